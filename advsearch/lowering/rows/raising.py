"""Expressions that may fail at run time, such as `a[i]`. Generated code evaluates `a[i]` where Python does, even if
no code uses the value.
"""

from __future__ import annotations

import re
from typing import Final

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom
from advsearch.lowering.rows.values import Pieces, Scalar, Value

_CHECKED: Final = re.compile(r"\b(?!get\b|get_float\b)\w+\(block")
"""Matches a call that may report an error, such as `item(block, i, 3, 20)`."""


def may_raise(value: Scalar) -> bool:
    return may_fail(value.text)


def may_fail(line: str) -> bool:
    """Whether a line of generated code calls a function that may set the error cell."""
    return _CHECKED.search(line) is not None


def evaluated(f: Body, value: Value) -> Value:
    """If a part of a value may fail, evaluate the part in the next line of generated code."""
    if isinstance(value, Pieces):
        return Pieces(value.kind, tuple(evaluated(f, item) for item in value.items))
    return atom(f, value) if isinstance(value, Scalar) and may_raise(value) else value


def all_evaluated(f: Body, given: list[Value], named: dict[str, Value]) -> tuple[list[Value], dict[str, Value]]:
    """Generate code that evaluates all arguments of a call, even if the called function does not read all of them."""
    return [evaluated(f, one) for one in given], {name: evaluated(f, one) for name, one in named.items()}
