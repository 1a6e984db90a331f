"""Pentago, with the official rules or those of a course's program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advsearch.lazy import lazily

_HOMES: Final = {
    "Pentago": "advsearch_pentago.rules",
    "State": "advsearch_pentago.position",
    "Straights": "advsearch_pentago.evaluators",
    "straights": "advsearch_pentago.evaluators",
}

if TYPE_CHECKING:
    from advsearch_pentago.evaluators import Straights, straights
    from advsearch_pentago.position import State
    from advsearch_pentago.rules import Pentago
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = ["Pentago", "State", "Straights", "straights"]
