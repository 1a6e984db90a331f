"""Evaluators and games that return what is no number."""

from __future__ import annotations

import re
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from advsearch import values
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.protocol import evaluator_name, null
from advsearch.search import AlphaBeta, Deepening, Greedy, Minimax


@pytest.mark.parametrize("searcher", [Minimax(2), AlphaBeta(2), AlphaBeta(2, table=9), Deepening(), Greedy()])
@pytest.mark.parametrize("utilities", ["outcome", "score"])
@pytest.mark.parametrize("wrong", [None, "5", [1], 1j])
def test_an_evaluator_that_returns_no_number_is_named(
    toys: SimpleNamespace, searcher: Any, utilities: str, wrong: Any
) -> None:
    """A forgotten return is told by the evaluator's name, wherever in the tree and under whatever limits."""

    def forgetful(_game: Any, state: Any, _player: int) -> Any:
        return 0 if state.count(".") > 8 else wrong

    game = toys.TicTacToe(utilities)
    told = re.escape(f"expected evaluator forgetful to return a number, got {wrong!r}")
    searcher = attrs.evolve(searcher, evaluator=forgetful)
    with pytest.raises(InvalidSettings, match=told):
        searcher.search(game, game.initial(), limits=Limits(depth=2))
    with pytest.raises(InvalidSettings, match=told):
        searcher.search(game, game.result(game.initial(), 4), limits=Limits(nodes=0))


def test_an_evaluators_own_type_error_is_its_own(toys: SimpleNamespace) -> None:
    """A TypeError inside a person's evaluator is passed on as it is."""
    game = toys.TicTacToe("outcome")
    with pytest.raises(TypeError, match="unsupported operand"):
        AlphaBeta(2, lambda _game, _state, _player: 1 + None).search(game, game.initial())  # type: ignore[operator]


def test_a_utility_that_is_no_number_is_the_games(toys: SimpleNamespace) -> None:
    """A game whose utility returns nothing is named."""

    class Silent(toys.TicTacToe):  # type: ignore[misc,name-defined]
        def utility(self, state: Any, player: int) -> Any:
            return None

    game = Silent("score")
    with pytest.raises(InvalidSettings, match=r"expected Silent\.utility to return a number, got None"):
        AlphaBeta().search(game, game.initial())


def test_evaluators_may_return_any_real_number(toys: SimpleNamespace) -> None:
    """A fraction is a number, and reads as one."""
    game = toys.TicTacToe("outcome")
    third: Any = Fraction(1, 3)
    result = AlphaBeta(1, lambda _game, _state, _player: third).search(game, game.initial())
    assert values.value_text(result.value) == "+0.333333"


def test_evaluators_go_by_their_names() -> None:
    """Messages call a function by its name, an object as it prints itself, else by its class."""

    class Plain:
        """No repr of its own."""

    assert [evaluator_name(each) for each in (null, Plain(), 5)] == ["null", "Plain", "5"]
