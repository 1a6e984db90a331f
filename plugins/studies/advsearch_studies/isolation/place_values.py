"""Document 003: each cell has a place value, on 7x7 from 1 in the corners to 16 in the centre. A player's score is
the sum of the place values of its moves. Score 3 multiplies each place value by a factor for the cell's quarter of
the board (see `factors`).

The middle row belongs to the upper quarters, and the middle column belongs to the left quarters. On 7x7 the quarters
have 16, 12, 12 and 9 cells, so mirrored positions have different scores.
"""

from __future__ import annotations

import functools
from itertools import product
from typing import TypeAlias

import attrs

from advsearch.bits import cells
from advsearch.protocol import Terms, evaluator
from advsearch.values import Value
from advsearch_isolation.evaluators import check_weight
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation

Quarters: TypeAlias = tuple[int, int, int, int]
"""The cells of the quarters 1 to 4: upper left, upper right, lower left, lower right."""


@functools.cache
def place_values(width: int, height: int) -> tuple[int, ...]:
    """The place value of each cell. On 7x7 the place value is (4 - |row - 3|) (4 - |column - 3|). On every board the
    corners have the place value 1."""
    return tuple(
        min(row + 1, height - row) * min(column + 1, width - column)
        for row, column in product(range(height), range(width))
    )


@functools.cache
def quarters(width: int, height: int) -> Quarters:
    middle_row, middle_column = (height - 1) // 2, (width - 1) // 2

    def quarter(lower: bool, right: bool) -> int:
        return sum(
            1 << row * width + column
            for row, column in product(range(height), range(width))
            if (row > middle_row) == lower and (column > middle_column) == right
        )

    return quarter(False, False), quarter(False, True), quarter(True, False), quarter(True, True)


def total(game: Isolation, some: int) -> int:
    """The sum of the place values of some cells."""
    values = place_values(game.width, game.height)
    return sum(values[cell] for cell in cells(some))


def factors(game: Isolation, state: State) -> tuple[float, float, float, float]:
    """For each quarter of the board: the sum of the place values of the open cells, divided by the number of cells in
    the quarter."""
    first, second, third, fourth = (
        total(game, part & state.open) / part.bit_count() if part else 0.0
        for part in quarters(game.width, game.height)
    )
    return first, second, third, fourth


def score_1(game: Isolation, state: State, player: int) -> int:
    """The sum of the place values of the player's moves."""
    return total(game, game.reach(state, player))


@attrs.frozen
class Score2:
    """The player's `score_1`, minus `opponent` times the opponent's `score_1`. The report tried the weights 1, 2 and
    3 for `opponent`.
    """

    opponent: Value = attrs.field(default=1, validator=check_weight)

    @property
    def antisymmetric(self) -> bool:
        return self.opponent == 1

    def __call__(self, game: Isolation, state: State, player: int) -> Value:
        return score_1(game, state, player) - self.opponent * score_1(game, state, 1 - player)

    def terms(self, game: Isolation, state: State, player: int) -> Terms:
        return {
            "own places": score_1(game, state, player),
            "opponent's places": -self.opponent * score_1(game, state, 1 - player),
        }


def _weighed(game: Isolation, state: State, player: int) -> tuple[float, float]:
    """Two sums: one over `player`'s moves, and one over the opponent's moves. Each move adds its place value times
    the factor of its quarter.

    Values are added one by one, as in the report's program. Since Python 3.12, `sum` rounds floats differently.
    """
    mine, theirs = game.reach(state, player), game.reach(state, 1 - player)
    own = opponent = 0.0
    for part, factor in zip(quarters(game.width, game.height), factors(game, state), strict=True):
        own += total(game, part & mine) * factor
        opponent += total(game, part & theirs) * factor
    return own, opponent


def _score_3_terms(game: Isolation, state: State, player: int) -> Terms:
    own, opponent = _weighed(game, state, player)
    return {"own places": own, "opponent's places": -opponent}


@evaluator(antisymmetric=True, terms=_score_3_terms)
def score_3(game: Isolation, state: State, player: int) -> float:
    """The sum of the weighted place values of the player's moves, minus the same sum for the opponent. The weight of
    a move is the factor of its quarter (see `factors`).
    """
    own, opponent = _weighed(game, state, player)
    return own - opponent
