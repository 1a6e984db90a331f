import attrs
import pytest

from advsearch.errors import IllegalAction, InvalidNotation


@attrs.frozen
class Heap:
    left: int
    mover: int


@attrs.frozen
class Take:
    """Take one to three from a heap; the player that takes the last wins. Small enough to solve completely."""

    size: int = 11
    name = "take"

    def initial(self):
        return Heap(self.size, 0)

    def player(self, state):
        return state.mover

    def actions(self, state):
        return tuple(range(1, min(3, state.left) + 1))

    def result(self, state, action):
        if action not in self.actions(state):
            raise IllegalAction(f"expected to take one of {self.actions(state)}, got {action!r}")
        return Heap(state.left - action, 1 - state.mover)

    def terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return -1 if player == state.mover else 1

    def format_action(self, state, action):
        return f"take{action}"

    def parse_action(self, state, text):
        if not text.startswith("take") or not text[4:].isdigit():
            raise InvalidNotation(f"expected an action such as take2, got {text!r}")
        return int(text[4:])

    def format_state(self, state):
        return f"{state.left} {'AB'[state.mover]}"

    def parse_state(self, text):
        left, _, mover = text.partition(" ")
        if not left.isdigit() or mover not in ("A", "B"):
            raise InvalidNotation(f"expected a position such as '7 A', got {text!r}")
        return Heap(int(left), "AB".index(mover))


@pytest.fixture
def take():
    return Take()
