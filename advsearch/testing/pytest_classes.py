"""Base classes for tests, in which every law is a separate test.

class TestMyGame(GameLaws):
    game = MyGame()
    evaluators = {"material": material}


class TestMySearch(SearcherLaws):
    searcher = staticmethod(my_search)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from advsearch.testing.check import Check, ProfileName, game_check, searcher_check
from advsearch.testing.report import LawReport
from advsearch.testing.settings import Kind


class GameLaws:
    """A base class that tests the game in its attribute `game`, with one test per law."""

    game: ClassVar[Any] = None
    evaluators: ClassVar[Mapping[str, Any]] = {}
    profile: ClassVar[ProfileName] = "default"

    def test_law(self, law: Any, advsearch_check: Check) -> None:
        """The law in the test's name holds at every position that is visited."""
        skip_if_not_tried(advsearch_check.try_law(law))


class SearcherLaws:
    """A base class that tests the searcher or function in its attribute `searcher`, with one test per law."""

    searcher: ClassVar[Any] = None
    kind: ClassVar[Kind | None] = None
    profile: ClassVar[ProfileName] = "default"
    settings: ClassVar[Mapping[str, Any]] = {}
    """Declarations about the searcher, as for `check_searcher`, such as `window`, `prunes` and `horizon`."""

    def test_law(self, law: Any, advsearch_check: Check) -> None:
        """The law in the test's name holds on every generated tree."""
        skip_if_not_tried(advsearch_check.try_law(law))


def skip_if_not_tried(report: LawReport) -> None:
    if report.not_tried:
        pytest.skip(report.not_tried)


def check_of_class(tested: Any) -> Check | None:
    """Return the check that a subclass of `GameLaws` or `SearcherLaws` describes; None for a class without a `game`
    or `searcher`.
    """
    if issubclass(tested, GameLaws) and tested.game is not None:
        return game_check(tested.game, evaluators=tested.evaluators, profile=tested.profile)
    if issubclass(tested, SearcherLaws) and tested.searcher is not None:
        return searcher_check(tested.searcher, kind=tested.kind, profile=tested.profile, **tested.settings)
    return None
