"""The one value scale every search speaks.

    -WIN                      -EVALUATION_LIMIT      0      +EVALUATION_LIMIT              +WIN
    | loss in 0, loss in 1, … |      evaluations    draw      evaluations  | … win in 1, win in 0 |

A proven loss in n plies is below every evaluation, a proven win above; quicker wins are larger,
slower losses are larger. Values are seen from the side to move at the root of the search.

The bands exist only for games that declare `utilities = "outcome"` (every utility is -1, 0 or 1).
Any other game searches its utilities as they are: they are the values, and an evaluation estimates
them on the same scale.
"""

from __future__ import annotations

import math
import numbers
from typing import Any, Final, Literal, TypeAlias, cast

from advsearch.errors import InvalidSettings

Value: TypeAlias = int | float
Utilities: TypeAlias = Literal["outcome", "score"]

WIN: Final = 1_000_000_000
MAX_PLIES: Final = 1_000_000  # no proven value is further away than this
EVALUATION_LIMIT: Final = WIN - MAX_PLIES - 1


def win_in(plies: int) -> int:
    return WIN - plies


def loss_in(plies: int) -> int:
    return plies - WIN


def is_win(value: Value) -> bool:
    return value > EVALUATION_LIMIT


def is_loss(value: Value) -> bool:
    return value < -EVALUATION_LIMIT


def is_proven(value: Value) -> bool:
    """Whether an outcome game's value is a forced win or loss (a draw is proven by `exact` alone)."""
    return not -EVALUATION_LIMIT <= value <= EVALUATION_LIMIT


def distance(value: Value) -> int | None:
    """Plies to the end of a proven win or loss, None for every other value."""
    return int(WIN - abs(value)) if is_proven(value) else None


def outcome_value(utility: Value, plies: int) -> Value:
    """The value of a finished outcome game `plies` below the root, `utility` being the root mover's."""
    if utility > 0:
        return WIN - plies
    if utility < 0:
        return plies - WIN
    return 0


def checked_number(what: str, value: Any) -> Value:
    """The number that something was to return, or `InvalidSettings` that says what came instead.

    >>> checked_number("evaluator mine", 0.5)
    0.5
    """
    if not isinstance(value, numbers.Number) or isinstance(value, complex):
        raise InvalidSettings(f"expected {what} to return a number, got {value!r}")
    if value != value:
        raise InvalidSettings(f"expected {what} to return a number, got nan")
    return cast(Value, value)


def clip_evaluation(evaluation: Value) -> Value:
    """An evaluation kept out of the proven bands; an evaluator's own infinities end up at the limit.

    >>> clip_evaluation(float("inf")) == EVALUATION_LIMIT
    True
    """
    if evaluation > EVALUATION_LIMIT:
        return EVALUATION_LIMIT
    if evaluation < -EVALUATION_LIMIT:
        return -EVALUATION_LIMIT
    if math.isnan(evaluation):
        raise InvalidSettings("expected an evaluation that is a number, got nan")
    return evaluation


def towards_node(value: Value, ply: int) -> Value:
    """A root-relative value as seen from a node `ply` plies down: what a table may store."""
    if value > EVALUATION_LIMIT:
        return value + ply
    if value < -EVALUATION_LIMIT:
        return value - ply
    return value


def towards_root(value: Value, ply: int) -> Value:
    """The inverse of `towards_node`."""
    if value > EVALUATION_LIMIT:
        return value - ply
    if value < -EVALUATION_LIMIT:
        return value + ply
    return value


def value_text(value: Value, utilities: Utilities = "outcome") -> str:
    """How a person reads a value.

    >>> value_text(win_in(5)), value_text(loss_in(4)), value_text(1.25), value_text(0)
    ('win in 5', 'loss in 4', '+1.25', '0')
    """
    if utilities == "outcome" and is_proven(value):
        return f"{'win' if value > 0 else 'loss'} in {distance(value)}"
    if value == 0:
        return "0"
    return f"{value:+d}" if isinstance(value, int) else f"{float(value):+.6g}"
