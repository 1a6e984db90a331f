"""Which clicks on a board mean which action, for any game, with no code of the game.

The cells of an action are found in this order:

1. `Cell.action`: a click on a cell whose `action` equals the action.
2. The names of cells in the action's text, in the order of the text: `c4-TR-L` is the cell `c4`, `a1-c2` is `a1` and
   then `c2`.
3. Pairs of row and column, counted from 0, if the action is a tuple of such numbers, and if the action changes all
   these cells.
4. The cells that the action changes: one cell, or the cell that a piece leaves and then the cell that it reaches.

An action whose cells are not found has none; a face then shows a button.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from advsearch.drawing.scenes import scene_of
from advsearch.protocol import AnyGame, HasNotation
from advsearch.scene import Cell, Scene

_WORDS: Final = re.compile(r"[^\W_]+")


@attrs.frozen
class Clicks:
    """How an action is played by clicks."""

    action: Any
    text: str
    ways: tuple[tuple[int, ...], ...]
    """Every row of clicks that means the action, as numbers of cells in the scene. Several actions may have the same
    clicks; the rest of the choice is then made by `rest`."""
    shown: int | None
    """The cell at which the action's value is shown: the cell that the action changes, or the last click."""
    rest: str
    """The action's text without the names of its cells: `TR-L` of `c4-TR-L`. It is the whole text if nothing is
    left, or if the action has no cells."""


def clicks_of(game: AnyGame, state: Any, scene: Scene | None = None) -> list[Clicks]:
    """Return how each action of a position is played by clicks, in the order of the actions. `scene` is the scene of
    the position, if it is known.
    """
    scene = scene_of(game, state) if scene is None else scene
    names = {} if scene is None else {name: n for n, cell in enumerate(scene.cells) if (name := scene.name(cell))}
    # isinstance with a protocol takes 12 microseconds on Python 3.11, so the game's notation is looked up once
    write = game.format_action if isinstance(game, HasNotation) else lambda _state, action: str(action)
    return [_clicks(game, state, scene, names, action, write(state, action)) for action in game.actions(state)]


@attrs.frozen
class Meaning:
    """What the clicks so far may still mean."""

    targets: frozenset[int]
    """The cells that may be clicked next."""
    dots: frozenset[int]
    """The targets that a face marks: of several cells in which one action may be clicked, the one that it changes."""
    complete: tuple[Clicks, ...]
    """The actions that have all their clicks."""


def meaning(actions: Sequence[Clicks], path: tuple[int, ...]) -> Meaning:
    """Return what the clicks of `path`, cells by their numbers, may still mean among the actions of a position."""
    targets, dots, complete = set(), set(), []
    for action in actions:
        ways = [way for way in action.ways if way[: len(path)] == path]
        for way in ways:
            if len(way) > len(path):
                targets.add(way[len(path)])
                if len(action.ways) == 1 or way[len(path)] == action.shown:
                    dots.add(way[len(path)])
        if path and path in ways:
            complete.append(action)
    return Meaning(frozenset(targets), frozenset(dots), tuple(complete))


def after_click(actions: Sequence[Clicks], path: tuple[int, ...], cell: int) -> tuple[tuple[int, ...], Clicks | None]:
    """Return the clicks after one more, and the action that they mean, if it is one and no other. A click that goes
    nowhere begins anew, or takes the earlier ones back.
    """
    for next_path in ((*path, cell), (cell,)) if path[-1:] != (cell,) else ((*path, cell),):
        means = meaning(actions, next_path)
        if len(means.complete) == 1 and not means.targets:
            return (), means.complete[0]
        if means.complete or means.targets:
            return next_path, None
    return (), None


def _clicks(game: AnyGame, state: Any, scene: Scene | None, names: dict[str, int], action: Any, text: str) -> Clicks:
    if scene is None:
        return Clicks(action, text, (), None, text)
    direct = tuple((n,) for n, cell in enumerate(scene.cells) if _same(cell.action, action))
    if len(direct) == 1:
        return Clicks(action, text, direct, direct[0][0], text)
    named, rest = _named(names, text) if not direct else ((), text)
    if named:
        return Clicks(action, text, (named,), named[-1], rest or text)
    changed = _changed(game, state, scene, action)
    if direct:
        shown = next((n for n in changed if (n,) in direct), direct[-1][0])
        return Clicks(action, text, direct, shown, text)
    pairs = _pairs(scene, action)
    cells = pairs if pairs and set(pairs) <= set(changed) else changed if len(changed) <= 2 else ()
    return Clicks(action, text, (cells,) if cells else (), cells[-1] if cells else None, text)


def _same(of_the_cell: Any, action: Any) -> bool:
    return of_the_cell is not None and type(of_the_cell) is type(action) and bool(of_the_cell == action)


def _named(names: dict[str, int], text: str) -> tuple[tuple[int, ...], str]:
    """The cells whose names are words of the text, and the text without these words."""
    found = [match for match in _WORDS.finditer(text) if match[0] in names]
    rest = text
    for match in reversed(found):
        rest = rest[: match.start()] + rest[match.end() :]
    return tuple(names[match[0]] for match in found), rest.strip(" -:,/()[]>") or ""


def _pairs(scene: Scene, action: Any) -> tuple[int, ...]:
    """The cells of a tuple of rows and columns, such as `(row, column)` or `((row, column), (row, column))`."""
    numbers = {(cell.row, cell.column): n for n, cell in enumerate(scene.cells)}
    flat = list(_flat(action)) if isinstance(action, tuple) else []
    if not flat or len(flat) % 2 or any(type(each) is not int for each in flat):
        return ()
    places = list(zip(flat[::2], flat[1::2], strict=True))
    return tuple(numbers[place] for place in places) if all(place in numbers for place in places) else ()


def _flat(value: Any) -> Iterator[Any]:
    for each in value:
        if isinstance(each, tuple):
            yield from _flat(each)
        else:
            yield each


def _changed(game: AnyGame, state: Any, scene: Scene, action: Any) -> tuple[int, ...]:
    """The cells that look different after the action: first those that a piece left."""
    after = scene_of(game, game.result(state, action), action)
    if after is None or len(after.cells) != len(scene.cells):
        return ()
    pairs = enumerate(zip(scene.cells, after.cells, strict=True))
    changed = [(n, now) for n, (was, now) in pairs if (was.look, was.label) != (now.look, now.label)]
    return tuple(n for n, _ in sorted(changed, key=lambda each: (not _vacant(each[1]), each[0])))


def _vacant(cell: Cell) -> bool:
    return cell.look in ("open", "hole", "blocked") and not cell.label
