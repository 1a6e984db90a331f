"""A trace agrees with the search that it watched, and with an alpha-beta that shares no code with it."""

from __future__ import annotations

import math
import random
from typing import Any

import attrs
import pytest

import advsearch
from advsearch import AlphaBeta, Deepening, Limits, Minimax, Request, bind
from advsearch.analysis.live.explaining import Explained
from advsearch.analysis.tracing import Trace, trace
from advsearch.search.ordering import TABLE
from advsearch.testing.growing import Shape, grow
from advsearch.testing.trees import Tree, estimate

TREES = 400


@attrs.define
class Seen:
    """What an independent alpha-beta did: the paths it entered, and those it cut."""

    entered: list[tuple[str, ...]] = attrs.field(factory=list)
    cut: list[tuple[str, ...]] = attrs.field(factory=list)
    value: Any = None


def textbook(game: Any, state: Any, depth: int, low: float, high: float, player: int, path: Any, seen: Seen) -> Any:
    """Alpha-beta from the root player's side, written here so that it shares no code with the search."""
    seen.entered.append(path)
    if game.terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return game.evaluate(state, player)
    mine = game.player(state) == player
    best = -math.inf if mine else math.inf
    actions = list(game.actions(state))
    for number, action in enumerate(actions):
        below = (*path, game.format_action(state, action))
        value = textbook(game, game.result(state, action), depth - 1, low, high, player, below, seen)
        best = max(best, value) if mine else min(best, value)
        low, high = (max(low, best), high) if mine else (low, min(high, best))
        if low >= high:
            seen.cut += [(*path, game.format_action(state, each)) for each in actions[number + 1 :]]
            break
    return best


def some_tree(seed: int) -> tuple[Tree, int]:
    rng = random.Random(seed)
    tree = grow(rng.randint, Shape(height=5, branching=3, nodes=90, estimates="numbers"))
    return tree, rng.randint(1, 5)


def paths_of(traced: Trace, game: Any) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The paths of the nodes of a trace, in order, and the paths that it cut, in order."""
    paths: list[tuple[str, ...]] = []
    for node in traced.nodes:
        if node.parent is None:
            paths.append(())
        else:
            above = traced.nodes[node.parent]
            paths.append((*paths[above.number], game.format_action(above.state, node.action)))
    cut = [
        (*paths[step.node], game.format_action(traced.nodes[step.node].state, action))
        for step in traced.steps
        if step.kind == "cut"
        for action in traced.nodes[step.node].cut
    ]
    return paths, cut


def test_plain_alpha_beta_enters_and_cuts_what_the_textbook_does() -> None:
    """On grown trees, the trace of alpha-beta without a table has the textbook's value, nodes, order and cuts."""
    judged = 0
    for seed in range(TREES):
        tree, depth = some_tree(seed)
        state = tree.initial()
        if tree.terminal(state):
            continue
        judged += 1
        seen = Seen()
        seen.value = textbook(tree, state, depth, -math.inf, math.inf, tree.player(state), (), seen)
        traced = trace(tree, state, AlphaBeta(), depth, evaluator=estimate)
        paths, cut = paths_of(traced, tree)
        assert traced.nodes[0].value == traced.result.value == seen.value, seed
        assert paths == seen.entered, seed
        assert sorted(cut) == sorted(seen.cut), seed
    assert judged > TREES * 0.9


@pytest.mark.parametrize(
    "searcher",
    [
        AlphaBeta(),
        Minimax(),
        AlphaBeta(table=1000),
        AlphaBeta(table=1000, order=(TABLE,)),
        Deepening(AlphaBeta(table=1000, order=(TABLE,))),
    ],
    ids=["alphabeta", "minimax", "table", "order", "deepening"],
)
def test_the_trace_is_the_search(searcher: Any) -> None:
    """For every searcher, the trace has the nodes that the search counts, its action and its value. Values and
    bounds of nodes are right for minimax, whose own values are all exact.
    """
    for seed in range(60):
        tree, depth = some_tree(seed)
        state = tree.initial()
        if tree.terminal(state):
            continue
        alone = bind(searcher, tree, evaluator=estimate, tier="reference")(state, Request(Limits(depth=depth)))
        traced = trace(tree, state, searcher, depth, evaluator=estimate)
        assert (traced.result.value, traced.result.action) == (alone.value, alone.action), seed
        counted = sum(not node.again for node in traced.nodes)
        assert counted == traced.result.nodes == alone.nodes, seed
        assert type(searcher) is not Minimax or {step.window for step in traced.steps} == {(None, None)}, seed
        last = traced.nodes[traced.roots[-1]]
        assert last.value == alone.value, seed
        for node in traced.nodes:
            true = minimax(tree, node.state, depth - node.ply, traced.root_player)
            assert type(searcher) is not Minimax or (node.bound, node.value) == ("exact", true), (seed, node)
            assert type(searcher) is not Minimax or node.window == (None, None), (seed, node)
            if (
                type(searcher) in (AlphaBeta, Minimax)
                and not getattr(searcher, "table", 0)
                and node.value is not None
            ):
                assert node.bound != "exact" or node.value == true, (seed, node)
                assert node.bound != "at most" or node.value >= true, (seed, node)
                assert node.bound != "at least" or node.value <= true, (seed, node)


def minimax(game: Any, state: Any, depth: int, player: int) -> Any:
    if game.terminal(state):
        return game.utility(state, player)
    if depth == 0:
        return game.evaluate(state, player)
    values = [minimax(game, game.result(state, each), depth - 1, player) for each in game.actions(state)]
    return max(values) if game.player(state) == player else min(values)


@pytest.mark.parametrize("name", ["isolation(width=4, height=4)", "pentago"])
def test_traces_of_positions(name: str) -> None:
    """In positions of our games, every step has a sentence, and a node is entered before it is left."""
    game: Any = advsearch.load_game(name)
    rng = random.Random(name)
    for plies in (2, 4):
        state = game.initial()
        for _ in range(plies):
            state = game.result(state, rng.choice(game.actions(state)))
        traced = trace(game, state, AlphaBeta(), 2)
        explained = Explained(game, traced)
        entered: set[int] = set()
        for step in traced.steps:
            assert explained.sentence(step).endswith(".")
            assert step.kind in ("began", "entered", "leaf") or step.node in entered
            entered.add(step.node)
        assert entered == set(range(len(traced.nodes)))


def test_a_trace_has_a_bound() -> None:
    """A search beyond the limit of nodes stops, and the trace says so."""
    game = advsearch.load_game("pentago")
    traced = trace(game, game.initial(), AlphaBeta(), 3, nodes=500)
    assert not traced.complete
    assert len(traced.nodes) <= 500


def test_a_cut_in_words() -> None:
    """The sentence of a cut names what is pruned, and what both players already have."""
    tree = advsearch.load_game("advsearch.testing.exercises:Trees")
    traced = trace(tree, tree.initial(), AlphaBeta(), 4)
    explained = Explained(tree, traced)
    cuts = [explained.sentence(step) for step in traced.steps if step.kind == "cut"]
    assert cuts == ["Pruned c2, c3: min already has 2 here, and max has 3 elsewhere."]


def test_a_node_that_is_searched_once_more_says_so() -> None:
    """With a table, alpha-beta tries null windows: a node whose value lies outside is a second node, with a sentence
    of its own.
    """
    again = []
    for seed in range(20):
        tree, depth = some_tree(seed)
        if not tree.terminal(tree.initial()):
            traced = trace(tree, tree.initial(), AlphaBeta(table=1000), depth, evaluator=estimate)
            told = Explained(tree, traced)
            said = [told.sentence(step) for step in traced.steps if step.kind in ("entered", "began")]
            assert sum("is searched once more, with a wider window" in each for each in said) == sum(
                node.again for node in traced.nodes
            )
            again += [node for node in traced.nodes if node.again]
    assert again
