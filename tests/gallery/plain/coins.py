"""Take a coin from either end of a row. Coins are worth pounds and pence; who has more is ahead."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    coins: tuple
    purses: tuple = (0.0, 0.0)

    def __len__(self):
        return len(self.coins)

    def pay(self, who, amount):
        purses = list(self.purses)
        purses[who] += amount
        return tuple(purses)


class Coins:
    def __init__(self, values=(0.5, 2.0, 0.25, 1.0, 0.125, 2.0, 0.75, 1.5)):
        self.values = tuple(values)

    def initial(self):
        return Row(self.values)

    def player(self, row):
        return (len(self.values) - len(row)) % 2

    def actions(self, row):
        if not row.coins:
            return []
        return ["left"] if len(row) == 1 else ["left", "right"]

    def result(self, row, end):
        who = self.player(row)
        if end == "left":
            coin, *rest = row.coins
        elif end == "right":
            *rest, coin = row.coins
        else:
            raise KeyError(end)
        return Row(tuple(rest), row.pay(who, coin))

    def terminal(self, row):
        return len(row) == 0

    def utility(self, row, player):
        return round(row.purses[player] - row.purses[1 - player], 2)
