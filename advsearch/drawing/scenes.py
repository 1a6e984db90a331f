"""The scene of a position: the game's own, or the one that its grid of words describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

import attrs

from advsearch.errors import PluginError
from advsearch.protocol import AnyGame, HasBoard, HasScene, name_of
from advsearch.scene import Arrow, Cell, Look, Mark, Scene, Turned

_LOOKS: Final[dict[str, Look]] = {"": "open", ".": "open", "#": "blocked", **{look: look for look in get_args(Look)}}
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def scene_of(game: AnyGame, state: Any, last: Any = None) -> Scene | None:
    """Return the board of a position as data. A game with neither `scene` nor `board` has none. `last` is the action
    that led to the position.
    """
    if isinstance(game, HasScene):
        return game.scene(state, last)
    if isinstance(game, HasBoard) and callable(game.board):
        return scene_of_words(game.board(state), name_of(game))
    return None


def scene_of_words(grid: Sequence[Sequence[str]], name: str = "the game") -> Scene:
    """Return the scene of a grid of words, which `HasBoard.board` explains. Raises `PluginError` for anything else.

    >>> scene = scene_of_words([["X", "."], ["#", "second K"]])
    >>> [(cell.look, cell.label, scene.name(cell)) for cell in scene.cells]
    [('open', 'X', 'a1'), ('open', '', 'b1'), ('blocked', '', 'a2'), ('second', 'K', 'b2')]
    """
    rows = [list(row) for row in grid]
    if not rows or not rows[0] or any(len(row) != len(rows[0]) for row in rows):
        lengths = ", ".join(str(len(row)) for row in rows) or "none"
        raise PluginError(f"expected {name}.board to return rows of the same length, got rows of length {lengths}")
    wrong = next((word for row in rows for word in row if not isinstance(word, str)), None)
    if wrong is not None:
        raise PluginError(f"expected {name}.board to return rows of words, got {wrong!r} among them")
    columns = len(rows[0])
    return Scene(
        columns,
        len(rows),
        tuple(_cell(column, row, word) for row, words in enumerate(rows) for column, word in enumerate(words)),
        tuple(_LETTERS[n] if columns <= len(_LETTERS) else str(n + 1) for n in range(columns)),
        tuple(str(row + 1) for row in range(len(rows))),
    )


def scene_data(scene: Scene | None) -> dict[str, Any] | None:
    """Return a scene as JSON values, without the actions of its cells. `scene_from` reads them."""
    if scene is None:
        return None
    return attrs.asdict(scene, filter=lambda field, value: field.name != "action" and value != field.default)


def scene_from(data: Mapping[str, Any] | None) -> Scene | None:
    """Return the scene that `scene_data` wrote."""
    if data is None:
        return None
    given: dict[str, Any] = {name: _frozen(value) for name, value in data.items()}
    for name, kind in (("cells", Cell), ("marks", Mark), ("arrows", Arrow)):
        given[name] = tuple(
            kind(**{key: _frozen(value) for key, value in each.items()}) for each in data.get(name, ())
        )
    if "turned" in data:
        given["turned"] = Turned(**data["turned"])
    return Scene(**given)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _cell(column: int, row: int, word: str) -> Cell:
    look, _, label = word.partition(" ")
    if look in _LOOKS:
        return Cell(column, row, _LOOKS[look], label.strip())
    return Cell(column, row, label=word)
