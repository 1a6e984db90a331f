"""An object that climbs about in the tree with push and pop, deepens, and keeps bounds in a table between calls."""

from math import inf


class OutOfTime(Exception):
    pass


class Climber:
    def __init__(self):
        self.table = {}
        self.here = None

    def push(self, action):
        if self.budget is not None and self.entered >= self.budget:
            raise OutOfTime
        if self.stop is not None and self.stop.is_set():
            raise OutOfTime
        self.entered += 1
        self.trail.append(self.here)
        self.here = self.game.result(self.here, action)

    def pop(self):
        self.here = self.trail.pop()

    def climb(self, depth, alpha, beta):
        game = self.game
        if game.terminal(self.here):
            return game.utility(self.here, self.root)
        if depth == 0:
            return self.heuristic(game, self.here, self.root)
        key = (self.here, depth, self.root, self.heuristic)
        low, high = self.table.get(key, (-inf, inf))
        if low >= beta:
            return low
        if high <= alpha:
            return high
        maximizing = game.player(self.here) == self.root
        a, b = alpha, beta
        best = None
        for action in game.actions(self.here):
            self.push(action)
            value = self.climb(depth - 1, a, b)
            self.pop()
            if best is None or (value > best if maximizing else value < best):
                best = value
            if maximizing:
                a = max(a, best)
            else:
                b = min(b, best)
            if a >= b:
                break
        if best > alpha:
            low = max(low, best)
        if best < beta:
            high = min(high, best)
        self.table[key] = (low, high)
        return best

    def __call__(self, game, state, depth=20, nodes=None, stop=None, heuristic=None):
        if game is not getattr(self, "game", None):
            self.table = {}
        self.game, self.budget, self.stop = game, nodes, stop
        self.heuristic = heuristic or (lambda g, s, p: g.evaluate(s, p))
        self.root, self.here, self.trail, self.entered = game.player(state), state, [], 0
        if game.terminal(state):
            return game.utility(state, self.root), None, 0
        answer = (self.heuristic(game, state, self.root), game.actions(state)[0], 0)
        try:
            for limit in range(1, depth + 1):
                best, chosen = -inf, None
                for action in game.actions(state):
                    self.push(action)
                    value = self.climb(limit - 1, best, inf)
                    self.pop()
                    if chosen is None or value > best:
                        best, chosen = value, action
                answer = (best, chosen, limit)
        except OutOfTime:
            pass
        return answer


climber = Climber()
