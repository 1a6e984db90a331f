"""Perft: count the positions below a state."""

from __future__ import annotations

from advsearch.protocol import AnyGame
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import Machine, State


class PerftText(Machine):
    """The text of perft. It counts leaves, finished leaves and positions. If a stop signal ends the count early, the
    numbers are of what was counted."""

    entered: int
    """The number of positions entered, without the one from which the count begins."""
    finished: int
    """The number of leaves in which the game is over."""

    def __init__(self, game: AnyGame, budget: Budget) -> None:
        self.game = game
        self.budget = budget
        self.entered = self.finished = 0

    def count(self, state: State, depth: int) -> int:
        """Return the number of leaves `depth` plies below an unfinished state; `depth` is at least 1. A position in
        which the game ended sooner is a leaf, too."""
        leaves = entered = finished = 0
        for action in self.game.actions(state):
            if depth >= 3 and self.budget.stopped():
                break
            child = self.game.result(state, action)
            entered += 1
            if self.game.terminal(child):
                finished += 1
                leaves += 1
            elif depth == 1:
                leaves += 1
            else:
                leaves += self.count(child, depth - 1)
        self.entered += entered
        self.finished += finished
        return leaves
