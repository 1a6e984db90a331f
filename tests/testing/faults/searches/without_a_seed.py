"""Right samplers that draw random numbers of their own and take no seed, so each call has other playouts."""

import math
import random


class _Node:
    def __init__(self, state, mover, actions):
        self.state, self.mover, self.untried = state, mover, list(actions)
        self.children, self.visits, self.total = [], 0, 0.0


def uct_of_its_own_dice(game, state, iterations):
    dice = random.Random()
    me = game.player(state)
    if game.terminal(state):
        return game.utility(state, me), None

    def node(s):
        return _Node(s, game.player(s), () if game.terminal(s) else game.actions(s))

    root = node(state)
    for _ in range(iterations):
        at, path = root, [root]
        while not at.untried and at.children:
            log = math.log(at.visits)
            sign = 1 if at.mover == me else -1
            at = max(
                at.children,
                key=lambda pair: sign * pair[1].total / pair[1].visits + 1.4 * math.sqrt(log / pair[1].visits),
            )[1]
            path.append(at)
        if at.untried:
            action = at.untried.pop(dice.randrange(len(at.untried)))
            child = node(game.result(at.state, action))
            at.children.append((action, child))
            at = child
            path.append(at)
        s = at.state
        while not game.terminal(s):
            s = game.result(s, dice.choice(list(game.actions(s))))
        score = game.utility(s, me)
        for each in path:
            each.visits += 1
            each.total += score
    action, best = max(root.children, key=lambda pair: pair[1].visits)
    return best.total / best.visits, action


class Player:
    """The same, with a generator that lives as long as the object and was never seeded."""

    def __init__(self):
        self.dice = random.SystemRandom()

    def __call__(self, game, state, n_simulations):
        me = game.player(state)
        if game.terminal(state):
            return {"score": game.utility(state, me), "move": None}
        table = {}

        def simulate(s):
            if game.terminal(s):
                return game.utility(s, me)
            actions = list(game.actions(s))
            mine = game.player(s) == me
            if s not in table:
                table[s] = [0, {a: [0, 0.0] for a in actions}]
                t = s
                while not game.terminal(t):
                    t = game.result(t, self.dice.choice(list(game.actions(t))))
                return game.utility(t, me)
            seen = table[s]
            fresh = [a for a in actions if not seen[1][a][0]]
            if fresh:
                action = self.dice.choice(fresh)
            else:
                log, sign = math.log(seen[0]), 1 if mine else -1
                action = max(
                    actions, key=lambda a: sign * seen[1][a][1] / seen[1][a][0] + math.sqrt(2 * log / seen[1][a][0])
                )
            found = simulate(game.result(s, action))
            seen[0] += 1
            seen[1][action][0] += 1
            seen[1][action][1] += found
            return found

        for _ in range(n_simulations + 1):
            simulate(state)
        counts = table[state][1]
        action = max(counts, key=lambda a: counts[a][0])
        return {"score": counts[action][1] / max(1, counts[action][0]), "move": action}


player = Player()
