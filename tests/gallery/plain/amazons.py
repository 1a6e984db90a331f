"""Amazons on 3x3 with one queen each: move the queen, then shoot an arrow. No move, no win."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Iterator  # noqa: UP035

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


@dataclass(frozen=True, order=True)
class Sq:
    x: int
    y: int

    def __add__(self, other: tuple[int, int]) -> Sq:
        return Sq(self.x + other[0], self.y + other[1])

    def __str__(self) -> str:
        return f"{'abc'[self.x]}{self.y + 1}"


@dataclass(frozen=True)
class Position:
    queens: tuple[Sq, Sq]
    arrows: frozenset[Sq] = field(default_factory=frozenset)
    mover: int = 0

    def blocked(self) -> frozenset[Sq]:
        return self.arrows | set(self.queens)


@dataclass(frozen=True)
class Shot:
    to: Sq
    arrow: Sq


class Amazons:
    utilities = "outcome"
    size = 3

    def slide(self, start: Sq, blocked) -> Iterator[Sq]:
        for direction in DIRECTIONS:
            at = start + direction
            while 0 <= at.x < self.size and 0 <= at.y < self.size and at not in blocked:
                yield at
                at = at + direction

    def initial(self) -> Position:
        return Position((Sq(0, 0), Sq(2, 2)))

    def player(self, position: Position) -> int:
        return position.mover

    def actions(self, position: Position) -> list[Shot]:
        start = position.queens[position.mover]
        blocked = position.blocked() - {start}
        return [Shot(to, arrow) for to in self.slide(start, blocked) for arrow in self.slide(to, blocked)]

    def result(self, position: Position, shot: Shot) -> Position:
        a, b = position.queens
        queens = (shot.to, b) if position.mover == 0 else (a, shot.to)
        return replace(position, queens=queens, arrows=position.arrows | {shot.arrow}, mover=1 - position.mover)

    def terminal(self, position: Position) -> bool:
        start = position.queens[position.mover]
        return not any(True for _ in self.slide(start, position.blocked()))

    def utility(self, position: Position, player: int) -> int:
        return -1 if player == position.mover else 1
