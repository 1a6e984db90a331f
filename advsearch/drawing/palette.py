"""The colours of every drawing and page, in a light and a dark theme, and the rules that give them to shapes.

Blue and orange are told apart with every common kind of colour blindness, and pieces also differ by label or ring.
Texts have a contrast of at least 4.5 to 1 against what they stand on, and marks of at least 3 to 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attrs


@attrs.frozen
class Colour:
    light: str
    dark: str
    terminal: str = ""
    """The colour's name in a terminal, where the reader's own theme decides how it looks."""


PALETTE: Final = {
    "paper": Colour("#faf8f4", "#14171b"),
    "card": Colour("#ffffff", "#1c2026"),
    "ink": Colour("#1c2027", "#eae7e1"),
    "soft": Colour("#59616c", "#a6aeb9", "dim"),
    "line": Colour("#e3ded4", "#333a44"),
    "wash": Colour("#e9f0fb", "#22304a"),
    "ground": Colour("#f1ede4", "#282e37", "dim"),
    "edge": Colour("#cdc6b8", "#414a57"),
    "blocked": Colour("#857f73", "#79828f", "dim"),
    "first": Colour("#1559b7", "#7fb4ff", "bold blue"),
    "on-first": Colour("#ffffff", "#0a1a30"),
    "second": Colour("#b5480b", "#ffab6e", "bold yellow"),
    "on-second": Colour("#ffffff", "#2a1202"),
    "last": Colour("#a87400", "#f0c04a", "bold"),
    "good": Colour("#19703a", "#6bd596", "green"),
    "on-good": Colour("#ffffff", "#06210f"),
    "bad": Colour("#b02a22", "#ff958a", "red"),
    "on-bad": Colour("#ffffff", "#2d0603"),
}
"""The colour of each role. `on-first` is the colour of texts on what has the colour `first`."""

SANS: Final = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

_BOARD: Final = f"""
.board text {{ font-family: {SANS}; text-anchor: middle; }}
.board .coordinate {{ fill: {{soft}}; font-size: 12px; }}
.board .wire {{ stroke: {{soft}}; stroke-width: 2; stroke-linecap: round; }}
.board .ground {{ fill: {{ground}}; stroke: {{edge}}; }}
.board .ground.blocked {{ fill: {{blocked}}; stroke: {{blocked}}; }}
.board .ground.last {{ stroke: {{last}}; stroke-width: 3; }}
.board .pit {{ fill: {{paper}}; stroke: {{edge}}; }}
.board .piece.first {{ fill: {{first}}; }}
.board .piece.second {{ fill: {{second}}; }}
.board .ring {{ fill: none; stroke: {{on-second}}; stroke-width: 2.5; }}
.board .label {{ fill: {{ink}}; font-size: 15px; font-weight: 650; }}
.board .label.first {{ fill: {{on-first}}; }}
.board .label.second {{ fill: {{on-second}}; }}
.board .label.blocked {{ fill: {{card}}; }}
.board .tag {{ fill: {{card}}; stroke: {{edge}}; }}
.board .tag.best, .board .tag.good {{ fill: {{good}}; stroke: {{good}}; }}
.board .tag.bad {{ fill: {{bad}}; stroke: {{bad}}; }}
.board .value {{ fill: {{ink}}; font-size: 12px; font-weight: 600; font-variant-numeric: tabular-nums; }}
.board .value.best, .board .value.good {{ fill: {{on-good}}; }}
.board .value.bad {{ fill: {{on-bad}}; }}
.board .arrow {{ stroke: {{soft}}; stroke-width: 5; stroke-linecap: round; opacity: 0.85; }}
.board .arrow.best, .board .arrow.good {{ stroke: {{good}}; }}
.board .arrow.bad {{ stroke: {{bad}}; }}
.board .head {{ fill: {{soft}}; }}
.board .head.best, .board .head.good {{ fill: {{good}}; }}
.board .head.bad {{ fill: {{bad}}; }}
"""

_CHART: Final = f"""
.chart text {{ font-family: {SANS}; font-size: 12px; fill: {{ink}}; }}
.chart .scale {{ fill: {{soft}}; }}
.chart .rule {{ stroke: {{line}}; }}
.chart .axis {{ stroke: {{soft}}; }}
.chart .bar {{ fill: {{first}}; }}
.chart .interval {{ stroke: {{first}}; stroke-width: 3; }}
.chart .mean {{ fill: {{first}}; }}
"""


def _filled(rules: str, colour: Callable[[str], str]) -> str:
    for role in PALETTE:
        rules = rules.replace("{" + role + "}", colour(role))
    return rules.strip() + "\n"


def themed(rules: str) -> str:
    """Return style rules with the light colours, and with the dark ones where the reader prefers a dark theme. In
    `rules`, a role in braces stands for its colour.

    >>> themed("p { color: {ink}; }").splitlines()[0]
    'p { color: #1c2027; }'
    """
    light = _filled(rules, lambda role: PALETTE[role].light)
    dark = _filled(rules, lambda role: PALETTE[role].dark)
    return f"{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"


def board_style() -> str:
    """Return the style of a board that stands alone, in a light and a dark theme."""
    return themed(_BOARD)


def page_style() -> str:
    """Return the style of boards and charts in a page, and the palette as variables such as `--ink`. A page follows
    the reader's theme, unless its root element has the attribute `data-theme`.
    """
    light = "".join(f"--{role}: {colour.light}; " for role, colour in PALETTE.items())
    dark = "".join(f"--{role}: {colour.dark}; " for role, colour in PALETTE.items())
    return (
        f":root {{ color-scheme: light; --sans: {SANS}; {light}}}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ color-scheme: dark; {dark}}} }}\n"
        f':root[data-theme="light"] {{ color-scheme: light; {light}}}\n'
        f':root[data-theme="dark"] {{ color-scheme: dark; {dark}}}\n'
        + _filled(_BOARD + _CHART, lambda role: f"var(--{role})")
    )
