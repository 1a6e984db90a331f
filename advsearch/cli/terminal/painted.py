"""Widgets that are painted character by character: a board that is clicked, and texts whose words are clicked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import attrs
from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from advsearch.cli.terminal.colours import style
from advsearch.drawing.tiles import Decor, Glyph, Tiling, next_cell, tiling_of
from advsearch.scene import Scene

_WIDE_MARK = 5


class BoardView(Widget, can_focus=True):
    """A board in the middle of its room, or the text of a position without a board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("enter,space", "click_here", show=False),
    ]

    class Clicked(Message):
        """A cell was clicked or entered."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self) -> None:
        super().__init__(id="board")
        self.scene: Scene | None = None
        self.text = ""
        self.caption = ""
        self.flipped = False
        self.cursor: int | None = None
        self._decors: Mapping[int, Decor] = {}
        self._tiling: Tiling | None = None
        self._lines: list[list[Glyph]] = []
        self._key: Any = None

    def show(self, scene: Scene | None, text: str, caption: str, decors: Mapping[int, Decor], flipped: bool) -> None:
        """Show a position."""
        self.scene, self.text, self.caption, self._decors, self.flipped = scene, text, caption, decors, flipped
        if scene is not None and self.cursor is not None and self.cursor >= len(scene.cells):
            self.cursor = None
        self._key = None
        self.refresh()

    def on_resize(self) -> None:
        self._key = None

    def on_focus(self) -> None:
        self._key = None

    def on_blur(self) -> None:
        self._key = None

    # --- painting -------------------------------------------------------------------------------------------------

    def _paint(self) -> None:
        """Lay the board out for the room that there is."""
        room = self.size.width, self.size.height - 1
        if self.scene is None:
            self._tiling = None
            words = _wrapped(self.text, max(8, room[0] - 4))[: room[1]]
            self._lines = [[Glyph(char) for char in line] for line in words]
        else:
            marked = max((len(each.mark) for each in self._decors.values()), default=0)
            least = min(_WIDE_MARK, marked + 1) if marked else 0
            self._tiling = tiling_of(self.scene, room, flipped=self.flipped, least=least)
            decors = dict(self._decors)
            if self.cursor is not None and self.has_focus:
                decors[self.cursor] = attrs.evolve(decors.get(self.cursor, Decor()), cursor=True)
            self._lines = self._tiling.lines(decors)
        caption = self.caption[: room[0]]
        wide = max((len(line) for line in self._lines), default=0)
        indent = " " * max(0, (wide - len(caption)) // 2)
        self._lines = [*self._lines, [Glyph(char, "soft") for char in indent + caption]]

    @property
    def _origin(self) -> tuple[int, int]:
        wide = max((len(line) for line in self._lines), default=0)
        return max(0, (self.size.width - wide) // 2), max(0, (self.size.height - len(self._lines)) // 2)

    def render_line(self, y: int) -> Strip:
        dark = self.app.current_theme.dark
        key = (self.size, dark, self.cursor, self.has_focus)
        if self._key != key:
            self._key = key
            self._paint()
        left, top = self._origin
        blank = style("ink", "card", dark)
        row = self._lines[y - top] if 0 <= y - top < len(self._lines) else []
        segments = [Segment(" " * left, blank)]
        start = 0
        while start < len(row):
            end, first = start + 1, row[start]
            while end < len(row) and (row[end].role, row[end].ground) == (first.role, first.ground):
                end += 1
            look = style(first.role, first.ground, dark, bold=first.role not in ("soft", "ink"))
            segments.append(Segment("".join(each.char for each in row[start:end]), look))
            start = end
        return Strip(segments).adjust_cell_length(self.size.width, blank)

    # --- keys and mouse -------------------------------------------------------------------------------------------

    def action_move(self, across: int, down: int) -> None:
        if self.scene is None or not self.scene.cells:
            return
        sign = -1 if self.flipped else 1
        at = self._middle() if self.cursor is None else next_cell(self.scene, self.cursor, sign * across, sign * down)
        self.cursor = at
        self.refresh()

    def _middle(self) -> int:
        """The cell at which the cursor appears: the one nearest to the middle."""
        assert self.scene is not None
        middle = (self.scene.columns - 1) / 2, (self.scene.rows - 1) / 2
        cells = enumerate(self.scene.cells)
        return min(cells, key=lambda each: abs(each[1].column - middle[0]) + abs(each[1].row - middle[1]))[0]

    def action_click_here(self) -> None:
        if self.cursor is None:
            self.action_move(0, 1)
        elif self.scene is not None:
            self.post_message(self.Clicked(self.cursor))

    def on_click(self, event: events.Click) -> None:
        if self._tiling is not None:
            left, top = self._origin
            cell = self._tiling.cell_at(event.x - left, event.y - top)
            if cell is not None:
                self.cursor = cell
                self.post_message(self.Clicked(cell))

    def spot(self, cell: int) -> tuple[int, int]:
        """Return the middle of a cell on the screen, relative to the widget."""
        assert self._tiling is not None
        at = self._tiling.scene.cells[cell]
        x, y = self._tiling.corner((at.column, at.row) if at.at is None else at.at)
        left, top = self._origin
        return left + x + self._tiling.width // 2, top + y + self._tiling.height // 2


def _wrapped(text: str, width: int) -> list[str]:
    lines = []
    for line in text.splitlines() or [""]:
        lines += [line[start : start + width] for start in range(0, max(1, len(line)), width)]
    return lines


@attrs.frozen
class Word:
    """A word of a text. If it has a target, it can be clicked."""

    text: str
    role: str = "ink"
    target: Any = None
    bold: bool = False
    ground: str = "card"


class Words(Widget):
    """Lines of words, which are broken between words. A word with a target is clicked and pointed at."""

    class Chosen(Message):
        """A word was clicked."""

        def __init__(self, target: Any) -> None:
            super().__init__()
            self.target = target

    class Pointed(Message):
        """The mouse is on a word with a target, or on none."""

        def __init__(self, target: Any) -> None:
            super().__init__()
            self.target = target

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._given: Sequence[Sequence[Word]] = ()
        self._broken: list[list[tuple[int, Word]]] = []
        self._width = -1
        self._pointed: Any = None

    def show(self, lines: Sequence[Sequence[Word]]) -> None:
        """Show lines of words."""
        if lines != self._given:
            self._given, self._width = lines, -1
            before = len(self._broken)
            self._break(self.size.width)
            self.refresh(layout=len(self._broken) != before)

    def _break(self, width: int) -> None:
        """Give each word its place. A line that goes on is indented."""
        if width == self._width:
            return
        self._width, self._broken = width, []
        for words in self._given:
            line: list[tuple[int, Word]] = []
            at = 0
            for word in words:
                long = cell_len(word.text)
                if line and at + long > width:
                    self._broken.append(line)
                    line, at = [], 2
                line.append((at, word))
                at += long + 1
            self._broken.append(line)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        self._break(width)
        return len(self._broken)

    def render_line(self, y: int) -> Strip:
        self._break(self.size.width)
        dark = self.app.current_theme.dark
        blank = style("ink", "card", dark)
        segments, at = [], 0
        for left, word in self._broken[y] if y < len(self._broken) else []:
            pointed = word.target is not None and word.target == self._pointed
            segments.append(Segment(" " * (left - at), blank))
            segments.append(Segment(word.text, style(word.role, word.ground, dark, word.bold, pointed)))
            at = left + cell_len(word.text)
        return Strip(segments).adjust_cell_length(self.size.width, blank)

    def line_of(self, target: Any) -> int | None:
        """Return the line of a target on the screen."""
        self._break(self.size.width)
        return next((y for y, line in enumerate(self._broken) if any(w.target == target for _, w in line)), None)

    def _under(self, x: int, y: int) -> Any:
        line = self._broken[y] if 0 <= y < len(self._broken) else []
        return next((word.target for left, word in line if left <= x < left + cell_len(word.text)), None)

    def _point(self, target: Any) -> None:
        if target != self._pointed:
            self._pointed = target
            self.refresh()
            self.post_message(self.Pointed(target))

    def on_click(self, event: events.Click) -> None:
        target = self._under(event.x, event.y)
        if target is not None:
            self.post_message(self.Chosen(target))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self._point(self._under(event.x, event.y))

    def on_leave(self) -> None:
        self._point(None)
