"""Players for AIMA's games."""

import random

from games import alpha_beta_cutoff_search, random_player


def cutoff_player(game, state):
    return alpha_beta_cutoff_search(state, game, d=2, eval_fn=lambda at: len(at.moves))


def own_minimax(game, state):
    me = game.to_move(state)

    def value(at, depth):
        if game.terminal_test(at):
            return 100 * game.utility(at, me)
        if depth == 0:
            return len(game.actions(at)) * (1 if game.to_move(at) == me else -1)
        choose = max if at.to_move == me else min
        return choose(value(game.result(at, move), depth - 1) for move in game.actions(at))

    return max(game.actions(state), key=lambda move: value(game.result(state, move), 1))


def sometimes(game, state, bold=False):
    return random_player(game, state) if bold else random.choice(game.actions(state))
