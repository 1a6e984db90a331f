"""Bitboard games in the styles of different authors, none written for the lowering."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from advsearch.bits import cells


class Noughts(NamedTuple):
    x: int
    o: int
    turn: int


class TicTacToe:
    """4x4, four in a row win; a NamedTuple with a turn, actions by a comprehension."""

    utilities = "outcome"
    SIZE = 4
    FULL = (1 << SIZE * SIZE) - 1
    LINES = (
        *(sum(1 << 4 * r + c for c in range(4)) for r in range(4)),
        *(sum(1 << 4 * r + c for r in range(4)) for c in range(4)),
        sum(1 << 5 * i for i in range(4)),
        sum(1 << 3 * i + 3 for i in range(4)),
    )

    def initial(self) -> Noughts:
        return Noughts(0, 0, 0)

    def player(self, state: Noughts) -> int:
        return state.turn

    def actions(self, state: Noughts) -> list[int]:
        return [cell for cell in range(16) if not (state.x | state.o) >> cell & 1]

    def result(self, state: Noughts, action: int) -> Noughts:
        if state.turn == 0:
            return Noughts(state.x | 1 << action, state.o, 1)
        return state._replace(o=state.o | 1 << action, turn=0)

    def wins(self, stones: int) -> bool:
        return any(stones & line == line for line in self.LINES)

    def terminal(self, state: Noughts) -> bool:
        return state.x | state.o == self.FULL or self.wins(state.x) or self.wins(state.o)

    def utility(self, state: Noughts, player: int) -> int:
        if self.wins(state.x):
            return 1 if player == 0 else -1
        if self.wins(state.o):
            return 1 if player == 1 else -1
        return 0


@dataclass(frozen=True)
class Floor:
    taken: int
    vertical: bool


class Domineering:
    """4x4; the players move differently; a loop that appends, and a dataclass with a bool."""

    utilities = "outcome"

    def initial(self) -> Floor:
        return Floor(0, True)

    def player(self, state: Floor) -> int:
        return 0 if state.vertical else 1

    def actions(self, state: Floor) -> list[int]:
        found = []
        for cell in range(16):
            if state.vertical:
                if cell < 12 and not state.taken & (1 << cell | 1 << cell + 4):
                    found.append(cell)
            elif cell % 4 < 3 and not state.taken & (3 << cell):
                found.append(cell)
        return found

    def result(self, state: Floor, action: int) -> Floor:
        shape = 17 if state.vertical else 3
        return Floor(state.taken | shape << action, not state.vertical)

    def terminal(self, state: Floor) -> bool:
        return not self.actions(state)

    def utility(self, state: Floor, player: int) -> int:
        return -1 if player == self.player(state) else 1


class Reversi:
    """6x6 on tuples of ints; passes are an action; cells of a word, flips along rays by a while loop."""

    SIZE = 6
    FULL = (1 << 36) - 1
    NOT_LEFT = sum(1 << 6 * r + c for r in range(6) for c in range(1, 6))
    NOT_RIGHT = sum(1 << 6 * r + c for r in range(6) for c in range(5))
    PASS = 36

    def initial(self) -> tuple[int, int, int]:
        return (1 << 14 | 1 << 21, 1 << 15 | 1 << 20, 0)

    def player(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def step(self, stones: int, direction: int) -> int:
        if direction in (1, 7, -5):
            stones &= self.NOT_RIGHT
        elif direction in (-1, -7, 5):
            stones &= self.NOT_LEFT
        return (stones << direction if direction > 0 else stones >> -direction) & self.FULL

    def places(self, own: int, other: int) -> int:
        empty = self.FULL & ~(own | other)
        found = 0
        for direction in (1, -1, 6, -6, 7, -7, 5, -5):
            run = self.step(own, direction) & other
            for _ in range(3):
                run |= self.step(run, direction) & other
            found |= self.step(run, direction) & empty
        return found

    def sides(self, state: tuple[int, int, int]) -> tuple[int, int]:
        first, second, turn = state
        return (first, second) if turn == 0 else (second, first)

    def actions(self, state: tuple[int, int, int]) -> tuple[int, ...]:
        own, other = self.sides(state)
        return cells(self.places(own, other) or 1 << self.PASS)

    def result(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        own, other = self.sides(state)
        if action != self.PASS:
            stone = 1 << action
            flipped = 0
            for direction in (1, -1, 6, -6, 7, -7, 5, -5):
                line = 0
                at = self.step(stone, direction)
                while at & other:
                    line |= at
                    at = self.step(at, direction)
                if at & own:
                    flipped |= line
            own, other = own | stone | flipped, other & ~flipped
        return (own, other, 1) if state[2] == 0 else (other, own, 0)

    def terminal(self, state: tuple[int, int, int]) -> bool:
        own, other = self.sides(state)
        return not self.places(own, other) and not self.places(other, own)

    def utility(self, state: tuple[int, int, int], player: int) -> int:
        lead = state[0].bit_count() - state[1].bit_count()
        return lead if player == 0 else -lead


class Again:
    """Take stones one by one; whoever takes a fifth one moves again, so the same player may stay."""

    def initial(self) -> tuple[int, int]:
        return (1 << 12) - 1, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> tuple[int, ...]:
        return cells(state[0])

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        pile, turn = state
        return pile & ~(1 << action), turn if action % 5 == 0 else 1 - turn

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int], player: int) -> int:
        return -1 if player == state[1] else 1


class Downwards:
    """Take a stone, to keep the move or to give it away; the greater number is listed first."""

    def initial(self) -> tuple[int, int]:
        return (1 << 9) - 1, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> list[int]:
        return [2 * cell + 1 - way for cell in range(9) if state[0] >> cell & 1 for way in (0, 1)]

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] & ~(1 << action // 2), state[1] if action % 2 else 1 - state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int], player: int) -> int:
        return -1 if player == state[1] else 1


class Remembered:
    """Take a stone; the last odd one is kept, or -1, and an even one before it may not be taken."""

    def initial(self) -> tuple[int, int, int]:
        return (1 << 9) - 1, -1, 0

    def player(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def barred(self, state: tuple[int, int, int]) -> int | None:  # type: ignore[return]  # noqa: RET503
        if state[1] > 0 and state[0] & ~(1 << state[1] - 1):
            return state[1] - 1

    def actions(self, state: tuple[int, int, int]) -> tuple[int, ...]:
        barred = self.barred(state)
        return tuple(cell for cell in range(9) if state[0] >> cell & 1 and (barred is None or cell != barred))

    def result(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        return state[0] & ~(1 << action), action if action % 2 else -1, 1 - state[2]

    def terminal(self, state: tuple[int, int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int, int], player: int) -> int:
        return -1 if player == state[2] else 1


class Slides(Again):
    """Move a stone to a neighbour and remove it from there; generators run through `itertools.product`."""

    def neighbours(self, cell: int) -> Iterator[int]:
        row, column = divmod(cell, 4)
        for down, right in product((-1, 0, 1), repeat=2):
            if (down or right) and 0 <= row + down < 3 and 0 <= column + right < 4:
                yield 4 * (row + down) + column + right

    def moves(self, state: tuple[int, int]) -> list[tuple[int, int]]:
        return [
            (start, to)
            for start in range(12)
            if state[0] >> start & 1
            for to in self.neighbours(start)
            if state[0] >> to & 1
        ]

    def actions(self, state: tuple[int, int]) -> tuple[tuple[int, int], ...]:  # type: ignore[override]
        return tuple(self.moves(state))

    def result(self, state: tuple[int, int], action: tuple[int, int]) -> tuple[int, int]:  # type: ignore[override]
        return state[0] & ~(1 << action[0]), 1 - state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return not self.moves(state)


class Counter:
    """A number that nothing bounds."""

    def initial(self) -> tuple[int, int]:
        return 1, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> tuple[int, ...]:
        return (1, 2)

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] * 2 + action, 1 - state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] % 7 == 5

    def utility(self, state: tuple[int, int], player: int) -> int:
        return -1 if player == state[1] else 1
