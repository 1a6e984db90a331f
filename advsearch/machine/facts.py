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
LARGEST_STEP: Final = 1 << 11
MOST_STEPS: Final = 1 << 50
"""More steps than a program takes in a week."""


@attrs.frozen
class Range:
    low: int
    high: int


@attrs.frozen
class Length:
    """A sequence of `count` items, each with the facts `item`."""

    count: int
    item: Fact | None = None
    each: tuple[Fact | None, ...] = ()
    """The facts of each item, if there are few."""

    def at(self, place: int) -> Fact | None:
        return self.each[place] if self.each else self.item


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
        pairs = zip(one.each, other.each, strict=True) if one.each and other.each else ()
        each = tuple(join_facts(a, b) for a, b in pairs)
        return Length(one.count, join_facts(one.item, other.item), each)
    return None


MOST_EACH: Final = 8
MOST_LOOKED_AT: Final = 1 << 16


def fact_of(value: Any, left: list[int] | None = None) -> Fact | None:
    """What is known of a constant: ranges of ints, and lengths of tuples, lists and strings."""
    left = [MOST_LOOKED_AT] if left is None else left
    left[0] -= 1
    if left[0] < 0:
        return None
    if type(value) is int:
        return Range(value, value) if LOW <= value <= HIGH else None
    if isinstance(value, str):
        return Length(len(value))
    if type(value) is not tuple and type(value) is not list:
        return None
    facts = [fact_of(item, left) for item in value]
    item = facts[0] if facts else None
    for fact in facts[1:]:
        item = join_facts(item, fact) if item is not None else None
    return Length(len(value), item, tuple(facts) if len(facts) <= MOST_EACH else ())


@attrs.frozen
class Step:
    """A register that holds what was in a place, plus a small number of this range."""

    place: Any
    low: int = 0
    high: int = 0

    def further(self, low: int, high: int) -> Step | None:
        low, high = self.low + low, self.high + high
        return Step(self.place, low, high) if -LARGEST_STEP <= low <= high <= LARGEST_STEP else None


class FactStore:
    """Facts of places that are written more than once: what holds of every value stored so far.

    A place that counts, such as `i` in `i += 1`, would have no range. It has one if what is added is small: that of
    all other values stored there, and as many steps beyond as a program can take.
    """

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._facts: dict[Any, Fact | None] = {}
        self._grown: dict[Any, int] = {}
        self._steps: dict[Any, Step] = {}

    def step(self, step: Step) -> None:
        """Learn that a value was stored that is a step away from an earlier one of the same place."""
        old = self._steps.get(step.place)
        new = step if old is None else Step(step.place, min(old.low, step.low), max(old.high, step.high))
        if new != old:
            self._steps[step.place] = new
            self._progress.changed()

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
        fact, step = self._facts.get(place), self._steps.get(place)
        if step is None or not isinstance(fact, Range):
            return fact
        low, high = fact.low + min(0, step.low) * MOST_STEPS, fact.high + max(0, step.high) * MOST_STEPS
        return Range(max(LOW, low), min(HIGH, high))
