"""The palette in a terminal: a light and a dark theme for Textual, and styles for what is painted."""

from __future__ import annotations

import os
from functools import cache
from typing import Final

from rich.style import Style
from textual.theme import Theme

from advsearch.drawing.palette import PALETTE

LIGHT, DARK = "advsearch-light", "advsearch-dark"

_MIXED: Final = {
    "ground-two": ("ground", "edge", 0.25),
    "ground-last": ("ground", "last", 0.12),
    "picked": ("ground", "good", 0.3),
}
"""Roles that are a mixture of two colours of the palette, with the part of the second."""


def _mixed(first: str, second: str, part: float) -> str:
    channels = [
        round(int(one, 16) + part * (int(two, 16) - int(one, 16)))
        for one, two in ((first[n : n + 2], second[n : n + 2]) for n in (1, 3, 5))
    ]
    return "#" + "".join(f"{channel:02x}" for channel in channels)


@cache
def colour(role: str, dark: bool) -> str:
    """Return the colour of a role."""
    if role == "pit":  # darker than the frame, in both themes
        return PALETTE["paper"].dark if dark else _mixed(PALETTE["ground"].light, PALETTE["edge"].light, 0.7)
    if role in _MIXED:
        first, second, part = _MIXED[role]
        return _mixed(colour(first, dark), colour(second, dark), part)
    found = PALETTE[role]
    return found.dark if dark else found.light


@cache
def style(role: str, ground: str, dark: bool, bold: bool = False, underlined: bool = False) -> Style:
    """Return the style of a character."""
    behind = colour(ground, dark)
    return Style(color=colour(role, dark), bgcolor=behind, bold=bold or None, underline=underlined or None)


def themes() -> tuple[Theme, Theme]:
    """Return the light and the dark theme."""
    return _theme(LIGHT, False), _theme(DARK, True)


def _theme(name: str, dark: bool) -> Theme:
    def of(role: str) -> str:
        return colour(role, dark)

    return Theme(
        name,
        primary=of("first"),
        secondary=of("second"),
        warning=of("last"),
        error=of("bad"),
        success=of("good"),
        accent=of("first"),
        foreground=of("ink"),
        background=of("paper"),
        surface=of("card"),
        panel=of("ground"),
        dark=dark,
        variables={
            "soft": of("soft"),
            "line": of("line"),
            "wash": of("wash"),
            "footer-background": of("ground"),
            "footer-key-foreground": of("first"),
            "footer-description-foreground": of("ink"),
            "block-cursor-background": of("first"),
            "block-cursor-foreground": of("on-first"),
            "input-selection-background": of("wash"),
        },
    )


def prefers_light() -> bool:
    """Return whether the terminal says that its background is light."""
    behind = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return behind in ("7", "15")
