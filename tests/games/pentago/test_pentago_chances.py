"""The evaluator `chances`, which counts lines that can still become five."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch import load_kernels
from advsearch.errors import InvalidSettings
from advsearch_pentago import Pentago, State
from advsearch_pentago.evaluators import Chances, chances

GAME = Pentago(rules="after-turn")


def rows_of(state: State) -> list[str]:
    return GAME.format_state(state).split("/")


def by_reading(state: State, mine: str, worth: list[int]) -> int:
    """Every window of five cells in a line, read from the text of the position."""
    rows, total = rows_of(state), 0
    for row in range(6):
        for column in range(6):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(5)]
                if all(0 <= r < 6 and 0 <= c < 6 for r, c in cells):
                    line = "".join(rows[r][c] for r, c in cells)
                    colours = set(line) - {"."}
                    if len(colours) == 1:
                        sign = 1 if colours == {mine} else -1
                        total += sign * worth[5 - line.count(".")]
    return total


@st.composite
def boards(draw: st.DrawFn) -> State:
    cells = draw(st.permutations(range(36)))
    stones = draw(st.integers(0, 20))
    x = sum(1 << cell for cell in cells[: (stones + 1) // 2])
    o = sum(1 << cell for cell in cells[(stones + 1) // 2 : stones])
    return State(x, o)


@given(state=boards(), weights=st.tuples(*[st.integers(0, 99)] * 4))
def test_chances_by_reading_the_board(state: State, weights: tuple[int, int, int, int]) -> None:
    """The value is that of a count over the text, and its negative for the other player."""
    evaluator = Chances(*weights)
    worth = [0, *weights, weights[3]]
    assert evaluator(GAME, state, 0) == by_reading(state, "X", worth)
    assert evaluator(GAME, state, 1) == -evaluator(GAME, state, 0)


@given(state=boards())
def test_the_kernel_is_the_evaluator(state: State) -> None:
    """The kernel has the evaluator's value, for the side to move and for the other side."""
    kernels, kernel = load_kernels(GAME, chances)
    words = kernels.encode(state)
    mover = GAME.player(state)
    for side in (0, 1):
        player = mover if side == 0 else 1 - mover
        assert kernel(words, kernels.actions(words), side) == chances(GAME, state, player)


@pytest.mark.parametrize("weight", [-1, 1.5, True, 1 << 30])
def test_weights_are_whole(weight: object) -> None:
    """A weight that is not a number of points is a one-line error."""
    with pytest.raises(InvalidSettings, match="expected `three` to be a whole number from 0, got"):
        Chances(three=weight)  # type: ignore[arg-type]
