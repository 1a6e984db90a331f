"""Iterative deepening with aspiration windows around the value of the depth before; a failed window is opened."""

from math import inf


def ab(game, s, d, lo, hi, me):
    if game.terminal(s):
        return game.utility(s, me), None
    if d == 0:
        return game.evaluate(s, me), None
    best = None
    for a in game.actions(s):
        v = ab(game, game.result(s, a), d - 1, lo, hi, me)[0]
        if game.player(s) == me:
            if best is None or v > best[0]:
                best = (v, a)
            lo = max(lo, v)
        else:
            if best is None or v < best[0]:
                best = (v, a)
            hi = min(hi, v)
        if lo >= hi:
            break
    return best


def aspire(game, state, depth):
    me = game.player(state)
    if game.terminal(state) or depth == 0:
        return ab(game, state, 0, 0, 0, me)
    found = None
    for d in range(1, depth + 1):
        if found is None:
            low, high = -inf, inf
        else:
            low, high = found[0] - 1, found[0] + 1
        attempt = ab(game, state, d, low, high, me)
        if attempt[0] <= low or attempt[0] >= high:
            attempt = ab(game, state, d, -inf, inf, me)
        found = attempt
    return found
