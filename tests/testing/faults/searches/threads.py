"""The root's actions are searched by threads, each with a plain minimax."""

from concurrent.futures import ThreadPoolExecutor


def plain(game, s, d, me):
    if game.terminal(s):
        return game.utility(s, me)
    if d == 0:
        return game.evaluate(s, me)
    values = [plain(game, game.result(s, a), d - 1, me) for a in game.actions(s)]
    return max(values) if game.player(s) == me else min(values)


def parallel(game, state, depth):
    me = game.player(state)
    if game.terminal(state) or depth == 0:
        return plain(game, state, 0, me), None
    actions = list(game.actions(state))
    with ThreadPoolExecutor(max_workers=4) as pool:
        values = list(pool.map(lambda a: plain(game, game.result(state, a), depth - 1, me), actions))
    best = max(values)
    return best, actions[values.index(best)]
