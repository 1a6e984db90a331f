"""Chopsticks: tap a hand of the other player with one of yours, or share your fingers out anew."""

from typing import NamedTuple


class Hands(NamedTuple):
    zero: tuple
    one: tuple
    ply: int

    @property
    def mine(self):
        return self[self.ply % 2]

    @property
    def yours(self):
        return self[1 - self.ply % 2]

    def next(self, mine, yours):
        mine, yours = tuple(sorted(mine)), tuple(sorted(yours))
        return Hands(*((mine, yours) if self.ply % 2 == 0 else (yours, mine)), self.ply + 1)


class Chopsticks:
    utilities = "outcome"

    def __init__(self, fingers=5, limit=40):
        self.fingers = fingers
        self.limit = limit

    def initial(self):
        return Hands((1, 1), (1, 1), 0)

    def player(self, hands):
        return hands.ply % 2

    def actions(self, hands):
        if self.terminal(hands):
            return []
        taps = {("tap", a, b) for a in hands.mine for b in hands.yours if a and b}
        total = sum(hands.mine)
        shares = {
            ("share", a, total - a)
            for a in range(total // 2 + 1)
            if total - a < self.fingers and (a, total - a) != hands.mine
        }
        return sorted(taps) + sorted(shares)

    def result(self, hands, action):
        match action:
            case ("tap", a, b):
                yours = list(hands.yours)
                yours.remove(b)
                return hands.next(hands.mine, [*yours, (a + b) % self.fingers if a + b >= self.fingers else a + b])
            case ("share", a, b):
                return hands.next((a, b), hands.yours)
        raise ValueError(action)

    def terminal(self, hands):
        return hands.ply >= self.limit or not any(hands.zero) or not any(hands.one)

    def utility(self, hands, player):
        alive = [any(hands.zero), any(hands.one)]
        return alive[player] - alive[1 - player]
