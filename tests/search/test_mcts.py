"""Monte Carlo tree search: what it proves is true, and the tree that it keeps is the part below the new position."""

from __future__ import annotations

import os
import random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from advsearch import InvalidSettings, bind
from advsearch.limits import Budget, Limits, Request
from advsearch.search.kit.grown import GrownTree
from advsearch.search.mcts import MCTS
from advsearch.search.simulating import children
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape
from advsearch.testing.oracle import Oracle
from advsearch.testing.trees import Node, Tree
from advsearch.values import is_proven

TREES = int(os.environ.get("ADVSEARCH_SHELF_TREES", "150"))
FIRST = random.SystemRandom().randrange(1 << 30)
DEEP = 40


@pytest.fixture(autouse=True)
def _short_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games on graphs have no end."""
    monkeypatch.setattr("advsearch.search.mcts.LONGEST", 100)


def grown(seed: int) -> Tree:
    rng = random.Random(seed)
    shape = some_shape(rng.randint, utilities=rng.choice(["outcome", "score"]), floats=True, cyclic=seed % 5 == 0)
    return grow(rng.randint, shape)


def utility(tree: Tree, value: Any) -> Any:
    """The utility that a proven win or loss stands for."""
    return (value > 0) - (value < 0) if tree.utilities == "outcome" and is_proven(value) else value


def some_settings(rng: random.Random) -> MCTS:
    return MCTS(
        rng.choice([1, 5, 40, 300]),
        evaluator=estimate,
        playouts=rng.choice(["uniform", "decisive", "evaluator", None]),
        priors=rng.random() < 0.5,
        room=rng.choice([10, 60, 1 << 20]),
        seed=rng.randrange(100),
    )


def test_what_is_proven_is_true() -> None:
    """In trees and graphs of any kind, with any settings, a proven winner wins, and an exact value is the value."""
    proven = 0
    for seed in range(FIRST, FIRST + TREES):
        tree = grown(seed)
        searcher = some_settings(random.Random(seed))
        result = bind(searcher, tree, tier="reference")(tree.initial())
        if not result.proven or result.action is None:
            continue
        proven += 1
        verdict, case = Oracle(tree, distances=True).verdict(DEEP), (seed, searcher)
        assert utility(tree, result.value) == utility(tree, verdict.value), case
        assert utility(tree, dict(verdict.actions)[result.action.name]) == utility(tree, verdict.value), case
        assert not is_proven(result.value) or abs(verdict.value) >= abs(result.value), case  # at most as many plies
    assert proven > TREES // 4


def test_enough_simulations_prove_small_trees() -> None:
    """The tree of a small game without cycles is proven whole, and the action is a best one."""
    for seed in range(FIRST, FIRST + TREES // 3):
        tree = grown(seed)
        if tree.cyclic or tree.size > 40 or not tree.nodes[0].moves:
            continue
        result = bind(MCTS(20_000, evaluator=estimate), tree, tier="reference")(tree.initial())
        assert result.proven, seed
        assert result.action.name in Oracle(tree, distances=False).full().best, seed


def test_a_proven_loss_is_never_preferred(toys: SimpleNamespace) -> None:
    """In every position of tic-tac-toe with six open cells or fewer, 3,000 simulations keep the value."""
    game = toys.TicTacToe()
    search = bind(MCTS(3_000), game, tier="reference")
    rng = random.Random(FIRST)
    for _ in range(25):
        state = game.initial()
        for _ in range(3):
            state = game.result(state, rng.choice(game.actions(state)))
        values = toys.action_values(game, state, 9, lambda *_: 0)
        best = max((value > 0) - (value < 0) for value in values.values())
        value = values[search(state).action]
        assert (value > 0) - (value < 0) == best, (FIRST, state)


def test_decisive_playouts_end_perfectly(toys: SimpleNamespace) -> None:
    """With two open cells of tic-tac-toe or fewer, a player who wins at once and prevents what it can plays best."""
    game, rng = toys.TicTacToe(), random.Random(FIRST)
    tree: Any = MCTS(playouts="decisive").tree(game, Budget())
    for _ in range(60):
        state = game.initial()
        while not game.terminal(state) and game.empty(state) > 2:
            state = game.result(state, rng.choice(game.actions(state)))
        if not game.terminal(state):
            best = max(toys.action_values(game, state, 9, lambda *_: 0).values())
            sign = 1 if game.player(state) == 0 else -1
            assert tree.fought_out(state) == sign * ((best > 0) - (best < 0)), (FIRST, state)


@pytest.mark.parametrize("turn", [0, 1])
def test_a_win_counts_more_than_its_size(turn: int) -> None:
    """A narrow win is a better mean than a great win and a loss by turns, if the results of the game are scores."""
    sign = 1 if turn == 0 else -1
    tree: Any = MCTS().tree(Tree((Node(0, turn, utility=0),), utilities="score"), Budget())
    tree.least, tree.most = -18.0, 18.0
    narrow, mixed = tree.nodes[1], tree.nodes[2]
    for narrow_or_mixed, results in ((1, (1, 1)), (2, (18, -14))):
        node = tree.nodes[narrow_or_mixed]
        node.low, node.high, node.visits = tree.bottom, tree.top, 2
        node.total = float(sign * sum(results))
        node.won = sign * sum((each > 0) - (each < 0) for each in results)
        tree.weigh(narrow_or_mixed)
    assert sign * narrow.worth > sign * mixed.worth


def test_each_line_has_the_visits_of_every_root_action(toys: SimpleNamespace) -> None:
    """The visits of a line and of the result add up to the simulations, and each action has its value."""
    game, lines = toys.TicTacToe(), []
    request = Request(Limits(), report=lines.append, every_action=True)
    result = bind(MCTS(500), game, tier="reference")(game.initial(), request)
    assert [sum(visits for _, visits, _ in line.visits) for line in lines] == [64, 192, 448, 500]
    assert {action for action, _, _ in result.visits} == set(range(9))
    assert result.scores == tuple((action, value) for action, _, value in result.visits)
    assert result.action == max(result.visits, key=lambda each: each[1])[0]


def below(tree: GrownTree, index: int) -> Any:
    """Everything that a tree knows of a node, and of those below it."""
    node = tree.nodes[index]
    known = (node.action, node.visits, node.total, node.low, node.high, node.mover, node.over, node.plies)
    return known, [below(tree, child) for child in children(tree, index)]


def test_a_cut_leaves_the_part_below_a_node() -> None:
    """Whatever node becomes the root, its part of the tree stays as it was, and grows on as before."""
    for seed in range(FIRST, FIRST + TREES // 3):
        game, rng = grown(seed), random.Random(seed)
        if not game.nodes[0].moves:
            continue
        tree = some_settings(rng).tree(game, Budget())
        tree.root_player, tree.deepest = game.player(game.initial()), 100
        tree.search(game.initial(), 200)
        chosen = rng.randrange(tree.used)
        path, at = [], chosen
        while at:
            path.append(tree.nodes[at].action)
            at = tree.nodes[at].parent
        before = below(tree, chosen)
        tree.cut(chosen)
        assert below(tree, 0) == before, seed
        state = game.initial()
        for action in reversed(path):
            state = game.result(state, action)
        if not game.terminal(state):
            tree.search(state, 50)
            assert tree.nodes[0].visits >= before[0][1]


def test_what_is_left_out_was_visited_least() -> None:
    """A thinned tree has at most half of its nodes, or the root's children; all that is left is as it was."""
    thinned = 0
    for seed in range(FIRST, FIRST + TREES // 3):
        game, rng = grown(seed), random.Random(seed)
        if not game.nodes[0].moves:
            continue
        tree = attrs.evolve(some_settings(rng), room=1 << 20).tree(game, Budget())
        tree.root_player, tree.deepest = game.player(game.initial()), 100
        tree.search(game.initial(), 200)
        before, used = below(tree, 0), tree.used
        tree.thin()
        thinned += tree.used < used
        assert tree.used <= max(used // 2, 1 + tree.nodes[0].children), seed
        left = [(before, below(tree, 0))]
        while left:
            (was, children_before), (now, children_now) = left.pop()
            assert was == now, seed
            assert not children_now or len(children_now) == len(children_before), seed
            left += zip(children_before, children_now, strict=False)
        tree.search(game.initial(), 50)
        assert tree.nodes[0].visits >= before[0][1]
    assert thinned > TREES // 10


def test_the_tree_is_kept_between_moves_and_forgotten_between_games(toys: SimpleNamespace) -> None:
    """Under a clock alone, the next search begins with the visits of the last; after `new_game`, with none."""
    game = toys.TicTacToe()
    search = bind(MCTS(300), game, tier="reference")
    first = search(game.initial(), time_s=5)
    state = game.result(game.initial(), first.action)
    reply = game.actions(state)[0]
    after = game.result(state, reply)
    kept = search(after, time_s=5)
    assert sum(visits for _, visits, _ in kept.visits) > 300
    search(game.initial(), time_s=5)
    search.new_game()
    assert sum(visits for _, visits, _ in search(after, time_s=5).visits) == 300
    once, again = (attrs.evolve(search(after, nodes=5_000), seconds=0) for _ in range(2))
    assert once == again


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(nodes=1), Limits(nodes=7), Limits(time_s=0)])
def test_any_budget_gives_a_legal_action(toys: SimpleNamespace, limits: Limits) -> None:
    """A search that may enter hardly any position returns a legal action, and enters no more."""
    game = toys.TicTacToe()
    result = bind(MCTS(), game, tier="reference")(game.initial(), Request(limits))
    assert result.action in range(9)
    assert result.nodes <= (limits.nodes if limits.nodes is not None else 1)


@pytest.mark.parametrize(
    "settings", [{"playouts": "some"}, {"exploration": -1}, {"room": 1}, {"simulations": -1}, {"priors": 1}]
)
def test_wrong_settings_are_refused(settings: Any) -> None:
    """The message names the setting."""
    with pytest.raises(InvalidSettings, match=next(iter(settings))):
        MCTS(**settings)
