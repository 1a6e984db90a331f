"""Computes a graph node such as `x + 1` from the values of its symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advsearch.lowering.words.graph import Node
from advsearch.lowering.words.intervals import VALUES


def value_of(node: Node, symbols: Mapping[int, Any]) -> Any:
    """The value of a node without loops; the keys of `symbols` are node numbers."""
    known: dict[int, Any] = dict(symbols)
    todo = [node]
    while todo:
        one = todo[-1]
        if one.number in known:
            todo.pop()
            continue
        if one.op == "select":
            condition = one.args[0]
            if condition.number not in known:
                todo.append(condition)
                continue
            arm = one.args[1] if known[condition.number] else one.args[2]
            if arm.number not in known:
                todo.append(arm)
                continue
            known[one.number] = known[arm.number]
            todo.pop()
            continue
        missing = [arg for arg in one.args if arg.number not in known]
        if missing:
            todo.extend(missing)
            continue
        known[one.number] = _applied(one, [known[arg.number] for arg in one.args])
        todo.pop()
    return known[node.number]


def _applied(node: Node, values: list[Any]) -> Any:
    if node.op == "const":
        return node.data
    if node.op == "refine":
        return values[0]
    if node.op == "signed":
        return values[0] if values[0] <= node.hi else -1
    if node.op == "exact":
        return values[0] // node.data
    if node.op == "lookup":
        return node.data.values[values[0]]
    return VALUES[node.op](*values)
