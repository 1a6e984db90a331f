"""Monte Carlo tree search with dictionaries of statistics by state, and a recursion that returns the payoff."""

import math
import random
from collections import defaultdict


class BanditTree:
    def __init__(self, exploration=1.4, seed=0):
        self.exploration = exploration
        self.seed = seed

    def search(self, game, state, iterations):
        self.game = game
        self.rng = random.Random(self.seed)
        self.count = defaultdict(int)  # visits of (state, action)
        self.total = defaultdict(float)  # payoff for player 0
        self.known = set()
        self.scale = 1.0
        if game.terminal(state):
            return game.utility(state, game.player(state)), None
        for _ in range(iterations):
            self.descend(state)
        actions = list(game.actions(state))
        best = max(actions, key=lambda a: self.count[state, a])
        visits = self.count[state, best]
        mean = self.total[state, best] / visits if visits else 0.0
        return (mean if game.player(state) == 0 else -mean), best

    def descend(self, state):
        trail = []
        while not self.game.terminal(state) and state in self.known:
            action = self.pick(state)
            trail.append((state, action))
            state = self.game.result(state, action)
        if not self.game.terminal(state):
            self.known.add(state)
        while not self.game.terminal(state):
            action = self.rng.choice(list(self.game.actions(state)))
            if state in self.known and len(trail) < 200:
                trail.append((state, action))
            state = self.game.result(state, action)
        payoff = self.game.utility(state, 0)
        self.scale = max(self.scale, abs(payoff))
        for key in trail:
            self.count[key] += 1
            self.total[key] += payoff

    def pick(self, state):
        sign = 1 if self.game.player(state) == 0 else -1
        actions = list(self.game.actions(state))
        fresh = [a for a in actions if self.count[state, a] == 0]
        if fresh:
            return self.rng.choice(fresh)
        logarithm = math.log(sum(self.count[state, a] for a in actions))

        def bound(a):
            n = self.count[state, a]
            return sign * self.total[state, a] / n + 2 * self.scale * self.exploration * math.sqrt(logarithm / n)

        return max(actions, key=bound)


def bandits(game, state, iterations, seed=0):
    return BanditTree(seed=seed).search(game, state, iterations)
