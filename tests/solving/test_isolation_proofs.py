"""The documented values of solved Isolation boards, checked by a brute force that shares no code with the solver."""

from __future__ import annotations

import random

import pytest

from advsearch import Solver, load_game

pytestmark = [pytest.mark.needs_numba, pytest.mark.slow]


class BruteForce:
    """Finds the winner with knights by trying every move, with a memo but without ordering or bounds."""

    def __init__(self, width: int, height: int) -> None:
        jumps = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
        self.onward = {
            cell: [
                row * width + column
                for x, y in jumps
                if 0 <= (column := cell % width + x) < width and 0 <= (row := cell // width + y) < height
            ]
            for cell in range(width * height)
        }
        self.seen: dict[tuple[int, int, int], bool] = {}

    def wins(self, blocked: int, mover: int, waiting: int) -> bool:
        key = blocked, mover, waiting
        if key not in self.seen:
            self.seen[key] = any(
                not self.wins(blocked | 1 << cell, waiting, cell)
                for cell in self.onward[mover]
                if not blocked >> cell & 1
            )
        return self.seen[key]


def opening(game, first, second):
    return game.result(game.result(game.initial(), first), second)


def test_all_openings_of_5x5():
    """Each of the 600 openings has the winner that brute force finds, and the second player to place can win."""
    game = load_game("isolation(width=5, height=5)")
    solver, brute = Solver(game, 16), BruteForce(5, 5)
    for first in range(25):
        winners = set()
        for second in range(25):
            if second != first:
                value = solver.solve(opening(game, first, second)).value
                assert (value == 1) == brute.wins(1 << first | 1 << second, first, second)
                winners.add(value)
        assert -1 in winners
    assert solver.solve(game.initial()).value == -1


def test_6x6_openings():
    """The first player wins 16 of the 35 replies to every first placement; late positions agree with brute force."""
    game = load_game("isolation(width=6, height=6)")
    solver = Solver(game, 64)
    for first in range(36):
        assert (
            sum(solver.solve(opening(game, first, second)).value == 1 for second in range(36) if second != first)
            == 16
        )
    rng = random.Random(6)
    for _ in range(60):
        brute = BruteForce(6, 6)
        state = opening(game, *rng.sample(range(36), 2))
        for _ in range(10):
            if game.terminal(state):
                break
            assert game.ply(state) >= 2
            state = game.result(state, rng.choice(game.actions(state)))
        if game.terminal(state) or game.ply(state) < 10:
            continue
        blocked = ((1 << 36) - 1) & ~state.open
        assert (solver.solve(state).value == 1) == brute.wins(blocked, state.mover, state.waiting)
