"""Alpha-beta that makes all children of a node first, and visits those that look best first."""

from math import inf


def expand(tree, state, me):
    children = [(action, tree.result(state, action)) for action in tree.actions(state)]
    looks = {}
    for action, child in children:
        looks[action] = tree.utility(child, me) if tree.terminal(child) else tree.evaluate(child, me)
    children.sort(key=lambda pair: looks[pair[0]], reverse=tree.player(state) == me)
    return children


def eager(tree, depth):
    me = tree.player(tree.initial())

    def ab(state, d, lo, hi):
        if tree.terminal(state):
            return tree.utility(state, me), None
        if d == 0:
            return tree.evaluate(state, me), None
        mine = tree.player(state) == me
        best, act = (-inf if mine else inf), None
        for action, child in expand(tree, state, me):
            v = ab(child, d - 1, lo, hi)[0]
            if act is None or (mine and v > best) or (not mine and v < best):
                best, act = v, action
            if mine:
                lo = max(lo, v)
            else:
                hi = min(hi, v)
            if lo >= hi:
                break
        return best, act

    return ab(tree.initial(), depth, -inf, inf)
