"""The pytest plugin, which tests a game without a test file: `pytest --advsearch-game mygame`.

If advsearch is installed, pytest loads this module in every test run of every project. The plugin imports other
modules of advsearch only if one of its options is given, so that pytest starts fast.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from advsearch.testing.report import LawReport

GAME, SEARCHER, PROFILE = "advsearch_game", "advsearch_searcher", "advsearch_profile"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("advsearch", "laws of games and searchers")
    for kind, dest, spec_or_file in (
        ("game", GAME, "a spec such as 'mygame(size=7)', or file.py:name; may be given several times"),
        (
            "searcher",
            SEARCHER,
            "a spec, or file.py:NAME of a class or a function (tree, depth) -> (value, action)",
        ),
    ):
        group.addoption(
            f"--advsearch-{kind}",
            action="append",
            default=[],
            dest=dest,
            metavar=kind.upper(),
            help=f"test a {kind}, given as {spec_or_file}",
        )
    group.addoption(
        "--advsearch-profile",
        choices=("fast", "default", "nightly"),
        default="default",
        dest=PROFILE,
        help="the number of cases for each law: few (fast), default, or very many (nightly)",
    )


def _asked(config: pytest.Config) -> bool:
    return bool(config.getoption(GAME) or config.getoption(SEARCHER))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore all test files if pytest is called with one of advsearch's options but without a path."""
    del collection_path
    by_name = config.args_source is pytest.Config.ArgsSource.ARGS
    return True if _asked(config) and not by_name else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    if _asked(config):
        items.extend(_items(session, config))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give subclasses of `GameLaws` and `SearcherLaws` one test for each law."""
    if metafunc.cls is None or "law" not in metafunc.fixturenames or metafunc.function.__name__ != "test_law":
        return
    from advsearch.testing.pytest_classes import check_of_class

    check = check_of_class(metafunc.cls)
    if check is not None:
        names = [law.name for law in check.laws]
        metafunc.parametrize(("law", "advsearch_check"), [(law, check) for law in check.laws], ids=names)


def _items(session: pytest.Session, config: pytest.Config) -> Iterator[pytest.Item]:
    from advsearch.plugins.registry import default_registry
    from advsearch.testing.check import game_check, searcher_check
    from advsearch.testing.naming import evaluators_of, searcher_named

    profile: Any = config.getoption(PROFILE)
    checks = {}
    for text in config.getoption(GAME):
        game = default_registry().game(text)
        checks[text] = game_check(game, evaluators=evaluators_of(game), profile=profile)
    for text in config.getoption(SEARCHER):
        checks[text] = searcher_check(searcher_named(text), profile=profile)
    for text, check in checks.items():
        for law in check.laws:
            yield LawItem.from_parent(session, name=f"{text}::{law.name}", run=partial(check.try_law, law))


class LawItem(pytest.Item):
    """A pytest test of one law."""

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
