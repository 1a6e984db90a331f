"""Compares kernels with the game's rules on random walks, both derived kernels and those written by hand."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from isolation_by_hand import ByHand

from advsearch.binding import bind
from advsearch.bits import Word
from advsearch.compiled.engine import kernels_of
from advsearch.compiled.evaluators import kernel_of
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernel_game import KernelGame
from advsearch.kernels import ONGOING, SKIP, KernelSet
from advsearch.lowering import Plain
from advsearch.protocol import bind_evaluator
from advsearch.search import AlphaBeta
from advsearch_isolation import evaluators as isolation_evaluators
from advsearch_isolation.evaluators import WeightedMobility
from advsearch_isolation.position import UNPLACED, State
from advsearch_isolation.rules import Isolation
from advsearch_pentago.evaluators import Straights
from advsearch_pentago.rules import Pentago

BOARDS = [(7, 7), (9, 7), (8, 8), (11, 9), (4, 3), (1, 1), (2, 11)]


def as_words(s: Any) -> tuple[Word, ...]:
    return tuple(map(Word, s))


def walk(game: Any, state: Any, evaluators: list[Any], rng: random.Random) -> int:
    """Play to the end at random, comparing every position. Return the number of plies."""
    kernels: Any = kernels_of(game)
    pairs = [(each, kernel_of(each, kernels, game).function) for each in evaluators]
    plies = 0
    while True:
        s = as_words(kernels.encode(state))
        assert len(s) == kernels.words
        cells = kernels.actions(s)
        player = game.player(state)
        for evaluator, kernel in pairs:
            for side in (0, 1):
                expected = bind_evaluator(evaluator, game)(game, state, player if side == 0 else 1 - player)
                assert kernel(s, cells, side) == expected
        outcome = kernels.outcome(s, cells)
        assert (outcome != ONGOING) == game.terminal(state)
        if outcome != ONGOING:
            assert outcome == game.utility(state, player)
            return plies
        numbers = list(kernels.each_action(s))
        assert [kernels.action(number) for number in numbers] == list(game.actions(state))
        number = rng.choice(numbers)
        after = game.result(state, kernels.action(number))
        assert kernels.apply(s, number) == kernels.encode(after)
        stays = kernels.stays is not None and kernels.stays(s, number)
        assert (game.player(after) == player) == stays
        if kernels.pack is not None:
            packed = kernels.pack(s)
            assert 0 <= packed < 1 << kernels.pack_bits
            assert (packed == kernels.pack(as_words(kernels.encode(after)))) == (s == kernels.encode(after))
        state = after
        plies += 1
        assert plies <= kernels.longest


@pytest.mark.parametrize("moves", ["knight", "queen"])
@pytest.mark.parametrize(("width", "height"), BOARDS)
def test_isolation_is_the_same_game_over_words(width: int, height: int, moves: Any) -> None:
    """Isolation's derived rules give the same actions in order, results, ends and evaluations, on boards of one and
    two words, with holes, and before placements. No operation differs on machine words.
    """
    game = Isolation(width, height, moves)
    rng = random.Random(f"{width} {height} {moves}")
    of_game = [
        isolation_evaluators.open_moves,
        isolation_evaluators.improved,
        isolation_evaluators.center,
        isolation_evaluators.centered,
        WeightedMobility(),
        WeightedMobility(2, 3),
        WeightedMobility(1, 0.5),
    ]
    if width * height == 1:  # on this board no token is placed while a game continues
        of_game = []
    walk(game, game.initial(), of_game, rng)
    for _ in range(3):
        walk(game, _cut(game, rng), of_game, rng)


def _cut(game: Isolation, rng: random.Random) -> State:
    """A position with holes, and players placed anywhere or not yet."""
    cells = game.width * game.height
    free = rng.getrandbits(cells)
    mover, waiting = (rng.choice([UNPLACED, rng.randrange(cells)]) for _ in range(2))
    if mover == waiting:
        waiting = UNPLACED
    for cell in (mover, waiting):
        if cell != UNPLACED:
            free &= ~(1 << cell)
    return State(free, mover, waiting, turn=rng.randrange(2), ply=rng.randrange(9))


@pytest.mark.parametrize("rules", ["official", "after-turn"])
def test_pentago_is_the_same_game_over_words(rules: Any) -> None:
    """Pentago's derived rules give the same actions in order (also those without a turn), results, ends and
    straights, in both variants.
    """
    game = Pentago(rules)
    rng = random.Random(rules)
    of_game = [Straights(), Straights(four=10, five=0), Straights(counting="lines")]
    for _ in range(12):
        walk(game, game.initial(), of_game, rng)


@pytest.mark.parametrize("moves", ["knight", "queen"])
@pytest.mark.parametrize(("width", "height"), [(7, 7), (9, 7), (4, 3)])
def test_kernels_by_hand_are_the_same_game(width: int, height: int, moves: Any) -> None:
    """The example of docs/kernels.md agrees with the rules, and its kernels for proofs agree with the plain
    methods.
    """
    game, rng = ByHand(width, height, moves), random.Random(5)
    kernels = game.kernels()
    assert kernels.rank is not None
    assert kernels.decided is not None
    walk(game, game.initial(), [isolation_evaluators.improved, isolation_evaluators.center], rng)
    for _ in range(3):
        state = game.initial()
        while not game.terminal(state):
            s = kernels.encode(state)
            assert kernels.decided(s, kernels.actions(s)) == game.decided(state)
            action = rng.choice(game.actions(state))
            t, rank = kernels.apply(s, action), game.rank(state, action)
            assert kernels.rank(s, action, t, kernels.actions(t)) == (SKIP if rank is None else rank)
            state = game.result(state, action)


def test_kernels_by_hand_and_derived_rules_enter_the_same_positions() -> None:
    """A game that has kernels can be searched without them, with the same evaluator."""
    game = ByHand(4, 4)
    search = AlphaBeta(depth=3, evaluator=isolation_evaluators.improved)
    found = [bind(search, each, tier="compiled")(game.initial()) for each in (game, Plain(game))]
    assert [attrs.evolve(each, seconds=0.0) for each in found] == [attrs.evolve(found[0], seconds=0.0)] * 2
    assert found[1].note is None


def test_a_board_too_large_for_the_kernels_by_hand() -> None:
    """The example's kernels have one word, and a larger board is refused with this reason."""
    with pytest.raises(CompiledTierUnavailable, match="^expected at most 63 cells for kernels, got 64; ask for"):
        ByHand(8, 8).kernels()


def test_what_isolation_decides_is_so() -> None:
    """The bounds of `decided` for a late position are what plain minimax finds."""
    game = Isolation(4, 4)
    kernels = kernels_of(game)
    assert isinstance(kernels, KernelSet)
    rng = random.Random(3)
    for _ in range(60):
        state = game.initial()
        while not game.terminal(state):
            s = kernels.encode(state)
            assert kernels.decided is not None
            lower, upper = kernels.decided(s, kernels.actions(s))
            assert lower <= _worth(game, state) <= upper or state.ply < 6
            state = game.result(state, rng.choice(game.actions(state)))


def _worth(game: Isolation, state: State) -> int:
    """Plain minimax to the end, for the side to move, in late positions only."""
    if state.ply < 6:
        return 0
    if game.terminal(state):
        return -1
    return max(-_worth(game, game.result(state, action)) for action in game.actions(state))


def test_a_game_of_kernels_alone_is_a_game(take: Any) -> None:
    """A game that `KernelGame` derives from kernels obeys the laws of kernels and rules, even if players move
    twice.
    """
    game: KernelGame = take(21, 3, 4)
    for seed in range(20):
        walk(game, game.initial(), [], random.Random(seed))


def test_isolation_skips_exactly_what_loses_at_once() -> None:
    """`rank` returns SKIP exactly if an action leaves its mover without actions and the opponent with some."""
    game = Isolation(4, 4)
    kernels = kernels_of(game)
    assert isinstance(kernels, KernelSet)
    assert kernels.rank is not None
    rng = random.Random(3)
    for _ in range(40):
        state = game.initial()
        while not game.terminal(state):
            s = kernels.encode(state)
            for number in kernels.each_action(s):
                t = kernels.apply(s, number)
                after = game.result(state, number)
                loses = not game.terminal(after) and game.mobility(after, state.turn) == 0
                assert (kernels.rank(s, number, t, kernels.actions(t)) == SKIP) == loses
            state = game.result(state, rng.choice(game.actions(state)))
