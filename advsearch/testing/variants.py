"""Makes games of the same class as a given game, but with other settings, such as another board size."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator
from typing import Any, Final

SIZES: Final = frozenset(
    ("width", "height", "columns", "rows", "cols", "size", "board_size", "side", "n", "m", "w", "h", "files", "ranks",
     "shape", "length", "dimensions")
)  # fmt: skip
"""Names of settings that are assumed to be the size of a board."""
MOST: Final = 4


def siblings(game: Any) -> list[tuple[str, Any]]:
    """Return games of the same class as `game`. Each game has one changed setting and a name, such as `width=5`.
    Games with another board size are first in the list.
    """
    found: list[tuple[str, Any]] = []
    settings = settings_of(game)
    for name, value in sorted(_changes(settings), key=lambda change: change[0] not in SIZES):
        if len(found) >= MOST:
            break
        if any(text.startswith(f"{name}=") for text, _ in found):
            continue
        try:
            made = type(game)(**(settings | {name: value}))
            if made.terminal(made.initial()) or not made.actions(made.initial()):
                continue
        except Exception:  # a class may raise any error for impossible settings
            continue
        found.append((f"{name}={value!r}", made))
    return found


def resized(game: Any) -> list[tuple[str, Any]]:
    """Return games of the same class as `game` with another board size."""
    return [(text, made) for text, made in siblings(game) if text.partition("=")[0] in SIZES]


def _changes(settings: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in settings.items():
        if isinstance(value, bool):
            yield name, not value
        elif isinstance(value, int):
            yield from ((name, value + step) for step in (1, 2, -1, -2) if value + step > 0)
        elif type(value) is tuple and name in SIZES and all(type(side) is int for side in value):
            for step, place in itertools.product((1, -1), range(len(value))):
                if value[place] + step > 0:
                    yield name, (*value[:place], value[place] + step, *value[place + 1 :])


def settings_of(game: Any) -> dict[str, Any]:
    """Return the settings with which a game was made. The settings are read from the game's attributes; if an
    attribute is missing, the result is empty."""
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
