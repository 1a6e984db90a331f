"""Computes how much one pass of a loop changes a variable: `n += 1` adds 1."""

from __future__ import annotations

from advsearch.lowering.words.graph import Node
from advsearch.lowering.words.intervals import Interval, hull


def wider(interval: Interval, attempt: int) -> Interval:
    # From the second attempt on, up to powers of two, so that few attempts are needed.
    if attempt < 1:
        return interval
    lo, hi = interval
    return (-(1 << (~lo).bit_length()) if lo < 0 else 0), max((1 << hi.bit_length()) - 1, 0) if hi >= 0 else -1


def change_of(node: Node, param: Node) -> Interval | None:
    """The smallest and largest change: `n += x` with `x` from 0 to 3 gives `(0, 3)`."""
    if node is param:
        return 0, 0
    if node.op in ("add", "sub"):
        one, two = node.args
        if node.op == "add" and _reaches(two, param) and not _reaches(one, param):
            one, two = two, one
        if _reaches(two, param):
            return None
        inner = change_of(one, param)
        if inner is None:
            return None
        low, high = two.interval if node.op == "add" else (-two.hi, -two.lo)
        return inner[0] + low, inner[1] + high
    if node.op == "select" and not _reaches(node.args[0], param):
        arms = [change_of(arm, param) for arm in node.args[1:]]
        if arms[0] is not None and arms[1] is not None:
            return hull(arms[0], arms[1])
    return None


def _reaches(node: Node, param: Node) -> bool:
    if not param.depends <= node.depends:
        return False
    todo, seen = [node], set()
    while todo:
        one = todo.pop()
        if one is param:
            return True
        if one.number not in seen:
            seen.add(one.number)
            todo.extend(arg for arg in one.args if param.depends <= arg.depends)
    return False
