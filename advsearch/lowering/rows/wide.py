"""Positive integers of more than 63 bits are stored as several 63-bit numbers. `2**63 + 5` is stored as 5 and 1, the
lowest first.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from advsearch.lowering.row_rules import OVERFLOW
from advsearch.lowering.rows import types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom
from advsearch.lowering.rows.types import BOOL, Bool, Int, cells
from advsearch.lowering.rows.values import LIMB, Pieces, Scalar, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

MASK: Final = types.GREATEST
_W: Final = types.WORD


def _bounds(value: Value) -> Int:
    kind = getattr(value, "kind", None)
    if isinstance(kind, Bool):
        return Int(0, 1)
    assert isinstance(kind, Int)
    return kind


def texts(value: Scalar | Pieces, count: int) -> list[str]:
    """The source texts of a number's 63-bit parts, then zeros up to `count`."""
    own = [value] if isinstance(value, Scalar) else list(value.items)
    made = [limb.text if _simple(limb.text) else f"({limb.text})" for limb in own if isinstance(limb, Scalar)]
    return [*made, *["0"] * (count - len(made))][:count]


def _simple(text: str) -> bool:
    return text.isidentifier() or text.isdigit()


def settled(f: Body, value: Scalar | Pieces) -> Scalar | Pieces:
    if isinstance(value, Scalar):
        return atom(f, value)
    return Pieces(value.kind, tuple(atom(f, limb, "limb") for limb in value.items if isinstance(limb, Scalar)))


def made(low: int, high: int, limbs: Sequence[str]) -> Value:
    """Make a number from its 63-bit parts; parts beyond its bounds are dropped."""
    kind = Int(max(low, 0), high)
    count = cells(kind)
    if count == 1:
        return Scalar(kind, limbs[0])
    return Pieces(kind, tuple(Scalar(LIMB, limb) for limb in limbs[:count]))


def arithmetic(
    f: Body, node: ast.AST, operation: ast.operator, one: Scalar | Pieces, other: Scalar | Pieces
) -> Value:
    """Generate `one + other` if one number has more than 63 bits."""
    a, b = _bounds(one), _bounds(other)
    if (a.low < 0 or b.low < 0) and not isinstance(
        operation, ast.LShift | ast.RShift | ast.BitAnd | ast.Add | ast.Sub
    ):
        raise f.refuse(
            node, "an operation combines a negative number and a number beyond 63 bits", "keep both numbers positive"
        )
    count = max(cells(a) if a.low >= 0 else 1, cells(b) if b.low >= 0 else 1)
    match operation:
        case ast.BitAnd():
            return _both(f, one, other, count)
        case ast.BitOr() | ast.BitXor():
            sign = "|" if isinstance(operation, ast.BitOr) else "^"
            limbs = [f"{x} {sign} {y}" for x, y in zip(texts(one, count), texts(other, count), strict=True)]
            return made(0, (1 << max(a.high, b.high).bit_length()) - 1, limbs)
        case ast.Add():
            return _sum(f, node, one, other)
        case ast.Sub():
            return _difference(f, node, one, other)
        case ast.LShift() if isinstance(other, Scalar):
            return shifted_left(f, node, one, other, f.program.widest)
        case ast.RShift() if isinstance(other, Scalar):
            return shifted_right(f, node, one, other)
    raise f.refuse(
        node, "this operation on a number beyond 63 bits is not supported", "use & | ^ ~ << >> + - and bit_count"
    )


def _both(f: Body, one: Scalar | Pieces, other: Scalar | Pieces, count: int) -> Value:
    # A negative number has 1 in all bits beyond its own cell, as in Python.
    a, b = _bounds(one), _bounds(other)
    if a.low < 0 or b.low < 0:
        negative, whole = (one, other) if a.low < 0 else (other, one)
        assert isinstance(negative, Scalar)
        name = atom(f, negative)
        limbs = texts(whole, count)
        masked = [f"{limbs[0]} & {name.text} & {MASK}"]
        masked += [f"({limb} if {name.text} < 0 else 0)" for limb in limbs[1:]]
        return made(0, _bounds(whole).high, masked)
    high = min(a.high, b.high)
    count = min(cells(a), cells(b))
    return made(0, high, [f"{x} & {y}" for x, y in zip(texts(one, count), texts(other, count), strict=True)])


def without(f: Body, one: Scalar | Pieces, other: Scalar | Pieces) -> Value:
    count = cells(_bounds(one))
    limbs = [f"{x} & ~{y}" for x, y in zip(texts(one, count), texts(other, count), strict=True)]
    return made(0, _bounds(one).high, limbs)


def lowest_bit(f: Body, value: Pieces) -> Value:
    """Generate `x & -x` for an integer of more than 63 bits."""
    limbs = texts(settled(f, value), len(value.items))
    below = ""
    found = []
    for limb in limbs:
        bit = f"{limb} & -{limb}"
        found.append(f"({bit} if {below} == 0 else 0)" if below else bit)
        below = f"({below} | {limb})" if below else limb
    return made(0, _bounds(value).high, found)


def _sum(f: Body, node: ast.AST, one: Scalar | Pieces, other: Scalar | Pieces) -> Value:
    a, b = _bounds(one), _bounds(other)
    if b.low < 0 or a.low < 0:
        if b.low == b.high:
            return _difference(f, node, one, Scalar(Int(-b.low, -b.low), str(-b.low)))
        raise f.refuse(
            node,
            "a + b contains a number beyond 63 bits and a number that may be negative",
            "keep both numbers positive",
        )
    high = a.high + b.high
    count = cells(Int(0, high))
    xs, ys = texts(settled(f, one), count), texts(settled(f, other), count)
    limbs: list[str] = []
    carry = "0"
    for x, y in zip(xs, ys, strict=True):
        limb = f.fresh("limb")
        f.emit(f"{limb} = ({x} + {y} + {carry}) & {MASK}")
        limbs.append(limb)
        if len(limbs) < count:
            following = f.fresh("carry")
            f.emit(f"{following} = ({x} & {y} | ({x} | {y}) & ~{limb}) >> {_W - 1} & 1")
            carry = following
    return made(a.low + b.low, high, limbs)


def _difference(f: Body, node: ast.AST, one: Scalar | Pieces, other: Scalar | Pieces) -> Value:
    # A negative result is an error at run time.
    a, b = _bounds(one), _bounds(other)
    if a.low < 0 or b.low < 0:
        raise f.refuse(
            node,
            "a - b contains a number beyond 63 bits and a number that may be negative",
            "keep both numbers positive",
        )
    count = max(cells(a), cells(b))
    xs, ys = texts(settled(f, one), count), texts(settled(f, other), count)
    limbs: list[str] = []
    borrow = "0"
    for x, y in zip(xs, ys, strict=True):
        limb, following = f.fresh("limb"), f.fresh("borrow")
        f.emit(f"{limb} = ({x} - {y} - {borrow}) & {MASK}")
        f.emit(f"{following} = 1 if {x} < {y} or ({x} == {y} and {borrow} != 0) else 0")
        limbs.append(limb)
        borrow = following
    if a.low < b.high:
        f.emit(f"if {borrow} != 0:")
        f.emit(f"    fail(block, {OVERFLOW}, {f.line_of(node)})")
    return made(0, a.high, limbs)


def _selected(limbs: list[str], at: str) -> str:
    # The index `at` is known only at run time; after the last limb, the result is 0.
    text = "0"
    for number, limb in reversed(list(enumerate(limbs))):
        text = f"({limb} if {at} == {number} else {text})"
    return text


def shifted_left(f: Body, node: ast.AST, one: Scalar | Pieces, by: Scalar, widest: int) -> Value:
    a, b = _bounds(one), _bounds(by)
    assert a.low >= 0, a
    if b.low == b.high and b.low >= 0:
        return _left_by_constant(f, one, b.low, (a.low << b.low, a.high << b.low))
    # a shift by an unknown amount is limited to the bits of the widest number of a state
    most = a.high.bit_length() + b.high if b.high <= 2 * widest else widest
    line = f.line_of(node)
    name = f.fresh("by")
    limit = max(0, most - max(1, a.low.bit_length()))
    f.emit(
        f"{name} = fits(block, {by.text}, 0, {limit}, {line})"
        if b.low < 0 or b.high > limit
        else f"{name} = {by.text}"
    )
    count = types.limbs(most)
    if a.low == a.high == 1:
        limbs = [_one_bit(name, at, limit) for at in range(count)]
        return made(1, (1 << most) - 1, limbs)
    source = texts(settled(f, one), types.limbs(a.high.bit_length()))
    steps, rest = _split(f, name)
    limbs = [
        f"({_selected(source, f'{at} - {steps}')} << {rest} & {MASK} | "
        f"{_selected(source, f'{at - 1} - {steps}')} >> {_W} - {rest})"
        for at in range(count)
    ]
    if a.high.bit_length() + limit > most:
        top = most - _W * (count - 1)
        f.emit(f"there(block, {limbs[-1]} < {1 << top}, {line})" if top < _W else "pass")
    return made(0, (1 << most) - 1, limbs)


def _split(f: Body, name: str) -> tuple[str, str]:
    steps, rest = f.fresh("steps"), f.fresh("rest")
    f.emit(f"{steps} = {name} // {_W}")
    f.emit(f"{rest} = {name} % {_W}")
    return steps, rest


def _one_bit(name: str, at: int, limit: int) -> str:
    if at == 0:
        return f"(1 << {name} if {name} < {_W} else 0)" if limit >= _W else f"1 << {name}"
    if limit < _W * (at + 1):
        return f"(1 << {name} - {_W * at} if {name} >= {_W * at} else 0)"
    return f"(1 << {name} - {_W * at} if {_W * at} <= {name} < {_W * (at + 1)} else 0)"


def _left_by_constant(f: Body, one: Scalar | Pieces, by: int, limits: tuple[int, int]) -> Value:
    steps, rest = divmod(by, _W)
    count = types.limbs(limits[1].bit_length())
    source = ["0"] * (steps + 1) + texts(settled(f, one), types.limbs(_bounds(one).high.bit_length())) + ["0"] * count
    limbs = []
    for at in range(count):
        upper, lower = source[at + 1], source[at]
        piece = f"{upper} << {rest} & {MASK}" if rest else upper
        limbs.append(f"({piece} | {lower} >> {_W - rest})" if rest and lower != "0" else piece)
    return made(limits[0], limits[1], limbs)


def shifted_right(f: Body, node: ast.AST, one: Scalar | Pieces, by: Scalar) -> Value:
    a, b = _bounds(one), _bounds(by)
    own = texts(settled(f, one), types.limbs(a.high.bit_length()))
    if b.low == b.high and b.low >= 0:
        steps, rest = divmod(b.low, _W)
        high = a.high >> b.low
        source = own[steps:] + ["0"] * 2
        count = types.limbs(high.bit_length())
        if not rest:
            return made(0, high, source[:count])
        limbs = []
        for at in range(count):
            upper = f" | {source[at + 1]} << {_W - rest} & {MASK}" if source[at + 1] != "0" else ""
            limbs.append(f"({source[at]} >> {rest}{upper})")
        return made(0, high, limbs)
    most = _W * len(own)
    name = f.fresh("by")
    guarded = f"fits(block, {by.text}, 0, {most}, {f.line_of(node)})"
    f.emit(f"{name} = {guarded if b.low < 0 or b.high > most else by.text}")
    whole, left = _split(f, name)
    limbs = [
        f"({_selected(own, f'{whole} + {at}')} >> {left} | "
        f"{_selected(own, f'{whole} + {at + 1}')} << {_W} - {left} & {MASK})"
        for at in range(len(own))
    ]
    return made(0, a.high >> max(b.low, 0), limbs)


def equal(f: Body, one: Scalar | Pieces, other: Scalar | Pieces) -> Scalar:
    a, b = _bounds(one), _bounds(other)
    count = max(cells(a), cells(b))
    tests = [f"{x} == {y}" for x, y in zip(texts(one, count), texts(other, count), strict=True)]
    return Scalar(BOOL, " and ".join(tests))


def less(f: Body, one: Scalar | Pieces, other: Scalar | Pieces) -> Scalar:
    count = max(cells(_bounds(one)), cells(_bounds(other)))
    xs, ys = texts(settled(f, one), count), texts(settled(f, other), count)
    text = f"{xs[0]} < {ys[0]}"
    for x, y in zip(xs[1:], ys[1:], strict=True):
        text = f"({x} < {y} or ({x} == {y} and {text}))"
    return Scalar(BOOL, text)


def bit_count(value: Pieces) -> Scalar:
    most = cells(value.kind) * _W
    return Scalar(Int(0, most), " + ".join(f"count({limb})" for limb in texts(value, len(value.items))))


def bit_length(f: Body, value: Pieces) -> Scalar:
    limbs = texts(settled(f, value), len(value.items))
    text = f"bit_length({limbs[0]})"
    for at, limb in enumerate(limbs[1:], 1):
        text = f"({_W * at} + bit_length({limb}) if {limb} != 0 else {text})"
    return Scalar(Int(0, len(limbs) * _W), text)
