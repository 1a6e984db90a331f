"""Laws for the optional methods of a game that concern a single position: `undo`, `ply`, `scene` and `board`."""

from __future__ import annotations

import inspect
from typing import Any, Final

import attrs

from advsearch.testing.defining import law, positions
from advsearch.testing.ground import Ground, Visit
from advsearch.testing.laws.states import signature
from advsearch.testing.report import Broken, show


@law(about="game", catches=("F3", "F15"), cases=positions, needs=("ply",))
def ply_counts_the_plies(_ground: Ground, visit: Visit) -> None:
    """ply(state) is the number of actions played."""
    ply = visit.game.ply(visit.state)
    if isinstance(ply, bool) or not isinstance(ply, int) or ply != len(visit.path):
        raise Broken(f"ply(state) to be {len(visit.path)}, the number of plies played", show(ply))


@law(groups=("style",), about="game", catches=("F38",), cases=positions, needs=("scene",))
def the_scene_shows_the_position(_ground: Ground, visit: Visit) -> None:
    """Every cell of the scene is inside the grid. No two cells of the scene are at the same place. If a cell of the
    scene has an action, the action is legal.
    """
    last = visit.path[-1] if visit.path else None
    scene = _drawn(visit.game, visit.state, last)
    actions = list(visit.game.actions(visit.state))
    taken = set()
    for cell in scene.cells:
        place = (cell.column, cell.row)
        if not (0 <= cell.column < scene.columns and 0 <= cell.row < scene.rows):
            raise Broken(f"every cell to be inside {scene.columns} columns and {scene.rows} rows", show(cell))
        if place in taken:
            raise Broken("at most one cell at each place of the grid", show(cell))
        taken.add(place)
        if cell.action is not None and cell.action not in actions:
            raise Broken("every action of a cell to be legal", show(cell))
    for labels, count, row_or_column in (
        (scene.column_labels, scene.columns, "column"),
        (scene.row_labels, scene.rows, "row"),
    ):
        if labels and len(labels) != count:
            raise Broken(f"{count} labels, one for each {row_or_column}, or no labels", show(labels))


def _drawn(game: Any, state: Any, last: Any) -> Any:
    try:
        inspect.signature(game.scene).bind(state, last)
    except TypeError as error:
        remedy = "write `def scene(self, state, last=None)`; the second argument is the last action, or None"
        raise Broken("scene to take a state and the last action", str(error), remedy=remedy) from error
    return game.scene(state, last)


LONGEST_WORD: Final = 12
"""A face squeezes longer words until nobody can read them."""


def _needs_no_words(game: Any) -> str:
    """Why the words of a board are not drawn."""
    if not callable(game.board):
        return "the game's board is no method"
    return "the game has a scene" if hasattr(game, "scene") else ""


@law(groups=("style",), about="game", catches=("F38",), cases=positions, needs=("board",), applies=_needs_no_words)
def the_board_is_a_grid_of_words(_ground: Ground, visit: Visit) -> None:
    """board(state) returns rows of the same length, of words that are short enough for a cell. It returns the same
    rows when it is asked again, and leaves the state as it was.
    """
    game, state = visit.game, visit.state
    before = repr(state)
    rows = [list(row) for row in game.board(state)]
    if not rows or not rows[0]:
        raise Broken("board(state) to return rows of words, from the top", show(rows))
    for row in rows:
        if len(row) != len(rows[0]):
            raise Broken(f"every row of board(state) to have {len(rows[0])} words, as the first", show(row))
        for word in row:
            if not isinstance(word, str):
                raise Broken("board(state) to return rows of words", show(word))
            if len(word.removeprefix("second ").removeprefix("first ")) > LONGEST_WORD:
                raise Broken(f"a word of board(state) to have at most {LONGEST_WORD} characters", show(word))
    again = [list(row) for row in game.board(state)]
    if again != rows:
        raise Broken("board(state) to return the same rows again", f"{show(rows)} and then {show(again)}")
    if repr(state) != before:
        raise Broken("board to leave its argument unchanged", f"{before} and then {state!r}")


def _look(scene: Any) -> str:
    """Return what can be seen of a scene, without what belongs to the last action or to a click."""
    cells = (attrs.evolve(cell, action=None, last=False, entered=None) for cell in scene.cells)
    places = sorted(cells, key=lambda cell: (cell.column, cell.row))
    return repr(attrs.evolve(scene, cells=tuple(places), arrows=(), turned=None))


@law(groups=("style",), about="game", catches=("F39",), needs=("scene",))
def different_positions_look_different(ground: Ground) -> int:
    """Two different positions have different scenes: another cell, another label, or another caption.

    Positions after different numbers of plies may look the same if nothing but this number differs. Finished games
    may look the same if they have the same utility.
    """
    game: Any = ground.game
    known: dict[tuple[str, int | None], Visit] = {}
    for visit in (*ground.visits, *ground.more):
        look, over = _look(_drawn(game, visit.state, None)), game.terminal(visit.state)
        other = known.setdefault((look, None if over else visit.size), visit)
        another = known.setdefault((look, None), visit)
        if over or other.state == visit.state:
            other = another
        first = 2 if over and game.terminal(other.state) else 0  # whose turn it would be does not matter
        differs = signature(game, other.state)[first:4] != signature(game, visit.state)[first:4]
        if differs or (not over and other.size == visit.size and other.state != visit.state):
            raise Broken(
                f"another scene than that of {show(other.state)}",
                "the same cells, labels and caption",
                path=visit.path,
                other_path=other.path,
                remedy="draw what differs, or say it in the caption, for example whose turn it is",
            )
    return len(known)


@law(about="game", catches=("F35", "F36"), cases=positions, needs=("undo",))
def undo_inverts_result(ground: Ground, visit: Visit) -> None:
    """undo(result(state, action), action) returns a state that equals `state` in every field."""
    for action in ground.some_actions(visit.game.actions(visit.state)):
        child = visit.game.result(visit.state, action)
        before = signature(visit.game, child)
        back = visit.game.undo(child, action)
        if back != visit.state or hash(back) != hash(visit.state) or repr(back) != repr(visit.state):
            raise Broken(
                f"undo(result(state, action), action) to be {show(visit.state)}", show(back), action=show(action)
            )
        if signature(visit.game, back) != signature(visit.game, visit.state):
            raise Broken(
                "undo to restore the actions, the player to move and terminal(state)",
                show(back),
                action=show(action),
            )
        if signature(visit.game, child) != before:
            raise Broken("undo to leave its argument unchanged", show(child), action=show(action))


SEARCHED: Final = (
    undo_inverts_result,
    ply_counts_the_plies,
)
"""The laws about optional methods that searches call."""

SHOWN: Final = (
    the_scene_shows_the_position,
    the_board_is_a_grid_of_words,
    different_positions_look_different,
)
