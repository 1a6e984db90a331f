"""The scale of values that all searches use.

    -WIN                      -EVALUATION_LIMIT      0      +EVALUATION_LIMIT              +WIN
    | loss in 0, loss in 1, … |      evaluations    draw      evaluations  | … win in 1, win in 0 |

A proven loss is below every evaluation, and a proven win is above every evaluation. A quicker win has a larger value
than a slower win, and a slower loss has a larger value than a quicker loss. Values are from the point of view of the
player to move at the root of the search.

Wins and losses in n plies exist only in games with `utilities = "outcome"`. In games with `utilities = "outcome"`,
every utility is -1, 0 or 1. In games with `utilities = "score"`, the value of a finished game is its utility, and an
evaluation estimates that utility.
"""

from __future__ import annotations

import contextlib
import math
import numbers
from typing import Any, Final, Literal, TypeAlias, cast

from advsearch.errors import InvalidSettings

Value: TypeAlias = int | float
Utilities: TypeAlias = Literal["outcome", "score"]

WIN: Final = 1_000_000_000
MAX_PLIES: Final = 1_000_000  # the largest number of plies to a proven win or loss
EVALUATION_LIMIT: Final = WIN - MAX_PLIES - 1
LEAST_EVALUATION: Final = -EVALUATION_LIMIT


def win_in(plies: int) -> int:
    return WIN - plies


def loss_in(plies: int) -> int:
    return plies - WIN


def is_win(value: Value) -> bool:
    return value > EVALUATION_LIMIT


def is_loss(value: Value) -> bool:
    return value < -EVALUATION_LIMIT


def is_proven(value: Value) -> bool:
    """Whether the value of an outcome game is a forced win or loss. Only `Result.exact` shows whether a draw is
    proven."""
    return not -EVALUATION_LIMIT <= value <= EVALUATION_LIMIT


def distance(value: Value) -> int | None:
    """The number of plies to the end of a proven win or loss; None for any other value."""
    return int(WIN - abs(value)) if is_proven(value) else None


def outcome_value(utility: Value, plies: int) -> Value:
    """The value of an outcome game that ends `plies` plies after the root. `utility` is for the player to move at the
    root."""
    if utility > 0:
        return WIN - plies
    if utility < 0:
        return plies - WIN
    return 0


def checked_number(what: str, value: Any) -> Value:
    """Convert a number from third-party code into a number that Python compares and negates exactly.

    Numbers of other libraries may wrap around or be rounded when they are negated: `-np.uint64(8)` is above 0. The
    conversion does not change the value. Raises `InvalidSettings` if `value` is not a number.

    >>> checked_number("evaluator mine", 0.5)
    0.5
    """
    if isinstance(value, int):
        return value
    if isinstance(value, float) and value == value:
        return float(value)
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Rational):  # a fraction, which is exact
        return cast(Value, value)
    if isinstance(value, numbers.Number) and not isinstance(value, complex):
        with contextlib.suppress(
            ValueError, OverflowError, AttributeError
        ):  # nan, and numbers without as_integer_ratio
            number = float(cast(Any, value))
            return number if number == cast(Any, value) else _fraction(value)
    is_nan = isinstance(value, numbers.Number) and str(value).lower().endswith("nan")
    raise InvalidSettings(f"expected {what} to return a number, got {'nan' if is_nan else repr(value)}")


def _fraction(value: Any) -> Value:
    """The exact value of a decimal fraction, or of a float of more than 64 bits."""
    from fractions import Fraction  # rarely needed and slow to import

    return cast(Value, Fraction(*value.as_integer_ratio()))


def clip_evaluation(evaluation: Value) -> Value:
    """Limit an evaluation to values that are neither proven wins nor proven losses. An infinite evaluation becomes
    the limit.

    >>> clip_evaluation(float("inf")) == EVALUATION_LIMIT
    True
    """
    if evaluation > EVALUATION_LIMIT:
        return EVALUATION_LIMIT
    if evaluation < -EVALUATION_LIMIT:
        return -EVALUATION_LIMIT
    if math.isnan(evaluation):
        raise InvalidSettings("expected a number as the evaluation, got nan")
    return evaluation


def towards_node(value: Value, ply: int) -> Value:
    """Convert the value of a node at depth `ply`: count the plies to a win or loss from the node, not from the root.

    A table stores values relative to the node, because a search may reach the same state at several depths.
    """
    if value > EVALUATION_LIMIT:
        return value + ply
    if value < -EVALUATION_LIMIT:
        return value - ply
    return value


def towards_root(value: Value, ply: int) -> Value:
    """Undo `towards_node`, so that the plies to a win or loss are counted from the root again."""
    if value > EVALUATION_LIMIT:
        return value - ply
    if value < -EVALUATION_LIMIT:
        return value + ply
    return value


def value_text(value: Value, utilities: Utilities = "outcome", *, bound: bool = False) -> str:
    """A value as text for users. `bound=True` means that the win or loss may take fewer plies than the value says.

    >>> value_text(win_in(5)), value_text(loss_in(4)), value_text(1.25), value_text(0)
    ('win in 5', 'loss in 4', '+1.25', '0')
    >>> value_text(win_in(5), bound=True)
    'win in at most 5'
    """
    if utilities == "outcome" and is_proven(value):
        return f"{'win' if value > 0 else 'loss'} in {'at most ' if bound else ''}{distance(value)}"
    if value == 0:
        return "0"
    return f"{value:+d}" if isinstance(value, int) else f"{float(value):+.6g}"


def short_text(value: Value, utilities: Utilities = "outcome", *, bound: bool = False) -> str:
    """A value in at most five characters, for cells and buttons: `W7` is a win in 7 plies, `L4` a loss in 4.

    With `bound`, the win or loss may take fewer plies, and `W7` becomes `W7-`. A number is rounded, and keeps its
    sign. Large numbers end in k, M, G or T.

    >>> short_text(win_in(7)), short_text(loss_in(4)), short_text(win_in(7), bound=True)
    ('W7', 'L4', 'W7-')
    >>> short_text(0.0238095), short_text(-12.25), short_text(1234), short_text(0), short_text(-0.00001)
    ('+0.02', '-12.2', '+1.2k', '0', '-0.00')
    """
    if utilities == "outcome" and is_proven(value):
        plies = distance(value) or 0
        many = f"{plies}" if plies < 1000 else f"{plies // 1000}k" if plies < 100_000 else ">99k"
        return f"{'W' if value > 0 else 'L'}{many}{'-' * (bound and plies < 100_000)}"
    if value == 0:
        return "0"
    sign, size = "-" if value < 0 else "+", abs(float(value))
    if isinstance(value, int) and size < 1000:
        return f"{value:+d}"
    for unit in ("", "k", "M", "G", "T"):
        if size < 999.5:
            places = (2 if size < 9.995 else 1 if size < 99.95 else 0) - bool(unit)
            return f"{sign}{size:.{max(0, places)}f}{unit}"
        size = size / 1000
    return f"{sign}huge"
