"""The number types in which a compiled search can compute values: whole numbers and floats. A `Numbers` object has
the constants and functions of one number type.

The annotation of an evaluator's kernel, `-> int` or `-> float`, chooses the number type.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import attrs

from advsearch.compiled.memory import get, get_float, just_below, listed, listed_floats, put, put_float, whole
from advsearch.values import EVALUATION_LIMIT, WIN, Utilities, Value, outcome_value

Kernel: TypeAlias = Callable[..., Any]

ABORTED: Final = 1 << 62
"""The result of a stopped search whose values are whole numbers. If the values are floats, a stopped search returns
nan."""
LOWEST: Final = -(1 << 61)
"""A whole number less than every value of a search."""


@attrs.frozen(kw_only=True, eq=False)
class Numbers:
    """The constants and functions of one number type: whole numbers or floats."""

    type: type
    aborted: Any
    """The result of a search that was stopped."""
    lowest: Any
    """A number that is less than every value of a search."""
    beyond: Value
    """A root value of at least `beyond` or at most `-beyond` may come from an unfinished state without actions."""
    stopped: Kernel
    """`stopped(value)` returns whether a value is `aborted`."""
    invalid: Kernel
    """`invalid(evaluation)` returns whether an evaluation is nan."""
    below: Kernel
    """`below(value)` returns the next smaller value."""
    above: Kernel
    """`above(value)` returns a value slightly larger than `value`."""
    load: Kernel
    """`load(block, index)` returns the value in a cell of a block."""
    store: Kernel
    """`store(block, index, value)` writes a value into a cell of a block."""
    converted: Kernel
    """`converted(value)` returns the value in this number type. If the type is whole numbers, a call with a float
    does not compile."""
    terminal: Callable[[Utilities], Kernel]
    """`terminal("outcome")(1, 5)` returns the value of a win after 5 plies."""
    clip: Callable[[Utilities], Kernel]
    """`clip(utilities)` returns a function `f(evaluation)`. In an outcome game, the function `f` limits evaluations
    to the range from `-EVALUATION_LIMIT` to `EVALUATION_LIMIT`."""
    window: Callable[[Value | None, Value | None, bool], tuple[Any, Any]]
    """`window(floor, roof, outcome)` returns the lower and the upper bound of a search window. If `floor` or `roof`
    is None, the window is open on that side. `outcome` is true in an outcome game."""
    read: Callable[[Any, slice], list[Value]]
    """`read(cells, places)` returns the values in `cells[places]`, where `places` is a slice."""
    accepted: Callable[[Any], tuple[Any, ...]]
    """`accepted(numba.types)` returns the numba types that the result of a kernel may have."""


def whole_numbers(aborted: int, lowest: int) -> Numbers:
    """The `Numbers` for whole numbers, with values between `lowest` and its negative."""

    def stopped(value: int) -> bool:
        return value == aborted

    def invalid(value: int) -> bool:  # noqa: ARG001 - every whole number is a number
        return False

    def below(value: int) -> int:
        return value - 1

    def above(value: int) -> int:
        return value + 1

    def window(floor: Value | None, roof: Value | None, outcome: bool) -> tuple[int, int]:
        """Round the bounds of a search window to whole numbers. The window (2.5, 4.5) becomes (2, 5)."""
        top = WIN + 1 if outcome else -lowest
        low = -top if floor is None or floor < -top else math.floor(floor)
        return low, top if roof is None or roof > top else math.ceil(roof)

    def read(cells: Any, places: slice) -> list[Value]:
        return [*listed(cells[places])]

    return Numbers(
        type=int,
        aborted=aborted,
        lowest=lowest,
        beyond=-lowest,
        stopped=stopped,
        invalid=invalid,
        below=below,
        above=above,
        load=get,
        store=put,
        converted=whole,
        terminal=_whole_terminal,
        clip=_whole_clip,
        window=window,
        read=read,
        accepted=lambda types: (types.Integer, types.Boolean),
    )


def _whole_terminal(utilities: Utilities) -> Kernel:
    def score(utility: int, ply: int) -> int:  # noqa: ARG001 - replaces the function above
        return utility

    return outcome_value if utilities == "outcome" else score


def _whole_clip(utilities: Utilities) -> Kernel:
    def within(evaluation: int) -> int:
        return min(max(whole(evaluation), -EVALUATION_LIMIT), EVALUATION_LIMIT)

    def as_it_is(evaluation: int) -> int:
        return whole(evaluation)

    return within if utilities == "outcome" else as_it_is


# --- floats: an evaluation that is nan stays nan, and so stops the search -----------------------------------------


def _is_nan(value: float) -> bool:
    return value != value


def _next_above(value: float) -> float:
    return -just_below(-value)


def _float_terminal(utilities: Utilities) -> Kernel:
    def band(utility: float, ply: int) -> float:
        return float(outcome_value(utility, ply))

    def score(utility: float, ply: int) -> float:  # noqa: ARG001 - replaces the function above
        return float(utility)

    return band if utilities == "outcome" else score


def _float_clip(utilities: Utilities) -> Kernel:
    limit = float(EVALUATION_LIMIT)

    def within(evaluation: float) -> float:
        if evaluation > limit:
            return limit
        if evaluation < -limit:
            return -limit
        return float(evaluation)

    def as_it_is(evaluation: float) -> float:
        return float(evaluation)

    return within if utilities == "outcome" else as_it_is


def _float_window(floor: Value | None, roof: Value | None, outcome: bool) -> tuple[float, float]:
    limit = float(WIN + 1) if outcome else math.inf
    return -limit if floor is None else float(floor), limit if roof is None else float(roof)


def _read_floats(cells: Any, places: slice) -> list[Value]:
    return [float(value) + 0.0 for value in listed_floats(cells, places)]  # -0.0 becomes 0.0


INT: Final = whole_numbers(ABORTED, LOWEST)
FLOAT: Final = Numbers(
    type=float,
    aborted=float("nan"),
    lowest=float("-inf"),
    beyond=math.inf,
    stopped=_is_nan,
    invalid=_is_nan,
    below=just_below,
    above=_next_above,
    load=get_float,
    store=put_float,
    converted=float,
    terminal=_float_terminal,
    clip=_float_clip,
    window=_float_window,
    read=_read_floats,
    accepted=lambda types: (types.Integer, types.Boolean, types.Float),
)


def wider(one: Numbers, other: Numbers) -> Numbers:
    """Return `FLOAT` if one of the two number types is `FLOAT`, else `INT`."""
    return FLOAT if FLOAT in (one, other) else one


NUMBERS: Final = {each.type: each for each in (INT, FLOAT)}
"""The `Numbers` for each type that an evaluator's kernel may declare."""
