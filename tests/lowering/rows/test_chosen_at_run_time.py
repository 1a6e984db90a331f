"""A lowered program with `getattr`, `groupby`, dicts of dicts or sets of strings means what Python means."""

from __future__ import annotations

import pytest
from claims_of_attributes import CLAIMS_OF_ATTRIBUTES, ERRORS_WITH_ATTRIBUTES
from claims_of_attributes import HEADER as ATTRIBUTES
from claims_of_distinct_members import CLAIMS_OF_DISTINCT_MEMBERS
from claims_of_groups import CLAIMS_OF_GROUPS
from claims_of_groups import HEADER as GROUPS
from claims_of_inner_dicts import CLAIMS_OF_INNER_DICTS, ERRORS_WITH_INNER_DICTS
from claims_of_inner_dicts import HEADER as INNER_DICTS
from one_function import check_claim, check_errors

CLAIMS = {**CLAIMS_OF_ATTRIBUTES, **CLAIMS_OF_DISTINCT_MEMBERS, **CLAIMS_OF_GROUPS, **CLAIMS_OF_INNER_DICTS}
ERRORS = {**ERRORS_WITH_ATTRIBUTES, **ERRORS_WITH_INNER_DICTS}
IMPORTS = (
    "from itertools import groupby\nfrom types import MappingProxyType\nfrom typing import NamedTuple\nimport attrs\n"
)
DEFINITIONS = f"{IMPORTS}{ATTRIBUTES}{GROUPS}{INNER_DICTS}"


@pytest.mark.parametrize("claim", CLAIMS)
def test_the_claim_holds(claim: str) -> None:
    """The lowered program gives Python's value for every sample, and the error cell is not set."""
    check_claim(DEFINITIONS, *CLAIMS[claim], types=True)


@pytest.mark.parametrize("claim", ERRORS)
def test_an_error_sets_the_error_cell(claim: str) -> None:
    """The error cell is set for those samples for which Python raises an error, and for no other sample."""
    check_errors(DEFINITIONS, *ERRORS[claim])
