"""Alpha-beta that reports its line of play in a triangular table, its nodes, and whether an evaluation took part."""

from dataclasses import dataclass
from math import inf
from typing import Any


@dataclass
class Report:
    value: Any
    action: Any
    pv: tuple
    nodes: int
    exact: bool


class Lines:
    def __init__(self, game, state, depth):
        self.game = game
        self.me = game.player(state)
        self.nodes = 0
        self.pv = [[] for _ in range(depth + 2)]

    def visit(self, state, depth, ply, alpha, beta):
        """The value and whether it is the game's own."""
        self.nodes += 1
        self.pv[ply] = []
        if self.game.terminal(state):
            return self.game.utility(state, self.me), True
        if depth == 0:
            return self.game.evaluate(state, self.me), False
        maximizing = self.game.player(state) == self.me
        best, exact = None, True
        for action in self.game.actions(state):
            value, sure = self.visit(self.game.result(state, action), depth - 1, ply + 1, alpha, beta)
            exact = exact and sure
            if best is None or (value > best if maximizing else value < best):
                best = value
                self.pv[ply] = [action, *self.pv[ply + 1]]
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, exact


def report(game, state, depth):
    searching = Lines(game, state, depth)
    value, exact = searching.visit(state, depth, 0, -inf, inf)
    pv = tuple(searching.pv[0])
    return Report(value, pv[0] if pv else None, pv, searching.nodes, exact)
