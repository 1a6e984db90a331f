"""Boards in a terminal: the drawing with characters, in the palette's colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from advsearch.drawing.characters import lines_of
from advsearch.drawing.palette import PALETTE
from advsearch.drawing.scenes import scene_of
from advsearch.notation import state_text
from advsearch.protocol import AnyGame

if TYPE_CHECKING:
    from rich.text import Text

    from advsearch.scene import Scene


def board(game: AnyGame, state: Any, last: Any = None, *, unicode: bool = True) -> Text:
    """Return the position as users see it: a board if the game describes one, else the position's notation."""
    from rich.text import Text

    scene = scene_of(game, state, last)
    return Text(state_text(game, state)) if scene is None else drawn(scene, unicode=unicode)


def drawn(scene: Scene, *, unicode: bool = True) -> Text:
    """Draw a scene with characters. Return lines of text without a final line end."""
    from rich.text import Text

    rows = [
        Text.assemble(*((span.text, PALETTE[span.role].terminal if span.role else "") for span in line))
        for line in lines_of(scene, unicode=unicode)
    ]
    return Text("\n").join(rows)
