"""Right searches that make the next states once and search them more than once. They count each visit."""

from math import inf, nextafter


def above(value):
    return nextafter(value, inf) if isinstance(value, float) else value + 1


def below(value):
    return nextafter(value, -inf) if isinstance(value, float) else value - 1


def scout(game, state, depth):
    """Principal variation search: a null window first, and the same child again if the value may be better."""
    me, visits = game.player(state), 0

    def visit(s, d, low, high):
        nonlocal visits
        visits += 1
        if game.terminal(s):
            return game.utility(s, me)
        if d == 0:
            return game.evaluate(s, me)
        mine, first = game.player(s) == me, True
        best = -inf if mine else inf
        for action in game.actions(s):
            child = game.result(s, action)
            if first:
                found = visit(child, d - 1, low, high)
            elif mine:
                found = visit(child, d - 1, low, min(high, above(low)))
                if low < found < high:
                    found = visit(child, d - 1, low, high)
            else:
                found = visit(child, d - 1, max(low, below(high)), high)
                if low < found < high:
                    found = visit(child, d - 1, low, high)
            first = False
            if mine:
                best = max(best, found)
                low = max(low, best)
            else:
                best = min(best, found)
                high = min(high, best)
            if low >= high:
                break
        return best

    if game.terminal(state):
        return {"value": game.utility(state, me), "action": None, "nodes": 0}
    best, chosen = -inf, None
    for action in game.actions(state):
        child = game.result(state, action)
        found = visit(child, depth - 1, best, inf if chosen is None else above(best))
        if chosen is not None and found > best:
            found = visit(child, depth - 1, best, inf)
        if chosen is None or found > best:
            best, chosen = found, action
    return {"value": best, "action": chosen, "nodes": visits}


class Knot:
    """A position of the search's own tree, with its children when it was opened once."""

    def __init__(self, game, state, me):
        self.over, self.mine = game.terminal(state), game.player(state) == me
        self.worth = game.utility(state, me) if self.over else game.evaluate(state, me)
        self.state, self.below = state, None

    def open(self, game, me):
        if self.below is None:
            self.below = [
                (action, Knot(game, game.result(self.state, action), me)) for action in game.actions(self.state)
            ]
        return self.below


def own_tree(game, state, depth):
    """Iterative deepening over a tree that is kept from depth to depth and sorted by the values of the depth
    before. Later depths make no state again. The number of visits is counted.
    """
    me, visits = game.player(state), 0
    root = Knot(game, state, me)

    def visit(knot, d, low, high):
        nonlocal visits
        visits += 1
        if knot.over or d == 0:
            return knot.worth
        best, scores = (-inf if knot.mine else inf), {}
        for _, child in knot.open(game, me):
            found = scores[id(child)] = visit(child, d - 1, low, high)
            if knot.mine:
                best = max(best, found)
                low = max(low, best)
            else:
                best = min(best, found)
                high = min(high, best)
            if low >= high:
                break
        worst = -inf if knot.mine else inf
        knot.below.sort(key=lambda pair: scores.get(id(pair[1]), worst), reverse=knot.mine)
        return best

    if root.over:
        return {"value": root.worth, "action": None, "nodes": 0}
    for limit in range(1, depth + 1):
        best, chosen = -inf, None
        for action, child in root.open(game, me):
            found = visit(child, limit - 1, best, inf)
            if chosen is None or found > best:
                best, chosen = found, action
    return {"value": best, "action": chosen, "nodes": visits}


def sorted_first(game, state, depth):
    """Alpha-beta that makes all children, evaluates and sorts them, and then searches them."""
    me, visits = game.player(state), 0

    def worth(s):
        return game.utility(s, me) if game.terminal(s) else game.evaluate(s, me)

    def visit(s, d, low, high):
        nonlocal visits
        visits += 1
        if d == 0 or game.terminal(s):
            return worth(s), None
        mine = game.player(s) == me
        made = sorted(
            ((a, game.result(s, a)) for a in game.actions(s)), key=lambda pair: worth(pair[1]), reverse=mine
        )
        best = chosen = None
        for action, child in made:
            found = visit(child, d - 1, low, high)[0]
            if best is None or (found > best if mine else found < best):
                best, chosen = found, action
            if mine:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        return best, chosen

    value, action = visit(state, depth, -inf, inf)
    return {"value": value, "action": action, "nodes": visits}
