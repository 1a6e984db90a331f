"""What all states that were played have in common: lengths of tuples and strings, and small ranges of numbers.

It is checked once where a text takes a state, and known from there on. A state that is different ends the call with
the error of a guard, and the program is built anew without these assumptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import layout
from advsearch.machine.classes import field_values
from advsearch.machine.facts import HIGH, Fact, Length, Range, join_facts
from advsearch.machine.types import INT, STR, Flat, ListOf, Row, Type, width
from advsearch.machine.values import Held, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

SMALL: Final = 7
"""Up to which number a range is worth a test."""
MOST_ROWS: Final = 16


def facts_of(kind: Type, value: Any) -> list[Fact | None]:
    """What each register would be known to hold that has a part of this value."""
    if isinstance(kind, Flat):
        return [
            fact for item, one in zip(kind.items, field_values(value), strict=True) for fact in facts_of(item, one)
        ]
    if kind == INT:
        return [Range(int(value), int(value))]
    if isinstance(kind, Row):
        return [Length(len(value), _common(kind.item, value))]
    if kind == STR:
        return [Length(len(value))]
    return [None] * width(kind)


def _common(item: Type | None, values: Any) -> Fact | None:
    """The length that all rows in a row have."""
    if not isinstance(item, Row) or not values or len(values) > MOST_ROWS:
        return None
    counts = {len(value) for value in values}
    return Length(counts.pop()) if len(counts) == 1 else None


def shape(kind: Type, states: list[Any]) -> list[Fact | None]:
    """What holds of all states, where it is worth a test."""
    found: list[Fact | None] | None = None
    for state in states:
        facts = facts_of(kind, state)
        found = facts if found is None else [join_facts(a, b) for a, b in zip(found, facts, strict=True)]
    return [_assumed(fact) for fact in found or []]


def _assumed(fact: Fact | None) -> Fact | None:
    """What is worth a test: lengths, small ranges, and that a number is not negative."""
    if isinstance(fact, Range):
        return None if fact.low < 0 else Range(0, fact.high if fact.high <= SMALL else HIGH)
    return fact


def guarded(f: Function, held: Held) -> Held:
    """A state, with what all states have in common."""
    unit = f.unit
    if not unit.guards or not unit.samples or isinstance(held.type, ListOf):
        return held
    facts = unit.once(("shape", held.type), lambda: _shape_of(held.type, unit.samples))
    if not facts:
        return held
    words = [_checked(f, word, fact) for word, fact in zip(held.words, facts, strict=True)]
    return Held(held.type, tuple(words), held.origin)


def _shape_of(kind: Type, states: list[Any]) -> list[Fact | None]:
    try:
        return shape(kind, states)
    except (TypeError, AttributeError, ValueError):  # a type that is wider than what was played
        return []


def _checked(f: Function, word: Word, fact: Fact | None) -> Word:
    if fact is None or word.number is not None or word.fact == fact:
        return word
    if isinstance(fact, Range):
        if word.range.low >= 0 and word.range.high <= fact.high:
            return word
        f.fail_if(f.op("icmp ugt", word, fact.high), layout.E_GUARD)
        return word.within(0, fact.high)
    if word.count != fact.count:
        f.fail_if(f.op("icmp ne", _length(f, word), fact.count), layout.E_GUARD)
    if isinstance(fact.item, Length):
        rows = f.address(f.pointer(word), layout.ITEMS)
        different = "0"
        for place in range(fact.count):
            count = f.peek(f.load(f.address(rows, place, 8)), layout.LENGTH)
            different = f.op("or", different, f.op("xor", count, fact.item.count))
        f.fail_if(f.op("icmp ne", different, 0), layout.E_GUARD)
    return word.known(fact)


def _length(f: Function, word: Word) -> str:
    """The length of a tuple or string: of a row, or 1 for a character."""
    is_pointer = f.op("icmp eq", f.op("and", word, layout.TAG_MASK), layout.POINTER_TAG)
    safe = f.new(f"select i1 {is_pointer}, i64 {word}, i64 ptrtoint (ptr @ONE to i64)")
    return f.peek(safe, layout.LENGTH)
