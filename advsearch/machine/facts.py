"""What is known of one register beside its type: the range of an int, the length of a sequence.

Facts flow with types through the rounds of inference, but they never choose a specialisation. A fact only saves
tests.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import attrs

from advsearch.machine.types import Progress

LOW: Final = -(1 << 63)
HIGH: Final = (1 << 63) - 1
LEAST_BOXED: Final = -(1 << 62)
MOST_BOXED: Final = (1 << 62) - 1
PATIENCE: Final = 3
"""How often a range may grow before its end is given up."""


@attrs.frozen
class Range:
    low: int
    high: int


@attrs.frozen
class Length:
    """A sequence of `count` items, each with the facts `item`."""

    count: int
    item: Fact | None = None


Fact: TypeAlias = Range | Length

WHOLE: Final = Range(LOW, HIGH)
BOXED: Final = Range(LEAST_BOXED, MOST_BOXED)


def join_facts(one: Fact | None, other: Fact | None) -> Fact | None:
    """What is known if one or the other holds. `None` means that nothing is known."""
    if one == other:
        return one
    if isinstance(one, Range) and isinstance(other, Range):
        return Range(min(one.low, other.low), max(one.high, other.high))
    if isinstance(one, Length) and isinstance(other, Length) and one.count == other.count:
        return Length(one.count, join_facts(one.item, other.item))
    return None


class FactStore:
    """Facts of places that are written more than once: what holds of every value stored so far."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._facts: dict[Any, Fact | None] = {}
        self._grown: dict[Any, int] = {}

    def learn(self, place: Any, fact: Fact | None) -> None:
        if place not in self._facts:
            self._facts[place] = fact
            self._progress.changed()
            return
        old = self._facts[place]
        new = join_facts(old, fact)
        if new == old:
            return
        grown = self._grown[place] = self._grown.get(place, 0) + 1
        if isinstance(new, Range) and isinstance(old, Range) and grown >= PATIENCE:
            low = old.low if new.low >= old.low else 0 if new.low >= 0 else LOW
            high = old.high if new.high <= old.high else HIGH
            new = None if grown > 2 * PATIENCE else Range(low, high)
        self._facts[place] = new
        self._progress.changed()

    def get(self, place: Any) -> Fact | None:
        return self._facts.get(place)
