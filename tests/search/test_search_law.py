"""The main law of searchers: value, action, line and scores are those of plain minimax, on games drawn by
Hypothesis.
"""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.limits import Limits
from advsearch.search import AlphaBeta, Deepening, Greedy, Hybrid, Minimax, Random
from advsearch.search.ordering import ORDERS

SUBSETS = [words for size in range(4) for words in itertools.combinations(ORDERS, size)]
TABLES = [1, 2, 3, 5, 1000]


def alphabetas(depth: int | None, evaluator: Any, ties: Any = "first") -> list[AlphaBeta]:
    """Alpha-beta with every ordering that needs no table, and with every size of table with and without orderings."""
    without = [AlphaBeta(depth, evaluator, order=each, ties=ties) for each in SUBSETS if "table" not in each]
    small = [AlphaBeta(depth, evaluator, size, order, ties) for size in TABLES for order in ((), ORDERS)]
    return without + small + [AlphaBeta(depth, evaluator, 1000, order, ties) for order in SUBSETS]


def deepenings(depth: int, evaluator: Any, outsider: Any) -> list[Deepening]:
    inner = [
        AlphaBeta(evaluator=evaluator),
        AlphaBeta(evaluator=evaluator, table=3, order=ORDERS),
        AlphaBeta(evaluator=evaluator, table=1000, order=("table",)),
        Minimax(evaluator=evaluator),
    ]
    driven = [
        Deepening(search=each, max_depth=depth, aspiration=width, stop_at_proven=stop)
        for each in inner
        for width in (None, 0.05, 1, 100)
        for stop in (True, False)
    ]
    return [
        *driven,
        Deepening(max_depth=depth, evaluator=evaluator),
        Deepening(search=outsider(evaluator), max_depth=depth),
        Deepening(search=AlphaBeta(evaluator=evaluator), max_depth=depth, ties="random", seed=5),
    ]


def check_line(toys: SimpleNamespace, game: Any, result: Any, depth: int) -> None:
    """Check that the line is legal, starts with the action, ends at an end or at the depth, and has the value."""
    state = game.initial()
    root = game.player(state)
    assert result.pv[0] == result.action
    for action in result.pv:
        assert action in game.actions(state)
        state = game.result(state, action)
    assert len(result.pv) == depth or game.terminal(state)
    assert toys.truth(game, state, 0, toys.seen, root, len(result.pv)) == result.value


def check_result(toys: SimpleNamespace, game: Any, result: Any, depth: int) -> None:
    """Check value, action, exactness and line against the oracle."""
    state = game.initial()
    values = toys.action_values(game, state, depth, toys.seen)
    assert result.value == max(values.values())
    assert values[result.action] == result.value
    if result.exact:
        assert result.value == toys.truth(game, state, 99, toys.seen)
    if depth >= toys.height(game, state):
        assert result.exact
    if game.utilities == "outcome" and abs(result.value) > 10**9 - 10**6:
        assert result.exact
    check_line(toys, game, result, depth)


@given(data=st.data())
def test_plain_searches_return_minimax_value_and_first_best_action(
    toys: SimpleNamespace, data: st.DataObject
) -> None:
    """minimax, and alphabeta without table or ordering, return the first best action in actions order."""
    game = data.draw(toys.games())
    depth = data.draw(st.integers(1, 6))
    values = toys.action_values(game, "n0", depth, toys.seen)
    first_best = max(values, key=lambda action: values[action])
    for searcher in (Minimax(depth, toys.seen), AlphaBeta(depth, toys.seen)):
        result = searcher.search(game, "n0")
        check_result(toys, game, result, depth)
        assert result.action == first_best
        assert result.depth == depth


@given(data=st.data())
def test_alphabeta_with_any_options_equals_minimax(toys: SimpleNamespace, data: st.DataObject) -> None:
    """With every table size and ordering, value, action, line of play and exactness obey the law."""
    game = data.draw(toys.games())
    depth = data.draw(st.integers(1, 6))
    for searcher in alphabetas(depth, toys.seen):
        check_result(toys, game, searcher.search(game, "n0"), depth)


@given(data=st.data())
def test_deepening_equals_minimax_at_the_depth_it_reports(toys: SimpleNamespace, data: st.DataObject) -> None:
    """With any inner search and any aspiration, deepening obeys the law at its last depth, and stops early only with
    an exact value.
    """
    game = data.draw(toys.games())
    depth = data.draw(st.integers(1, 6))
    for searcher in deepenings(depth, toys.seen, toys.Outsider):
        result = searcher.search(game, "n0")
        assert result.depth == depth or result.exact
        if isinstance(searcher.inner, toys.Outsider):
            assert result.value == toys.truth(game, "n0", result.depth, toys.seen)
        else:
            check_result(toys, game, result, result.depth)
        assert result.value == toys.truth(game, "n0", depth, toys.seen)


@given(data=st.data())
def test_to_the_end_of_the_game(toys: SimpleNamespace, data: st.DataObject) -> None:
    """Without a depth a search returns the game's own value as exact, and plain searches return the depth that they
    needed.
    """
    game = data.draw(toys.games())
    value = toys.truth(game, "n0", 99, toys.seen)
    for searcher in [Minimax(None, toys.seen), *alphabetas(None, toys.seen), Deepening(evaluator=toys.seen)]:
        result = searcher.search(game, "n0")
        assert result.value == value
        assert result.exact
    for plain in (Minimax(None, toys.seen), AlphaBeta(None, toys.seen)):
        result = plain.search(game, "n0")
        assert result.depth <= toys.height(game, "n0")
        assert plain.search(game, "n0", limits=Limits(depth=result.depth)).nodes == result.nodes


@given(data=st.data())
def test_every_action_is_exact(toys: SimpleNamespace, data: st.DataObject) -> None:
    """With every_action the scores are the oracle's, in actions order, and `best` is its set of best actions."""
    game = data.draw(toys.games())
    depth = data.draw(st.integers(1, 5))
    searchers = [
        Minimax(depth, toys.seen),
        *alphabetas(depth, toys.seen),
        *alphabetas(depth, toys.seen, "random"),
        *deepenings(depth, toys.seen, toys.Outsider),
    ]
    for searcher in searchers:
        result = searcher.search(game, "n0", every_action=True)
        values = toys.action_values(game, "n0", result.depth, toys.seen)
        assert result.scores == tuple(values.items())
        assert list(result.best) == [action for action in values if values[action] == max(values.values())]
        assert result.action in result.best


@given(data=st.data())
def test_random_ties_reach_every_best_action_and_no_other(toys: SimpleNamespace, data: st.DataObject) -> None:
    """With enough seeds, ties=random returns exactly the best actions, and the same seed gives the same one."""
    game = data.draw(toys.games(nodes=8))
    depth = data.draw(st.integers(1, 4))
    values = toys.action_values(game, "n0", depth, toys.seen)
    best = {action for action in values if values[action] == max(values.values())}
    for make in (
        lambda seed: Minimax(depth, toys.seen, "random", seed),
        lambda seed: AlphaBeta(depth, toys.seen, ties="random", seed=seed),
        lambda seed: AlphaBeta(depth, toys.seen, 1000, ORDERS, "random", seed),
    ):
        found = {make(seed).search(game, "n0").action for seed in range(60)}
        assert found == best
        check_result(toys, game, make(7).search(game, "n0"), depth)


@given(data=st.data())
def test_greedy_is_minimax_one_ply_deep(toys: SimpleNamespace, data: st.DataObject) -> None:
    """greedy returns what minimax to depth 1 returns."""
    game = data.draw(toys.games())
    result = Greedy(toys.seen).search(game, "n0", every_action=True)
    check_result(toys, game, result, 1)
    assert result.scores == tuple(toys.action_values(game, "n0", 1, toys.seen).items())


@given(data=st.data())
def test_depth_zero_is_the_evaluation(toys: SimpleNamespace, data: st.DataObject) -> None:
    """At depth 0 the value is the root's evaluation, the action is the first legal one, and one node is entered."""
    game = data.draw(toys.games())
    for searcher in (
        Minimax(0, toys.seen),
        AlphaBeta(0, toys.seen),
        AlphaBeta(3, toys.seen),
        Deepening(evaluator=toys.seen),
        Greedy(toys.seen),
    ):
        result = searcher.search(game, "n0", limits=Limits(depth=0))
        assert (result.action, result.depth, result.nodes, result.pv) == ("a", 0, 1, ())
        assert result.value == toys.truth(game, "n0", 0, toys.seen)
        assert not result.exact


ALL = [
    Minimax(),
    AlphaBeta(),
    AlphaBeta(table=5, order=ORDERS),
    Deepening(),
    Deepening(search=AlphaBeta(), aspiration=1),
    Greedy(),
    Random(),
    Hybrid((Greedy(), AlphaBeta()), (lambda _game, _state: True,)),
]


@pytest.mark.parametrize("searcher", ALL, ids=lambda each: type(each).__name__)
def test_a_finished_game_has_no_action(toys: SimpleNamespace, searcher: Any) -> None:
    """Searching a terminal state gives action None and the exact utility of the player to move."""
    lost = "XXXOO...."
    result = searcher.search(toys.TicTacToe(), lost)
    assert (result.action, result.value, result.depth, result.pv, result.exact) == (None, -(10**9), 0, (), True)
    assert result.nodes == 1
    assert searcher.search(toys.TicTacToe("score"), lost).value == -1
    assert searcher.search(toys.TicTacToe(), lost, limits=Limits(nodes=0)).nodes == 0
    assert result.best == ()


@given(data=st.data())
def test_nothing_is_read_or_written_but_the_arguments(toys: SimpleNamespace, data: st.DataObject) -> None:
    """A searcher gives the same answer for a game before and after it has searched another game with equal states."""
    first, second = data.draw(toys.games()), data.draw(toys.games())
    for searcher in (AlphaBeta(4, toys.seen, 50, ORDERS), Deepening(max_depth=4, evaluator=toys.seen)):
        before = searcher.search(first, "n0")
        searcher.search(second, "n0")
        after = searcher.search(first, "n0")
        assert (before.action, before.value, before.nodes, before.pv) == (
            after.action,
            after.value,
            after.nodes,
            after.pv,
        )
