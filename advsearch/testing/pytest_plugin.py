"""The pytest plugin: `pytest --advsearch-game mygame`, without a test file.

pytest loads this module in every run of every project that has us installed, so it imports nothing of ours until one
of its options is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from advsearch.testing.verdicts import LawReport

GAME, SEARCHER, PROFILE = "advsearch_game", "advsearch_searcher", "advsearch_profile"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("advsearch", "laws of games and searchers")
    group.addoption(
        "--advsearch-game",
        action="append",
        default=[],
        dest=GAME,
        metavar="GAME",
        help="test a game: a spec such as 'mygame(size=7)', or file.py:name; may be given several times",
    )
    group.addoption(
        "--advsearch-searcher",
        action="append",
        default=[],
        dest=SEARCHER,
        metavar="SEARCHER",
        help="test a searcher: a spec, or file.py:name of a class or of a function (tree, depth) -> (value, action)",
    )
    group.addoption(
        "--advsearch-profile",
        choices=("fast", "default", "nightly"),
        default="default",
        dest=PROFILE,
        help="how hard to try",
    )


def _asked(config: pytest.Config) -> bool:
    return bool(config.getoption(GAME) or config.getoption(SEARCHER))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With our options and without paths, only our tests run."""
    del collection_path
    by_name = config.args_source is pytest.Config.ArgsSource.ARGS
    return True if _asked(config) and not by_name else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    if _asked(config):
        items.extend(_items(session, config))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives the subclasses of `GameLaws` and `SearcherLaws` a test for each law."""
    if metafunc.cls is None or "law" not in metafunc.fixturenames or metafunc.function.__name__ != "test_law":
        return
    from advsearch.testing.pytest_classes import laws_of_class

    laws = laws_of_class(metafunc.cls)
    if laws is not None:
        metafunc.parametrize("law", laws, ids=[law.name for law in laws])


def _items(session: pytest.Session, config: pytest.Config) -> Iterator[pytest.Item]:
    from advsearch.plugins.registry import default_registry
    from advsearch.testing.games import ground_of, laws_of
    from advsearch.testing.games import try_law as try_game_law
    from advsearch.testing.naming import evaluators_of, searcher_named
    from advsearch.testing.searchers import PROFILES, try_law
    from advsearch.testing.searchers import laws_of as laws_of_searchers
    from advsearch.testing.subjects import subject_of

    profile: Any = config.getoption(PROFILE)
    for text in config.getoption(GAME):
        game = default_registry().game(text)
        ground = ground_of(game, profile=profile)
        for law in laws_of(game, evaluators_of(game)):
            yield LawItem.from_parent(session, name=f"{text}::{law.name}", run=partial(try_game_law, law, ground))
    for text in config.getoption(SEARCHER):
        subject = subject_of(searcher_named(text))
        for each in laws_of_searchers("minimax"):
            run = partial(try_law, each, subject, PROFILES[profile])
            yield LawItem.from_parent(session, name=f"{text}::{each.name}", run=run)


class LawItem(pytest.Item):
    """One law as a test."""

    def __init__(self, *, run: Any, **more: Any) -> None:
        super().__init__(**more)
        self._run = run

    def runtest(self) -> None:
        report: LawReport = self._run()
        if report.not_tried:
            pytest.skip(report.not_tried)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, AssertionError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.config.rootpath, None, self.name
