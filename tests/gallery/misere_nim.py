"""Nim in which the player who takes the last match loses.  A frozen dataclass, with replace()."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from advsearch import IllegalAction


class Take(NamedTuple):
    heap: int
    count: int


@dataclass(frozen=True)
class Table:
    heaps: tuple[int, ...]
    whose: int = 0

    @property
    def empty(self) -> bool:
        return max(self.heaps) == 0


@dataclass(frozen=True)
class MisereNim:
    start: tuple[int, ...] = (1, 2, 3)
    at_most: int = 3

    utilities = "outcome"

    def initial(self) -> Table:
        return Table(self.start)

    def player(self, table: Table) -> int:
        return table.whose

    def actions(self, table: Table) -> list[Take]:
        found = []
        for heap in range(len(table.heaps)):
            for count in range(1, min(self.at_most, table.heaps[heap]) + 1):
                found.append(Take(heap, count))
        return found

    def result(self, table: Table, take: Take) -> Table:
        if take not in self.actions(table):
            raise IllegalAction(f"cannot take {take!r}")
        heaps = list(table.heaps)
        heaps[take.heap] -= take.count
        return replace(table, heaps=tuple(heaps), whose=1 - table.whose)

    def terminal(self, table: Table) -> bool:
        return table.empty

    def utility(self, table: Table, player: int) -> int:
        # the one to move did not take the last match
        return 1 if player == table.whose else -1
