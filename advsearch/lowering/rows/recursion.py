"""Recursive functions with an argument that gets longer with each call, such as `path + [square]`."""

from __future__ import annotations

import ast
from typing import Any, Final

from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.program import shape
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import Never, Seq
from advsearch.lowering.rows.values import Place, Value

_DEPTH: Final = 3
"""For this many nested calls of a recursive function, each length of an argument gets its own lowered function.
Deeper calls share a lowered function, with a common bound of the lengths.
"""


def with_room(f: Body, node: ast.AST, tree: Any, name: str, value: Value) -> Value:
    """Prepare an argument of a function that may be recursive. A sequence that gets longer with each call is copied
    to a place with room for more items, so that one lowered function suffices for all calls.
    """
    kind = getattr(value, "kind", None)
    if not isinstance(value, Place) or not isinstance(kind, Seq) or isinstance(kind.item, Never) or value.space:
        return value
    outer = [one for one in f.program.writing if isinstance(one.key, tuple) and one.key[0] == id(tree)]
    given = [f.program.fact((one, "parameter", name)) for one in outer]
    if len(outer) < _DEPTH or any(one is not None and shape(one) == shape(kind) for one in given):
        return value
    roomy = Seq(kind.kind, kind.item, 0, f.program.longest_text)
    if kind.most > roomy.most + 1:
        return value
    place = f.made(roomy)
    store(f, value, place, node)
    return place
