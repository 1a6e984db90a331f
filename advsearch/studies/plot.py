"""Lines over plies, and differences with their intervals, as SVG text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

import attrs

COLOURS: Final = (
    "#1f6feb", "#e8590c", "#2b8a3e", "#862e9c", "#c92a2a", "#0b7285", "#5f3dc4", "#666", "#a86400", "#d6336c",
    "#5c940d", "#364fc7", "#12b886", "#000",
)  # fmt: skip
WIDTH: Final = 640
HEIGHT: Final = 280
_LEFT, _TOP, _BOTTOM, _LEGEND = 44, 30, 36, 150


def step(most: float, parts: int) -> float:
    """Between the marks of an axis: 1, 2 or 5 times a power of ten, with `parts` of them or fewer up to `most`.

    >>> [step(most, 4) for most in (0.97, 7, 44.3)]
    [0.5, 2.0, 20.0]
    """
    power: float = 10.0 ** math.floor(math.log10(most / parts))
    return next(times * power for times in (1, 2, 5, 10) if times * power * parts >= most * 0.999)


def line_chart(title: str, across: str, lines: Mapping[str, Mapping[int, float]]) -> str:
    """One line for each name; the lower left corner is 0."""
    most_x = max(max(points) for points in lines.values()) or 1
    highest = max(max(points.values()) for points in lines.values()) or 1
    up, along = step(highest, 5), step(most_x, 6)
    most_y = up * math.ceil(highest / up * 0.999)
    wide, high = WIDTH - _LEFT - _LEGEND, HEIGHT - _TOP - _BOTTOM

    def x(value: float) -> float:
        return _LEFT + wide * value / most_x

    def y(value: float) -> float:
        return _TOP + high * (1 - value / most_y)

    text = 'font-family="sans-serif" font-size="12" fill="#444"'
    body = [f'<text {text} x="{_LEFT}" y="18" font-weight="bold">{escape(title)}</text>']
    for mark in range(round(most_y / up) + 1):
        at = y(mark * up)
        body.append(f'<line x1="{_LEFT}" x2="{_LEFT + wide}" y1="{at:.1f}" y2="{at:.1f}" stroke="#e4e4e4"/>')
        body.append(f'<text {text} x="{_LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{mark * up:.3g}</text>')
    for mark in range(math.floor(most_x / along) + 1):
        at = x(mark * along)
        body.append(f'<text {text} x="{at:.1f}" y="{HEIGHT - 18}" text-anchor="middle">{mark * along:.3g}</text>')
    body.append(f'<text {text} x="{_LEFT + wide / 2}" y="{HEIGHT - 3}" text-anchor="middle">{escape(across)}</text>')
    for place, (name, points) in enumerate(lines.items()):
        colour = COLOURS[place % len(COLOURS)]
        path = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in sorted(points.items()))
        body.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        body.append(
            f'<text {text} x="{WIDTH - _LEGEND + 10}" y="{_TOP + 8 + 16 * place}" style="fill:{colour}">'
            f"{escape(name)}</text>"
        )
    return _picture(title, WIDTH, HEIGHT, body)


def _picture(title: str, width: int, height: int, body: Sequence[str]) -> str:
    title = escape(title, quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{title}"><title>{title}</title>'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(body)}</svg>\n'
    )


@attrs.frozen
class Bar:
    """A mean with its interval."""

    name: str
    low: float
    mean: float
    high: float
    decided: bool
    """Whether the sign of the difference is known."""


_LETTER, _ROW, _RIGHT, _ACROSS = 6.4, 20, 20, 350
"""Pixels: a letter's width on the mean, a bar, the margin, from end to end of the axis."""


def interval_chart(title: str, across: str, bars: Sequence[Bar]) -> str:
    """One below the other around a line at 0: blue above it, orange below, grey where it is not decided which."""
    farthest = max(1.0, *(max(abs(bar.low), abs(bar.high)) for bar in bars))
    apart = step(farthest, 3)
    marks = math.ceil(farthest / apart * 0.999)
    most = marks * apart
    height = _TOP + _ROW * len(bars) + _BOTTOM
    names = 20 + round(_LETTER * max(len(bar.name) for bar in bars))

    def x(value: float) -> float:
        return names + _ACROSS * (1 + value / most) / 2

    text = 'font-family="sans-serif" font-size="12" fill="#444"'
    body = [f'<text {text} x="10" y="18" font-weight="bold">{escape(title)}</text>']
    for mark in range(-marks, marks + 1):
        at, colour = x(mark * apart), "#e4e4e4" if mark else "#888"
        body.append(f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{_TOP}" y2="{height - _BOTTOM}" stroke="{colour}"/>')
        told = f"{mark * apart:+.3g}" if mark else "0"
        body.append(f'<text {text} x="{at:.1f}" y="{height - 20}" text-anchor="middle">{told}</text>')
    body.append(f'<text {text} x="{x(0):.1f}" y="{height - 4}" text-anchor="middle">{escape(across)}</text>')
    for place, bar in enumerate(bars):
        y = _TOP + _ROW * (place + 0.5)
        colour = COLOURS[bar.mean < 0] if bar.decided and bar.mean else "#888"
        body.append(f'<text {text} x="{names - 10}" y="{y + 4:.1f}" text-anchor="end">{escape(bar.name)}</text>')
        body.append(
            f'<line x1="{x(bar.low):.1f}" x2="{x(bar.high):.1f}" y1="{y}" y2="{y}" stroke="{colour}" '
            'stroke-width="2"/>'
        )
        body.append(f'<circle cx="{x(bar.mean):.1f}" cy="{y}" r="4" fill="{colour}"/>')
    return _picture(title, names + _ACROSS + _RIGHT, height, body)
