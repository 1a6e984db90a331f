"""If two plugins register one name, the first keeps it, and the second gets a warning."""

from __future__ import annotations

from typing import Any

import pytest

from advsearch import hookimpl
from advsearch.plugins import builtin
from advsearch.plugins.manager import new_manager, register_checked
from advsearch.plugins.registry import Registry
from advsearch.testing import read_tree


def over() -> Any:
    """A game that is always over."""
    return read_tree("0")


def flat(_game: Any, _state: Any, _player: int) -> int:
    return 0


class Plugin:
    @hookimpl
    def advsearch_games(self, register: Any) -> None:
        register("over", over)

    @hookimpl
    def advsearch_evaluators(self, register: Any) -> None:
        register("over", "flat", flat)
        register("over", "course:", lambda function: function)


class Nulls:
    @hookimpl
    def advsearch_evaluators(self, register: Any) -> None:
        register("other", "null", flat)


@pytest.fixture
def warned() -> list[str]:
    return []


def installed(warned: list[str], second: Any) -> Registry:
    """The registry after a plugin with a game and its evaluators and then `second` were loaded."""
    manager = new_manager()
    register_checked(manager, builtin, "advsearch 0 searchers", warned.append)
    register_checked(manager, Plugin(), "made-up 1.2 it", warned.append)
    register_checked(manager, second, "second 3.0 other", warned.append)
    return Registry(manager, warn=warned.append)


def test_duplicates_are_refused_naming_both(warned: list[str]) -> None:
    """The warning for a second registration names the first plugin, also for evaluators."""
    registry = installed(warned, Plugin())
    assert warned == [
        "plugin 'other' of second 3.0: game 'over' is refused; made-up 1.2 has registered it",
        "plugin 'other' of second 3.0: over evaluator 'flat' is refused; made-up 1.2 has registered it",
        "plugin 'other' of second 3.0: over evaluator 'course:' is refused; made-up 1.2 has registered it",
    ]
    assert str(registry.games["over"].origin) == "made-up 1.2"


def test_null_cannot_be_replaced(warned: list[str]) -> None:
    """The evaluator `null` means the same for every game."""
    installed(warned, Nulls())
    assert warned == ["plugin 'other' of second 3.0: other evaluator 'null' is refused; advsearch has registered it"]
