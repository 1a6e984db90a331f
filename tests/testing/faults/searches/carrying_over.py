"""Right searches that remember something from call to call, so that a later call enters fewer positions.

Values are stored with the game, the state, the depth and the player at the root, so nothing that is remembered is
ever wrong.
"""

from math import inf

_VALUES = {}
_KILLERS = {}


def _known_to(game):
    """The values of one game object. The object itself is kept, so that no other object can have its id."""
    return _VALUES.setdefault(id(game), (game, {}))[1]


def _rules(game):
    """The game in which a wrapper may have been put: the same rules, whatever counts the calls."""
    while hasattr(game, "game"):
        game = game.game
    return game


def keeps_every_game(game, state, depth):
    """Plain minimax with a memo for each set of rules that lasts as long as the process."""
    me, values = game.player(state), _known_to(_rules(game))

    def value(s, d):
        key = (s, d, me)
        if key not in values:
            if game.terminal(s):
                values[key] = game.utility(s, me)
            elif d == 0:
                values[key] = game.evaluate(s, me)
            else:
                pick = max if game.player(s) == me else min
                values[key] = pick(value(game.result(s, a), d - 1) for a in game.actions(s))
        return values[key]

    if game.terminal(state):
        return game.utility(state, me), None
    scores = {}
    for action in game.actions(state):
        scores[action] = value(game.result(state, action), depth - 1)
    best = max(game.actions(state), key=scores.get)
    return scores[best], best


def keeps_killers(game, state, depth):
    """Alpha-beta that tries first, below the root, what cut off at this ply in whatever was searched last."""
    me = game.player(state)

    def value(s, d, ply, low, high):
        if game.terminal(s):
            return game.utility(s, me)
        if d == 0:
            return game.evaluate(s, me)
        mine = game.player(s) == me
        actions = list(game.actions(s))
        killer = _KILLERS.get(ply)
        if killer in actions:
            actions.remove(killer)
            actions.insert(0, killer)
        best = -inf if mine else inf
        for action in actions:
            found = value(game.result(s, action), d - 1, ply + 1, low, high)
            if mine:
                best = max(best, found)
                low = max(low, best)
            else:
                best = min(best, found)
                high = min(high, best)
            if low >= high:
                _KILLERS[ply] = action
                break
        return best

    if game.terminal(state):
        return game.utility(state, me), None
    best, chosen = -inf, None
    for action in game.actions(state):
        found = value(game.result(state, action), depth - 1, 1, best, inf)
        if chosen is None or found > best:
            best, chosen = found, action
    return best, chosen


class FixedTable:
    """Alpha-beta with a table of 61 slots that is never emptied. A slot belongs to one hash; an entry has its state,
    its depth, its game and its bounds, and a newer entry takes the place of an older one.
    """

    SLOTS = 61

    def __init__(self):
        self.slots = [None] * self.SLOTS
        self.games = []

    def __call__(self, game, state, depth):
        self.game, self.rules, self.me = game, _rules(game), game.player(state)
        self.nodes = 0
        if game.terminal(state):
            return {"value": game.utility(state, self.me), "action": None, "nodes": 0}
        best, chosen = -inf, None
        for action in game.actions(state):
            found = self.value(game.result(state, action), depth - 1, best, inf)
            if chosen is None or found > best:
                best, chosen = found, action
        return {"value": best, "action": chosen, "nodes": self.nodes}

    def value(self, state, depth, low, high):
        game = self.game
        self.nodes += 1
        if game.terminal(state):
            return game.utility(state, self.me)
        if depth == 0:
            return game.evaluate(state, self.me)
        key, slot = (state, depth, self.me), hash(state) % self.SLOTS
        entry = self.slots[slot]
        if entry is not None and entry[0] is self.rules and entry[1] == key:
            least, most = entry[2]
            if least == most or least >= high:
                return least
            if most <= low:
                return most
        mine, a, b = game.player(state) == self.me, low, high
        best = -inf if mine else inf
        for action in game.actions(state):
            found = self.value(game.result(state, action), depth - 1, a, b)
            if mine:
                best = max(best, found)
                a = max(a, best)
            else:
                best = min(best, found)
                b = min(b, best)
            if a >= b:
                break
        bounds = (best, best) if low < best < high else (-inf, best) if best <= low else (best, inf)
        self.slots[slot] = (self.rules, key, bounds)
        return best


fixed_table = FixedTable()
