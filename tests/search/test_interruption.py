"""The law of interruption: what a search returns if nodes, time or a stop signal end it, at every point."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch import bind
from advsearch import limits as limits_module
from advsearch.limits import Limits
from advsearch.search import AlphaBeta, Deepening, Greedy, Hybrid, Minimax, Random
from advsearch.search.ordering import ORDERS


class StopAfter:
    """A stop signal that is set after it was read a number of times."""

    def __init__(self, asked: int) -> None:
        self.left = asked

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def fixed_depth(depth: int, evaluator: Any) -> list[Any]:
    return [
        Minimax(depth, evaluator),
        AlphaBeta(depth, evaluator),
        AlphaBeta(depth, evaluator, 5, ORDERS),
        AlphaBeta(depth, evaluator, 1000, ties="random"),
    ]


def deepenings(evaluator: Any) -> list[Deepening]:
    return [
        Deepening(evaluator=evaluator),
        Deepening(search=AlphaBeta(evaluator=evaluator)),
        Deepening(search=AlphaBeta(evaluator=evaluator, table=20), aspiration=0.5),
        Deepening(search=Minimax(evaluator=evaluator, ties="random"), aspiration=2),
    ]


def check_deepening(toys: SimpleNamespace, game: Any, result: Any, by_depth: dict[int, Any]) -> None:
    """Check that the action is the last finished depth's, or a strictly better one of the next depth with its
    value.
    """
    values = toys.action_values(game, "n0", result.depth + 1, toys.seen)
    if result.depth == 0:
        better = values["a"] < values[result.action] == result.value
        assert result.action == "a" or better
        return
    finished = by_depth[result.depth]
    if result.action == finished.action:
        assert (result.value, result.pv) == (finished.value, finished.pv)
    else:
        assert values[result.action] > values[finished.action]
        assert result.value == values[result.action]
        assert result.pv[0] == result.action
        assert not result.exact


@given(data=st.data())
def test_deepening_at_every_node_budget(toys: SimpleNamespace, data: st.DataObject) -> None:
    """At every node budget from 0 up, deepening returns the last finished depth's action or a strictly better one,
    and enters no more nodes than allowed.
    """
    game = data.draw(toys.games(nodes=12))
    for searcher in deepenings(toys.seen):
        lines: list[Any] = []
        whole = searcher.search(game, "n0", limits=Limits(depth=5), report=lines.append)
        by_depth = {each.depth: searcher.search(game, "n0", limits=Limits(depth=each.depth)) for each in lines}
        for nodes in range(min(whole.nodes, 120) + 1):
            result = searcher.search(game, "n0", limits=Limits(depth=5, nodes=nodes))
            assert result.nodes <= nodes
            assert result.depth == max((each.depth for each in lines if each.nodes <= nodes), default=0)
            check_deepening(toys, game, result, by_depth)
        again = searcher.search(game, "n0", limits=Limits(depth=5, nodes=whole.nodes))
        assert (again.action, again.value, again.depth, again.nodes) == (
            whole.action,
            whole.value,
            whole.depth,
            whole.nodes,
        )


@given(data=st.data())
def test_fixed_depth_at_every_node_budget(toys: SimpleNamespace, data: st.DataObject) -> None:
    """At every node budget, an unfinished fixed-depth search returns depth 0. Its action is the best root action
    finished, with its value, or else the first legal one with the root's evaluation.
    """
    game = data.draw(toys.games(nodes=12))
    depth = data.draw(st.integers(1, 5))
    values = toys.action_values(game, "n0", depth, toys.seen)
    prefixes = [list(values)[:count] for count in range(1, len(values) + 1)]
    for searcher in fixed_depth(depth, toys.seen):
        whole = searcher.search(game, "n0")
        for nodes in range(whole.nodes):
            result = searcher.search(game, "n0", limits=Limits(nodes=nodes))
            assert result.nodes <= nodes
            assert (result.depth, result.pv, result.exact) == (0, (), False)
            best_of = [max(prefix, key=lambda action: values[action]) for prefix in prefixes]
            if result.action in best_of and result.value == values[result.action]:
                continue
            assert (result.action, result.value) == ("a", toys.truth(game, "n0", 0, toys.seen))
        finished = searcher.search(game, "n0", limits=Limits(nodes=whole.nodes))
        assert (finished.action, finished.value, finished.depth) == (whole.action, whole.value, depth)


@given(data=st.data())
def test_more_budget_never_unfinishes_a_root_action(toys: SimpleNamespace, data: st.DataObject) -> None:
    """With more budget, the value of a fixed-depth search's best root action so far never falls."""
    game = data.draw(toys.games(nodes=12))
    searcher = AlphaBeta(4, toys.seen)
    best = None
    for nodes in range(searcher.search(game, "n0").nodes + 1):
        result = searcher.search(game, "n0", limits=Limits(nodes=nodes))
        values = toys.action_values(game, "n0", 4, toys.seen)
        if result.value == values[result.action] and (best is None or result.value >= best):
            best = result.value
        elif best is not None:
            raise AssertionError(f"{result.value} at {nodes} nodes, after {best}")


@given(data=st.data())
def test_an_outside_searcher_is_interrupted_between_depths(toys: SimpleNamespace, data: st.DataObject) -> None:
    """If deepening uses a searcher that cannot be steered, it returns the last finished depth; before any, that
    searcher's result.
    """
    game = data.draw(toys.games(nodes=10))
    short = data.draw(st.integers(0, 3))
    searcher = Deepening(search=toys.Outsider(toys.seen, short), max_depth=5)
    result = searcher.search(game, "n0")
    assert result.depth == min(short, 5) or result.exact
    assert result.value == toys.truth(game, "n0", max(1, result.depth), toys.seen)
    nodes = data.draw(st.integers(0, 45))
    limited = searcher.search(game, "n0", limits=Limits(nodes=nodes))
    assert limited.nodes <= nodes
    assert limited.depth <= nodes // 10


@pytest.mark.parametrize(
    "searcher",
    [
        Minimax(),
        AlphaBeta(),
        Deepening(),
        Greedy(),
        Random(),
        Hybrid((Greedy(),)),
        Deepening(search=Greedy()),
        Deepening(aspiration=3),
    ],
    ids=repr,
)
def test_no_budget_at_all_still_gives_the_first_legal_action(toys: SimpleNamespace, searcher: Any) -> None:
    """With 0 nodes, no time, or a stop signal already set, the first legal action is returned at depth 0."""
    game = toys.TicTacToe()
    stopped = threading.Event()
    stopped.set()
    for settings in ({"limits": Limits(nodes=0)}, {"limits": Limits(time_s=0)}, {"stop": stopped}):
        result = searcher.search(game, game.initial(), **settings)
        assert (result.action, result.depth, result.nodes, result.pv) == (0, 0, 0, ())


@pytest.mark.parametrize("asked", range(0, 12))
def test_a_stop_signal_ends_a_search(toys: SimpleNamespace, asked: int) -> None:
    """A search ends soon after a stop signal, with the last finished depth's answer."""
    game = toys.TicTacToe()
    lines: list[Any] = []
    result = Deepening(search=AlphaBeta()).search(game, game.initial(), stop=StopAfter(asked), report=lines.append)
    assert result.action in range(9)
    assert result.depth == (lines[-1].depth if lines else 0)


def test_the_clock_ends_a_search(toys: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search reads the clock of advsearch.limits and ends when its time is over, so with more time it ends
    later.
    """
    game = toys.TicTacToe()

    def depth_after(seconds: float) -> int:
        ticks = iter(range(10**9))
        monkeypatch.setattr(limits_module, "now", lambda: next(ticks) * 0.001)  # each reading takes a millisecond
        result = bind(Deepening(search=AlphaBeta()), game, tier="reference")(game.initial(), time_s=seconds)
        assert result.action in range(9)
        return result.depth

    depths = [depth_after(seconds) for seconds in (0.0, 0.03, 0.3, 3.0, 30.0, 300.0)]
    assert depths[0] == 0
    assert depths == sorted(depths)
    assert 0 < depths[2] < depths[-1] == 9


class Endless:
    """A game without an end, with two actions everywhere."""

    def initial(self) -> int:
        return 1

    def player(self, state: int) -> int:
        return state.bit_length() % 2

    def actions(self, state: int) -> tuple[int, int]:
        return (0, 1)

    def result(self, state: int, action: int) -> int:
        return 2 * state + action

    def terminal(self, state: int) -> bool:
        return False

    def utility(self, state: int, player: int) -> int:
        raise AssertionError


@given(
    late=st.integers(0, 3000),
    before_s=st.sampled_from([1e-6, 1e-5, 1e-4]),
    after_s=st.floats(1e-6, 0.006),
    time_s=st.sampled_from([0.05, 0.5, 2.0]),
    searcher=st.sampled_from([Minimax(12), AlphaBeta(12, table=1000), Deepening()]),
)
def test_positions_that_become_slow_do_not_exceed_the_limit(
    late: int, before_s: float, after_s: float, time_s: float, searcher: Any
) -> None:
    """If an evaluator becomes up to 6,000 times slower at any moment, a search is late by at most 0.1 s, a tenth of
    its limit and one call.
    """
    moment, calls = 0.0, 0

    def slowing(_game: Any, state: int, _player: int) -> int:
        nonlocal moment, calls
        calls += 1
        moment += after_s if calls > late else before_s
        return state * 7 % 11

    search = bind(searcher, Endless(), evaluator=slowing, tier="reference")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits_module, "now", lambda: moment)
        started = moment
        search(1, depth=12, time_s=time_s)
    assert moment - started <= time_s + 0.1 + time_s / 10 + after_s


@given(data=st.data())
def test_scores_come_only_from_finished_depths(toys: SimpleNamespace, data: st.DataObject) -> None:
    """With every_action, an interrupted deepening returns the last finished depth's scores and one of their best."""
    game = data.draw(toys.games(nodes=12))
    for searcher in deepenings(toys.seen):
        for nodes in range(0, 80, 3):
            result = searcher.search(game, "n0", limits=Limits(depth=4, nodes=nodes), every_action=True)
            if result.depth == 0:
                assert result.scores is None
                assert result.best == (result.action,)
            else:
                assert dict(result.scores) == toys.action_values(game, "n0", result.depth, toys.seen)
                assert result.action in result.best
    for searcher in fixed_depth(3, toys.seen):
        assert searcher.search(game, "n0", limits=Limits(nodes=1), every_action=True).scores is None
