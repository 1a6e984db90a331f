"""Notakto: both players place crosses; the player who completes three in a row loses. One int is the whole state."""

import advsearch

ROWS = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)


class Notakto:
    utilities = "outcome"

    def initial(self):
        return 0

    def player(self, crosses):
        return bin(crosses).count("1") & 1

    def terminal(self, crosses):
        return any(crosses & row == row for row in ROWS)

    def actions(self, crosses):
        return [] if self.terminal(crosses) else [1 << i for i in range(9) if not crosses >> i & 1]

    def result(self, crosses, bit):
        if bit not in self.actions(crosses):
            raise advsearch.IllegalAction(f"expected a free bit, got {bit!r}")
        return crosses | bit

    def utility(self, crosses, player):
        # the mover is safe: the other one made the row
        return 1 if self.player(crosses) == player else -1
