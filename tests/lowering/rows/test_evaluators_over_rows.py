"""Evaluators over states, lowered with the rules, return Python's numbers with the same bits."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from advsearch.lowering.refusals import NotLowered
from advsearch.lowering.row_rules import ERROR, RowRules
from advsearch.lowering.rows import derive
from advsearch.lowering.rows.runtime import float_power
from advsearch.lowering.sample import sample


class Piles:
    """Take one or two from a pile; who takes the last wins."""

    worth = (3, 1, 2)

    def initial(self) -> tuple[tuple[int, ...], int]:
        return ((2, 3, 2), 0)

    def player(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[tuple[int, int]]:
        return [(i, k) for i, pile in enumerate(state[0]) for k in (1, 2) if k <= pile]

    def result(self, state: Any, action: Any) -> Any:
        piles, mover = state
        i, k = action
        return (*piles[:i], piles[i] - k, *piles[i + 1 :]), 1 - mover

    def terminal(self, state: Any) -> bool:
        return not any(state[0])

    def utility(self, state: Any, player: int) -> int:
        return -1 if state[1] == player else 1


def weighted(game: Any, state: Any, player: int) -> int:
    total = sum(worth * pile for worth, pile in zip(game.worth, state[0], strict=True))
    return total if game.player(state) == player else -total


def share(game: Any, state: Any, player: int) -> float:
    left = sum(state[0])
    return 0.1 * len(game.actions(state)) / (left + 1) - math.sqrt(left) * player


def powers(game: Any, state: Any, player: int) -> float:
    left = sum(state[0]) / 7 + 0.3
    return left**2 - left**0.5 + 2.5 ** -state[0][0] + (state[0][1] + 1) ** -2 - (state[0][2] - 3) ** 3 * left**-1.5


class Bonus:
    """An evaluator with a setting."""

    def __init__(self, bonus: float) -> None:
        self.bonus = bonus

    def __call__(self, game: Any, state: Any, player: int) -> float:
        return self.bonus if state[0][0] == 0 else -self.bonus / 3

    def of(self, game: Any, state: Any, player: int) -> int:
        return max(state[0]) - min(state[0])


@pytest.fixture(scope="module")
def rules() -> RowRules:
    return derive(Piles(), sample(Piles()))


@pytest.mark.parametrize(
    ("evaluator", "kind"),
    [
        (weighted, int),
        (share, float),
        (powers, float),
        (Bonus(0.7), float),
        (Bonus(0.7).of, int),
        (lambda g, s, p: s[0][p] * 2, int),
    ],
)
def test_an_evaluator_gives_the_number_of_python(rules: RowRules, evaluator: Any, kind: type) -> None:
    """Ints are equal to Python's, and floats have the same bits."""
    kernel, given = rules.evaluator(evaluator)
    assert given is kind
    game = Piles()
    for state in sample(game).states:
        row = rules.encode(state)
        start = ERROR + 16
        block: list[Any] = [0] * (start + len(row) + kernel.room + 64)
        block[start : start + len(row)] = row
        for player in (0, 1):
            expected = evaluator(game, state, player)
            assert repr(kernel(block, start, player, start + len(row))) == repr(kind(expected))
        assert block[ERROR] == 0


def test_an_evaluator_that_is_refused_says_why(rules: RowRules) -> None:
    """The refusal of an evaluator names the construct."""

    def noisy(game: Any, state: Any, player: int) -> int:
        print(state)
        return 0

    with pytest.raises(NotLowered, match=r"`print\(\.\.\.\)"):
        rules.evaluator(noisy)


@given(st.floats(width=64), st.floats(width=64))
@example(0.0, -1.0)
@example(-8.0, 1 / 3)
@example(1e200, 2.0)
@example(-0.0, 3.0)
def test_a_power_of_floats_is_that_of_python_or_an_error(one: float, by: float) -> None:
    """If `**` gives a float, the lowered power has the same bits; if it raises or is complex, the error cell is
    set.
    """
    block = [0] * (ERROR + 1)
    found = float_power(block, one, by, 1)
    try:
        expected = one**by
    except (ZeroDivisionError, OverflowError):
        expected = None
    if block[ERROR]:
        assert not isinstance(expected, float) or math.isinf(by)
    else:
        assert repr(found) == repr(expected)
