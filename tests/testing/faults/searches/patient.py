"""A callable object that keeps a table of bounds and the path it walks, and may be interrupted.

`nodes` is the number of positions that it may enter.
"""

from math import inf


class Spent(Exception):
    pass


class Patient:
    def __init__(self):
        self.game = None
        self.table = {}
        self.path = []
        self.left = inf
        self.busy = False

    def __call__(self, game, state, depth=30, nodes=None):
        if self.busy:
            raise RuntimeError("one search at a time")
        if game is not self.game:
            self.game, self.table = game, {}
        self.me = game.player(state)
        self.left = inf if nodes is None else nodes
        self.path = [state]
        self.busy = True
        try:
            return self.deepen(state, depth)
        finally:
            self.busy = False

    def deepen(self, state, depth):
        game = self.game
        if game.terminal(state):
            return game.utility(state, self.me), None
        answer = (game.evaluate(state, self.me), game.actions(state)[0])
        try:
            for limit in range(1, depth + 1):
                answer = self.root(limit)
        except Spent:
            pass
        return answer

    def root(self, limit):
        state = self.path[0]
        best, chosen = -inf, None
        for action in self.game.actions(state):
            value = self.below(action, limit, best, inf)
            if chosen is None or value > best:
                best, chosen = value, action
        return best, chosen

    def below(self, action, limit, low, high):
        if self.left <= 0:
            raise Spent
        self.left -= 1
        self.path.append(self.game.result(self.path[-1], action))
        try:
            return self.visit(limit, low, high)
        finally:
            self.path.pop()

    def visit(self, limit, low, high):
        game, state = self.game, self.path[-1]
        depth = limit + 1 - len(self.path)
        if game.terminal(state):
            return game.utility(state, self.me)
        if depth == 0:
            return game.evaluate(state, self.me)
        key = (state, depth, self.me)
        least, most = self.table.get(key, (-inf, inf))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        mine = game.player(state) == self.me
        alpha, beta, best = low, high, None
        for action in game.actions(state):
            value = self.below(action, limit, alpha, beta)
            if mine:
                best = value if best is None else max(best, value)
                alpha = max(alpha, best)
            else:
                best = value if best is None else min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        if best <= low:
            self.table[key] = (least, min(most, best))
        elif best >= high:
            self.table[key] = (max(least, best), most)
        else:
            self.table[key] = (best, best)
        return best


patient = Patient()
