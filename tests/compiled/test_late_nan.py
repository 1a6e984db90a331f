"""An evaluator that returns nan only late in the game."""

from __future__ import annotations

from typing import Any

import pytest

import advsearch
from advsearch import AlphaBeta
from advsearch.binding import Tiered, Uncompiled
from advsearch.errors import AdvsearchError


def late(_game: Any, state: Any, _player: int) -> float:
    if state.ply > 4:
        return float("nan")
    return 1.0


@pytest.mark.parametrize("form", [Uncompiled, lambda inner: Tiered(inner, "reference")])
def test_it_is_named_itself(form: Any) -> None:
    """The message names the evaluator, and no file that advsearch generates."""
    game = advsearch.load_game("isolation(width=4, height=4)")
    with pytest.raises(AdvsearchError, match="late") as raised:
        form(AlphaBeta(6, late)).search(game, game.initial())
    assert "rows of" not in str(raised.value)
