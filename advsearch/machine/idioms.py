"""Expressions that Python's authors write for an operation that Python lacks, or lacked."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from advsearch.machine import expressions, functions, methods
from advsearch.machine.types import BOOL, INT, Wide
from advsearch.machine.values import Arguments, Constant, Value

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def _counted(f: Function, node: ast.Call) -> ast.expr | None:
    """The number in `bin(number).count("1")`."""
    method = node.func
    if not isinstance(method, ast.Attribute) or method.attr != "count" or len(node.args) != 1 or node.keywords:
        return None
    text, wanted = method.value, node.args[0]
    if not isinstance(text, ast.Call) or not isinstance(text.func, ast.Name) or text.func.id != "bin":
        return None
    if not isinstance(wanted, ast.Constant) or wanted.value != "1" or len(text.args) != 1 or text.keywords:
        return None
    known = not isinstance(text.args[0], ast.Starred)
    return text.args[0] if known and getattr(expressions.look_up(f, "bin", text), "value", None) is bin else None


def count_of_bits(f: Function, node: ast.Call) -> Value | None:
    """`bin(number).count("1")`, if that is what a call is."""
    part = _counted(f, node)
    if part is None:
        return None
    value = f.evaluate(part)
    if not isinstance(value, Constant):
        held = f.hold(value)
        if held.type in (INT, BOOL) or isinstance(held.type, Wide):
            return methods.method(f, "bit_count", held, Arguments((), {}, node))
    text = functions.call(f, Constant(bin), Arguments((value,), {}, part))
    return methods.method(f, "count", text, Arguments((Constant("1"),), {}, node))
