"""Games of the same class with other settings, such as another board size."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Final

SIZES: Final = frozenset(
    ("width", "height", "columns", "rows", "cols", "size", "board_size", "side", "n", "m", "w", "h", "files", "ranks")
)
"""Names of settings that say how large a board is."""
MOST: Final = 4


def siblings(game: Any) -> list[tuple[str, Any]]:
    """Games of the same class with one setting changed, each with its name. Changed sizes come first."""
    found: list[tuple[str, Any]] = []
    settings = _settings(game)
    for name, value in sorted(_changes(settings), key=lambda change: change[0] not in SIZES):
        if len(found) >= MOST:
            break
        if any(text.startswith(f"{name}=") for text, _ in found):
            continue
        try:
            made = type(game)(**(settings | {name: value}))
            if made.terminal(made.initial()) or not made.actions(made.initial()):
                continue
        except Exception:  # impossible settings are refused with one error or another
            continue
        found.append((f"{name}={value!r}", made))
    return found


def resized(game: Any) -> list[tuple[str, Any]]:
    """The siblings of a game whose boards have another size than the game's board."""
    return [(text, made) for text, made in siblings(game) if text.partition("=")[0] in SIZES]


def _changes(settings: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in settings.items():
        if isinstance(value, bool):
            yield name, not value
        elif isinstance(value, int):
            yield from ((name, value + step) for step in (1, 2, -1, -2) if value + step > 0)


def _settings(game: Any) -> dict[str, Any]:
    """The settings with which the game was made, if its attributes show them; else an empty dictionary."""
    try:
        parameters = inspect.signature(type(game)).parameters.values()
    except (TypeError, ValueError):
        return {}
    found = {}
    for each in parameters:
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD, each.POSITIONAL_ONLY):
            continue
        names = (each.name, f"_{each.name}")
        name = next((name for name in names if hasattr(game, name)), None)
        if name is not None:
            found[each.name] = getattr(game, name)
        elif each.default is each.empty:
            return {}
    return found
