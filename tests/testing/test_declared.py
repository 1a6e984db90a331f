"""The declarations about a searcher decide which laws apply to it."""

from __future__ import annotations

import math
import os
from typing import Any

import attrs
import pytest

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.search import Greedy, Hybrid, Minimax, Random
from advsearch.search.alphabeta import AlphaBeta
from advsearch.testing import LawBroken, Report, check_game, check_searcher, estimate
from advsearch.testing.games import Heaps, Lines
from advsearch.testing.growing import Shape, grow

INF = math.inf
QUICK: dict[str, Any] = {"profile": "fast"}


def negamax(tree: Any, state: Any, depth: int) -> Any:
    """Negamax as in courses, which negates the value at every ply."""

    def visit(state: Any, left: int, low: Any, high: Any) -> Any:
        mover = tree.player(state)
        if tree.terminal(state):
            return tree.utility(state, mover), None
        if left == 0:
            me = tree.player(start)
            return tree.evaluate(state, me) * (1 if mover == me else -1), None
        best, chosen = -INF, None
        for action in tree.actions(state):
            value = -visit(tree.result(state, action), left - 1, -high, -low)[0]
            if chosen is None or value > best:
                best, chosen = value, action
            low = max(low, best)
            if low >= high:
                break
        return best, chosen

    start = state
    return visit(state, depth, -INF, INF)


def test_a_search_for_alternating_turns_passes_if_it_is_declared_so() -> None:
    """`alternates=True` leaves out the trees in which a player moves twice, even in shared positions."""
    check_searcher(negamax, alternates=True, **QUICK)
    with pytest.raises(LawBroken):
        check_searcher(negamax, **QUICK)


def strict(tree: Any, state: Any, depth: int) -> Any:
    """Alpha-beta that cuts off only beyond a bound."""
    me = tree.player(state)

    def visit(state: Any, left: int, low: Any, high: Any) -> Any:
        if tree.terminal(state):
            return tree.utility(state, me), None
        if left == 0:
            return tree.evaluate(state, me), None
        own = tree.player(state) == me
        best, chosen = -INF if own else INF, None
        for action in tree.actions(state):
            value = visit(tree.result(state, action), left - 1, low, high)[0]
            if chosen is None or (value > best if own else value < best):
                best, chosen = value, action
            low, high = (max(low, best), high) if own else (low, min(high, best))
            if low > high:
                break
        return best, chosen

    return visit(state, depth, -INF, INF)


def test_a_strict_search_does_not_cut_off_at_equal_values() -> None:
    """`prunes="strict"` allows the positions of equal value, and requires them."""
    check_searcher(strict, prunes="strict", ties="first", **QUICK)
    with pytest.raises(LawBroken, match="the minimal tree"):
        check_searcher(strict, prunes=True, only="the minimal tree", **QUICK)
    with pytest.raises(LawBroken, match="no cut on equality"):
        check_searcher(negamax, alternates=True, prunes="strict", only="no cut on equality", **QUICK)
    with pytest.raises(InvalidSettings, match="`prunes` to be one of yes, no, strict"):
        check_searcher(strict, prunes="some", **QUICK)  # type: ignore[arg-type]


def test_strict_trees_alternate() -> None:
    """No tree that is generated for such a search lets a player move twice, whatever its shape."""
    import random

    for number in range(60):
        shape = Shape(turns="strict", lattice=number % 2 == 0, cyclic=number % 3 == 0 and number % 2 == 1)
        assert grow(random.Random(number).randint, shape).alternates


def test_the_action_alone_is_an_answer_if_it_is_declared_so() -> None:
    """With `returns="action"` only the action is tested, and with `"action, value"` the two are in this order."""

    def action(tree: Any, state: Any, depth: int) -> Any:
        return Minimax(depth, estimate).search(tree, state).action

    def turned(tree: Any, state: Any, depth: int) -> Any:
        found = Minimax(depth, estimate).search(tree, state)
        return found.action, found.value

    def last(tree: Any, state: Any, depth: int) -> Any:
        actions = tree.actions(state)
        return actions[-1] if actions else None

    check_searcher(action, returns="action", **QUICK)
    check_searcher(turned, returns="action, value", distances=True, **QUICK)
    with pytest.raises(LawBroken, match="expected  action"):
        check_searcher(last, returns="action", **QUICK)


def test_a_parameter_without_a_meaning_is_refused() -> None:
    """A required parameter with an unknown name is refused; one with a default is not passed."""
    with pytest.raises(
        InvalidSettings, match="expected the parameter 'width' to have a default, or one of the names game"
    ):
        check_searcher(lambda tree, depth, width: None)
    check_searcher(lambda tree, depth, width=3: AlphaBeta(depth, estimate).search(tree, tree.initial()), **QUICK)


def test_defaults_of_a_window_are_used() -> None:
    """A window search that is called without a window and has a wrong default breaks a law."""

    def turned(tree: Any, state: Any, depth: int, alpha: Any = INF, beta: Any = -INF) -> Any:
        me = tree.player(state)
        if tree.terminal(state) or depth == 0:
            return (tree.utility if tree.terminal(state) else tree.evaluate)(state, me)
        values = []
        for action in tree.actions(state):
            child = tree.result(state, action)
            same = tree.player(child) == me
            found = turned(tree, child, depth - 1, *((alpha, beta) if same else (-beta, -alpha)))
            values.append(found if same else -found)
            if values[-1] >= beta:
                break
        return max(values)

    with pytest.raises(LawBroken):
        check_searcher(turned, alternates=True, only="the whole tree")


@pytest.mark.parametrize(
    "searcher",
    [
        Greedy(),
        Random(),
        # .ci/run checks a hybrid under its name
        pytest.param(Hybrid([Greedy(), AlphaBeta(depth=2)], [lambda g, s: True]), marks=pytest.mark.slow),
    ],
)
def test_a_searcher_is_held_to_what_it_promises(searcher: Any) -> None:
    """A searcher is tested only for its promise: one ply, a legal action, or a legal action in its games."""
    assert len(check_searcher(searcher, profile="fast").tried) >= 1


def test_a_promise_that_is_not_kept_is_a_broken_law() -> None:
    """An action that is not legal breaks a law, whatever else is promised."""

    def illegal(tree: Any, state: Any) -> Any:
        return 0, "no action"

    with pytest.raises(LawBroken, match="a legal action"):
        check_searcher(illegal, kind="legal", profile="fast")
    with pytest.raises(LawBroken, match="the best of one ply"):
        check_searcher(illegal, kind="one-ply", profile="fast")


class Misere(Lines):
    """The player with a line loses."""

    def utility(self, state: Any, player: int) -> Any:
        return -super().utility(state, player)


def test_another_implementation_is_played_in_step() -> None:
    """An error that a game makes everywhere shows against another implementation, with a path to the difference;
    equal rules agree.
    """
    only = ["the other implementation agrees", "the other implementation agrees on other boards"]
    check_game(Lines(), against=Lines(), profile="fast", only=only)
    with pytest.raises(LawBroken, match="utility -1 for player 0, as in the other implementation") as caught:
        check_game(Lines(), against=Misere(), profile="fast", only=only)
    assert caught.value.size == 5


@pytest.mark.parametrize("game", [Lines(), Lines(4, 2, 2), Heaps()])
def test_the_small_games_obey_the_rules(game: Any) -> None:
    """The small games on which searches are tried have correct symmetries and `undo`."""
    report = check_game(game, profile="fast")
    assert {"undo inverts result", "symmetries keep the rules"} <= {law.law for law in report.held}


def test_a_check_in_a_process_of_its_own_survives_a_crash() -> None:
    """A program that ends its process breaks a law; any other result is reported as usual."""

    def ends(tree: Any, depth: int) -> Any:
        os._exit(3)

    with pytest.raises(LawBroken, match="the process ended with exit status 3"):
        check_searcher(lambda tree, depth: ends(tree, depth), kind="prover", apart=True)
    with pytest.raises(LawBroken, match="the whole tree"):
        check_searcher(lambda tree, depth: (0, None), apart=True)
    report = check_searcher(negamax, alternates=True, apart=True, only="the whole tree")
    assert isinstance(report, Report)


def test_a_check_ends_in_time_and_gives_points() -> None:
    """After the time limit no law is tried, and the points are those of the groups of the laws that were tried."""
    report = check_searcher(negamax, alternates=True, limit_s=0)
    assert report.as_json()["of"] == 0
    report = check_searcher(negamax, keep_going=True, only=["the whole tree", "repeated turns"], profile="fast")
    graded = report.as_json()
    assert (graded["of"], set(graded["groups"])) == (65, {"value", "action"})
    assert 0 < graded["points"] < 65


def test_deep_chains_are_required_of_a_search_that_is_declared_deep() -> None:
    """For a search that calls itself at every ply the law of deep chains is not tried, unless deep=True is
    declared.
    """
    only: dict[str, Any] = {"only": "deep chains", "alternates": True}
    report = check_searcher(negamax, **only)
    assert "declare deep=True" in report.laws[0].not_tried
    with pytest.raises(LawBroken, match="RecursionError"):
        check_searcher(negamax, deep=True, **only)


def test_the_smaller_of_two_depths_is_searched() -> None:
    """A searcher that uses only its own depth, or only that of the call, breaks a law."""

    @attrs.frozen
    class Own(AlphaBeta):
        def bind(self, at: Any) -> Any:
            search = super().bind(at)
            return lambda state, request: search(state, attrs.evolve(request, limits=Limits()))

    check_searcher(AlphaBeta(), only="the smaller of two depths", profile="fast")
    with pytest.raises(LawBroken, match="own depth 3"):
        check_searcher(Own(), only="the smaller of two depths")
