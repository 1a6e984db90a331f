"""A small game as a user's file would have it; tests name it `…/stones.py:Stones`."""

import sys

import attrs

from advsearch.errors import IllegalAction, InvalidNotation


@attrs.frozen
class Heap:
    left: int
    turn: int


@attrs.frozen
class Stones:
    """Take 1 to 3; the player that takes the last wins. A player that leaves exactly 7 moves again."""

    size: int = 12
    utilities = "outcome"

    def initial(self) -> Heap:
        return Heap(self.size, 0)

    def player(self, state: Heap) -> int:
        return state.turn

    def actions(self, state: Heap) -> list[int]:
        return [count for count in (1, 2, 3) if count <= state.left]

    def result(self, state: Heap, action: int) -> Heap:
        if action not in self.actions(state):
            raise IllegalAction(f"expected to take 1 to 3 of {state.left}, got {action!r}")
        left = state.left - action
        return Heap(left, state.turn if left == 7 else 1 - state.turn)

    def terminal(self, state: Heap) -> bool:
        return state.left == 0

    def utility(self, state: Heap, player: int) -> int:
        return -1 if state.turn == player else 1

    def ply(self, state: Heap) -> int:
        return self.size - state.left

    def format_action(self, state: Heap, action: int) -> str:
        return f"take{action}"

    def parse_action(self, state: Heap, text: str) -> int:
        if text[:4] != "take" or text[4:] not in ("1", "2", "3"):
            raise InvalidNotation(f"expected an action such as take2, got {text!r}")
        return int(text[4:])

    def format_state(self, state: Heap) -> str:
        return f"{state.left} left, {'AB'[state.turn]} to move"

    def parse_state(self, text: str) -> Heap:
        words = text.split(" ")
        if len(words) != 5 or not words[0].isascii() or not words[0].isdigit() or len(words[0]) > 6:
            raise InvalidNotation(f"expected a position such as '7 left, A to move', got {text!r}")
        heap = Heap(int(words[0]), "AB".find(words[2]))
        if heap.turn < 0 or self.format_state(heap) != text:
            raise InvalidNotation(f"expected a position such as '7 left, A to move', got {text!r}")
        return heap


@attrs.frozen
class Wordy(Stones):
    """Stones whose actions are written with spaces."""

    def format_action(self, state: Heap, action: int) -> str:
        return f"take {action}"


@attrs.frozen
class Loud(Stones):
    """Stones whose rules print, which keeps them from being compiled."""

    def result(self, state: Heap, action: int) -> Heap:
        print("a stone falls", file=sys.stderr)
        return super().result(state, action)


def takes_one(game: Stones, state: Heap) -> int:
    return 1


def takes_most(game: Stones, state: Heap, limits: object) -> int:
    print("thinking aloud")
    return game.actions(state)[-1]


def takes_nine(game: Stones, state: Heap, limits: object) -> int:
    return 9


def breaks(game: Stones, state: Heap, limits: object) -> int:
    raise RuntimeError("nothing works")


def leaves(game: Stones, state: Heap, limits: object) -> int:
    raise SystemExit(0)


def of_four(game: Stones, state: Heap, limits: object, more: object) -> int:
    return 1


NO_FUNCTION = 7


def eats(game: Stones, state: Heap, limits: object) -> int:
    hoard = []
    while True:
        hoard.append(bytearray(20_000_000))


def hangs(game: Stones, state: Heap, limits: object) -> int:
    while True:
        pass
