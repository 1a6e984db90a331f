"""Generated functions, compiled, return what Python returns."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advsearch.lowering.refusals import Refused
from advsearch.machine.compiling import Entry
from advsearch.machine.program import Program, Rebuilt
from advsearch.machine.types import joined
from advsearch.machine.unit import Unit

sys.path.insert(0, str(Path(__file__).parents[1] / "lowering" / "rows"))
from one_function import compiled_from
from programs import program, samples
from programs_of_rules import rules_program


def outcome(work: Callable[[Any], Any], state: Any) -> Any:
    """What a call returns, or that it fails; of a set the members, since how a set shows depends on its history."""
    try:
        return work(state)
    except Exception as error:
        return type(error) if isinstance(error, AssertionError) else "an error"


def called(program: Program, state: Any) -> Any:
    """What a program returns, built again after each guard that fires."""
    for _ in range(20):
        try:
            return program.call("f", state)
        except Rebuilt:
            continue
    raise AssertionError("guards fire without end")


def disagreement(seed: int, written: Callable[[int], str], big: bool = False) -> str | None:
    """How a program of a seed differs from Python, or None. A program that is refused does not differ. If `big`, ints
    are of any size wherever an int of 64 bits may overflow."""
    text, states = written(seed), samples(seed)
    try:
        function = compiled_from(text)
    except SyntaxError:  # break outside of a loop
        return None
    unit = Unit()
    kind = joined(map(unit.constants.type_of, states))
    assert kind is not None
    unit.universes.see_sets(kind, states[0])  # too few members, so that guards fire
    unit.universes.see_leaves(kind, states[:1])
    unit.least_limbs = 1 + seed % 5 if big else 1
    try:
        made = Program({"f": Entry(function, (kind,))}, unit=unit, kept=False)
    except Refused:
        return None
    for state in states:
        got, expected = outcome(lambda one: called(made, one), state), outcome(function, state)
        if got != expected or type(got) is not type(expected):
            return f"seed {seed}: {got!r} for {state}, expected {expected!r}\n{text}"
    return None


@pytest.mark.parametrize("written", [program, rules_program])
def test_generated_programs_agree_with_python(written: Callable[[int], str]) -> None:
    """A dozen programs whose seeds change from run to run."""
    first = random.randrange(10**6)
    for seed in range(first, first + 12):
        assert disagreement(seed, written, big=seed % 2 == 0) is None


@pytest.mark.parametrize(("written", "seed"), [(program, 484710), (rules_program, 70014)])
def test_programs_that_once_differed_agree_with_python(written: Callable[[int], str], seed: int) -> None:
    """An int of any size in a range; a case for a tuple with items, where there are never any."""
    assert disagreement(seed, written, big=True) is None


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(0, 10_000, 500))
@pytest.mark.parametrize("written", [program, rules_program])
def test_ten_thousand_programs_agree_with_python(written: Callable[[int], str], first: int) -> None:
    """None of ten thousand programs of each kind differs."""
    for seed in range(first, first + 500):
        assert disagreement(seed, written) is None
