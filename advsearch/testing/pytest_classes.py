"""Test classes to subclass: every law a test of its own.

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

from advsearch.testing.exploring import Ground
from advsearch.testing.games import ProfileName, ground_of, laws_of
from advsearch.testing.games import try_law as try_game_law
from advsearch.testing.searchers import PROFILES, Kind, try_law
from advsearch.testing.searchers import laws_of as laws_of_searchers
from advsearch.testing.subjects import Subject, subject_of
from advsearch.testing.verdicts import LawReport


class GameLaws:
    """The laws of games, as tests of the game in the attribute `game`."""

    game: ClassVar[Any] = None
    evaluators: ClassVar[Mapping[str, Any]] = {}
    profile: ClassVar[ProfileName] = "default"

    @pytest.fixture(scope="class")
    @classmethod
    def ground(cls) -> Ground:
        return ground_of(cls.game, profile=cls.profile)

    def test_law(self, law: Any, ground: Ground) -> None:
        """The law that the test is named for holds at every position visited."""
        _skip_if_not_tried(try_game_law(law, ground))


class SearcherLaws:
    """The laws of searchers, as tests of the searcher, or function, in the attribute `searcher`."""

    searcher: ClassVar[Any] = None
    kind: ClassVar[Kind] = "minimax"
    profile: ClassVar[ProfileName] = "default"
    settings: ClassVar[Mapping[str, Any]] = {}
    """Declarations as `check_searcher` takes them: `window`, `prunes`, `horizon` and so on."""

    @pytest.fixture(scope="class")
    @classmethod
    def subject(cls) -> Subject:
        return subject_of(cls.searcher, answers=cls.kind in ("minimax", "sampling"), **cls.settings)

    def test_law(self, law: Any, subject: Subject) -> None:
        """The law that the test is named for holds on every tree grown."""
        _skip_if_not_tried(try_law(law, subject, PROFILES[self.profile]))


def _skip_if_not_tried(report: LawReport) -> None:
    if report.not_tried:
        pytest.skip(report.not_tried)


def laws_of_class(tested: Any) -> list[Any] | None:
    """The laws a subclass is tested with; None for other classes and for what has nothing to test yet."""
    if issubclass(tested, GameLaws):
        return None if tested.game is None else laws_of(tested.game, tested.evaluators)
    if issubclass(tested, SearcherLaws):
        return None if tested.searcher is None else laws_of_searchers(tested.kind)
    return None
