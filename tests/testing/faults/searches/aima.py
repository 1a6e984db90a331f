"""Minimax as the textbook prints it, with a max function and a min function; the mover decides between them."""

from math import inf


def minimax_decision(game, state, depth):
    me = game.player(state)

    def leaf(s, d):
        if game.terminal(s):
            return game.utility(s, me)
        if d == 0:
            return game.evaluate(s, me)
        return None

    def value(s, d):
        done = leaf(s, d)
        if done is not None:
            return done
        return max_value(s, d) if game.player(s) == me else min_value(s, d)

    def max_value(s, d):
        v = -inf
        for a in game.actions(s):
            v = max(v, value(game.result(s, a), d - 1))
        return v

    def min_value(s, d):
        v = inf
        for a in game.actions(s):
            v = min(v, value(game.result(s, a), d - 1))
        return v

    if game.terminal(state):
        return game.utility(state, me), None
    scored = [(value(game.result(state, a), depth - 1), a) for a in game.actions(state)]
    best = max(v for v, _ in scored)
    return best, next(a for v, a in scored if v == best)
