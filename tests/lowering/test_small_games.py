"""Small games whose states have parts that come and go: derived rules store equal states in equal cells."""

from __future__ import annotations

from typing import Any, NamedTuple

import attrs
import pytest

from advsearch.lowering import completed
from advsearch.lowering.law import hold
from advsearch.lowering.rows import derive
from advsearch.lowering.sample import sample


class Parked(NamedTuple):
    place: tuple[int, int] | None
    trail: tuple[tuple[int, int], ...]
    left: int
    turn: int


class Parking:
    """A car is parked, moved or taken away, and leaves a trail that is cut when it goes."""

    def initial(self) -> Parked:
        return Parked(None, (), 8, 0)

    def player(self, state: Parked) -> int:
        return state.turn

    def terminal(self, state: Parked) -> bool:
        return state.left == 0

    def actions(self, state: Parked) -> list[Any]:
        places: list[Any] = [(row, column) for row in range(2) for column in range(1, 3)]
        return places if state.place is None else [*[one for one in places if one != state.place], None]

    def result(self, state: Parked, action: Any) -> Parked:
        if action is None:
            return Parked(None, state.trail[2:], state.left - 1, 1 - state.turn)
        trail = (*state.trail, action)[-3:]
        stays = state.place is not None and action[0] > 0
        return Parked(action, trail, state.left - 1, state.turn if stays else 1 - state.turn)

    def utility(self, state: Parked, player: int) -> int:
        value = len(state.trail) - 2 + (state.place is None)
        return value if player == state.turn else -value


@attrs.frozen
class Hands:
    cards: frozenset[int]
    last: str | None = None
    turn: int = 0


class Cards:
    """Put down a card, and all of its parity with it if it is high; the last word says what was done."""

    def initial(self) -> Hands:
        return Hands(frozenset(range(-1, 6)))

    def player(self, state: Hands) -> int:
        return state.turn

    def terminal(self, state: Hands) -> bool:
        return not state.cards or state.last == "end"

    def actions(self, state: Hands) -> list[Any]:
        return [*sorted(state.cards, reverse=True), "end"]

    def result(self, state: Hands, action: Any) -> Hands:
        if action == "end":
            return attrs.evolve(state, last="end", turn=1 - state.turn)
        if action < 3:
            return Hands(state.cards - {action}, "one", 1 - state.turn)
        return Hands(frozenset(card for card in state.cards if (card - action) % 2), None, 1 - state.turn)

    def utility(self, state: Hands, player: int) -> int:
        value = sum(state.cards) - (3 if state.last == "end" else 0)
        return value if player == state.turn else -value


@attrs.frozen
class Trip:
    at: int
    last: Any = "start"
    roads: tuple[Any, ...] = ()
    left: int = 7


class Travel:
    """Rest, or go one step or several; the state remembers the last actions, which are words and tuples."""

    def initial(self) -> Trip:
        return Trip(3)

    def player(self, state: Trip) -> int:
        return state.left % 2

    def terminal(self, state: Trip) -> bool:
        return state.left == 0 or state.last == "home"

    def actions(self, state: Trip) -> list[Any]:
        steps: list[Any] = [(state.at + 1,), (state.at + 2, state.at + 3), (state.at - 1, state.at, state.at - 2)]
        found = [step for step in steps if all(0 <= place < 9 for place in step)]
        return found if state.last == "rest" else [*found, "rest", "home"]

    def result(self, state: Trip, action: Any) -> Trip:
        roads = (*state.roads, state.last)[-3:]
        if action == "rest" or action == "home":
            return attrs.evolve(state, last=action, roads=roads, left=state.left - 1)
        return Trip(action[-1], action, roads, state.left - 1)

    def utility(self, state: Trip, player: int) -> int:
        value = state.at - sum(1 for road in state.roads if road == "rest") - ("start" in state.roads)
        if state.last not in ("home", "rest", "start") and len(state.last) == 2:
            value += state.last[0]
        return value if player == 0 else -value


@pytest.mark.parametrize("game", [Parking(), Cards(), Travel()], ids=["Parking", "Cards", "Travel"])
def test_what_comes_and_goes_keeps_the_law(game: Any) -> None:
    """None, tuples of several lengths, sets and actions of several kinds are stored in the cells that `encode`
    gives.
    """
    met = sample(game, walks=20, results=200)
    rules = completed(derive(game, met, 2), met, game, 2)
    assert hold(game, rules, met, results=400) > 20


NEXT = {"a": "bc", "b": "cd", "c": "de", "d": "ef", "e": "fg", "f": "gh", "g": "h", "h": ""}


class Climbers:
    """Two climbers go up letters in turn; the state keeps them in order."""

    def initial(self) -> tuple[tuple[str, ...], int]:
        return ("a", "a"), 0

    def player(self, state: Any) -> int:
        return state[1] % 2  # type: ignore[no-any-return]

    def terminal(self, state: Any) -> bool:
        return not self.actions(state)

    def actions(self, state: Any) -> list[tuple[str, str]]:
        return [(one, to) for one in sorted(set(state[0])) for to in NEXT[one]]

    def result(self, state: Any, action: Any) -> Any:
        left = list(state[0])
        left.remove(action[0])
        return tuple(sorted([*left, action[1]])), state[1] + 1

    def utility(self, state: Any, player: int) -> int:
        return 1 if state[1] % 2 == player else -1


class Racers:
    """Two cars on a short road; a car that has left it is None, and a barred way is False."""

    def initial(self) -> Any:
        return ((0, 1), (0, 2)), 0

    def player(self, state: Any) -> int:
        return state[1] % 2  # type: ignore[no-any-return]

    def target(self, state: Any, car: int, step: int) -> Any:
        row, column = state[0][car]
        if column + step > 5:
            return None
        return False if (row, column + step) in state[0] else (row, column + step)

    def actions(self, state: Any) -> list[tuple[int, int]]:
        cars = [car for car in range(2) if state[0][car] is not None]
        return [(car, step) for car in cars for step in (1, 2) if self.target(state, car, step) is not False]

    def terminal(self, state: Any) -> bool:
        return not self.actions(state)

    def result(self, state: Any, action: Any) -> Any:
        cars = list(state[0])
        cars[action[0]] = self.target(state, *action)
        return tuple(cars), state[1] + 1

    def utility(self, state: Any, player: int) -> int:
        return 1 if state[1] % 2 == player else -1


def test_a_car_that_is_gone_leaves_no_cells() -> None:
    """A part that is None, False or a tuple while the rules run is written as the encoded state writes it."""
    game = Racers()
    met = sample(game, walks=20, results=200)
    rules = completed(derive(game, met, 2), met, game, 2)
    assert hold(game, rules, met, results=400) > 20


def test_letters_that_the_sample_missed_are_values() -> None:
    """A sorted tuple of letters may hold each letter of a constant, though only some of them were sampled."""
    game = Climbers()
    met = sample(game, walks=20, results=200)
    fewer = attrs.evolve(met, states=tuple(state for state in met.states if "h" not in state[0]))
    rules = completed(derive(game, fewer, 2), fewer, game, 2)
    assert hold(game, rules, met, results=400) > 20
