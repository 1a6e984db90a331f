"""Negamax of a course: players alternate, so every value is negated. Evaluations are for the root's player."""

INFINITY = float("inf")


class NegamaxPlayer:
    def __init__(self, tree):
        self.tree = tree
        self.root_player = tree.player(tree.initial())

    def score(self, state, color):
        if self.tree.terminal(state):
            return color * self.tree.utility(state, self.root_player)
        return color * self.tree.evaluate(state, self.root_player)

    def negamax(self, state, depth, alpha, beta, color):
        if depth == 0 or self.tree.terminal(state):
            return self.score(state, color)
        value = -INFINITY
        for move in self.tree.actions(state):
            value = max(value, -self.negamax(self.tree.result(state, move), depth - 1, -beta, -alpha, -color))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value

    def choose(self, depth):
        start = self.tree.initial()
        if self.tree.terminal(start):
            return self.score(start, 1), None
        best_move, best_value = None, -INFINITY
        for move in self.tree.actions(start):
            value = -self.negamax(self.tree.result(start, move), depth - 1, -INFINITY, -best_value, -1)
            if best_move is None or value > best_value:
                best_move, best_value = move, value
        return best_value, best_move


def play(tree, depth):
    return NegamaxPlayer(tree).choose(depth)
