"""docs/kernels.md, followed from top to bottom."""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytestmark = [pytest.mark.needs_numba, pytest.mark.slow]


def test_the_page_on_kernels_can_be_followed(follow: Callable[..., None]) -> None:
    """Each file of the page does what the page says: the game plays, the evaluator compiles, and pitfalls fail until
    they are corrected.
    """
    follow("docs/kernels.md")
