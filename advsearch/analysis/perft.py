"""Perft: count the positions a given number of plies away. The usual proof that a rules engine is right and fast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import attrs

from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import StopSignal, now
from advsearch.protocol import AnyGame
from advsearch.results import Tier

_REPORT_EVERY = 1 << 14


@attrs.frozen
class Perft:
    """What was counted."""

    leaves: int
    """Positions at the depth, and those in which the game ended sooner."""
    finished: int
    """The leaves in which the game is over."""
    nodes: int
    """Positions entered, the root included."""
    seconds: float
    tier: Tier = "reference"
    complete: bool = True
    """Whether the count ran to its end rather than being stopped."""


Report: TypeAlias = Callable[[int, float], None]
"""Called now and then with the nodes so far and the share of the root's actions that are done."""


def perft(
    game: AnyGame,
    depth: int,
    state: Any = None,
    *,
    tier: str = "auto",
    report: Report | None = None,
    stop: StopSignal | None = None,
) -> Perft:
    """Count from `state` (default: the initial one), compiled where the game has kernels.

    `tier` is `auto`, `reference` or `compiled`, as for searchers. Only the reference tier reports and stops.
    """
    if depth < 0:
        raise InvalidSettings(f"expected a depth of at least 0, got {depth}")
    state = game.initial() if state is None else state
    if tier != "reference":
        try:
            return _compiled(game, depth, state)
        except CompiledTierUnavailable:
            if tier == "compiled":
                raise
    return _reference(game, depth, state, report, stop)


def divide(game: AnyGame, depth: int, state: Any = None, *, tier: str = "auto") -> list[tuple[Any, Perft]]:
    """The same count for each action at the root, in `actions` order: what to compare when two engines disagree."""
    if depth < 1:
        raise InvalidSettings(f"expected a depth of at least 1 to divide, got {depth}")
    state = game.initial() if state is None else state
    return [(a, perft(game, depth - 1, game.result(state, a), tier=tier)) for a in game.actions(state)]


def _compiled(game: AnyGame, depth: int, state: Any) -> Perft:
    try:
        from advsearch.compiled.perft import perft as compiled_perft
    except ImportError as error:
        raise CompiledTierUnavailable(f"the compiled tier cannot be loaded: {error}") from None
    compiled_perft(game, state, 0)  # builds what has to be built, outside the time
    started = now()
    leaves, finished, nodes = compiled_perft(game, state, depth)
    return Perft(leaves, finished, nodes, now() - started, "compiled")


def _reference(game: AnyGame, depth: int, state: Any, report: Report | None, stop: StopSignal | None) -> Perft:
    """Depth first, with a stack of its own, so that any depth will do."""
    started = now()
    result, actions, terminal = game.result, game.actions, game.terminal
    leaves = finished = 0
    nodes = 1
    if depth == 0 or terminal(state):
        return Perft(1, int(terminal(state)), 1, now() - started)
    roots = list(actions(state))
    stack = [(state, iter(roots))]
    done = -1
    while stack:
        parent, remaining = stack[-1]
        if len(stack) == 1:
            done += 1
        action = next(remaining, stack)
        if action is stack:
            stack.pop()
            continue
        child = result(parent, action)
        nodes += 1
        over = terminal(child)
        if over or len(stack) == depth:
            leaves += 1
            finished += over
        else:
            stack.append((child, iter(actions(child))))
        if nodes % _REPORT_EVERY == 0:
            if report is not None:
                report(nodes, done / len(roots))
            if stop is not None and stop.is_set():
                return Perft(leaves, finished, nodes, now() - started, complete=False)
    return Perft(leaves, finished, nodes, now() - started)
