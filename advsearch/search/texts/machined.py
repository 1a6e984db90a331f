"""Runs texts as machine code, with the sessions of texts in plain Python around them."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from typing import Any, Final, cast

from advsearch import limits
from advsearch.errors import CompiledTierUnavailable
from advsearch.machine.compiling import Entry
from advsearch.machine.fields import STATE, VALUE
from advsearch.machine.machine_memory import seen
from advsearch.machine.program import Program
from advsearch.machine.searching import CodeBudget, unit_for
from advsearch.machine.types import INT
from advsearch.machine.unit import NeedsFloats
from advsearch.machine.values import Constant
from advsearch.protocol import AnyGame, Evaluator
from advsearch.results import Tier
from advsearch.search.kit.line import FlatLine
from advsearch.search.kit.orders import FlatWeights, History, Killers
from advsearch.search.kit.scale import Scale
from advsearch.search.kit.session import TextSession
from advsearch.search.kit.table import Table
from advsearch.search.kit.tree import Root, Tree
from advsearch.search.ordering import HISTORY, KILLERS, OURS, TABLE
from advsearch.search.texts.alphabeta import AlphaBeta
from advsearch.search.texts.minimax import Minimax
from advsearch.search.texts.opening import DEFAULT_TABLE
from advsearch.search.texts.pvs import PVS
from advsearch.values import is_proven

PLIES: Final = 126
"""The depth to which machine code searches. Lines of play take memory that grows with its square."""
ROOTS: Final = 1 << 10
_NO_LIMIT: Final = 1 << 61
_LOOK_S: Final = 0.01
"""Seconds between two looks at the clock and the stop signal while machine code runs."""


class CodeText:
    """A text in machine code for one game, one evaluator and one table and order. It runs one search at a time."""

    def __init__(self, searcher: Any, game: AnyGame, evaluate: Evaluator) -> None:
        self.searcher = searcher
        self.game = game
        self.lock = threading.Lock()
        for real in (False, True):
            self.tree = self._tree(evaluate, real)
            entry = Entry(type(self.tree).search, (Constant(self.tree), STATE, INT, VALUE, VALUE))
            try:
                self.program = Program({"search": entry}, unit=unit_for(game, real=real))
                return
            except NeedsFloats:
                continue
        raise CompiledTierUnavailable("expected values that are whole numbers or floats")

    def _tree(self, evaluate: Evaluator, real: bool) -> Tree:
        game, searcher, unlimited = self.game, self.searcher, limits.Budget()
        slots = getattr(searcher, "table", 0)
        slots = DEFAULT_TABLE if slots is None else slots
        order = getattr(searcher, "order", ())
        if any(each not in OURS for each in order):
            raise CompiledTierUnavailable("an ordering of a plugin has no machine code yet")
        tree: Tree
        if not hasattr(searcher, "table"):
            tree = Minimax(game, evaluate, unlimited)
        elif not slots and not order:
            tree = AlphaBeta(game, evaluate, unlimited)
        else:
            history = History() if HISTORY in order else None
            if history is not None:
                parts: Any = history
                parts.own, parts.others = FlatWeights(14), FlatWeights(14)
            tree = PVS(
                game,
                evaluate,
                unlimited,
                table=Table(slots, grows=searcher.table is None) if slots else None,
                known_first=TABLE in order,
                killers=Killers(PLIES + 2) if KILLERS in order else None,
                history=history,
            )
        changed: Any = tree
        changed.line = FlatLine(PLIES, ROOTS)
        changed.budget = CodeBudget()
        outcome = tree.scale.outcome
        bottom = tree.scale.bottom if outcome else -_NO_LIMIT
        tree.scale = Scale(outcome, float(tree.scale.bottom), real=True) if real else Scale(outcome, bottom)
        return tree


class CodeSession(TextSession):
    """One call of a search by a text in machine code."""

    tier: Tier = "compiled"

    def __init__(self, code: CodeText, state: Any, budget: limits.Budget) -> None:
        self._code = code
        code.program.begin()  # tables and orders are empty again
        view: Any = seen(code.program.memory, code.tree)
        view.budget.ceiling = min(budget.max_nodes, _NO_LIMIT)
        super().__init__(cast(Tree, view), state, budget, code.searcher.ties, code.searcher.seed)

    def reported(self, found: Sequence[Root], index: int) -> Any:
        """The value as plain Python has it: a utility of a finished game is a whole number, even among floats."""
        value = found[index].value + 0
        if isinstance(value, int) or not value.is_integer():
            return value
        if self.tree.scale.outcome and is_proven(value):
            return int(value)
        state = self.state
        for action in self._pv(found, index):
            state = self.game.result(state, action)
        return int(value) if self.game.terminal(state) else value

    def _window(self, alpha: Any, beta: Any) -> tuple[Any, Any]:
        """The bounds in the number type of the build. The window (2.5, 4.5) of whole numbers is (2, 5)."""
        scale = self._code.tree.scale
        if scale.real:
            return float(alpha), float(beta)
        return math.floor(max(alpha, scale.bottom)), math.ceil(min(beta, scale.top))

    def _searched(self, depth: int, alpha: Any, beta: Any) -> bool:
        if depth > PLIES:
            raise CompiledTierUnavailable(f"expected a depth of at most {PLIES}, got {depth}")
        budget, program = self._budget, self._code.program
        alpha, beta = self._window(alpha, beta)
        if not budget.watched:
            return bool(program.call("search", self.state, depth, alpha, beta))
        if budget.spent(self.nodes + 1):
            return False
        returned = threading.Event()

        def look() -> None:
            while not returned.wait(max(0.0, min(_LOOK_S, budget.seconds_left()))):
                if budget.spent(0):
                    program.stop()
                    return

        watcher = threading.Thread(target=look, name="advsearch-watching", daemon=True)
        watcher.start()
        try:
            return bool(program.call("search", self.state, depth, alpha, beta))
        finally:
            returned.set()
            watcher.join()
