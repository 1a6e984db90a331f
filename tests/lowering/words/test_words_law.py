"""Derived kernels return what the rules return."""

from __future__ import annotations

from typing import Any

import pytest
import stranger_bitboards
from words_walking import held

from advsearch.lowering import law
from advsearch.lowering.refusals import NotLowered
from advsearch.lowering.sample import sample
from advsearch.lowering.words import derive, operations
from advsearch_isolation import evaluators as isolation_evaluators
from advsearch_isolation.rules import Isolation
from advsearch_pentago.evaluators import Chances, Straights
from advsearch_pentago.position import seen_by
from advsearch_pentago.rules import Pentago
from advsearch_studies.isolation import between, place_values, pressure, tie_breaks
from advsearch_studies.pentago.stored import straights_stored_10, straights_stored_100

OURS = [
    Isolation(),
    Isolation(moves="queen"),
    Isolation(3, 4),
    Isolation(1, 5, "queen"),
    Isolation(8, 8),
    Isolation(8, 8, "queen"),
    Isolation(11, 11, "queen"),
    Pentago(),
    Pentago("after-turn"),
]


@pytest.mark.parametrize("game", OURS, ids=str)
def test_our_games_as_words(game: Any) -> None:
    """On random games, kernels of the built-in games give terminal, player, actions in order, results and
    utilities.
    """
    assert held(game, derive(game, sample(game)), walks=8) > 20


@pytest.mark.parametrize(
    "kind", ["TicTacToe", "Domineering", "Reversi", "Again", "Downwards", "Remembered", "Slides", "Falling"]
)
def test_strangers_games_as_words(kind: str) -> None:
    """Games in other authors' styles are derived, and their kernels agree with the rules."""
    game = getattr(stranger_bitboards, kind)()
    assert held(game, derive(game, sample(game))) > 20


def test_the_law_compares_every_action_of_a_state() -> None:
    """Without a limit on the number of actions, the result of each is compared; with a limit, at most that many."""
    game = stranger_bitboards.Again()
    twin = law.Twin(game, derive(game, sample(game)))
    state = game.initial()
    assert law.held_at(twin, state, None) == 1 + len(game.actions(state))
    assert law.held_at(twin, state, None, most=5) == 1 + 4


def test_the_words_of_pentago_are_the_stones_of_the_mover_and_of_the_other() -> None:
    """Pentago's words are the stones of the mover and of the opponent, without a word for the player to move."""
    game = Pentago()
    derived = derive(game, sample(game))
    for state in sample(game).states[:200]:
        assert derived.encode(state) == seen_by(state, game.player(state))


EVALUATORS = [
    (Isolation(), evaluator)
    for evaluator in (
        isolation_evaluators.open_moves,
        isolation_evaluators.improved,
        isolation_evaluators.WeightedMobility(),
        isolation_evaluators.WeightedMobility(1, 2),
        isolation_evaluators.center,
        isolation_evaluators.centered,
        pressure.edge,
        pressure.mirror,
        pressure.Pressure(),
        place_values.score_1,
        place_values.Score2(1.5),
        place_values.score_3,
        between.Formula(),
        between.FormulaProse(),
        between.between,
        *(tie_breaks.Heuristic(number) for number in (1, 2, 3)),
        *(tie_breaks.Heuristic(number, printed=True) for number in range(1, 7)),
    )
] + [
    (Pentago(), evaluator)
    for evaluator in (
        Straights(),
        Straights(five=0),
        Straights(counting="lines"),
        Chances(),
        straights_stored_10,
        straights_stored_100,
    )
]


@pytest.mark.parametrize(("game", "evaluator"), EVALUATORS, ids=lambda one: getattr(one, "__name__", str(one)))
def test_evaluators_as_words(game: Any, evaluator: Any) -> None:
    """The kernel of an evaluator has the evaluator's value, with the same bits, for both sides."""
    met = sample(game)
    kernels = derive(game, met)
    assert kernels.lower is not None
    kernel = kernels.lower(evaluator)
    for state, _ in met.unfinished[:150]:
        words = kernels.encode(state)
        for side in (0, 1):
            expected = evaluator(game, state, game.player(state) ^ side)
            found = kernel(words, kernels.actions(words), side)
            assert found == expected
            assert type(found).__name__ == kernel.__annotations__["return"]


def test_an_evaluator_that_reads_what_is_not_kept() -> None:
    """An evaluator that uses a field which the rules do not need is refused with the field's name."""
    kernels = derive(Isolation(), sample(Isolation()))
    assert kernels.lower is not None
    with pytest.raises(NotLowered, match="reads the field `ply`"):
        kernels.lower(pressure.pressure)


def test_an_evaluator_that_is_too_large_takes_nothing_from_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an evaluator is refused for its size, another is lowered as if it were the first."""
    kernels = derive(Isolation(), sample(Isolation()))
    assert kernels.lower is not None
    with monkeypatch.context() as patch:
        patch.setattr(operations, "MOST_NODES", 10)
        with pytest.raises(NotLowered, match="too many operations"):
            kernels.lower(place_values.score_3)
    assert kernels.lower(place_values.score_3).__annotations__["return"] == "float"
