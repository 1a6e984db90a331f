"""Alpha-beta, fail-soft, in one recursion with a flag for the side."""


def search(game, state, depth, alpha=float("-inf"), beta=float("inf")):
    me = game.player(state)

    def visit(state, depth, alpha, beta):
        if game.terminal(state):
            return game.utility(state, me), None
        if depth <= 0:
            return game.evaluate(state, me), None
        maximizing = game.player(state) == me
        best_value, best_action = None, None
        for action in game.actions(state):
            value, _ = visit(game.result(state, action), depth - 1, alpha, beta)
            better = best_value is None or (value > best_value if maximizing else value < best_value)
            if better:
                best_value, best_action = value, action
            if maximizing:
                alpha = max(alpha, best_value)
            else:
                beta = min(beta, best_value)
            if beta <= alpha:
                break
        return best_value, best_action

    return visit(state, depth, alpha, beta)
