"""Draw a scene with coloured characters: tiles of any size, discs of quarter blocks, and wires between points.

A drawing has roles of the palette and no colours, as `advsearch.drawing.boards` has classes. Where a terminal has few
characters, a tile is one line high and a piece is one character; where it has many, tiles and pieces grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, TypeAlias

import attrs

from advsearch.scene import Cell, Place, Scene, Tone

SIZES: Final = ((15, 7), (11, 5), (7, 3), (5, 2), (4, 2), (5, 1), (3, 1))
"""The sizes of tiles in columns and lines, the largest first. A character is about twice as high as wide."""
_QUARTERS: Final = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block characters by their quarters: 1 is the upper left, 2 the upper right, 4 and 8 the lower ones."""
_WIRES: Final = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The characters of wires by the sides that they reach: 1 is up, 2 down, 4 left, 8 right."""
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_PARTS: Final = {2: 0.86, 3: 0.82, 5: 0.82, 7: 0.82}
"""The part of a tile that a disc takes, by the lines of the tile: such that it looks round."""
_FIGURES: Final = {"first": "●", "second": "○"}

Look: TypeAlias = tuple[str, str]
"""The roles of a character and of its ground."""


@attrs.frozen
class Glyph:
    """One character with the roles of its colour and of the colour behind it."""

    char: str = " "
    role: str = "ink"
    ground: str = "card"


@attrs.frozen
class Decor:
    """What a face shows on a cell beside the scene."""

    mark: str = ""
    tone: Tone = "plain"
    may: bool = False
    """Whether a click here is part of an action."""
    picked: bool = False
    cursor: bool = False


@attrs.frozen(slots=False)
class Tiling:
    """A scene as tiles of `width` columns and `height` lines."""

    scene: Scene
    width: int
    height: int
    flipped: bool = False

    @cached_property
    def size(self) -> tuple[int, int]:
        """The columns and lines of the whole board, labels included."""
        across, down = self._field
        return self._margin + across, (1 if self.scene.column_labels else 0) + down

    @cached_property
    def _margin(self) -> int:
        return max((len(label) + 1 for label in self.scene.row_labels), default=0)

    @cached_property
    def _field(self) -> tuple[int, int]:
        corners = [self._corner(_place(cell)) for cell in self.scene.cells]
        corners += [self._corner(end) for line in self.scene.lines for end in line]
        across = max((x for x, _ in corners), default=0) + self.width
        return across, max((y for _, y in corners), default=0) + self.height

    def _corner(self, place: Place) -> tuple[int, int]:
        """The upper left of a tile within the field, as if the board were not flipped."""
        scene, (column, row) = self.scene, place
        wide, high = (2, 1) if self.height > 1 else (1, 1)
        across = column + row / 2 if scene.form == "hexagon" else column
        return (
            round(across * self.width) + wide * sum(after < column for after in scene.gaps_after_columns),
            round(row * self.height) + high * sum(after < row for after in scene.gaps_after_rows),
        )

    def corner(self, place: Place) -> tuple[int, int]:
        """Return the upper left of a tile."""
        x, y = self._corner(place)
        if self.flipped:
            across, down = self._field
            x, y = across - self.width - x, down - self.height - y
        return self._margin + x, y + (1 if self.scene.column_labels else 0)

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the number of the cell that is drawn at a character, or None."""
        for number, cell in enumerate(self.scene.cells):
            left, top = self.corner(_place(cell))
            if left <= x < left + self.width and top <= y < top + self.height:
                return number
        return None

    def lines(self, decors: Mapping[int, Decor]) -> list[list[Glyph]]:
        """Return the drawing line by line, with the decor of each cell by its number."""
        across, down = self.size
        sheet = _Sheet([[Glyph()] * across for _ in range(down)])
        self._labels(sheet)
        self._wires(sheet)
        for number, cell in enumerate(self.scene.cells):
            self._cell(sheet, cell, decors.get(number, Decor()))
        return sheet.lines

    def _labels(self, sheet: _Sheet) -> None:
        for column, label in enumerate(self.scene.column_labels):
            x, _ = self.corner((column, 0))
            sheet.text(x + (self.width - len(label)) // 2, 0, label, ("soft", "card"))
        for row, label in enumerate(self.scene.row_labels):
            x, y = self.corner((0, row))
            left = x - len(label) - 1 if self.scene.form == "hexagon" and not self.flipped else 0
            sheet.text(left, y + (self.height - 1) // 2, label, ("soft", "card"))

    def _wires(self, sheet: _Sheet) -> None:
        sides: dict[tuple[int, int], int] = {}
        for start, end in self.scene.lines:
            (x1, y1), (x2, y2) = sorted(self._middle(place) for place in (start, end))
            if x1 == x2 or y1 == y2:
                for x in range(x1, x2 + 1):
                    for y in range(min(y1, y2), max(y1, y2) + 1):
                        own = (x > x1) * _LEFT | (x < x2) * _RIGHT
                        own |= (y > min(y1, y2)) * _UP | (y < max(y1, y2)) * _DOWN
                        sides[x, y] = sides.get((x, y), 0) | own
            else:
                sheet.diagonal((x1, y1), (x2, y2))
        for (x, y), reached in sides.items():
            sheet.put(x, y, _WIRES[reached], ("soft", "card"))

    def _middle(self, place: Place) -> tuple[int, int]:
        x, y = self.corner(place)
        return x + self.width // 2, y + (self.height - 1) // 2

    def _cell(self, sheet: _Sheet, cell: Cell, decor: Decor) -> None:
        x, y = self.corner(_place(cell))
        ground = self._ground(cell, decor)
        if self.scene.form != "point":
            sheet.fill(x, y, self.width, self.height, ground)
        if self.height == 1:
            self._small(sheet, x, y, cell, decor, ground)
            return
        disc = {"first": "first", "second": "second", "hole": "pit"}.get(cell.look)
        if disc is not None:
            sheet.disc(x, y, (self.width, self.height), _PARTS[self.height], disc, ground)
        text, look = self._text(cell, decor, disc or ground)
        row = y + (self.height - 1) // 2
        sheet.text(x + (self.width - len(text)) // 2, row, text, look)
        if decor.cursor or cell.last:
            corners, role = ("┏┓┗┛", "ink") if decor.cursor else ("┌┐└┘", "last")
            right, bottom = x + self.width - 1, y + self.height - 1
            for at, char in zip(((x, y), (right, y), (x, bottom), (right, bottom)), corners, strict=True):
                sheet.put(*at, char, (role, ground))

    def _ground(self, cell: Cell, decor: Decor) -> str:
        if decor.picked:
            return "picked"
        if cell.look == "blocked":
            return "blocked"
        if self.scene.form == "point":
            return "card"
        if cell.last:
            return "ground-last"
        shade = cell.column - cell.row if self.scene.form == "hexagon" else cell.column + cell.row
        return "ground" if self._upright or shade % 2 == 0 else "ground-two"

    @cached_property
    def _upright(self) -> bool:
        """Whether the board is a frame with holes, which is of one colour."""
        return any(cell.look == "hole" for cell in self.scene.cells)

    def _text(self, cell: Cell, decor: Decor, behind: str) -> tuple[str, Look]:
        """What is written in the middle of a tile that is several lines high."""
        if decor.mark:
            return _mark(decor, self.width, behind)
        if cell.label:
            role = {"first": "on-first", "second": "on-second", "blocked": "card"}.get(cell.look, "ink")
            return _cut(cell.label, self.width), (role, behind)
        if cell.look == "second":
            return "○", ("on-second", behind)
        if decor.may:
            return "•", ("ink", behind)
        return ("·" if self.scene.form == "point" and cell.look == "open" else ""), ("soft", behind)

    def _small(self, sheet: _Sheet, x: int, y: int, cell: Cell, decor: Decor, ground: str) -> None:
        """Draw a tile of one line."""
        if decor.mark:
            text, look = _mark(decor, self.width, ground)
        else:
            empty = "•" if decor.may else " " if cell.look == "blocked" else "·"
            text = _cut(cell.label or _FIGURES.get(cell.look, empty), self.width)
            role = cell.look if cell.look in _FIGURES else "card" if cell.look == "blocked" else "ink"
            look = ("soft" if text == "·" else role), ground
        sheet.text(x + (self.width - len(text)) // 2, y, text, look)
        if self.width - len(text) >= 2 and (decor.cursor or cell.last):
            ends, colour = ("><", "ink") if decor.cursor else ("[]", "last")
            sheet.put(x, y, ends[0], (colour, ground))
            sheet.put(x + self.width - 1, y, ends[1], (colour, ground))


@attrs.frozen
class _Sheet:
    lines: list[list[Glyph]]

    def put(self, x: int, y: int, char: str, look: Look) -> None:
        if 0 <= y < len(self.lines) and 0 <= x < len(self.lines[y]):
            self.lines[y][x] = Glyph(char, *look)

    def text(self, x: int, y: int, text: str, look: Look) -> None:
        for number, char in enumerate(text):
            self.put(x + number, y, char, look)

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        for line in range(y, y + height):
            self.text(x, line, " " * width, ("ink", ground))

    def diagonal(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        (x1, y1), (x2, y2) = start, end
        steps = max(abs(x2 - x1), abs(y2 - y1))
        for step in range(1, steps):
            x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
            self.put(round(x), round(y), "╲" if y2 > y1 else "╱", ("soft", "card"))

    def disc(self, x: int, y: int, size: tuple[int, int], part: float, role: str, ground: str) -> None:
        """Draw a disc in the middle of a tile, of quarters of characters: each is half as wide as it is high."""
        width, height = size
        radius = part * min(width, 2 * height) / 2
        for row in range(height):
            for column in range(width):
                quarters = 0
                for bit, (right, lower) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))):
                    aside = column + (right + 0.5) / 2 - width / 2
                    down = 2 * row + lower + 0.5 - height
                    quarters |= (aside * aside + down * down <= radius * radius) << bit
                if quarters:
                    self.put(x + column, y + row, _QUARTERS[quarters], (role, ground))


def tiling_of(scene: Scene, room: tuple[int, int], *, flipped: bool = False, least: int = 0) -> Tiling:
    """Return the tiling with the largest tiles that fit into `room`, columns and lines; the smallest if none fits.
    Tiles have at least `least` columns, if such tiles fit.
    """
    tilings = [Tiling(scene, *size, flipped) for size in SIZES]
    fitting = [each for each in tilings if each.size[0] <= room[0] and each.size[1] <= room[1]]
    wide = [each for each in fitting if each.width >= least]
    return next(iter((*wide, *fitting)), tilings[-1])


def next_cell(scene: Scene, cell: int, across: int, down: int) -> int:
    """Return the nearest cell in a direction, or the cell itself if there is none. Cells straight ahead come before
    all others. One of `across` and `down` is 1 or -1, and the other is 0.
    """
    here = _drawn_at(scene, scene.cells[cell])
    best, least = cell, (True, float("inf"))
    for number, other in enumerate(scene.cells):
        x, y = _drawn_at(scene, other)
        along = (x - here[0]) * across + (y - here[1]) * down
        aside = abs((x - here[0]) * down) + abs((y - here[1]) * across)
        far = (aside > 0.01, along + 2 * aside)
        if along > 0.01 and far < least:
            best, least = number, far
    return best


def _drawn_at(scene: Scene, cell: Cell) -> tuple[float, float]:
    column, row = _place(cell)
    return (column + row / 2 if scene.form == "hexagon" else column), row


def _place(cell: Cell) -> Place:
    return (cell.column, cell.row) if cell.at is None else cell.at


def _mark(decor: Decor, width: int, behind: str) -> tuple[str, Look]:
    text = _fitting(_shorter(decor.mark), width)
    if decor.tone == "plain":
        return text, ("ink", behind)
    ground = "bad" if decor.tone == "bad" else "good"
    return f"{text:^{min(width, len(text) + 2)}}", (f"on-{ground}", ground)


def _shorter(text: str) -> Iterable[str]:
    """A value as it is, and then with fewer and fewer digits after the point."""
    yield text
    yield text.replace("0.", ".", 1)
    whole, point, digits = text.partition(".")
    while point and digits:
        digits = digits[:-1]
        yield f"{whole}.{digits}" if digits else whole
    yield text[:1]


def _fitting(texts: Iterable[str], width: int) -> str:
    return next((text for text in texts if len(text) <= width), "")


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"
