"""Sets that are held as bits are Python's sets, also where a member is unlike all that were seen."""

from __future__ import annotations

import functools
import linecache
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.lowering.refusals import Refused
from advsearch.machine.compiling import Entry
from advsearch.machine.program import Program, Rebuilt
from advsearch.machine.types import BOOL, INT, Frozen
from advsearch.machine.unit import Unit

sys.path.insert(0, str(Path(__file__).parent))
import programs_of_sets as programs


def function_from(text: str) -> Any:
    """The function `f` of a text, whose source can be read."""
    file = f"<sets {hash(text)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {"Colour": programs.Colour, "Point": programs.Point, "__name__": "sets"}
    exec(compile(text, file, "exec"), names)
    return names["f"]


def called(program: Program, given: tuple[Any, ...]) -> Any:
    """What a program returns, built again after each guard that fires."""
    for _ in range(20):
        try:
            return program.call("f", *given)
        except Rebuilt:
            continue
    raise AssertionError("guards fire without end")


def outcome(work: Any) -> Any:
    try:
        return work()
    except AssertionError:
        raise
    except Exception:
        return "an error"


def disagreement(seed: int, seen: int) -> str | None:
    """How a program of a seed differs from Python, or None. So many members are seen before it is compiled."""
    writer = programs.Writer(seed)
    text, members, rng = writer.text(), writer.members, random.Random(seed)
    function = function_from(text)
    unit = Unit()
    unit.universes.see(members.kind, [members.any_of(rng) for _ in range(seen)])
    kind = Frozen(members.kind, unit.universes)
    try:
        program = Program({"f": Entry(function, (kind, kind, members.kind, members.kind))}, unit=unit, kept=False)
    except Refused:
        return None
    for _ in range(4):
        given = programs.arguments(rng, members)
        got, expected = outcome(lambda: called(program, given)), outcome(lambda: function(*given))  # noqa: B023
        if got != expected or type(got) is not type(expected) or list(map(type, got)) != list(map(type, expected)):
            return f"seed {seed}, {seen} seen: {got!r} for {given}, expected {expected!r}\n{text}"
    return None


@pytest.mark.parametrize("seen", [1, 3, 30])
def test_generated_programs_of_sets_agree_with_python(seen: int) -> None:
    """A few programs whose seeds change from run to run; with few members seen, guards fire."""
    first = random.randrange(10**6)
    for seed in range(first, first + 8):
        assert disagreement(seed, seen) is None


def ones(number, truth, other):
    return bin(number).count("1"), bin(truth).count("1"), bin(number * 3 - 1).count("1"), bin(other).count("1")


@given(st.integers(-(1 << 61), 1 << 61), st.booleans(), st.integers(-9, 9))
def test_the_ones_of_a_number_are_counted(number: int, truth: bool, other: int) -> None:
    """`bin(number).count("1")` counts those of the amount, also of negative numbers and truths."""
    program = _ones()
    for _ in range(9):
        try:
            assert program.call("f", number, truth, other) == ones(number, truth, other)
            return
        except Rebuilt:
            continue


@functools.cache
def _ones() -> Program:
    return Program({"f": Entry(ones, (INT, BOOL, INT))}, kept=False)


def none_left(members, more):
    return len(sorted(v for v in members if v in more)) == 0, 1 if len(both(members, more)) > 0 else 2


def both(one, other):
    return sorted(v for v in one if v in other)


@given(st.frozensets(st.integers(0, 9)), st.frozensets(st.integers(0, 20)))
def test_a_call_whose_items_are_only_asked_for_ends_at_the_first(one: Any, other: Any) -> None:
    """`len(found(x)) == 0` is what it is in Python."""
    assert called(_none_left(), (one, other)) == none_left(one, other)


@functools.cache
def _none_left() -> Program:
    unit = Unit()
    unit.universes.see(INT, range(6))
    kind = Frozen(INT, unit.universes)
    return Program({"f": Entry(none_left, (kind, kind))}, unit=unit, kept=False)


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(0, 4_000, 200))
def test_thousands_of_programs_of_sets_agree_with_python(first: int) -> None:
    """None of four thousand programs differs."""
    for seed in range(first, first + 200):
        assert disagreement(seed, 1 + seed % 7) is None
