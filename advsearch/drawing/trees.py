"""Draw the tree of a search. Triangles point up where max moves and down where min moves, and boxes are leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import attrs

from advsearch.drawing.palette import tree_style
from advsearch.drawing.svg import Shape, group, picture, shape

DOWN: Final = 84
"""The distance between two plies, in the units of the picture."""
MARGIN: Final = 34
_LETTER: Final = 8
"""The width of a letter."""
_POINTS: Final = {"max": "0,-19 22,16 -22,16", "min": "0,19 22,-16 -22,-16"}
_BASELINES: Final = {"max": 11.0, "min": -1.0, "": 5.0}


@attrs.frozen
class Node:
    """A node of a drawn tree. Its children are drawn in their order in the list of nodes."""

    parent: int | None
    """The place of the parent in the list; None at the root. Parents come before their children."""
    name: str
    """The action that leads here."""
    who: Literal["max", "min", ""]
    """The player to move; "" at a leaf."""
    value: str = ""
    below: str = ""
    """A text below the node, such as its window, or the number of nodes that are left out."""
    best: bool = False
    """Whether the parent chose this node."""
    cut: tuple[str, ...] = ()
    """The actions that were not tried."""


@attrs.define
class _Places:
    """Gives places to nodes: leaves stand side by side, and a parent is above the middle of its children."""

    nodes: Sequence[Node]
    at: dict[int, tuple[float, float]] = attrs.field(factory=dict)
    cuts: dict[tuple[int, int], tuple[float, float]] = attrs.field(factory=dict)
    """The places of actions that were not tried, by the node and their number there."""
    right: float = 0.0
    deepest: int = 0

    def lay(self) -> None:
        children: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes):
            if node.parent is not None:
                children[node.parent].append(number)
        plies: list[int] = []
        for node in self.nodes:
            plies.append(0 if node.parent is None else plies[node.parent] + 1)
        names = [name for node in self.nodes for name in (node.name, *node.cut) if node.parent is not None]
        wide = min(120.0, max(52.0, 26.0 + _LETTER * max(map(len, names), default=0)))
        waiting = [(0, False)]
        while waiting:
            number, done = waiting.pop()
            if not done:
                waiting.append((number, True))
                waiting += [(each, False) for each in reversed(children[number])]
                continue
            below = [self.at[each][0] for each in children[number]]
            for place, _ in enumerate(self.nodes[number].cut):
                self.cuts[number, place] = (self._next(wide), self._down(plies[number] + 1))
                below.append(self.cuts[number, place][0])
            x = (min(below) + max(below)) / 2 if below else self._next(wide)
            self.at[number] = (x, self._down(plies[number]))

    def _down(self, ply: int) -> float:
        self.deepest = max(self.deepest, ply)
        return MARGIN + DOWN * ply

    def _next(self, wide: float) -> float:
        self.right += wide
        return self.right - wide / 2 + 8


def tree_svg(nodes: Sequence[Node], title: str, *, style: bool = True) -> str:
    """Return a tree as one `<svg>` element with its own style, for a light and a dark background. Without `style`,
    the page around it has the style.
    """
    places = _Places(nodes)
    places.lay()
    edges = [each for number, node in enumerate(nodes) for each in _edges(places, number, node)]
    marks = [group(_node(node), *places.at[number], class_=node.who or "leaf") for number, node in enumerate(nodes)]
    body = [shape("style", tree_style()) if style else "", *(each.svg() for each in edges), *marks]
    width, height = f"{places.right + 16:g}", f"{MARGIN * 2 + DOWN * places.deepest + 12:g}"
    return picture(width, height, title, "".join(body), "tree")


def _edges(places: _Places, number: int, node: Node) -> list[Shape]:
    shapes = []
    if node.parent is not None:
        classes = "edge best" if node.best else "edge"
        shapes += _edge(places.at[node.parent], places.at[number], node.name, classes)
    for place, name in enumerate(node.cut):
        x, y = places.cuts[number, place]
        shapes += _edge(places.at[number], (x, y), name, "edge pruned")
        shapes.append(Shape("path", {"class": "cross", "d": f"M{x - 7:g},{y - 23:g}l14,14m0,-14l-14,14"}))
    return shapes


def _edge(above: tuple[float, float], to: tuple[float, float], name: str, classes: str) -> list[Shape]:
    (x1, y1), (x2, y2) = above, to
    left = x2 < x1
    where = {"x": x1 + 0.75 * (x2 - x1) + (-9 if left else 9), "y": y1 + DOWN * 0.66}
    return [
        Shape("path", {"class": classes, "d": f"M{x1:g},{y1 + 16:g}L{x2:g},{y2 - 16:g}"}),
        Shape("text", {"class": "branch", **where, "text-anchor": "end" if left else "start"}, name),
    ]


def _node(node: Node) -> list[Shape]:
    if node.who:
        shapes = [Shape("polygon", {"points": _POINTS[node.who]})]
    else:
        half = max(20, 4 + 4.5 * len(node.value))
        shapes = [Shape("rect", {"x": -half, "y": -14, "width": 2 * half, "height": 28, "rx": 5})]
    if node.value:
        shapes.append(Shape("text", {"class": "number", "y": _BASELINES[node.who]}, node.value))
    if node.below:
        shapes.append(Shape("text", {"class": "more", "y": 31}, node.below))
    return shapes
