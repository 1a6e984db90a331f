"""The colours of the terminal can be told apart."""

from __future__ import annotations

import pytest

from advsearch.cli.terminal.colours import colour

GROUNDS = ("card", "ground", "ground-two", "ground-last")
TEXTS = [("ink", ground) for ground in GROUNDS]
TEXTS += [("ink", "picked"), ("ink", "pit"), ("soft", "card"), ("soft", "ground"), ("soft", "ground-two")]
TEXTS += [("good", "card"), ("bad", "card"), *((f"on-{role}", role) for role in ("first", "second", "good", "bad"))]
FIGURES = [(role, ground) for role in ("first", "second", "last") for ground in GROUNDS]
FIGURES += [("first", "pit"), ("second", "pit")]


def brightness(colour_: str) -> float:
    channels = [int(colour_[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it."""
    darker, brighter = sorted((brightness(one), brightness(other)))
    return (brighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_texts_and_figures_can_be_seen(dark: bool) -> None:
    """In both themes texts have a contrast of at least 4.5 to 1 with what they stand on, other signs of 3 to 1."""
    for least, pairs in ((4.5, TEXTS), (3.0, FIGURES)):
        found = {pair: contrast(colour(pair[0], dark), colour(pair[1], dark)) for pair in pairs}
        assert {pair: round(each, 2) for pair, each in found.items() if each < least} == {}
