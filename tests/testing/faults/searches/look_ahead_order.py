"""Alpha-beta whose order comes from a search of one ply less: iterative deepening inside each node."""


def ordered(game, state, depth, me):
    if depth <= 1:
        return list(game.actions(state))
    sign = 1 if game.player(state) == me else -1
    keyed = []
    for i, action in enumerate(game.actions(state)):
        child = game.result(state, action)
        look = game.utility(child, me) if game.terminal(child) else game.evaluate(child, me)
        keyed.append((-sign * look, i, action))
    return [action for _, _, action in sorted(keyed, key=lambda k: k[:2])]


def alpha_beta(game, state, depth, alpha, beta, me):
    if game.terminal(state):
        return game.utility(state, me)
    if depth == 0:
        return game.evaluate(state, me)
    value = None
    for action in ordered(game, state, depth, me):
        v = alpha_beta(game, game.result(state, action), depth - 1, alpha, beta, me)
        if game.player(state) == me:
            value = v if value is None else max(value, v)
            alpha = max(alpha, value)
        else:
            value = v if value is None else min(value, v)
            beta = min(beta, value)
        if alpha >= beta:
            return value
    return value


def choose(game, state, depth):
    me = game.player(state)
    if game.terminal(state) or depth == 0:
        return alpha_beta(game, state, 0, 0, 0, me), None
    best = None
    for action in ordered(game, state, depth, me):
        floor = float("-inf") if best is None else best[0]
        v = alpha_beta(game, game.result(state, action), depth - 1, floor, float("inf"), me)
        if best is None or v > best[0]:
            best = (v, action)
    return best
