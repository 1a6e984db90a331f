"""What windows, tables and orderings guarantee."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch import bind, values
from advsearch.errors import InvalidSettings
from advsearch.limits import Budget, Limits
from advsearch.search import AlphaBeta, Deepening, Minimax, search_window
from advsearch.search.alphabeta import EXACT, LOWER, UPPER, Table
from advsearch.search.ordering import ORDERS, Arranger, known_orders
from advsearch.search.probe import just_below
from advsearch.search.session import Session

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


@given(data=st.data())
def test_every_table_entry_brackets_the_truth(toys: SimpleNamespace, data: st.DataObject) -> None:
    """After a search every entry bounds minimax's value of its state at its depth, for the player to move there.
    Entries that claim to hold at every greater depth do so. The lines of exact entries are complete.
    """
    game = data.draw(toys.games())
    root = game.player("n0")
    searcher = AlphaBeta(evaluator=toys.seen, table=data.draw(st.sampled_from([4, 1000])), order=ORDERS)
    session: Any = searcher.open(game, "n0", Budget())
    for depth in range(1, data.draw(st.integers(1, 5)) + 1):
        session.probe(depth)
    for state, (depth, value, kind, sure, line) in session.table:
        for deeper in (0, 1, 2, 50) if sure else (0,):
            true = toys.truth(game, state, depth + deeper, toys.seen, root)
            true = true if game.player(state) == root else -true
            assert kind in (LOWER, UPPER, EXACT)
            assert not kind & LOWER or true >= value
            assert not kind & UPPER or true <= value
        if kind == EXACT:
            end, plies, mover = state, 0, game.player(state)
            while line is not None:
                end, plies, line = game.result(end, line[0]), plies + 1, line[1]
            assert plies == depth or game.terminal(end)
            worth = toys.truth(game, end, 0, toys.seen, root, plies)
            assert value == (worth if mover == root else -worth)


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
        session.table.put(state, (searched, value, kind, whole and searched <= depth, None))
    probe = session.probe(depth)
    values = toys.action_values(game, "n0", depth, toys.seen)
    assert probe.value == values[probe.action] == max(values.values())


@given(data=st.data())
def test_an_entry_is_used_as_the_bound_it_is(toys: SimpleNamespace, data: st.DataObject) -> None:
    """A search of a state with a true bound in the table obeys the window's inequalities: no bound is taken for the
    opposite bound or for the value.
    """
    game = data.draw(toys.games(nodes=6))
    mover, depth = game.player("n0"), data.draw(st.integers(1, 4))
    session: Any = AlphaBeta(evaluator=toys.seen, table=10).open(game, "n0", Budget())
    session.horizon = depth
    true = toys.truth(game, "n0", depth, toys.seen)
    kind, other = data.draw(st.sampled_from([LOWER, UPPER, EXACT])), data.draw(WORTH)
    value = {LOWER: min(true, other), UPPER: max(true, other), EXACT: true}[kind]
    session.table.put("n0", (depth, value, kind, False, None))
    alpha, beta = sorted(data.draw(st.lists(st.one_of(st.just(true), WORTH), min_size=2, max_size=2, unique=True)))
    found = session.visit("n0", mover, depth, alpha, beta)
    assert (true <= found) if found <= alpha else (true >= found) if found >= beta else found == true
    assert found == value or kind != EXACT


@given(slots=st.integers(1, 6), keys=st.lists(st.integers(0, 9)))
def test_a_table_is_bounded_and_drops_the_oldest(slots: int, keys: list[int]) -> None:
    """A full table keeps the states that came in last, each with its latest entry."""
    table = Table(slots)
    order: list[int] = []
    latest = {}
    for time, key in enumerate(keys):
        entry = (time, 0, EXACT, True, None)
        table.put(key, entry)
        if key not in order[-slots:]:
            order = [each for each in order if each != key] + [key]
        latest[key] = entry
        assert len(table) <= slots
    assert dict(table) == {key: latest[key] for key in order[-slots:]}
    assert all(table.get(key) == latest[key] for key in order[-slots:])


PINNED = {
    AlphaBeta(): 20_866,
    AlphaBeta(order="killers"): 8_038,
    AlphaBeta(order="history"): 11_850,
    AlphaBeta(order=("killers", "history")): 8_519,
    AlphaBeta(table=10_000): 5_538,
    AlphaBeta(table=100): 12_904,
    AlphaBeta(table=10_000, order="table"): 5_530,
    AlphaBeta(table=10_000, order=ORDERS): 3_470,
    Deepening(): 6_392,
    Deepening(aspiration=1): 5_493,
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


@given(data=st.data())
def test_ordering_returns_a_permutation(data: st.DataObject) -> None:
    """Ordering keeps the same actions whatever was learnt, and puts a given known action first."""
    order = data.draw(st.sets(st.sampled_from(ORDERS)).map(tuple))
    ordering = Arranger(known_orders(order), None)
    some = st.integers(0, 7)
    for action, mover, ply, depth in data.draw(st.lists(st.tuples(some, st.integers(0, 1), some, st.integers(1, 9)))):
        ordering.cut(action, mover, ply, depth)
    actions = data.draw(st.lists(some, unique=True, min_size=1))
    known = data.draw(st.one_of(st.none(), st.sampled_from(actions)))
    line = None if known is None else (known, None)
    before = list(actions)
    arranged = ordering.arranged(actions, None, 0, 3, line)
    assert sorted(arranged) == sorted(actions)
    assert actions == before
    if known is not None and "table" in order:
        assert arranged[0] == known
    if not order:
        assert list(arranged) == actions


def test_killers_are_the_last_two_and_history_counts_squares() -> None:
    """The last two actions that caused a cut-off at a ply come first, the latest one before the other. History ranks
    actions by the sum of squared depths.
    """
    killers = Arranger(known_orders("killers"), None)
    for action in "abca":
        killers.cut(action, 0, 4, 1)
    assert killers.arranged("abcd", None, 0, 4, None) == ["a", "c", "b", "d"]
    assert list(killers.arranged("abcd", None, 0, 5, None)) == list("abcd")
    killers.cut("a", 0, 4, 1)
    assert killers.arranged("abcd", None, 0, 4, None) == ["a", "c", "b", "d"]
    killers.cut("c", 0, 4, 1)
    assert killers.arranged("abcd", None, 0, 4, None) == ["c", "a", "b", "d"]
    history = Arranger(known_orders("history"), None)
    for _ in range(3):
        history.cut("c", 0, 1, 2)
    history.cut("d", 0, 9, 3)
    history.cut("d", 0, 9, 2)
    assert history.arranged("abcd", None, 0, 4, None) == ["d", "c", "a", "b"]
    assert history.arranged("abcd", None, 1, 4, None) == ["a", "b", "c", "d"]


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
