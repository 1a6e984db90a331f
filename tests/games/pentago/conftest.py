"""Positions of every kind, and a second version of the rules on lists of characters."""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import strategies as st

from advsearch_pentago import Pentago, State
from advsearch_pentago.geometry import BITS

Grid: TypeAlias = list[list[str]]
GAMES = (Pentago("official"), Pentago("after-turn"))


class PlainRules:
    """Pentago on a 6x6 list of lists, in plain code that shares nothing with the package."""

    def __init__(self, rules: str) -> None:
        self.official = rules == "official"

    @staticmethod
    def grid(text: str) -> Grid:
        return [list(row) for row in text.split("/")]

    @staticmethod
    def text(grid: Grid) -> str:
        return "/".join("".join(row) for row in grid)

    @staticmethod
    def mover(grid: Grid) -> str:
        stones = "".join("".join(row) for row in grid)
        return "X" if stones.count("X") == stones.count("O") else "O"

    @staticmethod
    def five(grid: Grid, sign: str) -> bool:
        """Whether there is a five, found by looking from every cell in every direction."""
        for row in range(6):
            for column in range(6):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    ahead = [(row + i * down, column + i * right) for i in range(5)]
                    if all(0 <= r < 6 and 0 <= c < 6 and grid[r][c] == sign for r, c in ahead):
                        return True
        return False

    def over(self, grid: Grid) -> bool:
        return self.five(grid, "X") or self.five(grid, "O") or not any("." in row for row in grid)

    def outcome(self, grid: Grid) -> int:
        """The utility for X of a finished board."""
        return self.five(grid, "X") - self.five(grid, "O")

    @staticmethod
    def turn(grid: Grid, quadrant: str, direction: str) -> Grid:
        top, left = 3 * (quadrant[0] == "B"), 3 * (quadrant[1] == "R")
        block = [row[left : left + 3] for row in grid[top : top + 3]]
        if direction == "R":
            block = [list(column) for column in zip(*block[::-1], strict=True)]
        else:
            block = [list(column) for column in zip(*block, strict=True)][::-1]
        image = [row[:] for row in grid]
        for row, cells in enumerate(block):
            image[top + row][left : left + 3] = cells
        return image

    def children(self, grid: Grid) -> list[tuple[str, Grid]]:
        """Every action with the grid to which it leads, in the documented order."""
        found: list[tuple[str, Grid]] = []
        if self.over(grid):
            return found
        for row in range(6):
            for column in range(6):
                if grid[row][column] == ".":
                    found += self._placements(grid, row, column)
        return found

    def _placements(self, grid: Grid, row: int, column: int) -> list[tuple[str, Grid]]:
        name = "abcdef"[column] + str(row + 1)
        placed = [cells[:] for cells in grid]
        placed[row][column] = self.mover(grid)
        if self.official and self.five(placed, self.mover(grid)):
            return [(name, placed)]
        return [
            (f"{name}-{quadrant}-{direction}", self.turn(placed, quadrant, direction))
            for quadrant in ("TL", "TR", "BL", "BR")
            for direction in "LR"
        ]

    def value(self, grid: Grid) -> int:
        """The value for X, found by trying everything."""
        if self.over(grid):
            return self.outcome(grid)
        values = (self.value(child) for _, child in self.children(grid))
        return max(values) if self.mover(grid) == "X" else min(values)


@st.composite
def _walked(draw: st.DrawFn) -> tuple[Pentago, State]:
    """A position reached by random play from the start."""
    game = draw(st.sampled_from(GAMES))
    state = game.initial()
    plies = draw(st.integers(0, 36))
    for choice in draw(st.lists(st.integers(0, 287), min_size=plies, max_size=plies)):
        actions = game.actions(state)
        if not actions:
            break
        state = game.result(state, actions[choice % len(actions)])
    return game, state


@st.composite
def _arranged(draw: st.DrawFn, *, least: int = 0) -> State:
    """Any legal numbers of stones anywhere, with many fives and many places where one more stone makes five."""
    stones = draw(st.integers(least, 36))
    order = draw(st.permutations(BITS))
    second = stones // 2
    return State(sum(order[second:stones]), sum(order[:second]))


@pytest.fixture(scope="session")
def games() -> st.SearchStrategy[Pentago]:
    return st.sampled_from(GAMES)


@pytest.fixture(scope="session")
def walked() -> st.SearchStrategy[tuple[Pentago, State]]:
    return _walked()


@pytest.fixture(scope="session")
def arranged() -> st.SearchStrategy[State]:
    return _arranged()


@pytest.fixture(scope="session")
def nearly_full() -> st.SearchStrategy[State]:
    return _arranged(least=34)


@pytest.fixture(scope="session")
def plain_rules() -> type[PlainRules]:
    return PlainRules


@pytest.fixture(scope="session")
def few_empty() -> st.SearchStrategy[State]:
    return _arranged(least=31)
