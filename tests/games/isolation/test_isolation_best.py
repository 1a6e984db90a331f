"""The best player wins won positions, makes lost ones hard for its opponent, and respects its limits."""

from __future__ import annotations

import random

import pytest

import advsearch
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.values import is_loss, is_win
from advsearch_isolation import Isolation
from advsearch_isolation.players.best import Best

SMALL = Isolation(width=5, height=5)


@pytest.mark.slow
@pytest.mark.needs_numba
def test_from_a_won_position_it_wins() -> None:
    """On 5x5, from every random opening that is won for either side, the best player wins against a searching
    opponent.
    """
    solver, best = advsearch.Solver(SMALL, table_mb=1), advsearch.bind(Best(), SMALL)
    opponent = advsearch.bind("alphabeta(depth=4, evaluator=improved, ties=random)", SMALL)
    rng = random.Random(4)
    for number in range(8):
        state = SMALL.initial()
        for _ in range(2):
            state = SMALL.result(state, rng.choice(SMALL.actions(state)))
        value = solver.solve(state).value
        winner = SMALL.player(state) if value == 1 else 1 - SMALL.player(state)
        while not SMALL.terminal(state):
            playing = best if SMALL.player(state) == winner else opponent
            state = SMALL.result(state, playing(state, nodes=200_000).action)
        assert SMALL.utility(state, winner) == 1, number


@pytest.mark.needs_numba
def test_it_says_what_is_proven() -> None:
    """The value of a won position is a win, that of a lost position a loss, and the action is legal in both."""
    solver, best, seen = advsearch.Solver(SMALL, table_mb=1), advsearch.bind(Best(), SMALL), set()
    rng = random.Random(7)
    for _ in range(30):
        state = SMALL.initial()
        for _ in range(6):
            if not SMALL.terminal(state):
                state = SMALL.result(state, rng.choice(SMALL.actions(state)))
        if len(SMALL.actions(state)) < 2:
            continue
        found, value = best(state, nodes=100_000), solver.solve(state).value
        assert found.action in SMALL.actions(state)
        assert found.proven
        assert not found.exact  # the proof contains no distances
        assert is_win(found.value) if value == 1 else is_loss(found.value)
        seen.add(value)
    assert seen == {1, -1}


@pytest.mark.slow
@pytest.mark.needs_numba
@pytest.mark.parametrize("nodes", [1, 50, 2_000])
def test_small_budgets_still_give_an_action(nodes: int) -> None:
    """If nothing can be proven, the player searches, as it always does if more cells are open than it tries to
    prove.
    """
    for game in (Isolation(), Isolation(width=11, height=9)):
        state = game.result(game.result(game.initial(), 24), 40)
        assert Best().search(game, state, limits=Limits(nodes=nodes)).action in game.actions(state)


def test_what_it_cannot_play_is_refused() -> None:
    """Another game, and a share outside 0 to 1, are one-line errors."""
    with pytest.raises(InvalidSettings, match="isolation-best plays only isolation, got pentago"):
        Best().search(advsearch.load_game("pentago"), None)
    with pytest.raises(InvalidSettings, match="expected `proving` to be a share above 0 and at most 1, got 2"):
        Best(proving=2)
