"""Code for `n.bit_count()` and `n.bit_length()`."""

from __future__ import annotations

import ast

from advsearch.lowering.rows import wide
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.numbers import bounds, number
from advsearch.lowering.rows.types import Int
from advsearch.lowering.rows.values import Pieces, Scalar, Value


def bit_count(f: Body, value: Value) -> Scalar:
    if isinstance(value, Pieces):
        return wide.bit_count(value)
    assert isinstance(value, Scalar)
    limits = bounds(value.kind)
    text = value.text if limits.low >= 0 else f"abs({value.text})"
    return Scalar(Int(0, min(63, max(abs(limits.low), abs(limits.high)).bit_length())), f"count({text})")


def bit_length(f: Body, value: Value) -> Scalar:
    if isinstance(value, Pieces):
        return wide.bit_length(f, value)
    assert isinstance(value, Scalar)
    limits = bounds(value.kind)
    low = limits.low.bit_length() if limits.low > 0 else 0
    return Scalar(Int(low, min(63, max(abs(limits.low), abs(limits.high)).bit_length())), f"bit_length({value.text})")


def of_number(f: Body, node: ast.Call, owner: Value, name: str) -> Value:
    value = number(f, owner, node)
    if name == "bit_count":
        return bit_count(f, value)
    if name == "bit_length":
        return bit_length(f, value)
    raise f.refuse(node, f"`.{name}` of a number is not supported", "docs/kernels.md lists the supported calls")
