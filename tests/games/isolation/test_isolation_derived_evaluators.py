"""The derived kernels of the reports' evaluators give the evaluators' values."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from advsearch.compiled.engine import kernels_of
from advsearch.compiled.evaluators import kernel_of
from advsearch_isolation import Isolation, State
from advsearch_studies.isolation import place_values, pressure
from advsearch_studies.isolation.tie_breaks import Heuristic

Position: TypeAlias = tuple[Isolation, State]
WIDE = Isolation(width=11, height=9)
EVALUATORS: list[Any] = [
    *map(Heuristic, range(1, 4)),
    *(Heuristic(number, printed=True) for number in range(1, 7)),
    Heuristic(2, patch="diamond"),
    pressure.edge,
    pressure.mirror,
    pressure.mirror_printed,
    pressure.Pressure(),
    pressure.Pressure(printed=True, holes=1),
    place_values.score_1,
    place_values.Score2(),
    place_values.Score2(opponent=3),
    place_values.Score2(opponent=0.5),
    place_values.score_3,
]


@functools.cache
def derived(evaluator: Any, game: Isolation) -> Callable[..., Any]:
    return kernel_of(evaluator, kernels_of(game), game).function


def check(evaluator: Any, game: Isolation, state: State) -> None:
    kernels: Any = kernels_of(game)
    words = kernels.encode(state)
    for side in (0, 1):
        player = state.turn if side == 0 else 1 - state.turn
        found = derived(evaluator, game)(words, kernels.actions(words), side)
        assert found == evaluator(game, state, player)


@pytest.mark.parametrize("evaluator", EVALUATORS, ids=lambda each: getattr(each, "__name__", str(each)))
@settings(max_examples=25)
@given(data=st.data())
def test_what_is_derived_is_the_evaluator_on_the_course_board(
    evaluator: Any, data: st.DataObject, course_positions: st.SearchStrategy[State]
) -> None:
    """On the course board the kernels give the evaluators' values bit for bit, for either side, in every unfinished
    position.
    """
    state = data.draw(course_positions)
    game = Isolation()
    assume(not game.terminal(state))
    check(evaluator, game, state)


@given(data=st.data())
def test_what_is_derived_knows_tokens_that_are_not_placed(data: st.DataObject) -> None:
    """Before the placements a token counts as being on the centre, also in the kernels."""
    game = Isolation()
    state = game.initial()
    for _ in range(data.draw(st.integers(0, 2))):
        state = game.result(state, data.draw(st.sampled_from(game.actions(state))))
    for evaluator in EVALUATORS:
        check(evaluator, game, state)


@given(choices=st.lists(st.integers(0, 98), min_size=2, max_size=70))
def test_the_evaluators_of_001_are_derived_on_boards_of_two_words(choices: list[int]) -> None:
    """On 11x9 the kernels of edge, mirror and pressure are derived, and equal the evaluators."""
    state = WIDE.initial()
    for choice in choices:
        actions = WIDE.actions(state)
        if not actions:
            break
        state = WIDE.result(state, actions[choice % len(actions)])
    if not WIDE.terminal(state):
        for evaluator in (pressure.edge, pressure.mirror, pressure.mirror_printed, pressure.Pressure()):
            check(evaluator, WIDE, state)


@given(data=st.data())
def test_pressure_by_cells_is_pressure(data: st.DataObject, walked: st.SearchStrategy[Position]) -> None:
    """If every closed cell was closed by a ply, counting cells is the same as counting plies."""
    game, state = data.draw(walked)
    for player in (0, 1):
        assert pressure.Pressure()(game, state, player) == pressure.pressure(game, state, player)
        assert pressure.Pressure(printed=True)(game, state, player) == pressure.pressure_printed(game, state, player)


def test_the_early_board_has_one_hole() -> None:
    """On the board of 001's course, which begins with a1 closed, `holes=1` gives the number of plies."""
    game = Isolation()
    state = game.parse_state("B....../......./......./......./......./......./....... A 0")
    for cell in ("d4", "c2", "c6"):
        state = game.result(state, game.parse_action(state, cell))
        expected = pressure.pressure_printed(game, state, 0)
        assert math.isfinite(expected)
        assert pressure.Pressure(printed=True, holes=1)(game, state, 0) == expected
