"""A lowered program means what Python means, in cases in which a small mistake of the lowering would change it."""

from __future__ import annotations

import pytest
from claims import CLAIMS, HEADER
from claims_of_changes import CLAIMS_OF_CHANGES, HELPERS
from claims_of_choices import CHOICES, CLAIMS_OF_CHOICES
from claims_of_classes import CLAIMS_OF_CLASSES, CLASSES, NOT_OF_THE_CLASS
from claims_of_containers import CLAIMS_OF_CONTAINERS
from claims_of_dicts import CLAIMS_OF_MADE_DICTS, GROWING_IN_A_LOOP, HELPERS_OF_DICTS
from claims_of_either_class import CLAIMS_OF_EITHER_CLASS, HELPERS_OF_EITHER
from claims_of_endless import CLAIMS_OF_ENDLESS, ENDLESS, WITHOUT_END
from claims_of_given_sets import CLAIMS_OF_GIVEN_SETS, HELPERS_OF_SETS
from claims_of_keys import NOT_OF_ONE_ORDER
from claims_of_kinds import CLAIMS_OF_DICTS, CLAIMS_OF_KINDS, NOT_OF_THE_KIND
from claims_of_libraries import CLAIMS_OF_LIBRARIES, LIBRARIES, UNORDERED_READS
from claims_of_names import CLAIMS_OF_MATCHES, CLAIMS_OF_NAMES, CLAIMS_OF_REUSE
from claims_of_recursion import CLAIMS_OF_RECURSION, RECURSIVE
from claims_of_words import NOT_IN_WORDS, WIDE, WIDE_CLAIMS
from one_function import FAILED, check_claim, lowered

ALL_CLAIMS = {
    **CLAIMS,
    **CLAIMS_OF_CONTAINERS,
    **CLAIMS_OF_DICTS,
    **CLAIMS_OF_KINDS,
    **CLAIMS_OF_CHANGES,
    **CLAIMS_OF_NAMES,
    **CLAIMS_OF_MATCHES,
    **CLAIMS_OF_MADE_DICTS,
    **CLAIMS_OF_GIVEN_SETS,
    **CLAIMS_OF_EITHER_CLASS,
    **CLAIMS_OF_REUSE,
    **CLAIMS_OF_CLASSES,
    **CLAIMS_OF_LIBRARIES,
    **CLAIMS_OF_RECURSION,
    **CLAIMS_OF_ENDLESS,
    **CLAIMS_OF_CHOICES,
}
ALL_FAILURES = {
    **NOT_IN_WORDS,
    **NOT_OF_THE_KIND,
    **NOT_OF_ONE_ORDER,
    **GROWING_IN_A_LOOP,
    **NOT_OF_THE_CLASS,
    **WITHOUT_END,
    **UNORDERED_READS,
}

DEFINITIONS = "".join(
    (HEADER, HELPERS, HELPERS_OF_SETS, HELPERS_OF_DICTS, HELPERS_OF_EITHER, CLASSES, LIBRARIES, RECURSIVE, ENDLESS,
     CHOICES)
)  # fmt: skip


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # of a truth value, from Python 3.12 on
@pytest.mark.parametrize("claim", ALL_CLAIMS)
def test_the_claim_holds(claim: str) -> None:
    """The lowered program gives Python's value for every sample, and the error cell is not set."""
    check_claim(DEFINITIONS, *ALL_CLAIMS[claim])


@pytest.mark.parametrize("claim", ALL_FAILURES)
def test_what_is_no_word_sets_the_error_cell(claim: str) -> None:
    """The error cell is set if Python raises an error, needs more than 63 bits or has a value of another kind;
    otherwise the values are equal.
    """
    body, samples = ALL_FAILURES[claim]
    function, made = lowered(DEFINITIONS, body, samples)
    failed = 0
    for sample in samples:
        got = made(sample)
        try:
            expected = function(sample)
        except Exception:
            expected = FAILED
        assert got in (expected, FAILED), (sample, made.text)
        failed += got == FAILED
    assert 0 < failed <= len(samples)


@pytest.mark.parametrize("expression", WIDE_CLAIMS)
def test_wide_numbers_carry_and_borrow(expression: str) -> None:
    """Limbs carry and borrow as Python's numbers do, or the error cell is set."""
    function, made = lowered(DEFINITIONS, f"return {expression}", WIDE)
    results = [made(sample) for sample in WIDE]
    for sample, got in zip(WIDE, results, strict=True):
        assert got in (function(sample), FAILED), (sample, made.text)
    assert sum(got != FAILED for got in results) > 2
