"""The live object that is compiled for a searcher: its text, with the parts in the form of machine code."""

from __future__ import annotations

from typing import Any, Final

import attrs

from advsearch import limits
from advsearch.errors import CompiledTierUnavailable
from advsearch.machine.searching import CodeBudget
from advsearch.protocol import AnyGame, Evaluator
from advsearch.search.alphabeta import AlphaBetaTree
from advsearch.search.kit.fields import Blank
from advsearch.search.kit.line import FlatLine
from advsearch.search.kit.orders import FlatWeights, History, Killers
from advsearch.search.kit.scale import Scale
from advsearch.search.kit.table import Table
from advsearch.search.kit.tree import Tree
from advsearch.search.minimax import MinimaxTree
from advsearch.search.ordering import HISTORY, KILLERS, OURS, TABLE, Ordering
from advsearch.search.perft import Perft
from advsearch.search.pvs import DEFAULT_TABLE, PVSTree

PLIES: Final = 1_000
"""The depth to which machine code searches. Lines of play take address space that grows with its square."""
ROOTS: Final = 1 << 12
"""How many root actions may have a line of play."""
NO_LIMIT: Final = 1 << 61
_BITS_OF_WEIGHTS: Final = 14


@attrs.frozen
class Kind:
    """What of a searcher decides its machine code. The size of a table, for instance, does not."""

    text: type[Tree] | type[Perft]
    table: bool = False
    order: tuple[str, ...] = ()


def kind_of(searcher: Any) -> Kind:
    """The kind of a searcher of ours. Raises `CompiledTierUnavailable` for an ordering without machine code."""
    if not hasattr(searcher, "table"):
        return Kind(MinimaxTree)
    for each in searcher.order:
        if each not in OURS:
            raise CompiledTierUnavailable(
                f"the ordering {each.name} has no machine code yet; leave it out, or ask for tier=reference"
            )
    if searcher.table == 0 and not searcher.order:
        return Kind(AlphaBetaTree)
    return Kind(PVSTree, searcher.table != 0, tuple(each.name for each in OURS if each in searcher.order))


class _Line(FlatLine):
    """Lines of play whose cells take no memory in Python."""

    def __init__(self) -> None:
        super().__init__(0, 0)
        self.kept = self.width = PLIES + 2
        self.cells = Blank((self.kept + ROOTS) * self.width)


def tree_for(kind: Kind, game: AnyGame, evaluate: Evaluator, real: bool) -> Tree | Perft:
    """A text to compile. `real` says whether its values are floats."""
    if issubclass(kind.text, Perft):
        return kind.text(game, CodeBudget())
    unlimited = limits.Budget()

    def has(order: Ordering) -> bool:
        return order.name in kind.order

    if kind.text is PVSTree:
        history: Any = History() if has(HISTORY) else None
        if history is not None:
            history.own, history.others = FlatWeights(_BITS_OF_WEIGHTS), FlatWeights(_BITS_OF_WEIGHTS)
        tree: Tree = PVSTree(
            game,
            evaluate,
            unlimited,
            table=Table(DEFAULT_TABLE, grows=True) if kind.table else None,
            known_first=has(TABLE),
            killers=Killers(PLIES + 2) if has(KILLERS) else None,
            history=history,
        )
        if isinstance(tree, PVSTree) and tree.table is not None:
            tree.table.rows.bound = NO_LIMIT  # its size is chosen at each search
    else:
        tree = kind.text(game, evaluate, unlimited)
    changed: Any = tree
    changed.line = _Line()
    changed.budget = CodeBudget()
    outcome = tree.scale.outcome
    bottom = tree.scale.bottom if outcome else -NO_LIMIT
    tree.scale = Scale(outcome, float(tree.scale.bottom), real=True) if real else Scale(outcome, bottom)
    return tree
