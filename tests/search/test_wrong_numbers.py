"""Evaluators and games that return values other than numbers."""

from __future__ import annotations

import numbers
import re
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch import values
from advsearch.binding import Tiered
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.match import Referee, SearcherAgent
from advsearch.protocol import TierChoice, evaluator_name, null
from advsearch.search import AlphaBeta, Deepening, Greedy, Hybrid, Minimax, Random
from advsearch.search.returned import BrokenGame
from advsearch.solving import Solver

TIERS: dict[str, TierChoice] = {"outcome": "auto", "score": "reference"}
"""The tiers to test, by the utilities of a game. An evaluator on the compiled tier is built or refused."""


@pytest.mark.parametrize("searcher", [Minimax(2), AlphaBeta(2), AlphaBeta(2, table=9), Deepening(), Greedy()])
@pytest.mark.parametrize("utilities", ["outcome", "score"])
@pytest.mark.parametrize("wrong", [None, "5", [1], 1j])
def test_an_evaluator_that_returns_no_number_is_named(
    toys: SimpleNamespace, searcher: Any, utilities: str, wrong: Any
) -> None:
    """A forgotten return is reported with the evaluator's name, anywhere in the tree and under any limits."""

    def forgetful(_game: Any, state: Any, _player: int) -> Any:
        return 0 if state.count(".") > 8 else wrong

    game = toys.TicTacToe(utilities)
    refusal = re.escape(f"expected evaluator forgetful to return a number, got {wrong!r}")
    searcher = Tiered(attrs.evolve(searcher, evaluator=forgetful), TIERS[utilities])
    with pytest.raises(InvalidSettings, match=refusal):
        searcher.search(game, game.initial(), limits=Limits(depth=2))
    with pytest.raises(InvalidSettings, match=refusal):
        searcher.search(game, game.result(game.initial(), 4), limits=Limits(nodes=0))


def test_an_evaluators_own_type_error_is_its_own(toys: SimpleNamespace) -> None:
    """A TypeError inside a user's evaluator is passed on unchanged."""
    game = toys.TicTacToe("outcome")
    with pytest.raises(TypeError, match="unsupported operand"):
        AlphaBeta(2, lambda _game, _state, _player: 1 + None).search(game, game.initial())  # type: ignore[operator]


def test_a_utility_that_is_no_number_is_the_games(toys: SimpleNamespace) -> None:
    """If a game's utility returns nothing, the error names the game."""

    class Silent(toys.TicTacToe):  # type: ignore[misc,name-defined]
        def utility(self, state: Any, player: int) -> Any:
            return None

    game = Silent("score")
    with pytest.raises(InvalidSettings, match=r"expected Silent\.utility to return a number, got None"):
        AlphaBeta().search(game, game.initial())


def test_evaluators_may_return_any_real_number(toys: SimpleNamespace) -> None:
    """A fraction is accepted as a number and printed as one."""
    game = toys.TicTacToe("outcome")
    third: Any = Fraction(1, 3)
    result = AlphaBeta(1, lambda _game, _state, _player: third).search(game, game.initial())
    assert values.value_text(result.value) == "+0.333333"


class Wrapping:
    """A number that wraps around at 0 when it is negated, like numpy's unsigned ones."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __int__(self) -> int:
        return self.number

    def __neg__(self) -> Wrapping:
        return Wrapping(-self.number % (1 << 64))

    def __lt__(self, other: Any) -> bool:
        return self.number < int(other)

    def __le__(self, other: Any) -> bool:
        return self.number <= int(other)

    def __gt__(self, other: Any) -> bool:
        return self.number > int(other)

    def __ge__(self, other: Any) -> bool:
        return self.number >= int(other)


numbers.Integral.register(Wrapping)


def set_evaluator(searcher: Any, evaluator: Any) -> Any:
    """The searcher, or the only stage of a hybrid, with this evaluator."""
    if isinstance(searcher, Hybrid):
        return Hybrid((set_evaluator(searcher.stages[0], evaluator),))
    return attrs.evolve(searcher, evaluator=evaluator)


EVERY = [Minimax(3), AlphaBeta(3), AlphaBeta(3, table=99), Deepening(max_depth=3), Greedy(), Hybrid((Minimax(3),))]


@pytest.mark.parametrize("searcher", EVERY, ids=repr)
@pytest.mark.parametrize("utilities", ["outcome", "score"])
@pytest.mark.parametrize("kind", [Wrapping, Decimal, Fraction, lambda number: Decimal(number) / 10], ids=range(4))
def test_numbers_of_other_libraries_are_searched_as_the_numbers_they_are(
    toys: SimpleNamespace, searcher: Any, utilities: str, kind: Any
) -> None:
    """An evaluator's number that wraps around or rounds when negated gives the result of the same Python number."""

    def seen(_game: Any, state: Any, player: int) -> int:
        return sum(cell + 1 for cell, mark in enumerate(state) if mark == "XO"[player])

    def strange(game: Any, state: Any, player: int) -> Any:
        return kind(seen(game, state, player))

    def plain(game: Any, state: Any, player: int) -> Any:
        return seen(game, state, player) * (1 if kind in (Wrapping, Decimal, Fraction) else Fraction(1, 10))

    game = toys.TicTacToe(utilities)
    tier: TierChoice = TIERS[utilities] if kind is Decimal else "reference"
    found = Tiered(set_evaluator(searcher, strange), tier).search(game, game.initial())
    expected = Tiered(set_evaluator(searcher, plain), tier).search(game, game.initial())
    assert (found.action, found.value, found.pv, found.exact) == (
        expected.action,
        expected.value,
        expected.pv,
        False,
    )
    assert isinstance(found.value, int | float | Fraction)


@given(st.one_of(st.integers(), st.floats(allow_nan=False), st.decimals(allow_nan=False), st.fractions()))
def test_a_checked_number_is_the_same_number(number: Any) -> None:
    """Checking a number changes at most its type, never its value, and the result can be negated exactly."""
    checked = values.checked_number("f", number)
    assert checked == number
    assert isinstance(checked, int | float | Fraction)


@pytest.mark.parametrize("value", [float("nan"), Decimal("nan"), None, "5", 1j, [1]], ids=repr)
@pytest.mark.parametrize("utilities", ["outcome", "score"])
def test_a_utility_that_cannot_be_compared_ends_every_search_and_proof(
    toys: SimpleNamespace, utilities: str, value: Any
) -> None:
    """A utility that is nan or no number is refused in the game's name by searchers, solver and referee."""

    class Odd(toys.TicTacToe):  # type: ignore[misc,name-defined]
        name = "odd"

        def utility(self, state: Any, player: int) -> Any:
            return value

    game = Odd(utilities)
    came = "nan" if isinstance(value, Decimal) else repr(value)
    refusal = re.escape(f"expected odd.utility to return a number, got {came} in ")
    late = "XOXXOO..."
    for searcher in (Minimax(), AlphaBeta(), AlphaBeta(table=99), Deepening(), Hybrid((AlphaBeta(),))):
        with pytest.raises(BrokenGame, match=refusal):
            searcher.search(game, late)
    with pytest.raises(BrokenGame, match=refusal):
        AlphaBeta().search(game, "XXX.OO...")
    for state in (late, "XXX.OO..."):
        with pytest.raises(BrokenGame, match=refusal):
            Solver(game).solve(state)
    with pytest.raises(BrokenGame, match=refusal):
        Referee(game, (SearcherAgent(Random(), "a"), SearcherAgent(Random(), "b")), start=late).play()


@pytest.mark.parametrize("worth", [0.5, 3, Fraction(1, 3)], ids=repr)
def test_a_proof_of_wins_and_losses_takes_no_other_utilities(toys: SimpleNamespace, worth: Any) -> None:
    """In a game with declared outcomes, a search uses the sign of a utility, and a proof refuses any but -1, 0
    and 1.
    """

    class Odd(toys.TicTacToe):  # type: ignore[misc,name-defined]
        name = "odd"

        def utility(self, state: Any, player: int) -> Any:
            return worth * super().utility(state, player)

    game = Odd("outcome")
    refusal = re.escape('expected odd.utility to return -1, 0 or 1, as utilities = "outcome" says, got ')
    for state in ("XX.OO....", "XX.OOX..."):
        with pytest.raises(BrokenGame, match=refusal):
            Solver(game).solve(state)
    for searcher in (AlphaBeta(), Minimax(), Deepening()):
        found = searcher.search(game, "XX.OO....")
        assert (found.action, found.value, found.exact) == (2, values.win_in(1), True)


def test_evaluators_go_by_their_names() -> None:
    """Messages call a function by its name, and an object by its `repr` or else by its class."""

    class Plain:
        """An object without a `repr` of its own."""

    assert [evaluator_name(each) for each in (null, Plain(), 5)] == ["null", "Plain", "5"]
