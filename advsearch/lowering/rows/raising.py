"""Evaluates even an unused `a[i]`, because it fails if `i` is out of range."""

from __future__ import annotations

import re
from typing import Final

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom
from advsearch.lowering.rows.values import Pieces, Scalar, Value

# Matches a call that can report an error, such as `item(block, i, 3, 20)`.
_CHECKED: Final = re.compile(r"\b(?!get\b|get_float\b)\w+\(block")


def may_raise(value: Scalar) -> bool:
    return may_fail(value.text)


def may_fail(line: str) -> bool:
    """Whether a generated line can report an error: `item(block, i, 3, 20)` can."""
    return _CHECKED.search(line) is not None


def evaluated(f: Body, value: Value) -> Value:
    # Evaluate the parts of a value that can fail in the next line.
    if isinstance(value, Pieces):
        return Pieces(value.kind, tuple(evaluated(f, item) for item in value.items))
    return atom(f, value) if isinstance(value, Scalar) and may_raise(value) else value


def all_evaluated(f: Body, given: list[Value], named: dict[str, Value]) -> tuple[list[Value], dict[str, Value]]:
    """Evaluate all arguments of a call, even those that the function never reads."""
    return [evaluated(f, one) for one in given], {name: evaluated(f, one) for name, one in named.items()}
