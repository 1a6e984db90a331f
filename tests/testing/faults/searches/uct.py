"""Monte Carlo tree search with UCB1, in the style of the well-known page of the University of York."""

import random
from math import log, sqrt


class Node:
    def __init__(self, game, state, parent=None, move=None):
        self.game = game
        self.state = state
        self.parent = parent
        self.move = move
        self.just_moved = None if parent is None else game.player(parent.state)
        self.untried = [] if game.terminal(state) else list(game.actions(state))
        self.children = []
        self.wins = 0.0
        self.visits = 0

    def select(self, c):
        return max(self.children, key=lambda n: n.wins / n.visits + c * sqrt(2 * log(self.visits) / n.visits))

    def expand(self, rng):
        move = self.untried.pop(rng.randrange(len(self.untried)))
        child = Node(self.game, self.game.result(self.state, move), self, move)
        self.children.append(child)
        return child


def uct(game, state, iterations, seed=0):
    if game.terminal(state):
        return game.utility(state, game.player(state)), None
    rng = random.Random(seed)
    root = Node(game, state)
    lowest, highest = 0.0, 0.0
    for _ in range(iterations):
        node = root
        while not node.untried and node.children:
            node = node.select(max(1.0, highest - lowest))
        if node.untried:
            node = node.expand(rng)
        s = node.state
        while not game.terminal(s):
            s = game.result(s, rng.choice(list(game.actions(s))))
        payoff = (game.utility(s, 0), game.utility(s, 1))
        lowest, highest = min(lowest, *payoff), max(highest, *payoff)
        while node is not None:
            node.visits += 1
            if node.just_moved is not None:
                node.wins += payoff[node.just_moved]
            node = node.parent
    if not root.children:
        return 0.0, game.actions(state)[0]
    best = max(root.children, key=lambda n: n.visits)
    return best.wins / best.visits, best.move
