"""Compares the reports' players with their loops as printed in the reports."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch import load_game
from advsearch.binding import Tiered
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.match import Play, SearcherAgent, Turn
from advsearch.match.agents import Resign
from advsearch.match.resigning import Resigning
from advsearch.search import AlphaBeta, Deepening
from advsearch.values import is_loss, is_win
from advsearch_isolation import Isolation, State
from advsearch_isolation.evaluators import improved
from advsearch_studies.isolation.fewer_nodes import FewerNodes

Walked: TypeAlias = st.SearchStrategy[tuple[Isolation, State]]
NO_MOVE = -1
DEEPEST = 6


class Late(Exception):
    """The error that the course's clock raises in a search."""


def value(game: Isolation, state: State, depth: int, player: int) -> float:
    """Minimax in which finished games have infinite values, as in the course's functions."""
    if game.terminal(state):
        return math.inf * game.utility(state, player)
    if depth == 0:
        return improved(game, state, player)
    values = [value(game, game.result(state, action), depth - 1, player) for action in game.actions(state)]
    return max(values) if state.turn == player else min(values)


def one_search(game: Isolation, state: State, depth: int) -> tuple[float, int]:
    """The root search of 001: it begins with -inf and no move, and takes only a better one."""
    best_score, best_move = -math.inf, NO_MOVE
    for action in game.actions(state):
        score = value(game, game.result(state, action), depth - 1, state.turn)
        if score > best_score:
            best_score, best_move = score, action
    return best_score, best_move


def published_player(search: Callable[[int], tuple[float, int]]) -> tuple[float, int, int]:
    """The loop of 001: it searches deeper until the clock or an infinity ends it, and returns the last finished
    result.
    """
    try:
        depth = 1
        while True:
            score, move = search(depth)
            finished = depth
            if score in (math.inf, -math.inf):
                break
            depth += 1
    except Late:
        pass
    return score, move, finished


def by_depth(game: Isolation, state: State) -> Callable[[int], tuple[float, int]]:
    def search(depth: int) -> tuple[float, int]:
        if depth > DEEPEST:
            raise Late
        return one_search(game, state, depth)

    return search


@settings(max_examples=60)
@given(seed=st.randoms(use_true_random=False), width=st.integers(4, 6), height=st.integers(4, 5))
def test_deepening_stops_where_the_player_of_001_does(seed: Any, width: int, height: int) -> None:
    """Deepening and the player of 001 stop at the depth at which a win or a loss is proven."""
    game = Isolation(width, height)
    state = game.initial()
    for _ in range(seed.randint(2, width * height // 2)):
        if game.terminal(state):
            return
        state = game.result(state, seed.choice(game.actions(state)))
    if game.terminal(state) or state.ply < 2:
        return
    score, move, depth = published_player(by_depth(game, state))
    # each board would be a build of its own; tests/compiled compares the tiers
    ours = Tiered(Deepening(search=AlphaBeta(evaluator=improved), max_depth=DEEPEST), "reference")
    found = ours.search(game, state)
    assert (is_win(found.value), is_loss(found.value)) == (score == math.inf, score == -math.inf)
    assert found.depth == depth
    answer = Resigning(SearcherAgent(ours, "001")).choose(Turn(game, state, state.ply, state, (), Limits()))
    assert isinstance(answer, Resign if move == NO_MOVE else Play)


def test_what_stopping_leaves_out() -> None:
    """A loss in two plies is seen at depth 2, at which 001's player stops; with `stop_at_proven=False` deepening
    continues.
    """
    game = Isolation(5, 5)
    state = game.parse_state("A####/##.##/####./#####/###B# A")
    assert published_player(by_depth(game, state)) == (-math.inf, NO_MOVE, 2)
    assert Deepening(search=AlphaBeta(), max_depth=5).search(game, state).depth == 2
    endless = Deepening(search=AlphaBeta(), max_depth=5, stop_at_proven=False)
    assert endless.search(game, state).action == game.parse_action(state, "c2")


def test_fewer_nodes_in_the_endgame() -> None:
    """The whole budget is spent if enough cells are open, and only a share of it with fewer. A depth limit does not
    change.
    """
    game = Isolation()
    state = game.parse_state("......./......./......./...A.../......./.....B./....... A")
    within = Deepening(search=AlphaBeta(evaluator=improved))
    assert FewerNodes(within, 0.25, 47).search(game, state, limits=Limits(nodes=200)).nodes == 200
    assert FewerNodes(within, 0.25, 48).search(game, state, limits=Limits(nodes=200)).nodes == 50
    assert FewerNodes(within, 0.25, 48).search(game, state, limits=Limits(depth=2)).depth == 2
    for share, empty, message in (
        (0.0, 48, "`share` of fewer-nodes to be more than 0 and at most 1, got 0.0"),
        (0.5, 0, "`empty` of fewer-nodes to be a whole number from 1, got 0"),
    ):
        with pytest.raises(InvalidSettings, match=f"expected {message}"):
            FewerNodes(within, share, empty)
    with pytest.raises(InvalidSettings, match="fewer-nodes plays only isolation, got pentago"):
        FewerNodes(within, 0.25, 48).search(load_game("pentago"), None)


def test_a_search_that_wants_better_than_minus_infinity_gives_up() -> None:
    """If every move loses, 001's search returns (-1, -1), which forfeits the game although legal moves are left."""

    def choose(scores: dict[tuple[int, int], float]) -> tuple[int, int]:
        best_score, best_move = float("-inf"), (-1, -1)
        for move, score in scores.items():
            if score > best_score:
                best_score, best_move = score, move
        return best_move

    assert choose({(2, 1): float("-inf"), (1, 2): float("-inf")}) == (-1, -1)
    assert choose({(2, 1): float("-inf"), (1, 2): -3.0}) == (1, 2)


def test_a_clock_before_the_first_search_ended_001() -> None:
    """If the clock stops 001's first search, its loop has no move to return and raises; this package's player returns
    a legal move.
    """

    def too_late(depth: int) -> tuple[float, int]:
        raise Late

    with pytest.raises(UnboundLocalError):
        published_player(too_late)
    game = Isolation()
    state = game.result(game.result(game.initial(), 0), 48)
    for limits in (Limits(nodes=0), Limits(time_s=0.0)):
        found = Deepening(search=AlphaBeta(evaluator=improved)).search(game, state, limits=limits)
        assert found.action in game.actions(state)
        assert found.depth == 0
