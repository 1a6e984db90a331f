"""Lines of play: for each ply the best line from there on."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from advsearch.search.kit.fields import NOTHING, Action, Machine

Linked: TypeAlias = "tuple[Any, Any] | None"


class Variation(Machine):
    """A line of play for each row. The rows from 0 on are the plies. A search keeps lines in the rows from `kept` on.

    In plain Python a line is nested pairs, so that it is extended in one step however long it is.
    """

    kept: Final = 1 << 32

    def __init__(self) -> None:
        self.rows: dict[int, Linked] = {}

    def end(self, row: int) -> None:
        """Empty a row."""
        self.rows[row] = None

    def extend(self, row: int, action: Action) -> None:
        """Make a row the action and then the line of the next row."""
        self.rows[row] = (action, self.rows[row + 1])

    def copy(self, source: int, target: int) -> None:
        """Copy a row."""
        self.rows[target] = self.rows[source]

    def read(self, row: int) -> tuple[Action, ...]:
        """Return the actions of a row."""
        actions = []
        line = self.rows[row]
        while line is not None:
            action, line = line
            actions.append(action)
        return tuple(actions)


class FlatLine(Machine):
    """The same over one list of cells, in the form of machine code. NOTHING ends a line."""

    cells: list[Action]

    def __init__(self, plies: int, lines: int) -> None:
        """Make room for games of so many plies, and for so many lines to keep."""
        self.kept = plies + 2
        self.width = plies + 2
        self.cells = [NOTHING] * ((self.kept + lines) * self.width)

    def end(self, row: int) -> None:
        self.cells[row * self.width] = NOTHING

    def extend(self, row: int, action: Action) -> None:
        at = row * self.width
        self.cells[at] = action
        index = 0
        while True:
            following = self.cells[at + self.width + index]
            self.cells[at + 1 + index] = following
            if following is NOTHING:
                break
            index += 1

    def copy(self, source: int, target: int) -> None:
        index = 0
        while True:
            action = self.cells[source * self.width + index]
            self.cells[target * self.width + index] = action
            if action is NOTHING:
                break
            index += 1

    def read(self, row: int) -> tuple[Action, ...]:
        cells, actions, at = self.cells, [], row * self.width
        while (action := cells[at]) is not NOTHING:
            actions.append(action)
            at += 1
        return tuple(actions)
