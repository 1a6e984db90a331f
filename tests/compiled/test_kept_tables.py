"""Tables that are kept from move to move of a game do not change the value of any depth."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from advsearch import Limits
from advsearch.binding import BoundSearch, bind
from advsearch.compiled import guided, worker
from advsearch.compiled.engine import plain_engine
from advsearch.compiled.guided import GUIDED, Guidance
from advsearch.compiled.learnt import Kept
from advsearch.compiled.session import CompiledSearch
from advsearch.limits import Request
from advsearch.results import Line
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.search.ordering import OURS
from advsearch.search.searcher import TreeSearch
from advsearch.testing import Tree, estimate
from advsearch.testing.growing import grow, some_shape
from advsearch_isolation import evaluators
from advsearch_isolation.rules import Isolation

GAME = Isolation(5, 5)
OTHER = type("Other", (Isolation,), {})(5, 5)
"""Another game with the same kernels, and so the same machine code."""
LONG = Limits(time_s=1_000.0)


def lines(search: BoundSearch, state: Any, depth: int) -> list[Line]:
    """The results at each depth, up to this one, of a search that only a clock ends."""
    stop = threading.Event()
    found: list[Line] = []

    def report(line: Line) -> None:
        found.append(line)
        if line.depth >= depth:
            stop.set()

    search(state, Request(LONG, stop, report))
    return found


def played(game: Any, seed: int) -> Iterator[Any]:
    """The states of a game of random moves, beginning with the first one in which both tokens are placed."""
    chance = random.Random(seed)
    state = game.initial()
    for ply in range(20):
        if game.terminal(state):
            return
        if ply >= 2:
            yield state
        state = game.result(state, chance.choice(game.actions(state)))


@pytest.mark.parametrize(
    "evaluator", [evaluators.improved, pytest.param(evaluators.WeightedMobility(), marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("table", [None, 2, 64])
def test_a_warm_table_finds_what_a_cold_one_finds(table: int | None, evaluator: Any) -> None:
    """At each depth of each move of a game, a searcher that has played from the start finds what a new one finds: the
    value of plain alpha-beta, and one of its best actions. The table has one bucket, a few, or many.
    """
    deepening = Deepening(evaluator=evaluator, table=table)
    warm = bind(deepening, GAME, tier="compiled")
    for state in played(GAME, 1):
        fresh = lines(bind(deepening, GAME, tier="compiled"), state, 5)
        for line, cold in zip(lines(warm, state, 5), fresh, strict=False):
            plain = AlphaBeta(depth=line.depth, evaluator=evaluator)
            law = bind(plain, GAME, tier="reference")(state, every_action=True)
            assert line.value == cold.value == law.value
            assert line.pv[0] in law.best


def test_a_warm_table_saves_nodes() -> None:
    """After its own move and the answer, a searcher reaches a depth with fewer nodes than a new one."""
    deepening = Deepening(evaluator=evaluators.improved)
    warm = bind(deepening, GAME, tier="compiled")
    states = list(played(GAME, 2))
    before, after = 0, 0
    for state in states[:6]:
        before += lines(bind(deepening, GAME, tier="compiled"), state, 6)[-1].nodes
        after += lines(warm, state, 6)[-1].nodes
    assert after < before


def nodes(search: BoundSearch, state: Any, **limits: Any) -> int:
    return search(state, **limits).nodes


@pytest.mark.parametrize(
    "limits", [{"nodes": 5_000}, {"depth": 5}, {"depth": 5, "time_s": 1e3}, {"nodes": 900, "time_s": 1e3}]
)
def test_what_nodes_or_depth_bound_is_the_same_every_time(limits: dict[str, Any]) -> None:
    """A search limited by nodes or depth keeps nothing, and earlier searches under a clock do not change it."""
    warm = bind(Deepening(evaluator=evaluators.improved), GAME, tier="compiled")
    for state in list(played(GAME, 3))[:4]:
        lines(warm, state, 5)
        fresh = bind(Deepening(evaluator=evaluators.improved), GAME, tier="compiled")
        assert nodes(warm, state, **limits) == nodes(fresh, state, **limits)


@pytest.mark.parametrize(
    "searcher",
    [
        Deepening(AlphaBeta(evaluator=evaluators.improved, table=64, depth=4)),
        Deepening(evaluator=evaluators.improved, max_depth=4),
        Deepening(evaluator=evaluators.improved, table=0),
    ],
)
def test_what_its_settings_bound_is_the_same_every_time(searcher: Any) -> None:
    """A searcher with its own depth, and one without a table, keep nothing, even under a clock."""
    warm = bind(searcher, GAME, tier="compiled")
    for state in list(played(GAME, 3))[:4]:
        fresh = lines(bind(searcher, GAME, tier="compiled"), state, 4)
        for _ in range(2):
            again = lines(warm, state, 4)
            assert [line.nodes for line in again] == [line.nodes for line in fresh]


def test_each_game_begins_with_an_empty_table() -> None:
    """After `new_game`, or bound again, a search enters the same nodes as a first search."""
    deepening = Deepening(evaluator=evaluators.improved)
    warm = bind(deepening, GAME, tier="compiled")
    state, *_, late = list(played(GAME, 4))[:4]

    def entered(search: BoundSearch, at: Any = state) -> list[int]:
        return [line.nodes for line in lines(search, at, 5)]

    first = entered(warm)
    assert entered(warm) != first
    assert entered(bind(deepening, GAME, tier="compiled")) == first
    entered(warm, late)
    warm.new_game()
    assert entered(warm) == first
    assert entered(bind(deepening, OTHER, tier="compiled")) == first


def test_a_table_that_is_written_to_is_not_shared() -> None:
    """While one search writes its table, another search of the same searcher uses a new table; one of them is
    kept.
    """
    kept, engine, shape = Kept(), object(), ("shape",)
    blocks: list[Any] = [object(), object()]
    first = kept.returns(engine, shape, blocks[0])
    assert kept.take(engine, shape) is None
    second = kept.returns(engine, shape, blocks[1])
    first()
    second()
    assert kept.take(engine, shape) is blocks[0]
    assert kept.take(engine, shape) is None
    late = kept.returns(engine, shape, blocks[0])
    kept.forget()
    late()
    assert kept.take(engine, shape) is None


def test_a_search_left_to_itself_disturbs_no_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search abandoned at its deadline does not disturb later ones, which have the correct value at each depth."""
    monkeypatch.setattr(worker, "_MOMENT_S", 0.0)
    search = bind(Deepening(evaluator=evaluators.improved), GAME, tier="compiled")
    for state in played(GAME, 5):
        found: list[Line] = []
        search(state, time_s=0.004, report=found.append)
        for line in found[:6]:
            law = bind(AlphaBeta(depth=line.depth, evaluator=evaluators.improved), GAME, tier="reference")(state)
            assert line.value == law.value


@pytest.fixture
def asks_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let searches read the table at every depth, because small trees have little depth."""
    monkeypatch.setattr(guided, "LOOKED_UP", 2)


@pytest.mark.parametrize("slots", [2, 16, 1024])
@pytest.mark.usefixtures("asks_early")
def test_values_are_minimax_whatever_was_searched_before(slots: int, with_kernels: Callable[[Any, Any], Any]) -> None:
    """With one table that is never emptied, searches from any states to any depths find the value of plain minimax
    and one of its best actions, and mark exact values correctly. The trees have repeated turns, ties, draws and
    floats.
    """
    plain = partial(bind, tier="reference")
    chance = random.Random(slots)
    for utilities in ("score", "outcome") * 20:
        tree = grow(chance.randint, some_shape(chance.randint, utilities=utilities))
        game = with_kernels(tree, estimate)
        made = plain_engine(game, estimate, GUIDED)
        search = CompiledSearch(made, estimate, guidance=Guidance(slots, OURS, kept=Kept()))
        states = [state for state in reached(tree) if not tree.terminal(state)]
        for _ in range(50):
            state, depth = chance.choice(states), chance.randint(1, 6)
            found = TreeSearch(game, depth, partial(search.open, game))(state, Request())
            law = plain(Minimax(depth=depth, evaluator=estimate), tree)(state, every_action=True)
            assert found.value == law.value
            assert found.action in law.best
            if found.exact:
                assert found.value == plain(Minimax(evaluator=estimate), tree)(state).value


def reached(tree: Tree) -> list[Any]:
    """All states of a tree, each with the least number of plies to it."""
    found = [tree.initial()]
    for state in found:
        if not tree.terminal(state):
            after = [tree.result(state, action) for action in tree.actions(state)]
            found += [each for each in after if each not in found]
    return found
