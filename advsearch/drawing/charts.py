"""The charts of a tournament report as self-contained SVG text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from advsearch.drawing.palette import chart_style
from advsearch.drawing.plots import Bar, step
from advsearch.drawing.svg import picture, shape, text

_ROW: Final = 28
_WIDTH: Final = 640
_NAMES: Final = 170
"""The width in pixels of the names at the left of a ratings chart."""


def standing_alone(chart: str) -> str:
    """Return a chart with its own style and background, as the text of a file."""
    opening, end, rest = chart.partition("</title>")
    paper = shape("rect", width="100%", height="100%", rx=8, class_="paper")
    return f"{opening}{end}{shape('style', chart_style())}{paper}{rest}"


def ratings_chart(ratings: Sequence[Bar], across: str = "Elo, with 95 % intervals") -> str:
    """Draw ratings in Elo on one scale. An estimate is a dot and its interval is a bar. The bar is dashed if there is
    no estimate. `across` is the title of the scale.
    """
    ends = [end for each in ratings for end in (each.mean, each.low, each.high) if end is not None]
    finite = [end for end in ends if math.isfinite(end)] or [0.0]
    low, high = min(*finite, -50.0), max(*finite, 50.0)
    apart = step(high - low, 6)
    low, high = math.floor(low / apart) * apart, math.ceil(high / apart) * apart

    def x(elo: float) -> str:
        return f"{_NAMES + (min(max(elo, low), high) - low) / (high - low) * (_WIDTH - _NAMES - 30):.1f}"

    height = _ROW * len(ratings) + 54
    marks = []
    for mark in range(round(low / apart), round(high / apart) + 1):
        elo = mark * apart
        marks.append(shape("line", x1=x(elo), x2=x(elo), y1=4, y2=height - 46, class_="rule" if mark else "axis"))
        label = f"{elo:+g}" if mark else "0"
        marks.append(text(label, class_="scale", text_anchor="middle", x=x(elo), y=height - 30))
    middle = (_NAMES + _WIDTH - 30) / 2
    marks.append(text(across, class_="scale", text_anchor="middle", x=middle, y=height - 9))
    for place, rating in enumerate(ratings):
        y = 18 + place * _ROW
        marks.append(text(rating.name[:24], text_anchor="end", x=_NAMES - 12, y=y + 4))
        dashes = "6 5" if rating.mean is None else None
        marks.append(
            shape("line", x1=x(rating.low), x2=x(rating.high), y1=y, y2=y, class_="interval", stroke_dasharray=dashes)
        )
        if rating.mean is not None:
            marks.append(shape("circle", cx=x(rating.mean), cy=y, r=5, class_="mean"))
    return picture(_WIDTH, height, f"estimates in {across}", "".join(marks), class_="chart")


def histogram(values: Mapping[int, int], title: str, unit: str) -> str:
    """Draw how often each whole number occurs, in at most 40 bars. A bar may count several neighbouring numbers
    together."""
    if not values:
        return ""
    low, high = min(values), max(values)
    width = max(1, math.ceil((high - low + 1) / 40))
    bins: dict[int, int] = {}
    for value, times in values.items():
        bins[(value - low) // width] = bins.get((value - low) // width, 0) + times
    most = max(bins.values())
    number = max(bins) + 1
    each = (_WIDTH - 60) / number
    marks = []
    for place, times in sorted(bins.items()):
        tall = times / most * 110
        first = low + place * width
        numbers = f"{first}" if width == 1 else f"{first} to {first + width - 1}"
        marks.append(
            shape(
                "rect",
                shape("title", f"{numbers} {escape(unit)}: {times}"),
                x=f"{40 + place * each:.1f}",
                y=f"{124 - tall:.1f}",
                width=f"{max(1.0, each - 1):.1f}",
                height=f"{tall:.1f}",
                class_="bar",
            )
        )
    for place in range(0, number, max(1, number // 8)):
        middle = f"{40 + place * each + each / 2:.1f}"
        marks.append(text(f"{low + place * width}", class_="scale", text_anchor="middle", x=middle, y=140))
    marks.append(text(f"{most}", class_="scale", x=4, y=18))
    marks.append(text(unit, class_="scale", text_anchor="end", x=_WIDTH - 6, y=156))
    return picture(_WIDTH, 162, title, "".join(marks), class_="chart")


def bars(values: Mapping[str, int], title: str) -> str:
    """Draw a labelled bar for each name, longest first."""
    most = max(values.values(), default=1)
    marks = []
    for place, (name, number) in enumerate(sorted(values.items(), key=lambda item: (-item[1], item[0]))):
        y, long = 6 + place * 24, number / most * 420
        marks.append(text(name, text_anchor="end", x=110, y=y + 13))
        marks.append(shape("rect", x=118, y=y, width=f"{long:.1f}", height=18, class_="bar"))
        marks.append(text(f"{number:,}", x=f"{124 + long:.1f}", y=y + 13))
    return picture(_WIDTH, 12 + 24 * len(values), title, "".join(marks), class_="chart")


def heat(share: float) -> str:
    """The class of a share of points in a cross table, from `lost-4` for 0 over `even` for a half to `won-4` for 1.

    >>> heat(0.5), heat(1.0), heat(0.2)
    ('even', 'won-4', 'lost-2')
    """
    steps = round(abs(share - 0.5) * 8)
    return f"{'won' if share > 0.5 else 'lost'}-{steps}" if steps else "even"
