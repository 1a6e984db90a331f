"""Ranges as values, keys of an order, and calls of many functions give what Python gives."""

from __future__ import annotations

import pytest
from claims_of_calls import CLAIMS_OF_CALLS
from claims_of_helpers import CLAIMS_OF_HELPERS
from claims_of_keys import CLAIMS_OF_KEYS
from claims_of_ranges import CLAIMS_OF_RANGES
from header_of_calls import HEADER
from one_function import check_claim

CLAIMS = {**CLAIMS_OF_RANGES, **CLAIMS_OF_KEYS, **CLAIMS_OF_CALLS, **CLAIMS_OF_HELPERS}


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_claim_holds(claim: str) -> None:
    """The lowered program gives Python's value for every sample, and the error cell is not set."""
    check_claim(HEADER, *CLAIMS[claim])
