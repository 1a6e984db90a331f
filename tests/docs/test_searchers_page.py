"""docs/searchers.md, followed from top to bottom."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytestmark = pytest.mark.needs_numba


def test_the_page_on_searchers_can_be_followed(follow: Callable[..., None]) -> None:
    """The page's searcher keeps the laws, and finds the same on both tiers once its form is registered beside it."""
    follow("docs/searchers.md")
