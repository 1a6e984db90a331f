"""Sets that are held as bits are Python's sets, also where a member is unlike all that were seen."""

from __future__ import annotations

import linecache
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from advsearch.lowering.refusals import Refused
from advsearch.machine.compiling import Entry
from advsearch.machine.program import Program, Rebuilt
from advsearch.machine.types import Frozen
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


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(0, 4_000, 200))
def test_thousands_of_programs_of_sets_agree_with_python(first: int) -> None:
    """None of four thousand programs differs."""
    for seed in range(first, first + 200):
        assert disagreement(seed, 1 + seed % 7) is None
