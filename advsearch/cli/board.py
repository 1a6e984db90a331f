"""Draw a scene with characters: coordinates, a frame, gaps between blocks, and brackets around the last action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from advsearch.notation import state_text
from advsearch.protocol import AnyGame, HasScene

if TYPE_CHECKING:
    from rich.text import Text

    from advsearch.scene import Cell, Scene

_PIECES: Final = {"open": "·", "hole": "·", "blocked": "▒", "first": "●", "second": "○"}
_ASCII: Final = {"open": ".", "hole": ".", "blocked": "#", "first": "X", "second": "O"}
_FRAME_ASCII: Final = str.maketrans("─│┌┐└┘├┤┬┴┼", "-|+++++++++")
_STYLES: Final = {"open": "dim", "hole": "dim", "blocked": "dim", "first": "bold red", "second": "bold cyan"}
_LAST: Final = "bold yellow"


def board(game: AnyGame, state: Any, last: Any = None, *, unicode: bool = True) -> Text:
    """Return the position as users see it: a board if the game has scenes, else the position's notation."""
    from rich.text import Text

    if isinstance(game, HasScene):
        return drawn(game.scene(state, last), unicode=unicode)
    return Text(state_text(game, state))


def drawn(scene: Scene, *, unicode: bool = True) -> Text:
    """Draw a scene with characters. Return lines of text without a final line end."""
    from rich.text import Text

    cells = {(cell.column, cell.row): cell for cell in scene.cells}
    width = max([1, *(len(cell.label) for cell in scene.cells)]) + 2
    margin = max([0, *(len(label) for label in scene.row_labels)])
    lines: list[Text] = []
    if scene.column_labels:
        lines.append(Text(" " * (margin + 1) + _labels(scene, width), style="dim"))
    lines.append(_rule(scene, width, margin, *"┌┬┐"))
    for row in range(scene.rows):
        label = scene.row_labels[row] if row < len(scene.row_labels) else ""
        line = Text().append(f"{label:>{margin}} │", style="dim")
        for column in range(scene.columns):
            line.append_text(_piece(cells.get((column, row)), width, unicode))
            if column + 1 == scene.columns or column in scene.gaps_after_columns:
                line.append("│", style="dim")
        lines.append(line)
        if row in scene.gaps_after_rows and row + 1 < scene.rows:
            lines.append(_rule(scene, width, margin, *"├┼┤"))
    lines.append(_rule(scene, width, margin, *"└┴┘"))
    if scene.caption:
        lines.append(Text(scene.caption))
    text = Text("\n").join(lines)
    if not unicode:
        text.plain = text.plain.translate(_FRAME_ASCII)
    return text


def _labels(scene: Scene, width: int) -> str:
    texts = []
    for column, label in enumerate(scene.column_labels):
        before = column == 0 or column - 1 in scene.gaps_after_columns
        texts.append(" " * before + f"{label:^{width}}")
    return "".join(texts).rstrip()


def _rule(scene: Scene, width: int, margin: int, left: str, between: str, right: str) -> Text:
    from rich.text import Text

    line = " " * (margin + 1) + left
    for column in range(scene.columns):
        line += "─" * width
        if column + 1 < scene.columns and column in scene.gaps_after_columns:
            line += between
    return Text(line + right, style="dim")


def _piece(cell: Cell | None, width: int, unicode: bool) -> Text:
    from rich.text import Text

    if cell is None:
        return Text(" " * width)
    marks = _PIECES if unicode else _ASCII
    mark = cell.label or marks[cell.look]
    if cell.look == "blocked" and not cell.label and not cell.last:
        return Text(mark * width, style=_STYLES["blocked"])
    if not cell.last:
        return Text(f"{mark:^{width}}", style=_STYLES[cell.look])
    padded = f"{mark:^{width - 2}}"
    return Text.assemble(("[", _LAST), (padded, _STYLES[cell.look]), ("]", _LAST))
