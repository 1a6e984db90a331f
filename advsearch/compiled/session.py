"""Compiled searches with the interface of `advsearch.search.kit.session`. Searchers such as `deepening` call this
interface."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import attrs

from advsearch.compiled.engine import Engine
from advsearch.compiled.guided import Guidance
from advsearch.compiled.layout import (
    BEST,
    BUDGET,
    CERTAIN,
    DEEPEST,
    ERROR,
    FINISHED,
    HEADER,
    INSIDE,
    LEFT,
    NO_ACTION,
    ROOT_SURE,
    STOP,
    UNLIMITED,
    Layout,
)
from advsearch.compiled.learnt import Learnt
from advsearch.compiled.memory import copied, listed
from advsearch.compiled.root import EVERY, FIRST, TIES
from advsearch.compiled.worker import Left, run, run_here
from advsearch.errors import InvalidSettings
from advsearch.limits import Budget
from advsearch.protocol import AnyGame, Evaluator, Ties, evaluator_name, utilities_of
from advsearch.results import RootLine, Tier
from advsearch.search.probe import Probe, Probing, Window, is_decided, line_of, root_line
from advsearch.search.returned import actions_of, refuse_dead_ends, root_actions
from advsearch.search.settings import chance
from advsearch.values import Value, checked_number, clip_evaluation, is_proven

_FEW: Final = 4_096
"""A search of at most `_FEW` nodes takes about a millisecond, and runs without a check for stop signals."""


@attrs.frozen(eq=False)
class CompiledSearch:
    """A compiled search: an engine, its evaluator, and settings such as `seed` that need no new build."""

    engine: Engine
    evaluator: Evaluator
    ties: Ties = "first"
    seed: int = 0
    guidance: Guidance | None = None

    def open(self, game: AnyGame, state: Any, budget: Budget) -> CompiledSession:
        """Begin one call of the search, and return its session."""
        return CompiledSession(self, game, state, budget)


class CompiledSession(Probing):
    """The counters and the memory of one call of a compiled search."""

    nodes: int = 0
    """The number of positions entered so far. Every probe counts the root once."""
    tier: Tier = "compiled"

    def __init__(self, search: CompiledSearch, game: AnyGame, state: Any, budget: Budget) -> None:
        self._search = search
        self._engine = search.engine
        self._game = game
        self._state = state
        self._budget = budget
        self._moves = moves = search.engine.moves
        self._encoded = moves.encode(state)
        actions = actions_of(game, state)
        numbers = dict(zip(actions, moves.numbers(self._encoded, len(actions)), strict=True))
        self._request = request = budget.request
        if request.watch is not None:
            raise InvalidSettings("a search is watched in plain Python only; bind it with tier='reference'")
        wanted = root_actions(game, state, request.actions)
        self._numbers = numbers if request.actions is None else {each: numbers[each] for each in wanted}
        self._order = tuple(self._numbers)
        self._call: _Call | None = None
        self._outcome = utilities_of(game) == "outcome"
        self._learnt = None if search.guidance is None else Learnt(search.guidance, search.engine)

    def fallback(self) -> tuple[Any, Value]:
        """Return the first legal action and the evaluation of the root. A search that has finished no root action
        returns the result of `fallback`.
        """
        value = checked_number(
            f"evaluator {evaluator_name(self._search.evaluator)}",
            self._search.evaluator(self._game, self._state, self._game.player(self._state)),
        )
        return next(iter(self._numbers)), clip_evaluation(value) + 0 if self._outcome else value + 0

    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
        longest = self._moves.longest
        horizon = longest if depth is None else min(depth, longest)
        if self.nodes + 1 > self._budget.ceiling and self._budget.spent(self.nodes + 1):
            return Probe(depth or horizon, finished=False, of=len(self._numbers))
        order = [*first, *(action for action in self._numbers if action not in first)] if first else self._order
        mode = EVERY if every_action else TIES if self._search.ties == "random" else FIRST
        call = self._call_of(len(order), horizon)
        notice = None
        if self._request.progress is not None:
            notice = _Notice(self, depth or horizon, order, call, window)
        finished = call.run(self, [self._numbers[action] for action in order], horizon, window, mode, notice)
        call.refuse_errors()
        if (
            finished
            and call.deepest == 1
            and (depth is None or depth > longest)
            and not self._moves.longest_is_certain
        ):
            from advsearch.lowering.row_rules import LONG, GaveUp

            raise GaveUp(LONG)  # the horizon was at the depth at which games were thought to end
        reported = horizon - call.deepest + 1 if depth is None else depth
        probe = self._probe_of(reported, order, call, finished, window, every_action)
        refuse_dead_ends(self._game, self._state, probe.value, probe.pv, beyond=self._engine.scale.numbers.beyond)
        return probe

    def _call_of(self, roots: int, horizon: int) -> _Call:
        """Return a `_Call` for the next probe. If the last `_Call` has a large enough block, and no thread still
        writes to the block, the last `_Call` is used again."""
        call = self._call
        if call is None or call.left or call.layout.depth < horizon:
            depth = min(self._moves.longest, max(_USUAL_DEPTH, 1 << horizon.bit_length()))
            call = self._call = _Call(self._engine, Layout(roots, depth))
        return call

    def _probe_of(
        self,
        depth: int,
        order: Sequence[Any],
        call: _Call,
        finished: bool,
        window: Window,
        every_action: bool,
    ) -> Probe:
        floor, roof = window
        values = call.values()
        done, of = len(values), len(order)
        if not values:
            return Probe(depth, finished=False, of=of)
        value = max(values)
        inside = (floor is None or value > floor) and (roof is None or value < roof)
        if not inside and not finished:
            return Probe(depth, finished=False, done=done, of=of)
        best = values.index(value)  # the first of equal values
        if finished and inside and self._search.ties == "random":
            equal = [index for index, each in enumerate(values) if each == value]
            best = chance(self._game, self._state, self._search.seed).choice(equal)
        line = call.line(best)
        scores = None
        if finished and every_action:
            number_of = {order[i]: self._number(each, order[i], call.line(i)) for i, each in enumerate(values)}
            scores = tuple((action, number_of[action]) for action in self._numbers)
        low = floor is not None and value <= floor
        high = roof is not None and value >= roof
        decided = self._outcome and is_decided(value, finished=finished, low=low, high=high)
        exact = finished and inside and (call.sure or (self._outcome and is_proven(value)))
        return Probe(
            depth=depth,
            finished=finished,
            action=order[best],
            value=self._number(value, order[best], line),
            pv=(order[best], *self._actions(order[best], line)) if inside else (),
            exact=exact,
            proven=exact or decided,
            scores=scores,
            lines=self._lines(order, values, call, best, roof) if inside else (),
            done=done,
            of=of,
        )

    def _lines(
        self, order: Sequence[Any], values: Sequence[Value], call: _Call, best: int, roof: Value | None
    ) -> tuple[RootLine, ...]:
        """The best root actions with exact values, `best` first."""
        exact = [i for i, facts in enumerate(call.facts(len(values))) if facts & INSIDE and i != best]
        exact = [i for i in exact if roof is None or values[i] < roof]
        exact.sort(key=lambda i: -values[i])
        lines = []
        for i in [best, *exact[: self._request.lines - 1]]:
            action, after = order[i], call.line(i)
            pv = (action, *self._actions(action, after))
            sure = bool(call.facts(i + 1)[i] & CERTAIN)
            lines.append(root_line(action, self._number(values[i], action, after), pv, sure, self._outcome))
        return tuple(lines)

    def _number(self, value: Value, action: Any, line: Sequence[int]) -> Value:
        """Convert the value of a root action into an int if the reference tier returns an int. On the reference tier
        the utility of a finished game is an integer, even if evaluations are floats.
        """
        if isinstance(value, int) or not value.is_integer():
            return value
        if self._outcome and is_proven(value):
            return int(value)
        state = self._game.result(self._state, action)
        for each in self._actions(action, line):
            state = self._game.result(state, each)
        return int(value) if self._game.terminal(state) else value

    def _actions(self, action: Any, line: Sequence[int]) -> tuple[Any, ...]:
        """The line of play after a root action, as actions of the game."""
        return self._moves.played(self._game, self._game.result(self._state, action), line) if line else ()


_USUAL_DEPTH: Final = 16
"""The number of plies for which a block of memory has room at first. A search that needs room for more plies gets a
larger block."""


class _Call:
    """A call of an engine: write the arguments into a block of memory, run the engine, and read the results."""

    def __init__(self, engine: Engine, layout: Layout) -> None:
        self.layout = layout
        self.left = False
        """True if the caller no longer waits for the call. The compiled code may still write to the block."""
        self._engine = engine
        self._stride = layout.stride
        cells = layout.cells + engine.moves.room(layout.depth) + engine.chosen.room
        self._cells, self._block = engine.memory(cells, layout.depth)

    def run(
        self,
        session: CompiledSession,
        numbers: list[int],
        horizon: int,
        window: Window,
        mode: int,
        notice: Callable[[], None] | None = None,
    ) -> bool:
        """Run one search in the engine, and add its nodes to the nodes of the session. Return False if a limit or a
        stop signal interrupted the search."""
        cells, budget = self._cells, session._budget
        self.layout.write(cells)
        allowed = min(UNLIMITED, budget.max_nodes - session.nodes - 1)
        cells[BUDGET] = allowed
        cells[DEEPEST] = horizon
        cells[BEST] = session._request.lines
        cells[STOP] = cells[LEFT] = cells[FINISHED] = cells[ERROR] = 0
        for row, number in zip(range(HEADER, self.layout.lines, self._stride), numbers, strict=True):
            cells[row] = number
        if session._learnt is not None:
            session._learnt.attach(cells, session.nodes)
        alpha, beta = self._engine.scale.numbers.window(*window, session._outcome)
        s = self._engine.moves.place(cells, self._block, self.layout.cells, session._encoded)
        arguments = (self._block, s, horizon, alpha, beta, mode)
        most = len(numbers) * self._engine.moves.width ** (horizon - 1) if horizon < _USUAL_DEPTH else UNLIMITED
        value = self._returned(arguments, budget, session._learnt, min(most, allowed), notice)
        cells = self._cells
        session.nodes += self.entered(session)
        if not self._engine.scale.stopped(value):
            return True
        if not cells[STOP] and not cells[ERROR] and int(cells[BUDGET]) > 0:
            name = evaluator_name(session._search.evaluator)
            raise InvalidSettings(f"expected evaluator {name} to return a number, got nan")
        return False

    def _returned(
        self, arguments: tuple[Any, ...], budget: Budget, keep: Any, most: int, notice: Callable[[], None] | None
    ) -> Any:
        """Run a search of at most `most` positions, and return the value."""
        if not self._engine.compiled:
            return run_here(self._engine.root, arguments, self._cells, budget)
        if most <= _FEW and not budget.watched:
            return self._engine.root(*arguments)  # a call in another thread would take three times as long
        try:
            return run(self._engine.root, arguments, self._cells, budget, keep, notice)
        except Left:
            self.left = True
            # The results as they are now. The states after them may take a gigabyte, and nobody reads them any more.
            self._cells = copied(self._cells, self.layout.cells)
            return self._engine.scale.aborted

    def refuse_errors(self) -> None:
        """Raise `GaveUp` if derived rules have written an error number into the cell ERROR."""
        number = int(self._cells[ERROR])
        complaint = self._engine.moves.complaint
        if number and complaint is not None:
            from advsearch.lowering.row_rules import GaveUp

            raise GaveUp(number, complaint(number))

    @property
    def done(self) -> int:
        """The number of root actions whose values are final."""
        return int(self._cells[FINISHED])

    def entered(self, session: CompiledSession) -> int:
        """The number of nodes that this call has entered, up to now."""
        allowed = min(UNLIMITED, session._budget.max_nodes - session.nodes - 1)
        return 1 + allowed - int(self._cells[BUDGET]) - int(self._cells[LEFT])

    @property
    def sure(self) -> bool:
        return bool(self._cells[ROOT_SURE])

    @property
    def deepest(self) -> int:
        return int(self._cells[DEEPEST])

    def values(self) -> list[Value]:
        """The values of the root actions whose search is finished."""
        end = HEADER + int(self._cells[FINISHED]) * self._stride
        places = slice(HEADER + 1, end, self._stride)
        return self._engine.scale.numbers.read(self._cells, places)

    def facts(self, number: int) -> list[int]:
        """The facts about the first root actions, as bits."""
        end = HEADER + number * self._stride
        return [int(self._cells[row + 2]) for row in range(HEADER, end, self._stride)]

    def line(self, index: int) -> list[int]:
        """The line of play after a finished root action, as action numbers."""
        row = self.layout.root_row(index)
        numbers = listed(self._cells[row + 3 : row + self._stride])
        return numbers[: numbers.index(NO_ACTION)]


class _Notice:
    """Reports the root actions that are done while the engine runs. The engine does not write their rows again."""

    def __init__(
        self, session: CompiledSession, depth: int, order: Sequence[Any], call: _Call, window: Window
    ) -> None:
        self._session, self._depth, self._order, self._call, self._window = session, depth, order, call, window
        self._done = 0

    def __call__(self) -> None:
        session, call = self._session, self._call
        report, done = session._request.progress, call.done
        if report is None or not self._done < done < len(self._order):
            return
        self._done = done
        probe = session._probe_of(self._depth, self._order, call, False, self._window, False)
        report(line_of(probe, session.nodes + call.entered(session), session._budget.seconds(), session.tier))
