"""Alpha-beta that prefers quicker wins, with the values of advsearch for games of outcomes."""

from math import inf

from advsearch.values import EVALUATION_LIMIT, outcome_value


def quick(game, state, depth):
    me = game.player(state)
    outcomes = getattr(game, "utilities", "score") == "outcome"

    def end(s, ply):
        u = game.utility(s, me)
        return outcome_value(u, ply) if outcomes else u

    def ab(s, d, ply, lo, hi):
        if game.terminal(s):
            return end(s, ply)
        if d == 0:
            return (
                max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, game.evaluate(s, me)))
                if outcomes
                else game.evaluate(s, me)
            )
        for a in game.actions(s):
            v = ab(game.result(s, a), d - 1, ply + 1, lo, hi)
            if game.player(s) == me:
                lo = max(lo, v)
            else:
                hi = min(hi, v)
            if lo >= hi:
                break
        return lo if game.player(s) == me else hi

    if game.terminal(state):
        return end(state, 0), None
    best, choice = -inf, None
    for a in game.actions(state):
        v = ab(game.result(state, a), depth - 1, 1, best, inf)
        if choice is None or v > best:
            best, choice = v, a
    return best, choice
