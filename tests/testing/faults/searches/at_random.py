"""Any legal action."""

import random


def any_action(game, state, seed=0):
    if game.terminal(state):
        return None
    return random.Random(f"{seed}").choice(list(game.actions(state)))
