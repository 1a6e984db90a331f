"""Ints of any size: a word that is an int of 63 bits or a row of limbs. All operators are those of the runtime.

They are slower than registers, so an int is one only where a constant needs it, or after an int of 64 bits
overflowed: then the program is built anew, and each operation that may overflow gives an int of any size.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from advsearch.machine import boxing, layout
from advsearch.machine.facts import BOXED, HIGH, LOW
from advsearch.machine.types import BIG, BOOL, FLOAT, INT, Either, Number, Type, alternatives
from advsearch.machine.values import Held, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

WHOLE: Final = frozenset({INT, BOOL, BIG})
_OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "int_add", ast.Sub: "int_sub", ast.Mult: "int_mul", ast.FloorDiv: "int_floordiv", ast.Mod: "int_mod",
    ast.BitAnd: "int_and", ast.BitOr: "int_or", ast.BitXor: "int_xor",
}  # fmt: skip


_EXACT: Final[dict[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul
}  # fmt: skip


def may_overflow(op: ast.operator, x: Word, y: Word) -> bool:
    """Whether the ranges of two ints allow a result that needs more than 64 bits."""
    a, b = x.range, y.range
    work = _EXACT.get(type(op))
    if work is not None:
        ends = [work(one, other) for one in (a.low, a.high) for other in (b.low, b.high)]
        return bool(min(ends) < LOW or max(ends) > HIGH)
    if isinstance(op, ast.LShift):
        return b.low < 0 or b.high > 62 or max(-a.low, a.high) << b.high > HIGH
    return isinstance(op, ast.Pow)


def is_big(*kinds: Type) -> bool:
    """Whether one of some ints is of any size."""
    every = {one for kind in kinds for one in alternatives(kind)}
    return BIG in every and all(one in WHOLE or isinstance(one, Number) for one in every)


def word_of(f: Function, value: Value) -> Word:
    """An int as the word of an int of any size."""
    held = boxing.plain(f.hold(value))
    if isinstance(held.type, Either):  # a bool or an int: its word is one of them
        is_bool = f.op("icmp eq", f.op("and", held.word, layout.TAG_MASK), layout.SPECIAL_TAG)
        truth = f.op("or", f.op("shl", f.op("lshr", held.word, layout.TAG_BITS), 1), layout.INT_TAG)
        return Word(f.new(f"select i1 {is_bool}, i64 {truth}, i64 {held.word}"))
    if held.type == BIG:
        return held.word
    word = held.word
    if word.range.low >= BOXED.low and word.range.high <= BOXED.high:
        return boxing.box_int(f, word)
    return Word(f.runtime("boxed_int", word))


def as_whole(f: Function, held: Held, node: ast.AST | None) -> Word:
    """An int of any size as a number of 64 bits; one that is larger is an error."""
    f.fail_unless(f.new(f"trunc i64 {held.word} to i1"), layout.E_OVERFLOW, node)
    return Word(f.op("ashr", held.word, 1), BOXED)


def binary(f: Function, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Held:
    x = word_of(f, one)
    if isinstance(op, ast.LShift | ast.RShift | ast.Pow):
        by = boxing.plain(f.hold(other))
        count = as_whole(f, by, node) if by.type == BIG else by.word
        if count.range.low < 0:
            f.fail_if(f.op("icmp slt", count, 0), layout.E_VALUE, node)
        name = {ast.LShift: "int_lshift", ast.RShift: "int_rshift", ast.Pow: "int_pow"}[type(op)]
        return Held(BIG, (Word(f.runtime(name, x, boxing.box_int(f, count))),))
    name = _OPERATORS[type(op)]
    found = Word(f.runtime(name, x, word_of(f, other)))
    if isinstance(op, ast.BitAnd | ast.Mod) and _is_small(f, op, one, other):
        return Held(INT, (Word(f.op("ashr", found, 1), BOXED),))
    return Held(BIG, (found,))


def _is_small(f: Function, op: ast.operator, one: Value, other: Value) -> bool:
    """Whether a result surely fits into 63 bits: a remainder, or what a mask leaves."""
    for value in (other,) if isinstance(op, ast.Mod) else (one, other):
        held = boxing.plain(f.hold(value))
        if held.type in (INT, BOOL):
            low = BOXED.low if isinstance(op, ast.Mod) else 0
            if held.word.range.low >= low and held.word.range.high <= BOXED.high:
                return True
    return False


def unary(f: Function, op: ast.unaryop, held: Held) -> Held:
    if isinstance(op, ast.UAdd):
        return held
    return Held(BIG, (Word(f.runtime("int_neg" if isinstance(op, ast.USub) else "int_invert", held.word)),))


def is_true(f: Function, held: Held) -> str:
    return f.op("icmp ne", held.word, layout.INT_TAG)


def as_float(f: Function, held: Held) -> Held:
    register = f.new(f"sitofp i64 {as_whole(f, held, None)} to double")
    return Held(FLOAT, (Word(f.new(f"bitcast double {register} to i64")),))


def counted(f: Function, name: str, held: Held) -> Held:
    """`bit_count` or `bit_length`."""
    return Held(INT, (Word(f.runtime(f"int_{name}", held.word)).within(0, 1 << 40),))
