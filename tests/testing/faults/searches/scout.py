"""Principal variation search: later moves are first tried with a window that holds no value."""

from math import inf, nextafter


def above(x):
    return x + 1 if isinstance(x, int) else nextafter(x, inf)


def pvs(tree, depth):
    s0 = tree.initial()
    p0 = tree.player(s0)

    def go(s, d, a, b):
        """Value for p0; p0 wants it above a, the other below b."""
        if tree.terminal(s):
            return tree.utility(s, p0), None
        if d == 0:
            return tree.evaluate(s, p0), None
        mine = tree.player(s) == p0
        best = move = None
        for i, m in enumerate(tree.actions(s)):
            t = tree.result(s, m)
            if i == 0 or a == -inf or b == inf:
                v, _ = go(t, d - 1, a, b)
            elif mine:
                v, _ = go(t, d - 1, a, above(a))
                if a < v < b:
                    v, _ = go(t, d - 1, a, b)
            else:
                v, _ = go(t, d - 1, -above(-b), b)
                if a < v < b:
                    v, _ = go(t, d - 1, a, b)
            if best is None or (v > best if mine else v < best):
                best, move = v, m
            if mine:
                a = max(a, best)
            else:
                b = min(b, best)
            if a >= b:
                break
        return best, move

    return go(s0, depth, -inf, inf)
