"""What a result claims about the winner and the distance."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.binding import Tiered
from advsearch.limits import Limits
from advsearch.results import Result
from advsearch.search import AlphaBeta, Deepening, Hybrid, Minimax, search_window
from advsearch.values import is_loss, is_win, loss_in, value_text, win_in

SEARCHERS = [
    Minimax(),
    AlphaBeta(),
    AlphaBeta(table=99, order=("table", "killers")),
    Deepening(),
    Hybrid((AlphaBeta(),)),
]


@pytest.mark.parametrize("searcher", SEARCHERS, ids=repr)
@given(data=st.data())
def test_what_is_called_proven_is_true(toys: SimpleNamespace, searcher: Any, data: st.DataObject) -> None:
    """However a search is stopped, a win or loss that it calls proven is one, and takes at most the plies of its
    value.
    """
    game = data.draw(toys.games("outcome"))
    limits = Limits(nodes=data.draw(st.integers(0, 40)), depth=data.draw(st.integers(0, 8)))
    found = searcher.search(game, game.initial(), limits=limits)
    truth = toys.truth(game, game.initial(), 99, toys.seen)
    assert found.proven >= found.exact
    if found.exact:
        assert found.value == truth
    elif found.proven:
        assert is_win(found.value) or is_loss(found.value)
        assert abs(found.value) <= abs(truth)
        assert (found.value > 0) == (truth > 0)


@given(data=st.data())
def test_a_window_proves_no_more_than_it_shows(toys: SimpleNamespace, data: st.DataObject) -> None:
    """A lower bound on the value can prove only a win, an upper bound only a loss."""
    game = data.draw(toys.games("outcome"))
    edges = st.sampled_from([loss_in(2), loss_in(3), loss_in(5), -1, 0, 1, win_in(5), win_in(3), win_in(2)])
    alpha, beta = data.draw(edges), data.draw(edges)
    if alpha < beta:
        found = search_window(game, game.initial(), data.draw(st.integers(1, 8)), alpha, beta)
        truth = toys.truth(game, game.initial(), 99, lambda *_: 0)
        if found.proven and (is_win(found.value) or is_loss(found.value)):
            assert (found.value > 0) == (truth > 0)
            assert abs(found.value) <= abs(truth)


def test_a_win_found_at_an_unfinished_depth_is_proven_and_its_length_is_a_bound(toys: SimpleNamespace) -> None:
    """A search that is stopped after it found a winning action has proven the win, and not its length."""
    game, state = toys.TicTacToe(), "XX.OO...."
    whole = AlphaBeta(3).search(game, state)
    assert (whole.exact, whole.proven, whole.bound) == (True, True, False)
    stopped = AlphaBeta(3).search(game, state, limits=Limits(nodes=whole.nodes - 1))
    assert (stopped.value, stopped.exact, stopped.proven, stopped.bound) == (win_in(1), False, True, True)
    assert value_text(stopped.value, bound=stopped.bound) == "win in at most 1"


@attrs.frozen
class Book:
    """A third-party searcher that knows that the first action wins, but not when."""

    def search(self, game: Any, state: Any, **_: Any) -> Result:
        action = game.actions(state)[0]
        return Result(action, win_in(48), depth=1, nodes=1, pv=(action,), proven=True, tier="compiled")


@pytest.mark.parametrize("driver", [Deepening(Book()), Hybrid((Book(),)), Tiered(Hybrid((Book(),))), Tiered(Book())])
def test_what_is_known_and_the_tier_come_through_drivers(toys: SimpleNamespace, driver: Any) -> None:
    """A driver passes on that a win has only a bounded length, and the tier of the searcher that ran."""
    game = toys.TicTacToe()
    found = driver.search(game, game.initial(), limits=Limits(depth=5))
    assert (found.value, found.proven, found.exact, found.tier) == (win_in(48), True, False, "compiled")


def test_a_result_that_is_exact_is_proven() -> None:
    """A `Result` fills in fields that follow from its others."""
    assert Result(1, 0, 1, 1, exact=True).proven
    assert not Result(1, 0, 1, 1).proven
