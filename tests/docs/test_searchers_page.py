"""docs/searchers.md, followed from top to bottom."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytestmark = pytest.mark.needs_numba


def test_the_page_on_searchers_can_be_followed(follow: Callable[..., None]) -> None:
    """The page's searcher obeys the laws, and returns the same on both tiers once its compiled form is registered."""
    follow("docs/searchers.md")
