"""The compiled tier's templates, run as ordinary Python, on games drawn by hash."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from advsearch.compiled import guided, solver_template
from advsearch.compiled.facade import Uncompiled
from advsearch.compiled.memory import plain_memory
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.testing import check_searcher
from advsearch.testing.hashed import draw_game

ORDER = ("table", "killers", "history")
SEARCHERS = {
    "alphabeta": AlphaBeta(),
    "minimax": Minimax(),
    "ordering": AlphaBeta(order=("killers", "history")),
    "table": AlphaBeta(table=64, order=ORDER),
    "tiny table": AlphaBeta(table=2, order=ORDER),
    "deepening": Deepening(AlphaBeta(table=64, order=ORDER)),
    "aspiration": Deepening(AlphaBeta(table=64, order=ORDER), aspiration=0.5),
    "drawn ties": AlphaBeta(ties="random", seed=2, table=16),
}


@pytest.mark.parametrize("looked_up", [2, 3])
@pytest.mark.parametrize("name", SEARCHERS)
def test_the_uncompiled_templates_agree_with_the_reference(
    name: str, looked_up: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each template, on games with any turns, ends, ties and shared positions, in integers and in floats."""
    monkeypatch.setattr(guided, "LOOKED_UP", looked_up)
    check_searcher(Uncompiled(SEARCHERS[name]), only=["tiers agree"], profile=30, seed=looked_up)


def best_of(game: Any, state: Any, known: dict[Any, tuple[Any, int]]) -> tuple[Any, int]:
    """The utility to the player to move, and the plies to the end: fewest to a win, most to a loss."""
    if state not in known:
        mover = game.player(state)
        if game.terminal(state):
            known[state] = (game.utility(state, mover), 0)
        else:
            found = []
            for action in game.actions(state):
                after = game.result(state, action)
                utility, plies = best_of(game, after, known)
                found.append((utility if game.player(after) == mover else -utility, plies + 1))
            known[state] = max(
                found, key=lambda each: (each[0], -each[1] if each[0] > 0 else each[1] * (each[0] < 0))
            )
    return known[state]


@pytest.mark.parametrize("far_bits", [0, 3, 8])
@pytest.mark.parametrize("bounds", [True, False], ids=["bounds", "no bounds"])
@pytest.mark.parametrize("distance", [False, True], ids=["utility", "distance"])
def test_the_uncompiled_solver_proves_what_minimax_says(distance: bool, bounds: bool, far_bits: int) -> None:
    """Utility, distance and action, with tables of one entry to many, kept from game to game."""
    kernels = draw_game(random.Random(0)).kernels()
    if not bounds:
        kernels = attrs.evolve(kernels, decided=None)
    template = solver_template.make(kernels, distance)
    m, far = plain_memory(template.cells), plain_memory(template.tables.entry_cells << far_bits)
    for number in range(60):
        game = draw_game(random.Random(f"solver {number}"), floats=False)
        state = game.initial()
        if game.terminal(state):
            continue
        known: dict[Any, tuple[Any, int]] = {}
        utility, plies = best_of(game, state, known)
        greatest, unit = template.scale.greatest, template.scale.unit
        m[solver_template.NODES] = m[solver_template.STOP] = m[solver_template.CEILING] = 0
        m[solver_template.LIMIT], m[solver_template.WINDOWS] = 1 << 40, 1 << 30
        m[solver_template.FAR_BITS] = far_bits
        m[solver_template.LOWER], m[solver_template.UPPER] = -greatest, greatest
        m[solver_template.ACTION] = -1
        assert template.prove(m, far, kernels.encode(state)) == 1
        signed = plies if utility > 0 else -plies if utility < 0 else 0
        expected = utility * unit - signed if distance else utility
        assert m[solver_template.LOWER] == m[solver_template.UPPER] == expected
        after = game.result(state, m[solver_template.ACTION])
        sign = 1 if game.player(after) == game.player(state) else -1
        assert sign * known[after][0] == utility
        assert m[solver_template.NODES] >= 1
