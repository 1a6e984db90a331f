"""Ints of 128, 192 or 256 bits in registers: two to four limbs of 64 bits, the lowest first, in two's complement.

An int has one register until an operation overflows. Then the program is built anew, and the operations in that line
give an int of one limb more. What is computed from such an int is as wide; a mask, a count of bits or a comparison
gives an int of one register again. Beyond four limbs an int is a word in memory (`big`).
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from advsearch.machine import big, boxing, layout, unsigned
from advsearch.machine.facts import BOXED, LOW
from advsearch.machine.types import BIG, BOOL, INT, MOST_LIMBS, UNSIGNED, Either, Number, Type, Wide, alternatives
from advsearch.machine.unit import OVER_A_SHIFT
from advsearch.machine.values import Constant, Held, Value, Word, number

if TYPE_CHECKING:
    from advsearch.machine.function import Function

_EXACT: Final[dict[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul
}  # fmt: skip
_BITS: Final[dict[type[ast.operator], str]] = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
INTRINSICS: Final = "\n".join(
    [
        *(
            f"declare {{i{bits}, i1}} @llvm.{op}.with.overflow.i{bits}(i{bits}, i{bits})"
            for op in ("sadd", "ssub")
            for bits in (128, 192, 256)
        ),
        *(f"declare i{bits} @llvm.ctlz.i{bits}(i{bits}, i1)" for bits in (128, 192, 256)),
    ]
)


def is_wide(*kinds: Type) -> bool:
    """Whether some ints have registers, and one of them several, or no sign."""
    every = {one for kind in kinds for one in alternatives(kind)}
    wide = [one for one in every if isinstance(one, Wide) or one == UNSIGNED]
    return bool(wide) and all(one in (INT, BOOL, *wide) or isinstance(one, Number) for one in every)


def is_number(kind: Type) -> bool:
    """Whether values of a type are ints or floats."""
    return isinstance(kind, Wide | Number) or kind in big.NUMBERS


def may_exceed(op: ast.operator, x: Word, y: Word) -> bool:
    """Whether the ranges of two ints allow a result that needs more than 63 bits."""
    a, b = x.range, y.range
    work = _EXACT.get(type(op))
    if work is not None:
        ends = [work(one, other) for one in (a.low, a.high) for other in (b.low, b.high)]
        return bool(min(ends) < BOXED.low or max(ends) > BOXED.high)
    if isinstance(op, ast.LShift):
        return b.low < 0 or b.high > 62 or max(-a.low, a.high) << b.high > BOXED.high
    if isinstance(op, ast.FloorDiv):
        return a.low == LOW and b.low <= -1 <= b.high
    return isinstance(op, ast.Pow)


# --- registers ---------------------------------------------------------------------------------------------------


def _count(kind: Type) -> int:
    return kind.limbs if isinstance(kind, Wide) else 2 if kind == UNSIGNED else 1


def limbs(f: Function, value: Value, count: int) -> list[Word]:
    """An int as limbs."""
    held = boxing.plain(f.hold(value))
    if isinstance(held.type, Either):
        held = boxing.unbox(f, big.word_of(f, held), Wide(count))
    words = list(held.words)
    top = words[-1]
    if len(words) < count:
        positive = held.type == UNSIGNED or top.range.low >= 0
        words += [number(0) if positive else Word(f.op("ashr", top, 63))] * (count - len(words))
    return words


def _whole(f: Function, words: list[Word]) -> str:
    """Limbs as one register of LLVM's."""
    bits = 64 * len(words)
    found = f.new(f"zext i64 {words[0]} to i{bits}")
    for place, word in enumerate(words[1:], 1):
        part = f.new(f"shl i{bits} {f.new(f'zext i64 {word} to i{bits}')}, {64 * place}")
        found = f.new(f"or i{bits} {found}, {part}")
    return found


def _held(f: Function, register: str, count: int) -> Held:
    bits = 64 * count
    words = [Word(f.new(f"trunc i{bits} {register} to i64"))]
    for place in range(1, count):
        shifted = f.new(f"lshr i{bits} {register}, {64 * place}")
        words.append(Word(f.new(f"trunc i{bits} {shifted} to i64")))
    return Held(Wide(count), tuple(words))


def box(f: Function, held: Held) -> Word:
    words = limbs(f, held, _count(held.type))
    padded = [*words, *[words[-1]] * (MOST_LIMBS - len(words))]
    return Word(f.runtime("word_of_limbs", len(words), *padded))


def unbox(f: Function, word: Word | str, count: int) -> Held:
    return Held(Wide(count), tuple(Word(f.runtime("limb", word, place)) for place in range(count)))


def of_word(f: Function, word: Word | str, count: int, node: ast.AST) -> Held:
    """An int of any size, which must fit."""
    f.overflow_if(f.op("icmp sgt", f.runtime("limbs_of", word), count), node, count)
    return unbox(f, word, count)


def fits(f: Function, held: Held) -> str:
    """Whether an int fits into one register, as i1."""
    words = limbs(f, held, _count(held.type))
    sign = f.op("ashr", words[0], 63)
    different = "0"
    for word in words[1:]:
        different = f.op("or", different, f.op("xor", word, sign))
    return f.op("icmp eq", different, 0)


def as_whole(f: Function, held: Held, node: ast.AST | None) -> Word:
    """An int as one register; one that is larger is an error."""
    f.fail_unless(fits(f, held), layout.E_OVERFLOW, node)
    return Word(str(held.words[0]))


# --- operators ---------------------------------------------------------------------------------------------------


def binary(f: Function, op: ast.operator, one: Value, other: Value, node: ast.AST, least: int = 1) -> Value:
    """An operator of two ints, whose result has at least so many limbs if it may need them."""
    left, right = boxing.plain(f.hold(one)), boxing.plain(f.hold(other))
    kinds = (*alternatives(left.type), *alternatives(right.type))
    count = max(least, f.limbs_at(node, op), *map(_count, kinds))
    if isinstance(op, ast.LShift | ast.RShift):
        return _shifted(f, op, left, right, node, count)
    if type(op) in _BITS:
        return _bitwise(f, op, left, right)
    if isinstance(op, ast.FloorDiv | ast.Mod) and right.type == INT and (right.word.number or 0).bit_count() == 1:
        return _divided(f, op, left, right.word.number or 0, node)
    if count > MOST_LIMBS:
        return big.binary(f, op, left, right, node)
    if isinstance(op, ast.Mult) and left.type in (INT, BOOL) and right.type in (INT, BOOL):
        bits = 64 * count
        factors = [f.new(f"sext i64 {word} to i{bits}") for word in (left.word, right.word)]
        return _held(f, f.new(f"mul i{bits} {factors[0]}, {factors[1]}"), count)
    if isinstance(op, ast.Add | ast.Sub):
        return _sum(f, "sadd" if isinstance(op, ast.Add) else "ssub", left, right, node, count)
    found = big.binary(f, op, left, right, node)
    if found.type == INT:
        return found
    size = _count(right.type) if isinstance(op, ast.Mod) and not isinstance(right.type, Either) else count
    return of_word(f, found.word, max(2, size), node)


def _sum(f: Function, name: str, left: Held, right: Held, node: ast.AST, count: int) -> Held:
    kind = f"i{64 * count}"
    x, y = _whole(f, limbs(f, left, count)), _whole(f, limbs(f, right, count))
    pair = f.new(f"call {{{kind}, i1}} @llvm.{name}.with.overflow.{kind}({kind} {x}, {kind} {y})")
    f.overflow_if(f.new(f"extractvalue {{{kind}, i1}} {pair}, 1"), node, count)
    return _held(f, f.new(f"extractvalue {{{kind}, i1}} {pair}, 0"), count)


def _bitwise(f: Function, op: ast.operator, left: Held, right: Held) -> Value:
    if isinstance(op, ast.BitAnd):
        for one, other in ((left, right), (right, left)):
            if one.type in (INT, BOOL) and one.word.range.low >= 0:  # nothing is left above its bits
                low = limbs(f, other, 1 if not isinstance(other.type, Either) else 2)[0]
                return Held(INT, (Word(f.op("and", low, one.word)).within(0, one.word.range.high),))
            if one.type == UNSIGNED and not isinstance(other.type, Either):
                return Held(UNSIGNED, (Word(f.op("and", one.word, limbs(f, other, 1)[0])),))
    count = max(2, *(_count(kind) for held in (left, right) for kind in alternatives(held.type)))
    pairs = zip(limbs(f, left, count), limbs(f, right, count), strict=True)
    return Held(Wide(count), tuple(Word(f.op(_BITS[type(op)], x, y)) for x, y in pairs))


def masked(f: Function, value: Value, mask: int) -> Value | None:
    """`value & mask` for a constant mask of at most 64 bits; None for values that are no ints in registers."""
    held = boxing.plain(f.hold(value))
    if held.type not in (INT, BOOL, UNSIGNED) and not isinstance(held.type, Wide):
        return None
    return unsigned.kept_bits(f, held.words[0], mask)


def _divided(f: Function, op: ast.operator, left: Held, by: int, node: ast.AST) -> Value:
    """Division by a power of two."""
    if isinstance(op, ast.Mod):
        return _bitwise(f, ast.BitAnd(), left, Held(INT, (number(by - 1),)))
    return _shifted(f, ast.RShift(), left, Held(INT, (number(by.bit_length() - 1),)), node, 2)


def _shifted(f: Function, op: ast.operator, left: Held, right: Held, node: ast.AST, count: int) -> Value:
    by = as_whole(f, right, node) if is_wide(right.type) else big.shift_of(f, right, node)
    if by.range.low < 0:
        f.fail_if(f.op("icmp slt", by, 0), layout.E_VALUE, node)
    if isinstance(op, ast.RShift):
        count = max(2, *map(_count, alternatives(left.type)))
    elif count > MOST_LIMBS:
        return big.binary(f, op, left, Held(INT, (by,)), node)
    bits, last = 64 * count, 64 * count - 1
    if isinstance(op, ast.RShift):
        whole = _whole(f, limbs(f, left, count))
        if by.range.high > last:
            by = Word(f.new(f"call i64 @llvm.umin.i64(i64 {by}, i64 {last})"))
        found = f.new(f"ashr i{bits} {whole}, {f.new(f'zext i64 {by} to i{bits}')}")
        if by.range.low > bits - 64:
            return Held(INT, (Word(f.new(f"trunc i{bits} {found} to i64"), BOXED),))
        return _held(f, found, count)
    if by.range.high > last:
        f.overflow_if(f.op("icmp ugt", by, last), node, count, OVER_A_SHIFT)
    whole, distance = _whole(f, limbs(f, left, count)), f.new(f"zext i64 {by} to i{bits}")
    found = f.new(f"shl i{bits} {whole}, {distance}")
    span = left.word.range if left.type in (INT, BOOL) else None
    if span is None or max(-span.low, span.high + 1) << min(by.range.high, last) > 1 << last:
        again = f.new(f"ashr i{bits} {found}, {distance}")
        f.overflow_if(f.new(f"icmp ne i{bits} {again}, {whole}"), node, count, OVER_A_SHIFT)
    return _held(f, found, count)


def unary(f: Function, op: ast.unaryop, held: Held, node: ast.AST) -> Held:
    if isinstance(op, ast.UAdd):
        return held
    count = _count(held.type)
    if isinstance(op, ast.Invert):
        return Held(Wide(count), tuple(Word(f.op("xor", word, -1)) for word in limbs(f, held, count)))
    found = binary(f, ast.Sub(), Constant(0), held, node)
    assert isinstance(found, Held)
    return found


def widened(f: Function, held: Held, count: int) -> Held:
    return Held(Wide(count), tuple(limbs(f, held, count)))


def absolute(f: Function, held: Held, node: ast.AST) -> Held:
    count = _count(held.type)
    bits = 64 * count
    negated = unary(f, ast.USub(), held, node)
    if negated.type == BIG:
        return Held(BIG, (Word(f.runtime("int_abs", big.word_of(f, held))),))
    count = _count(negated.type)
    words = limbs(f, held, count)
    negative = f.op("icmp slt", words[-1], 0)
    pairs = zip(negated.words, words, strict=True)
    assert bits <= 64 * count
    return Held(negated.type, tuple(Word(f.new(f"select i1 {negative}, i64 {a}, i64 {b}")) for a, b in pairs))


# --- tests -------------------------------------------------------------------------------------------------------


def is_true(f: Function, held: Held) -> str:
    every: str = str(held.words[0])
    for word in held.words[1:]:
        every = f.op("or", every, word)
    return f.op("icmp ne", every, 0)


def equal(f: Function, one: Held, other: Held) -> str:
    count = max(_count(kind) for held in (one, other) for kind in alternatives(held.type))
    different = "0"
    for x, y in zip(limbs(f, one, count), limbs(f, other, count), strict=True):
        different = f.op("or", different, f.op("xor", x, y))
    return f.op("icmp eq", different, 0)


def ordered(f: Function, test: str, one: Held, other: Held) -> str:
    """Whether one int is less or greater than another; the test is one of LLVM's, such as `slt`."""
    count = max(_count(kind) for held in (one, other) for kind in alternatives(held.type))
    x, y = (_whole(f, limbs(f, held, count)) for held in (one, other))
    return f.new(f"icmp {test} i{64 * count} {x}, {y}")


def counted(f: Function, name: str, held: Held, node: ast.AST) -> Held:
    """`bit_count` or `bit_length`, of the absolute value."""
    held = absolute(f, held, node) if held.type != UNSIGNED else held
    if held.type == BIG:
        return big.counted(f, name, held)
    if name == "bit_count":
        total = "0"
        for word in held.words:
            total = f.op("add", total, f.new(f"call i64 @llvm.ctpop.i64(i64 {word})"))
        return Held(INT, (Word(total).within(0, 64 * len(held.words)),))
    bits = 64 * max(2, len(held.words))
    whole = _whole(f, limbs(f, held, bits // 64))
    zeros = f.new(f"trunc i{bits} {f.new(f'call i{bits} @llvm.ctlz.i{bits}(i{bits} {whole}, i1 false)')} to i64")
    return Held(INT, (Word(f.op("sub", bits, zeros)).within(0, bits),))


def constant(value: int, count: int) -> tuple[Word, ...]:
    return tuple(number(unsigned.signed(value >> 64 * place)) for place in range(count))
