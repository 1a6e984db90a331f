"""The few charts a report needs, as SVG text: no library, nothing to load."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from advsearch.ratings import Rating
from advsearch.ratings.verdict import elo_text

_TEXT: Final = 'font-family="sans-serif" font-size="12"'
_ROW: Final = 28
_WIDTH: Final = 640


def _picture(width: int, height: int, title: str, body: str) -> str:
    title = escape(title, quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" aria-label="{title}"><title>{title}</title>{body}</svg>'
    )


def _clamped(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def ratings_chart(ratings: Sequence[Rating]) -> str:
    """A dot for each estimate on a common scale, a bar for its interval; dashed where there is no estimate."""
    finite = [
        value
        for rating in ratings
        for value in (rating.elo, rating.interval.low, rating.interval.high)
        if value is not None and math.isfinite(value)
    ] or [0.0]
    low, high = min(*finite, -50.0), max(*finite, 50.0)
    names = 170
    step = _step(high - low)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step

    def x(elo: float) -> float:
        return names + (_clamped(elo, low, high) - low) / (high - low) * (_WIDTH - names - 30)

    height = _ROW * len(ratings) + 34
    marks = []
    tick = low
    while tick <= high + step / 2:
        colour = "#999" if tick == 0 else "#e4e4e4"
        marks.append(f'<line x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="4" y2="{height - 26}" stroke="{colour}"/>')
        centred = f'{_TEXT} fill="#666" text-anchor="middle"'
        marks.append(f'<text {centred} x="{x(tick):.1f}" y="{height - 10}">{elo_text(tick)}</text>')
        tick += step
    for place, rating in enumerate(ratings):
        y = 18 + place * _ROW
        marks.append(
            f'<text {_TEXT} text-anchor="end" x="{names - 12}" y="{y + 4}">{escape(rating.name[:24])}</text>'
        )
        left, right = x(rating.interval.low), x(rating.interval.high)
        dashes = "" if rating.elo is not None else ' stroke-dasharray="6 5"'
        line = f'x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}" stroke="#1f6feb" stroke-width="3"{dashes}'
        marks.append(f"<line {line}/>")
        if rating.elo is not None:
            marks.append(f'<circle cx="{x(rating.elo):.1f}" cy="{y}" r="5" fill="#1f6feb"/>')
    return _picture(_WIDTH, height, "ratings in Elo with 95 % intervals", "".join(marks))


def _step(span: float) -> float:
    """A round distance between marks, five to ten of them."""
    rough = max(span, 1e-9) / 6
    power: float = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)


def histogram(values: Mapping[int, int], title: str, unit: str) -> str:
    """How often each whole number came, neighbours put together where there are many."""
    if not values:
        return ""
    low, high = min(values), max(values)
    width = max(1, math.ceil((high - low + 1) / 40))
    bins: dict[int, int] = {}
    for value, times in values.items():
        bins[(value - low) // width] = bins.get((value - low) // width, 0) + times
    most = max(bins.values())
    number = max(bins) + 1
    step = (_WIDTH - 60) / number
    marks = []
    for place, times in sorted(bins.items()):
        tall = times / most * 110
        first = low + place * width
        told = f"{first}" if width == 1 else f"{first} to {first + width - 1}"
        marks.append(
            f'<rect x="{40 + place * step:.1f}" y="{124 - tall:.1f}" width="{max(1.0, step - 1):.1f}" '
            f'height="{tall:.1f}" fill="#5b8def"><title>{told} {escape(unit)}: {times}</title></rect>'
        )
    for place in range(0, number, max(1, number // 8)):
        middle = 40 + place * step + step / 2
        marks.append(
            f'<text {_TEXT} fill="#666" text-anchor="middle" x="{middle:.1f}" y="140">{low + place * width}</text>'
        )
    marks.append(f'<text {_TEXT} fill="#666" x="4" y="18">{most}</text>')
    marks.append(f'<text {_TEXT} fill="#666" text-anchor="end" x="{_WIDTH - 6}" y="156">{escape(unit)}</text>')
    return _picture(_WIDTH, 162, title, "".join(marks))


def bars(values: Mapping[str, int], title: str) -> str:
    """A labelled bar for each name, longest first."""
    most = max(values.values(), default=1)
    marks = []
    for place, (name, number) in enumerate(sorted(values.items(), key=lambda item: (-item[1], item[0]))):
        y = 6 + place * 24
        marks.append(f'<text {_TEXT} text-anchor="end" x="110" y="{y + 13}">{escape(name)}</text>')
        marks.append(f'<rect x="118" y="{y}" width="{number / most * 420:.1f}" height="18" fill="#5b8def"/>')
        marks.append(f'<text {_TEXT} x="{124 + number / most * 420:.1f}" y="{y + 13}">{number:,}</text>')
    return _picture(_WIDTH, 12 + 24 * len(values), title, "".join(marks))


def heat(share: float) -> str:
    """The colour of a cross table's cell: orange for 0, white for a half, blue for 1.

    >>> heat(0.5), heat(1.0)
    ('#ffffff', '#9ec0f7')
    """
    target = (0x9E, 0xC0, 0xF7) if share >= 0.5 else (0xF7, 0xC0, 0x9A)
    weight = abs(share - 0.5) * 2
    return "#" + "".join(f"{round(255 + (part - 255) * weight):02x}" for part in target)
