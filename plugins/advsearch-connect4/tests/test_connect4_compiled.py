"""Compares derived rules with the rules in plain Python, and the solver with an independent search."""

import functools

import pytest
from advsearch import Solver
from advsearch.kernels import ONGOING, SKIP
from advsearch.lowering import derive
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch_connect4 import ConnectFour, evaluators

SIZES = [(7, 6), (4, 4), (5, 4), (9, 6), (9, 9), (5, 1), (1, 5)]
PLAYS = st.lists(st.integers(0, 8), max_size=63)


def positions(game, plays):
    """The positions of a game. Each choice is taken modulo the number of actions."""
    state = game.initial()
    yield state
    for choice in plays:
        if game.terminal(state):
            return
        actions = game.actions(state)
        state = game.result(state, actions[choice % len(actions)])
        yield state


def best_score(game, state):
    """The score under best play, by negamax with memory over the rules."""

    @functools.cache
    def value(state):
        if game.terminal(state):
            return game.utility(state, game.player(state))
        return max(-value(game.result(state, action)) for action in game.actions(state))

    return value(state)


@functools.cache
def derived(size):
    """The game, its derived rules over words, and its evaluators over words."""
    game = ConnectFour(*size)
    k = derive(game)
    kernels = {each: k.lower(each) for each in (evaluators.threats, evaluators.lines, evaluators.center)}
    return game, k, kernels


@pytest.mark.parametrize("size", SIZES)
@settings(max_examples=20)
@given(plays=PLAYS)
def test_what_is_derived_follows_the_rules(size, plays):
    """The derived rules give the game's actions in order, results, ends, scores and evaluations, at every board
    size.
    """
    game, k, kernels = derived(size)
    for state in positions(game, plays):
        words = k.encode(state)
        cells = k.actions(words)
        mover = game.player(state)
        if game.terminal(state):
            assert game.utility(state, mover) == k.outcome(words, cells)
            continue
        assert k.outcome(words, cells) == ONGOING
        for evaluator, kernel in kernels.items():
            for side in (0, 1):
                assert evaluator(game, state, mover ^ side) == kernel(words, cells, side)
        numbers = list(k.each_action(words))
        assert list(game.actions(state)) == [k.action(number) for number in numbers]
        for number in numbers:
            assert k.encode(game.result(state, k.action(number))) == k.apply(words, number)


@pytest.mark.parametrize("size", [(7, 6), (5, 4)])
@settings(max_examples=20)
@given(plays=PLAYS)
def test_what_the_game_says_for_proofs_is_derived(size, plays):
    """The derived kernels of `decided`, `rank` and `key` return the same as the methods."""
    game, k, _ = derived(size)
    for state in positions(game, plays):
        words = k.encode(state)
        assert k.pack(words) == game.key(state)
        if game.terminal(state):
            continue
        assert k.decided(words, k.actions(words)) == game.decided(state)
        for number in k.each_action(words):
            after = k.apply(words, number)
            rank = k.rank(words, number, after, k.actions(after))
            assert (None if rank == SKIP else rank) == game.rank(state, k.action(number))


@settings(max_examples=40)
@given(plays=st.lists(st.integers(0, 8), min_size=6, max_size=16), size=st.sampled_from([(4, 4), (5, 3), (4, 3)]))
def test_the_bounds_hold_and_what_is_skipped_is_no_better(plays, size):
    """The bounds of `decided` contain the score of every position. An action without a rank is worth no more than the
    lower bound.
    """
    game = ConnectFour(*size)
    for state in list(positions(game, plays))[6:]:
        if game.terminal(state):
            continue
        lower, upper = game.decided(state)
        assert lower <= best_score(game, state) <= upper
        if lower == upper:
            continue
        for action in game.actions(state):
            if game.rank(state, action) is None:
                assert -best_score(game, game.result(state, action)) <= lower


@given(one=PLAYS, other=PLAYS, size=st.sampled_from([*SIZES, (3, 7), (7, 8)]))
def test_a_key_is_one_state(one, other, size):
    """Different positions have different keys, of at most width * (height + 1) bits."""
    game = ConnectFour(*size)
    keys = {}
    for state in (*positions(game, one), *positions(game, other)):
        key = game.key(state)
        assert keys.setdefault(key, state) == state
        assert 0 <= key < 1 << size[0] * (size[1] + 1)


def test_boards_beyond_one_word_are_compiled():
    """A board of 90 bits takes two words for each player, and its searches and proofs are compiled."""
    game, k, _ = derived((9, 9))
    assert (k.words, Solver(game).why_reference) == (4, None)


@functools.cache
def solver_of(width, height):
    game = ConnectFour(width, height)
    return game, Solver(game, table_mb=8)


@settings(max_examples=40)
@given(plays=st.lists(st.integers(0, 8), min_size=9, max_size=20))
def test_the_solver_finds_the_score(plays):
    """The solver finds the score of 5x4 positions from nine plies on, and its action reaches this score."""
    game, solver = solver_of(5, 4)
    for state in list(positions(game, plays))[9:]:
        proof = solver.solve(state)
        assert proof.exact
        assert proof.tier == "compiled"
        assert proof.value == best_score(game, state)
        if proof.action is not None:
            assert proof.value == -best_score(game, game.result(state, proof.action))


@pytest.mark.parametrize(("size", "score"), [((4, 4), 0), ((6, 4), -1), ((5, 5), 0), ((4, 6), 0)])
def test_small_boards_from_the_start(size, score):
    """The scores of small empty boards are those of a separate program in C++ without bounds."""
    game, solver = solver_of(*size)
    assert solver.solve(game.initial()).value == score
