"""Nim with one pass for the whole game, which nobody may use at the end. The pass is None among the actions."""

import typing

import advsearch


class Heaps(typing.NamedTuple):
    heaps: tuple
    pass_left: bool
    turn: bool


class NimWithPass:
    name = "nim-with-pass"
    utilities = "outcome"

    def __init__(self, heaps=(1, 2, 4)):
        self.heaps = tuple(heaps)

    def initial(self):
        return Heaps(self.heaps, True, False)

    def player(self, state):
        return int(state.turn)

    def actions(self, state):
        takes = [(index, left) for index, size in enumerate(state.heaps) for left in range(size)]
        return [*takes, None] if state.pass_left and takes else takes

    def result(self, state, action):
        if action not in self.actions(state):
            raise advsearch.IllegalAction(f"expected (heap, what is left) or None, got {action!r}")
        if action is None:
            return state._replace(pass_left=False, turn=not state.turn)
        index, left = action
        heaps = tuple(left if i == index else size for i, size in enumerate(state.heaps))
        return state._replace(heaps=heaps, turn=not state.turn)

    def terminal(self, state):
        return not any(state.heaps)

    def utility(self, state, player):
        return -1 if player == state.turn else 1
