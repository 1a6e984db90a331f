"""Recursions that count down: the last call, which calls itself no more, is compiled by itself.

`visit(state, depth)` calls itself with `depth - 1` unless that is 0. A version of `visit` for the depth 1 has no call
in its loop, so that nothing is kept for one. Whoever calls `visit` with its own depth less 1 calls that version if
the depth is 1.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from advsearch.machine import branches
from advsearch.machine.types import INT
from advsearch.machine.unit import Version
from advsearch.machine.values import Constant, Held, Value

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def counted(f: Function, given: list[Value]) -> int | None:
    """The place of an argument that is the same parameter of the caller less 1."""
    for place, (own, value) in enumerate(zip(f.given, given, strict=True)):
        if isinstance(own, Held) and isinstance(value, Held) and own.type == value.type == INT:
            step = f.steps.get(value.word.text)
            if step is not None and step == f.steps[own.word.text].further(-1, -1):
                return place
    return None


def call(
    f: Function, node: ast.AST, place: int, given: list[Value], version: Callable[[list[Value]], Version],
    write: Callable[[Version, list[Value]], Value],
) -> Value:  # fmt: skip
    """Call the version for 1 if the argument at a place is 1 and the version calls no other, else the plain one."""
    count = given[place]
    last = [*given[:place], Constant(1), *given[place + 1 :]]
    plain, special = version(given), version(last)
    if special.again or f.version is special:
        return write(plain, given)
    yes, no = f.block(), f.block()
    assert isinstance(count, Held)
    f.branch(f.op("icmp eq", count.word, 1), yes, no)

    def one() -> Value:
        value = write(special, last)
        if _reaches(special, plain):
            special.note(again=True)
        return value

    return branches.choose(f, ("last", node), yes, no, one, lambda: write(plain, given))


def _reaches(version: Version, wanted: Any) -> bool:
    seen, waiting = {id(version)}, [version]
    while waiting:
        for one in waiting.pop().calls:
            if one is wanted:
                return True
            if id(one) not in seen:
                seen.add(id(one))
                waiting.append(one)
    return False
