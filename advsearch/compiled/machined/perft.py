"""Counts positions by the text of perft in machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from advsearch.compiled.machined.code import Copy, code_of
from advsearch.compiled.machined.trees import COUNTING, PLIES
from advsearch.errors import CompiledTierUnavailable
from advsearch.limits import Budget, StopSignal
from advsearch.machine.codec import NoForm
from advsearch.machine.instance import Failure, Grown, Unlike
from advsearch.machine.worker import Left
from advsearch.protocol import AnyGame, null


def counter(game: AnyGame) -> Callable[..., tuple[int, int, int]]:
    """Return a function of a state, a depth and a stop signal: it returns the leaves, the finished leaves and the
    positions. Raises `CompiledTierUnavailable` if the rules cannot be compiled.
    """
    code = code_of(COUNTING, game, null)
    copies: list[Copy] = []

    def count(state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]:
        if depth == 0 or game.terminal(state):
            return 1, int(game.terminal(state)), 1
        if depth > PLIES:
            raise CompiledTierUnavailable(f"expected a depth of at most {PLIES:,}, got {depth:,}")
        while True:
            if not copies or copies[-1].made is not code.made or not copies[-1].is_free:
                copies[:] = [code.take(0, None)]
            try:
                return _counted(copies[-1], game, state, depth, stop)
            except Grown:
                continue
            except Unlike as unlike:
                code.widen(unlike, copies[-1].made)
            except (Failure, NoForm) as error:
                raise CompiledTierUnavailable(f"machine code ended with an error: {error}") from None

    return count


def _counted(copy: Copy, game: AnyGame, state: Any, depth: int, stop: StopSignal | None) -> tuple[int, int, int]:
    copy.adopt(game)
    copy.view.entered = copy.view.finished = 0
    try:
        leaves = copy.instance.call("search", state, depth, budget=Budget(stop=stop))
    except Left:  # a stopped count is incomplete
        leaves = 0
    return leaves, copy.view.finished, copy.view.entered + 1
