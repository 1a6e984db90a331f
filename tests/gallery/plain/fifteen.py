"""Fifteen: take numbers from 1 to 9 in turn; three of yours that add up to 15 win."""

from itertools import chain, combinations


class Fifteen:
    utilities = "outcome"

    def __init__(self, numbers=range(1, 10), target=15):
        self.numbers = frozenset(numbers)
        self.target = target

    def initial(self):
        return frozenset(), frozenset()

    def player(self, state):
        mine, yours = state
        return int(len(mine) > len(yours))

    def actions(self, state):
        return [] if self.terminal(state) else sorted(self.numbers.difference(*state))

    def result(self, state, number):
        if number in set(chain(*state)):
            raise ValueError(f"{number} is taken")
        return tuple(hand.union([number]) if who == self.player(state) else hand for who, hand in enumerate(state))

    def wins(self, hand):
        return self.target in map(sum, combinations(sorted(hand), 3))

    def terminal(self, state):
        return any(map(self.wins, state)) or self.numbers == state[0] | state[1]

    def utility(self, state, player):
        scores = [self.wins(hand) for hand in state]
        return scores[player] - scores[1 - player]
