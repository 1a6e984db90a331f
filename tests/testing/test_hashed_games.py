"""Games drawn by hash, and the law that runs a search in several ways on them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from advsearch.binding import Tiered
from advsearch.compiled import build
from advsearch.errors import InvalidSettings
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.testing import LawBroken, check_game, check_searcher, estimate
from advsearch.testing.hashed import HashedGame, draw_game, hashed_game
from advsearch.testing.oracle import Oracle
from advsearch.testing.reducing import smallest


@pytest.mark.parametrize("fractions", [False, True])
def test_a_hashed_game_is_a_game_with_kernels(fractions: bool) -> None:
    """It obeys every law of games, its kernels those of kernels, evaluator included."""
    game = hashed_game(
        7, height=5, branching=4, width=5, again=4, ends=2, skips=1, mirrored=False, fractions=fractions
    )
    report = check_game(game, evaluators={"estimate": estimate}, profile="fast")
    assert {"kernel results are the rules'", "evaluator estimate is its kernel"} <= {law.law for law in report.tried}


def test_its_tree_is_the_game() -> None:
    """What is written down is what a search of the game itself finds, at every depth."""
    for number in range(25):
        game = draw_game(random.Random(number))
        tree = game.tree()
        for depth in range(1, 5):
            result = Minimax(depth, evaluator=estimate).search(game, game.initial())
            assert result.value == Oracle(tree, distances=True).verdict(depth).value


def test_its_bounds_are_kept() -> None:
    """No more plies, actions or places than asked for, and no number beyond."""
    tree = hashed_game(3, height=4, branching=3, width=2, values=2, estimates=1).tree()
    assert tree.height == 4
    assert tree.size <= 1 + 4 * 2 * 2  # places of four levels, either player to move
    assert {node.utility for node in tree.nodes} <= {-2, -1, 0, 1, 2}
    assert all(len(node.moves) <= 3 and max(map(abs, node.estimates)) <= 1 for node in tree.nodes)


def test_its_repr_gives_it_back() -> None:
    """A counterexample can be pasted into a test."""
    game = draw_game(random.Random(4))
    again: HashedGame = eval(repr(game), {"hashed_game": hashed_game})
    assert (again, again.start) == (game, game.start)


def test_equal_rules_are_equal_wherever_they_start() -> None:
    """So that one build serves them all; other numbers or other utilities are other rules."""
    assert hashed_game(1) == hashed_game(2, height=9)
    assert hash(hashed_game(1)) == hash(hashed_game(2))
    assert hashed_game(1) != hashed_game(1, fractions=True)
    assert hashed_game(1) != hashed_game(1, utilities="outcome")
    assert hashed_game(1) != object()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"height": 61}, "expected height of 0 to 60, got 61"),
        ({"branching": 0}, "expected branching of 1 to 15, got 0"),
        ({"width": 0}, "expected width of 1 to 65536, got 0"),
        ({"seed": -1}, "expected a seed of 31 bits, got -1"),
    ],
)
def test_what_does_not_fit_is_refused(settings: dict[str, int], message: str) -> None:
    """Bounds have to fit their bits."""
    with pytest.raises(InvalidSettings, match=message):
        hashed_game(**settings)


def test_a_game_too_large_is_not_written_down() -> None:
    """Nobody waits for a tree of a million positions."""
    with pytest.raises(InvalidSettings, match="expected a game of at most 50 positions"):
        hashed_game(1, height=9, branching=6).tree(most=50)


def test_a_game_is_reduced() -> None:
    """To the smallest bounds within which it still does what it did."""
    large = hashed_game(5, height=7, branching=4, width=12, again=4, ends=3, skips=2, values=8)
    small, _ = smallest(large, True, lambda game: game.tree().size >= 5 or None)
    assert 5 <= small.size <= 8


# --- the law --------------------------------------------------------------------------------------------------------


def plain(game: Any, depth: int) -> Any:
    """Minimax, in four lines."""
    me = game.player(game.initial())

    def value(state: Any, left: int) -> Any:
        if game.terminal(state):
            return game.utility(state, me)
        if not left:
            return game.evaluate(state, me)
        best = max if game.player(state) == me else min
        return best(value(game.result(state, action), left - 1) for action in game.actions(state))

    start = game.initial()
    if game.terminal(start):
        return game.utility(start, me), None
    return max(((value(game.result(start, a), depth - 1), a) for a in game.actions(start)), key=lambda pair: pair[0])


def hasty(game: Any, depth: int) -> Any:
    """Its twin in a hurry: looks no deeper than three plies."""
    return plain(game, min(depth, 3))


def blind(game: Any, depth: int) -> Any:
    """Finds the value, and says any action."""
    value, action = plain(game, depth)
    return value, action if action is None else game.actions(game.initial())[-1]


def test_twins_that_answer_alike_hold_the_law() -> None:
    """A search in another form, given as a twin, is tried beside it."""
    report = check_searcher(plain, twins={"again": plain}, only=["tiers agree"], profile="fast")
    assert report.tried


@pytest.mark.parametrize("twin", [hasty, blind])
def test_a_twin_that_answers_otherwise_is_caught(twin: Any) -> None:
    """With the twin's name and a small game, written down."""
    with pytest.raises(LawBroken) as caught:
        check_searcher(plain, twins={"fast": twin}, only=["tiers agree"])
    assert caught.value.case["tier"] == "fast"
    assert caught.value.size <= 12
    assert "hashed_game(" in str(caught.value)


@pytest.mark.parametrize("searcher", [plain, Tiered(AlphaBeta(), "reference")])
def test_a_search_of_one_form_has_nothing_to_agree_with(searcher: Any) -> None:
    """The report says what would make the law apply."""
    (law,) = check_searcher(searcher, only=["tiers agree"], profile=1).laws
    assert law.not_tried == "it runs in one way only; give others as twins"


def test_without_numba_the_law_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report says so."""
    monkeypatch.setattr(build, "available", lambda: "no numba here")
    monkeypatch.setattr("advsearch.compiled.engine._engines", {})
    (law,) = check_searcher(Tiered(Deepening()), only=["tiers agree"], profile=3).laws
    assert law.not_tried == "no numba here"


def test_a_searcher_asked_for_compiled_is_held_to_the_other_laws_too() -> None:
    """On trees it runs on the reference tier and as its compiled form."""
    report = check_searcher(Tiered(AlphaBeta(), "compiled"), only=["the horizon"], profile="fast")
    assert report.tried
