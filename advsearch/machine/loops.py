"""The statements `for` and `while`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import branches, conditions, expressions, rewriting
from advsearch.machine.scopes import bring_back, names_of
from advsearch.machine.source import assigned, walked
from advsearch.machine.values import Constant, Value, Wish

if TYPE_CHECKING:
    from advsearch.machine.function import Function

MOST_WRITTEN_OUT: Final = 12
MOST_NODES: Final = 700
MOST_COPIES: Final = 64
LARGE_BODY: Final = 80


def written_out(f: Function, iterable: Value, trees: list[ast.AST]) -> list[Any] | None:
    """The items of a short constant loop, of which each round is written by itself."""
    value = iterable.value if isinstance(iterable, Constant) else None
    if not isinstance(value, tuple | list | range) or len(value) > MOST_WRITTEN_OUT:
        return None
    if any(isinstance(node, ast.While) for tree in trees for node in walked(tree)):
        return None
    nodes = sum(1 for tree in trees for _ in walked(tree))
    if len(value) * nodes > MOST_NODES or len(value) * f.copies > MOST_COPIES:
        return None
    return list(value)


def for_loop(f: Function, s: ast.For) -> None:
    iterable = expressions.read(f, s.iter)
    hands_out = f.scope.on_yield is not None and any(isinstance(n, ast.Yield | ast.YieldFrom) for n in walked(s))
    rounds = None if hands_out else written_out(f, iterable, list(s.body))
    names = set(assigned([*s.body, *s.orelse]))
    if rounds is None or _is_read_after(f, s):
        names |= set(assigned([s.target]))
    before = branches.pin(f, tuple(sorted(names)), s)
    out = f.block()
    start, scope = names_of(f.scope), f.scope

    def body(value: Value) -> None:
        again = f.block()
        bring_back(start)
        f.assign(s.target, value)
        scope.loops.append((out, again))
        f.run(s.body)
        scope.loops.pop()
        f.jump(again)
        f.start(again)
        bring_back(start)

    if rounds is None:
        large = sum(1 for part in s.body for _ in walked(part)) > LARGE_BODY
        ordered = not (isinstance(s.target, ast.Name) and s.target.id == rewriting.ANY_ITEM)
        f.each(iterable, body, Wish(ordered, once=hands_out or large))
    else:
        f.copies *= max(1, len(rounds))
        for item in rounds:
            if f.live:
                f.attempt(lambda item=item: body(Constant(item)))  # type: ignore[misc]
        f.copies //= max(1, len(rounds))
    f.run(s.orelse)
    f.jump(out)
    f.start(out)
    bring_back(start)
    branches.unpin(before)


def _is_read_after(f: Function, s: ast.For) -> bool:
    targets = set(assigned([s.target]))
    inside = {id(node) for node in walked(s)}
    return any(
        isinstance(node, ast.Name) and node.id in targets and id(node) not in inside for node in walked(f.scope.tree)
    )


def while_loop(f: Function, s: ast.While) -> None:
    before = branches.pin(f, assigned([*s.body, s.test, *s.orelse]), s)
    start, rows = names_of(f.scope), f.rows
    head, body, other, out = f.block(), f.block(), f.block(), f.block()
    f.enter(head)
    with f.repeated():
        f.condition(s.test, body, other)
        f.start(body)
        if f.live:
            conditions.narrow(f, s.test, True)
            f.scope.loops.append((out, head))
            f.run(s.body)
            f.scope.loops.pop()
    if f.live:
        if f.live and f.rows > rows:
            f.check_room()
        f.jump(head)
    bring_back(start)
    f.start(other)
    f.run(s.orelse)
    f.jump(out)
    bring_back(start)
    f.start(out)
    branches.unpin(before)
