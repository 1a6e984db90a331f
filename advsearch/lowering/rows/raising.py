"""Expressions that may raise an error at run time. The error must be raised where Python evaluates the expression,
even if no code uses the value.
"""

from __future__ import annotations

import re
from typing import Final

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom
from advsearch.lowering.rows.values import Pieces, Scalar, Value

_CHECKED: Final = re.compile(r"\b(?!get\b|get_float\b)\w+\(block")
"""Matches a call that may set the error cell."""


def may_raise(value: Scalar) -> bool:
    """Whether the generated expression `value.text` calls a function that may set the error cell."""
    return _CHECKED.search(value.text) is not None


def evaluated(f: Body, value: Value) -> Value:
    """Generate code that evaluates a value at this point. Each part that may raise an error is assigned to a
    variable.
    """
    if isinstance(value, Pieces):
        return Pieces(value.kind, tuple(evaluated(f, item) for item in value.items))
    return atom(f, value) if isinstance(value, Scalar) and may_raise(value) else value
