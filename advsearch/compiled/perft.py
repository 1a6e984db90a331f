"""Perft over kernels."""

from __future__ import annotations

from typing import Any, Protocol

from advsearch.compiled.engine import perft_engine
from advsearch.compiled.layout import ENTERED, HEADER, OVER
from advsearch.compiled.memory import Memory
from advsearch.compiled.worker import run
from advsearch.kernels import ONGOING
from advsearch.limits import Budget, StopSignal
from advsearch.protocol import AnyGame, name_of
from advsearch.search.dead_ends import BrokenGame


class Count(Protocol):
    """Counts from a state: leaves, leaves in which the game is over, positions entered.

    If stopped, it returns the counts so far.
    """

    def __call__(self, state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]: ...


def counter(game: AnyGame) -> Count:
    """The compiled count of a game. The engine is built or loaded here, which takes milliseconds even from disk."""
    kernels, count = perft_engine(game)

    def perft_from(state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]:
        words = kernels.encode(state)
        cells = kernels.actions(words)
        if depth == 0 or kernels.outcome(words, cells) != ONGOING:
            return 1, int(kernels.outcome(words, cells) != ONGOING), 1
        memory = Memory(HEADER)
        plies = min(depth, kernels.longest + 1)  # what a game without end recursed beyond would overflow the stack
        leaves = run(count, (memory.address, words, cells, plies), memory.cells, Budget(stop=stop))
        if depth > kernels.longest and leaves > memory.cells[OVER]:
            raise BrokenGame(
                f"a game of {name_of(game)} is longer than longest = {kernels.longest} plies; "
                "run 'advsearch check' on the game"
            )
        return int(leaves), int(memory.cells[OVER]), 1 + int(memory.cells[ENTERED])

    return perft_from


def perft(game: AnyGame, state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]:
    """One count; see `Count`."""
    return counter(game)(state, depth, stop)
