"""Quiescence: the value is minimax's, with an evaluator that plays out what is noisy."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from advsearch import InvalidSettings, bind
from advsearch.protocol import HasNoisy
from advsearch.search import AlphaBeta
from advsearch.search.quiescence import Quiescence
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape
from advsearch.testing.trees import Tree

FIRST = random.SystemRandom().randrange(1 << 30)
LIMIT = 10**9 - 10**6 - 1


@attrs.frozen
class Loud:
    """A tree in which the actions with some names are noisy."""

    tree: Tree
    names: str
    utilities: str

    def noisy(self, state: Any) -> list[Any]:
        return [action for action in self.tree.actions(state) if action.name in self.names]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.tree, name)


def truth(game: Loud, state: Any, player: int, depth: int, plies: int, ply: int = 0) -> float:
    """The value of minimax to a depth, and of noisy actions below it."""
    outcome = game.utilities == "outcome"
    if game.terminal(state):
        utility = game.utility(state, player)
        if outcome and depth < 0:
            return utility * LIMIT
        return utility * (10**9 - ply) if outcome else utility
    best = max if game.player(state) == player else min
    if depth > 0:
        actions = game.actions(state)
        return best(truth(game, game.result(state, each), player, depth - 1, plies, ply + 1) for each in actions)
    stands = estimate(game, state, player)
    if depth < -plies + 1:
        return stands
    following = [
        truth(game, game.result(state, each), player, min(depth, 0) - 1, plies, ply + 1) for each in game.noisy(state)
    ]
    return best([stands, *following])


@pytest.mark.parametrize("own", [False, True])
def test_the_value_is_minimax_with_noisy_actions_played_out(own: bool) -> None:
    """Whether the game or the evaluator names noisy actions, and wherever the horizon is."""
    for seed in range(FIRST, FIRST + 200):
        rng = random.Random(seed)
        kind = rng.choice(["outcome", "score"])
        shape = some_shape(rng.randint, utilities=kind, floats=True)
        tree = grow(rng.randint, attrs.evolve(shape, estimates="few"))
        game: Any = Loud(tree, "".join(rng.sample("abcd", 2)), kind)
        evaluate: Any = lambda game, state, player: estimate(game, state, player)  # noqa: E731
        if own:
            evaluate.noisy = lambda _game, state, loud=game: loud.noisy(state)
        depth, plies = rng.randint(1, 3), rng.randint(0, 3)
        searcher = Quiescence(AlphaBeta(), evaluator=evaluate, plies=plies)
        result = bind(searcher, tree if own else game, tier="reference")(tree.initial(), depth=depth)
        if tree.nodes[0].moves:
            expected = truth(game, tree.initial(), tree.player(tree.initial()), depth, plies)
            assert result.value == expected, (seed, depth, plies)


def test_a_game_declares_its_noisy_actions() -> None:
    """`HasNoisy` knows the ability, and settings are checked."""
    tree = grow(random.Random(1).randint, some_shape(random.Random(1).randint, utilities="score"))
    assert isinstance(Loud(tree, "a", "score"), HasNoisy)
    assert not isinstance(tree, HasNoisy)
    with pytest.raises(InvalidSettings, match="`search` to be a searcher"):
        Quiescence(3)  # type: ignore[arg-type]
    with pytest.raises(InvalidSettings, match="plies"):
        Quiescence(plies=-1)
