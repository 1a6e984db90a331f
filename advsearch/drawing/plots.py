"""The plots of a study as SVG text: lines over plies, and differences with their intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from advsearch.drawing.svg import FONT, picture, shape, text

COLOURS: Final = (
    "#1f6feb", "#e8590c", "#2b8a3e", "#862e9c", "#c92a2a", "#0b7285", "#5f3dc4", "#666", "#a86400", "#d6336c",
    "#5c940d", "#364fc7", "#12b886", "#000",
)  # fmt: skip
WIDTH: Final = 640
HEIGHT: Final = 280
_LEFT, _TOP, _BOTTOM, _LEGEND = 44, 30, 36, 150
_TEXT: Final = {**FONT, "fill": "#444"}


def step(most: float, parts: int) -> float:
    """The distance between two marks of an axis from 0 to `most`. The distance is 1, 2 or 5 times a power of ten. The
    marks divide the axis into at most `parts` parts.

    >>> [step(most, 4) for most in (0.97, 7, 44.3)]
    [0.5, 2.0, 20.0]
    """
    power: float = 10.0 ** math.floor(math.log10(most / parts))
    return next(times * power for times in (1, 2, 5, 10) if times * power * parts >= most * 0.999)


def line_chart(title: str, across: str, lines: Mapping[str, Mapping[int, float]]) -> str:
    """Draw one line for each name. Both axes begin at 0."""
    most_x = max(max(points) for points in lines.values()) or 1
    highest = max(max(points.values()) for points in lines.values()) or 1
    up, along = step(highest, 5), step(most_x, 6)
    most_y = up * math.ceil(highest / up * 0.999)
    wide, high = WIDTH - _LEFT - _LEGEND, HEIGHT - _TOP - _BOTTOM

    def x(value: float) -> float:
        return _LEFT + wide * value / most_x

    def y(value: float) -> float:
        return _TOP + high * (1 - value / most_y)

    body = [text(title, **_TEXT, x=_LEFT, y=18, font_weight="bold")]
    for mark in range(round(most_y / up) + 1):
        at = y(mark * up)
        body.append(shape("line", x1=_LEFT, x2=_LEFT + wide, y1=f"{at:.1f}", y2=f"{at:.1f}", stroke="#e4e4e4"))
        body.append(text(f"{mark * up:.3g}", **_TEXT, x=_LEFT - 6, y=f"{at + 4:.1f}", text_anchor="end"))
    for mark in range(math.floor(most_x / along) + 1):
        at = x(mark * along)
        body.append(text(f"{mark * along:.3g}", **_TEXT, x=f"{at:.1f}", y=HEIGHT - 18, text_anchor="middle"))
    body.append(text(across, **_TEXT, x=_LEFT + wide / 2, y=HEIGHT - 3, text_anchor="middle"))
    for place, (name, points) in enumerate(lines.items()):
        colour = COLOURS[place % len(COLOURS)]
        path = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in sorted(points.items()))
        body.append(shape("polyline", points=path, fill="none", stroke=colour, stroke_width="1.8"))
        legend = {"x": WIDTH - _LEGEND + 10, "y": _TOP + 8 + 16 * place}
        body.append(text(name, **_TEXT, **legend, style=f"fill:{colour}"))
    return _on_white(title, WIDTH, HEIGHT, body)


def _on_white(title: str, width: int, height: int, body: Sequence[str]) -> str:
    """The picture with a white background, as the text of a file."""
    background = shape("rect", width="100%", height="100%", fill="#fff")
    return picture(width, height, title, background + "".join(body)) + "\n"


@attrs.frozen
class Bar:
    """A mean with its interval, drawn as a bar. `mean` is None if there is no estimate."""

    name: str
    low: float
    mean: float | None
    high: float
    decided: bool = False
    """Whether the results decide the sign of the mean."""


_LETTER, _ROW, _RIGHT, _ACROSS = 6.4, 20, 20, 350
"""Pixels: the mean width of a letter, the height of a bar, the right margin, the length of the axis."""


def interval_chart(title: str, across: str, bars: Sequence[Bar]) -> str:
    """Draw bars one below the other, around a line at 0. A bar is blue if its mean is above 0, orange if it is below
    0, and grey if the sign is undecided.
    """
    farthest = max(1.0, *(max(abs(bar.low), abs(bar.high)) for bar in bars))
    apart = step(farthest, 3)
    marks = math.ceil(farthest / apart * 0.999)
    most = marks * apart
    height = _TOP + _ROW * len(bars) + _BOTTOM
    names = 20 + round(_LETTER * max(len(bar.name) for bar in bars))

    def x(value: float) -> str:
        return f"{names + _ACROSS * (1 + value / most) / 2:.1f}"

    body = [text(title, **_TEXT, x=10, y=18, font_weight="bold")]
    for mark in range(-marks, marks + 1):
        at = x(mark * apart)
        body.append(shape("line", x1=at, x2=at, y1=_TOP, y2=height - _BOTTOM, stroke="#e4e4e4" if mark else "#888"))
        label = f"{mark * apart:+.3g}" if mark else "0"
        body.append(text(label, **_TEXT, x=at, y=height - 20, text_anchor="middle"))
    body.append(text(across, **_TEXT, x=x(0), y=height - 4, text_anchor="middle"))
    for place, bar in enumerate(bars):
        y = _TOP + _ROW * (place + 0.5)
        colour = COLOURS[bar.mean < 0] if bar.decided and bar.mean else "#888"
        body.append(text(bar.name, **_TEXT, x=names - 10, y=f"{y + 4:.1f}", text_anchor="end"))
        body.append(shape("line", x1=x(bar.low), x2=x(bar.high), y1=y, y2=y, stroke=colour, stroke_width=2))
        if bar.mean is not None:
            body.append(shape("circle", cx=x(bar.mean), cy=y, r=4, fill=colour))
    return _on_white(title, names + _ACROSS + _RIGHT, height, body)
