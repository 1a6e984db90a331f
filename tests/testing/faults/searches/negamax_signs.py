"""Negamax that negates only when the turn passes. Evaluations are asked for the root's player and then turned."""


def negamax(tree, depth):
    root = tree.initial()
    me = tree.player(root)

    def visit(state, depth):
        """(value for the player to move, best action)"""
        turn = tree.player(state)
        sign = 1 if turn == me else -1
        if tree.terminal(state):
            return sign * tree.utility(state, me), None
        if depth == 0:
            return sign * tree.evaluate(state, me), None
        best = None
        for action in tree.actions(state):
            child = tree.result(state, action)
            value, _ = visit(child, depth - 1)
            if tree.player(child) != turn:
                value = -value
            if best is None or value > best[0]:
                best = (value, action)
        return best

    return visit(root, depth)
