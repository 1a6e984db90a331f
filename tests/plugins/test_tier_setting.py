"""The setting `tier` of searchers, from Python and from text."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from advsearch import Result, bind, load_searcher
from advsearch.binding import tier_apart
from advsearch.errors import AdvsearchError, CompiledTierUnavailable, InvalidSettings
from advsearch.plugins.objects import shown
from advsearch.plugins.registry import default_registry
from advsearch.plugins.settings import settings_text
from advsearch.protocol import TIERS, TierChoice
from advsearch.search import Algorithm, AlphaBeta, Deepening, Greedy, Hybrid, Minimax, Random
from advsearch.search.settings import known_tier

OURS = {"minimax": Minimax, "alphabeta": AlphaBeta, "deepening": Deepening, "greedy": Greedy, "random": Random}


class TakeAway:
    """Take one or two of five; who takes the last one wins. A state is the number left and the player to move."""

    def initial(self) -> tuple[int, int]:
        return 5, 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> list[int]:
        return [count for count in (1, 2) if count <= state[0]]

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return state[0] - action, 1 - state[1]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int], player: int) -> int:
        return -1 if player == state[1] else 1


class Plain(Algorithm):
    """A searcher without the setting."""

    def bind(self, at: Any, /) -> Any:
        return lambda state, request: Result(at.game.actions(state)[0], 0, depth=1, nodes=1)


@attrs.frozen
class Own(Plain):
    """A searcher with the setting."""

    depth: int = 1
    tier: TierChoice = attrs.field(default="auto", kw_only=True, validator=known_tier)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("name", OURS)
def test_python_and_text_set_the_same_tier(name: str, tier: TierChoice) -> None:
    """A searcher that is made with a tier is the searcher that its text names."""
    assert load_searcher(f"{name}(tier={tier})") == OURS[name](tier=tier)
    assert load_searcher(name, tier=tier) == OURS[name](tier=tier)
    assert tier_apart(OURS[name](tier=tier)) == (OURS[name](), tier)


@pytest.mark.parametrize("searcher", [AlphaBeta(depth=3, tier="reference"), Hybrid((Greedy(),), tier="reference")])
def test_the_tier_of_a_searcher_is_the_tier_of_its_search(searcher: Any) -> None:
    """`bind` takes the tier that a searcher sets, and refuses another one."""
    game = TakeAway()
    bound = bind(searcher, game)
    assert (bound.tier, bound.why) == ("reference", None)
    assert bind(searcher, game, tier="reference").tier == searcher.search(game, game.initial()).tier == "reference"
    with pytest.raises(InvalidSettings, match="expected tier 'reference', as set in the searcher, got 'compiled'"):
        bind(searcher, game, tier="compiled")


def test_a_compiled_search_is_refused_where_there_is_no_form() -> None:
    """With tier="compiled", a search that cannot be compiled raises an error instead of running in Python."""
    with pytest.raises(CompiledTierUnavailable):
        bind(Own(tier="compiled"), TakeAway())


@pytest.mark.needs_numba
def test_an_inner_searcher_may_set_the_tier_of_the_whole() -> None:
    """The tier of an inner searcher is compared with the tier of the whole search."""
    game = TakeAway()
    search = bind(Deepening(search=AlphaBeta(tier="reference")), game)
    assert search.tier == "reference"
    assert search.why is not None
    assert "sets tier=reference" in search.why
    with pytest.raises(InvalidSettings, match="sets tier=compiled, but the search runs on the reference tier"):
        bind(Deepening(search=AlphaBeta(tier="compiled"), tier="reference"), game)
    with pytest.raises(AdvsearchError, match="ask for tier=reference in the whole search"):
        bind(Deepening(search=AlphaBeta(tier="reference"), tier="compiled"), game)


def test_a_searcher_of_a_plugin_may_have_the_setting() -> None:
    """A searcher with a field `tier` sets it in Python. A searcher without the field sets it in text alone."""
    game = TakeAway()
    assert bind(Own(2, tier="reference"), game).why is None
    named = load_searcher(f"{__name__}:Own(depth=2, tier=reference)")
    assert shown(named) == shown(Own(2, tier="reference")) == "Own(depth=2, tier=reference)"
    wrapped = load_searcher(f"{__name__}:Plain(tier=reference)")
    assert tier_apart(wrapped)[1] == "reference"
    assert bind(wrapped, game).why is None


@pytest.mark.parametrize("tier", ["fast", None, 1])
def test_another_word_is_no_tier(tier: Any) -> None:
    """A tier that does not exist is refused when the searcher is made."""
    for kind in [*OURS.values(), Own]:
        with pytest.raises(InvalidSettings, match=f"expected `tier` of {kind.__name__} to be 'auto' or"):
            kind(tier=tier)


def test_the_text_of_a_searcher_shows_the_tier_that_it_sets() -> None:
    """The default is not shown, and a listing of the settings shows the tier once."""
    assert shown(AlphaBeta(depth=3)) == "AlphaBeta(depth=3)"
    assert shown(AlphaBeta(depth=3, tier="reference")) == "AlphaBeta(depth=3, tier=reference)"
    for entry in default_registry().searchers.values():
        if not entry.name.endswith(":"):
            assert settings_text(entry.make, {"tier": "auto"}).split(", ").count("tier=auto") == 1
