"""Players as students of the 11x9 course write them."""

import random

from isolation import DebugState
from isolation.isolation import Action
from sample_players import BasePlayer, DataPlayer


class CustomPlayer(DataPlayer):
    """Deepens until the queue is closed, and keeps a number in `context`."""

    def get_action(self, state):
        self.context = (self.context or 0) + 1
        assert self.data is None
        assert state.player() == self.player_id
        if state.ply_count < 2:
            self.queue.put(57 if 57 in state.actions() else random.choice(state.actions()))
            return
        assert self.context > 1
        depth = 1
        while True:
            self.queue.put(max(state.actions(), key=lambda action: self.value(state.result(action), depth - 1)))
            depth += 1

    def value(self, state, depth):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            own, theirs = state.locs[self.player_id], state.locs[1 - self.player_id]
            return len(state.liberties(own)) - len(state.liberties(theirs))
        choose = max if state.player() == self.player_id else min
        return choose(self.value(state.result(action), depth - 1) for action in state.actions())


class Careful(CustomPlayer):
    """Catches every exception, and goes on."""

    def value(self, state, depth):
        try:
            return super().value(state, depth)
        except Exception:
            return 0


class OneMove(BasePlayer):
    """Puts one action, and ends with an error, which does not count."""

    def get_action(self, state):
        assert DebugState.ind2xy(0) == (0, 0)
        action = min(state.actions())
        self.queue.put(action)
        assert state.ply_count < 2 or isinstance(action, Action)
        raise ValueError("after the answer")
