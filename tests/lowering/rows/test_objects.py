"""Objects: sets of them, classes written by hand, and operators that a class defines."""

from __future__ import annotations

from typing import Any

import pytest
from claims_of_moves import CLAIMS_OF_MOVES
from claims_of_moves import HEADER as MOVES
from claims_of_objects import CLAIMS_OF_OBJECTS, HEADER, SETTLED
from claims_of_own_names import CLAIMS_OF_OWN_NAMES
from claims_of_own_names import HEADER as OWN_NAMES
from one_function import FAILED, Lowered, compiled_from

ALL_CLAIMS = {**CLAIMS_OF_OBJECTS, **CLAIMS_OF_MOVES, **CLAIMS_OF_OWN_NAMES}
NUMBERS = (0, 1, 3, 6, 9)


def lowered(body: str, given: str) -> tuple[Any, Lowered, list[Any]]:
    """A function, the same lowered, and its samples."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    function = compiled_from(f"{HEADER}{MOVES}{OWN_NAMES}\n\ndef f(s):\n{lines}")
    names = function.__globals__
    samples = list(map(names.get(given, int), NUMBERS))
    return function, Lowered(function, samples), samples


@pytest.mark.parametrize("claim", ALL_CLAIMS)
def test_the_claim_holds(claim: str) -> None:
    """The lowered program gives Python's value for every sample, and the error cell is not set."""
    function, made, samples = lowered(*ALL_CLAIMS[claim])
    for sample in samples:
        expected = function(sample)
        got = made(sample)
        assert got == expected, (sample, made.text)
        assert repr(type(got)) == repr(type(expected))
        assert ALL_CLAIMS[claim][1] not in ("turn", "kinds") or repr(got) == repr(expected)


@pytest.mark.parametrize("claim", SETTLED)
def test_a_result_that_depends_on_the_order_of_a_set_sets_the_error_cell(claim: str) -> None:
    """All members that give a result give the same, or the error cell is set."""
    function, made, samples = lowered(*SETTLED[claim])
    results = [made(sample) for sample in samples]
    for sample, got in zip(samples, results, strict=True):
        assert got in (function(sample), FAILED), (sample, made.text)
    assert FAILED in results
