"""Searchers that prove values: they agree with the solver, and call nothing proven that is not."""

from __future__ import annotations

import os
import random
from types import SimpleNamespace
from typing import Any

import pytest

from advsearch import InvalidSettings, Solver, bind, load_game
from advsearch.protocol import null
from advsearch.search.best_first import BestFirst
from advsearch.search.dfpn import DfPn
from advsearch.search.mcts import MCTS
from advsearch.search.pn import ProofNumber
from advsearch.solving.stage import Solving
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape
from advsearch.testing.oracle import Oracle
from advsearch.testing.trees import Tree
from advsearch.values import is_proven

TREES = int(os.environ.get("ADVSEARCH_SHELF_TREES", "150"))
POSITIONS = int(os.environ.get("ADVSEARCH_SHELF_POSITIONS", "25"))
FIRST = random.SystemRandom().randrange(1 << 30)
PROVERS: dict[str, Any] = {
    "df-pn": lambda _rng: DfPn(),
    "df-pn with a small table": lambda rng: DfPn(rng.choice([16, 64])),
    "solver": lambda _rng: Solving(),
    "pn": lambda _rng: ProofNumber(),
    "best-first": lambda _rng: BestFirst(),
}


def grown(seed: int) -> Tree:
    rng = random.Random(seed)
    shape = some_shape(rng.randint, utilities=rng.choice(["outcome", "score"]), floats=True, cyclic=seed % 5 == 0)
    return grow(rng.randint, shape)


def utility(tree: Tree, value: Any) -> Any:
    """The utility that a proven win or loss stands for."""
    return (value > 0) - (value < 0) if tree.utilities == "outcome" and is_proven(value) else value


@pytest.mark.parametrize("name", PROVERS)
def test_provers_agree_with_minimax(name: str) -> None:
    """In trees and graphs, what is proven is the value of minimax, and a win takes at most as many plies as said."""
    proven = tried = 0
    for seed in range(FIRST, FIRST + TREES):
        tree, rng = grown(seed), random.Random(seed)
        result = bind(PROVERS[name](rng), tree, tier="reference", evaluator=estimate)(
            tree.initial(), nodes=rng.choice([10, 100, 20_000])
        )
        tried += 1
        if not result.proven or result.action is None:
            continue
        proven += 1
        verdict = Oracle(tree, distances=True).verdict(60 if tree.cyclic else tree.height)
        assert utility(tree, result.value) == utility(tree, verdict.value), seed
        assert utility(tree, dict(verdict.actions)[result.action.name]) == utility(tree, verdict.value), seed
        assert not is_proven(result.value) or abs(verdict.value) >= abs(result.value), seed
    assert proven > tried // 3


@pytest.mark.parametrize("name", ["df-pn", "pn", "best-first"])
@pytest.mark.parametrize("kind", ["isolation", "tic-tac-toe", "tic-tac-toe with scores"])
def test_provers_agree_with_the_solver(name: str, kind: str, toys: SimpleNamespace) -> None:
    """In late positions of real games, with and without draws, value and action are the solver's."""
    scores = "score" if "scores" in kind else "outcome"
    game = load_game("isolation(width=4,height=4)") if kind == "isolation" else toys.TicTacToe(scores)
    rng, solver = random.Random(FIRST), Solver(game, tier="reference")
    search = bind(PROVERS[name](rng), game, tier="reference", evaluator=null)
    for _ in range(POSITIONS):
        states = [game.initial()]
        while not game.terminal(states[-1]):
            states.append(game.result(states[-1], rng.choice(game.actions(states[-1]))))
        state = rng.choice(states[-8:-1])
        found, proof = search(state), solver.solve(state)
        assert found.proven, (FIRST, state)
        assert (found.value > 0) - (found.value < 0) == proof.value, (FIRST, state)
        after = game.result(state, found.action)
        sign = 1 if game.player(after) == game.player(state) else -1
        utility = game.utility(after, game.player(after)) if game.terminal(after) else solver.solve(after).value
        assert sign * utility == proof.value, (FIRST, state)


@pytest.mark.parametrize("searcher", [MCTS(100_000), ProofNumber(), BestFirst()])
def test_bounds_of_the_game_shorten_proofs(searcher: Any, toys: SimpleNamespace) -> None:
    """If a game knows who wins at once, values and actions are right, and fewer positions are entered."""

    class Knowing(toys.TicTacToe):  # type: ignore[misc, name-defined]
        def decided(self, state: Any) -> tuple[int, int]:
            mover = self.player(state)
            after = (self.result(state, action) for action in self.actions(state))
            won = any(self.terminal(child) and self.utility(child, mover) > 0 for child in after)
            return (1, 1) if won else (-1, 1)

    plain, knowing, rng = toys.TicTacToe(), Knowing(), random.Random(FIRST)
    solver = Solver(plain, tier="reference")
    entered = [0, 0]
    for _ in range(10):
        state = plain.initial()
        for _ in range(3):
            state = plain.result(state, rng.choice(plain.actions(state)))
        for number, game in enumerate((plain, knowing)):
            found = bind(searcher, game, tier="reference", evaluator=null)(state)
            entered[number] += found.nodes
            assert found.proven, (FIRST, state)
            assert (found.value > 0) - (found.value < 0) == solver.solve(state).value, (FIRST, state)
            after = plain.result(state, found.action)
            over = plain.terminal(after)
            value = plain.utility(after, plain.player(state)) if over else -solver.solve(after).value
            assert value == solver.solve(state).value, (FIRST, state)
    assert entered[1] < entered[0]


def test_the_solver_ends_a_hybrid(toys: SimpleNamespace) -> None:
    """A hybrid samples the opening, and plays the endgame by proofs, also under a clock."""
    game = toys.TicTacToe()
    text = "hybrid(stages=[mcts(simulations=50), solver], switches=[empty(6)])"
    search = bind(text, game, tier="reference", evaluator=null)
    state = game.initial()
    while not game.terminal(state):
        result = search(state, time_s=5)
        assert (result.visits is None) == (game.empty(state) <= 6)
        assert result.exact or game.empty(state) > 6
        state = game.result(state, result.action)


@pytest.mark.parametrize("nodes", [0, 1, 10, 100])
def test_a_solver_without_a_proof_searches(toys: SimpleNamespace, nodes: int) -> None:
    """Half of the nodes go into the proof, and the rest into the search that plays."""
    game = toys.TicTacToe()
    result = bind("solver(otherwise=alphabeta(depth=1))", game, tier="reference", evaluator=null)(
        "." * 9, nodes=nodes
    )
    assert not result.proven
    assert result.action in range(9)
    assert result.nodes <= nodes
    assert result.depth == (1 if nodes == 100 else 0)


def test_settings_of_provers_are_checked() -> None:
    """A table is a whole number."""
    with pytest.raises(InvalidSettings, match="table"):
        DfPn(table=-1)
