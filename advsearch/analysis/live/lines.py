"""What a search thinks of a position, as data for a face: one message for each finished depth."""

from __future__ import annotations

from typing import Any

from advsearch.analysis.live.positions import Walked
from advsearch.drawing.boards import Layout, mark_shapes
from advsearch.drawing.clicks import Clicks, clicks_of
from advsearch.notation import action_text, line_text
from advsearch.protocol import utilities_of
from advsearch.results import Line, Result, RootLine
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


class Told:
    """Turns what a search finds about one position into messages."""

    def __init__(self, walked: Walked) -> None:
        self.game, self.state = walked.game, walked.state
        self.utilities = utilities_of(walked.game)
        self._scene = walked.scene
        self._clicks = None if self._scene is None else clicks_of(walked.game, walked.state, self._scene)

    def line(self, line: Line) -> dict[str, Any]:
        """Return a finished depth."""
        scores = line.scores or tuple((each.action, each.value) for each in line.lines)
        return {
            "kind": "line",
            "depth": line.depth,
            "nodes": line.nodes,
            "seconds": round(line.seconds, 4),
            "exact": line.exact,
            "tier": line.tier,
            "lines": [self._root(each) for each in line.lines] or [self._best(line)],
            **self._scores(scores),
        }

    def result(self, result: Result) -> dict[str, Any]:
        """Return the result of a search."""
        return {
            "kind": "end",
            "action": None if result.action is None else action_text(self.game, self.state, result.action),
            "depth": result.depth,
            "nodes": result.nodes,
            "seconds": round(result.seconds, 4),
            "exact": result.exact,
            "tier": result.tier,
            "note": result.note or "",
            "best": self._best(result),
        }

    def _best(self, found: Line | Result) -> dict[str, Any]:
        bound = found.proven and not found.exact
        return {
            **value_data(found.value, self.utilities, bound=bound),
            "pv": self._pv(found.pv),
            "exact": found.exact,
        }

    def _root(self, line: RootLine) -> dict[str, Any]:
        bound = line.proven and not line.exact
        return {
            **value_data(line.value, self.utilities, bound=bound),
            "pv": self._pv(line.pv),
            "exact": line.exact,
        }

    def _pv(self, pv: tuple[Any, ...]) -> list[str]:
        return list(line_text(self.game, self.state, pv[:_LONGEST]))

    def _scores(self, scores: tuple[tuple[Any, Value], ...]) -> dict[str, Any]:
        """The short value of each action, best first, and the marks that show them on the board."""
        ranked = sorted(scores, key=lambda each: -each[1])
        top = ranked[0][1] if ranked else None
        texts = [(action_text(self.game, self.state, action), value) for action, value in ranked]
        shorts = {text: short_text(value, self.utilities) for text, value in texts}
        best = {text for text, value in texts if value == top}
        marks = (
            [] if self._scene is None or self._clicks is None else marks_of(self._scene, self._clicks, shorts, best)
        )
        return {"shorts": shorts, "marks": marks}


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
