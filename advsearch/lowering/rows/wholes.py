"""`round`, `math.gcd` and `math.floor` as Python functions, compiled like functions of a game."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any, Final

from advsearch.lowering.rows import classes
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import runtime
from advsearch.lowering.rows.functions import call_function
from advsearch.lowering.rows.numbers import number
from advsearch.lowering.rows.types import Float
from advsearch.lowering.rows.values import Known, Scalar, Value


def _gcd(one: int, other: int) -> int:
    a, b = abs(one), abs(other)
    while b > 0:
        a, b = b, a % b
    return a


def _isqrt(square: int) -> int:
    root = int(square**0.5)
    while root * root > square:
        root -= 1
    while (root + 1) * (root + 1) <= square:
        root += 1
    return root


def _floor(value: float) -> int:
    whole = int(value)
    return whole - 1 if whole > value else whole


def _ceil(value: float) -> int:
    whole = int(value)
    return whole + 1 if whole < value else whole


def _rounded(value: float) -> int:
    below = int(value)
    if below > value:
        below -= 1
    rest = value - below
    if rest < 0.5 or (rest == 0.5 and below % 2 == 0):
        return below
    return below + 1


def of_number(function: Any, form: Callable[..., Any], whole: bool) -> Any:
    # If `whole` is true, the result for an integer is the integer itself.
    def made(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        from advsearch.lowering.rows.calls import folded, folds

        if folds(given, named):
            return folded(f, node, function, given, named)
        if len(given) != form.__code__.co_argcount or named:
            raise f.refuse(
                node, f"this call of {function.__name__} is not supported", "pass only numbers, without names"
            )
        values = [number(f, runtime(f, one), node) for one in given]
        if whole and isinstance(values[0], Scalar) and not isinstance(values[0].kind, Float):
            return classes.plain(values[0])
        return call_function(f, node, form, values, {})

    return made


def prod_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows.callables import reduce_call
    from advsearch.lowering.rows.calls import folded, folds

    if folds(given, named):
        return folded(f, node, math.prod, given, named)
    return reduce_call(f, node, [Known(operator.mul), given[0], named.get("start", Known(1))], {})


WHOLES: Final[dict[Any, Any]] = {
    math.gcd: of_number(math.gcd, _gcd, False),
    math.isqrt: of_number(math.isqrt, _isqrt, False),
    math.floor: of_number(math.floor, _floor, True),
    math.ceil: of_number(math.ceil, _ceil, True),
    round: of_number(round, _rounded, True),
    math.prod: prod_call,
}
