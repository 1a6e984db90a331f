"""Graphs with axes as SVG text: lines over a scale, and shares of games. Every series has a colour and a mark."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final

import attrs

from advsearch.drawing.plots import step
from advsearch.drawing.svg import picture, shape, text

WIDTH: Final = 720
HEIGHT: Final = 340
_LEFT, _TOP, _BOTTOM, _RIGHT = 76, 46, 52, 24
_LETTER: Final = 6.9
"""The width of a letter of 12 pixels."""
_BESIDE, _LONGEST, _LEGEND_ROW = 24, 88, 20
"""The longest name beside the lines, the longest name below them, and the height of a row of names."""
SERIES: Final = 5
"""The number of colours of series. Further series have the same colours with dashes."""
_SUFFIXES: Final = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))


@attrs.frozen
class Axis:
    """A scale: its title with its unit, and its marks. Values between `low` and `high` have places from 0 to 1."""

    title: str
    low: float
    high: float
    marks: tuple[tuple[float, str], ...]
    logarithmic: bool = False
    zero: bool = False
    """Whether the mark at 0 is drawn as a line of its own."""

    def place(self, value: float) -> float:
        """Return where a value is, from 0 to 1. Values beyond the ends are at the ends."""
        low, high, at = (self._scaled(each) for each in (self.low, self.high, value))
        return min(1.0, max(0.0, (at - low) / (high - low)))

    def _scaled(self, value: float) -> float:
        return math.log10(max(value, 1e-9)) if self.logarithmic else value


@attrs.frozen
class Point:
    across: float
    up: float
    note: str = ""
    """What is shown to a reader who points at it."""
    marked: bool = False
    """Whether the point stands out, such as a mistake."""


@attrs.frozen
class Series:
    name: str
    points: tuple[Point, ...]


def number_text(number: float) -> str:
    """Return a number for an axis, with at most three digits and a letter.

    >>> [number_text(each) for each in (0, 5, 1000, 25_000, 1.5e6, 0.25)]
    ['0', '5', '1k', '25k', '1.5M', '0.25']
    """
    for size, letter in _SUFFIXES:
        if abs(number) >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def whole_axis(title: str, values: Iterable[float]) -> Axis:
    """Return an axis of whole numbers from the least to the greatest value."""
    found = sorted(values)
    low, high = math.floor(found[0]), math.ceil(found[-1])
    apart = max(1, round(step(max(1, high - low), 10)))
    marks = range(math.ceil(low / apart) * apart, high + 1, apart)
    return Axis(title, low - 0.3, max(high, low + 1) + 0.3, tuple((mark, number_text(mark)) for mark in marks))


def logarithmic_axis(title: str, values: Iterable[float]) -> Axis:
    """Return an axis of powers of ten around the values. Values below 1 count as 1."""
    found = [max(1.0, each) for each in values]
    low, high = math.floor(math.log10(min(found))), math.ceil(math.log10(max(found)) + 1e-9)
    high = max(high, low + 1)
    apart = max(1, math.ceil((high - low) / 8))
    marks = tuple((10.0**power, number_text(10.0**power)) for power in range(low, high + 1, apart))
    return Axis(title, 10.0**low, 10.0**high, marks, logarithmic=True)


def balanced_axis(title: str, values: Iterable[float], ends: tuple[str, str] | None = None) -> Axis:
    """Return an axis with 0 in its middle. With `ends`, its ends are beyond all values and have these texts."""
    most = max((abs(each) for each in values), default=0.0) or 1.0
    apart = step(most, 3)
    count = math.ceil(most / apart * 0.999)
    marks = [
        (n * apart, number_text(n * apart) if n <= 0 else f"+{number_text(n * apart)}")
        for n in range(-count, count + 1)
    ]
    high = apart * count
    if ends is not None:
        high *= 1.3
        marks = [(-high, ends[0]), *marks, (high, ends[1])]
    return Axis(title, -high, high, tuple(marks), zero=True)


def line_graph(title: str, across: Axis, up: Axis, series: Sequence[Series]) -> str:
    """Draw one line for each series, with a mark at each point. Names are at the right, or below if they are long."""
    longest = max(len(each.name) for each in series) if len(series) > 1 else 0
    beside = 0 < longest <= _BESIDE
    legend = 44 + _LETTER * longest if beside else 0.0
    below = 0 if beside or not longest else 10 + _LEGEND_ROW * len(series)
    wide, high = WIDTH - _LEFT - _RIGHT - legend, HEIGHT - _TOP - _BOTTOM

    def x(value: float) -> float:
        return _LEFT + wide * across.place(value)

    def y(value: float) -> float:
        return _TOP + high * (1 - up.place(value))

    body = [text(title, class_="title", x=16, y=24)]
    body += _axes(across, up, x, y, wide, high)
    for number, each in enumerate(series):
        body += _line(number, each, x, y)
    if longest:
        left, top = (WIDTH - legend, _TOP + 8) if beside else (_LEFT, HEIGHT + 8)
        body += _legend(series, left, top)
    return picture(WIDTH, HEIGHT + below, title, "".join(body), "chart")


def _axes(
    across: Axis, up: Axis, x: Callable[[float], float], y: Callable[[float], float], wide: float, high: float
) -> list[str]:
    body = []
    for value, label in up.marks:
        at = f"{y(value):.1f}"
        line = "axis" if up.zero and value == 0 else "rule"
        body.append(shape("line", x1=_LEFT, x2=f"{_LEFT + wide:.1f}", y1=at, y2=at, class_=line))
        body.append(text(label, class_="scale", text_anchor="end", x=_LEFT - 8, y=f"{y(value) + 4:.1f}"))
    foot = HEIGHT - _BOTTOM
    body.append(shape("line", x1=_LEFT, x2=f"{_LEFT + wide:.1f}", y1=foot, y2=foot, class_="axis"))
    for value, label in across.marks:
        at = f"{x(value):.1f}"
        body.append(shape("line", x1=at, x2=at, y1=foot, y2=foot + 4, class_="axis"))
        body.append(text(label, class_="scale", text_anchor="middle", x=at, y=foot + 18))
    body.append(text(across.title, class_="scale", text_anchor="middle", x=f"{_LEFT + wide / 2:.1f}", y=HEIGHT - 12))
    turned = f"rotate(-90 18 {_TOP + high / 2:g})"
    body.append(
        text(up.title, class_="scale", text_anchor="middle", x=18, y=f"{_TOP + high / 2:g}", transform=turned)
    )
    return body


def _line(number: int, series: Series, x: Callable[[float], float], y: Callable[[float], float]) -> list[str]:
    colour = f"series-{number % SERIES}"
    path = " ".join(f"{x(each.across):.1f},{y(each.up):.1f}" for each in series.points)
    dashes = "7 4" if number >= SERIES else None
    body = [shape("polyline", points=path, class_=f"curve {colour}", stroke_dasharray=dashes)]
    for each in series.points:
        note = shape("title", escape(each.note)) if each.note else ""
        kind = f"point {'marked' if each.marked else colour}"
        body.append(_mark(number, x(each.across), y(each.up), kind, note, 6.5 if each.marked else 4.5))
    return body


def _mark(number: int, x: float, y: float, kind: str, note: str = "", size: float = 4.5) -> str:
    """A mark around (x, y). The shapes of series differ, so that they are told apart without colours."""
    shapes: dict[int, list[tuple[float, float]]] = {
        1: [(-1, -1), (1, -1), (1, 1), (-1, 1)],
        2: [(0, -1.3), (1.2, 0.9), (-1.2, 0.9)],
        3: [(0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)],
        4: [(0, 1.3), (1.2, -0.9), (-1.2, -0.9)],
    }
    corners = shapes.get(number % SERIES)
    if corners is None:
        return shape("circle", note, cx=f"{x:.1f}", cy=f"{y:.1f}", r=size, class_=kind)
    points = " ".join(f"{x + size * dx:.1f},{y + size * dy:.1f}" for dx, dy in corners)
    return shape("polygon", note, points=points, class_=kind)


def _legend(series: Sequence[Series], left: float, top: float) -> list[str]:
    body = []
    for number, each in enumerate(series):
        y = top + _LEGEND_ROW * number
        colour = f"series-{number % SERIES}"
        dashes = "7 4" if number >= SERIES else None
        kind = f"curve {colour}"
        body.append(shape("line", x1=left, x2=left + 22, y1=y, y2=y, class_=kind, stroke_dasharray=dashes))
        body.append(_mark(number, left + 11, y, f"point {colour}"))
        body.append(text(_cut(each.name, _LONGEST), x=left + 30, y=y + 4))
    return body


@attrs.frozen
class Score:
    """The games of two players, from the first one's point of view."""

    one: str
    two: str
    won: int
    drawn: int
    lost: int


_ROW: Final = 34


def tally_chart(title: str, tallies: Sequence[Score]) -> str:
    """Draw the games of each pairing as one bar: won at the left, then drawn, then lost."""
    longest = max(max(len(each.one), len(each.two)) for each in tallies)
    letters = min(24, longest)
    names = 24 + _LETTER * letters
    wide = WIDTH - 2 * names
    height = 74 + _ROW * len(tallies)
    body = [text(title, class_="title", x=16, y=24)]
    for place, each in enumerate(tallies):
        y = 56 + _ROW * place
        games = max(1, each.won + each.drawn + each.lost)
        body.append(text(_cut(each.one, letters), text_anchor="end", x=f"{names - 10:.1f}", y=y + 15))
        body.append(text(_cut(each.two, letters), x=f"{WIDTH - names + 10:.1f}", y=y + 15))
        left = names
        for kind, number, word in (
            ("won", each.won, "won"),
            ("drawn", each.drawn, "drawn"),
            ("lost", each.lost, "lost"),
        ):
            long = wide * number / games
            if number:
                note = shape("title", escape(f"{each.one} against {each.two}: {number:,} {word}"))
                body.append(shape("rect", note, x=f"{left:.1f}", y=y, width=f"{long:.1f}", height=22, class_=kind))
            if long > 8 + _LETTER * len(f"{number:,}"):
                middle = f"{left + long / 2:.1f}"
                body.append(text(f"{number:,}", class_=f"on-{kind}", text_anchor="middle", x=middle, y=y + 15))
            left += long
    body.append(
        text(
            "games won by the left side, drawn, won by the right side",
            class_="scale",
            text_anchor="middle",
            x=WIDTH / 2,
            y=46,
        )
    )
    return picture(WIDTH, height, title, "".join(body), "chart")


def _cut(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1] + "…"
