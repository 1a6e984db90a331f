"""Order and Chaos: both place either mark; Order wants a full line of one mark. Nested tuples, made anew."""

from advsearch import IllegalAction

EMPTY, RING, CROSS = 0, 1, 2


def with_mark(grid, row, column, mark):
    return tuple(
        tuple(mark if (r, c) == (row, column) else old for c, old in enumerate(line)) for r, line in enumerate(grid)
    )


def lines(grid):
    yield from grid
    yield from zip(*grid, strict=False)
    yield tuple(grid[i][i] for i in range(len(grid)))
    yield tuple(grid[i][-1 - i] for i in range(len(grid)))


class OrderAndChaos:
    utilities = "outcome"

    def __init__(self, size: int = 3) -> None:
        self.size = size

    def initial(self):
        return ((EMPTY,) * self.size,) * self.size

    def filled(self, grid):
        return sum(1 for line in grid for mark in line if mark != EMPTY)

    def player(self, grid):
        return self.filled(grid) % 2

    def ordered(self, grid):
        return any(line[0] != EMPTY and len(set(line)) == 1 for line in lines(grid))

    def terminal(self, grid):
        return self.ordered(grid) or self.filled(grid) == self.size**2

    def actions(self, grid):
        if self.terminal(grid):
            return []
        return [
            (mark, (r, c))
            for r, line in enumerate(grid)
            for c, old in enumerate(line)
            if old == EMPTY
            for mark in (RING, CROSS)
        ]

    def result(self, grid, action):
        if action not in self.actions(grid):
            raise IllegalAction(f"expected a mark and a free square, got {action!r}")
        mark, (row, column) = action
        return with_mark(grid, row, column, mark)

    def utility(self, grid, player):
        return 1 if self.ordered(grid) == (player == 0) else -1
