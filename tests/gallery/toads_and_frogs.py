"""Toads and Frogs on a strip: step to the empty square ahead or jump over one enemy. str.replace does the moving."""

from advsearch import IllegalAction


class ToadsAndFrogs:
    utilities = "outcome"

    def __init__(self, strip: str = "TTT__FFF") -> None:
        if set(strip) - set("TF_"):
            raise ValueError(f"a strip is made of T, F and _, got {strip!r}")
        self.strip = strip

    def initial(self):
        return f"T:{self.strip}"

    def player(self, state):
        return 0 if state.startswith("T") else 1

    def patterns(self, state):
        return (("T_", "_T"), ("TF_", "_FT")) if state[0] == "T" else (("_F", "F_"), ("_TF", "FT_"))

    def actions(self, state):
        _, _, strip = state.partition(":")
        hits = []
        for old, _new in self.patterns(state):
            at = strip.find(old)
            while at >= 0:
                hits.append((at, old))
                at = strip.find(old, at + 1)
        return hits

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"nothing hops like {action!r}")
        at, old = action
        who, strip = state.split(":")
        new = dict(self.patterns(state))[old]
        other = {"T": "F", "F": "T"}[who]
        return f"{other}:{strip[:at]}{strip[at:].replace(old, new, 1)}"

    def terminal(self, state):
        return self.actions(state) == []

    def utility(self, state, player):
        return -1 if self.player(state) == player else 1
