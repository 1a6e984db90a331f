"""`Request.actions` for every searcher: what is found is about a root at which no other action is legal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from advsearch import bind, load_searcher
from advsearch.plugins.builtin import SEARCHERS
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape
from advsearch.testing.oracle import Oracle
from advsearch.values import is_proven

FIRST = random.SystemRandom().randrange(1 << 30)
TREES = 40
SPECS: dict[str, str | None] = {
    "minimax": "minimax(depth=9)",
    "alphabeta": "alphabeta(depth=9)",
    "pvs": "pvs(depth=9)",
    "mcts": "mcts(simulations=300)",
    "hybrid": "hybrid(stages=[solver])",
    "greedy-then-alphabeta": None,  # a hybrid that asks for the ply of a state
    "course:": None,  # a player of a course is asked for one action
}
NAMES = [name for name, *_ in SEARCHERS if SPECS.get(name, name) is not None]


def sized(utilities: str, value: Any) -> Any:
    return (value > 0) - (value < 0) if utilities == "outcome" and is_proven(value) else value


@pytest.mark.parametrize("name", NAMES)
def test_a_searcher_searches_the_root_actions_that_are_asked_for(name: str) -> None:
    """The action is one of them, and what is proven is the value of the best of them, whatever others are worth."""
    searcher: Any = load_searcher(SPECS.get(name, name) or name)
    for seed in range(FIRST, FIRST + TREES):
        rng = random.Random(seed)
        tree = grow(rng.randint, some_shape(rng.randint, utilities=rng.choice(["outcome", "score"]), lattice=True))
        state = tree.initial()
        if tree.terminal(state):
            continue
        actions = list(tree.actions(state))
        wanted = [each for each in actions if rng.random() < 0.5] or actions[-1:]
        search = bind(searcher, tree, tier="reference", evaluator=estimate)
        nodes = rng.choice([0, 1, 5, 50, 5_000])
        found = search(state, nodes=nodes, actions=wanted)
        assert found.action in wanted, (seed, found)
        assert found.nodes <= nodes, (seed, found)
        if not found.proven:
            continue
        verdict = Oracle(tree, distances=True).verdict(tree.height)
        values = {action: sized(tree.utilities, value) for action, value in verdict.actions}
        best = max(values[each.name] for each in wanted)
        assert sized(tree.utilities, found.value) == best, (seed, found)
        assert values[found.action.name] == best, (seed, found)
