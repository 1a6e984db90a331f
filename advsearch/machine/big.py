"""Ints of any size: a word that is an int of 63 bits or a row of limbs. All operators are those of the runtime.

They are slower than registers, so an int is one only where four registers do not suffice.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from advsearch.machine import boxing, layout
from advsearch.machine.facts import BOXED
from advsearch.machine.types import BIG, BOOL, FLOAT, INT, UNSIGNED, Either, Number, Type, Wide, alternatives
from advsearch.machine.values import Held, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

WHOLE: Final = frozenset({INT, BOOL, BIG, UNSIGNED})
NUMBERS: Final = WHOLE | {FLOAT}
_OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "int_add", ast.Sub: "int_sub", ast.Mult: "int_mul", ast.FloorDiv: "int_floordiv", ast.Mod: "int_mod",
    ast.BitAnd: "int_and", ast.BitOr: "int_or", ast.BitXor: "int_xor",
}  # fmt: skip


def is_big(*kinds: Type) -> bool:
    """Whether one of some ints is of any size."""
    every = {one for kind in kinds for one in alternatives(kind)}
    return BIG in every and all(one in WHOLE or isinstance(one, Number | Wide) for one in every)


def word_of(f: Function, value: Value) -> Word:
    """An int as the word of an int of any size."""
    held = boxing.plain(f.hold(value))
    if isinstance(held.type, Either):  # a bool or an int: its word is one of them
        is_bool = f.op("icmp eq", f.op("and", held.word, layout.TAG_MASK), layout.SPECIAL_TAG)
        truth = f.op("or", f.op("shl", f.op("lshr", held.word, layout.TAG_BITS), 1), layout.INT_TAG)
        return Word(f.new(f"select i1 {is_bool}, i64 {truth}, i64 {held.word}"))
    if held.type == BIG:
        return held.word
    if held.type == UNSIGNED or isinstance(held.type, Wide):
        return boxing.box(f, held)
    word = held.word
    if word.range.low >= BOXED.low and word.range.high <= BOXED.high:
        return boxing.box_int(f, word)
    return Word(f.runtime("boxed_int", word))


def as_whole(f: Function, held: Held, node: ast.AST | None) -> Word:
    """An int of any size as a number of 64 bits; one that is larger is an error."""
    f.fail_unless(f.new(f"trunc i64 {held.word} to i1"), layout.E_OVERFLOW, node)
    return Word(f.op("ashr", held.word, 1), BOXED)


def shift_of(f: Function, held: Held, node: ast.AST) -> Word:
    """By how much is shifted, or the exponent."""
    held = boxing.plain(held)
    if held.type in (INT, BOOL):
        return held.word
    return as_whole(f, Held(BIG, (word_of(f, held),)), node)


def binary(f: Function, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Held:
    x = word_of(f, one)
    if isinstance(op, ast.LShift | ast.RShift | ast.Pow):
        count = shift_of(f, f.hold(other), node)
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
    return Held(FLOAT, (Word(f.runtime("true_quotient", word_of(f, held), 1 << 1 | layout.INT_TAG)),))


def counted(f: Function, name: str, held: Held) -> Held:
    """`bit_count` or `bit_length`."""
    return Held(INT, (Word(f.runtime(f"int_{name}", held.word)).within(0, 1 << 40),))
