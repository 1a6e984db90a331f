"""The colours of every drawing and page, in a light and a dark theme, and the rules that give them to shapes.

Blue and orange are told apart with every common kind of colour blindness, and pieces also differ by label or ring.
Texts have a contrast of at least 4.5 to 1 against what they stand on, and marks of at least 3 to 1.
"""

from __future__ import annotations

import re
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

_CLICKED: Final = """
.board .touch { fill: transparent; }
.board .cell { outline: none; }
.board .cell.may { cursor: pointer; }
.board .dot { fill: {soft}; opacity: 0.42; pointer-events: none; }
.board .dot[r="19"] { fill: none; stroke: {soft}; stroke-width: 2; stroke-dasharray: 3 4; }
.board .cell.may:hover .dot { fill: {first}; opacity: 1; }
.board .halo { fill: none; stroke: transparent; stroke-width: 3; pointer-events: none; }
.board .cell.may:hover .halo { stroke: {first}; stroke-width: 2; }
.board .cell.picked .halo { stroke: {first}; stroke-width: 3; }
.board .cell:focus-visible .halo { stroke: {first}; stroke-width: 3.5; }
.board .marks { pointer-events: none; }
"""
"""The rules of a board that is played by clicks."""

_TREE: Final = f"""
.tree text {{ font-family: {SANS}; fill: {{ink}}; font-variant-numeric: tabular-nums; }}
.tree polygon, .tree rect {{ fill: {{card}}; stroke: {{ink}}; stroke-width: 1.5; stroke-linejoin: round; }}
.tree .max polygon {{ fill: color-mix(in srgb, {{first}} 14%, {{card}}); stroke: {{first}}; }}
.tree .min polygon {{ fill: color-mix(in srgb, {{second}} 14%, {{card}}); stroke: {{second}}; }}
.tree .leaf rect {{ stroke: {{edge}}; fill: {{ground}}; }}
.tree .number {{ font-size: 14px; font-weight: 650; text-anchor: middle; }}
.tree .window, .tree .more {{ font-size: 12px; text-anchor: middle; }}
.tree .edge {{ stroke: {{soft}}; stroke-width: 1.4; fill: none; }}
.tree .edge.best {{ stroke: {{good}}; stroke-width: 4; }}
.tree .edge.pruned {{ stroke-dasharray: 3 5; }}
.tree .branch {{ font-size: 13px; }}
.tree .branch, .tree .window, .tree .more {{ paint-order: stroke; stroke: {{card}}; stroke-width: 4px; }}
.tree .branch, .tree .window, .tree .more {{ stroke-linejoin: round; }}
.tree .cross {{ stroke: {{bad}}; stroke-width: 3; stroke-linecap: round; fill: none; }}
"""

_STEPPED: Final = """
.tree .now polygon, .tree .now rect { stroke-width: 4; stroke: {last}; }
.tree .wrong polygon, .tree .wrong rect { stroke-width: 4; stroke: {bad}; }
.tree .ghost > polygon, .tree .ghost > rect, .tree .ghost > .edge { opacity: 0.25; }
.tree .ghost > text { opacity: 0; }
"""
"""The rules of a tree that is stepped through."""

_CHART: Final = f"""
.chart text {{ font-family: {SANS}; font-size: 12px; fill: {{ink}}; }}
.chart .paper {{ fill: {{card}}; }}
.chart .scale {{ fill: {{soft}}; }}
.chart .rule {{ stroke: {{line}}; }}
.chart .axis {{ stroke: {{soft}}; }}
.chart .bar {{ fill: {{first}}; }}
.chart .interval {{ stroke: {{first}}; stroke-width: 3; }}
.chart .mean {{ fill: {{first}}; }}
.chart .title {{ font-size: 15px; font-weight: 650; }}
.chart .series-0 {{ stroke: {{first}}; fill: {{first}}; }}
.chart .series-1 {{ stroke: {{second}}; fill: {{second}}; }}
.chart .series-2 {{ stroke: {{good}}; fill: {{good}}; }}
.chart .series-3 {{ stroke: {{last}}; fill: {{last}}; }}
.chart .series-4 {{ stroke: {{ink}}; fill: {{ink}}; }}
.chart .curve {{ fill: none; stroke-width: 2; stroke-linejoin: round; }}
.chart .point {{ stroke: {{card}}; stroke-width: 1; }}
.chart .point.marked {{ fill: {{bad}}; }}
.chart .won {{ fill: {{first}}; }}
.chart .drawn {{ fill: {{edge}}; }}
.chart .lost {{ fill: {{second}}; }}
.chart .on-won {{ fill: {{on-first}}; }}
.chart .on-drawn {{ fill: {{ink}}; }}
.chart .on-lost {{ fill: {{on-second}}; }}
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


def chart_style() -> str:
    """Return the style of a chart that stands alone, in a light and a dark theme."""
    return themed(_CHART)


def tree_style() -> str:
    """Return the style of a tree that stands alone, in a light and a dark theme."""
    return themed(_TREE)


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
        + _filled(_BOARD + _CLICKED + _TREE + _STEPPED + _CHART, lambda role: f"var(--{role})")
    )


_LIGHT: Final = (
    '[data-jp-theme-light="true"]', ".vscode-light", ".vscode-high-contrast-light", "body.light", '[theme="light"]',
    '[data-theme="light"]',
)  # fmt: skip
_DARK: Final = (
    '[data-jp-theme-light="false"]', ".vscode-dark", ".vscode-high-contrast", "body.dark", '[theme="dark"]',
    '[data-theme="dark"]',
)  # fmt: skip
"""How JupyterLab, Visual Studio Code, marimo, Colab and pages with a `data-theme` say which theme they show."""


def inset_style(scope: str) -> str:
    """Return the style of what stands inside the class `scope` of somebody else's page, such as a notebook. It
    follows the theme of the page if the page says it, else the theme that the reader prefers.
    """
    themes = {}
    for name in ("light", "dark"):
        colours = "".join(f"--{role}: {getattr(colour, name)}; " for role, colour in PALETTE.items())
        themes[name] = f"color-scheme: {name}; {colours}"
    rules = _filled(_BOARD + _CLICKED + _TREE + _STEPPED + _CHART, lambda role: f"var(--{role})")
    return (
        f".{scope} {{ --sans: {SANS}; {themes['light']}}}\n"
        f"@media (prefers-color-scheme: dark) {{ .{scope} {{ {themes['dark']}}} }}\n"
        f"{', '.join(f'{each} .{scope}' for each in _LIGHT)} {{ {themes['light']}}}\n"
        f"{', '.join(f'{each} .{scope}' for each in _DARK)} {{ {themes['dark']}}}\n"
        + re.sub(r"(^|, )\.(board|tree|chart)\b", rf"\1.{scope} .\2", rules, flags=re.M)
    )
