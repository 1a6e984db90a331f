"""Connect Four on a text: columns joined by '|', from the bottom up, such as 'xo||x|...'."""

import attrs

import advsearch


@attrs.frozen
class ConnectFour:
    columns: int = 7
    rows: int = 6
    need: int = 4

    name = "connect-four-text"
    utilities = "outcome"

    def initial(self):
        return "|" * (self.columns - 1)

    def player(self, state):
        stones = len(state) - (self.columns - 1)
        return stones % 2

    def actions(self, state):
        if self._won(state):
            return []
        return [c for c, column in enumerate(state.split("|")) if len(column) < self.rows]

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"expected a column that has room, got {action!r}")
        stacks = state.split("|")
        stacks[action] += "xo"[self.player(state)]
        return "|".join(stacks)

    def terminal(self, state):
        return self._won(state) or all(len(column) == self.rows for column in state.split("|"))

    def utility(self, state, player):
        if not self._won(state):
            return 0
        return -1 if player == self.player(state) else 1

    def _won(self, state):
        """Did the player who moved last connect?"""
        last = "ox"[self.player(state)]
        grid = [column.ljust(self.rows, ".") for column in state.split("|")]
        for c in range(self.columns):
            for r in range(self.rows):
                if grid[c][r] != last:
                    continue
                for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    k = 1
                    while (
                        k < self.need
                        and 0 <= c + k * dc < self.columns
                        and 0 <= r + k * dr < self.rows
                        and grid[c + k * dc][r + k * dr] == last
                    ):
                        k += 1
                    if k == self.need:
                        return True
        return False
