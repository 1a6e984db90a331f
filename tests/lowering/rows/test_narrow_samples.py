"""Rules derived from a few states, which lack values that other states have, are right in the other states."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from advsearch.lowering import law
from advsearch.lowering.rows import derive
from advsearch.lowering.sample import sample

COLOURS = ("red", "blue", "green")


class Painting:
    """A board of rows of words. At first no action paints the last column."""

    def initial(self) -> Any:
        return (("red", "blue", "red"), ("blue", "red", "red")), 0

    def player(self, state: Any) -> int:
        return int(state[1] % 2)

    def actions(self, state: Any) -> list[str]:
        return [] if state[1] == 6 else list(COLOURS)

    def result(self, state: Any, action: str) -> Any:
        board, ply = state
        painted = tuple(
            tuple(action if (row + column) % 5 == ply - 2 else colour for column, colour in enumerate(line))
            for row, line in enumerate(board)
        )
        return painted, ply + 1

    def terminal(self, state: Any) -> bool:
        return bool(state[1] == 6)

    def utility(self, state: Any, player: int) -> int:
        return sum(line.count("red") for line in state[0]) if player == 0 else 0


class Counting(Painting):
    """The same with numbers, of which the first states have only 0."""

    def initial(self) -> Any:
        return ((0, 0, 0), (0, 0, 0)), 0

    def actions(self, state: Any) -> list[int]:  # type: ignore[override]
        return [] if state[1] == 6 else [1, 5]

    def utility(self, state: Any, player: int) -> int:
        return sum(line.count(5) for line in state[0]) if player == 0 else 0


class Placing(Painting):
    """A helper returns None for what is forbidden, and the board for what is allowed."""

    def initial(self) -> Any:
        return ((0,) * 9, None), 0

    def place(self, board: Any, point: int, ply: int) -> Any:
        cells = list(board)
        cells[point] = ply % 2 + 1
        return None if board[point] or cells[8 - point] == cells[point] else tuple(cells)

    def actions(self, state: Any) -> list[int]:  # type: ignore[override]
        (board, _), ply = state
        return [] if ply == 4 else [p for p in range(9) if self.place(board, p, ply) is not None and p != 4]

    def result(self, state: Any, action: int) -> Any:  # type: ignore[override]
        (board, _), ply = state
        return (self.place(board, action, ply), board), ply + 1

    def terminal(self, state: Any) -> bool:
        return not self.actions(state)

    def utility(self, state: Any, player: int) -> int:
        return int(state[0][0].count(player + 1))


class Stacking(Painting):
    """Rows of words that grow when one is put upon another."""

    def initial(self) -> Any:
        return (("W", "B", "W"), ("B", "W", "B")), 0

    def actions(self, state: Any) -> list[int]:  # type: ignore[override]
        return [] if state[1] == 4 else [0, 1]

    def result(self, state: Any, action: int) -> Any:  # type: ignore[override]
        board, ply = state
        cells = [list(line) for line in board]
        cells[action][ply % 3] += cells[1 - action][ply % 2]
        cells[1 - action][ply % 2] = ""
        return tuple(tuple(line) for line in cells), ply + 1

    def terminal(self, state: Any) -> bool:
        return bool(state[1] == 4)

    def utility(self, state: Any, player: int) -> int:
        return sum(len(word) for line in state[0] for word in line if word[-1:] == "WB"[player])


@pytest.mark.parametrize(
    "game", [Painting(), Counting(), Placing(), Stacking()], ids=lambda game: type(game).__name__
)
def test_rules_from_the_first_states_are_right_in_all_states(game: Any) -> None:
    """A cell may get each value that the rules give to any cell, although the sample never had it there."""
    met = sample(game)
    few = attrs.evolve(met, states=met.states[:2], unfinished=met.unfinished[:2])
    assert law.hold(game, derive(game, few), met) > 3
