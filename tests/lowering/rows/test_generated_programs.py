"""Small generated programs, once lowered, return what Python returns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from one_function import FAILED, Lowered, compiled_from
from programs import program, samples
from programs_of_rules import rules_program

from advsearch.lowering.refusals import NotLowered


def outcomes(seeds: range, written: Callable[[int], str] = program) -> Counter[str]:
    """How the programs of these seeds ended. A wrong value fails immediately."""
    counted: Counter[str] = Counter()
    for seed in seeds:
        text, states = written(seed), samples(seed)
        try:
            function = compiled_from(text)
        except SyntaxError:  # break outside a loop
            continue
        try:
            made = Lowered(function, states)
        except NotLowered:
            counted["refused"] += 1
            continue
        for state in states:
            got = made(state)
            expected = error = None
            try:
                expected = function(state)
            except Exception as raised:
                error = raised
            if error is not None:
                assert got == FAILED, f"seed {seed}: {error!r} in {state}, but {got!r}\n{text}"
                counted["error"] += 1
            elif got == FAILED:
                counted["given up"] += 1
            else:
                assert got == expected, f"seed {seed}: {got!r} for {state}, expected {expected!r}\n{text}"
                counted["right"] += 1
    return counted


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_generated_programs_agree_with_python(first: int) -> None:
    """Fifty programs on eight states each give no wrong value and few refusals, and set the error cell if Python
    raises.
    """
    counted = outcomes(range(first, first + 50))
    assert counted["right"] > 200
    assert counted["refused"] <= 10


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_generated_programs_with_dicts_and_match_agree_with_python(first: int) -> None:
    """Programs with dicts, `match`, value classes, ranges, and functions that change their arguments give no wrong
    value either, and few are refused."""
    counted = outcomes(range(first, first + 50), rules_program)
    assert counted["right"] > 200
    assert counted["refused"] <= 10


@pytest.mark.nightly
@pytest.mark.parametrize("first", range(1_000, 11_000, 500))
@pytest.mark.parametrize("written", [program, rules_program])
def test_ten_thousand_programs_agree_with_python(written: Callable[[int], str], first: int) -> None:
    """None of ten thousand programs of each kind gives a wrong value."""
    outcomes(range(first, first + 500), written)
