"""Operators. Ints are 64 bits wide, and every operation whose result may not fit is tested."""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import (
    attributes,
    big,
    boxing,
    changes,
    combining,
    formats,
    layout,
    library_rows,
    reals,
    sequences,
    unsigned,
    wide,
)
from advsearch.machine.facts import BOXED, HIGH, LOW, Range
from advsearch.machine.types import (
    BIG,
    BOOL,
    CHAR,
    FLOAT,
    INT,
    STR,
    DictOf,
    Either,
    Flat,
    Frozen,
    ListOf,
    Number,
    Row,
    SetOf,
    Type,
    alternatives,
    family,
)
from advsearch.machine.unit import OVER_A_SHIFT
from advsearch.machine.values import Constant, Held, Stream, Unreached, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

OPERATORS: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.Div: operator.truediv, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
    ast.BitXor: operator.xor, ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Pow: operator.pow,
}  # fmt: skip
_METHODS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "__add__", ast.Sub: "__sub__", ast.Mult: "__mul__", ast.FloorDiv: "__floordiv__", ast.Mod: "__mod__",
    ast.Div: "__truediv__", ast.BitAnd: "__and__", ast.BitOr: "__or__", ast.BitXor: "__xor__",
    ast.LShift: "__lshift__", ast.RShift: "__rshift__", ast.Pow: "__pow__",
}  # fmt: skip
_UNARY: Final[dict[type[ast.unaryop], Callable[[Any], Any]]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert
}  # fmt: skip
_WHOLE: Final = frozenset({INT, BOOL})
_MUTABLE: Final = (list, set, dict)


def unary(f: Function, op: ast.unaryop, value: Value, node: ast.AST) -> Value:
    if isinstance(value, Constant):
        return Constant(_UNARY[type(op)](value.value))
    held = boxing.plain(f.hold(value))
    if isinstance(held.type, Either):
        numbers = frozenset(filter(wide.is_number, held.type.alternatives))
        if numbers and numbers != held.type.alternatives:
            kind = Either(numbers) if len(numbers) > 1 else next(iter(numbers))
            return unary(f, op, boxing.narrowed(f, held, kind, node), node)
    if isinstance(held.type, Either) and all(map(wide.is_number, held.type.alternatives)):
        if FLOAT in held.type.alternatives:
            kinds = tuple(sorted(held.type.alternatives, key=repr))
            return attributes.dispatched(f, held, kinds, lambda one: unary(f, op, one, node), node)
        if held.type.alternatives <= _WHOLE:
            held = boxing.narrowed(f, held, INT)
    if held.type == BIG:
        return big.unary(f, op, held)
    if wide.is_wide(held.type):
        return wide.unary(f, op, held, node)
    if held.type == FLOAT:
        if isinstance(op, ast.USub):
            return reals.real(f, f.new(f"fneg double {reals.as_double(f, held)}"))
        return held
    if held.type not in _WHOLE:
        raise f.refusal(f"an operator of one value of type {held.type}", "use it on numbers", node)
    word = held.word
    if isinstance(op, ast.UAdd):
        return Held(INT, (word,))
    if isinstance(op, ast.Invert):
        span = word.range
        return Held(INT, (Word(f.op("xor", word, -1), Range(~span.high, ~span.low)),))
    return whole_binary(f, ast.Sub(), Word("0"), word, node)


def binary(f: Function, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Value:
    if isinstance(one, Constant) and isinstance(other, Constant):
        mutable = isinstance(one.value, _MUTABLE) or isinstance(other.value, _MUTABLE)
        if not mutable:
            return _folded(f, op, one.value, other.value, node)
    one, other = _prepared(f, one), _prepared(f, other)
    if unsigned.is_unsigned(one) or unsigned.is_unsigned(other):
        low = unsigned.binary(f, op, one, other, node)
        if low is not None:
            return low
    left, right = _typed(f, one), _typed(f, other)
    if not isinstance(op, ast.Div):
        if big.is_big(left, right):
            return big.binary(f, op, one, other, node)
        if wide.is_wide(left, right):
            return _masked(f, op, one, other) or wide.binary(f, op, one, other, node)
    if all(map(wide.is_number, alternatives(left) | alternatives(right))):
        return _numbers(f, op, f.hold(one), f.hold(other), node)
    method = _own_method(left, op)
    if method is not None:
        return f.call(Constant(method), [one, other], node)
    if isinstance(left, SetOf | Frozen) and isinstance(right, SetOf | Frozen) and type(op) in combining.SETS:
        return combining.sets(f, op, f.hold(one), f.hold(other), node)
    if isinstance(op, ast.Add):
        found = combining.joined(f, one, other, left, right, node)
        if found is not None:
            return found
    if isinstance(op, ast.Mult):
        if right not in _WHOLE:
            one, other, left, right = other, one, right, left
        if right in _WHOLE and not isinstance(left, Either):
            return combining.repeated(f, f.hold(one), f.hold(other), node)
    if _is_counter(left) and _is_counter(right) and type(op) in _COUNTERS:
        return f.call(Constant(_COUNTERS[type(op)]), [one, other], node)
    if isinstance(op, ast.Mod) and isinstance(one, Constant) and isinstance(one.value, str):
        return formats.by_percent(f, one.value, other, node)
    if isinstance(op, ast.BitOr) and isinstance(left, DictOf) and isinstance(right, DictOf):
        made = sequences.new_dict(f, node, left.default)
        for part in (one, other):
            changes.update_dict(f, made, part)
        return made
    return _narrowed(f, op, one, other, node)


def _masked(f: Function, op: ast.operator, one: Value, other: Value) -> Value | None:
    """The low bits of an int, which a constant keeps."""
    for value, mask in ((one, other), (other, one)):
        bits = mask.value if isinstance(mask, Constant) and isinstance(op, ast.BitAnd) else -1
        if 0 <= bits <= unsigned.WHOLE:
            return wide.masked(f, value, bits)
    return None


def _prepared(f: Function, value: Value) -> Value:
    if isinstance(value, Stream):
        return f.hold(value)
    return boxing.plain(value) if isinstance(value, Held) else value


def _typed(f: Function, value: Value) -> Type:
    kind = f.type_of(value.value) if isinstance(value, Constant) else f.hold(value).type
    return INT if isinstance(kind, Number) else kind


_COUNTERS: Final[dict[type[ast.operator], Any]] = {
    ast.Add: library_rows.counters_added, ast.Sub: library_rows.counters_subtracted,
    ast.BitAnd: library_rows.counters_met, ast.BitOr: library_rows.counters_joined,
}  # fmt: skip


def _is_counter(kind: Type) -> bool:
    return isinstance(kind, DictOf) and kind.default is Counter


def _folded(f: Function, op: ast.operator, one: Any, other: Any, node: ast.AST) -> Value:
    try:
        return Constant(OPERATORS[type(op)](one, other))
    except ZeroDivisionError:
        f.fail(layout.E_DIVISION, node)
    except (TypeError, ValueError, OverflowError) as error:
        f.fail(f.unit.error_code(TypeError if isinstance(error, TypeError) else ValueError), node)
    raise Unreached


def _own_method(kind: Type, op: ast.operator) -> FunctionType | None:
    if not isinstance(kind, Flat) or kind.kind is tuple:
        return None
    found = getattr(kind.kind, _METHODS.get(type(op), ""), None)
    return found if isinstance(found, FunctionType) else None


def _narrowed(f: Function, op: ast.operator, one: Value, other: Value, node: ast.AST) -> Value:
    # a value of several types: the one that fits the other operand, tested at run time
    for value, fixed, swapped in ((one, other, False), (other, one, True)):
        kind = _typed(f, value)
        if isinstance(kind, Either):
            wanted = _typed(f, fixed)
            fitting = [each for each in kind.alternatives if _fits(op, each, wanted)]
            fewer = len(fitting) < len(kind.alternatives)
            if fitting and fewer and (len(fitting) == 1 or all(map(wide.is_number, fitting))):
                target = fitting[0] if len(fitting) == 1 else Either(frozenset(fitting))
                inner: Value = boxing.narrowed(f, f.hold(value), target, node)
                return binary(f, op, *((fixed, inner) if swapped else (inner, fixed)), node)
    if isinstance(_typed(f, one), Either):  # each in turn
        kinds = alternatives(_typed(f, one))
        fitting = [each for each in kinds if _fits(op, each, _typed(f, other))]
        if fitting:

            def work(each: Held) -> Value:
                return binary(f, op, each, other, node)

            return attributes.dispatched(f, f.hold(one), tuple(sorted(fitting, key=repr)), work, node)
    word = type(op).__name__
    raise f.refusal(
        f"the operator {word} of {_typed(f, one)} and {_typed(f, other)}", "use it on values of known types", node
    )


def _fits(op: ast.operator, kind: Type, other: Type) -> bool:
    kinds = alternatives(other)
    if wide.is_number(kind):
        if any(map(wide.is_number, kinds)):
            return True
        return isinstance(op, ast.Mult) and any(isinstance(one, ListOf | Row | Flat) or one == STR for one in kinds)
    if isinstance(kind, SetOf | Frozen):
        return any(isinstance(one, SetOf | Frozen) for one in kinds)
    if isinstance(op, ast.Mult) and (isinstance(kind, ListOf | Row | Flat) or kind in (STR, CHAR)):
        return any(wide.is_number(one) for one in kinds)
    joins = isinstance(op, ast.Add) or (isinstance(kind, DictOf) and isinstance(op, ast.BitOr))
    return (joins or _own_method(kind, op) is not None) and any(family(kind) == family(one) for one in kinds)


# --- numbers -----------------------------------------------------------------------------------------------------


def as_whole(f: Function, value: Value, node: ast.AST | None = None) -> Word:
    """An int, as an operand."""
    held = boxing.plain(f.hold(value))
    if isinstance(held.type, Either):
        kinds = held.type.alternatives
        if big.is_big(held.type) or wide.is_wide(held.type):
            return big.as_whole(f, Held(BIG, (big.word_of(f, held),)), node)
        held = boxing.narrowed(f, held, INT if not kinds <= _WHOLE or INT in kinds else BOOL, node)
    if held.type == BIG:
        return big.as_whole(f, held, node)
    if wide.is_wide(held.type):
        return wide.as_whole(f, held, node)
    if held.type not in _WHOLE:
        raise f.refusal(f"a value of type {held.type} where an int is needed", "use an int", node)
    return held.word


def _numbers(f: Function, op: ast.operator, one: Held, other: Held, node: ast.AST) -> Value:
    for place, held in enumerate((one, other)):
        others = alternatives((other, one)[place].type)
        if isinstance(held.type, Either) and FLOAT in held.type.alternatives and others != {FLOAT}:
            pair = [one, other]

            def work(each: Held, place: int = place, pair: list[Held] = pair) -> Value:
                pair[place] = each
                return _numbers(f, op, pair[0], pair[1], node)

            kinds = tuple(sorted(held.type.alternatives, key=repr))
            return attributes.dispatched(f, held, kinds, work, node)
    if isinstance(op, ast.Div) or FLOAT in alternatives(one.type) | alternatives(other.type):
        return reals.binary(f, op, one, other, node)
    both_bool = one.type == BOOL and other.type == BOOL
    found = whole_binary(f, op, as_whole(f, one, node), as_whole(f, other, node), node)
    if both_bool and isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
        return Held(BOOL, found.words)
    return found


def whole_binary(f: Function, op: ast.operator, x: Word, y: Word, node: ast.AST) -> Held:
    """An operator of two ints."""
    limbs = f.limbs_at(node, op)
    if limbs > 1 and wide.may_exceed(op, x, y):
        found = wide.binary(f, op, Held(INT, (x,)), Held(INT, (y,)), node, limbs)
        assert isinstance(found, Held)
        return found
    if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
        return Held(INT, (_bits(f, op, x, y, node),))
    if isinstance(op, ast.Add | ast.Sub | ast.Mult):
        return Held(INT, (_sum(f, op, x, y, node),))
    if isinstance(op, ast.FloorDiv | ast.Mod):
        return Held(INT, (_divided(f, op, x, y, node),))
    if isinstance(op, ast.LShift | ast.RShift):
        return Held(INT, (_shifted(f, op, x, y, node),))
    if isinstance(op, ast.Pow):
        if y.range.high < 0:
            return reals.binary(f, op, Held(INT, (x,)), Held(INT, (y,)), node)
        f.fail_if(f.op("icmp slt", y, 0), layout.E_FORM, node)
        from advsearch.machine import library

        return f.hold(f.call(Constant(library.power), [Held(INT, (x,)), Held(INT, (y,))], node))
    raise f.refusal(f"the operator {type(op).__name__} of ints", "use another operator", node)


def _opposite(node: ast.expr) -> str:
    """What stands behind `x &` in `x & -x`."""
    return ast.dump(ast.UnaryOp(ast.USub(), node)) if isinstance(node, ast.Name) else ""


def _bits(f: Function, op: ast.operator, x: Word, y: Word, node: ast.AST) -> Word:
    name = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}[type(op)]
    word = Word(f.op(name, x, y))
    a, b = x.range, y.range
    if isinstance(node, ast.BinOp) and name == "and" and ast.dump(node.right) == _opposite(node.left):
        f.lowest[word.text] = x.text
    if name == "and" and (a.low >= 0 or b.low >= 0):
        return word.within(0, min(a.high if a.low >= 0 else HIGH, b.high if b.low >= 0 else HIGH))
    if a.low >= 0 and b.low >= 0:
        return word.within(0, (1 << max(a.high, b.high).bit_length()) - 1)
    return word


def _sum(f: Function, op: ast.operator, x: Word, y: Word, node: ast.AST) -> Word:
    work = OPERATORS[type(op)]
    ends = [work(a, b) for a in (x.range.low, x.range.high) for b in (y.range.low, y.range.high)]
    name = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul"}[type(op)]
    if min(ends) >= LOW and max(ends) <= HIGH:
        if x.number is not None and y.number is not None:
            return Word(str(ends[0]))
        return _step(f, op, x, y, Word(f.new(f"{name} nsw i64 {x}, {y}"), Range(min(ends), max(ends))))
    pair = f.new(f"call {{i64, i1}} @llvm.s{name}.with.overflow.i64(i64 {x}, i64 {y})")
    f.overflow_if(f.new(f"extractvalue {{i64, i1}} {pair}, 1"), node)
    found = Word(f.new(f"extractvalue {{i64, i1}} {pair}, 0")).within(max(LOW, min(ends)), min(HIGH, max(ends)))
    return _step(f, op, x, y, found)


def _step(f: Function, op: ast.operator, x: Word, y: Word, found: Word) -> Word:
    """The result of an operator. It is a step away from an operand if the other one is small."""
    for one, other in ((x, y), (y, x)):
        step = f.steps.get(one.text)
        if step is not None and (isinstance(op, ast.Add) or (isinstance(op, ast.Sub) and one is x)):
            span = other.range if isinstance(op, ast.Add) else Range(-other.range.high, -other.range.low)
            further = step.further(span.low, span.high)
            if further is not None:
                f.steps[found.text] = further
                break
    return found


def _divided(f: Function, op: ast.operator, x: Word, y: Word, node: ast.AST) -> Word:
    floor = isinstance(op, ast.FloorDiv)
    by, span = y.number, x.range
    if by is not None and by > 0:
        ends = Range(span.low // by, span.high // by) if floor else Range(0, by - 1)
        if by & (by - 1) == 0:
            shift = by.bit_length() - 1
            return Word(f.op("ashr", x, shift) if floor else f.op("and", x, by - 1), ends)
        if span.low >= 0:
            if not floor:
                ends = Range(0, min(by - 1, span.high))
            return Word(f.op("udiv" if floor else "urem", x, by), ends)
        remainder = f.op("srem", x, by)
        wrong = f.op("icmp slt", remainder, 0)
    else:
        f.fail_if(f.op("icmp eq", y, 0), layout.E_DIVISION, node)
        if span.low == LOW and y.range.low <= -1 <= y.range.high:  # the one quotient that does not fit
            both = f.new(f"and i1 {f.op('icmp eq', x, LOW)}, {f.op('icmp eq', y, -1)}")
            f.overflow_if(both, node)
        ends = Range(LOW, HIGH)
        remainder = f.op("srem", x, y)
        signs = f.op("icmp slt", f.op("xor", remainder, y), 0)
        wrong = f.new(f"and i1 {f.op('icmp ne', remainder, 0)}, {signs}")
    if floor:
        quotient = f.op("sdiv", x, y)
        return Word(f.op("sub", quotient, f.new(f"zext i1 {wrong} to i64")), ends)
    return Word(f.op("add", remainder, f.new(f"select i1 {wrong}, i64 {y}, i64 0")), ends)


def _shifted(f: Function, op: ast.operator, x: Word, y: Word, node: ast.AST) -> Word:
    a, b = x.range, y.range
    if b.low < 0:
        f.fail_if(f.op("icmp slt", y, 0), layout.E_VALUE, node)
        b = Range(0, max(0, b.high))
    if isinstance(op, ast.RShift):
        if b.high > 63:
            y = Word(f.new(f"call i64 @llvm.smin.i64(i64 {y}, i64 63)"))
            b = Range(min(b.low, 63), 63)
        low, high = min(a.low >> b.low, a.low >> b.high), max(a.high >> b.low, a.high >> b.high)
        return Word(f.op("ashr", x, y), Range(low, high))
    if b.high <= 62 and a.low >= 0 and a.high << b.high <= HIGH:
        return Word(f.op("shl", x, y), Range(a.low << b.low, a.high << b.high))
    if b.high > 62:
        f.overflow_if(f.op("icmp ugt", y, 62), node, 1, OVER_A_SHIFT)
    shifted = f.op("shl", x, y)
    lost = f.op("icmp ne", f.op("ashr", f.op("shl", shifted, 1), f.new(f"add nsw i64 {y}, 1")), x)
    f.overflow_if(lost, node, 1, OVER_A_SHIFT)
    return Word(shifted, Range(0, BOXED.high) if a.low >= 0 else BOXED)
