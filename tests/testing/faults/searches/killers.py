"""Alpha-beta with two killer moves for each ply and a history count. They live in one object for one search."""

from collections import defaultdict


class Searching:
    def __init__(self, tree):
        self.tree = tree
        self.me = tree.player(tree.initial())
        self.killers = defaultdict(list)
        self.history = defaultdict(int)

    def ordered(self, state, ply):
        actions = list(self.tree.actions(state))
        killers = self.killers[ply]
        return sorted(actions, key=lambda a: (a not in killers, -self.history[a]))

    def remember(self, action, ply, depth):
        if action not in self.killers[ply]:
            self.killers[ply] = [action, *self.killers[ply]][:2]
        self.history[action] += depth * depth

    def value(self, state, depth, ply, alpha, beta):
        if self.tree.terminal(state):
            return self.tree.utility(state, self.me)
        if depth == 0:
            return self.tree.evaluate(state, self.me)
        mine = self.tree.player(state) == self.me
        best = None
        for action in self.ordered(state, ply):
            v = self.value(self.tree.result(state, action), depth - 1, ply + 1, alpha, beta)
            if best is None or (v != best and (v > best) == mine):
                best = v
            if mine:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                self.remember(action, ply, depth)
                break
        return best


def killer_search(tree, depth):
    s = Searching(tree)
    root = tree.initial()
    if tree.terminal(root) or depth == 0:
        return s.value(root, 0, 0, 0, 0), None
    low, chosen = float("-inf"), None
    for action in tree.actions(root):
        v = s.value(tree.result(root, action), depth - 1, 1, low, float("inf"))
        if chosen is None or v > low:
            low, chosen = v, action
    return low, chosen
