"""Perft over kernels."""

from __future__ import annotations

from functools import partial
from typing import Any, Protocol

from advsearch.compiled import build
from advsearch.compiled.engine import kernels_of
from advsearch.compiled.layout import ENTERED, ERROR, HEADER, OVER, STOP
from advsearch.compiled.memory import Block, Memory, get, put, watch
from advsearch.compiled.moves import moves_of
from advsearch.compiled.numbers import FLOAT
from advsearch.compiled.shape import Kernel, Moves
from advsearch.compiled.worker import run
from advsearch.limits import Budget, StopSignal
from advsearch.lowering.row_rules import LONG, GaveUp
from advsearch.protocol import AnyGame, name_of
from advsearch.search.returned import BrokenGame


def make_perft(moves: Moves) -> Kernel:
    """Make the function `count(block, s, depth)`. The function returns the number of leaves below s. The function
    also counts positions in the cell ENTERED, and finished leaves in the cell OVER. The state s must not be finished,
    and depth must be at least 1.

    The stop flag is read every few milliseconds: at each node with at least three plies left.
    """
    begin, actions, after = moves.begin, moves.actions, moves.after
    some, take, choices, fan = moves.some, moves.take, moves.choices, moves.fan

    def perft(block: Block, s: Any, cells: Any, depth: int) -> int:
        leaves = 0
        entered = 0
        over = 0
        while some(cells) and (depth < 3 or (watch(block, STOP) == 0 and get(block, ERROR) == 0)):
            cell, cells = take(cells)
            start, stop = choices(s, cell)
            for choice in range(start, stop):
                t, replies, _, ended, _ = after(s, cell * fan + choice)
                entered += 1
                if ended:
                    over += 1
                    leaves += 1
                elif depth == 1:
                    leaves += 1
                else:
                    leaves += perft(block, t, replies, depth - 1)
        put(block, ENTERED, get(block, ENTERED) + entered)
        put(block, OVER, get(block, OVER) + over)
        return leaves

    def count(block: Block, s: Any, depth: int) -> int:
        begin(s)
        return perft(block, s, actions(s), depth)

    return count


class Count(Protocol):
    """A function that counts the positions below a state. The function returns the number of leaves, the number of
    leaves in which the game is over, and the number of positions entered.

    If a stop signal ends the count, the function returns the three numbers counted so far.
    """

    def __call__(self, state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]: ...


def counter(game: AnyGame) -> Count:
    """Build or load the compiled function that counts positions of a game."""
    moves = moves_of(kernels_of(game))
    called = partial(moves.inspected, name_of(game), None, FLOAT)
    count = build.native(make_perft(moves), (0, moves.example, 0), f"{name_of(game)} perft", called)

    def perft_from(state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]:
        if depth == 0 or game.terminal(state):
            return 1, int(game.terminal(state)), 1
        encoded = moves.encode(state)
        plies = min(depth, moves.longest + 1)  # without this limit, a game without end would overflow the stack
        memory = Memory(HEADER + moves.room(plies))
        s = moves.place(memory.cells, memory.address, HEADER, encoded)
        leaves = run(count, (memory.address, s, plies), memory.cells, Budget(stop=stop))
        if moves.complaint is not None and memory.cells[ERROR]:
            raise GaveUp(int(memory.cells[ERROR]), moves.complaint(int(memory.cells[ERROR])))
        if depth > moves.longest and leaves > memory.cells[OVER]:
            if not moves.longest_is_certain:
                raise GaveUp(LONG)
            raise BrokenGame(
                f"{name_of(game)} declares longest = {moves.longest} plies, but has a longer game; "
                "run 'advsearch check' on the game"
            )
        return int(leaves), int(memory.cells[OVER]), 1 + int(memory.cells[ENTERED])

    return perft_from


def perft(game: AnyGame, state: Any, depth: int, stop: StopSignal | None = None) -> tuple[int, int, int]:
    """Count the positions below a state to a depth. The function returns the three numbers that `Count` describes."""
    return counter(game)(state, depth, stop)
