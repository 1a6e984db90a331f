"""Whole numbers of 64 bits without a sign, and arithmetic of which only the lowest bits are asked for.

`(a * b + c) & 0xFFFF_FFFF_FFFF_FFFF` needs no test for overflow: the low bits are exact whatever the high ones are.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from advsearch.machine import boxing
from advsearch.machine.facts import HIGH, MOST_BOXED
from advsearch.machine.types import BOOL, INT, UNSIGNED, Wide
from advsearch.machine.values import Constant, Held, Value, Word, number

if TYPE_CHECKING:
    from advsearch.machine.function import Function

WHOLE: Final = (1 << 64) - 1
_WRAPPING: Final[dict[type[ast.operator], str]] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}
_BITWISE: Final[dict[type[ast.operator], str]] = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}


def masked(f: Function, node: ast.BinOp) -> Value | None:
    """`(a * b) & mask`, where the mask is constant and keeps at most 64 bits; None for other expressions."""
    inner = node.left
    if not isinstance(node.op, ast.BitAnd) or not isinstance(inner, ast.BinOp) or type(inner.op) not in _WRAPPING:
        return None
    if not isinstance(node.right, ast.Constant | ast.Name):
        return None
    mask = f.evaluate(node.right)
    if not isinstance(mask, Constant) or type(mask.value) is not int or not 0 <= mask.value <= WHOLE:
        return None
    word = _wrapped(f, inner)
    return None if word is None else kept_bits(f, word, mask.value)


def kept_bits(f: Function, word: Word, mask: int) -> Value:
    if mask == WHOLE:
        return Held(UNSIGNED, (word,))
    found = Word(f.op("and", word, signed(mask)))
    return Held(INT, (found.within(0, mask),)) if mask <= MOST_BOXED else Held(UNSIGNED, (found,))


def signed(value: int) -> int:
    """The number with a sign that has the same 64 bits."""
    value &= WHOLE
    return value - (1 << 64) if value > HIGH else value


def _wrapped(f: Function, node: ast.expr) -> Word | None:
    if isinstance(node, ast.BinOp) and type(node.op) in _WRAPPING:
        one, other = _wrapped(f, node.left), _wrapped(f, node.right)
        return None if one is None or other is None else Word(f.op(_WRAPPING[type(node.op)], one, other))
    return as_bits(f, f.evaluate(node))


def as_bits(f: Function, value: Value) -> Word | None:
    """The low 64 bits of a whole number, or None if the value is none."""
    if isinstance(value, Constant):
        return number(signed(value.value)) if isinstance(value.value, int) else None
    held = boxing.plain(f.hold(value))
    return held.words[0] if held.type in (INT, BOOL, UNSIGNED) or isinstance(held.type, Wide) else None


def is_unsigned(value: Value) -> bool:
    return isinstance(value, Held) and value.type == UNSIGNED


def binary(f: Function, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Value | None:
    """An operator of numbers of which one has no sign; None if 64 bits may not suffice."""
    x, y = as_bits(f, one), as_bits(f, other)
    for value, word in ((one, x), (other, y)):
        negative = isinstance(value, Constant) and isinstance(value.value, int) and value.value < 0
        if word is None or negative or (isinstance(value, Held) and value.type == INT and word.range.low < 0):
            return None
    assert x is not None
    assert y is not None
    if type(op) in _BITWISE:
        found = Word(f.op(_BITWISE[type(op)], x, y))
        if isinstance(op, ast.BitAnd) and not (is_unsigned(one) and is_unsigned(other)):
            top = min(word.range.high for value, word in ((one, x), (other, y)) if not is_unsigned(value))
            return Held(INT, (found.within(0, max(top, 0)),)) if top >= 0 else Held(UNSIGNED, (found,))
        return Held(UNSIGNED, (found,))
    if isinstance(op, ast.RShift) and y.number is not None and 1 < y.number < 64:
        return Held(INT, (Word(f.op("lshr", x, y)).within(0, WHOLE >> y.number),))
    if isinstance(op, ast.Mod) and not is_unsigned(other) and y.range.low > 0:
        return Held(INT, (Word(f.op("urem", x, y)).within(0, max(0, y.range.high - 1)),))
    if isinstance(op, ast.Mod) and not is_unsigned(other):
        from advsearch.machine import layout

        f.fail_if(f.op("icmp eq", y, 0), layout.E_DIVISION, node)
        return Held(INT, (Word(f.op("urem", x, y)).within(0, max(0, y.range.high - 1)),))
    return None
