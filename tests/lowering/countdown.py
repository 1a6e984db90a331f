"""A small game whose rules are derived, and from which games with faulty rules inherit."""

from __future__ import annotations


class Countdown:
    """Take one or two of some stones; who takes the last one wins."""

    utilities = "outcome"

    def __init__(self, stones: int = 9) -> None:
        self.stones = stones

    def initial(self) -> tuple[int, int]:
        return self.stones, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def actions(self, state: tuple[int, int]) -> list[int]:
        return [take for take in (1, 2) if take <= state[0]]

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] - action, 1 - state[1]

    def utility(self, state: tuple[int, int], player: int) -> int:
        return -1 if state[1] == player else 1
