"""What windows, tables and orderings guarantee."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch import bind, values
from advsearch.errors import InvalidSettings
from advsearch.limits import Budget, Limits
from advsearch.search import PVS, AlphaBeta, Deepening, Minimax, pvs, search_window
from advsearch.search.kit.fields import NOTHING
from advsearch.search.kit.numbers import number
from advsearch.search.kit.session import Session
from advsearch.search.kit.table import EXACT, LOWER, UPPER, Table
from advsearch.search.ordering import ORDERS
from advsearch.search.probe import just_below

BOUNDS = st.one_of(st.integers(-4, 4), st.floats(-3, 3), st.sampled_from([10**9 - 2, 1 - 10**9, 10**12]))


@given(data=st.data())
def test_windows_are_fail_soft(toys: SimpleNamespace, data: st.DataObject) -> None:
    """For every window, a result at or below alpha bounds the value from above, one at or above beta from below, and
    any other is the value, with a line of play.
    """
    game = data.draw(toys.games())
    depth = data.draw(st.integers(1, 5))
    alpha, beta = sorted((data.draw(BOUNDS), data.draw(BOUNDS)))
    value = toys.truth(game, "n0", depth, toys.seen)
    if alpha == beta:
        beta = alpha + 1
    for searcher in (
        AlphaBeta(evaluator=toys.seen),
        AlphaBeta(evaluator=toys.seen, table=1000, order=ORDERS),
        AlphaBeta(evaluator=toys.seen, ties="random"),
    ):
        result = search_window(game, "n0", depth, alpha, beta, searcher)
        if result.value <= alpha:
            assert value <= result.value
            assert result.pv == ()
        elif result.value >= beta:
            assert value >= result.value
            assert result.pv == ()
        else:
            assert value == result.value
            assert result.pv[0] == result.action
        assert not result.exact or result.value == toys.truth(game, "n0", 99, toys.seen)


@given(data=st.data())
def test_null_windows_alone_find_the_value(toys: SimpleNamespace, data: st.DataObject) -> None:
    """A driver that uses only null windows, such as MTD(f), finds minimax's value."""
    game = data.draw(toys.games(utilities="score"))
    depth = data.draw(st.integers(1, 5))
    low, high, guess = float("-inf"), float("inf"), 0.0
    for _ in range(100):
        alpha, beta = (guess, math.nextafter(guess, math.inf)) if guess == low else (just_below(guess), guess)
        guess = search_window(game, "n0", depth, alpha, beta, AlphaBeta(evaluator=toys.seen, table=100)).value
        low, high = max(low, guess if guess > alpha else low), min(high, guess if guess < beta else high)
        if low == high:
            break
    assert low == high == toys.truth(game, "n0", depth, toys.seen)


def test_a_window_without_width_is_refused(toys: SimpleNamespace) -> None:
    """alpha must be below beta, and the depth at least 1."""
    game = toys.TicTacToe()
    with pytest.raises(InvalidSettings, match="expected a window with alpha below beta, got 1 and 1"):
        search_window(game, game.initial(), 2, 1, 1)
    with pytest.raises(InvalidSettings, match="expected a depth of at least 1, got 0"):
        search_window(game, game.initial(), 0, 0, 1)
    assert search_window(game, "XXX......", 3, 0, 1).value == -(10**9)


@given(data=st.data())
def test_aspiration_takes_at_most_three_probes_a_depth(toys: SimpleNamespace, data: st.DataObject) -> None:
    """An aspiration search needs at most three probes per depth, all with different windows, however evaluations
    change from depth to depth."""
    game = data.draw(toys.games())
    width = data.draw(st.sampled_from([1e-9, 0.1, 1, 50, 1e300]))
    probes: list[Any] = []
    inner = Watched(evaluator=toys.seen, table=30, probes=probes)
    result = Deepening(search=inner, aspiration=width, max_depth=5).search(game, "n0")
    assert result.value == toys.truth(game, "n0", 5, toys.seen)
    depths = [depth for depth, *_ in probes]
    assert max(depths.count(depth) for depth in depths) <= 3
    assert len(set(probes)) == len(probes)


@attrs.frozen(eq=False)
class Watched(AlphaBeta):
    """Alpha-beta that records the depth and window of each probe."""

    probes: list[Any] = attrs.field(factory=list)

    def open(self, game: Any, state: Any, budget: Budget) -> Session:
        session = super().open(game, state, budget)
        probe = session.probe

        def watched(depth: Any, *window: Any, **settings: Any) -> Any:
            self.probes.append((depth, *window))
            return probe(depth, *window, **settings)

        class Noted:
            nodes = property(lambda _: session.nodes)
            fallback = staticmethod(session.fallback)
            tier = "reference"

        noted: Any = Noted()
        noted.probe = watched
        return noted


# --- tables -----------------------------------------------------------------------------------------------------


LOW_DOWN = mock.patch.object(pvs, "LOOKED_UP", 2)
"""The table is read and written two plies above the horizon, where small trees have most of their states."""


@given(data=st.data())
def test_every_table_entry_brackets_the_truth(toys: SimpleNamespace, data: st.DataObject) -> None:
    """After a search every entry bounds minimax's value of its state at its depth, for the player to move there.
    Entries that claim to hold at every greater depth do so.
    """
    game = data.draw(toys.games())
    root = game.player("n0")
    searcher = AlphaBeta(evaluator=toys.seen, table=data.draw(st.sampled_from([4, 1000])), order=ORDERS)
    session: Any = searcher.open(game, "n0", Budget())
    with LOW_DOWN:
        for depth in range(1, data.draw(st.integers(1, 5)) + 1):
            session.probe(depth)
    for row in session.tree.table.rows.rows.values():
        if not row.search:
            continue
        for deeper in (0, 1, 2, 50) if row.sure else (0,):
            true = toys.truth(game, row.key, row.depth + deeper, toys.seen, root)
            true = true if game.player(row.key) == root else -true
            assert row.kind in (LOWER, UPPER, EXACT)
            assert not row.kind & LOWER or true >= row.value
            assert not row.kind & UPPER or true <= row.value


WORTH = st.sampled_from([-2, -1, 0, 1, 2, 10**9 - 1, 10**9 - 3, 1 - 10**9, 4 - 10**9])


@given(data=st.data())
def test_whatever_true_things_a_table_says_the_value_stands(toys: SimpleNamespace, data: st.DataObject) -> None:
    """A table with true bounds, even loose ones, or with wrong bounds for other depths, changes neither the value nor
    the best action.
    """
    game = data.draw(toys.games())
    root = game.player("n0")
    session: Any = AlphaBeta(evaluator=toys.seen, table=1000, order=ORDERS).open(game, "n0", Budget())
    depth = data.draw(st.integers(2, 5))
    for index in range(1, len(game.nodes)):
        state = f"n{index}"
        if game.terminal(state):
            continue
        searched = data.draw(st.integers(1, depth + 1))
        true = toys.truth(game, state, searched, toys.seen, root)
        true = true if game.player(state) == root else -true
        kind, other = data.draw(st.sampled_from([LOWER, UPPER, EXACT])), data.draw(WORTH)
        value = {LOWER: min(true, other), UPPER: max(true, other), EXACT: true}[kind]
        whole = toys.height(game, state) <= searched
        if searched > depth:
            value = other  # of no use at this depth, and so never read
        put(session.tree.table, state, searched, value, kind, whole and searched <= depth)
    with LOW_DOWN:
        probe = session.probe(depth)
    values = toys.action_values(game, "n0", depth, toys.seen)
    assert probe.value == values[probe.action] == max(values.values())


@given(data=st.data())
def test_an_entry_is_used_as_the_bound_it_is(toys: SimpleNamespace, data: st.DataObject) -> None:
    """A search of a state with a true bound in the table obeys the window's inequalities: no bound is taken for the
    opposite bound or for the value. In a null window the value of an exact entry is returned.
    """
    game = data.draw(toys.games(nodes=6))
    mover, depth = game.player("n0"), data.draw(st.integers(2, 4))
    session: Any = AlphaBeta(evaluator=toys.seen, table=10).open(game, "n0", Budget())
    true = toys.truth(game, "n0", depth, toys.seen)
    kind, other = data.draw(st.sampled_from([LOWER, UPPER, EXACT])), data.draw(WORTH)
    value = {LOWER: min(true, other), UPPER: max(true, other), EXACT: true}[kind]
    put(session.tree.table, "n0", depth, value, kind, False)
    alpha, beta = sorted(data.draw(st.lists(st.one_of(st.just(true), WORTH), min_size=2, max_size=2, unique=True)))
    null = data.draw(st.booleans())
    beta = session.tree.scale.above(alpha) if null else beta
    with LOW_DOWN:
        found, _ = session.tree.visit("n0", mover, depth, 0, alpha, beta)
    assert (true <= found) if found <= alpha else (true >= found) if found >= beta else found == true
    assert found == value or kind != EXACT or not null


def put(table: Table, state: Any, depth: int, value: Any, kind: int, sure: bool) -> None:
    table.put(state, table.place(number(state)), value, kind, sure, depth, NOTHING)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 9)), min_size=1))
def test_a_full_bucket_drops_the_entry_with_less_depth(stored: list[tuple[int, int]]) -> None:
    """A table of two entries keeps the last state, and of the two before it the one that was searched deeper."""
    table = Table(2)
    table.begin(0)
    kept: dict[int, int] = {}
    for state, depth in stored:
        if state not in kept and len(kept) == 2:
            least = min(kept.values())
            several = [each for each in kept if kept[each] == least]
            gone = next(row.key for row in (table.rows[0], table.rows[1]) if row.key in several)
            del kept[gone]
        kept[state] = depth
        put(table, state, depth, 0, EXACT, False)
        found = {table.rows[index].key: table.rows[index].depth for index in (0, 1) if table.rows[index].search}
        assert found == kept


PINNED = {
    AlphaBeta(): 20_866,
    AlphaBeta(order="killers"): 7_499,
    AlphaBeta(order="history"): 26_258,
    AlphaBeta(order=("killers", "history")): 8_236,
    AlphaBeta(table=10_000): 6_258,
    AlphaBeta(table=100): 19_754,
    AlphaBeta(table=10_000, order="table"): 5_808,
    AlphaBeta(table=10_000, order=ORDERS): 3_235,
    PVS(): 3_234,
    PVS(scout=False): 5_581,
    PVS(table=0, order=()): 26_510,
    PVS(table=0, order=(), scout=False): 20_866,
    Deepening(): 8_448,
    Deepening(aspiration=1): 7_228,
    Deepening(search=AlphaBeta()): 48_851,
}


@pytest.mark.parametrize(("searcher", "nodes"), PINNED.items(), ids=lambda each: repr(each)[:60])
def test_node_counts_are_pinned(toys: SimpleNamespace, searcher: Any, nodes: int) -> None:
    """With each option, alpha-beta enters a known number of tic-tac-toe's positions, so a change of the search is
    noticed.
    """
    game = toys.TicTacToe()
    assert bind(searcher, game, tier="reference")(game.initial()).nodes == nodes


# --- ordering ---------------------------------------------------------------------------------------------------


class Letters:
    """A state of this game is the list of its actions."""

    def actions(self, state: Any) -> Any:
        return state


def ordering(order: Any) -> Any:
    """The text of a search with an order."""
    table = 10 if "table" in order else 0
    return AlphaBeta(table=table, order=order).guided(Letters(), lambda *_: 0, Budget())  # type: ignore[arg-type]


@given(data=st.data())
def test_ordering_returns_a_permutation(data: st.DataObject) -> None:
    """Ordering keeps the same actions whatever was learnt, and puts a given known action first."""
    order = data.draw(st.sets(st.sampled_from(ORDERS)).map(tuple))
    tree = ordering(order)
    some = st.integers(0, 7)
    for action, mover, ply, depth in data.draw(st.lists(st.tuples(some, st.integers(0, 1), some, st.integers(2, 9)))):
        tree.learn(action, mover, ply, depth)
    actions = data.draw(st.lists(some, unique=True, min_size=1))
    known = data.draw(st.one_of(st.just(NOTHING), st.sampled_from(actions)))
    before = list(actions)
    arranged = list(tree.ordered(actions, 0, 3, known))
    assert sorted(arranged) == sorted(actions)
    assert actions == before
    if known is not NOTHING and "table" in order:
        assert arranged[0] == known
    if not order:
        assert arranged == actions
    assert sorted(tree.likely(actions, 3)) == sorted(actions)


def test_killers_are_the_last_two_and_history_counts_squares() -> None:
    """The last two actions that caused a cut-off at a ply come first, the latest one before the other. History ranks
    actions by the sum of squared depths.
    """

    def arranged(tree: Any, mover: int, ply: int) -> list[str]:
        return list(tree.ordered(list("abcd"), mover, ply, NOTHING))

    killers = ordering(("killers",))
    for action in "abca":
        killers.learn(action, 0, 4, 2)
    assert arranged(killers, 0, 4) == ["a", "c", "b", "d"]
    assert arranged(killers, 0, 5) == list("abcd")
    killers.learn("a", 0, 4, 2)
    assert arranged(killers, 0, 4) == ["a", "c", "b", "d"]
    killers.learn("c", 0, 4, 2)
    assert arranged(killers, 0, 4) == ["c", "a", "b", "d"]
    history = ordering(("history",))
    for _ in range(3):
        history.learn("c", 0, 1, 2)
    history.learn("d", 0, 9, 3)
    history.learn("d", 0, 9, 2)
    assert arranged(history, 0, 4) == ["d", "c", "a", "b"]
    assert arranged(history, 1, 4) == ["a", "b", "c", "d"]


@given(st.one_of(st.integers(-(10**20), 10**20), st.floats(allow_nan=False)))
def test_just_below_leaves_no_value_between(value: float) -> None:
    """The number just below another is smaller, and no number of the same type is between them."""
    below = just_below(value)
    assert below < value or value == float("-inf")
    assert isinstance(below, type(value))
    if isinstance(value, int):
        assert below + 1 == value


# --- evaluations ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("searcher", [Minimax, AlphaBeta], ids=["minimax", "alphabeta"])
def test_evaluations_are_clipped_in_outcome_games_only(toys: SimpleNamespace, searcher: Any) -> None:
    """An infinite evaluation never counts as a proven win; in a score game it is a value like any other."""
    outcome, score = toys.TicTacToe(), toys.TicTacToe("score")
    infinite = searcher(1, lambda _game, _state, _player: float("inf"))
    found = infinite.search(outcome, outcome.initial())
    assert found.value == values.EVALUATION_LIMIT
    assert not found.exact
    assert infinite.search(score, score.initial()).value == float("inf")
    for endless in (float("inf"), float("-inf")):
        result = searcher(2, lambda _game, _state, _player, value=endless: value).search(score, score.initial())
        assert (result.action, result.value, result.pv[0]) == (0, endless, 0)


@pytest.mark.parametrize("searcher", [Minimax, AlphaBeta], ids=["minimax", "alphabeta"])
@pytest.mark.parametrize("utilities", ["outcome", "score"])
def test_an_evaluation_that_is_no_number_is_refused(toys: SimpleNamespace, searcher: Any, utilities: str) -> None:
    """An evaluator that returns nan stops the search with an error that names it."""
    game = toys.TicTacToe(utilities)
    with pytest.raises(InvalidSettings, match="expected evaluator <lambda> to return a number, got nan"):
        searcher(1, lambda _game, _state, _player: float("nan")).search(game, game.initial())


def test_no_value_is_minus_zero(toys: SimpleNamespace) -> None:
    """A result never has the value -0.0, even if a value is negated."""
    game = toys.TicTacToe("score")
    result = AlphaBeta(2, lambda _game, _state, _player: 0.0).search(game, game.initial(), limits=Limits(depth=1))
    assert str(result.value) == "0.0"
    odd = AlphaBeta(2, lambda _game, _state, _player: 0.0).search(game, game.initial())
    assert str(odd.value) == "0.0"
