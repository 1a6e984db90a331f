"""A small game, which tests write to a file."""

from advsearch.errors import IllegalAction


class Count:
    """Say 1 or 2; the player who reaches the goal wins."""

    name = "count"
    utilities = "outcome"

    def __init__(self, goal=5, generous=False):
        self.goal, self.generous = goal, generous

    def initial(self):
        return (0, 0)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return () if state[0] >= self.goal else (1, 2)

    def result(self, state, action):
        if action not in self.actions(state) and not (self.generous and action == 3):
            raise IllegalAction(f"expected 1 or 2, got {action!r}")
        return (state[0] + action, 1 - state[1])

    def terminal(self, state):
        return state[0] >= self.goal

    def utility(self, state, player):
        return -1 if player == state[1] else 1
