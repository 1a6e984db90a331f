"""Perft over kernels."""

from __future__ import annotations

from typing import Any, Protocol

from advsearch.compiled.engine import perft_engine
from advsearch.compiled.layout import ENTERED, HEADER, OVER
from advsearch.compiled.memory import Memory
from advsearch.compiled.worker import run
from advsearch.limits import Budget, StopSignal
from advsearch.lowering.row_rules import ERROR, LONG, GaveUp
from advsearch.protocol import AnyGame, name_of
from advsearch.search.dead_ends import BrokenGame


class Count(Protocol):
    """Counts from a state: leaves, leaves in which the game is over, positions entered.

    If stopped, it returns the counts so far.
    """

    def __call__(self, state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]: ...


def counter(game: AnyGame) -> Count:
    """The compiled count of a game. The engine is built or loaded here, which takes milliseconds even from disk."""
    moves, count = perft_engine(game)

    def perft_from(state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]:
        if depth == 0 or game.terminal(state):
            return 1, int(game.terminal(state)), 1
        encoded = moves.encode(state)
        plies = min(depth, moves.longest + 1)  # what a game without end recursed beyond would overflow the stack
        memory = Memory(HEADER + moves.room(plies))
        s = moves.place(memory.cells, memory.address, HEADER, encoded)
        leaves = run(count, (memory.address, s, plies), memory.cells, Budget(stop=stop))
        if moves.complaint is not None and memory.cells[ERROR]:
            raise GaveUp(int(memory.cells[ERROR]), moves.complaint(int(memory.cells[ERROR])))
        if depth > moves.longest and leaves > memory.cells[OVER]:
            if not moves.longest_is_certain:
                raise GaveUp(LONG)
            raise BrokenGame(
                f"a game of {name_of(game)} is longer than longest = {moves.longest} plies; "
                "run 'advsearch check' on the game"
            )
        return int(leaves), int(memory.cells[OVER]), 1 + int(memory.cells[ENTERED])

    return perft_from


def perft(game: AnyGame, state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]:
    """One count; see `Count`."""
    return counter(game)(state, depth, stop)
