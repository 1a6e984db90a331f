"""Konane on 4x4: hop over a neighbouring stone of the other colour into a hole; who cannot hop loses."""


class Grid:
    """A position: an immutable value with operators of its own."""

    __slots__ = ("cells", "mover")

    def __init__(self, cells, mover):
        self.cells = cells
        self.mover = mover

    def __eq__(self, other):
        return isinstance(other, Grid) and (self.cells, self.mover) == (other.cells, other.mover)

    def __hash__(self):
        return hash((self.cells, self.mover))

    def __repr__(self):
        return f"Grid({self.cells!r}, {self.mover})"

    def __getitem__(self, square):
        x, y = square
        return self.cells[y][x] if 0 <= x < 4 and 0 <= y < 4 else None

    def __sub__(self, square):
        return self._put(square, "_")

    def _put(self, square, content):
        x, y = square
        rows = list(self.cells)
        rows[y] = rows[y][:x] + content + rows[y][x + 1 :]
        return Grid(tuple(rows), self.mover)

    def hop(self, start, step):
        (x, y), (dx, dy) = start, step
        end = (x + 2 * dx, y + 2 * dy)
        moved = (self - start - (x + dx, y + dy))._put(end, self[start])
        return Grid(moved.cells, 1 - self.mover)


class Konane:
    utilities = "outcome"

    def initial(self):
        return Grid(("bwbw", "w__b", "bwbw", "wbwb"), 0)

    def player(self, grid):
        return grid.mover

    def hops(self, grid):
        mine, theirs = "bw" if grid.mover == 0 else "wb"
        for x in range(4):
            for y in range(4):
                if grid[x, y] != mine:
                    continue
                for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                    if grid[x + dx, y + dy] == theirs and grid[x + 2 * dx, y + 2 * dy] == "_":
                        yield (x, y), (dx, dy)

    def actions(self, grid):
        return list(self.hops(grid))

    def result(self, grid, action):
        return grid.hop(*action)

    def terminal(self, grid):
        try:
            next(self.hops(grid))
        except StopIteration:
            return True
        return False

    def utility(self, grid, player):
        return -1 if player == grid.mover else 1
