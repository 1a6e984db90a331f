"""Searchers of plugins that return wrong values are refused by name."""

from __future__ import annotations

from typing import Any, ClassVar

import attrs
import pytest

from advsearch import Deepening, Hybrid, InvalidSettings, PluginError, bind, hookimpl
from advsearch.binding import Uncompiled
from advsearch.plugins.manager import make_plugin_manager
from advsearch.plugins.registry import Registry
from advsearch.search import Algorithm, FixedDepth, Session, Tree


@attrs.frozen
class NoResult(Algorithm):
    """A searcher whose search returns None on either tier."""

    def bind(self, at: Any) -> Any:
        return lambda state, request: None


@attrs.frozen
class NoForm(Algorithm):
    """A searcher whose compiled form returns None."""

    def bind(self, at: Any) -> Any:
        return lambda state, request: None


class NoText(FixedDepth):
    """A searcher that names no session."""


class Walker:
    """A searcher with only a method `search`, which returns None."""

    def search(self, game: Any, state: Any, **asked: Any) -> Any:
        return None


class Plugin:
    @hookimpl
    def advsearch_searchers(self, register: Any) -> None:
        register("no-result", NoResult, compiled=NoResult.bind)
        register("no-form", NoForm, compiled=lambda searcher, at: None)


@pytest.fixture
def registry() -> Registry:
    manager = make_plugin_manager()
    manager.register(Plugin(), name="mine")
    return Registry(manager)


@pytest.mark.parametrize("tier", ["reference", "compiled"])
@pytest.mark.parametrize("searcher", [NoResult(), Hybrid((NoResult(),)), Deepening(NoResult())])
def test_a_search_that_returns_no_result_is_named(searcher: Any, tier: Any, registry: Registry) -> None:
    """The message names the searcher and what it returned: alone, as a stage and deepened, on either tier."""
    made = Uncompiled(searcher) if tier == "compiled" else searcher
    search = bind(made, "isolation", tier=None if tier == "compiled" else tier, registry=registry)
    with pytest.raises(PluginError, match=r"^expected .*NoResult.* to return a Result, got None$"):
        search(search.game.initial(), depth=2)


def test_a_searcher_without_bind_that_returns_no_result_is_named(registry: Registry) -> None:
    """A searcher with only a method `search` that returns no result is named as well, even if it is deepened."""
    for made in (Walker(), Deepening(Walker())):
        search = bind(made, "isolation", tier="reference", registry=registry)
        with pytest.raises(PluginError, match=r"^expected .*Walker.* to return a Result, got None$"):
            search(search.game.initial(), depth=1)


def test_a_form_that_returns_no_search_is_refused_when_it_is_bound(registry: Registry) -> None:
    """A compiled form must return a search, as `bind` must."""
    with pytest.raises(PluginError, match="^expected the compiled form of NoForm to return a search, got None$"):
        bind(Uncompiled(NoForm()), "isolation", registry=registry)


def test_a_fixed_depth_without_a_text_is_refused_when_it_is_bound(registry: Registry) -> None:
    """If a searcher with a fixed depth names no text, the message says what its class must name."""
    expected = "^expected class NoText to define `text` or the method `tree`, got neither$"
    with pytest.raises(InvalidSettings, match=expected):
        bind(NoText(depth=2), "isolation", registry=registry)


def test_a_fixed_depth_that_makes_its_own_tree_needs_no_text(registry: Registry) -> None:
    """A class that overrides `tree` or `open` can be bound without naming a text."""

    class Makes(FixedDepth):
        other: ClassVar[type[Tree]]

        def tree(self, game: Any, evaluate: Any, budget: Any) -> Tree:
            raise NotImplementedError

    class Opens(FixedDepth):
        def open(self, game: Any, state: Any, budget: Any) -> Session:
            raise NotImplementedError

    for kind in (Makes, Opens):
        assert bind(kind(depth=2), "isolation", tier="reference", registry=registry).tier == "reference"
