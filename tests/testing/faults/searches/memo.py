"""Minimax with functools.cache in a closure, made anew for each call."""

import functools


def memo_minimax(game, state, depth):
    me = game.player(state)

    @functools.cache
    def value(s, d):
        if game.terminal(s):
            return game.utility(s, me)
        if d == 0:
            return game.evaluate(s, me)
        pick = max if game.player(s) == me else min
        return pick(value(game.result(s, a), d - 1) for a in game.actions(s))

    if game.terminal(state) or depth == 0:
        return value(state, 0), None
    action = max(game.actions(state), key=lambda a: value(game.result(state, a), depth - 1))
    return value(state, depth), action
