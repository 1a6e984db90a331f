"""A lowered program with `try`, or with a class or function of the standard library, means what Python means."""

from __future__ import annotations

import pytest
from claims_of_counters import CLAIMS_OF_COUNTERS, ERRORS_WITH_COUNTERS
from claims_of_counters import HEADER as COUNTERS
from claims_of_double_stars import CLAIMS_OF_DOUBLE_STARS, ERRORS_WITH_DOUBLE_STARS
from claims_of_double_stars import HEADER as DOUBLE_STARS
from claims_of_heads import CLAIMS_OF_HEADS
from claims_of_long_values import CLAIMS_OF_LONG_VALUES
from claims_of_long_values import HEADER as LONG_VALUES
from claims_of_own_items import CLAIMS_OF_OWN_ITEMS
from claims_of_own_items import HEADER as OWN_ITEMS
from claims_of_shared_lists import CLAIMS_OF_SHARED_LISTS, ERRORS_IN_SHARED_LISTS
from claims_of_shared_lists import HEADER as SHARED
from claims_of_translations import CLAIMS_OF_TRANSLATIONS
from claims_of_translations import HEADER as TRANSLATIONS
from claims_of_tries import CLAIMS_OF_TRIES, ERRORS_IN_TRIES
from claims_of_tries import HEADER as TRIES
from one_function import check_claim, check_errors

CLAIMS = {
    **CLAIMS_OF_COUNTERS,
    **CLAIMS_OF_DOUBLE_STARS,
    **CLAIMS_OF_HEADS,
    **CLAIMS_OF_LONG_VALUES,
    **CLAIMS_OF_OWN_ITEMS,
    **CLAIMS_OF_SHARED_LISTS,
    **CLAIMS_OF_TRANSLATIONS,
    **CLAIMS_OF_TRIES,
}
ERRORS = {**ERRORS_IN_TRIES, **ERRORS_IN_SHARED_LISTS, **ERRORS_WITH_COUNTERS, **ERRORS_WITH_DOUBLE_STARS}
DEFINITIONS = "import dataclasses, functools, itertools\n" + "".join(
    (COUNTERS, DOUBLE_STARS, LONG_VALUES, OWN_ITEMS, SHARED, TRIES, TRANSLATIONS)
)


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_claim_holds(claim: str) -> None:
    """The lowered program gives Python's value for every sample, and the error cell is not set."""
    check_claim(DEFINITIONS, *CLAIMS[claim], types=True)


@pytest.mark.parametrize("claim", ERRORS)
def test_an_error_sets_the_error_cell(claim: str) -> None:
    """The error cell is set for those samples for which Python raises an error, and for no other sample."""
    check_errors(DEFINITIONS, *ERRORS[claim])
