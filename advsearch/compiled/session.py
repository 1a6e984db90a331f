"""A compiled search behind the interface that drivers steer (`advsearch.search.session`)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import attrs

from advsearch.compiled.engine import Engine
from advsearch.compiled.guided import Guidance
from advsearch.compiled.layout import (
    BUDGET,
    DEEPEST,
    FINISHED,
    LEFT,
    NO_ACTION,
    ROOT_SURE,
    STOP,
    UNLIMITED,
    Layout,
)
from advsearch.compiled.root import EVERY, FIRST, TIES
from advsearch.compiled.shape import LOWEST
from advsearch.compiled.worker import Left, run
from advsearch.errors import InvalidSettings
from advsearch.kernels import ONGOING, by_place
from advsearch.limits import Budget
from advsearch.protocol import AnyGame, Evaluator, Ties, utilities_of
from advsearch.search.dead_ends import no_action, refuse_dead_ends
from advsearch.search.fixed_depth import FixedDepth
from advsearch.search.session import Probe
from advsearch.search.settings import chance
from advsearch.values import WIN, Value, clip_evaluation, is_proven

_TO_THE_END: Final = 1 << 40


@attrs.frozen(eq=False)
class CompiledSearch(FixedDepth):
    """A fixed-depth search by an engine; what `AlphaBeta` and `Minimax` are on this tier."""

    engine: Engine
    evaluator: Evaluator
    depth: int | None = None
    ties: Ties = "first"
    seed: int = 0
    guidance: Guidance | None = None

    def start(self, game: AnyGame, state: Any, budget: Budget) -> Any:
        """A `Session`, as far as a driver can tell."""
        return CompiledSession(self, game, state, budget)


@attrs.frozen
class _Root:
    """One root action as a probe left it."""

    action: Any
    value: Value
    line: tuple[int, ...]


class CompiledSession:
    """One search call's counters and memory."""

    def __init__(self, search: CompiledSearch, game: AnyGame, state: Any, budget: Budget) -> None:
        self._search = search
        self._engine = search.engine
        self._game = game
        self._state = state
        self._budget = budget
        kernels = search.engine.kernels
        self._words = kernels.encode(state)
        self._kernels = kernels
        self._numbers = dict(zip(game.actions(state), kernels.each_action(self._words), strict=True))
        if not self._numbers:
            raise no_action(game, state)
        self._outcome = utilities_of(game) == "outcome"
        self._learnt = (
            search.guidance.learnt(kernels, search.engine.scale.number, search.engine.compiled)
            if search.guidance is not None
            else None
        )
        self.nodes = 0
        """Positions entered so far, the root once per probe."""

    def fallback(self) -> tuple[Any, Value]:
        """The answer where no root action was finished: the first legal one, and the root's own evaluation."""
        value = self._search.evaluator(self._game, self._state, self._game.player(self._state))
        return next(iter(self._numbers)), clip_evaluation(value) + 0 if self._outcome else value + 0

    def probe(
        self,
        depth: int | None,
        alpha: Value | None = None,
        beta: Value | None = None,
        *,
        first: Sequence[Any] = (),
        every_action: bool = False,
    ) -> Probe:
        """The contract of `advsearch.search.session.Session.probe`."""
        longest = self._engine.kernels.longest
        horizon = longest if depth is None else min(depth, longest)
        if self.nodes + 1 > self._budget.ceiling and self._budget.spent(self.nodes + 1):
            return Probe(depth or horizon, finished=False)
        floor = None if every_action else alpha
        roof = None if every_action else beta
        order = [*first, *(action for action in self._numbers if action not in first)]
        mode = EVERY if every_action else TIES if self._search.ties == "random" else FIRST
        call = _Call(self._engine, Layout(len(order), horizon), horizon)
        finished = call.run(self, [self._numbers[action] for action in order], floor, roof, mode)
        found = [_Root(action, *call.root(index)) for index, action in enumerate(order[: call.finished])]
        probe = self._probe_of(found, call, finished, floor, roof, every_action)
        refuse_dead_ends(self._game, self._state, probe.value, probe.pv, beyond=-LOWEST)
        reported = horizon - call.deepest + 1 if depth is None else depth
        return attrs.evolve(probe, depth=reported)

    def _probe_of(
        self,
        found: list[_Root],
        call: _Call,
        finished: bool,
        floor: Value | None,
        roof: Value | None,
        every_action: bool,
    ) -> Probe:
        if not found:
            return Probe(0, finished=False)
        best = max(found, key=lambda each: each.value)  # the first of equals
        low = floor is not None and best.value <= floor
        high = roof is not None and best.value >= roof
        inside = not low and not high
        if not finished and not inside:
            return Probe(0, finished=False)
        if finished and inside and self._search.ties == "random":
            equal = [each for each in found if each.value == best.value]
            best = chance(self._game, self._state, self._search.seed).choice(equal)
        scores = None
        if finished and every_action:
            value_of = {each.action: self._number(each) for each in found}
            scores = tuple((action, value_of[action]) for action in self._numbers)
        return Probe(
            depth=0,
            finished=finished,
            action=best.action,
            value=self._number(best),
            pv=(best.action, *self._actions(best)) if inside else (),
            exact=finished and inside and (call.sure or (self._outcome and is_proven(best.value))),
            scores=scores,
        )

    def _number(self, root: _Root) -> Value:
        """A root action's value in the type it has on the reference tier: the utility of a finished game is an
        integer, whatever evaluations are."""
        value = root.value
        if isinstance(value, int) or not value.is_integer():
            return value
        if self._outcome and is_proven(value):
            return int(value)
        words, kernels = self._words, self._kernels
        for number in (self._numbers[root.action], *root.line):
            words = kernels.apply(words, number)
        return value if kernels.outcome(words, kernels.actions(words)) == ONGOING else int(value)

    def _actions(self, root: _Root) -> tuple[Any, ...]:
        """The game's actions of the line after a root action."""
        kernels = self._kernels
        if kernels.action is not by_place:
            return tuple(kernels.action(number) for number in root.line)
        actions = []
        state = self._game.result(self._state, root.action)
        for number in root.line:
            words = kernels.encode(state)
            place = list(kernels.each_action(words)).index(number)
            actions.append(self._game.actions(state)[place])
            state = self._game.result(state, actions[-1])
        return tuple(actions)


class _Call:
    """One call of an engine: its block written, run, and read."""

    def __init__(self, engine: Engine, layout: Layout, horizon: int) -> None:
        self._engine = engine
        self._layout = layout
        self._horizon = horizon
        self._cells, self._block = engine.memory(layout.cells)

    def run(
        self, session: CompiledSession, numbers: list[int], floor: Value | None, roof: Value | None, mode: int
    ) -> bool:
        """Whether the search ran to its end. The session's nodes are counted on."""
        cells, layout, budget = self._cells, self._layout, session._budget
        layout.write(cells)
        allowed = min(UNLIMITED, budget.max_nodes - session.nodes - 1)
        cells[BUDGET] = allowed
        cells[DEEPEST] = self._horizon
        for index, number in enumerate(numbers):
            cells[layout.root_row(index)] = number
        if session._learnt is not None:
            session._learnt.attach(cells, session.nodes)
        alpha, beta = self._window(floor, roof, session._outcome)
        arguments = (self._block, session._words, self._horizon, alpha, beta, mode)
        value = self._returned(arguments, budget, session._learnt)
        cells = self._cells
        session.nodes += 1 + allowed - int(cells[BUDGET]) - int(cells[LEFT])
        if not self._engine.scale.stopped(value):
            return True
        if not cells[STOP] and int(cells[BUDGET]) > 0:
            raise InvalidSettings("expected an evaluation that is a number, got nan")
        return False

    def _returned(self, arguments: tuple[Any, ...], budget: Budget, keep: Any) -> Any:
        if not self._engine.compiled:
            return self._engine.root(*arguments)
        try:
            return run(self._engine.root, arguments, self._cells, budget, keep)
        except Left:
            self._cells = self._cells.copy()  # as far as it is now; it may go on for a while
            return self._engine.scale.aborted

    def _window(self, floor: Value | None, roof: Value | None, outcome: bool) -> tuple[Value, Value]:
        """The bounds in the engine's number type; an integer lies above a bound where it lies above its floor."""
        if self._engine.scale.number is int:
            top = WIN + 1 if outcome else -LOWEST
            low = -top if floor is None or floor < -top else math.floor(floor)
            return low, top if roof is None or roof > top else math.ceil(roof)
        limit = float(WIN + 1) if outcome else math.inf
        return -limit if floor is None else float(floor), limit if roof is None else float(roof)

    @property
    def finished(self) -> int:
        return int(self._cells[FINISHED])

    @property
    def sure(self) -> bool:
        return bool(self._cells[ROOT_SURE])

    @property
    def deepest(self) -> int:
        return int(self._cells[DEEPEST])

    def root(self, index: int) -> tuple[Value, tuple[int, ...]]:
        """The value and the line (action numbers, its own left out) of a root action that is finished."""
        row = self._layout.root_row(index)
        line = []
        for cell in range(row + 2, row + self._layout.stride):
            number = int(self._cells[cell])
            if number == NO_ACTION:
                break
            line.append(number)
        return self._value(row + 1), tuple(line)

    def _value(self, cell: int) -> Value:
        if self._engine.scale.number is int:
            return int(self._cells[cell])
        raw = self._cells.view("float64")[cell] if self._engine.compiled else self._cells[cell]
        return float(raw) + 0.0
