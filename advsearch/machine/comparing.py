"""Comparisons: equality, order, identity, membership."""

from __future__ import annotations

import ast
import operator
from collections import Counter
from collections.abc import Callable
from dataclasses import is_dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

import attrs

from advsearch.machine import (
    arithmetic,
    attributes,
    big,
    bits,
    boxing,
    conditions,
    items,
    keys,
    layout,
    library_rows,
    literals,
    membership,
    reals,
    sequences,
    wide,
)
from advsearch.machine.properties import compared_by_word
from advsearch.machine.types import (
    BOOL,
    BYTES,
    CHAR,
    FLOAT,
    INT,
    NONE,
    NOTHING,
    RANGE,
    STR,
    DictOf,
    Either,
    Flat,
    Frozen,
    Member,
    Number,
    Primitive,
    SetOf,
    Type,
    alternatives,
    family,
    item_of,
)
from advsearch.machine.universes import is_short
from advsearch.machine.values import Bound, Closure, Constant, Held, Stream, Unreached, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

COMPARISONS: Final[dict[type[ast.cmpop], Callable[[Any, Any], Any]]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not, ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
_WHOLE_TESTS: Final[dict[type[ast.cmpop], str]] = {ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge"}
NUMBERS: Final = frozenset({INT, BOOL, FLOAT})
WHOLE: Final = frozenset({INT, BOOL})


def compare(f: Function, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value:
    if isinstance(one, Constant) and isinstance(other, Constant):
        try:
            return Constant(COMPARISONS[type(op)](one.value, other.value))
        except TypeError:
            f.fail(layout.E_TYPE, node)
            raise Unreached from None
    if isinstance(op, ast.Eq):
        return equal(f, one, other, node)
    if isinstance(op, ast.NotEq):
        return negated(f, equal(f, one, other, node))
    if isinstance(op, ast.Is):
        return same(f, one, other, node)
    if isinstance(op, ast.IsNot):
        return negated(f, same(f, one, other, node))
    if isinstance(op, ast.In):
        return membership.contains(f, other, one, node)
    if isinstance(op, ast.NotIn):
        return negated(f, membership.contains(f, other, one, node))
    return _ordered(f, op, one, other, node)


def negated(f: Function, value: Value) -> Value:
    if isinstance(value, Constant):
        return Constant(not value.value)
    assert isinstance(value, Held)
    return Held(BOOL, (Word(f.op("xor", value.word, 1), boxing.TRUTH),))


def by_member(f: Function, held: Held, name: str, ask: Callable[[Any], Any]) -> Value:
    """What holds of a member of an enum, from a table of all members."""
    assert isinstance(held.type, Member | Number)
    kind: Any = held.type.kind
    table = f.unit.once(("by member", kind, name), lambda: {member: ask(member) for member in kind})
    return items.get_item(f, Constant(table), held, f.node)


# --- equality ----------------------------------------------------------------------------------------------------


def same(f: Function, one: Value, other: Value, node: ast.AST) -> Value:
    """`one is other`, where that cannot differ from what it means."""
    for value, fixed in ((one, other), (other, one)):
        if isinstance(fixed, Constant) and (f.type_of(fixed.value) in (NONE, NOTHING, BOOL)):
            if isinstance(value, Bound | Closure):
                return Constant(False)
            kind = f.type_of(fixed.value)
            held = f.hold(value)
            if kind not in alternatives(held.type):
                return Constant(False)
            if kind != BOOL and len(alternatives(held.type)) == 1:
                return Constant(True)
            return f.truth(f.op("icmp eq", f.box(held), f.box(fixed)))
    held, fixed_held = f.hold(one), f.hold(other)
    kinds = alternatives(held.type) | alternatives(fixed_held.type)
    if all(isinstance(kind, Member) or kind in (NONE, BOOL) for kind in kinds):
        return f.truth(f.op("icmp eq", f.box(held), f.box(fixed_held)))
    if all(isinstance(kind, Member | Number) or kind == NONE for kind in kinds):
        return equal(f, one, other, node)
    raise f.refusal("`is` between values that are no members of an Enum", "compare with `==`", node)


def equal(f: Function, one: Value, other: Value, node: ast.AST) -> Value:
    if isinstance(one, Constant) and isinstance(other, Constant):
        return Constant(one.value == other.value)
    if isinstance(one, Bound | Closure | Stream) or isinstance(other, Bound | Closure | Stream):
        raise f.refusal("a comparison of functions or generators", "compare their results", node)
    x, y = boxing.plain(f.hold(one)), boxing.plain(f.hold(other))
    s, t = x.type, y.type
    if (s in WHOLE and t in WHOLE) or s == t == CHAR:
        return f.truth(f.op("icmp eq", x.word, y.word))
    if s == t == BYTES:
        return Held(BOOL, (Word(f.runtime("eq", x.word, y.word), boxing.TRUTH),))
    if big.is_big(s, t):
        return Held(BOOL, (Word(f.runtime("eq", big.word_of(f, x), big.word_of(f, y)), boxing.TRUTH),))
    if wide.is_wide(s, t):
        return f.truth(wide.equal(f, x, y))
    if FLOAT in kinds_of(s, t) and all(map(wide.is_number, kinds_of(s, t))):
        return _numbers(f, ast.Eq, x, y, node)
    if isinstance(s, Flat) and isinstance(t, Flat):
        return _equal_flat(f, x, y, node)
    same_keys = keys.equal(f, x, y, node)
    if same_keys is not None:
        return same_keys
    for a, b in ((x, y), (y, x)):
        if isinstance(a.type, Member) and issubclass(a.type.kind, str) and a.type != b.type:
            return _equal_text(f, a, b, node)
    if not _comparable(s) & _comparable(t):
        return Constant(False)
    for a, text in ((x, other), (y, one)):
        if a.type == STR and isinstance(text, Constant) and is_short(text.value):
            return f.truth(literals.is_text(f, a, text.value))
    kinds = (*alternatives(s), *alternatives(t))
    if compared_by_word(kinds):
        return f.truth(f.op("icmp eq", f.box(x), f.box(y)))
    counters = [isinstance(kind, DictOf) and kind.default is Counter for kind in kinds]
    if len(kinds) == 2 and all(counters):
        return f.call(Constant(library_rows.counters_equal), [x, y], node)
    if any(counters):
        raise f.refusal("a comparison of a Counter and a dict", "compare dicts: `dict(...)`", node)
    if isinstance(s, SetOf | Frozen) and isinstance(t, SetOf | Frozen):
        words = bits.both(f, x, y)
        if words is not None:
            return f.truth(bits.equal(f, words[0], words[1]))
    _no_own_equality(f, kinds, node)
    return Held(BOOL, (Word(f.runtime("eq", f.box(x), f.box(y)), boxing.TRUTH),))


def kinds_of(*kinds: Type) -> frozenset[Type]:
    return frozenset(one for kind in kinds for one in alternatives(kind))


def _numbers(f: Function, op: type[ast.cmpop], x: Held, y: Held, node: ast.AST) -> Value:
    """A comparison of numbers of which one is a float, or may be."""
    for place, held in enumerate((x, y)):
        if isinstance(held.type, Either):
            pair = [x, y]

            def work(each: Held, place: int = place, pair: list[Held] = pair) -> Value:
                pair[place] = each
                return compare(f, op(), pair[0], pair[1], node)

            return attributes.dispatched(f, held, tuple(sorted(held.type.alternatives, key=repr)), work, node)
    return f.truth(reals.compared(f, op, x, y))


def _comparable(kind: Type) -> set[Any]:
    """Families whose values may equal values of this type."""
    found: set[Any] = set()
    for one in alternatives(kind):
        if wide.is_number(one):
            found.add("number")
        elif isinstance(one, SetOf | Frozen):
            found.add("set")
        elif isinstance(one, Flat) and issubclass(one.kind, tuple):
            found.add("tuple")
        elif isinstance(one, Member) and issubclass(one.kind, str):
            found.add("str")
        else:
            found.add(family(one))
    return found


def _equal_text(f: Function, member: Held, other: Held, node: ast.AST) -> Value:
    # a member of an enum of strings equals its string
    if isinstance(other.type, Either):
        raise f.refusal("a member of a string Enum beside values of other types", "compare its `value`", node)
    if family(other.type) != "str":
        return Constant(False)
    return equal(f, by_member(f, member, "value", lambda one: one.value), other, node)


def _equal_flat(f: Function, x: Held, y: Held, node: ast.AST) -> Value:
    s, t = x.type, y.type
    assert isinstance(s, Flat)
    assert isinstance(t, Flat)
    tuples = issubclass(s.kind, tuple) and issubclass(t.kind, tuple)
    if len(s.items) != len(t.items) or (s.kind is not t.kind and not tuples):
        return Constant(False)
    if s.kind is t.kind and not tuples:
        own = _own_equality(f, s.kind, node)
        if own is not None:
            return f.call(Constant(own), [x, y], node)
    found = "true"
    for one, other in zip(boxing.items(x), boxing.items(y), strict=True):
        result = equal(f, one, other, node)
        if isinstance(result, Constant):
            if not result.value:
                return result
            continue
        truth = conditions.is_true(f, result)
        found = truth if found == "true" else f.new(f"and i1 {found}, {truth}")
    return f.truth(found)


def _own_equality(f: Function, kind: type, node: ast.AST) -> FunctionType | None:
    method: Any = kind.__eq__
    if method is object.__eq__:
        raise f.refusal(
            f"objects of `{kind.__name__}` are compared by identity", "give the class `__eq__`, or use attrs", node
        )
    made = attrs.has(kind) or is_dataclass(kind)
    written = isinstance(method, FunctionType) and not is_generated(method)
    if made and not written:
        return None
    return method if isinstance(method, FunctionType) else None


def is_generated(method: FunctionType) -> bool:
    """Whether attrs or a dataclass wrote a method."""
    file = method.__code__.co_filename
    return file.startswith("<attrs generated") or file == "<string>"


def _no_own_equality(f: Function, kinds: tuple[Type, ...], node: ast.AST) -> None:
    # the runtime compares field by field
    for kind in kinds:
        if isinstance(kind, Flat):
            if not issubclass(kind.kind, tuple) and _own_equality(f, kind.kind, node) is not None:
                raise f.refusal(f"objects of `{kind.kind.__name__}` with an `__eq__`, inside other values",
                                "let attrs make the method", node)  # fmt: skip
            _no_own_equality(f, kind.items, node)
        elif item_of(kind) is not None and not isinstance(kind, Either) and kind not in (STR, CHAR, RANGE):
            inner = item_of(kind)
            if inner is not None and not isinstance(inner, Either):
                _no_own_equality(f, (inner,), node)


# --- order -------------------------------------------------------------------------------------------------------


def _ordered(f: Function, op: ast.cmpop, one: Value, other: Value, node: ast.AST) -> Value:
    x, y = boxing.plain(f.hold(one)), boxing.plain(f.hold(other))
    s, t = alternatives(x.type), alternatives(y.type)
    if big.is_big(x.type, y.type):
        order = f.runtime("cmp", big.word_of(f, x), big.word_of(f, y))
        return f.truth(f.op(f"icmp {_WHOLE_TESTS[type(op)]}", order, 0))
    if wide.is_wide(x.type, y.type):
        return f.truth(wide.ordered(f, _WHOLE_TESTS[type(op)], x, y))
    if (s | t) - {NONE} <= WHOLE and (s - {NONE}) and (t - {NONE}):
        test = _WHOLE_TESTS[type(op)]
        a, b = _whole(f, x, node), _whole(f, y, node)
        known = _known_order(type(op), a, b)
        return Constant(known) if known is not None else f.truth(f.op(f"icmp {test}", a, b))
    if all(map(wide.is_number, s | t)):
        return _numbers(f, type(op), x, y, node)
    if isinstance(x.type, SetOf | Frozen) and isinstance(y.type, SetOf | Frozen):
        return _subset(f, op, x, y)
    if isinstance(x.type, Flat) and x.type.kind is not tuple:
        own = getattr(x.type.kind, _ORDER_METHODS[type(op)], None)
        if isinstance(own, FunctionType) and not is_generated(own):
            return f.call(Constant(own), [x, y], node)
    for one_type in (x.type, y.type):
        check_order(f, one_type, node)
    order = f.runtime("cmp", f.box(x), f.box(y))
    return f.truth(f.op(f"icmp {_WHOLE_TESTS[type(op)]}", order, 0))


_ORDER_METHODS: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__"
}  # fmt: skip


def check_order(f: Function, kind: Type | None, node: ast.AST) -> None:
    """Refuse values whose order is not that of their items."""
    if isinstance(kind, Either):
        for one in kind.alternatives:
            check_order(f, one, node)
    elif isinstance(kind, Flat):
        for item in kind.items:
            check_order(f, item, node)
        own = None if kind.kind is tuple else vars(kind.kind).get("__lt__")
        generated = isinstance(own, FunctionType) and is_generated(own)
        if not generated and (own is not None or not issubclass(kind.kind, tuple)):
            raise f.refusal(
                f"objects of `{kind.kind.__name__}`, whose order is not that of their fields",
                "compare a tuple of fields, such as with `key=`", node,
            )  # fmt: skip
    elif kind is not None and not isinstance(kind, Primitive | Member | Number):
        inner = item_of(kind)
        if inner != kind:
            check_order(f, inner, node)


def _whole(f: Function, held: Held, node: ast.AST) -> Word:
    if isinstance(held.type, Either) and NONE in held.type.alternatives:  # None cannot be ordered
        left = held.type.alternatives - {NONE}
        f.fail_if(boxing.is_of(f, held.word, NONE), layout.E_TYPE, node)
        held = boxing.unbox(f, held.word, next(iter(left))) if len(left) == 1 else Held(Either(left), held.words)
    return arithmetic.as_whole(f, held, node)


def _known_order(op: type[ast.cmpop], a: Word, b: Word) -> bool | None:
    """The result of a comparison that the ranges decide."""
    if op in (ast.Gt, ast.GtE):
        known = _known_order(ast.LtE if op is ast.Gt else ast.Lt, a, b)
        return None if known is None else not known
    strict = op is ast.Lt
    if a.range.high < b.range.low or (not strict and a.range.high == b.range.low):
        return True
    if a.range.low > b.range.high or (strict and a.range.low == b.range.high):
        return False
    return None


def _subset(f: Function, op: ast.cmpop, x: Held, y: Held) -> Value:
    if isinstance(op, ast.Gt | ast.GtE):
        x, y = y, x
    words = bits.both(f, x, y)
    if words is not None:
        inside = bits.subset(f, words[0], words[1])
        if isinstance(op, ast.Lt | ast.Gt):
            differ = f.new(f"xor i1 {bits.equal(f, words[0], words[1])}, true")
            inside = f.new(f"and i1 {inside}, {differ}")
        return f.truth(inside)
    found = f.runtime("subset", x.word, y.word)
    if isinstance(op, ast.Lt | ast.Gt):
        differ = f.op("icmp ne", sequences.length(f, x), sequences.length(f, y))
        found = f.op("and", found, f.new(f"zext i1 {differ} to i64"))
    return Held(BOOL, (Word(found, boxing.TRUTH),))
