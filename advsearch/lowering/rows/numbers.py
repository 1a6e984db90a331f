"""Arithmetic: `a + b` stays `a + b` if the sum certainly fits into 64 bits. Otherwise, `a + b` becomes `plus(block,
a, b, line)`, which checks the sum.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any, Final

from advsearch.lowering.row_rules import SHIFT
from advsearch.lowering.rows import classes, joins, sums, types, wide
from advsearch.lowering.rows.body import Body, Lines
from advsearch.lowering.rows.convert import as_type, atom, exploded, item_of, runtime
from advsearch.lowering.rows.types import (
    BOOL,
    FLOAT,
    GREATEST,
    INT,
    LEAST,
    Bool,
    Float,
    Int,
    Mark,
    Maybe,
    Type,
)
from advsearch.lowering.rows.values import Known, NotYet, Pieces, Place, Scalar, Value, kind_of

_SIMPLE = re.compile(r"\w+(\([^()]*\))?|\w+\[[^\[\]]*\]")


def wrapped(text: str) -> str:
    """The text `a + b` becomes `(a + b)`, and `a` stays `a`."""
    return text if _SIMPLE.fullmatch(text) else f"({text})"


def number_text(value: int) -> str:
    return str(value) if value >= 0 else f"({value})"


def bounds(kind: Type) -> Int:
    return kind if isinstance(kind, Int) else Int(0, 1)


def number(f: Body, value: Value, node: ast.AST) -> Value:
    value = runtime(f, value)
    kind = kind_of(value)
    if isinstance(kind, types.Never):
        raise NotYet
    if isinstance(kind, types.Mixed):
        value, kind = as_type(f, value, kind.number, node), kind.number
    while isinstance(kind, Maybe | types.Either) and (joins.has_sum(kind) or is_number(kind.inner)):
        value = as_type(f, value, kind.inner, node)
        kind = kind.inner
    if isinstance(kind, types.Sum):
        value = sums.only(f, value, kind, is_number, node) or value
        kind = kind_of(value)
    if not isinstance(kind, Int | Bool | Float):
        assert kind is not None
        raise f.refuse(node, f"{types.named(kind)} is used where a number is expected", "use a number")
    return exploded(f, value) if isinstance(value, Place) else value


def is_number(kind: Type) -> bool:
    return isinstance(kind, Int | Bool | Float)


def arithmetic(f: Body, node: ast.AST, operation: ast.operator, left: Value, right: Value) -> Value:
    one, other = number(f, left, node), number(f, right, node)
    assert isinstance(one, Scalar | Pieces)
    assert isinstance(other, Scalar | Pieces)
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        if isinstance(operation, ast.Div) or isinstance(one.kind, Float) or isinstance(other.kind, Float):
            return _of_floats(f, node, operation, one, other)
        if isinstance(one.kind, Bool) and isinstance(other.kind, Bool) and type(operation) in (
            ast.BitAnd, ast.BitOr, ast.BitXor
        ):  # fmt: skip
            sign = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}[type(operation)]
            return Scalar(BOOL, f"{wrapped(one.text)} {sign} {wrapped(other.text)}")
        made = _WHOLE[type(operation)](f, node, one, other)
        bits = isinstance(operation, ast.BitAnd | ast.BitOr | ast.BitXor)
        return classes.of_bits(made, one.kind, other.kind) if bits else classes.plain(made)
    refuse_float(f, node, one.kind, other.kind)
    return wide.arithmetic(f, node, operation, one, other)


def _of_floats(f: Body, node: ast.AST, operation: ast.operator, one: Scalar, other: Scalar) -> Value:
    line = f.line_of(node)
    texts = [_float_text(value, line) for value in (one, other)]
    whole = all(map(classes.of_whole_numbers, (one.kind, other.kind)))
    if isinstance(operation, ast.Div):
        return Scalar(FLOAT, f"divided(block, {texts[0]}, {texts[1]}, {line})")
    if isinstance(operation, ast.Pow):
        return _maybe_whole(f"float_power(block, {texts[0]}, {texts[1]}, {line})", whole, line)
    signs = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
    if type(operation) not in signs:
        raise f.refuse(node, "// or % is used with floats", "use whole numbers, or * and /")
    return _maybe_whole(f"{texts[0]} {signs[type(operation)]} {texts[1]}", whole, line)


def _maybe_whole(text: str, whole: bool, line: int) -> Scalar:
    # If `whole` is true, Python's result may be an int, so the float must be exact.
    return Scalar(Float(frozenset({int})), f"exact(block, {text}, {line})") if whole else Scalar(FLOAT, text)


def _float_text(value: Scalar, line: int) -> str:
    is_float = isinstance(value.kind, Float)
    return wrapped(value.text) if is_float else f"float({classes.exact(value.kind, value.text, line)})"


def refuse_float(f: Body, node: ast.AST, *kinds: Type) -> None:
    if any(isinstance(kind, Float) for kind in kinds):
        construct = "an operation combines a float and a number beyond 63 bits"
        raise f.refuse(node, construct, "use whole numbers")


def number_texts(f: Body, one: Scalar, other: Scalar, node: ast.AST) -> list[str]:
    """The source texts of two numbers, both as floats if one is a float."""
    of_floats = isinstance(one.kind, Float) != isinstance(other.kind, Float)
    return [_float_text(part, f.line_of(node)) if of_floats else wrapped(part.text) for part in (one, other)]


def _result(low: int, high: int, text: str, checked: str, f: Body, node: ast.AST) -> Scalar:
    if low >= LEAST and high <= GREATEST:
        return Scalar(Int(low, high), text)
    return Scalar(Int(max(low, LEAST), min(high, GREATEST)), f"{checked}, {f.line_of(node)})")


def _plus(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    a, b = bounds(one.kind), bounds(other.kind)
    text = f"{wrapped(one.text)} + {wrapped(other.text)}"
    return _result(a.low + b.low, a.high + b.high, text, f"plus(block, {one.text}, {other.text}", f, node)


def _minus(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    a, b = bounds(one.kind), bounds(other.kind)
    text = f"{wrapped(one.text)} - {wrapped(other.text)}"
    return _result(a.low - b.high, a.high - b.low, text, f"minus(block, {one.text}, {other.text}", f, node)


def _times(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    a, b = bounds(one.kind), bounds(other.kind)
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    text = f"{wrapped(one.text)} * {wrapped(other.text)}"
    return _result(min(corners), max(corners), text, f"times(block, {one.text}, {other.text}", f, node)


def _quotient(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    a, b = bounds(one.kind), bounds(other.kind)
    ends = [end for end in (b.low, b.high, -1, 1) if b.low <= end <= b.high and end != 0]
    corners = [x // y for x in (a.low, a.high) for y in ends] or [0]
    kind = Int(max(LEAST, min(*corners, 0 if b.low <= 0 <= b.high else corners[0])), min(GREATEST, max(corners)))
    if b.low <= 0 <= b.high:
        return Scalar(kind, f"quotient(block, {one.text}, {other.text}, {f.line_of(node)})")
    if a.low >= 0 and b.low == b.high and b.low & (b.low - 1) == 0:
        return Scalar(kind, f"{wrapped(one.text)} >> {b.low.bit_length() - 1}")
    return Scalar(kind, f"{wrapped(one.text)} // {wrapped(other.text)}")


def _remainder(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    a, b = bounds(one.kind), bounds(other.kind)
    if a.low >= 0 and a.high < b.low:
        return one
    low, high = min(0, b.low + 1), max(0, b.high - 1)
    kind = Int(low, min(high, a.high) if a.low >= 0 and b.low > 0 else high)
    if b.low <= 0 <= b.high:
        return Scalar(kind, f"remainder(block, {one.text}, {other.text}, {f.line_of(node)})")
    if b.low == b.high and b.low > 0 and b.low & (b.low - 1) == 0:
        return Scalar(kind, f"{wrapped(one.text)} & {b.low - 1}")
    return Scalar(kind, f"{wrapped(one.text)} % {wrapped(other.text)}")


def _power(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    a, b = bounds(one.kind), bounds(other.kind)
    if a == Int(2, 2):
        return _left(f, node, Scalar(Int(1, 1), "1"), other)
    if b.low == b.high == 2:
        name = atom(f, one)
        return _times(f, node, name, name) if a.low >= 0 else _square(f, node, name)
    if b.high < 0:
        return _of_floats(f, node, ast.Pow(), one, other)
    if b.low < 0:
        raise f.refuse(node, "the exponent of ** may be negative", "use / for fractions")
    kind = Int(LEAST, GREATEST)
    if b.high <= 62 and max(abs(a.low), abs(a.high)) ** b.high <= GREATEST:
        most = max(abs(a.low), abs(a.high)) ** b.high
        kind = Int(-most if a.low < 0 else 0, most)
    return Scalar(kind, f"power(block, {one.text}, {other.text}, {f.line_of(node)})")


def _square(f: Body, node: ast.AST, name: Scalar) -> Value:
    made = _times(f, node, name, name)
    assert isinstance(made, Scalar)
    return Scalar(Int(0, bounds(made.kind).high), made.text)


def _and(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    a, b = bounds(one.kind), bounds(other.kind)
    highs = [each.high for each in (a, b) if each.low >= 0]
    kind = Int(0, min(highs)) if highs else INT
    return Scalar(kind, f"{wrapped(one.text)} & {wrapped(other.text)}")


def _or(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    return Scalar(_spread(one, other), f"{wrapped(one.text)} | {wrapped(other.text)}")


def _xor(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    return Scalar(_spread(one, other), f"{wrapped(one.text)} ^ {wrapped(other.text)}")


def _spread(one: Scalar, other: Scalar) -> Int:
    a, b = bounds(one.kind), bounds(other.kind)
    most = max(abs(a.low), abs(a.high), abs(b.low), abs(b.high)).bit_length()
    return Int(0 if a.low >= 0 and b.low >= 0 else max(LEAST, -(1 << most)), min(GREATEST, (1 << most) - 1))


def _left(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    a, b = bounds(one.kind), bounds(other.kind)
    line = f.line_of(node)
    if b.high < 0:
        f.emit(f"fail(block, {SHIFT}, {line})")
        return Scalar(Int(0, 0), "0")
    widest = max(f.program.widest, types.WORD)
    if (
        a.low >= 0
        and a.high.bit_length() + b.high > types.WORD
        and (b.high <= 4 * widest or widest > types.WORD)
        and (widest > types.WORD or b.high > types.WORD - 1)
    ):
        return wide.shifted_left(f, node, one, other, widest)
    if b.low >= 0 and b.high <= 62 and a.low << b.high >= LEAST and a.high << b.high <= GREATEST:
        corners = [x << y for x in (a.low, a.high) for y in (b.low, b.high)]
        return Scalar(Int(min(corners), max(corners)), f"{wrapped(one.text)} << {wrapped(other.text)}")
    kind = Int(0 if a.low >= 0 else LEAST, GREATEST)
    return Scalar(kind, f"shifted(block, {one.text}, {other.text}, {line})")


def _right(f: Body, node: ast.AST, one: Scalar, other: Scalar) -> Value:
    a, b = bounds(one.kind), bounds(other.kind)
    nearest, farthest = min(max(b.low, 0), 63), min(max(b.high, 0), 63)
    corners = [x >> y for x in (a.low, a.high) for y in (nearest, farthest)]
    kind = Int(min(corners), max(corners))
    if b.low >= 0 and b.high <= 63:
        return Scalar(kind, f"{wrapped(one.text)} >> {wrapped(other.text)}")
    return Scalar(joins.join(kind, Int(0, 0)), f"shifted_right(block, {one.text}, {other.text}, {f.line_of(node)})")


_WHOLE: Final[dict[type[ast.operator], Callable[[Body, ast.AST, Scalar, Scalar], Value]]] = {
    ast.Add: _plus,
    ast.Sub: _minus,
    ast.Mult: _times,
    ast.FloorDiv: _quotient,
    ast.Mod: _remainder,
    ast.Pow: _power,
    ast.BitAnd: _and,
    ast.BitOr: _or,
    ast.BitXor: _xor,
    ast.LShift: _left,
    ast.RShift: _right,
}


def negated(f: Body, node: ast.AST, value: Value) -> Value:
    one = number(f, value, node)
    if isinstance(one, Pieces):
        raise f.refuse(node, "a number beyond 63 bits is negated with -", "write x & -x, or keep the number positive")
    assert isinstance(one, Scalar)
    if isinstance(one.kind, Float):
        return Scalar(one.kind, f"-{wrapped(one.text)}")
    limits = bounds(one.kind)
    return Scalar(Int(-limits.high, -limits.low), f"-{wrapped(one.text)}")


def inverted(f: Body, node: ast.AST, value: Value) -> Value:
    one = number(f, value, node)
    if isinstance(one, Pieces):
        raise f.refuse(
            node, "a number beyond 63 bits is inverted with ~", "write a & ~b, or MASK ^ b with a mask of all bits"
        )
    assert isinstance(one, Scalar)
    limits = bounds(one.kind)
    return Scalar(Int(-limits.high - 1, -limits.low - 1), f"~{wrapped(one.text)}")


# --- truth ----------------------------------------------------------------------------------------------------


def tested(f: Body, label: str, first: str, guard: str, lines: Lines, second: str) -> str:
    # Generate `name = second if first and guard else first`, and return the name. The generated lines `lines` belong
    # to `second`: they run only if `second` is evaluated.
    name = f.fresh(label)
    f.emit(f"{name} = {first}")
    f.emit(f"if {name}{guard}:")
    f.lines.extend(lines)
    f.emit(f"    {name} = {second}")
    return name


def truth(f: Body, value: Value, node: ast.AST) -> Known | Scalar:
    """Generate `bool(value)`; the value is evaluated even if its truth is known."""
    from advsearch.lowering.rows.raising import may_raise

    made = _truth(f, value, node)
    if isinstance(made, Known) and isinstance(value, Scalar) and may_raise(value):
        f.emit(value.text)
    return made


def _truth(f: Body, value: Value, node: ast.AST) -> Known | Scalar:
    # If the truth of a value is known, generated code possibly never evaluates the value.
    if isinstance(value, Known):
        return Known(bool(value.value))
    made = f.truth_of(value, node)
    if made is not None:
        return made
    value = exploded(f, value) if types.is_wide(_kind(value)) else value
    if isinstance(value, Place) and isinstance(value.kind, Maybe):
        flag = item_of(f, value, 0)
        assert isinstance(flag, Scalar)
        value = Pieces(value.kind, (Scalar(BOOL, f"{wrapped(flag.text)} != 0"), item_of(f, value, 1)))
    match value:
        case Scalar(Bool(), _):
            return value
        case Scalar(Mark(values, any_character), text):
            return _truth_of_mark(f, Scalar(value.kind, text), values, any_character)
        case Scalar(types.Mixed(), _):
            name = atom(f, value)
            return Scalar(
                BOOL,
                " and ".join(f"{name.text} != {code}" for code in (types.NONE, 0, f.program.book.mixed_code(""))),
            )
        case Scalar(Maybe(), _):
            name = atom(f, value)
            return Scalar(BOOL, f"{name.text} != {types.NONE} and {name.text} != 0")
        case Scalar(Int(low, high), _) if low > 0 or high < 0:
            return Known(True)
        case Scalar(_, text):
            return Scalar(BOOL, f"{wrapped(text)} != 0")
        case Pieces(Maybe(), (flag, inner)):
            assert isinstance(flag, Scalar)
            with f.captured(1) as lines:
                within = truth(f, inner, node)
            if isinstance(within, Known):
                return flag if within.value else Known(False)
            if lines:  # the test runs only if there is a value
                return Scalar(BOOL, tested(f, "held", flag.text, "", lines, within.text))
            return Scalar(BOOL, f"{wrapped(flag.text)} and {wrapped(within.text)}")
        case Pieces(Int() | types.Members(), items):
            return Scalar(
                BOOL, f"{' | '.join(wrapped(item.text) for item in items if isinstance(item, Scalar))} != 0"
            )
        case Pieces(types.Sum()) | Place(types.Sum()):
            each = sums.by_class(f, node, value, lambda one: truth(f, one, node))
            assert isinstance(each, Known | Scalar)
            return each
        case Pieces(types.Either()) | Place(types.Either()):
            kind = value.kind
            assert isinstance(kind, types.Either)
            if not isinstance(kind.inner, types.Tup) or not kind.inner.items or not all(kind.marks.values):
                raise f.refuse(node, f"{types.named(kind)} is used as a condition", "write a comparison")
            return Known(True)
        case Pieces() | Place():
            kind = _kind(value)
            from advsearch.lowering.rows import special

            for method in ("__bool__", "__len__"):
                result = special.called(f, node, value, method)
                if result is not None:
                    return truth(f, result, node)
            return Known(not isinstance(kind, types.Tup) or bool(kind.items) or kind.kind is not tuple)
    raise f.refuse(node, "this value cannot be a condition", "write a comparison, or len(...) > 0")


def _kind(value: Value) -> Type:
    kind = kind_of(value)
    return types.NEVER if kind is None else kind


def _truth_of_mark(f: Body, value: Scalar, values: frozenset[Any], any_character: bool) -> Known | Scalar:
    false = [one for one in values if not one]
    if not false:
        return Known(True)
    if len(false) == len(values) and not any_character:
        return Known(False)
    name = atom(f, value) if len(false) > 1 else value
    tests = (f"{wrapped(name.text)} != {f.program.book.code(one)}" for one in false)
    return Scalar(BOOL, " and ".join(tests))
