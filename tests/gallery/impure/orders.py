"""Three games that depend on the order of a set, which differs between processes."""

import advsearch


class Letters:
    """Take a letter; who takes the last one loses. The actions come in the order of a set of texts."""

    utilities = "outcome"

    def initial(self):
        return (frozenset(["alpha", "beta", "gamma", "delta", "epsilon"]), 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return list(state[0])

    def result(self, state, action):
        if action not in state[0]:
            raise advsearch.IllegalAction(f"{action!r}")
        return (state[0] - {action}, 1 - state[1])

    def terminal(self, state):
        return not state[0]

    def utility(self, state, player):
        return 1 if state[1] == player else -1


class FirstOfTheSet(Letters):
    """The actions are sorted, but taking one also takes the letter that the set gives first."""

    def actions(self, state):
        return sorted(state[0])

    def result(self, state, action):
        left, mover = super().result(state, action)
        if left:
            left = left - {next(iter(left))}
        return (left, mover)


class HashedWinner(Letters):
    """The last letter's hash decides who wins."""

    def initial(self):
        return (frozenset(["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]), 0, "")

    def actions(self, state):
        return sorted(state[0])

    def result(self, state, action):
        if action not in state[0]:
            raise advsearch.IllegalAction(f"{action!r}")
        return (state[0] - {action}, 1 - state[1], action)

    def utility(self, state, player):
        return 1 if hash(state[2]) % 2 == player else -1
