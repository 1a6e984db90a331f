"""Tron by turns: two light cycles leave walls behind. Walls are one int, of 72 bits by default.

A cycle that cannot move has lost. A border of wall saves all tests for the edge.
"""

import attrs

import advsearch


@attrs.frozen
class Arena:
    walls: int
    heads: tuple[int, int]
    mover: int


@attrs.frozen
class Tron:
    columns: int = 7
    rows: int = 6

    name = "tron"
    utilities = "outcome"

    @property
    def stride(self) -> int:
        return self.columns + 2

    def initial(self):
        s, rows, columns = self.stride, self.rows, self.columns
        walls = (1 << s) - 1 | ((1 << s) - 1) << s * (rows + 1)
        for row in range(1, rows + 1):
            walls |= 1 << row * s | 1 << row * s + columns + 1
        first, second = s + 1, rows * s + columns
        return Arena(walls | 1 << first | 1 << second, (first, second), 0)

    def player(self, arena):
        return arena.mover

    def actions(self, arena):
        head = arena.heads[arena.mover]
        return [step for step in (-self.stride, -1, 1, self.stride) if not arena.walls >> head + step & 1]

    def result(self, arena, step):
        if step not in self.actions(arena):
            raise advsearch.IllegalAction(f"expected a step that hits no wall, got {step!r}")
        heads = list(arena.heads)
        heads[arena.mover] += step
        return Arena(arena.walls | 1 << heads[arena.mover], tuple(heads), arena.mover ^ 1)

    def terminal(self, arena):
        return not self.actions(arena)

    def utility(self, arena, player):
        return 1 if player != arena.mover else -1
