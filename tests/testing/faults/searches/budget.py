"""A function with a budget of nodes: it deepens until they are spent, and keeps the last full depth."""


class Spent(Exception):
    pass


def search(game, state, depth=50, nodes=None):
    me = game.player(state)
    count = 0

    def enter(s, a):
        nonlocal count
        if nodes is not None and count >= nodes:
            raise Spent
        count += 1
        return game.result(s, a)

    def value(s, d, lo, hi):
        if game.terminal(s):
            return game.utility(s, me)
        if d == 0:
            return game.evaluate(s, me)
        mine = game.player(s) == me
        for a in game.actions(s):
            v = value(enter(s, a), d - 1, lo, hi)
            if mine and v > lo:
                lo = v
            if not mine and v < hi:
                hi = v
            if lo >= hi:
                break
        return lo if mine else hi

    if game.terminal(state):
        return game.utility(state, me), None
    answer = (game.evaluate(state, me), game.actions(state)[0])
    try:
        for d in range(1, depth + 1):
            best = None
            for a in game.actions(state):
                v = value(enter(state, a), d - 1, float("-inf") if best is None else best[0], float("inf"))
                if best is None or v > best[0]:
                    best = (v, a)
            answer = best
    except Spent:
        pass
    return answer
