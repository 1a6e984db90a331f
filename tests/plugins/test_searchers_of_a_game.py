"""Searchers for one game are listed with it, and refuse other games."""

from __future__ import annotations

import json
import warnings
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from advsearch import hookimpl
from advsearch.binding import bind, tier_of
from advsearch.cli.program import program
from advsearch.errors import InvalidSettings
from advsearch.plugins import builtin
from advsearch.plugins.manager import new_manager, register_checked
from advsearch.plugins.registry import Registry
from advsearch.protocol import Binding, Search, Searcher
from advsearch.results import Result
from advsearch.search.searcher import Algorithm


class Countdown:
    """Take 1 or 2 of seven; a move to 0 wins."""

    name = "countdown"

    def initial(self) -> int:
        return 7

    def player(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> list[int]:
        return [each for each in (1, 2) if each <= state]

    def result(self, state: int, action: int) -> int:
        return state - action

    def terminal(self, state: int) -> bool:
        return state == 0

    def utility(self, state: int, player: int) -> int:
        return -1 if self.player(state) == player else 1


class Another(Countdown):
    name = "another"


@attrs.frozen
class Bound(Algorithm):
    def bind(self, at: Binding, /) -> Search:
        return lambda state, _: Result(at.game.actions(state)[0], 0, depth=0, nodes=1)


@attrs.frozen
class Plain:
    """A searcher that only has `search`."""

    def search(self, game: Any, state: Any, **_: Any) -> Result:
        return Result(game.actions(state)[0], 0, depth=0, nodes=1)


class Plugin:
    @hookimpl
    def advsearch_games(self, register: Any) -> None:
        register("countdown", Countdown)
        register("another", Another)

    @hookimpl
    def advsearch_searchers(self, register: Any) -> None:
        register("bound", Bound, game="countdown")
        register("plain", Plain, game="countdown")


@pytest.fixture
def registry() -> Registry:
    manager = new_manager()
    register_checked(manager, builtin, "builtin", warnings.warn)
    register_checked(manager, Plugin(), "plugin", warnings.warn)
    return Registry(manager)


@pytest.mark.parametrize("searcher", [Bound(), Plain()])
def test_another_game_is_refused(registry: Registry, searcher: Searcher) -> None:
    """A searcher for one game can be bound to it. Any other game is a one-line error, also within other searchers."""
    name = type(searcher).__name__.lower()
    assert bind(searcher, Countdown(), registry=registry)(7).action == 1
    for text in (name, f"hybrid(stages=[random, {name}], switches=[ply(2)])"):
        bind(registry.searcher(text), Countdown(), registry=registry)
        for ask in (bind, tier_of):
            with pytest.raises(InvalidSettings) as caught:
                ask(registry.searcher(text), Another(), registry=registry)
            assert str(caught.value) == f"{name} plays only countdown, got another"


def test_the_game_is_given_by_its_name(registry: Registry) -> None:
    """A text that cannot be the name of a game is refused when the searcher is registered."""

    class Wrong:
        @hookimpl
        def advsearch_searchers(self, register: Any) -> None:
            register("wrong", Bound, game=Countdown)

    warned: list[str] = []
    manager = new_manager()
    register_checked(manager, Wrong(), "wrong", warned.append)
    assert "wrong" not in Registry(manager, warn=warned.append).searchers
    assert "expected `game` of searcher 'wrong' to be the name of a game, got <class" in warned[0]
    assert [each.name for each in registry.searchers_of("countdown")] == ["bound", "plain"]


def test_searchers_are_listed_with_their_game() -> None:
    """`advsearch searchers` lists the game of a searcher, and `advsearch games` the searchers of a game."""

    def listed(*words: str) -> str:
        answer = CliRunner().invoke(program, words)
        assert answer.exit_code == 0
        return answer.stdout

    searchers = {each["name"]: each["game"] for each in json.loads(listed("searchers", "--json"))}
    assert (searchers["pentago-best"], searchers["alphabeta"]) == ("pentago", None)
    games = {each["name"]: each["searchers"] for each in json.loads(listed("games", "--json"))}
    assert games["pentago"] == ["pentago-best", "two-ply-straights"]
    assert "plays pentago only" in listed("searchers")
    assert "searchers of its own: pentago-best, two-ply-straights" in listed("games")
