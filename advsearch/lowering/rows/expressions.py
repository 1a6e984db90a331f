"""Code for expressions: `x`, `3`, `-x`, `a + b`, `a < b < c`, `f"{x}"`."""

from __future__ import annotations

import ast
import itertools

from advsearch.lowering.rows import (
    classes,
    comparisons,
    deques,
    emptiness,
    numerals,
    sequences,
    sets,
    slices,
    special,
    types,
    unordered,
    wide,
)
from advsearch.lowering.rows.body import Body, expression
from advsearch.lowering.rows.convert import as_type, atom, copied, exploded, runtime, type_of
from advsearch.lowering.rows.numbers import arithmetic, bounds, inverted, negated, number
from advsearch.lowering.rows.raising import evaluated, may_raise
from advsearch.lowering.rows.types import Int, Members, Seq, is_flat
from advsearch.lowering.rows.values import Entries, Known, Lazy, Pieces, Place, Scalar, Stream, Table, Value, kind_of
from advsearch.lowering.signs import BINARY, UNARY


@expression(ast.Name)
def _name(f: Body, node: ast.Name) -> Value:
    return f.lookup(node)


@expression(ast.Constant)
def _constant(f: Body, node: ast.Constant) -> Value:
    if isinstance(node.value, bytes | complex) or node.value is Ellipsis:
        raise f.refuse(node, f"the constant {node.value!r} is not supported", "use ints, strings and tuples")
    return Known(node.value)


@expression(ast.JoinedStr)
def _f_string(f: Body, node: ast.JoinedStr) -> Value:
    pieces: list[Value] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            pieces.append(Known(part.value))
            continue
        assert isinstance(part, ast.FormattedValue)
        value = f.value(part.value)
        spec = Known("") if part.format_spec is None else f.value(part.format_spec)
        if not isinstance(spec, Known):
            raise f.refuse(node, "the format of an f-string is not a constant", "write a constant format")
        pieces.append(numerals.as_text(f, value, part, spec.value, part.conversion))
    return numerals.together(f, node, pieces)


# --- operators ------------------------------------------------------------------------------------------------


@expression(ast.BinOp)
def _binary(f: Body, node: ast.BinOp) -> Value:
    deques.check(f, node)
    if isinstance(node.op, ast.BitAnd):
        special = _masked(f, node)
        if special is not None:
            return special
    sources = [node.left, node.right]
    left, right = [_of_keys(f, value, one) for value, one in zip(in_order(f, sources), sources, strict=True)]
    return operated(f, node, node.op, left, right)


def _of_keys(f: Body, value: Value, source: ast.expr) -> Value:
    from advsearch.lowering.rows.conversions import set_call

    match source:
        case ast.Call(ast.Attribute(_, "keys"), [], []):
            return set_call(False)(f, source, [value], {})
    return value


def operated(f: Body, node: ast.AST, operation: ast.operator, left: Value, right: Value) -> Value:
    from advsearch.lowering.rows import counters, growing_dicts

    made = special.binary(f, node, operation, left, right)
    if made is not None:
        return made
    if isinstance(left, Known) and isinstance(right, Known) and not isinstance(left.value, list):
        try:
            return Known(BINARY[type(operation)](left.value, right.value))
        except Exception as error:
            raise f.refuse(
                node, f"`{ast.unparse(node)}` raises {type(error).__name__}", "test the values with `if` first"
            ) from error
    if any(map(counters.is_counter, (left, right))):
        return counters.operated(f, node, operation, left, right)
    if isinstance(operation, ast.BitOr) and any(isinstance(one, Entries | Table) for one in (left, right)):
        return growing_dicts.united(f, node, left, right)
    if isinstance(operation, ast.Mod) and isinstance(left, Known) and isinstance(left.value, str):
        made = numerals.filled_in(f, node, left.value, right)
        if made is None:
            raise f.refuse(node, "this use of % on a string is not supported", "write an f-string")
        return made
    left, right = values_of(f, left), values_of(f, right)
    left, right = _fitting(f, node, left, right), _fitting(f, node, right, left)
    kinds = [type_of(f, value) for value in (left, right)]
    if any(isinstance(kind, Members) for kind in kinds):
        return sets.operated(f, node, operation, left, right)
    if isinstance(operation, ast.Add) and any(map(_of_items, kinds)):
        pieces = [value for value, kind in zip((left, right), kinds, strict=True) if not _known_empty(value)]
        return pieces[0] if len(pieces) == 1 and not _is_list(pieces[0]) else slices.concatenated(f, node, pieces)
    if isinstance(operation, ast.Mult) and any(map(_of_items, kinds)):
        left, right = evaluated(f, left), evaluated(f, right)
        items, times = (left, right) if _of_items(kinds[0]) else (right, left)
        return slices.repeated(f, node, items, times)
    return arithmetic(f, node, operation, left, right)


def _fitting(f: Body, node: ast.AST, value: Value, other: Value) -> Value:
    kind, wanted = type_of(f, value), type_of(f, other)
    if not isinstance(kind, types.Maybe | types.Either | types.Sum) or not types.family(wanted):
        return value
    if not _of_items(wanted) and not isinstance(wanted, Members):
        return value
    while isinstance(kind, types.Maybe | types.Either):
        kind = kind.inner
    found = kind.of(wanted) if isinstance(kind, types.Sum) else kind
    return value if found is None or types.family(found) != types.family(wanted) else as_type(f, value, found, node)


def _is_list(value: Value) -> bool:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Seq) and kind.kind is list


def _known_empty(value: Value) -> bool:
    return isinstance(value, Known) and value.value in ("", ())


def _of_items(kind: types.Type) -> bool:
    if isinstance(kind, types.Mark):
        return bool(kind.values or kind.any_character) and all(isinstance(one, str) for one in kind.values)
    return sequences.is_sequence(kind)


def values_of(f: Body, value: Value) -> Value:
    return runtime(f, value) if isinstance(value, Stream | Lazy) else value


def _masked(f: Body, node: ast.BinOp) -> Value | None:
    # `~b` and `-x` are negative: beyond 63 bits they cannot be stored
    for plain, other in ((node.left, node.right), (node.right, node.left)):
        if not isinstance(other, ast.UnaryOp):
            continue
        if isinstance(other.op, ast.USub) and ast.dump(other.operand) == ast.dump(plain):
            value = f.value(plain)
            if isinstance(getattr(value, "kind", None), Int) and types.is_wide(value.kind):  # type: ignore[union-attr]
                made = exploded(f, value)
                assert isinstance(made, Pieces)
                return wide.lowest_bit(f, made)
        if isinstance(other.op, ast.Invert):
            value, taken = in_order(f, [plain, other.operand])
            if isinstance(value, Known) and isinstance(taken, Known):
                return Known(value.value & ~taken.value)
            kinds = [type_of(f, one) for one in (value, taken)]
            if all(isinstance(kind, Int) for kind in kinds) and any(map(types.is_wide, kinds)):
                one, two = exploded(f, runtime(f, value)), exploded(f, runtime(f, taken))
                assert isinstance(one, Scalar | Pieces)
                assert isinstance(two, Scalar | Pieces)
                if bounds(one.kind).low >= 0:
                    return wide.without(f, one, two)
            return operated(
                f,
                node,
                node.op,
                value,
                inverted(f, node, taken) if not isinstance(taken, Known) else Known(~taken.value),
            )
    return None


def in_order(f: Body, nodes: list[ast.expr], surely: int | None = None) -> list[Value]:
    """Evaluate from left to right; a value is read before a later expression changes it."""
    found: list[Value] = []
    marks: list[int] = []
    read = 0  # the number of values that have been read into variables
    for node in nodes:
        changes = f.changes
        value = f.value(node)
        if f.changes != changes:
            # Python certainly evaluates only the first `surely` expressions
            if surely is not None and len(found) >= surely:
                raise f.refuse(
                    node,
                    "a chain of comparisons such as a < b < c changes a value in `c`",
                    "write a < b and b < c",
                )
            for at in reversed(range(read, len(found))):  # from the last one, because inserted lines move later marks
                found[at] = _read_at(f, found[at], marks[at])
            read = len(found)
        found.append(value)
        marks.append(len(f.lines))
    return found


def _read_at(f: Body, value: Value, mark: int) -> Value:
    later = f.lines[mark:]
    del f.lines[mark:]
    if isinstance(value, Scalar):
        value = copied(f, value, "before")
    elif isinstance(value, Place | Pieces) and is_flat(value.kind):
        value = copied(f, exploded(f, value), "before")
    f.lines.extend(later)
    return value


@expression(ast.UnaryOp)
def _unary(f: Body, node: ast.UnaryOp) -> Value:
    from advsearch.lowering.rows import counters
    from advsearch.lowering.rows.conditions import asked

    if isinstance(node.op, ast.Not):
        return comparisons.opposite(asked(f, node.operand))
    value = f.value(node.operand)
    made = special.unary(f, node, node.op, value)
    if made is not None:
        return made
    if isinstance(value, Known):
        return Known(UNARY[type(node.op)](value.value))
    if isinstance(value, Entries):
        return counters.signed(f, node, value)
    kind = kind_of(value)
    if kind is not None and classes.has_unary(kind, special.UNARY[type(node.op)]):
        raise f.refuse(
            node, f"`{ast.unparse(node)}` is called with {types.named(kind)}", "write int(...) around the operand"
        )
    if isinstance(node.op, ast.UAdd):
        return classes.plain(number(f, value, node))
    return negated(f, node, value) if isinstance(node.op, ast.USub) else inverted(f, node, value)


@expression(ast.Compare)
def _compare(f: Body, node: ast.Compare) -> Value:
    deques.check(f, node)
    counted = emptiness.counted(f, node)
    if counted is not None:
        from advsearch.lowering.rows.conditions import asked

        items, filled = counted
        test = asked(f, items)
        return test if filled else comparisons.opposite(test)
    if isinstance(node.ops[-1], ast.In | ast.NotIn):
        unordered.note_free(f, node.comparators[-1:])
    sources = [node.left, *node.comparators]
    values = in_order(f, sources, surely=2)
    if not any(isinstance(sign, ast.In | ast.NotIn) for sign in node.ops):
        values = [_of_keys(f, value, one) for value, one in zip(values, sources, strict=True)]
    for at in range(1, len(values) - 1):  # used twice
        middle = values[at]
        if isinstance(middle, Scalar):
            values[at] = atom(f, middle)
    return _chained(
        f,
        [
            comparisons.compared(f, node, operation, values[at], values[at + 1])
            for at, operation in enumerate(node.ops)
        ],
    )


def _chained(f: Body, tests: list[comparisons.Truth]) -> comparisons.Truth:
    made = comparisons.every(tests)
    if isinstance(made, Known):
        before = comparisons.every(
            list(itertools.takewhile(lambda test: isinstance(test, Scalar) or bool(test.value), tests))
        )
        # `a < b` can raise an error even if `b < c` is always false
        if isinstance(before, Scalar) and may_raise(before):
            f.emit(before.text)
    return made


# --- attributes and subscripts --------------------------------------------------------------------------------


# --- displays -------------------------------------------------------------------------------------------------
