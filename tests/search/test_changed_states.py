"""Games whose methods change the state that they are given."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch import bind
from advsearch.analysis.perft import divide, perft
from advsearch.binding import Tiered
from advsearch.match import Referee, SearcherAgent
from advsearch.search import AlphaBeta, Deepening, Greedy, Hybrid, Minimax, Random
from advsearch.search.changed_states import ChangedState, may_change, refuse_changes, same
from advsearch.search.returned import BrokenGame
from advsearch.solving import Solver

SEARCHERS = [Minimax(9), AlphaBeta(9), AlphaBeta(9, order="history"), Deepening(Minimax()), Greedy(), Random()]
SEARCHERS.append(Hybrid((Greedy(),)))
MESSAGE = r"(\w+)\.result changed the state that it was given"


class Heap:
    """Take one or two from a heap of four; who takes the last wins. The base class changes no state."""

    utilities: ClassVar = "outcome"

    def state(self, left: int, turn: int) -> Any:
        return [left, turn]

    def read(self, state: Any) -> tuple[int, int]:
        return state[0], state[1]

    def initial(self) -> Any:
        return self.state(4, 0)

    def player(self, state: Any) -> int:
        return self.read(state)[1]

    def actions(self, state: Any) -> list[int]:
        return [count for count in (1, 2) if count <= self.read(state)[0]]

    def result(self, state: Any, action: int) -> Any:
        left, turn = self.read(state)
        return self.state(left - action, 1 - turn)

    def terminal(self, state: Any) -> bool:
        return self.read(state)[0] == 0

    def utility(self, state: Any, player: int) -> int:
        return -1 if self.read(state)[1] == player else 1


class InPlace(Heap):
    """The list itself is the next state."""

    def result(self, state: Any, action: int) -> Any:
        state[0] -= action
        state[1] = 1 - state[1]
        return state


class Inside(Heap):
    """The list inside a tuple is changed."""

    def state(self, left: int, turn: int) -> Any:
        return ([left], turn)

    def read(self, state: Any) -> tuple[int, int]:
        return state[0][0], state[1]

    def result(self, state: Any, action: int) -> Any:
        state[0][0] -= action
        return (state[0], 1 - state[1])


class Piles:
    """A state without `__eq__`."""

    def __init__(self, left: int, turn: int) -> None:
        self.left, self.turn = left, turn


class Object(Heap):
    """An object is changed that is equal only to itself."""

    def state(self, left: int, turn: int) -> Any:
        return Piles(left, turn)

    def read(self, state: Any) -> tuple[int, int]:
        return state.left, state.turn

    def result(self, state: Any, action: int) -> Any:
        state.left -= action
        state.turn = 1 - state.turn
        return state


class Late(Heap):
    """Only the last action changes its state."""

    def result(self, state: Any, action: int) -> Any:
        following = super().result(state, action)
        if following[0] == 0:
            state[0] = 0
        return following


class Copied(Heap):
    """A right game with the states of `Object`."""

    def state(self, left: int, turn: int) -> Any:
        return Piles(left, turn)

    def read(self, state: Any) -> tuple[int, int]:
        return state.left, state.turn


class Caching(Copied):
    """A right game that stores in a state what it has counted there."""

    def actions(self, state: Any) -> list[int]:
        state.found = super().actions(state)
        return list(state.found)


class Asking(Heap):
    """`actions` sorts the state that it is given, and does not restore it."""

    def actions(self, state: Any) -> list[int]:
        found = super().actions(state)
        state.sort()
        return found


CHANGING = [InPlace, Inside, Object, Late]


@pytest.mark.parametrize("kind", CHANGING)
@pytest.mark.parametrize("searcher", SEARCHERS, ids=repr)
def test_a_state_that_result_changes_is_refused_by_every_search(kind: type[Heap], searcher: Any) -> None:
    """No searcher gives a value for a game whose `result` changes states; the message names the method."""
    game = kind()
    for options in ({}, {"every_action": True}):
        with pytest.raises(ChangedState, match=MESSAGE):
            Tiered(searcher, "reference").search(game, game.initial(), **options)
        with pytest.raises(ChangedState, match=MESSAGE):
            searcher.search(game, game.initial(), **options)


@pytest.mark.parametrize("kind", CHANGING)
def test_whatever_plays_or_counts_refuses_it_too(kind: type[Heap]) -> None:
    """The solver, perft and the referee refuse such a game."""
    game = kind()
    uses: list[Callable[[], object]] = [
        lambda: Solver(game).solve(game.initial()),
        lambda: perft(game, 3),
        lambda: divide(game, 3),
        lambda: Referee(game, (SearcherAgent(Random(), "a"), SearcherAgent(Random(), "b"))).play(),
        lambda: bind(Random(), game),
    ]
    for use in uses:
        with pytest.raises(ChangedState, match=MESSAGE):
            use()


def test_the_root_is_tried_although_no_sampled_position_shows_it() -> None:
    """A change that only one position shows is found when that position is searched, and the caller's state stays as
    it was.
    """

    class Rare(Heap):
        def result(self, state: Any, action: int) -> Any:
            following = super().result(state, action)
            if state[0] == 40:
                state[0] -= action
            return following

    game = Rare()
    bound = bind(Minimax(2), game)
    assert bound([3, 0]).exact
    root = [40, 0]
    with pytest.raises(ChangedState, match=r"\[40, 0\] became \[39, 0\] by the action 1"):
        bound(root)
    with pytest.raises(ChangedState):
        next(bound.lines(root))
    assert root == [40, 0]


@pytest.mark.parametrize("kind", [Heap, Copied, Caching])
@pytest.mark.parametrize("searcher", SEARCHERS, ids=repr)
def test_a_mutable_state_that_nothing_changes_is_searched(kind: type[Heap], searcher: Any) -> None:
    """States that could change, but do not, are searched as ever."""
    game = kind()
    found = searcher.search(game, game.initial())
    assert found.action in (1, 2)
    if isinstance(searcher, Minimax | AlphaBeta):
        assert (found.value > 0, found.exact) == (True, True)  # one is taken, three are left


def test_the_remedy_works_when_followed() -> None:
    """The line that the message asks for makes the game right."""
    with pytest.raises(ChangedState, match=r"state = copy\.deepcopy\(state\)"):
        bind(Minimax(9), InPlace())

    class Mended(InPlace):
        def result(self, state: Any, action: int) -> Any:
            state = copy.deepcopy(state)
            return super().result(state, action)

    assert bind(Minimax(9), Mended())([4, 0]).exact


def test_actions_that_change_their_state_are_named() -> None:
    """Every method of the rules is watched, not only `result`."""
    with pytest.raises(ChangedState, match=r"Asking\.actions changed the state that it was given"):
        bind(Minimax(9), Asking())


def test_an_evaluator_that_changes_states_is_named() -> None:
    """An evaluator that pops from the state is refused by its name."""

    def popping(_game: Any, state: Any, _player: int) -> int:
        return int(state.pop())

    with pytest.raises(ChangedState, match="evaluator popping changed the state that it was given"):
        bind(Minimax(2, popping), Heap(), tier="reference")


def test_an_immutable_state_costs_no_call_of_result() -> None:
    """Where states cannot change, `bind` does not call `result`, and a search calls it for its nodes only."""

    class Counting(Heap):
        calls = 0

        def state(self, left: int, turn: int) -> Any:
            return (left, turn)

        def result(self, state: Any, action: int) -> Any:
            type(self).calls += 1
            return super().result(state, action)

    bound = bind(Minimax(9), Counting(), tier="reference")
    assert Counting.calls == 0
    assert bound((4, 0)).nodes == Counting.calls + 1


def test_states_that_cannot_be_copied_are_still_watched() -> None:
    """If a state holds something that cannot be copied, what the game says of the state is compared."""

    class Holding(InPlace):
        def state(self, left: int, turn: int) -> Any:
            return [left, turn, (number for number in ())]

    game = Holding()
    with pytest.raises(ChangedState, match=r"Holding\.result"):
        refuse_changes(game, game.initial())


atoms = st.none() | st.integers() | st.floats() | st.text(max_size=3) | st.booleans()
immutable = st.recursive(atoms, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=8)
values = st.recursive(
    atoms,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.integers(), inner, max_size=3)
        | st.tuples(st.integers(), inner).map(lambda pair: Piles(*pair))
    ),
    max_leaves=8,
)


@given(immutable)
def test_nested_tuples_cannot_change(value: Any) -> None:
    """Tuples of numbers and text need no check."""
    assert not may_change(value)
    assert may_change((value, []))
    assert may_change([value])


@given(values)
def test_a_copy_is_the_same_until_something_is_added(value: Any) -> None:
    """`same` holds for every copy, and not after a change anywhere inside."""
    around = [value, [1, 2]]
    twin = copy.deepcopy(around)
    assert same(around, twin)
    twin[1].append(3)
    assert not same(around, twin)


@attrs.frozen
class Frozen:
    cells: Any


def test_frozen_classes_change_only_inside() -> None:
    """An object of a frozen class changes only if one of its fields can change."""
    assert not may_change(Frozen((1, 2)))
    assert may_change(Frozen([1, 2]))


@pytest.mark.parametrize("searcher", [AlphaBeta(9, table=9), Deepening()], ids=repr)
def test_a_table_needs_states_with_a_hash(searcher: Any) -> None:
    """A search with a table refuses lists as states in one line, with the remedy; without a table, it searches."""
    with pytest.raises(BrokenGame, match=r"states of Heap to be hashable, got \[4, 0\]: .*; make states of tuples"):
        searcher.search(Heap(), [4, 0])
    with pytest.raises(BrokenGame, match="expected states of Heap to be hashable"):
        Solver(Heap()).solve([4, 0])
    assert attrs.evolve(searcher, table=0).search(Heap(), [4, 0]).exact
