"""Amazons with one amazon each: a turn is two actions of the same player, the walk and then the arrow."""

import attrs

import advsearch


@attrs.frozen
class State:
    amazons: tuple[tuple[int, int], tuple[int, int]]
    burnt: frozenset[tuple[int, int]]
    mover: int
    must_shoot: bool


@attrs.frozen
class Amazons:
    width: int = 4
    height: int = 4

    name = "amazons"
    utilities = "outcome"

    def initial(self):
        corners = ((0, 0), (self.height - 1, self.width - 1))
        return State(corners, frozenset(), 0, False)

    def player(self, state):
        return state.mover

    def reach(self, state):
        """Squares a queen's move away from the mover's amazon."""
        row, column = state.amazons[state.mover]
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                r, c = row + down, column + right
                while (
                    0 <= r < self.height
                    and 0 <= c < self.width
                    and (r, c) not in state.burnt
                    and (r, c) not in state.amazons
                ):
                    yield r, c
                    r, c = r + down, c + right

    def actions(self, state):
        return list(self.reach(state))

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"expected a square in reach, got {action!r}")
        if state.must_shoot:
            return attrs.evolve(state, burnt=state.burnt | {action}, mover=1 - state.mover, must_shoot=False)
        amazons = (action, state.amazons[1]) if state.mover == 0 else (state.amazons[0], action)
        return attrs.evolve(state, amazons=amazons, must_shoot=True)

    def terminal(self, state):
        return next(self.reach(state), None) is None

    def utility(self, state, player):
        return -1 if player == state.mover else 1
