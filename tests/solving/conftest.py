"""Games to solve, and an oracle that shares no code with the solver: plain minimax with a memo and without bounds."""

from __future__ import annotations

import functools
from typing import Any

import attrs
import pytest

from advsearch.bits import count
from advsearch.kernels import ONGOING, KernelSet


def oracle(game: Any, state: Any) -> tuple[Any, int | None]:
    """The value for the player to move, and the plies to the end if the winner plays quickly and the loser slowly."""
    utility, plies = oracle_of(game)(state)
    return utility, None if utility == 0 else plies


@functools.cache
def oracle_of(game: Any) -> Any:
    @functools.cache
    def value(state: Any) -> tuple[Any, int]:
        mover = game.player(state)
        if game.terminal(state):
            return game.utility(state, mover), 0
        found = []
        for action in game.actions(state):
            after = game.result(state, action)
            utility, plies = value(after)
            found.append((utility if game.player(after) == mover else -utility, plies + 1))
        return max(found, key=lambda each: (each[0], -each[1] if each[0] > 0 else each[1] if each[0] < 0 else 0))

    return value


def along(game: Any, choices: list[int]) -> Any:
    """The state after these choices, each taken modulo the number of actions."""
    state = game.initial()
    for choice in choices:
        if game.terminal(state):
            break
        actions = game.actions(state)
        state = game.result(state, actions[choice % len(actions)])
    return state


@attrs.frozen
class Boxes:
    """Players mark one cell of a strip in turn. A player who marks the last cell of a block of three scores a point
    and moves again. The game ends when the strip is full. Utilities are not outcomes, and turns repeat.
    """

    cells: int = 9
    name = "boxes"

    def initial(self) -> tuple[int, int, int, int]:
        return 0, 0, 0, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[int]:
        return [cell for cell in range(self.cells) if not state[0] >> cell & 1]

    def result(self, state: Any, action: int) -> Any:
        marked, player, mine, theirs = state  # scores of players 0 and 1
        marked |= 1 << action
        if marked >> action // 3 * 3 & 7 == 7:
            return (marked, player, mine + (player == 0), theirs + (player == 1))
        return marked, 1 - player, mine, theirs

    def terminal(self, state: Any) -> bool:
        return bool(state[0] == (1 << self.cells) - 1)

    def utility(self, state: Any, player: int) -> int:
        difference = state[2] - state[3]
        return int(difference if player == 0 else -difference)

    def kernels(self) -> KernelSet:
        return boxes_kernels(self.cells)


def boxes_kernels(cells: int, **more: Any) -> KernelSet:
    """Kernels of `Boxes`. The words are the marked cells, and the mover's lead plus 4."""
    full = (1 << cells) - 1

    def encode(state: Any) -> tuple[int, int]:
        lead = state[2] - state[3]
        return state[0], 4 + (lead if state[1] == 0 else -lead)

    def actions(s: Any) -> int:
        return full & ~s[0]

    def scores(s: Any, action: int) -> bool:
        return (s[0] | 1 << action) >> action // 3 * 3 & 7 == 7

    def apply(s: Any, action: int) -> tuple[int, int]:
        if scores(s, action):
            return s[0] | 1 << action, s[1] + 1
        return s[0] | 1 << action, 8 - s[1]

    def outcome(s: Any, own: int) -> int:
        return ONGOING if own else s[1] - 4

    def decided(s: Any, own: int) -> tuple[int, int]:
        left = min(count(own), (cells + 2) // 3)  # each open cell may complete a block
        return max(-4, s[1] - 4 - left), min(4, s[1] - 4 + left)

    return KernelSet(
        **{
            "encode": encode,
            "words": 2,
            "longest": cells,
            "utmost": 4,
            "actions": actions,
            "apply": apply,
            "outcome": outcome,
            "stays": scores,
            "decided": decided,
            **more,
        }
    )


@attrs.frozen
class Nim:
    """Take one to three tokens from any heap; the player who takes the last token wins. It has no kernels."""

    heaps: tuple[int, ...] = (3, 4, 5)
    name = "nim"
    utilities = "outcome"

    def initial(self) -> Any:
        return self.heaps, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[tuple[int, int]]:
        return [(heap, take) for heap, left in enumerate(state[0]) for take in range(1, min(3, left) + 1)]

    def result(self, state: Any, action: tuple[int, int]) -> Any:
        heaps = list(state[0])
        heaps[action[0]] -= action[1]
        return tuple(heaps), 1 - state[1]

    def terminal(self, state: Any) -> bool:
        return not any(state[0])

    def utility(self, state: Any, player: int) -> int:
        return -1 if player == state[1] else 1


@pytest.fixture(name="oracle", scope="session")
def oracle_fixture() -> Any:
    return oracle


@pytest.fixture(name="along", scope="session")
def along_fixture() -> Any:
    return along


@pytest.fixture(scope="session")
def boxes() -> Any:
    return Boxes


@pytest.fixture(scope="session")
def boxes_with() -> Any:
    return boxes_kernels


@pytest.fixture(scope="session")
def nim() -> Any:
    return Nim
