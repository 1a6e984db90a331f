"""Lines over plies as SVG text."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

COLOURS: Final = ("#1f6feb", "#e8590c", "#2b8a3e", "#862e9c", "#c92a2a", "#0b7285", "#5f3dc4", "#666")
WIDTH: Final = 640
HEIGHT: Final = 280
_LEFT, _TOP, _BOTTOM, _LEGEND = 44, 30, 36, 150


def line_chart(title: str, across: str, lines: Mapping[str, Mapping[int, float]]) -> str:
    """One line for each name; the lower left corner is 0."""
    most_x = max(max(points) for points in lines.values()) or 1
    most_y = max(max(points.values()) for points in lines.values()) or 1
    wide, high = WIDTH - _LEFT - _LEGEND, HEIGHT - _TOP - _BOTTOM

    def x(value: float) -> float:
        return _LEFT + wide * value / most_x

    def y(value: float) -> float:
        return _TOP + high * (1 - value / most_y)

    text = 'font-family="sans-serif" font-size="12" fill="#444"'
    body = [f'<text {text} x="{_LEFT}" y="18" font-weight="bold">{escape(title)}</text>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        at = y(most_y * share)
        body.append(f'<line x1="{_LEFT}" x2="{_LEFT + wide}" y1="{at:.1f}" y2="{at:.1f}" stroke="#e4e4e4"/>')
        body.append(f'<text {text} x="{_LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{most_y * share:.3g}</text>')
        along = most_x * share
        body.append(f'<text {text} x="{x(along):.1f}" y="{HEIGHT - 18}" text-anchor="middle">{along:.0f}</text>')
    body.append(f'<text {text} x="{_LEFT + wide / 2}" y="{HEIGHT - 3}" text-anchor="middle">{escape(across)}</text>')
    for place, (name, points) in enumerate(lines.items()):
        colour = COLOURS[place % len(COLOURS)]
        path = " ".join(f"{x(at):.1f},{y(value):.1f}" for at, value in sorted(points.items()))
        body.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        body.append(
            f'<text {text} x="{WIDTH - _LEGEND + 10}" y="{_TOP + 8 + 16 * place}" style="fill:{colour}">'
            f"{escape(name)}</text>"
        )
    title = escape(title, quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" aria-label="{title}"><title>{title}</title>'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(body)}</svg>\n'
    )
