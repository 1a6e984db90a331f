"""A searcher object with the method `search` alone: it inherits from nothing and binds nothing."""

import time

import attrs

from advsearch import Result
from advsearch.protocol import bind_evaluator
from advsearch.values import EVALUATION_LIMIT, outcome_value


@attrs.frozen
class Plain:
    depth: int = 4
    evaluator: object = None

    def search(self, game, state, *, limits=None, stop=None, report=None, every_action=False):
        me = game.player(state)
        estimate = bind_evaluator(self.evaluator, game) if self.evaluator else lambda g, s, p: g.evaluate(s, p)
        most = limits.nodes if limits is not None and limits.nodes is not None else float("inf")
        deepest = limits.depth if limits is not None and limits.depth is not None else self.depth
        outcomes = getattr(game, "utilities", "score") == "outcome"
        entered = 0
        end = time.monotonic() + (0.8 * limits.time_s if limits and limits.time_s is not None else float("inf"))

        def ended(s, ply):
            return outcome_value(game.utility(s, me), ply) if outcomes else game.utility(s, me)

        def enter(s, a):
            nonlocal entered
            if entered >= most or time.monotonic() > end or (stop is not None and stop.is_set()):
                raise TimeoutError
            entered += 1
            return game.result(s, a)

        def guessed(s):
            guess = estimate(game, s, me)
            return min(EVALUATION_LIMIT, max(-EVALUATION_LIMIT, guess)) if outcomes else guess

        def value(s, d, ply):
            if game.terminal(s):
                return ended(s, ply)
            if d == 0:
                return guessed(s)
            below = [value(enter(s, a), d - 1, ply + 1) for a in game.actions(s)]
            return max(below) if game.player(s) == me else min(below)

        if game.terminal(state):
            return Result(None, ended(state, 0), depth=0, nodes=1, exact=True)
        actions = list(game.actions(state))
        found = Result(actions[0], guessed(state), depth=0, nodes=0)
        for d in range(1, deepest + 1):
            try:
                scores = [(a, value(enter(state, a), d - 1, 1)) for a in actions]
            except TimeoutError:
                break
            action, best = max(scores, key=lambda pair: pair[1])
            found = Result(action, best, depth=d, nodes=entered, scores=tuple(scores) if every_action else None)
        return attrs.evolve(found, nodes=entered)


plain = Plain()
