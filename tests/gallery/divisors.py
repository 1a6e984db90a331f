"""The divisor game: from n subtract a proper divisor. The player left with 1 pays.

Utilities are floats: the loser pays 1 and a quarter for each ply that the game fell short of the limit.
"""

from advsearch import IllegalAction


class Divisors:
    name = "divisors"

    def __init__(self, n: int = 12, limit: int = 12) -> None:
        self.n = n
        self.limit = limit

    def initial(self):
        return {"n": self.n, "ply": 0}["n"], 0

    def player(self, state):
        _, ply = state
        return ply % 2

    def actions(self, state):
        n, _ = state
        return [d for d in range(1, n) if n % d == 0]

    def result(self, state, action):
        n, ply = state
        if not isinstance(action, int) or action not in self.actions(state):
            raise IllegalAction(f"{action!r} does not divide {n}")
        return n - action, ply + 1

    def terminal(self, state):
        return state[0] == 1

    def utility(self, state, player):
        _, ply = state
        stake = 1.0 + 0.25 * max(self.limit - ply, 0)
        return -stake if player == ply % 2 else stake
