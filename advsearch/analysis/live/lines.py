"""What a search thinks of a position, as data for a face: one message for each finished depth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from advsearch.analysis.live.positions import Walked
from advsearch.drawing.boards import Layout, arrow_shapes, mark_shapes
from advsearch.drawing.clicks import Clicks, clicks_of
from advsearch.drawing.scenes import scene_of
from advsearch.notation import action_text, line_text
from advsearch.protocol import AnyGame, utilities_of
from advsearch.results import Line, Result, RootLine
from advsearch.scene import Arrow, Mark, Scene, Tone
from advsearch.values import EVALUATION_LIMIT, WIN, Utilities, Value, is_proven, short_text, value_text

_LONGEST = 40
"""The number of plies of a line that a face gets."""
LONGEST_DRAWN: Final = 9
"""The number of plies of a line that are drawn on a board."""


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
        visited = tuple((action, value) for action, _, value in line.visits or ())
        scores = line.scores or visited or tuple((each.action, each.value) for each in line.lines)
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
        if self._scene is None or self._clicks is None:
            return {"shorts": shorts, "marks": []}
        marks = value_marks(self._scene, self._clicks, shorts, best)
        return {"shorts": shorts, "marks": marks_data(self._scene, marks, [])}


def value_marks(scene: Scene, clicks: list[Clicks], shorts: dict[str, str], best: set[str]) -> list[Mark]:
    """Return the values of actions as marks on the board, each at the cell that its action changes. If several
    actions change a cell, it shows the first of them in `shorts`, which begins with the best.
    """
    marks: dict[int, Mark] = {}
    by_text = {each.text: each for each in clicks}
    for text, short in shorts.items():
        found = by_text.get(text)
        if found is not None and found.shown is not None and found.shown not in marks:
            cell = scene.cells[found.shown]
            marks[found.shown] = Mark(cell.column, cell.row, short, "best" if text in best else "plain")
    return list(marks.values())


def marks_data(scene: Scene, marks: list[Mark], arrows: list[Arrow]) -> list[Any]:
    """Return marks and arrows as the shapes that a face lays over a board."""
    layout = Layout(scene)
    shapes = [each for arrow in arrows for each in arrow_shapes(layout, arrow)]
    shapes += [each for mark in marks for each in mark_shapes(*layout.over((mark.column, mark.row)), mark)]
    return [each.data() for each in shapes]


def line_marks(game: AnyGame, state: Any, line: Sequence[Any]) -> tuple[list[Mark], list[Arrow]]:
    """Return a line of play as marks and arrows on the board from which it starts. A mark counts the actions that end
    on its cell, from 1, and an arrow shows an action that leads from a cell to another one.
    """
    numbers: dict[tuple[int, int], list[int]] = {}
    arrows = []
    for number, action in enumerate(line[:LONGEST_DRAWN], 1):
        scene = scene_of(game, state)
        if scene is None:
            return [], []
        found = next((each for each in clicks_of(game, state, scene) if each.action == action), None)
        if found is not None and found.shown is not None:
            cell = scene.cells[found.shown]
            numbers.setdefault((cell.column, cell.row), []).append(number)
            way = [scene.cells[n] for n in found.ways[0]] if found.ways else []
            if len(way) > 1:
                tone: Tone = "best" if number == 1 else "plain"
                arrows.append(Arrow((way[0].column, way[0].row), (way[-1].column, way[-1].row), tone))
        state = game.result(state, action)
    marks = [
        Mark(column, row, ",".join(map(str, each))[:5], "best" if 1 in each else "plain")
        for (column, row), each in numbers.items()
    ]
    return marks, arrows
