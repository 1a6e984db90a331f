"""Domineering: Vera (player 0) lays dominoes upright, Harry (player 1) across. A player who cannot move loses."""

import attrs

from advsearch import IllegalAction


@attrs.frozen
class State:
    free: frozenset[tuple[int, int]]
    harry: bool = False


@attrs.define(frozen=True)
class Domineering:
    rows: int = 4
    columns: int = 4

    utilities = "outcome"

    def initial(self):
        return State(frozenset((r, c) for r in range(self.rows) for c in range(self.columns)))

    def player(self, state):
        return int(state.harry)

    @staticmethod
    def other_half(square, harry):
        row, column = square
        return (row, column + 1) if harry else (row + 1, column)

    def actions(self, state):
        return sorted(square for square in state.free if self.other_half(square, state.harry) in state.free)

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"no domino fits at {action!r}")
        domino = {action, self.other_half(action, state.harry)}
        return attrs.evolve(state, free=state.free - domino, harry=not state.harry)

    def terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        return -1 if player == self.player(state) else 1
