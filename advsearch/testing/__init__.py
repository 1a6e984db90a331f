"""The kit for authors of games and searchers: laws, generated trees, Hypothesis strategies, a pytest plugin.

    from advsearch.testing import check_game, check_searcher

Names load when first used: importing this package loads neither Hypothesis nor pytest.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from advsearch.testing.games import check_game
    from advsearch.testing.verdicts import LawBroken, Report

_HOME = {
    "LawBroken": "verdicts",
    "Report": "verdicts",
    "check_game": "games",
}
__all__ = ["LawBroken", "Report", "check_game"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
