"""The live object that is compiled for a searcher: its text, with the parts in the form of machine code."""

from __future__ import annotations

from typing import Any, ClassVar, Final, cast

import attrs

from advsearch import limits
from advsearch.errors import CompiledTierUnavailable
from advsearch.machine.searching import CodeBudget
from advsearch.protocol import AnyGame, Evaluator
from advsearch.search.kit.fields import Blank, Machine
from advsearch.search.kit.line import FlatLine
from advsearch.search.kit.orders import FlatWeights, Killers, Weights
from advsearch.search.kit.scale import Scale
from advsearch.search.kit.table import Table
from advsearch.search.ordering import OURS, in_order
from advsearch.search.perft import PerftText
from advsearch.search.pvs import Guided
from advsearch.search.searcher import FixedDepth
from advsearch.search.settings import settings_of

PLIES: Final = 1_000
"""The depth to which machine code searches. Lines of play take address space that grows with its square."""
ROOTS: Final = 1 << 12
"""How many root actions may have a line of play."""
NO_LIMIT: Final = 1 << 61
_BITS_OF_WEIGHTS: Final = 14


class OwnText:
    """What decides the machine code of a text that is not the tree of a searcher. Equal ones have the same code."""

    name: ClassVar[str]
    entries: ClassVar[dict[str, str]]
    """The methods that are called, with the types of their parameters: "state", "int", or both with a space."""

    @property
    def reals(self) -> tuple[bool, ...]:
        """Whether values may be whole numbers, and floats."""
        return False, True

    def text(self, game: AnyGame, real: bool) -> Machine:
        """Return the text to compile."""
        raise NotImplementedError


@attrs.frozen
class Kind:
    """What of a searcher decides its machine code."""

    searcher: Any
    """The searcher, with the same value for each setting that does not: the size of a table, for instance. None for
    perft."""

    @property
    def table(self) -> bool:
        """Whether the search has a table."""
        return getattr(self.searcher, "table", 0) != 0

    @property
    def reals(self) -> tuple[bool, ...]:
        """Whether values may be whole numbers, and floats. Trees that grow have means."""
        if isinstance(self.searcher, OwnText):
            return self.searcher.reals
        return (False, True) if self.searcher is None or isinstance(self.searcher, FixedDepth) else (True,)

    @property
    def name(self) -> str:
        if isinstance(self.searcher, OwnText):
            return self.searcher.name
        return "perft" if self.searcher is None else type(self.searcher).__name__.lower()


COUNTING: Final = Kind(None)
"""The kind of perft."""


def kind_of(searcher: FixedDepth) -> Kind:
    """Return the kind of a searcher. Raises `CompiledTierUnavailable` if it has parts without machine code."""
    if type(searcher).open not in (FixedDepth.open, Guided.open):
        raise CompiledTierUnavailable(
            f"{type(searcher).__name__} opens its sessions itself; set `driver` in place of `open`, or ask for "
            "tier=reference"
        )
    same: dict[str, Any] = {"depth": None, "evaluator": None, "ties": "first", "seed": 0, "tier": "auto"}
    if isinstance(searcher, Guided):
        same["order"] = tuple(each if each in OURS else each.loaded() for each in in_order(searcher.order))
        if searcher.table != 0:
            same["table"] = None
    return Kind(attrs.evolve(searcher, **same))


class _Line(FlatLine):
    """Lines of play whose cells take no memory in Python."""

    def __init__(self) -> None:
        super().__init__(0, 0)
        self.kept = self.width = PLIES + 2
        self.cells = Blank((self.kept + ROOTS) * self.width)


def grown_kind(searcher: Any) -> Kind:
    """Return the kind of a searcher whose tree grows."""
    same = {"evaluator": None, "seed": 0, "simulations": None, "steps": None, "tier": "auto"}
    return Kind(attrs.evolve(searcher, **{name: same[name] for name in settings_of(searcher) if name in same}))


def tree_for(kind: Kind, game: AnyGame, evaluate: Evaluator, real: bool) -> Machine:
    """A text to compile. `real` says whether its values are floats."""
    if kind.searcher is None:
        return PerftText(game, CodeBudget())
    if isinstance(kind.searcher, OwnText):
        return kind.searcher.text(game, real)
    if not isinstance(kind.searcher, FixedDepth):
        judged = {"evaluator": evaluate} if "evaluator" in settings_of(kind.searcher) else {}
        grown: Any = attrs.evolve(kind.searcher, **judged).tree(game, limits.Budget())
        grown.budget = CodeBudget()
        return cast(Machine, grown)
    tree = kind.searcher.tree(game, evaluate, limits.Budget())
    changed: Any = tree
    changed.line = _Line()
    changed.budget = CodeBudget()
    _in_code(tree)
    outcome = tree.scale.outcome
    bottom = tree.scale.bottom if outcome else -NO_LIMIT
    tree.scale = Scale(outcome, float(tree.scale.bottom), real=True) if real else Scale(outcome, bottom)
    return tree


def _in_code(owner: Machine) -> None:
    """Give the parts of a text the form that they have in machine code."""
    for name, part in vars(owner).items():
        if type(part) is Weights:
            setattr(owner, name, FlatWeights(_BITS_OF_WEIGHTS))
        elif isinstance(part, Killers):
            setattr(owner, name, Killers(PLIES + 2))
        elif isinstance(part, Table):
            part.rows.bound = NO_LIMIT  # its size is chosen at each search
        else:
            for each in part if isinstance(part, tuple) else (part,):
                if isinstance(each, Machine):
                    _in_code(each)
