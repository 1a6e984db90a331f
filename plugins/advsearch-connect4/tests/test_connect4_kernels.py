"""The kernels against the rules in plain Python, and the solver against a search that knows nothing of either."""

import functools

import pytest
from advsearch import CompiledTierUnavailable, Solver
from advsearch.kernels import ONGOING, SKIP
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch_connect4 import ConnectFour, evaluators

SIZES = [(7, 6), (4, 4), (5, 4), (4, 5), (6, 5), (3, 7), (9, 6), (7, 8), (5, 1), (1, 5)]
PLAYS = st.lists(st.integers(0, 8), max_size=63)


def positions(game, plays):
    """The positions along a play, choices taken modulo the number of actions."""
    state = game.initial()
    yield state
    for choice in plays:
        if game.terminal(state):
            return
        actions = game.actions(state)
        state = game.result(state, actions[choice % len(actions)])
        yield state


def best_score(game, state):
    """The score under best play, by memoised negamax over the rules."""

    @functools.cache
    def value(state):
        if game.terminal(state):
            return game.utility(state, game.player(state))
        return max(-value(game.result(state, action)) for action in game.actions(state))

    return value(state)


@pytest.mark.parametrize("size", SIZES)
@settings(max_examples=30)
@given(plays=PLAYS)
def test_the_kernels_follow_the_rules(size, plays):
    """Actions in order, results, ends, scores and evaluations are those of the game, at every size."""
    game = ConnectFour(*size)
    k = game.kernels()
    for state in positions(game, plays):
        words = k.encode(state)
        cells = k.actions(words)
        mover = game.player(state)
        for evaluator in (evaluators.threats, evaluators.lines, evaluators.center):
            for side in (0, 1):
                expected = evaluator(game, state, mover if side == 0 else 1 - mover)
                assert expected == k.evaluators[evaluator](words, cells, side)
        if game.terminal(state):
            assert game.utility(state, mover) == k.outcome(words, cells)
            continue
        assert k.outcome(words, cells) == ONGOING
        numbers = list(k.each_action(words))
        assert list(game.actions(state)) == [k.action(number) for number in numbers]
        for number in numbers:
            assert k.encode(game.result(state, k.action(number))) == k.apply(words, number)


@settings(max_examples=40)
@given(plays=st.lists(st.integers(0, 8), min_size=6, max_size=16), size=st.sampled_from([(4, 4), (5, 3), (4, 3)]))
def test_the_bounds_hold_and_what_is_skipped_is_no_better(plays, size):
    """`decided` holds the score of every position; an action ranked SKIP is worth no more than its lower bound."""
    game = ConnectFour(*size)
    k = game.kernels()
    for state in list(positions(game, plays))[6:]:
        if game.terminal(state):
            continue
        words = k.encode(state)
        cells = k.actions(words)
        lower, upper = k.decided(words, cells)
        assert lower <= best_score(game, state) <= upper
        if lower == upper:
            continue
        for number in k.each_action(words):
            after = k.apply(words, number)
            if k.rank(words, number, after, k.actions(after)) == SKIP:
                assert -best_score(game, game.result(state, k.action(number))) <= lower


@given(one=PLAYS, other=PLAYS, size=st.sampled_from(SIZES))
def test_a_packed_state_is_one_state(one, other, size):
    """Different positions pack differently, into the bits declared; a mirrored position mirrors its words."""
    game = ConnectFour(*size)
    k = game.kernels()
    packed = {}
    for state in (*positions(game, one), *positions(game, other)):
        words = k.encode(state)
        assert packed.setdefault(k.pack(words), words) == words
        assert 0 <= k.pack(words) < 1 << k.pack_bits
        mirrored = game.symmetries()[-1].state(state)
        assert k.encode(mirrored) == (k.symmetries[0](words) if k.symmetries else words)


def test_boards_beyond_one_word_have_no_kernels():
    """A board too large for one word says so, and is solved and searched in the reference tier."""
    game = ConnectFour(9, 9)
    with pytest.raises(
        CompiledTierUnavailable, match=r"at most 63 for kernels, got 90 from 9x9; ask for tier=reference"
    ):
        game.kernels()
    assert Solver(game).kernels is None


@functools.cache
def solver_of(width, height):
    game = ConnectFour(width, height)
    return game, Solver(game, table_mb=8)


@settings(max_examples=40)
@given(plays=st.lists(st.integers(0, 8), min_size=9, max_size=20))
def test_the_solver_finds_the_score(plays):
    """On 5x4 from any position of nine plies or more, and its action reaches the score."""
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
    """The empty board's score is the one that a separate program in C++, without any of these kernels, computed."""
    game, solver = solver_of(*size)
    assert solver.solve(game.initial()).value == score
