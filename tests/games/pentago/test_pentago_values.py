"""Exact values, compared with published results of strong solvers and with trying everything."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch_pentago import Pentago, State


def value(game: Pentago, state: State, low: int = -1, high: int = 1, known: dict[Any, int] | None = None) -> int:
    """The value for the side to move, with finished next states first; exact within the window."""
    known = {} if known is None else known
    if game.terminal(state):
        return game.utility(state, game.player(state))
    if (state, low, high) in known:
        return known[state, low, high]
    mover = game.player(state)
    children = dict.fromkeys(game.result(state, action) for action in game.actions(state))
    ends = [game.utility(child, mover) for child in children if game.terminal(child)]
    best = max(ends, default=-1)
    for child in children:
        if best >= high:
            break
        if not game.terminal(child):
            best = max(best, -value(game, child, -high, -max(low, best), known))
    known[state, low, high] = best
    return best


@pytest.mark.parametrize(
    ("name", "stones"),
    [
        (5119520667390325205, 33),
        (3411839432732253680, 34),
        (3617287518729090978, 34),
        (3409512445076119669, 28),
    ],
)
def test_positions_that_tell_the_variants_apart(name: int, stones: int) -> None:
    """On four boards of girving/pentago the mover wins under the official rules and only draws after-turn."""
    official, after_turn = Pentago("official"), Pentago("after-turn")
    state = official.parse_state(str(name))
    assert official.ply(state) == stones
    assert value(official, state) == 1
    assert value(after_turn, state) == 0


@settings(max_examples=25)
@given(data=st.data())
def test_endgames_against_trying_everything(
    data: st.DataObject, games: Any, nearly_full: Any, plain_rules: Any
) -> None:
    """With at most two empty cells, the value is the one that the plain rules give by trying everything."""
    game, state = data.draw(games), data.draw(nearly_full)
    plain = plain_rules(game.rules)
    exhausted = plain.value(plain.grid(game.format_state(state)))
    assert value(game, state) == (exhausted if game.player(state) == 0 else -exhausted)


@settings(max_examples=40)
@given(data=st.data())
def test_values_do_not_change_under_symmetry(data: st.DataObject, games: Any, nearly_full: Any) -> None:
    """All eight images of an endgame have the same value."""
    game, state = data.draw(games), data.draw(nearly_full)
    assert len({value(game, symmetry.state(state)) for symmetry in game.symmetries()}) == 1
