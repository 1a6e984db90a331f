"""What a search thinks of a position, as data for a face: one message for each finished depth."""

from __future__ import annotations

from typing import Any

from advsearch.drawing.boards import Layout, mark_shapes
from advsearch.drawing.clicks import Clicks
from advsearch.notation import line_text
from advsearch.protocol import AnyGame, utilities_of
from advsearch.results import Line, Result
from advsearch.scene import Mark, Scene
from advsearch.values import EVALUATION_LIMIT, WIN, Utilities, Value, is_proven, short_text, value_text

_LONGEST = 40
"""The number of plies of a line that a face gets."""


def value_data(value: Value, utilities: Utilities, *, bound: bool = False) -> dict[str, Any]:
    """Return a value in words, in short, and as a number that a graph can draw."""
    proven = utilities == "outcome" and is_proven(value)
    return {
        "value": value_text(value, utilities, bound=bound),
        "short": short_text(value, utilities, bound=bound),
        "number": float(max(-WIN, min(WIN, value))) if proven else float(_clipped(value)),
        "proven": proven,
    }


def _clipped(value: Value) -> Value:
    return max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, value))


def line_of(game: AnyGame, state: Any, line: Line) -> dict[str, Any]:
    """Return a finished depth as JSON values."""
    return {
        "kind": "line",
        "depth": line.depth,
        "nodes": line.nodes,
        "seconds": round(line.seconds, 4),
        "lines": [{**value_data(line.value, utilities_of(game)), "pv": _pv(game, state, line.pv)}],
    }


def result_of(game: AnyGame, state: Any, result: Result) -> dict[str, Any]:
    """Return the result of a search as JSON values."""
    best = {**value_data(result.value, utilities_of(game), bound=result.bound), "pv": _pv(game, state, result.pv)}
    return {
        "kind": "end",
        "action": None if result.action is None else line_text(game, state, (result.action,))[0],
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 4),
        "exact": result.exact,
        "tier": result.tier,
        "note": result.note or "",
        "best": best,
    }


def _pv(game: AnyGame, state: Any, pv: tuple[Any, ...]) -> list[str]:
    return list(line_text(game, state, pv[:_LONGEST]))


def marks_of(scene: Scene, clicks: list[Clicks], shorts: dict[str, str], best: set[str]) -> list[Any]:
    """Return the values of actions as shapes on the board, each at the cell that its action changes. If several
    actions change a cell, it shows the first of them in `shorts`, which begins with the best.
    """
    layout, shapes, taken = Layout(scene), [], set()
    by_text = {each.text: each for each in clicks}
    for text, short in shorts.items():
        found = by_text.get(text)
        if found is None or found.shown is None or found.shown in taken:
            continue
        taken.add(found.shown)
        cell = scene.cells[found.shown]
        mark = Mark(cell.column, cell.row, short, "best" if text in best else "plain")
        shapes += [each.data() for each in mark_shapes(*layout.of(cell), mark)]
    return shapes
