"""Code for comparisons: `a == b`, `a < b`, `a in b`, `a is b`."""

from __future__ import annotations

import ast
from typing import Final

from advsearch.lowering.rows import either, joins, ranges, sets, special, types, values, wide
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, exploded, item_of, load, runtime, type_of
from advsearch.lowering.rows.numbers import bounds, number_text, number_texts, refuse_float, truth, wrapped
from advsearch.lowering.rows.raising import evaluated, may_raise
from advsearch.lowering.rows.sequences import are_ordered, as_sequence, is_sequence, item_place, length_of
from advsearch.lowering.rows.storing import same_layout
from advsearch.lowering.rows.types import BOOL, NONE, Bool, Clash, Float, Int, Mark, Maybe, Members, Never, Seq, Tup
from advsearch.lowering.rows.value_classes import compares_fields
from advsearch.lowering.rows.values import Known, Lazy, NotYet, Pieces, Place, Scalar, Stream, Value
from advsearch.lowering.signs import COMPARISONS, FLIPPED

_SIGNS: Final = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
Truth = Known | Scalar


def compared(f: Body, node: ast.AST, operation: ast.cmpop, one: Value, other: Value) -> Truth:
    one, other = (evaluated(f, value) if isinstance(value, Pieces) else value for value in (one, other))
    made = _compared(f, node, operation, one, other)
    if isinstance(made, Known):
        for value in (one, other):
            # both sides are evaluated, because they can raise errors
            if isinstance(value, Scalar) and may_raise(value):
                f.emit(value.text)
    return made


def _compared(f: Body, node: ast.AST, operation: ast.cmpop, one: Value, other: Value) -> Truth:
    from advsearch.lowering.rows.membership import contained

    if isinstance(one, Known) and isinstance(other, Known):
        return Known(COMPARISONS[type(operation)](one.value, other.value))
    if isinstance(operation, ast.In | ast.NotIn):
        made = contained(f, node, one, other)
        return opposite(made) if isinstance(operation, ast.NotIn) else made
    if isinstance(operation, ast.Is | ast.IsNot):
        special.check_identity(f, node, one, other)
    if isinstance(operation, ast.Eq | ast.Is | ast.NotEq | ast.IsNot):
        made = equal(f, node, one, other, identity=isinstance(operation, ast.Is | ast.IsNot))
        return opposite(made) if isinstance(operation, ast.NotEq | ast.IsNot) else made
    return ordered(f, node, operation, one, other)


def opposite(value: Truth) -> Truth:
    if isinstance(value, Known):
        return Known(not value.value)
    return Scalar(BOOL, f"not {wrapped(value.text)}")


def every(tests: list[Truth]) -> Truth:
    texts = []
    for test in tests:
        if isinstance(test, Known):
            if not test.value:
                return test
        else:
            texts.append(wrapped(test.text) if len(tests) > 1 else test.text)
    return Scalar(BOOL, " and ".join(texts)) if texts else Known(True)


def equal(f: Body, node: ast.AST, one: Value, other: Value, *, identity: bool = False) -> Truth:
    """Code for `one == other` or, with `identity`, for `one is other`."""
    if isinstance(one, Lazy | Stream) or isinstance(other, Lazy | Stream):
        if any(isinstance(part, Lazy) or (isinstance(part, Stream) and part.ends is None) for part in (one, other)):
            construct = "an iterator or a view of a dict is compared"
            raise f.refuse(node, construct, "write list(...) or set(...) around each side")
        return equal(f, node, runtime(f, one), runtime(f, other))
    if isinstance(one, values.Closure | values.Bound) or isinstance(other, values.Closure | values.Bound):
        raise f.refuse(node, "functions are compared", "compare the results of the functions")
    if isinstance(one, Known) and isinstance(other, Known):
        return Known(one.value == other.value)
    if isinstance(one, values.Entries | values.Table) or isinstance(other, values.Entries | values.Table):
        from advsearch.lowering.rows import growing_dicts

        return growing_dicts.equal(f, node, one, other)
    if isinstance(one, Known):
        one, other = other, one
    a, b = type_of(f, one), type_of(f, other)
    if isinstance(a, Never) or isinstance(b, Never):
        raise NotYet
    if types.are_listlike(a, b):
        raise Clash(a, b)
    if not identity:
        special.check_comparable(f, node, a, b)
    if isinstance(a, types.Mixed) or isinstance(b, types.Mixed):
        if joins.has_either(a) or joins.has_either(b):
            raise Clash(a, b)
        return either.equal_mixed(f, one, other, a, b)
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        return _equal_maybe(f, node, one, other)
    if isinstance(a, types.Either | types.Sum) or isinstance(b, types.Either | types.Sum):
        return either.equal(f, node, one, other)
    match a, b:
        case (Int() | Bool() | Float(), Int() | Bool() | Float()):
            return _equal_numbers(f, node, one, other)
        case Mark(), Mark():
            return equal_marks(f, one, other, a, b)
        case Members(), Members():
            _, x, y = sets.joined(f, one, other, node)
            return wide.equal(f, sets.mask(f, x), sets.mask(f, y))
        case (Mark() as mark, Seq(kind=kind)) | (Seq(kind=kind), Mark() as mark):
            texts = mark.any_character or any(isinstance(value, str) for value in mark.values)
            return _equal_sequences(f, node, one, other) if kind is str and texts else Known(False)
        case Seq(), Seq():
            return _equal_sequences(f, node, one, other)
        case Tup(kind=first), Tup(kind=second) if first is range and second is range:
            return ranges.equal(f, node, one, other)
        case Tup(), Tup():
            if a.kind is not b.kind and not special.are_tuples(a, b):
                return Known(False)
            made = special.equal(f, node, one, other) if a.kind is b.kind else None
            if made is not None:
                return truth(f, made, node)
            if len(a.items) != len(b.items):
                return Known(False)
            return every([equal(f, node, item_of(f, one, at), item_of(f, other, at)) for at in range(len(a.items))])
        case (Tup(kind=first), Seq(kind=second)) | (Seq(kind=first), Tup(kind=second)):
            if (
                any((first is one) != (second is one) for one in (list, str))
                or not is_sequence(a)
                or not is_sequence(b)
            ):
                return Known(False)
            if any(isinstance(kind, Tup) and not special.are_tuples(kind, kind) for kind in (a, b)):
                return Known(False)
            return _equal_sequences(f, node, one, other)
    return Known(False)


def _equal_numbers(f: Body, node: ast.AST, one: Value, other: Value) -> Truth:
    x, y = exploded(f, one), exploded(f, other)
    assert isinstance(x, Scalar | Pieces)
    assert isinstance(y, Scalar | Pieces)
    if isinstance(x, Pieces) or isinstance(y, Pieces):
        refuse_float(f, node, x.kind, y.kind)
        return wide.equal(f, x, y)
    if not isinstance(x.kind, Float) and not isinstance(y.kind, Float):
        a, b = bounds(x.kind), bounds(y.kind)
        if a.high < b.low or b.high < a.low:
            return Known(False)
        if a.low == a.high == b.low == b.high:
            return Known(True)
    return Scalar(BOOL, " == ".join(number_texts(f, x, y, node)))


def equal_marks(f: Body, one: Value, other: Value, a: Mark, b: Mark) -> Truth:
    if not a.any_character and not b.any_character and not a.values & b.values:
        return Known(False)
    if a == b and len(a.values) == 1 and not a.any_character:
        return Known(True)
    x, y = exploded(f, one), exploded(f, other)
    assert isinstance(x, Scalar)
    assert isinstance(y, Scalar)
    return Scalar(BOOL, f"{wrapped(x.text)} == {wrapped(y.text)}")


def _equal_maybe(f: Body, node: ast.AST, one: Value, other: Value) -> Truth:
    a, b = type_of(f, one), type_of(f, other)
    if not isinstance(a, Maybe):
        one, other, a, b = other, one, b, a
    assert isinstance(a, Maybe)
    value = runtime(f, one)
    assert isinstance(value, Scalar | Pieces | Place)
    if isinstance(b, Mark):
        if None not in b.values:
            known = not isinstance(a.inner, types.Either)
            return Known(False) if known else every([_flag(f, value), equal(f, node, item_of(f, value, 1), other)])
        if len(b.values) > 1:
            raise Clash(a, b)
        return opposite(_flag(f, value))
    if types.is_scalar(a):
        if isinstance(b, Maybe) and not types.is_scalar(b):
            return _equal_maybe(f, node, other, one)
        if joins.has_sum(b) and not isinstance(b, Maybe):
            return _equal_maybe(f, node, as_type(f, value, joins.join(a, b), node), other)
        if not isinstance(b, Int | Bool | Float | Maybe):
            return Known(False)
        x, y = exploded(f, value), exploded(f, other)
        assert isinstance(x, Scalar)
        if not isinstance(y, Scalar) or isinstance(y.kind, Float):
            x = atom(f, x)
            return every([_flag(f, x), equal(f, node, Scalar(a.inner, x.text), y)])
        return Scalar(BOOL, f"{wrapped(x.text)} == {wrapped(y.text)}")
    if isinstance(b, Maybe):
        second = runtime(f, other)
        assert isinstance(second, Scalar | Pieces | Place)
        second = atom(f, second) if isinstance(second, Scalar) else second
        left, right = atom(f, _flag(f, value)), atom(f, _flag(f, second))
        held = Scalar(b.inner, second.text) if isinstance(second, Scalar) else item_of(f, second, 1)
        inner = equal(f, node, item_of(f, value, 1), held)
        text = str(inner.value) if isinstance(inner, Known) else inner.text
        return Scalar(BOOL, f"{left.text} == {right.text} and (not {left.text} or ({text}))")
    return every([_flag(f, value), equal(f, node, item_of(f, value, 1), other)])


def _flag(f: Body, value: Scalar | Pieces | Place) -> Scalar:
    if types.is_scalar(value.kind):
        scalar = exploded(f, value)
        assert isinstance(scalar, Scalar)
        return Scalar(BOOL, f"{wrapped(scalar.text)} != {number_text(NONE)}")
    flag = item_of(f, value, 0)
    assert isinstance(flag, Scalar)
    return Scalar(BOOL, flag.text if isinstance(value, Pieces) else f"{flag.text} != 0")


def _equal_sequences(f: Body, node: ast.AST, one: Value, other: Value) -> Truth:
    x, y = as_sequence(f, one), as_sequence(f, other)
    a, b = x.kind, y.kind
    assert isinstance(a, Seq)
    assert isinstance(b, Seq)
    if a.kind is not b.kind or a.most < b.least or b.most < a.least:
        return Known(False)
    if a.most == 0 and b.most == 0:
        return Known(True)
    if isinstance(a.item, Never) or isinstance(b.item, Never):
        full = y if isinstance(a.item, Never) else x
        return Scalar(BOOL, f"{length_of(f, full).text} == 0")
    m, n = length_of(f, x), length_of(f, y)
    tests: list[Truth] = []
    if m.text != n.text:
        tests.append(Scalar(BOOL, f"{m.text} == {n.text}"))
    whole = same_layout(a.item, b.item) and not x.space and not y.space and not _has_parts(a.item)
    if whole:
        size = f"{wrapped(m.text)} * {types.cells(a.item)}" if types.cells(a.item) > 1 else m.text
        start = [item_place(place, "0").start for place in (x, y)]
        tests.append(Scalar(BOOL, f"same_cells(block, {start[0]}, {start[1]}, {size})"))
        return every(tests)
    name = f.fresh("equal")
    f.emit(f"{name} = {' and '.join(test.text for test in tests if isinstance(test, Scalar)) or 'True'}")
    with f.block(f"for {(at := f.fresh('at'))} in range({m.text} if {name} else 0):"):
        test = equal(f, node, load(f, item_place(x, at)), load(f, item_place(y, at)))
        text = str(test.value) if isinstance(test, Known) else test.text
        with f.block(f"if not ({text}):"):
            f.emit(f"{name} = False")
            f.emit("break")
    return Scalar(BOOL, name)


def _has_parts(kind: types.Type) -> bool:
    match kind:
        case Seq(_, item):
            return not kind.fixed or _has_parts(item)
        case Tup(items, tuple_kind):
            own = special.class_in(kind)
            unlike = own is not None and not compares_fields(own)
            return tuple_kind is range or unlike or any(map(_has_parts, items))
        # equal values can differ in memory: 0.0 and -0.0
        case Maybe() | types.Either() | types.Sum() | Float():
            return True
        case _:
            return False


def ordered(f: Body, node: ast.AST, operation: ast.cmpop, one: Value, other: Value) -> Truth:
    if isinstance(one, values.Entries) or isinstance(other, values.Entries):
        from advsearch.lowering.rows import counters

        return counters.ordered(f, node, _SIGNS[type(operation)], one, other)
    a, b = type_of(f, one), type_of(f, other)
    if isinstance(a, Never) or isinstance(b, Never):
        raise NotYet
    if types.are_listlike(a, b):
        raise Clash(a, b)
    sign = _SIGNS[type(operation)]
    if isinstance(a, Members) and isinstance(b, Members):
        return _ordered_sets(f, node, sign, one, other)
    if isinstance(a, types.Mixed):
        return ordered(f, node, operation, as_type(f, one, a.number, node), other)
    if isinstance(b, types.Mixed):
        return opposite_order(f, node, operation, one, other)
    if isinstance(a, Maybe | types.Either):
        return ordered(f, node, operation, as_type(f, one, a.inner, node), other)
    if isinstance(b, Maybe | types.Either):
        made = special.ordered_with_other(f, node, sign, one, other)
        return opposite_order(f, node, operation, one, other) if made is None else truth(f, made, node)
    if special.by_fields(a, b):
        return _ordered_tuples(f, node, sign, one, other, 0)
    made = special.ordered(f, node, sign, one, other)
    if made is not None:
        return truth(f, made, node)
    if is_sequence(a) and is_sequence(b) and are_ordered(a, b):
        return _ordered_sequences(f, node, sign, one, other)
    if isinstance(a, Mark) and isinstance(b, Mark) and _characters(a) and _characters(b):
        x, y = exploded(f, runtime(f, one)), exploded(f, runtime(f, other))
        assert isinstance(x, Scalar)
        assert isinstance(y, Scalar)
        return Scalar(BOOL, f"{wrapped(x.text)} {sign} {wrapped(y.text)}")
    if not isinstance(a, Int | Bool | Float) or not isinstance(b, Int | Bool | Float):
        from advsearch.lowering.rows import ranking

        ranked = ranking.ordered(f, node, operation, one, other)
        if ranked is not None:
            return ranked
        raise f.refuse(
            node, f"`{sign}` compares {types.named(a)} and {types.named(b)}", "compare numbers, characters or tuples"
        )
    x, y = exploded(f, runtime(f, one)), exploded(f, runtime(f, other))
    assert isinstance(x, Scalar | Pieces)
    assert isinstance(y, Scalar | Pieces)
    if isinstance(x, Pieces) or isinstance(y, Pieces):
        refuse_float(f, node, x.kind, y.kind)
        first, second = (x, y) if sign in ("<", ">=") else (y, x)
        less = wide.less(f, first, second)
        return less if sign in ("<", ">") else opposite(less)
    if not isinstance(a, Float) and not isinstance(b, Float):
        known = _by_bounds(sign, bounds(x.kind), bounds(y.kind))
        if known is not None:
            return Known(known)
    return Scalar(BOOL, f" {sign} ".join(number_texts(f, x, y, node)))


def opposite_order(f: Body, node: ast.AST, operation: ast.cmpop, one: Value, other: Value) -> Truth:
    return ordered(f, node, FLIPPED[type(operation)](), other, one)


def _characters(kind: Mark) -> bool:
    from advsearch.lowering.rows import ranking

    return all(ranking.is_text(one) and len(one) == 1 for one in kind.values)


def _by_bounds(sign: str, a: Int, b: Int) -> bool | None:
    if sign in (">", ">="):
        a, b, sign = b, a, "<" if sign == ">" else "<="
    if sign == "<":
        return True if a.high < b.low else False if a.low >= b.high else None
    return True if a.high <= b.low else False if a.low > b.high else None


def _ordered_sets(f: Body, node: ast.AST, sign: str, one: Value, other: Value) -> Truth:
    if sign in (">", ">="):
        one, other, sign = other, one, "<" if sign == ">" else "<="
    kind, a, b = sets.joined(f, one, other, node)
    left = sets.operated(f, node, ast.Sub(), a, b)
    subset = equal(f, node, left, sets.empty(kind))
    return subset if sign == "<=" else every([subset, opposite(equal(f, node, a, b))])


def ordered_sequences(f: Body, node: ast.AST, operation: ast.cmpop, one: Value, other: Value) -> Truth:
    return _ordered_sequences(f, node, _SIGNS[type(operation)], as_sequence(f, one), as_sequence(f, other))


def _ordered_sequences(f: Body, node: ast.AST, sign: str, one: Value, other: Value) -> Truth:
    a, b = type_of(f, one), type_of(f, other)
    if isinstance(a, Tup) and isinstance(b, Tup):
        return _ordered_tuples(f, node, sign, one, other, 0)
    x, y = as_sequence(f, one), as_sequence(f, other)
    m, n = atom(f, length_of(f, x), "length"), atom(f, length_of(f, y), "length")
    name = f.fresh("ordered")
    f.emit(f"{name} = {m.text} {sign} {n.text}")
    with f.block(f"for {(at := f.fresh('at'))} in range(min({m.text}, {n.text})):"):
        first, second = load(f, item_place(x, at)), load(f, item_place(y, at))
        same = equal(f, node, first, second)
        with f.block(f"if not ({same.value if isinstance(same, Known) else same.text}):"):
            strict = ast.Lt() if sign in ("<", "<=") else ast.Gt()
            less = ordered(f, node, strict, first, second)
            f.emit(f"{name} = {less.value if isinstance(less, Known) else less.text}")
            f.emit("break")
    return Scalar(BOOL, name)


def _ordered_tuples(f: Body, node: ast.AST, sign: str, one: Value, other: Value, at: int) -> Truth:
    a, b = type_of(f, one), type_of(f, other)
    assert isinstance(a, Tup)
    assert isinstance(b, Tup)
    if at >= min(len(a.items), len(b.items)):
        return Known(
            COMPARISONS[{"<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE}[sign]](len(a.items), len(b.items))
        )
    first, second = item_of(f, one, at), item_of(f, other, at)
    last = at + 1 == len(a.items) == len(b.items)
    operation = {"<": ast.Lt(), "<=": ast.LtE(), ">": ast.Gt(), ">=": ast.GtE()}[sign]
    if last:
        return compared(f, node, operation, first, second)
    less = compared(f, node, ast.Lt() if sign in ("<", "<=") else ast.Gt(), first, second)
    same, rest = equal(f, node, first, second), _ordered_tuples(f, node, sign, one, other, at + 1)
    later = every([same, rest])
    texts = [f"({test.value if isinstance(test, Known) else test.text})" for test in (less, later)]
    return Scalar(BOOL, f"{texts[0]} or {texts[1]}")


def is_settled(f: Body, value: Value) -> Value:
    if isinstance(value, Scalar):
        return atom(f, value)
    if isinstance(value, Pieces):
        return Pieces(value.kind, tuple(is_settled(f, item) for item in value.items))
    return value
