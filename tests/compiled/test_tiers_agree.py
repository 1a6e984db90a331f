"""The two tiers return the same answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from advsearch import Limits
from advsearch.binding import Tiered, Uncompiled
from advsearch.compiled.perft import perft
from advsearch.protocol import AnyGame
from advsearch.results import Line
from advsearch.search import AlphaBeta, Deepening, Greedy, Hybrid, Minimax, Random
from advsearch.search.switches import AtPly
from advsearch.testing import estimate
from advsearch.testing.hashed import hashed_game
from advsearch_isolation import evaluators
from advsearch_isolation.rules import Isolation
from advsearch_pentago.evaluators import Straights
from advsearch_pentago.rules import Pentago

ALL = ("table", "killers", "history")
SMALL = Isolation(5, 5)
IMPROVED = evaluators.improved


def on_both(searcher: Any, game: AnyGame, state: Any, **options: Any) -> tuple[Any, Any]:
    """The results of both tiers, without the time and the tier's name."""
    reference = Tiered(searcher, "reference").search(game, state, **options)
    compiled = Tiered(searcher, "compiled").search(game, state, **options)
    assert compiled.tier == "compiled"
    return attrs.evolve(reference, seconds=0.0), attrs.evolve(compiled, seconds=0.0, tier="reference")


def positions(game: AnyGame, least: int, most: int, number: int) -> Iterator[Any]:
    rng = random.Random(f"{game}")
    while number:
        state = game.initial()
        for _ in range(rng.randint(least, most)):
            if not game.terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        yield state
        number -= 1


def on_reference(searcher: Any, state: Any, **options: Any) -> Any:
    return Tiered(searcher, "reference").search(SMALL, state, **options)


@pytest.mark.parametrize("every_action", [False, True])
@pytest.mark.parametrize("ties", ["first", "random"])
@pytest.mark.parametrize("evaluator", [IMPROVED, evaluators.center])
def test_plain_alphabeta_is_the_same_search(evaluator: Any, ties: Any, every_action: bool) -> None:
    """Plain alpha-beta has equal values, actions, lines, exactness, scores and nodes on both tiers, with integers and
    floats.
    """
    for state in positions(SMALL, 2, 20, 6):
        for depth in (1, 2, 4):
            searcher = AlphaBeta(depth=depth, evaluator=evaluator, ties=ties, seed=5)
            reference, compiled = on_both(searcher, SMALL, state, every_action=every_action)
            assert compiled == reference


def test_plain_alphabeta_to_the_end_is_the_same_search() -> None:
    """Without a depth both tiers search to the end of the game, and report the same depth."""
    for state in positions(SMALL, 8, 20, 5):
        reference, compiled = on_both(AlphaBeta(evaluator=IMPROVED), SMALL, state)
        assert compiled == reference


@pytest.mark.parametrize("searcher", [Minimax(depth=3, evaluator=IMPROVED), Greedy(IMPROVED), Random(seed=4)])
def test_minimax_greedy_and_random_are_the_same_search(searcher: Any) -> None:
    """Minimax, greedy and random return the same answer on both tiers in every field."""
    for state in positions(SMALL, 2, 20, 6):
        reference, compiled = on_both(searcher, SMALL, state)
        assert compiled == reference


def test_pentago_is_searched_alike() -> None:
    """Pentago, with eight turns per cell and one action for a winning placement, is searched alike on both tiers."""
    game = Pentago()
    for state in positions(game, 24, 35, 4):
        reference, compiled = on_both(AlphaBeta(depth=2, evaluator=Straights()), game, state)
        assert compiled == reference


@pytest.mark.parametrize(
    "searcher",
    [
        AlphaBeta(depth=5, evaluator=IMPROVED, table=4096, order=ALL),
        AlphaBeta(depth=5, evaluator=IMPROVED, table=2, order=ALL),
        AlphaBeta(depth=5, evaluator=IMPROVED, order=("killers",)),
        Deepening(max_depth=5, evaluator=IMPROVED),
        Deepening(max_depth=5, evaluator=IMPROVED, aspiration=0.5),
        Deepening(AlphaBeta(depth=5, evaluator=IMPROVED)),
    ],
)
def test_options_keep_the_searcher_law(searcher: Any) -> None:
    """With table, ordering, null windows or deepening, a search has the value of plain alpha-beta and one of its best
    actions.
    """
    for state in positions(SMALL, 2, 20, 8):
        depth = 5
        law = on_reference(AlphaBeta(depth=depth, evaluator=IMPROVED), state, every_action=True)
        found = Tiered(searcher, "compiled").search(SMALL, state)
        if found.depth < depth and found.action is not None:
            assert found.exact
        assert found.value == law.value
        assert found.action in law.best or found.action is law.action is None
        if found.pv:
            assert found.pv[0] == found.action


def test_random_ties_draw_the_same_action_on_both_tiers() -> None:
    """One seed draws the same of several equally good actions on both tiers, whatever the options."""
    for state in positions(SMALL, 2, 14, 8):
        for seed in range(3):
            plain = Tiered(AlphaBeta(depth=3, evaluator=IMPROVED, ties="random", seed=seed), "reference").search(
                SMALL, state
            )
            guided = AlphaBeta(depth=3, evaluator=IMPROVED, ties="random", seed=seed, table=4096, order=ALL)
            assert Tiered(guided, "compiled").search(SMALL, state).action == plain.action


def test_players_who_move_twice_are_searched_alike() -> None:
    """Kernels report whether the same player moves again, and values are negated only where the turn passes."""
    for seed in range(3):
        game = hashed_game(seed, height=7, values=9, again=8)
        for depth in range(1, 9):
            reference, compiled = on_both(AlphaBeta(depth=depth, evaluator=estimate), game, game.initial())
            assert compiled == reference
            guided = Tiered(AlphaBeta(depth=depth, evaluator=estimate, table=4096, order=ALL), "compiled")
            assert guided.search(game, game.initial()).value == reference.value


@pytest.mark.parametrize(
    ("game", "tier"),
    [
        (hashed_game(1, height=5, values=20, estimates=9, fractions=True), Tiered),
        (hashed_game(1, height=5, estimates=9, fractions=True, utilities="outcome"), Uncompiled),
    ],
    ids=["score", "outcome"],
)
def test_an_integer_is_an_integer_on_both_tiers(game: Any, tier: Any) -> None:
    """On both tiers a finished game's utility is an integer and an evaluation a float, although both are floats in
    compiled code.
    """
    types = set()
    for state in positions(game, 0, 4, 12):
        for depth in range(1, 6):
            for options, runs in (({}, tier), ({"table": 64, "order": ALL}, Uncompiled)):
                searcher = AlphaBeta(depth=depth, evaluator=estimate, **options)
                for every_action in (False, True):
                    reference = Tiered(searcher, "reference").search(game, state, every_action=every_action)
                    compiled = runs(searcher).search(game, state, every_action=every_action)
                    assert repr(compiled.value) == repr(reference.value)
                    assert repr(compiled.scores) == repr(reference.scores)
                    types.add(type(compiled.value))
    assert types == {int, float}


def test_a_hybrid_runs_the_stage_that_the_state_is_in() -> None:
    """Each stage of a hybrid runs compiled, and the same switches choose it."""
    hybrid = Hybrid((Greedy(IMPROVED), AlphaBeta(depth=3, evaluator=IMPROVED)), (AtPly(8),))
    for state in positions(SMALL, 2, 16, 8):
        reference, compiled = on_both(hybrid, SMALL, state)
        assert compiled == reference


def test_deepening_reports_each_depth() -> None:
    """Deepening reports each finished depth in order, and the last report is the result."""
    state = next(positions(SMALL, 2, 4, 1))
    lines: list[Line] = []
    result = Tiered(Deepening(max_depth=4, evaluator=IMPROVED), "compiled").search(SMALL, state, report=lines.append)
    assert [line.depth for line in lines] == list(range(1, result.depth + 1))
    assert lines[-1].value == result.value
    assert lines[-1].pv == result.pv


@pytest.mark.parametrize("searcher", [AlphaBeta(depth=4, evaluator=IMPROVED), Minimax(depth=2, evaluator=IMPROVED)])
def test_a_spent_budget_leaves_the_same_answer(searcher: Any) -> None:
    """At every node budget from 0 up, both tiers stop at the same node with the same answer."""
    state = next(positions(SMALL, 6, 6, 1))
    whole = searcher.search(SMALL, state).nodes
    for nodes in (*range(40), whole - 1, whole, whole + 1):
        reference, compiled = on_both(searcher, SMALL, state, limits=Limits(nodes=nodes))
        assert compiled == reference
        assert compiled.nodes <= nodes


def test_a_spent_budget_leaves_the_last_finished_depth_or_better() -> None:
    """Deepening with options returns a legal action at every node budget. Its value is that of a finished depth, or
    of a better action of the unfinished depth.
    """
    state = next(positions(SMALL, 6, 6, 1))
    searcher = Tiered(Deepening(max_depth=5, evaluator=IMPROVED, table=4096), "compiled")
    for nodes in range(0, 400, 7):
        found = searcher.search(SMALL, state, limits=Limits(nodes=nodes))
        assert found.nodes <= nodes
        assert found.action in SMALL.actions(state)
        if found.depth:
            law = Tiered(AlphaBeta(depth=found.depth, evaluator=IMPROVED), "reference").search(
                SMALL, state, every_action=True
            )
            deeper = Tiered(AlphaBeta(depth=found.depth + 1, evaluator=IMPROVED), "reference").search(
                SMALL, state, every_action=True
            )
            assert (found.action in law.best and found.value == law.value) or (
                (found.action, found.value) in (deeper.scores or ())
            )


def test_perft_counts_alike() -> None:
    """Perft counts the same leaves, finished games and positions on both tiers, on boards of one and two words."""
    for game, depth in ((SMALL, 3), (Isolation(8, 8), 2), (Pentago(), 1)):
        for state in positions(game, 2, 30, 3):
            for plies in range(depth + 1):
                assert perft(game, state, plies) == _counted(game, state, plies)


def _counted(game: AnyGame, state: Any, depth: int) -> tuple[int, int, int]:
    """The counts of an independent recursion: (leaves, finished games, positions entered)."""
    if game.terminal(state):
        return 1, 1, 1
    if depth == 0:
        return 1, 0, 1
    parts = [_counted(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return sum(p[0] for p in parts), sum(p[1] for p in parts), 1 + sum(p[2] for p in parts)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "evaluator", "depth"),
    [
        (Isolation(8, 8), IMPROVED, 4),
        (Isolation(4, 4, "queen"), evaluators.WeightedMobility(), 4),
        (Isolation(11, 9, "queen"), evaluators.centered, 2),
        (Pentago("after-turn"), Straights(), 2),
    ],
)
def test_more_games_are_searched_alike(game: Any, evaluator: Any, depth: int) -> None:
    """More games are searched alike on both tiers: boards of two words, queens, and both variants of Pentago."""
    for state in positions(game, 4, 30, 4):
        reference, compiled = on_both(AlphaBeta(depth=depth, evaluator=evaluator), game, state)
        assert compiled == reference
        guided = AlphaBeta(depth=depth, evaluator=evaluator, table=4096, order=ALL)
        assert Tiered(guided, "compiled").search(game, state).value == reference.value
