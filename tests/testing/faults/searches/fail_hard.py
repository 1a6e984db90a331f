"""Alpha-beta, fail-hard: the answer never leaves the window."""

from math import inf


def alphabeta(game, state, depth, alpha=-inf, beta=inf):
    me = game.player(state)

    def clamp(x):
        return max(alpha, min(beta, x))

    def ab(s, d, lo, hi):
        if game.terminal(s):
            return max(lo, min(hi, game.utility(s, me)))
        if d == 0:
            return max(lo, min(hi, game.evaluate(s, me)))
        if game.player(s) == me:
            for a in game.actions(s):
                lo = max(lo, ab(game.result(s, a), d - 1, lo, hi))
                if lo >= hi:
                    return hi
            return lo
        for a in game.actions(s):
            hi = min(hi, ab(game.result(s, a), d - 1, lo, hi))
            if lo >= hi:
                return lo
        return hi

    if game.terminal(state):
        return clamp(game.utility(state, me)), None
    if depth == 0:
        return clamp(game.evaluate(state, me)), None
    best, choice = alpha, None
    for a in game.actions(state):
        v = ab(game.result(state, a), depth - 1, best, beta)
        if choice is None or v > best:
            best, choice = max(best, v), a
        if best >= beta:
            break
    return best, choice
