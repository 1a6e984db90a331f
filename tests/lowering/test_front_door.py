"""`derive`: which forms are tried, what is kept, and which rules are refused before they are called."""

from __future__ import annotations

import itertools
import random
import time
from typing import Any

import attrs
import pytest
from countdown import Countdown

from advsearch import lowering
from advsearch.binding import bind
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering import Plain, derive, settings_of_game
from advsearch.lowering import sample as sample_module
from advsearch.lowering.faults import Differs, RulesRaised
from advsearch.lowering.refusals import NotLowered
from advsearch.lowering.row_rules import LONG, GaveUp
from advsearch.lowering.sample import sample
from advsearch.search import AlphaBeta


class Counting(Countdown):
    """A game whose actions depend on how often they were listed."""

    asked = itertools.count()

    def actions(self, state: tuple[int, int]) -> list[int]:
        return super().actions(state)[:: 1 if next(self.asked) % 2 else -1]


class Timed(Countdown):
    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        time.time()
        return super().result(state, action)


class Drawing(Countdown):
    def actions(self, state: tuple[int, int]) -> list[int]:
        found = super().actions(state)
        random.shuffle(found)
        return found


class Printing(Countdown):
    def terminal(self, state: tuple[int, int]) -> bool:
        print(state)
        return super().terminal(state)


class Noting(Countdown):
    def __init__(self) -> None:
        super().__init__()
        self.met: list[Any] = []

    def terminal(self, state: tuple[int, int]) -> bool:
        self.met.append(state)
        return super().terminal(state)


class Tallying(Countdown):
    calls = 0

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        self.calls += 1
        return super().result(state, action)


class Raising(Countdown):
    def utility(self, state: tuple[int, int], player: int) -> int:
        raise ZeroDivisionError("no utility")

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        if state[0] < 4:
            raise KeyError(state)
        return super().result(state, action)


class Stuck(Countdown):
    def actions(self, state: tuple[int, int]) -> list[int]:
        return [] if state[0] == 5 else super().actions(state)


@attrs.frozen
class Valued(Countdown):
    stones: int = 9


class Listed(Countdown):
    """A game whose settings have no hash."""

    def __init__(self, stones: int = 9) -> None:
        super().__init__(stones)
        self.more = [stones]


@pytest.fixture(autouse=True)
def nothing_derived(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lowering, "_derived", {})
    monkeypatch.setattr(lowering, "_room", {})
    monkeypatch.setattr(lowering, "_refused", {})


def test_a_sample_is_the_same_each_time() -> None:
    """The same seed gives the same walks, which begin with the initial state and go to the end."""
    one, other = sample(Countdown()), sample(Countdown())
    assert one.states == other.states
    assert one.states[0] == Countdown().initial()
    assert one.ends
    assert one.longest == 9
    assert one.most == 2
    assert {state for state in one.states if Countdown().terminal(state)} == set(one.finished)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (Timed(), r"test_front_door.py:\d+: the module time"),
        (Drawing(), r"test_front_door.py:\d+: the module random"),
        (Printing(), r"test_front_door.py:\d+: `print"),
        (Noting(), r"test_front_door.py:\d+: `self.met.append` is changed"),
        (Tallying(), r"test_front_door.py:\d+: (`self.calls` is changed|the attribute `calls` is assigned)"),
    ],
)
def test_impure_rules_are_refused_before_they_are_called(game: Any, said: str, capsys: Any) -> None:
    """Time, random numbers, printing and changes are named with file and line, and no method is called."""
    with pytest.raises(NotLowered, match=said):
        derive(game)
    assert capsys.readouterr().out == ""
    assert getattr(game, "met", []) == []
    assert getattr(game, "calls", 0) == 0


def test_a_class_that_is_always_refused_is_soon_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After some refusals of a class, its other games are refused without a sample."""
    asked = []
    monkeypatch.setattr(sample_module, "refuse_impure", asked.append)
    for stones in range(20):
        with pytest.raises(RulesRaised):
            derive(Raising(stones + 4))
    assert len(asked) == 8


def test_rules_with_a_counter_are_caught_by_asking_twice() -> None:
    """Rules that return two results for one state are refused."""
    with pytest.raises(
        CompiledTierUnavailable, match=r"Counting.actions returned two different values for \(\d, \d\)|asked"
    ):
        derive(Counting())


@pytest.mark.parametrize(
    ("game", "said"), [(Raising(), "the rules of Raising raised KeyError"), (Stuck(), "Stuck has no action in")]
)
def test_broken_rules_are_the_authors_fault(game: Any, said: str) -> None:
    """An error that the rules raise is reported as such, not as a refused construct."""
    with pytest.raises(RulesRaised, match=said):
        derive(game)


@pytest.mark.parametrize("kind", [Countdown, Valued])
def test_a_class_with_its_settings_is_derived_once(kind: Any) -> None:
    """Games with equal settings share derived rules; others do not."""
    first = derive(kind(9))
    assert derive(kind(9)) is first
    assert derive(kind(10)) is not first
    assert derive(Plain(kind(9))) is first


def test_settings_without_a_hash_are_told_apart_by_the_object() -> None:
    """Two games whose settings have no hash share nothing."""
    one, other = Listed(), Listed()
    assert settings_of_game(one) == settings_of_game(one)
    assert settings_of_game(one) != settings_of_game(other)


def test_a_refusal_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused game is refused again with the same error, and nothing is lowered for it."""
    with pytest.raises(NotLowered) as first:
        derive(Printing())
    monkeypatch.setattr(lowering, "_held", lambda *_: pytest.fail("derived again"))
    with pytest.raises(NotLowered) as second:
        derive(Printing())
    assert str(first.value) == str(second.value)


def test_room_is_doubled_until_it_is_enough() -> None:
    """Doubling the room drops the derived rules, and ends at a limit."""
    game = Countdown()
    derive(game)
    grown = 0
    while lowering.grow(game):
        grown += 1
        assert settings_of_game(game) not in lowering._derived
    assert grown == 10


def test_a_game_longer_than_any_seen_gets_room_for_more_plies(monkeypatch: pytest.MonkeyPatch) -> None:
    """`grow` doubles the plies that a search may look ahead, and a search that reaches their end calls it."""
    monkeypatch.setattr(lowering, "_room", {})
    monkeypatch.setattr(lowering, "_derived", {})
    game = Plain(Countdown())
    before = derive(game, as_rows=True)
    assert lowering.grow(game)
    after = derive(game, as_rows=True)
    assert after.longest == (before.longest if before.longest_is_certain else 2 * before.longest)
    assert GaveUp(LONG).needs_room


@pytest.mark.needs_numba
def test_an_evaluator_that_is_lowered_wrongly_is_caught_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel of an evaluator is compared with the evaluator when a search is built."""
    rules = derive(Countdown())
    field = "lower" if hasattr(rules, "lower") else "evaluator"

    def wrong(_evaluator: Any) -> Any:
        return (lambda block, state, player, free: 1), int

    def worth(game: Any, state: Any, player: int) -> int:
        return state[0] if state[1] == player else -state[0]

    assert field == "evaluator"
    monkeypatch.setattr(
        lowering, "_derived", {settings_of_game(Countdown()): (attrs.evolve(rules, evaluator=wrong), 0)}
    )
    with pytest.raises(Differs, match="the compiled rules of Countdown differ in evaluator worth at"):
        bind(AlphaBeta(depth=2, evaluator=worth), Countdown(), tier="compiled")


@pytest.mark.needs_numba
class Halves(Countdown):
    """Countdown with a number in the state that is not whole."""

    def initial(self) -> Any:
        return 9, 0, 0.5

    def result(self, state: Any, action: int) -> Any:
        return state[0] - action, 1 - state[1], state[2]


def test_a_float_in_a_state_is_refused() -> None:
    """A state with a float is a one-line refusal, so the game is searched on the reference tier."""
    with pytest.raises(NotLowered, match="the state contains a float; count in whole units"):
        derive(Halves())
    assert bind(AlphaBeta(depth=3), Halves())((9, 0, 0.5)).tier == "reference"


def least_above(game: Any, state: Any, player: int) -> float:
    """An evaluator that begins with infinity."""
    best = float("inf")
    for step in (1, 2):
        best = min(best, (state[0] - step) / 3)
    return best if player == state[1] else -best


@pytest.mark.needs_numba
def test_infinity_is_a_constant_of_evaluators() -> None:
    """An evaluator may begin with an infinite number, and has the same values on both tiers."""
    game = Countdown()
    found = {
        tier: bind(AlphaBeta(depth=4, evaluator=least_above), game, tier=tier)(game.initial())
        for tier in ("compiled", "reference")
    }
    assert found["compiled"].value == found["reference"].value
    assert found["compiled"].nodes == found["reference"].nodes
