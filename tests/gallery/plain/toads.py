"""Toads and frogs on three lanes: step into the gap, or hop over one animal of the other kind."""

import re


class ToadsAndFrogs:
    utilities = "outcome"

    PATTERNS = {"T": re.compile("(?=(T-|TF-))"), "F": re.compile("(?=(-F|-TF))")}  # noqa: RUF012

    def __init__(self, lanes="TT--FF,T-T-FF,T--F"):
        self.lanes = lanes

    def initial(self):
        return "T:" + self.lanes

    def player(self, state):
        return 0 if state[0] == "T" else 1

    def actions(self, state):
        # an action is where the matched text begins, and how long it is
        return [(m.start(), len(m.group(1))) for m in self.PATTERNS[state[0]].finditer(state, 2)]

    def result(self, state, action):
        start, length = action
        text = state[start : start + length]
        turned = text[-1] + text[1:-1] + text[0]
        other = "F" if state[0] == "T" else "T"
        return other + state[1:start] + turned + state[start + length :]

    def terminal(self, state):
        return self.PATTERNS[state[0]].search(state, 2) is None

    def utility(self, state, player):
        stuck = self.player(state)
        return -1 if player == stuck else +1
