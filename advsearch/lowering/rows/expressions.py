"""Expressions: names, constants, operators, conditions, attributes, subscripts, displays."""

from __future__ import annotations

import ast
from typing import Any

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import comparisons, narrowing, sequences, sets, texts, types, wide
from advsearch.lowering.rows.body import Body, assigned_names, expression
from advsearch.lowering.rows.convert import as_type, atom, exploded, item_of, load, runtime, type_of
from advsearch.lowering.rows.names import settle, storage
from advsearch.lowering.rows.numbers import PYTHON, arithmetic, bounds, inverted, negated, truth, wrapped
from advsearch.lowering.rows.types import BOOL, INT, Int, Maybe, Members, Seq, Tup, cells, field_names, is_flat, join
from advsearch.lowering.rows.values import Bound, Closure, Known, Lazy, Pieces, Place, Scalar, Stream, Table, Value
from advsearch.lowering.source import MISSING, Method, Property, class_attribute


@expression(ast.Name)
def _name(f: Body, node: ast.Name) -> Value:
    return f.lookup(node)


@expression(ast.Constant)
def _constant(f: Body, node: ast.Constant) -> Value:
    if isinstance(node.value, bytes | complex) or node.value is Ellipsis:
        raise f.refuse(node, f"{node.value!r}", "use ints, texts, tuples")
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
        if part.format_spec is not None or part.conversion not in (-1, 115):
            raise f.refuse(node, "an f-string with a format", "write tuples instead of texts")
        pieces.append(texts.as_text(f, value, part))
    if all(isinstance(piece, Known) for piece in pieces):
        return Known("".join(str(piece.value) for piece in pieces if isinstance(piece, Known)))
    return sequences.concatenated(f, node, [piece for piece in pieces if not _empty_text(piece)])


def _empty_text(value: Value) -> bool:
    return isinstance(value, Known) and value.value == ""


# --- operators --------------------------------------------------------------------------------------------------------


@expression(ast.BinOp)
def _binary(f: Body, node: ast.BinOp) -> Value:
    if isinstance(node.op, ast.BitAnd):
        special = _masked(f, node)
        if special is not None:
            return special
    left, right = in_order(f, [node.left, node.right])
    return operated(f, node, node.op, left, right)


def operated(f: Body, node: ast.AST, operation: ast.operator, left: Value, right: Value) -> Value:
    """A binary operation of any two values."""
    if isinstance(left, Known) and isinstance(right, Known) and not isinstance(left.value, list):
        try:
            return Known(PYTHON[type(operation)](left.value, right.value))
        except Exception as error:
            raise f.refuse(node, f"{ast.unparse(node)}, which raises {type(error).__name__}", "") from error
    left, right = _values_of(f, left), _values_of(f, right)
    kinds = [type_of(f, value) for value in (left, right)]
    if any(isinstance(kind, Members) for kind in kinds):
        return sets.operated(f, node, operation, left, right)
    if isinstance(operation, ast.Add) and any(map(_of_items, kinds)):
        pieces = [value for value, kind in zip((left, right), kinds, strict=True) if not _known_empty(value)]
        return pieces[0] if len(pieces) == 1 and not _is_list(pieces[0]) else sequences.concatenated(f, node, pieces)
    if isinstance(operation, ast.Mult) and any(map(_of_items, kinds)):
        items, times = (left, right) if _of_items(kinds[0]) else (right, left)
        return sequences.repeated(f, node, items, times)
    return arithmetic(f, node, operation, left, right)


def _is_list(value: Value) -> bool:
    kind = getattr(value, "kind", None)
    return isinstance(kind, Seq) and kind.kind is list


def _known_empty(value: Value) -> bool:
    return isinstance(value, Known) and value.value in ("", ())


def _of_items(kind: types.Type) -> bool:
    if isinstance(kind, types.Mark):
        return bool(kind.values or kind.any_character) and all(isinstance(one, str) for one in kind.values)
    return sequences.is_sequence(kind)


def _values_of(f: Body, value: Value) -> Value:
    return runtime(f, value) if isinstance(value, Stream | Lazy) else value


def _masked(f: Body, node: ast.BinOp) -> Value | None:
    """`a & ~b` and `x & -x` of numbers beyond 63 bits, whose right side alone has no cells."""
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


def in_order(f: Body, nodes: list[ast.expr]) -> list[Value]:
    """The values of expressions from left to right. Where a later one changes a list or a name, the earlier ones are
    read before."""
    found: list[Value] = []
    marks: list[int] = []
    for node in nodes:
        changes = f.changes
        value = f.value(node)
        if f.changes != changes:
            for at, earlier in enumerate(found):
                found[at] = _read_at(f, earlier, marks[at])
        found.append(value)
        marks.append(len(f.lines))
    return found


def _read_at(f: Body, value: Value, mark: int) -> Value:
    """The value with its text read at a line before."""
    later = f.lines[mark:]
    del f.lines[mark:]
    if isinstance(value, Scalar):
        name = f.fresh("before")
        f.emit(f"{name} = {value.text}")
        value = Scalar(value.kind, name)
    elif isinstance(value, Place | Pieces) and is_flat(value.kind):
        value = _named(f, exploded(f, value))
    f.lines.extend(later)
    return value


def _named(f: Body, value: Value) -> Value:
    if isinstance(value, Scalar):
        name = f.fresh("before")
        f.emit(f"{name} = {value.text}")
        return Scalar(value.kind, name)
    if isinstance(value, Pieces):
        return Pieces(value.kind, tuple(_named(f, item) for item in value.items))
    return value


@expression(ast.UnaryOp)
def _unary(f: Body, node: ast.UnaryOp) -> Value:
    if isinstance(node.op, ast.Not):
        return comparisons.opposite(asked(f, node.operand))
    value = f.value(node.operand)
    if isinstance(value, Known):
        made = {ast.USub: lambda one: -one, ast.UAdd: lambda one: +one, ast.Invert: lambda one: ~one}
        return Known(made[type(node.op)](value.value))  # type: ignore[no-untyped-call]
    if isinstance(node.op, ast.UAdd):
        return value
    return negated(f, node, value) if isinstance(node.op, ast.USub) else inverted(f, node, value)


@expression(ast.Compare)
def _compare(f: Body, node: ast.Compare) -> Value:
    values = in_order(f, [node.left, *node.comparators])
    for at in range(1, len(values) - 1):  # used twice
        middle = values[at]
        if isinstance(middle, Scalar):
            values[at] = atom(f, middle)
    return comparisons.every(
        [
            comparisons.compared(f, node, operation, values[at], values[at + 1])
            for at, operation in enumerate(node.ops)
        ]
    )


def asked(f: Body, node: ast.expr) -> Known | Scalar:
    """The truth of an expression; a list of which only the truth is asked is not made."""
    if isinstance(node, ast.BoolOp):
        return _truth_of_both(f, node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return comparisons.opposite(asked(f, node.operand))
    if isinstance(node, ast.Call):
        f.only_truth.add(id(node))
        try:
            value = f.value(node)
        finally:
            f.only_truth.discard(id(node))
        return truth(f, value, node)
    return truth(f, f.value(node), node)


def _truth_of_both(f: Body, node: ast.BoolOp) -> Known | Scalar:
    """`a and b`, `a or b` where only the truth matters: the next is looked at only if it is needed."""
    conjunction = isinstance(node.op, ast.And)
    sign = " and " if conjunction else " or "
    before, depth = dict(f.scope), f.depth
    tests: list[str] = []
    result = ""
    for part in node.values:
        with f.captured() as lines:
            test = asked(f, part)
        if lines and tests:  # what the next one needs is written only where it is looked at
            result = result or f.fresh("both" if conjunction else "either")
            f.emit(f"{result} = {sign.join(tests)}")
            f.emit(f"if {result}:" if conjunction else f"if not {result}:")
            f.depth += 1
            lines = [(line_depth + 1, text) for line_depth, text in lines]
            tests = []
        f.lines.extend(lines)
        if isinstance(test, Known):
            if bool(test.value) != conjunction:
                tests.append(str(not conjunction))
                break
        else:
            tests.append(wrapped(test.text))
        narrowing.narrow(f, part, conjunction)
    if result:
        f.emit(f"{result} = {sign.join(tests) if tests else conjunction}")
    bound = {name: f.scope[name] for name in assigned_names([node]) if name in f.scope}
    f.scope.clear()
    f.scope.update({**before, **bound})
    f.depth = depth
    if not result and tests in ([], [str(not conjunction)]):
        return Known(conjunction if not tests else not conjunction)
    return Scalar(BOOL, result or sign.join(tests))


@expression(ast.BoolOp)
def _bool_op(f: Body, node: ast.BoolOp) -> Value:
    """`a or b` as a value: one of the two."""
    first = f.value(node.values[0])
    if type_is_bool(f, first):
        made = _truth_of_both(f, node)
        kinds_are_bools = isinstance(made, Known) or _all_bools(f, node.values)
        if kinds_are_bools:
            return made
    rest: ast.expr = (
        node.values[1] if len(node.values) == 2 else ast.copy_location(ast.BoolOp(node.op, node.values[1:]), node)
    )
    test = truth(f, first, node)
    conjunction = isinstance(node.op, ast.And)
    if isinstance(test, Known):
        return f.value(rest) if bool(test.value) == conjunction else first
    if isinstance(first, Scalar):
        first = atom(f, first)
        test = truth(f, first, node)
    assert isinstance(test, Scalar)
    other: tuple[Any, bool] = (rest, conjunction)
    return chosen(
        f,
        node,
        test,
        *(((rest, node.values[0], other), first) if conjunction else (first, (rest, node.values[0], other))),
    )


def type_is_bool(f: Body, value: Value) -> bool:
    if isinstance(value, Known):
        return isinstance(value.value, bool)
    return isinstance(getattr(value, "kind", None), types.Bool)


def _all_bools(f: Body, nodes: list[ast.expr]) -> bool:
    """Whether all expressions are bools; nothing is written."""
    before = dict(f.scope)
    with f.captured():
        found = all(type_is_bool(f, f.value(node)) for node in nodes)
    f.scope.clear()
    f.scope.update(before)
    return found


@expression(ast.IfExp)
def _conditional(f: Body, node: ast.IfExp) -> Value:
    test = asked(f, node.test)
    if isinstance(test, Known):
        return f.value(node.body if test.value else node.orelse)
    return chosen(f, node, test, (node.body, node.test, (None, True)), (node.orelse, node.test, (None, False)))


def chosen(f: Body, node: ast.AST, test: Scalar, one: Any, other: Any) -> Value:
    """One of two values, of which each is made only where it is needed.

    A branch is a value, or an expression with the test that is known there.
    """
    branches = []
    for branch, holds in ((one, True), (other, False)):
        before = dict(f.scope)
        with f.captured(1) as lines:
            value = _branch_value(f, branch, holds)
            value = (
                runtime(f, value)
                if isinstance(value, Lazy) or (isinstance(value, Stream) and value.span is None)
                else value
            )
        f.scope.clear()
        f.scope.update(before)
        branches.append((lines, value))
    (lines, first), (lines2, second) = branches
    if (
        isinstance(first, Known)
        and isinstance(second, Known)
        and not lines
        and not lines2
        and _same(first.value, second.value)
    ):
        return first
    ranges = _chosen_ranges(f, node, test, first, second) if not lines and not lines2 else None
    if ranges is not None:
        return ranges
    if any(isinstance(value, Bound | Closure) for value in (first, second)):
        raise f.refuse(node, "a choice between functions", "write if and else, and call in each")
    first = runtime(f, first) if isinstance(first, Stream) else first
    second = runtime(f, second) if isinstance(second, Stream) else second
    kind = join(type_of(f, first), type_of(f, second))
    if not (isinstance(first, Scalar) and isinstance(second, Scalar) and isinstance(kind, Int)):
        kind = f.program.learn(f.key(node, "chosen"), kind)
    if types.is_scalar(kind):
        with f.into(lines, f.depth + 1):
            first = as_type(f, first, kind, node)
        with f.into(lines2, f.depth + 1):
            second = as_type(f, second, kind, node)
        assert isinstance(first, Scalar)
        assert isinstance(second, Scalar)
        if not lines and not lines2:
            return Scalar(kind, f"({first.text} if {test.text} else {second.text})")
    names = Storage(f, kind, "chosen", f.key(node, "chosen"))
    with f.into(lines, f.depth + 1):
        names.put(first, node)
    with f.into(lines2, f.depth + 1):
        names.put(second, node)
    f.emit(f"if {test.text}:")
    f.lines.extend(lines or [(f.depth + 1, "pass")])
    f.emit("else:")
    f.lines.extend(lines2 or [(f.depth + 1, "pass")])
    return names.value


def _chosen_ranges(f: Body, node: ast.AST, test: Scalar, first: Value, second: Value) -> Value | None:
    """One of two ranges with one step."""
    from advsearch.lowering.rows.streams import span, stream_of

    streams = [
        stream_of(f, one, node)
        if isinstance(one, Stream) or (isinstance(one, Known) and isinstance(one.value, range))
        else None
        for one in (first, second)
    ]
    spans = [one.span for one in streams if one is not None and one.span is not None]
    if len(spans) < 2 or spans[0][2] != spans[1][2]:
        return None
    test = atom(f, test, "test")
    ends = [chosen(f, node, test, spans[0][at], spans[1][at]) for at in (0, 1)]
    return span(f, ends[0], ends[1], spans[0][2])


def _branch_value(f: Body, branch: Any, holds: bool) -> Value:
    if isinstance(branch, tuple):
        node, test, (_, truth_there) = branch
        narrowing.narrow(f, test, truth_there)
        return f.value(node)
    assert not isinstance(branch, ast.AST)
    return branch  # type: ignore[no-any-return]


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


class Storage:
    """Names, or cells, for a value of a type that several lines write; `key` is the fact of the type."""

    def __init__(self, f: Body, kind: types.Type, stem: str, key: Any) -> None:
        self.f = f
        self.key = key
        self.value: Value = storage(f, f.fresh(stem), kind, key)

    def put(self, value: Value, node: ast.AST) -> None:
        settle(self.f, value, self.value, node)


# --- attributes and subscripts -------------------------------------------------------------------------------------


@expression(ast.Attribute)
def _attribute(f: Body, node: ast.Attribute) -> Value:
    owner = f.value(node.value)
    return attribute(f, node, owner, node.attr)


def attribute(f: Body, node: ast.AST, owner: Value, name: str) -> Value:
    """An attribute of a value: a field, a property, a method."""
    if isinstance(owner, Known):
        return _attribute_of_known(f, node, owner.value, name)
    kind = getattr(owner, "kind", None)
    if isinstance(kind, Maybe):
        assert isinstance(owner, Scalar | Pieces | Place)
        return attribute(f, node, as_type(f, owner, kind.inner, node), name)
    if isinstance(kind, Tup) and kind.kind is not tuple:
        names = field_names(kind.kind)
        if name in names:
            return item_of(f, owner, names.index(name))
        return _of_class(f, node, owner, kind.kind, name)
    if isinstance(kind, types.Mark):
        return texts.attribute_of_mark(f, node, owner, kind, name)
    return Bound(name, owner)


def _of_class(f: Body, node: ast.AST, owner: Value, kind: type, name: str) -> Value:
    if name in ("_replace", "index", "count") and issubclass(kind, tuple):
        return Bound(name, owner)
    found = class_attribute(kind, name)
    if isinstance(found, Property):
        return f.call(node, found.function, [owner])
    if isinstance(found, Method):
        return Bound(found.function, owner)
    if found is MISSING or (issubclass(kind, tuple) and hasattr(tuple, name)):
        if issubclass(kind, tuple) and hasattr(kind, name):
            return Bound(name, owner)
        raise f.refuse(node, f"{kind.__name__}.{name}, which is not there", "")
    return Known(found)


def _attribute_of_known(f: Body, node: ast.AST, owner: Any, name: str) -> Value:
    from advsearch.lowering.source import check_pure

    found = class_attribute(type(owner), name) if not isinstance(owner, type) else None
    try:
        value = getattr(owner, name)
    except Exception as error:
        raise f.refuse(node, f"{ast.unparse(node)}, which raises {type(error).__name__}", "") from error
    if isinstance(found, Property):
        f.check_function(found.function, node)
    check_pure(value, f.source, node)
    return Known(value)


@expression(ast.Subscript)
def _subscript(f: Body, node: ast.Subscript) -> Value:
    if isinstance(node.slice, ast.Slice):
        ends = [node.slice.lower, node.slice.upper, node.slice.step]
        given = in_order(f, [node.value, *[end for end in ends if end is not None]])
        owner, rest = given[0], given[1:]
        start, stop, step = (rest.pop(0) if end is not None else None for end in ends)
        if isinstance(owner, Known) and all(end is None or isinstance(end, Known) for end in (start, stop, step)):
            plain = [None if end is None else end.value for end in (start, stop, step)]  # type: ignore[union-attr]
            return Known(owner.value[slice(*plain)])
        owner = _values_of(f, owner)
        return sequences.sliced(f, owner, node, (start, stop, step))
    owner, index = in_order(f, [node.value, node.slice])
    return item(f, node, owner, index)


def item(f: Body, node: ast.AST, owner: Value, index: Value) -> Value:
    """`owner[index]`"""
    if isinstance(owner, Known):
        return _item_of_known(f, node, owner.value, index)
    if isinstance(owner, Table):
        from advsearch.lowering.rows.dicts import entry

        return entry(f, node, owner, index, None)
    owner = _values_of(f, owner)
    kind = getattr(owner, "kind", None)
    if isinstance(kind, Maybe):
        assert isinstance(owner, Scalar | Pieces | Place)
        return item(f, node, as_type(f, owner, kind.inner, node), index)
    if isinstance(kind, Tup) and isinstance(index, Known) and isinstance(index.value, int):
        if -len(kind.items) <= index.value < len(kind.items):
            return item_of(f, owner, index.value % len(kind.items))
    if not sequences.is_sequence(kind) and not isinstance(kind, types.Mark):
        shown = types.named(kind) if kind is not None else "a function"
        raise f.refuse(node, f"an item of {shown}", "use a tuple, a list, a text or a constant dict")
    number = as_type(f, index, INT, node)
    assert isinstance(number, Scalar)
    return sequences.item_at(f, sequences.as_sequence(f, owner), number, node)


def _item_of_known(f: Body, node: ast.AST, owner: Any, index: Value) -> Value:
    if isinstance(index, Known):
        try:
            return Known(owner[index.value])
        except Exception as error:
            if isinstance(owner, type):
                return Known(owner)
            f.emit(f"fail(block, 3, {f.line_of(node)})")
            from advsearch.lowering.rows.values import NotYet

            raise NotYet from error
    if isinstance(owner, dict):
        from advsearch.lowering.rows.dicts import looked_up

        return looked_up(f, node, owner, index, None)
    if isinstance(owner, type):
        return texts.member_of_enum(f, node, owner, index)
    if isinstance(owner, str):
        owner = tuple(owner)
    if not isinstance(owner, tuple | list | range):
        raise f.refuse(node, f"an item of {type(owner).__name__}", "use a tuple")
    number = as_type(f, index, INT, node)
    assert isinstance(number, Scalar)
    length = len(owner)
    text = sequences.checked_index(f, number, Scalar(Int(length, length), str(length)), node)
    if not length:
        from advsearch.lowering.rows.values import NotYet

        raise NotYet
    place = constant_table(f, owner, _hint(node))
    if cells(place.kind.item) != 1:  # type: ignore[union-attr]
        text = atom(f, Scalar(INT, text), "index").text
    return load(f, sequences.item_place(place, text))


def constant_table(f: Body, owner: Any, hint: str) -> Place:
    """A constant sequence in memory, with one type for all items."""
    items = tuple(owner)
    kind = Seq(tuple, books.type_of_all(items), len(items), len(items))
    key = (f.program.keep(owner), "items") if isinstance(owner, tuple | list) else (items, "items")
    kept = f.program.constants.setdefault(key, items)
    return f.program.table(kept, kind, hint)


def _hint(node: ast.AST) -> str:
    if isinstance(node, ast.Subscript):
        inner = node.value
        if isinstance(inner, ast.Name):
            return inner.id
        if isinstance(inner, ast.Attribute):
            return inner.attr
    return "table"


# --- displays -----------------------------------------------------------------------------------------------------------


@expression(ast.Tuple)
def _tuple(f: Body, node: ast.Tuple) -> Value:
    values = _starred(f, node.elts)
    if values is None:
        return _with_stars(f, node, tuple)
    if all(isinstance(value, Known) for value in values):
        return Known(tuple(value.value for value in values if isinstance(value, Known)))
    ready = tuple(runtime(f, value) if isinstance(value, Known | Stream | Lazy) else value for value in values)
    for value in ready:
        if isinstance(value, Bound | Closure):
            raise f.refuse(node, "a tuple of functions", "call the functions where they are needed")
    ready = tuple(texts_checked(f, node, value) for value in ready)
    return Pieces(Tup(tuple(type_of(f, value) for value in ready)), ready)


def texts_checked(f: Body, node: ast.AST, value: Value) -> Value:
    """Refuse a list that has a name already and gets a second one inside a tuple or list."""
    if isinstance(value, Place) and isinstance(value.kind, Seq) and value.kind.kind is list:
        if not value.fresh and not value.steady:
            raise f.refuse(node, "a list inside another, which then has two names", "write tuple(...) or list(...)")
    return value


def _starred(f: Body, nodes: list[ast.expr]) -> list[Value] | None:
    """The values of a display; None where a starred one has a length that is not known."""
    if not any(isinstance(node, ast.Starred) for node in nodes):
        return in_order(f, nodes)
    found: list[Value] = []
    for node, value in zip(nodes, in_order(f, [_unstarred(node) for node in nodes]), strict=True):
        if not isinstance(node, ast.Starred):
            found.append(value)
            continue
        if isinstance(value, Known):
            found.extend(Known(one) for one in value.value)
            continue
        kind = getattr(value, "kind", None)
        if not isinstance(kind, Tup):
            return None
        found.extend(item_of(f, value, at) for at in range(len(kind.items)))
    return found


def _unstarred(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Starred) else node


def _with_stars(f: Body, node: ast.Tuple | ast.List, kind: type) -> Value:
    from advsearch.lowering.rows.streams import pair

    pieces: list[Value] = []
    for one, value in zip(node.elts, in_order(f, [_unstarred(one) for one in node.elts]), strict=True):
        if isinstance(one, ast.Starred):
            made = f.as_list(value) if not sequences.is_sequence(getattr(value, "kind", None)) else value
            pieces.append(made)
        else:
            pieces.append(pair(f, (value,)))
    item: types.Type = types.NEVER
    kinds = [sequences.as_kind(type_of(f, piece)) for piece in pieces]
    for one_kind in kinds:
        item = join(item, one_kind.item)
    least, most = sum(one.least for one in kinds), sum(one.most for one in kinds)
    made = sequences.made_list(f, node, Seq(kind, item, least, most))
    return sequences.fill(f, node, made, pieces)


@expression(ast.List)
def _list(f: Body, node: ast.List) -> Value:
    values = _starred(f, node.elts)
    if values is None:
        return _with_stars(f, node, list)
    item: types.Type = types.NEVER
    for value in values:
        if isinstance(value, Bound | Closure):
            raise f.refuse(node, "a list of functions", "call the functions where they are needed")
        item = join(item, type_of(f, texts_checked(f, node, value)))
    made = sequences.made_list(f, node, Seq(list, item, len(values), len(values)))
    sequences.put_length(f, made, str(len(values)))
    for at, value in enumerate(values):
        from advsearch.lowering.rows.convert import store

        store(f, value, sequences.item_place(made, str(at)), node)
    return made


@expression(ast.Set)
def _set(f: Body, node: ast.Set) -> Value:
    values = _starred(f, node.elts)
    if values is not None:
        return set_of(f, node, values)
    from advsearch.lowering.rows.comprehensions import gathered

    made: Value | None = None
    for one in node.elts:
        value = f.value(_unstarred(one))
        part = gathered(f, one, value) if isinstance(one, ast.Starred) else set_of(f, one, [value])
        made = part if made is None else sets.operated(f, node, ast.BitOr(), made, part)
    assert made is not None
    return made


def set_of(f: Body, node: ast.AST, values: list[Value]) -> Value:
    """A new set of these values."""
    item: types.Type = types.NEVER
    for value in values:
        item = join(item, type_of(f, value))
    kind = f.program.learn(f.key(node, "set"), Members(sets.bounded_item(f, item), frozen=False))
    assert isinstance(kind, Members)
    made = sets.empty(kind)
    for value in values:
        made = sets.operated(f, node, ast.BitOr(), made, sets.bit(f, value, kind, node))
    return made


@expression(ast.Dict)
def _dict(f: Body, node: ast.Dict) -> Value:
    from advsearch.lowering.rows.dicts import display

    return display(f, node)


@expression(ast.NamedExpr)
def _walrus(f: Body, node: ast.NamedExpr) -> Value:
    from advsearch.lowering.rows.statements import assign

    value = f.value(node.value)
    assign(f, node.target, value, node)
    f.changes += 1
    return f.value(ast.copy_location(ast.Name(node.target.id, ast.Load()), node))


@expression(ast.Lambda)
def _lambda(f: Body, node: ast.Lambda) -> Value:
    return Closure(f.source, node, f)
