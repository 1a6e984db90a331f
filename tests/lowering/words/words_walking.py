"""Compares derived kernels with the plain rules on random games."""

from __future__ import annotations

import random
from typing import Any

from advsearch.kernels import ONGOING, KernelSet, by_place


def held(game: Any, kernels: KernelSet, walks: int = 25, seed: int = 1) -> int:
    """Assert that the kernels return what the rules return. Return how many results were compared."""
    rng, compared = random.Random(seed), 0
    for _ in range(walks):
        state = game.initial()
        while not game.terminal(state):
            words = kernels.encode(state)
            assert kernels.outcome(words, kernels.actions(words)) == ONGOING, state
            legal, numbers = list(game.actions(state)), list(kernels.each_action(words))
            assert len(legal) == len(numbers), state
            if kernels.action is not by_place:
                assert [kernels.action(number) for number in numbers] == legal, state
            for place in rng.sample(range(len(legal)), min(3, len(legal))):
                after = game.result(state, legal[place])
                assert kernels.apply(words, numbers[place]) == kernels.encode(after), (state, legal[place])
                stays = bool(kernels.stays(words, numbers[place])) if kernels.stays else False
                assert game.terminal(after) or stays == (game.player(after) == game.player(state)), state
                compared += 1
            state = after
        words = kernels.encode(state)
        assert kernels.outcome(words, kernels.actions(words)) == game.utility(state, game.player(state)), state
    return compared
