"""What a law of games is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from advsearch.protocol import AnyGame
from advsearch.testing.exploring import Ground, Visit


def always(_game: AnyGame) -> str:
    return ""


def at_once(_ground: Ground) -> None:
    """Nothing to prepare."""


Applies: TypeAlias = Callable[[AnyGame], str]
"""Why a law cannot be tried on a game; empty where it can."""


@attrs.frozen
class PositionLaw:
    """A law that holds, or not, at one position."""

    name: str
    claim: str
    catches: tuple[str, ...]
    check: Callable[[Ground, Visit], None]
    applies: Applies = always
    prepare: Callable[[Ground], None] = at_once
    """Done once before the law is tried, such as a build; raises `NotTried` where it cannot be had."""


@attrs.frozen
class WholeLaw:
    """A law about the rules object, or about many positions together."""

    name: str
    claim: str
    catches: tuple[str, ...]
    check: Callable[[Ground], int]
    """Gives the number of examples it tried."""
    applies: Applies = always
