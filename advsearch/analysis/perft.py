"""Perft: count the positions that are a given number of plies away, to test rules and to measure their speed."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import attrs

from advsearch import limits
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import NEVER, StopSignal, now
from advsearch.lowering.faults import RulesRaised
from advsearch.lowering.row_rules import GaveUp
from advsearch.protocol import AnyGame
from advsearch.results import Tier
from advsearch.search.changed_states import refuse_changes, refuse_changing_rules
from advsearch.search.kit.budget import Budget
from advsearch.search.perft import PerftText as Text
from advsearch.search.recursion import deep_recursion
from advsearch.search.returned import checked_actions

_REPORT_EVERY: Final = 1 << 14
_SMALL: Final = 1 << 14
"""A tree of so many nodes is counted before machine code is built."""


@attrs.frozen
class Perft:
    """The result of perft: the counts, the time and the tier."""

    leaves: int
    """The number of positions at the depth, plus the number of positions in which the game ended sooner."""
    finished: int
    """The number of leaves in which the game is over."""
    nodes: int
    """The number of positions entered, the root included."""
    seconds: float
    tier: Tier = "reference"
    complete: bool = True
    """False if the count was stopped before its end."""
    why_reference: str | None = None
    """The reason why `auto` counted in plain Python; None if it counted in machine code."""


Report: TypeAlias = Callable[[int, float], None]
"""A function that `perft` calls at intervals. The arguments are the nodes so far and the finished share of the root's
actions."""


def perft(
    game: AnyGame,
    depth: int,
    state: Any = None,
    *,
    tier: str = "auto",
    report: Report | None = None,
    stop: StopSignal | None = None,
) -> Perft:
    """Count the positions `depth` plies below `state`. The default of `state` is the initial state.

    `tier` is `auto`, `reference` or `compiled`, as for searchers. If a `stop` signal ends the count early, the result
    is incomplete.
    """
    if depth < 0:
        raise InvalidSettings(f"expected a depth of at least 0, got {depth}")
    state = _checked(game, state)
    return _counter(game, tier)(depth, state, report, stop)


def divide(game: AnyGame, depth: int, state: Any = None, *, tier: str = "auto") -> list[tuple[Any, Perft]]:
    """Perft for each action at the root, in `actions` order. The numbers show where two implementations of rules
    differ."""
    if depth < 1:
        raise InvalidSettings(f"expected a depth of at least 1 to count for each action, got {depth}")
    state = _checked(game, state)
    count = _counter(game, tier)
    actions = checked_actions(game, game.actions(state))
    return [(action, count(depth - 1, game.result(state, action), None, None)) for action in actions]


def _checked(game: AnyGame, state: Any) -> Any:
    """The state to count from, which the game's methods must not change."""
    refuse_changing_rules(game)
    state = game.initial() if state is None else state
    refuse_changes(game, state)
    return state


_Counter: TypeAlias = Callable[[int, Any, Report | None, StopSignal | None], Perft]


def _counter(game: AnyGame, tier: str) -> _Counter:
    """Return the function that counts positions of this game on the requested tier."""
    if tier == "auto" and not hasattr(game, "kernels"):
        return functools.partial(_small_first, game)
    return _counter_at_once(game, tier)


def _small_first(game: AnyGame, depth: int, state: Any, report: Report | None, stop: StopSignal | None) -> Perft:
    """Count a small tree on the reference tier. Building machine code for derived rules would take seconds."""
    found = _reference(game, depth, state, report, None, _SMALL)
    return found if found.complete else _counter_at_once(game, "auto")(depth, state, report, stop)


def _counter_at_once(game: AnyGame, tier: str) -> _Counter:
    """Return the function that counts positions of this game on the requested tier. Machine code that the function
    needs is built first."""
    if tier != "reference":
        try:
            return _compiled(game, tier)
        except CompiledTierUnavailable as error:
            if tier == "compiled":
                raise
            if not isinstance(error, RulesRaised):  # the count itself raises such an error
                return functools.partial(_counted_in_python, game, str(error))
    return functools.partial(_reference, game)


def _counted_in_python(game: AnyGame, why: str, *asked: Any) -> Perft:
    return attrs.evolve(_reference(game, *asked), why_reference=why)


def _compiled(game: AnyGame, tier: str) -> _Counter:
    """The function that counts on the compiled tier. To report progress, the function counts the positions below each
    root action separately."""
    try:
        from advsearch.compiled import machined
        from advsearch.compiled.engine import grow

        if machined.in_use():
            from advsearch.compiled.machined.perft import counter
        else:
            from advsearch.compiled.perft import counter
    except ImportError as error:
        raise CompiledTierUnavailable(f"the compiled tier cannot be loaded: {error}") from None
    counters = [counter(game)]

    def count(depth: int, state: Any, report: Report | None, stop: StopSignal | None) -> Perft:
        while True:
            try:
                return counted(depth, state, report, stop)
            except CompiledTierUnavailable as error:
                if isinstance(error, GaveUp) and error.needs_room and grow(game):  # derived rules need more room
                    counters[0] = counter(game)
                    continue
                if tier == "compiled":
                    raise
                return _counted_in_python(
                    game, f"counted again on the reference tier: {error}", depth, state, report, stop
                )

    def counted(depth: int, state: Any, report: Report | None, stop: StopSignal | None) -> Perft:
        started = now()
        count_from = counters[0]
        if depth == 0 or game.terminal(state):
            return Perft(*count_from(state, 0), now() - started, "compiled")
        leaves, finished, nodes = 0, 0, 1
        actions = checked_actions(game, game.actions(state))
        for done, action in enumerate(actions, 1):
            below = count_from(game.result(state, action), depth - 1, stop)
            leaves, finished, nodes = leaves + below[0], finished + below[1], nodes + below[2]
            if stop is not None and stop.is_set():
                return Perft(leaves, finished, nodes, now() - started, "compiled", complete=False)
            if report is not None:
                report(nodes, done / len(actions))
        return Perft(leaves, finished, nodes, now() - started, "compiled")

    return count


class _Looking:
    """A stop signal that also reports progress. It is set after `most` nodes."""

    def __init__(self, report: Report | None, stop: StopSignal | None, most: int) -> None:
        self.text: Text | None = None
        self.share = 0.0
        """The share of the root's actions that are finished."""
        self.report = report
        self.stop = stop
        self.most = most
        self.reported = 0
        self.was_set = False

    def is_set(self) -> bool:
        nodes = 1 if self.text is None else 1 + self.text.entered
        if self.report is not None and nodes - self.reported >= _REPORT_EVERY:
            self.reported = nodes
            self.report(nodes, self.share)
        self.was_set = nodes >= self.most or (self.stop is not None and self.stop.is_set())
        return self.was_set


def _reference(
    game: AnyGame,
    depth: int,
    state: Any,
    report: Report | None,
    stop: StopSignal | None,
    most: int = NEVER,
) -> Perft:
    """Count the positions below each action of the root with the text, as plain Python."""
    started = now()
    if depth == 0 or game.terminal(state):
        return Perft(1, int(game.terminal(state)), 1, now() - started)
    roots = checked_actions(game, game.actions(state))
    looking = _Looking(report, stop, most)
    text = looking.text = Text(game, Budget(limits.Budget(stop=looking)))
    leaves = finished = 0
    with deep_recursion(depth):
        for done, action in enumerate(roots):
            looking.share = done / len(roots)
            if looking.is_set():
                break
            child = game.result(state, action)
            text.entered += 1
            over = game.terminal(child)
            leaves += 1 if over or depth == 1 else text.count(child, depth - 1)
            finished += over
    nodes = 1 + text.entered
    return Perft(leaves, finished + text.finished, nodes, now() - started, complete=not looking.was_set)
