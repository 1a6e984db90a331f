"""Race the reference tier against alpha-beta as in a textbook, on small games in plain Python.

    python benchmarks/reference_tier.py            # print a table in a few seconds; processor time, best of 5 runs
    python benchmarks/reference_tier.py --check    # exit 1 if the reference tier is slower than 0.66 of the textbook

The textbook search consists of two functions, max and min, which call each other in turn. The textbook search has a
terminal test and a window, but it does not call `player`, count nodes, check limits, or record the line of play,
distances and exactness. The program checks that both searches enter the same nodes. The number of moves applied is
the number of nodes without the root.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from advsearch.binding import Tiered
from advsearch.limits import Limits
from advsearch.search import AlphaBeta

ROUNDS = 5
FLOOR = 0.66
INFINITY = float("inf")

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """Tic-tac-toe on a board that is a string of nine characters, row by row."""

    def initial(self) -> str:
        return "." * 9

    def player(self, state: str) -> int:
        return (9 - state.count(".")) % 2

    def actions(self, state: str) -> list[int]:
        return [] if self.terminal(state) else [cell for cell in range(9) if state[cell] == "."]

    def result(self, state: str, action: int) -> str:
        return state[:action] + "XO"[(9 - state.count(".")) % 2] + state[action + 1 :]

    def terminal(self, state: str) -> bool:
        for a, b, c in ROWS:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return True
        return "." not in state

    def utility(self, state: str, player: int) -> int:
        for a, b, c in ROWS:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return 1 if "XO"[player] == state[a] else -1
        return 0


class FourInARow:
    """Four in a row. The stones of a player are an integer with seven bits for each column, of which the seventh is
    always 0. A state consists of the mover's stones, the other player's stones, and the player to move.
    """

    full = sum(0b0111111 << 7 * column for column in range(7))

    def initial(self) -> tuple[int, int, int]:
        return 0, 0, 0

    def player(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def actions(self, state: tuple[int, int, int]) -> list[int]:
        if self.terminal(state):
            return []
        stones = state[0] | state[1]
        return [column for column in range(7) if not stones >> 7 * column + 5 & 1]

    def result(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        mine, theirs, turn = state
        stones = mine | theirs
        return theirs, mine | (stones + (1 << 7 * action) & ~stones & 0b0111111 << 7 * action), 1 - turn

    def terminal(self, state: tuple[int, int, int]) -> bool:
        stones = state[1]
        pairs = stones & stones >> 1
        if pairs & pairs >> 2:
            return True
        pairs = stones & stones >> 7
        if pairs & pairs >> 14:
            return True
        pairs = stones & stones >> 6
        if pairs & pairs >> 12:
            return True
        pairs = stones & stones >> 8
        if pairs & pairs >> 16:
            return True
        return state[0] | stones == self.full

    def utility(self, state: tuple[int, int, int], player: int) -> int:
        if state[0] | state[1] == self.full and not self.terminal((0, state[1], 0)):
            return 0
        return -1 if player == state[2] else 1


def nothing(_game: Any, _state: Any, _player: int) -> int:
    return 0


def bare_loop(game: Any, state: Any, depth: int, evaluator: Callable[[Any, Any, int], float]) -> float:
    """Alpha-beta as in a textbook."""
    root = game.player(state)

    def largest(state: Any, depth: int, alpha: float, beta: float) -> float:
        if game.terminal(state):
            return game.utility(state, root)
        if depth == 0:
            return evaluator(game, state, root)
        best = -INFINITY
        for action in game.actions(state):
            value = smallest(game.result(state, action), depth - 1, alpha, beta)
            if value > best:
                best = value
                if best >= beta:
                    return best
                if best > alpha:
                    alpha = best
        return best

    def smallest(state: Any, depth: int, alpha: float, beta: float) -> float:
        if game.terminal(state):
            return game.utility(state, root)
        if depth == 0:
            return evaluator(game, state, root)
        best = INFINITY
        for action in game.actions(state):
            value = largest(game.result(state, action), depth - 1, alpha, beta)
            if value < best:
                best = value
                if best <= alpha:
                    return best
                if best < beta:
                    beta = best
        return best

    return largest(state, depth, -INFINITY, INFINITY)


class Counted:
    """A game that counts the moves played in it."""

    def __init__(self, game: Any) -> None:
        self.game, self.applied = game, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def result(self, state: Any, action: Any) -> Any:
        self.applied += 1
        return self.game.result(state, action)


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def race(name: str, game: Any, depth: int) -> float:
    """Time both searches in turn. Return the speed of the reference tier divided by that of the textbook search."""
    state = game.initial()
    searcher = Tiered(AlphaBeta(evaluator=nothing), "reference")  # otherwise its rules would be derived meanwhile
    limits = Limits(depth=depth)
    found = searcher.search(game, state, limits=limits)
    counted = Counted(game)
    value = bare_loop(counted, state, depth, nothing)
    assert (found.nodes, found.value) == (counted.applied + 1, value), "both enter the same tree"
    bare, ours = [], []
    for _ in range(ROUNDS):
        bare.append(seconds(lambda: bare_loop(game, state, depth, nothing)))
        ours.append(seconds(lambda: searcher.search(game, state, limits=limits)))
    ratio = min(bare) / min(ours)
    rates = [counted.applied / min(times) / 1e6 for times in (bare, ours)]
    print(f"{name:28} {counted.applied:>9,} moves   bare {rates[0]:.2f} M/s   ours {rates[1]:.2f} M/s   {ratio:.2f}")
    return ratio


def main() -> int:
    ratios = [
        race("tic-tac-toe, to the end", TicTacToe(), 9),
        race("four in a row, 7 plies", FourInARow(), 7),
        race("four in a row, 8 plies", FourInARow(), 8),
    ]
    return 1 if "--check" in sys.argv[1:] and min(ratios) < FLOOR else 0


if __name__ == "__main__":
    sys.exit(main())
