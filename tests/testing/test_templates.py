"""The compiled tier's templates, run as ordinary Python, on games drawn by hash."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from isolation_by_hand import ByHand

from advsearch import Limits, load_game
from advsearch.binding import Tiered, Uncompiled
from advsearch.compiled import guided, layout, solver_template
from advsearch.compiled.memory import plain_memory
from advsearch.compiled.moves import moves_of
from advsearch.compiled.perft import make_perft
from advsearch.protocol import null
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.testing import check_searcher, estimate
from advsearch.testing.adjusting import with_settings
from advsearch.testing.hashed import HashedGame, draw_game, hashed_game

ORDER = ("table", "killers", "history")
AS_MEANT = "if the search is to enter more or fewer positions from now on, write the number here"
PROVEN = {
    (False, True, 0): 1288,
    (False, True, 8): 1288,
    (False, False, 0): 2362,
    (False, False, 8): 2362,
    (True, True, 0): 1560,
    (True, True, 8): 1560,
    (True, False, 0): 2381,
    (True, False, 8): 2381,
}
"""Positions the solver enters, by distance, bounds and size of its table."""
PACKED = {
    ByHand(4, 3): (161, 1187),
    ByHand(3, 3, "queen"): (188, 1097),
}
"""The same of games whose states fit a word, without and with distances."""
ENTERED = {
    "alphabeta": 7489,
    "minimax": 14274,
    "ordering": 7129,
    "table": 4430,
    "tiny table": 6497,
    "deepening": 8382,
    "aspiration": 9847,
    "drawn ties": 6818,
}
"""Positions each search enters in the games drawn."""
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
    check_searcher(Uncompiled(SEARCHERS[name]), only=["tiers agree"], profile=15, seed=looked_up)


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


def proven(template: Any, kernels: Any, game: Any, blocks: tuple[Any, Any], far_bits: int) -> tuple[int, Any, int]:
    """What the solver, run as it stands, proves of a game: the value, an action, and the positions it entered."""
    m, far = blocks
    greatest = template.scale.greatest
    m[solver_template.NODES] = m[solver_template.STOP] = m[solver_template.CEILING] = 0
    m[solver_template.LIMIT], m[solver_template.WINDOWS] = 1 << 40, 1 << 30
    m[solver_template.FAR_BITS] = far_bits
    m[solver_template.LOWER], m[solver_template.UPPER] = -greatest, greatest
    m[solver_template.ACTION] = -1
    assert template.prove(m, far, kernels.encode(game.initial())) == 1
    assert m[solver_template.LOWER] == m[solver_template.UPPER]
    return m[solver_template.LOWER], m[solver_template.ACTION], m[solver_template.NODES]


def held_against_minimax(kernels: Any, games: Any, distance: bool, far_bits: int) -> int:
    """Utility, distance and action of each game; how many positions were entered."""
    template = solver_template.make(moves_of(kernels), distance)
    blocks = plain_memory(template.cells), plain_memory(template.tables.entry_cells << far_bits)
    entered = 0
    for game in games:
        state = game.initial()
        if game.terminal(state):
            continue
        known: dict[Any, tuple[Any, int]] = {}
        utility, plies = best_of(game, state, known)
        value, action, nodes = proven(template, kernels, game, blocks, far_bits)
        signed = plies if utility > 0 else -plies if utility < 0 else 0
        assert value == (utility * template.scale.unit - signed if distance else utility)
        after = game.result(state, kernels.action(action))
        assert (1 if game.player(after) == game.player(state) else -1) * known[after][0] == utility
        entered += nodes
    return entered


@pytest.mark.parametrize("far_bits", [0, 8])
@pytest.mark.parametrize("bounds", [True, False], ids=["bounds", "no bounds"])
@pytest.mark.parametrize("distance", [False, True], ids=["utility", "distance"])
def test_the_uncompiled_solver_proves_what_minimax_says(distance: bool, bounds: bool, far_bits: int) -> None:
    """Utility, distance and action, with tables of one entry to many, kept from game to game."""
    drawn = [draw_game(random.Random(number), floats=False) for number in range(60)]
    vast = [hashed_game(seed, height=12, branching=6, width=60, values=20) for seed in range(2)]
    kernels = drawn[0].kernels()
    if not bounds:
        kernels = attrs.evolve(kernels, decided=None)
    entered = held_against_minimax(kernels, [*drawn, *vast], distance, far_bits)
    assert entered == PROVEN[distance, bounds, far_bits], AS_MEANT


@pytest.mark.parametrize("game", PACKED, ids=repr)
@pytest.mark.parametrize("distance", [False, True], ids=["utility", "distance"])
def test_the_uncompiled_solver_on_states_of_one_word(distance: bool, game: ByHand) -> None:
    """Packed states, and actions in the game's own order of promise."""
    assert held_against_minimax(game.kernels(), [game], distance, 8) == PACKED[game][distance], AS_MEANT


@pytest.mark.parametrize("name", SEARCHERS)
def test_the_templates_enter_as_many_positions_as_ever(name: str) -> None:
    """What is remembered, forgotten and tried first shows in no value, but in the positions entered."""
    searcher = Uncompiled(with_settings(SEARCHERS[name], {"evaluator": estimate}))
    entered = 0
    for game in (*(draw_game(random.Random(number), floats=False) for number in range(60)), *map(large, range(10))):
        if not game.terminal(game.initial()):
            entered += searcher.search(game, game.initial(), limits=Limits(depth=7, nodes=1_500)).nodes
    assert entered == ENTERED[name], AS_MEANT


def large(seed: int) -> HashedGame:
    """A game of many positions that are reached in many ways."""
    more = {"again": seed % 3, "skips": seed % 2, "choices": seed % 2}
    return hashed_game(seed, height=8, branching=5, width=7, values=8, estimates=8, **more)


@pytest.mark.parametrize("spec", ["isolation(width=11, height=7)", "isolation(width=5, height=5)"])
@pytest.mark.parametrize("name", ["alphabeta", "table", "minimax"])
def test_the_templates_on_boards(name: str, spec: str) -> None:
    """A board of more than 63 cells, and one whose states fit a word: value and action of the reference."""
    game = load_game(spec)
    rng = random.Random(3)
    for _ in range(12):
        state = game.initial()
        for _ in range(rng.randint(4, 14)):
            if not game.terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        if game.terminal(state):
            continue
        searcher = with_settings(SEARCHERS[name], {"evaluator": null})
        found = Uncompiled(searcher).search(game, state, limits=Limits(depth=4))
        truth = AlphaBeta(4, evaluator=null).search(game, state, every_action=True)
        assert found.value == truth.value
        assert found.action in truth.best


@pytest.mark.parametrize(
    "searcher", [AlphaBeta(evaluator=estimate), Minimax(evaluator=estimate)], ids=["alphabeta", "minimax"]
)
def test_the_templates_go_to_the_end_of_the_game(searcher: Any) -> None:
    """Without a depth, every field is the reference's, the depth it went to included."""
    for number in range(60):
        game = draw_game(random.Random(f"end {number}"), floats=False)
        reference = Tiered(searcher, "reference").search(game, game.initial())
        found = Uncompiled(searcher).search(game, game.initial())
        assert attrs.evolve(found, seconds=0.0, tier="reference") == attrs.evolve(reference, seconds=0.0)


def test_perft_uncompiled_counts_what_there_is() -> None:
    """Leaves, ends and positions entered, against a count of the tree written down."""
    for number in range(40):
        game = draw_game(random.Random(f"perft {number}"))
        kernels = game.kernels()
        words = kernels.encode(game.initial())
        for depth in (1, 2, 4) if kernels.actions(words) else ():
            block = plain_memory(64)
            leaves = make_perft(moves_of(kernels))(block, words, depth)
            assert (leaves, block[layout.OVER], block[layout.ENTERED]) == counted(game, game.initial(), depth)


def counted(game: Any, state: Any, depth: int) -> tuple[int, int, int]:
    """Leaves, ends and positions entered, the root not counted."""
    leaves = over = entered = 0
    for action in game.actions(state):
        child = game.result(state, action)
        entered += 1
        if game.terminal(child):
            leaves, over = leaves + 1, over + 1
        elif depth == 1:
            leaves += 1
        else:
            below = counted(game, child, depth - 1)
            leaves, over, entered = leaves + below[0], over + below[1], entered + below[2]
    return leaves, over, entered


@pytest.mark.parametrize(
    "searcher", [AlphaBeta(2, evaluator=estimate), Minimax(2, evaluator=estimate)], ids=["alphabeta", "minimax"]
)
def test_a_loss_seen_to_its_end_is_exact_below_the_root_too(searcher: Any) -> None:
    """A draw beside proven losses is exact, horizon or not; the compiled minimax said so, the reference did not."""
    game = hashed_game(45, height=3, branching=4, width=12, values=1, ends=5, skips=1, utilities="outcome")
    assert searcher.search(game, game.initial()).exact
    assert Uncompiled(searcher).search(game, game.initial()).exact
