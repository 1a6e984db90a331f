"""Games are known by their registered name, whatever their own `name`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advsearch import hookimpl
from advsearch.plugins.manager import new_manager
from advsearch.plugins.registry import Registry


class Nameless:
    """A game that is always over."""

    def initial(self) -> int:
        return 0

    def player(self, _state: int) -> int:
        return 0

    def actions(self, _state: int) -> list[int]:
        return []

    def result(self, state: int, _action: int) -> int:
        return state

    def terminal(self, _state: int) -> bool:
        return True

    def utility(self, _state: int, _player: int) -> int:
        return 0


class NamedOtherwise(Nameless):
    name = "Over and out"


def flat(_game: Any, _state: Any, _player: int) -> int:
    return 0


@pytest.mark.parametrize("make", [Nameless, lambda: Nameless(), NamedOtherwise], ids=["class", "function", "renamed"])
def test_evaluators_are_found_by_the_name_a_game_is_registered_by(make: Callable[[], Any]) -> None:
    """If a game's own `name` differs from its registered name, entries for the registered name are found."""

    class Over:
        @hookimpl
        def advsearch_games(self, register: Any) -> None:
            register("over", make)

        @hookimpl
        def advsearch_evaluators(self, register: Any) -> None:
            register("over", "flat", flat)
            register("other", "flatter", flat)

    manager = new_manager()
    manager.register(Over())
    registry = Registry(manager)
    game = registry.game("over")
    assert list(registry.evaluators_of(game)) == ["null", "flat"]
    assert registry.evaluator("flat", game) is flat
