"""Connect three on a 4x4 board: drop a stone into a column. Columns are strings, from the bottom up."""


class Drop3:
    utilities = "outcome"

    def __init__(self, columns=4, height=4):
        self.columns = columns
        self.height = height

    def initial(self):
        return ("",) * self.columns

    def player(self, state):
        return sum(map(len, state)) % 2

    def actions(self, state):
        if self.winner(state) is not None:
            return []
        return [i for i, column in enumerate(state) if len(column) < self.height]

    def result(self, state, action):
        stone = "ab"[self.player(state)]
        return tuple(column + stone if i == action else column for i, column in enumerate(state))

    def winner(self, state):
        grid = [column.ljust(self.height) for column in state]
        grid += [" " * self.height] * 2
        for x in range(self.columns):
            for y in range(self.height):
                if (stone := grid[x][y]) == " ":
                    continue
                if grid[x][y : y + 3] == stone * 3:
                    return stone
                for slope in (-1, 0, 1):
                    if (
                        0 <= (top := y + 2 * slope) < self.height
                        and grid[x + 1][y + slope] == stone == grid[x + 2][top]
                    ):
                        return stone
        return None

    def terminal(self, state):
        return self.winner(state) is not None or all(len(column) == self.height for column in state)

    def utility(self, state, player):
        if (who := self.winner(state)) is None:
            return 0
        return 1 if who == "ab"[player] else -1
