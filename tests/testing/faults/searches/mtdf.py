"""MTD(f): null-window searches with a memory close in on the value from below and above. Integers and floats."""

from math import inf, nextafter


class Memory(dict):
    def bounds(self, state, depth):
        return self.get((state, depth), (-inf, inf, None))


def with_memory(tree, state, depth, alpha, beta, me, memory):
    if tree.terminal(state):
        return tree.utility(state, me)
    if depth == 0:
        return tree.evaluate(state, me)
    low, high, first = memory.bounds(state, depth)
    if low >= beta:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)
    actions = list(tree.actions(state))
    if first is not None:
        actions.sort(key=lambda a: a != first)
    mine = tree.player(state) == me
    g, a, b, best = (-inf if mine else inf), alpha, beta, None
    for action in actions:
        v = with_memory(tree, tree.result(state, action), depth - 1, a, b, me, memory)
        if best is None or (v > g if mine else v < g):
            g, best = v, action
        if mine:
            a = max(a, g)
        else:
            b = min(b, g)
        if a >= b:
            break
    if g <= alpha:
        memory[state, depth] = (low, g, best)
    elif g >= beta:
        memory[state, depth] = (g, high, best)
    else:
        memory[state, depth] = (g, g, best)
    return g


def mtdf(tree, depth):
    root = tree.initial()
    me = tree.player(root)
    if tree.terminal(root):
        return tree.utility(root, me), None
    if depth == 0:
        return tree.evaluate(root, me), None

    def value_of(state, depth):
        memory = Memory()
        g, low, high = 0, -inf, inf
        while low < high:
            beta = nextafter(g, inf) if g == low else g
            g = with_memory(tree, state, depth, nextafter(beta, -inf), beta, me, memory)
            if g < beta:
                high = g
            else:
                low = g
        return g

    scored = [(value_of(tree.result(root, a), depth - 1), a) for a in tree.actions(root)]
    best = max(v for v, _ in scored)
    return best, next(a for v, a in scored if v == best)
