"""The palette: contrast, and that both themes reach pictures and pages."""

from __future__ import annotations

import re

import pytest

from advsearch.drawing.palette import PALETTE, board_style, page_style

TEXTS = [
    *((text, below) for text in ("ink", "soft") for below in ("paper", "card", "ground", "wash")),
    *((f"on-{role}", role) for role in ("first", "second", "good", "bad")),
    *((text, below) for text in ("first", "second", "good", "bad") for below in ("paper", "card")),
]
MARKS = [("last", "ground"), ("blocked", "ground"), ("first", "ground"), ("second", "ground"), ("first", "wash")]


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(theme: str) -> None:
    """In both themes, texts have a contrast of 4.5 to 1 on what they stand on, and marks and pieces of 3 to 1."""
    for least, pairs in ((4.5, TEXTS), (3.0, MARKS)):
        for front, back in pairs:
            found = contrast(getattr(PALETTE[front], theme), getattr(PALETTE[back], theme))
            assert found >= least, f"{front} on {back}: {found:.2f}"


def test_every_role_has_a_colour() -> None:
    """No rule keeps the name of a role instead of its colour."""
    for style in (board_style(), page_style()):
        assert not re.search(r"\{[a-z-]+\}", style)
    assert set(re.findall(r"var\(--([a-z-]+)\)", page_style())) <= set(PALETTE)
