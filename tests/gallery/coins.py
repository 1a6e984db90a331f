"""A row of coins: take the left or the right one. The player with more in the end wins by the difference."""

import attrs

from advsearch import IllegalAction


@attrs.frozen
class Row:
    left: int
    right: int  # one past the last coin
    purse: tuple[int, int]

    @property
    def count(self):
        return self.right - self.left


@attrs.frozen
class Coins:
    coins: tuple[int, ...] = (3, 9, 1, 2, 7, 5, 4, 8)

    name = "coins"

    def initial(self):
        return Row(0, len(self.coins), (0, 0))

    def player(self, row):
        return (len(self.coins) - row.count) & 1

    def actions(self, row):
        return {0: (), 1: ("left",)}.get(row.count, ("left", "right"))

    def result(self, row, action):
        if action not in self.actions(row):
            raise IllegalAction(f"expected 'left' or 'right' while there are coins, got {action!r}")
        coin = self.coins[row.left] if action == "left" else self.coins[row.right - 1]
        purse = tuple(money + (coin if who == self.player(row) else 0) for who, money in enumerate(row.purse))
        if action == "left":
            return attrs.evolve(row, left=row.left + 1, purse=purse)
        return attrs.evolve(row, right=row.right - 1, purse=purse)

    def terminal(self, row):
        return row.left == row.right

    def utility(self, row, player):
        difference = row.purse[0] - row.purse[1]
        return difference if player == 0 else -difference
