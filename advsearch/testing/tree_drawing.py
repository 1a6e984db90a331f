"""Draws trees in two formats: DOT for Graphviz, and SVG for web pages."""

from __future__ import annotations

from html import escape
from typing import Final

from advsearch.drawing.svg import picture, shape, text
from advsearch.testing.trees import MOVERS, Tree

COLUMN: Final = 46
ROW: Final = 74
RADIUS: Final = 15
MARGIN: Final = 30


def dot_of(tree: Tree) -> str:
    """Return the tree in DOT. A triangle points up where max moves and down where min moves. Finished games are
    boxes, and shared positions are drawn once.
    """
    lines = ["digraph tree {", '  node [fontname="sans-serif"];']
    for index in sorted(tree.bottom_up):
        node = tree.nodes[index]
        if node.moves:
            shape = "triangle" if node.turn == 0 else "invtriangle"
            label = _estimates(tree, index)
        else:
            shape, label = "box", repr(node.utility)
        lines.append(f'  {index} [shape={shape}, label="{label}"];')
        lines.extend(f'  {index} -> {to} [label="{name}"];' for name, to in node.moves)
    return "\n".join([*lines, "}"])


def svg_of(tree: Tree) -> str:
    """Return the tree as SVG with the root at the top. Each position is drawn once, at its greatest distance from the
    root.
    """
    places = _places(tree)
    width = max(x for x, _ in places.values()) + MARGIN
    height = max(y for _, y in places.values()) + MARGIN
    parts: list[str] = []
    for index, (x, y) in places.items():
        for name, to in tree.nodes[index].moves:
            to_x, to_y = places[to]
            parts.append(shape("path", d=f"M{x:g} {y:g}L{to_x:g} {to_y:g}", stroke="#888", fill="none"))
            parts.append(text(name, x=f"{(x + 2 * to_x) / 3 + 7:g}", y=f"{(y + 2 * to_y) / 3:g}"))
    parts += [_mark(tree, index, x, y) for index, (x, y) in places.items()]
    body = shape("g", "\n".join(["", *parts, ""]), font_family="sans-serif", font_size=11, text_anchor="middle")
    return picture(f"{width:g}", f"{height:g}", f"{tree.name}, {tree.size} positions", body)


def _mark(tree: Tree, index: int, x: float, y: float) -> str:
    node = tree.nodes[index]
    if not node.moves:
        size = {"width": 2 * RADIUS, "height": 20}
        box = shape("rect", x=f"{x - RADIUS:g}", y=f"{y - 10:g}", **size, fill="#eee", stroke="#333")
        return box + text(repr(node.utility), x=f"{x:g}", y=f"{y + 4:g}")
    tip = -RADIUS if node.turn == 0 else RADIUS
    points = f"{x:g},{y + tip:g} {x - RADIUS:g},{y - tip:g} {x + RADIUS:g},{y - tip:g}"
    fill = "#cfe3f7" if node.turn == 0 else "#f7d6cf"
    title = f"{tree.state_of(index)!r}: {MOVERS[node.turn]} to move{', estimate ' * any(node.estimates)}"
    words = escape(title + (_estimates(tree, index) if any(node.estimates) else ""))
    return shape("polygon", shape("title", words), points=points, fill=fill, stroke="#333")


def _estimates(tree: Tree, index: int) -> str:
    first, second = tree.nodes[index].estimates
    if not (first or second):
        return ""
    return f"~{first!r}" if second == -first else f"~{first!r}/{second!r}"


def _places(tree: Tree) -> dict[int, tuple[float, float]]:
    """Return the coordinates of nodes in the picture. Finished games are side by side, in the order of the actions. A
    parent is above the middle of its children.
    """
    depth = _depths(tree)
    places: dict[int, tuple[float, float]] = {}
    column = 0
    for index in _left_to_right(tree):
        below = [places[to][0] for _, to in tree.nodes[index].moves if to in places]
        if below:
            x = (min(below) + max(below)) / 2
        else:
            x = float(MARGIN + column * COLUMN)
            column += 1
        places[index] = (x, float(MARGIN + depth[index] * ROW))
    return places


def _left_to_right(tree: Tree) -> tuple[int, ...]:
    backwards = {index: range(len(node.moves))[::-1] for index, node in enumerate(tree.nodes)}
    return tree.reordered(backwards).bottom_up


def _depths(tree: Tree) -> dict[int, int]:
    depth = {0: 0}
    for index in reversed(_left_to_right(tree)):
        for _, to in tree.nodes[index].moves:
            if not tree.cyclic:
                depth[to] = max(depth.get(to, 0), depth[index] + 1)
            else:
                depth.setdefault(to, depth[index] + 1)
    return depth
