"""Computes the intervals of results: numbers from 0 to 3 and from 1 to 2 have sums from 1 to 5."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, Final, TypeAlias

Interval: TypeAlias = tuple[int, int]

NEVER: Final = (1, 0)


def hull(one: Interval, two: Interval) -> Interval:
    return min(one[0], two[0]), max(one[1], two[1])


def _bits(interval: Interval) -> int:
    return max((~interval[0] if interval[0] < 0 else interval[0]).bit_length(), interval[1].bit_length())


def _corners(function: Callable[[int, int], int], one: Interval, two: Interval) -> Interval:
    found = [function(x, y) for x in one for y in two]
    return min(found), max(found)


def _add(one: Interval, two: Interval) -> Interval:
    return one[0] + two[0], one[1] + two[1]


def _sub(one: Interval, two: Interval) -> Interval:
    return one[0] - two[1], one[1] - two[0]


def _mul(one: Interval, two: Interval) -> Interval:
    return _corners(operator.mul, one, two)


def _neg(one: Interval) -> Interval:
    return -one[1], -one[0]


def _invert(one: Interval) -> Interval:
    return ~one[1], ~one[0]


def _and(one: Interval, two: Interval) -> Interval:
    if one[0] >= 0 and two[0] >= 0:
        return 0, min(one[1], two[1])
    if one[0] >= 0:
        return 0, one[1]
    if two[0] >= 0:
        return 0, two[1]
    bits = max(_bits(one), _bits(two))
    return -1 << bits, (1 << bits) - 1 if one[1] >= 0 and two[1] >= 0 else max(one[1], two[1])


def _or(one: Interval, two: Interval) -> Interval:
    bits = max(_bits(one), _bits(two))
    if one[0] >= 0 and two[0] >= 0:
        return max(one[0], two[0]), (1 << bits) - 1
    return -1 << bits, (1 << bits) - 1 if one[1] >= 0 and two[1] >= 0 else -1


def _xor(one: Interval, two: Interval) -> Interval:
    bits = max(_bits(one), _bits(two))
    return (0 if one[0] >= 0 and two[0] >= 0 else -1 << bits), (1 << bits) - 1


_MOST_SHIFT: Final = 1 << 10


def _shl(one: Interval, two: Interval) -> Interval:
    least, greatest = max(two[0], 0), min(two[1], _MOST_SHIFT)
    return _corners(operator.lshift, one, (least, max(least, greatest)))


def _shr(one: Interval, two: Interval) -> Interval:
    least, greatest = max(two[0], 0), min(two[1], _MOST_SHIFT)
    return _corners(operator.rshift, one, (least, max(least, greatest)))


def _clear(one: Interval, two: Interval) -> Interval:
    shifted = _shl(_shr(one, two), two)
    return (0, one[1]) if one[0] >= 0 else (shifted[0], max(one[1], 0))


def _floordiv(one: Interval, two: Interval) -> Interval:
    ends = [end for end in (*two, 1, -1) if end != 0 and two[0] <= end <= two[1]]
    found = [x // y for x in one for y in ends] or [0]
    return min(found), max(found)


def _mod(one: Interval, two: Interval) -> Interval:
    if two[0] > 0:
        if one[0] >= 0 and one[1] < two[0]:
            return one
        return 0, min(two[1] - 1, one[1]) if one[0] >= 0 else two[1] - 1
    return min(two[0] + 1, 0), max(two[1] - 1, 0)


def _count(one: Interval) -> Interval:
    return (1 if one[0] > 0 else 0), _bits(one)


def _length(one: Interval) -> Interval:
    return (one[0].bit_length() if one[0] >= 0 else 0), _bits(one)


def _abs(one: Interval) -> Interval:
    most = max(abs(one[0]), abs(one[1]))
    return (0 if one[0] <= 0 <= one[1] else min(abs(one[0]), abs(one[1]))), most


def _min(one: Interval, two: Interval) -> Interval:
    return min(one[0], two[0]), min(one[1], two[1])


def _max(one: Interval, two: Interval) -> Interval:
    return max(one[0], two[0]), max(one[1], two[1])


RULES: Final[dict[str, Callable[..., Interval]]] = {
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "neg": _neg,
    "invert": _invert,
    "and": _and,
    "or": _or,
    "xor": _xor,
    "shl": _shl,
    "shr": _shr,
    "clear": _clear,
    "floordiv": _floordiv,
    "mod": _mod,
    "count": _count,
    "length": _length,
    "lowest": lambda one: (0, max(_bits(one) - 1, 0)),
    "abs": _abs,
    "min": _min,
    "max": _max,
}
"""For each operation, a function from the operands' intervals to the result's interval."""

VALUES: Final[dict[str, Callable[..., Any]]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "neg": operator.neg,
    "invert": operator.invert,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "shl": operator.lshift,
    "shr": operator.rshift,
    "clear": lambda word, bits: word >> bits << bits,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "count": int.bit_count,
    "length": int.bit_length,
    "lowest": lambda word: (word & -word).bit_length() - 1,
    "abs": abs,
    "min": min,
    "max": max,
    "eq": operator.eq,
    "lt": operator.lt,
    "not": operator.not_,
    "whole": int,
    "float": float,
    "fadd": operator.add,
    "fsub": operator.sub,
    "fmul": operator.mul,
    "fdiv": operator.truediv,
    "fneg": operator.neg,
    "fsqrt": math.sqrt,
    "fabs": abs,
    "feq": operator.eq,
    "flt": operator.lt,
    "fle": operator.le,
}
"""For each operation, the function that computes the result for constant operands."""
