"""Stored games as XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import quoteattr

from advsearch import GameRecord


def as_xml(games: Iterable[GameRecord]) -> Iterator[str]:
    yield "<games>\n"
    for game in games:
        first, second = quoteattr(game.first), quoteattr(game.second)
        yield f"  <game first={first} second={second} result={quoteattr(game.result)}/>\n"
    yield "</games>\n"
