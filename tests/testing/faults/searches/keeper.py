"""A searcher object with a table that it keeps between calls. It deepens, and heeds limits and stop signals.

A bound search belongs to one game and one evaluator. The root's player is part of each key.
"""

from __future__ import annotations

import time
from math import inf

import attrs

from advsearch import Result
from advsearch.search import Algorithm
from advsearch.values import EVALUATION_LIMIT, outcome_value


class OutOfBudget(Exception):
    pass


class Clock:
    def __init__(self, request):
        limits = request.limits
        self.most = inf if limits.nodes is None else limits.nodes
        self.end = inf if limits.time_s is None else time.perf_counter() + 0.85 * limits.time_s
        self.stop = request.stop
        self.nodes = 1

    def enter(self):
        if self.nodes >= self.most or time.perf_counter() >= self.end:
            raise OutOfBudget
        if self.stop is not None and self.stop.is_set():
            raise OutOfBudget
        self.nodes += 1


class BoundKeeper:
    def __init__(self, game, evaluate):
        self.game = game
        self.evaluate = evaluate
        self.outcomes = getattr(game, "utilities", "score") == "outcome"
        self.table = {}

    def won(self, state, ply):
        utility = self.game.utility(state, self.me)
        return outcome_value(utility, ply) if self.outcomes else utility

    def guessed(self, state):
        guess = self.evaluate(self.game, state, self.me)
        return max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, guess)) if self.outcomes else guess

    def after(self, state, action):
        self.clock.enter()
        return self.game.result(state, action)

    def look(self, state, depth, ply, alpha, beta):
        """(value, line, whether no evaluation took part) from the point of view of self.me."""
        game = self.game
        if game.terminal(state):
            return self.won(state, ply), (), True
        if depth == 0:
            return self.guessed(state), (), False
        key = (state, depth, ply, self.me)
        kept = self.table.get(key)
        if kept is not None:
            return kept
        mine = game.player(state) == self.me
        low, high = alpha, beta
        best, line, sure = None, (), True
        for action in game.actions(state):
            value, rest, certain = self.look(self.after(state, action), depth - 1, ply + 1, low, high)
            sure = sure and certain
            if best is None or (value > best if mine else value < best):
                best, line = value, (action, *rest)
            if mine:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                break
        found = (best, line, sure)
        if alpha < best < beta:
            self.table[key] = found
        return found

    def every_score(self, state, depth):
        actions = self.game.actions(state)
        return tuple((action, self.look(self.after(state, action), depth - 1, 1, -inf, inf)[0]) for action in actions)

    def __call__(self, state, request):
        game = self.game
        self.me = game.player(state)
        self.clock = Clock(request)
        if game.terminal(state):
            return Result(None, self.won(state, 0), depth=0, nodes=1, exact=True)
        found = Result(game.actions(state)[0], self.guessed(state), depth=0, nodes=1)
        deepest = 60 if request.limits.depth is None else request.limits.depth
        scores = None
        try:
            for depth in range(1, deepest + 1):
                value, line, sure = self.look(state, depth, 0, -inf, inf)
                if request.every_action:
                    scores = self.every_score(state, depth)
                found = Result(
                    line[0], value, depth=depth, nodes=self.clock.nodes, pv=line, exact=sure, scores=scores
                )
                if sure:
                    break
        except OutOfBudget:
            pass
        return attrs.evolve(found, nodes=self.clock.nodes)


@attrs.frozen
class Keeper(Algorithm):
    """The searcher with its settings."""

    evaluator: object = None

    def bind(self, at):
        return BoundKeeper(at.game, at.evaluator(self.evaluator))


keeper = Keeper()
