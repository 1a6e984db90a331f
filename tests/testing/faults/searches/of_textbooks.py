"""Right searches as textbooks, courses and wikis print them."""

from math import inf


def negamax_for_the_mover(game, state, depth):
    """Negamax that evaluates for the player to move. It is for evaluators that mirror, and players that alternate."""

    def negamax(s, d, alpha, beta):
        if game.terminal(s):
            return game.utility(s, game.player(s)), None
        if d == 0:
            return game.evaluate(s, game.player(s)), None
        best, chosen = -inf, None
        for action in game.actions(s):
            value = -negamax(game.result(s, action), d - 1, -beta, -alpha)[0]
            if chosen is None or value > best:
                best, chosen = value, action
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, chosen

    return negamax(state, depth, -inf, inf)


def negamax_in_colours(game, state, depth):
    """Negamax with the colour of the root's player, whose evaluator may be one-sided."""
    me = game.player(state)

    def negamax(s, d, alpha, beta, colour):
        if game.terminal(s):
            return colour * game.utility(s, me)
        if d == 0:
            return colour * game.evaluate(s, me)
        best = -inf
        for action in game.actions(s):
            best = max(best, -negamax(game.result(s, action), d - 1, -beta, -alpha, -colour))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    if game.terminal(state):
        return game.utility(state, me), None
    best, chosen = -inf, None
    for action in game.actions(state):
        value = -negamax(game.result(state, action), depth - 1, -inf, -best, -1)
        if chosen is None or value > best:
            best, chosen = value, action
    return best, chosen


def fail_hard(game, state, depth, alpha=-inf, beta=inf):
    """Fail-hard alpha-beta in two functions."""
    me = game.player(state)

    def look(s, d, a, b):
        if game.terminal(s):
            return min(max(game.utility(s, me), a), b)
        if d == 0:
            return min(max(game.evaluate(s, me), a), b)
        return (high if game.player(s) == me else low)(s, d, a, b)

    def high(s, d, a, b):
        for action in game.actions(s):
            a = max(a, look(game.result(s, action), d - 1, a, b))
            if a >= b:
                return b
        return a

    def low(s, d, a, b):
        for action in game.actions(s):
            b = min(b, look(game.result(s, action), d - 1, a, b))
            if b <= a:
                return a
        return b

    if game.terminal(state):
        return look(state, depth, alpha, beta), None
    best, chosen = alpha, None
    for action in game.actions(state):
        value = look(game.result(state, action), depth - 1, best, beta)
        if value > best or (chosen is None and alpha == -inf):
            best, chosen = value, action
        if best >= beta:
            break
    return best, chosen


def fail_soft(game, state, depth, alpha=-inf, beta=inf):
    """Fail-soft alpha-beta with arguments in the usual order, and one function for both players."""
    me = game.player(state)

    def visit(s, d, a, b):
        if game.terminal(s):
            return game.utility(s, me), None
        if d == 0:
            return game.evaluate(s, me), None
        mine = game.player(s) == me
        best, chosen = (-inf if mine else inf), None
        for action in game.actions(s):
            value = visit(game.result(s, action), d - 1, a, b)[0]
            if chosen is None or (value > best if mine else value < best):
                best, chosen = value, action
            if mine:
                a = max(a, best)
            else:
                b = min(b, best)
            if a >= b:
                break
        return best, chosen

    return visit(state, depth, alpha, beta)


def mtdf(game, state, depth):
    """MTD(f) with steps of 1, for whole numbers, starting with the value of the depth before."""
    me, bounds = game.player(state), {}

    def probe(s, d, test):
        low, high = bounds.get((s, d), (-inf, inf))
        if low >= test:
            return low
        if high < test:
            return high
        if game.terminal(s):
            best = game.utility(s, me)
        elif d == 0:
            best = game.evaluate(s, me)
        elif game.player(s) == me:
            best = -inf
            for action in game.actions(s):
                best = max(best, probe(game.result(s, action), d - 1, test))
                if best >= test:
                    break
        else:
            best = inf
            for action in game.actions(s):
                best = min(best, probe(game.result(s, action), d - 1, test))
                if best < test:
                    break
        bounds[s, d] = (best, high) if best >= test else (low, best)
        return best

    if game.terminal(state):
        return game.utility(state, me), None
    value = game.evaluate(state, me)
    for limit in range(1, depth + 1):
        low, high = -inf, inf
        while low < high:
            test = value + 1 if value == low else value
            value = probe(state, limit, test)
            if value >= test:
                low = value
            else:
                high = value
    for action in game.actions(state):
        child = game.result(state, action)
        if probe(child, depth - 1, value) >= value:
            return value, action
    raise AssertionError("no action has the value of the position")


def aspiration(game, state, max_depth):
    """Iterative deepening with a window around the last value, opened completely on the side that fails."""
    me = game.player(state)

    def root(d, a, b):
        best, chosen = -inf, None
        for action in game.actions(state):
            value = visit(game.result(state, action), d - 1, max(a, best), b)
            if chosen is None or value > best:
                best, chosen = value, action
            if best >= b:
                break
        return best, chosen

    def visit(s, d, a, b):
        if game.terminal(s):
            return game.utility(s, me)
        if d == 0:
            return game.evaluate(s, me)
        mine = game.player(s) == me
        best = -inf if mine else inf
        for action in game.actions(s):
            value = visit(game.result(s, action), d - 1, a, b)
            if mine:
                best = max(best, value)
                a = max(a, best)
            else:
                best = min(best, value)
                b = min(b, best)
            if a >= b:
                break
        return best

    if game.terminal(state):
        return game.utility(state, me), None
    value, chosen = root(1, -inf, inf)
    for limit in range(2, max_depth + 1):
        low, high = value - 2, value + 2
        value, chosen = root(limit, low, high)
        while value <= low or value >= high:
            if value <= low and low != -inf:
                low = -inf
            elif value >= high and high != inf:
                high = inf
            else:
                break
            value, chosen = root(limit, low, high)
    return value, chosen


def its_own_order(game, state, depth):
    """Alpha-beta that tries actions by their names backwards, even at the root."""
    me = game.player(state)

    def visit(s, d, a, b):
        if game.terminal(s):
            return game.utility(s, me), None
        if d == 0:
            return game.evaluate(s, me), None
        mine = game.player(s) == me
        best, chosen = (-inf if mine else inf), None
        for action in sorted(game.actions(s), key=repr, reverse=True):
            value = visit(game.result(s, action), d - 1, a, b)[0]
            if chosen is None or (value > best if mine else value < best):
                best, chosen = value, action
            if mine:
                a = max(a, best)
            else:
                b = min(b, best)
            if a >= b:
                break
        return best, chosen

    return visit(state, depth, -inf, inf)


def max_value(game, state, depth):
    """The two functions of a well-known textbook, each returning a pair; the depth counts up."""
    me = game.player(state)

    def of_max(s, a, b, ply):
        if game.terminal(s):
            return game.utility(s, me), None
        if ply >= depth:
            return game.evaluate(s, me), None
        v, move = -inf, None
        for action in game.actions(s):
            v2, _ = of(game.result(s, action), a, b, ply + 1)
            if move is None or v2 > v:
                v, move = v2, action
                a = max(a, v)
            if v >= b:
                return v, move
        return v, move

    def of_min(s, a, b, ply):
        if game.terminal(s):
            return game.utility(s, me), None
        if ply >= depth:
            return game.evaluate(s, me), None
        v, move = inf, None
        for action in game.actions(s):
            v2, _ = of(game.result(s, action), a, b, ply + 1)
            if move is None or v2 < v:
                v, move = v2, action
                b = min(b, v)
            if v <= a:
                return v, move
        return v, move

    def of(s, a, b, ply):
        return of_max(s, a, b, ply) if game.player(s) == me else of_min(s, a, b, ply)

    return of(state, -inf, inf, 0)


def random_among_the_best(game, state, depth):
    """Plain minimax that draws one of the best actions."""
    import random

    me = game.player(state)

    def value(s, d):
        if game.terminal(s):
            return game.utility(s, me)
        if d == 0:
            return game.evaluate(s, me)
        return (max if game.player(s) == me else min)(value(game.result(s, a), d - 1) for a in game.actions(s))

    if game.terminal(state):
        return game.utility(state, me), None
    scores = [(value(game.result(state, a), depth - 1), a) for a in game.actions(state)]
    best = max(score for score, _ in scores)
    return best, random.choice([a for score, a in scores if score == best])


class Deepening:
    """An object with a clock, a table that is emptied when it is full, and the history of cut-offs."""

    def __init__(self):
        self.history = {}

    def search(self, game, state, depth=40, time_s=None):
        import time

        self.game, self.me, self.table = game, game.player(state), {}
        self.end = None if time_s is None else time.perf_counter() + time_s * 0.8
        if game.terminal(state):
            return {"value": game.utility(state, self.me), "action": None, "depth": 0, "pv": ()}
        answer = {"value": game.evaluate(state, self.me), "action": game.actions(state)[0], "depth": 0, "pv": ()}
        answer["pv"] = (answer["action"],)
        try:
            for limit in range(1, depth + 1):
                value, line = self.visit(state, limit, -inf, inf)
                answer = {"value": value, "action": line[0], "depth": limit, "pv": line}
        except TimeoutError:
            pass
        return answer

    def visit(self, state, depth, a, b):
        import time

        if self.end is not None and time.perf_counter() > self.end:
            raise TimeoutError
        game, me = self.game, self.me
        if game.terminal(state):
            return game.utility(state, me), ()
        if depth == 0:
            return game.evaluate(state, me), ()
        known = self.table.get((state, depth))
        if known is not None:
            return known
        mine, low, high = game.player(state) == me, a, b
        best, line = (-inf if mine else inf), None
        for action in sorted(game.actions(state), key=lambda x: -self.history.get(x, 0)):
            value, rest = self.visit(game.result(state, action), depth - 1, a, b)
            if line is None or (value > best if mine else value < best):
                best, line = value, (action, *rest)
            if mine:
                a = max(a, best)
            else:
                b = min(b, best)
            if a >= b:
                self.history[action] = self.history.get(action, 0) + depth * depth
                break
        if low < best < high:
            if len(self.table) >= 100:
                self.table.clear()
            self.table[state, depth] = best, line
        return best, line


def deepening(game, state, depth=40, time_s=None):
    """A new object for every search."""
    return Deepening().search(game, state, depth, time_s)


lasting = Deepening().search
"""One object for all searches: what cut off in earlier searches comes first in later ones."""


def one_loop_for_both(game, state, depth):
    """Alpha-beta whose one loop maximizes for both players, by the sign of the player who moves."""
    me = game.player(state)

    def visit(s, d, a, b):
        if game.terminal(s):
            return game.utility(s, me)
        if d == 0:
            return game.evaluate(s, me)
        if game.player(s) == me:
            return max_of(s, d, a, b)
        return -max_of(s, d, -b, -a, sign=-1)

    def max_of(s, d, a, b, sign=1):
        best = -inf
        for action in game.actions(s):
            lo, hi = (a, b) if sign > 0 else (-b, -a)
            best = max(best, sign * visit(game.result(s, action), d - 1, lo, hi))
            a = max(a, best)
            if a >= b:
                break
        return best

    if game.terminal(state):
        return game.utility(state, me), None
    best, chosen = -inf, None
    for action in game.actions(state):
        value = visit(game.result(state, action), depth - 1, best, inf)
        if chosen is None or value > best:
            best, chosen = value, action
    return best, chosen
