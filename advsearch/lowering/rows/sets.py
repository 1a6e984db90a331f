"""Sets are stored as numbers with one bit for each possible member: `{0, 2}` as 5."""

from __future__ import annotations

import ast

from advsearch.lowering.row_rules import FULL
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import either, joins, spare, sums, types, wide
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import (
    as_type,
    atom,
    exploded,
    is_one_of,
    item_of,
    load,
    number_of,
    runtime,
    type_of,
)
from advsearch.lowering.rows.joins import join
from advsearch.lowering.rows.members import member_type
from advsearch.lowering.rows.numbers import arithmetic, bounds, wrapped
from advsearch.lowering.rows.types import BOOL, Bool, Int, Mark, Members, Never, Tup, Type, cells
from advsearch.lowering.rows.values import LIMB, Known, NotYet, Pieces, Scalar, Value, text_of

_MOST_CONSTANT = 4 * types.WORD


def bounded_item(f: Body, item: Type) -> Type:
    if isinstance(item, types.Seq) and item.kind is str and f.program.words:
        return Mark(f.program.words)
    return spare.bounded(item, f.program.usual, f.program.usual_axis)


def mask(f: Body, value: Value) -> Scalar | Pieces:
    """Return the number that stores a set: 5 for `{0, 2}`."""
    value = exploded(f, runtime(f, value))
    assert isinstance(value, Scalar | Pieces)
    kind = value.kind
    assert isinstance(kind, Members)
    number = Int(0, (1 << types.bits_of(kind)) - 1)
    if isinstance(value, Scalar):
        return Scalar(number, value.text)
    return Pieces(number, value.items)


def as_set(kind: Members, number: Value) -> Value:
    """Make a set from the number that stores it: `{0, 2}` from 5."""
    count = cells(kind)
    assert isinstance(number, Scalar | Pieces)
    limbs = wide.texts(number, count)
    if count == 1:
        return Scalar(kind, number.text if isinstance(number, Scalar) else limbs[0])
    return Pieces(kind, tuple(Scalar(LIMB, limb) for limb in limbs))


def empty(kind: Members) -> Value:
    return as_set(kind, text_of(0))


def place_of(f: Body, value: Value, item: Type, node: ast.AST) -> tuple[Scalar, str]:
    """The index of a value's bit in a set, and a test whether the set can contain the value."""
    # The text of the test is "" if none is needed.
    text, tests = "", []
    for part, kind in _axes(f, runtime(f, value), item):
        number, test = _axis(f, part, kind, node)
        size = types.bits_of(Members(kind))
        text = f"{wrapped(text)} * {size} + {number}" if text else number
        if test:
            tests.append(test)
    bits = types.bits_of(Members(item))
    return Scalar(Int(0, max(0, bits - 1)), text), " and ".join(tests)


def _axes(f: Body, value: Value, item: Type) -> list[tuple[Value, Type]]:
    if not isinstance(item, Tup):
        return [(value, item)]
    own = type_of(f, value)
    if isinstance(own, types.Maybe):
        value, own = as_type(f, value, own.inner), own.inner
    if not isinstance(own, Tup) or len(own.items) != len(item.items) or not _alike(own.kind, item.kind):
        if isinstance(own, types.Seq) and _alike(own.kind, item.kind):
            value = as_type(f, value, Tup((own.item,) * len(item.items)))
        else:
            raise types.Clash(own, item)
    return [pair for at, one in enumerate(item.items) for pair in _axes(f, item_of(f, value, at), one)]


def _alike(one: type, other: type) -> bool:
    return one is other or (issubclass(one, tuple) and issubclass(other, tuple))


def _axis(f: Body, value: Value, kind: Type, node: ast.AST) -> tuple[str, str]:
    if isinstance(kind, types.Maybe):
        return _axis_of_maybe(f, value, kind, node)
    if isinstance(kind, Mark):
        own = type_of(f, value)
        if isinstance(own, types.Seq) and own.kind is str:
            return _word(f, value, kind, node)
        scalar = exploded(f, value)
        if isinstance(scalar, Scalar) and isinstance(scalar.kind, types.Mixed):
            name = atom(f, mark_of(f, scalar))
            codes = list(map(f.program.book.code, f.program.book.ordered(kind)))
            return _number_of(name.text, codes), f"({is_one_of(f, name, kind)})"
        if not isinstance(scalar, Scalar) or not isinstance(scalar.kind, Mark):
            raise types.Clash(getattr(scalar, "kind", types.NEVER), kind)
        name = atom(f, scalar)
        return _number_of(
            name.text, list(map(f.program.book.code, f.program.book.ordered(kind)))
        ), "" if joins.within(scalar.kind, kind) else f"({is_one_of(f, name, kind)})"
    scalar = exploded(f, value)
    if not isinstance(scalar, Scalar) or not isinstance(scalar.kind, Int | Bool):
        if isinstance(scalar, Scalar) and isinstance(scalar.kind, types.Maybe | types.Mixed):
            scalar = Scalar(Int(), scalar.text)
        else:
            raise types.Clash(getattr(scalar, "kind", types.NEVER), kind)
    if isinstance(kind, Never):
        raise NotYet
    axis = types.universe(kind)[0]
    own = bounds(scalar.kind)
    if axis.start <= own.low and own.high < axis.stop:
        return _from(scalar.text, axis.start), ""
    name = atom(f, scalar)
    tests = [f"{axis.start} <= {name.text}"] * (own.low < axis.start) + [f"{name.text} < {axis.stop}"] * (
        own.high >= axis.stop
    )
    return _from(name.text, axis.start), " and ".join(tests)


def mark_of(f: Body, value: Scalar) -> Scalar:
    """The word of a value that is a number or a word; a number becomes no word."""
    name = atom(f, value)
    far = number_of(types.FAR)
    return Scalar(types.CHARACTER, f"({types.NONE} if {name.text} == {types.NONE} else {name.text} - {far})")


def _axis_of_maybe(f: Body, value: Value, kind: types.Maybe, node: ast.AST) -> tuple[str, str]:
    assert isinstance(kind.inner, Int)
    own = type_of(f, value)
    if isinstance(own, Mark) and own.values == {None}:
        return "0", ""
    number, test = _axis(
        f,
        Scalar(own.inner, atom(f, _scalar(f, value)).text) if isinstance(own, types.Maybe) else value,
        kind.inner,
        node,
    )
    if not isinstance(own, types.Maybe):
        return f"({number} + 1)", test
    name = atom(f, _scalar(f, value))
    none = f"{name.text} == {types.NONE}"
    return f"(0 if {none} else {number} + 1)", f"({none} or {test})" if test else ""


def _scalar(f: Body, value: Value) -> Scalar:
    made = exploded(f, value)
    assert isinstance(made, Scalar)
    return made


def _number_of(code: str, codes: list[int]) -> str:
    if codes and codes == list(range(codes[0], codes[0] + len(codes))):
        return _from(code, codes[0])
    text = "0"
    for at in range(len(codes) - 1, 0, -1):
        text = f"({at} if {code} == {codes[at]} else {text})"
    return text


def _word(f: Body, value: Value, kind: Mark, node: ast.AST) -> tuple[str, str]:
    from advsearch.lowering.rows import comparisons, sequences

    words = f.program.constants.setdefault(("words", kind), tuple(f.program.book.ordered(kind)))
    name, at = f.fresh("word"), f.fresh("at")
    f.emit(f"{name} = -1")
    if all(type(one) is str for one in words):
        table = sequences.as_sequence(f, Known(words))
        with f.block(f"for {at} in range({len(words)}):"):
            _emit_if(f, comparisons.equal(f, node, value, load(f, sequences.item_place(table, at))), f"{name} = {at}")
            f.emit(f"if {name} >= 0:")
            f.emit("    break")
    else:
        for number, word in enumerate(words):
            with f.block(f"if {name} < 0:"):
                _emit_if(f, comparisons.equal(f, node, value, Known(word)), f"{name} = {number}")
    return name, f"{name} >= 0"


def _emit_if(f: Body, test: Known | Scalar, line: str) -> None:
    f.emit(f"if {bool(test.value) if isinstance(test, Known) else test.text}:")
    f.emit(f"    {line}")


def _from(text: str, start: int) -> str:
    if start == 0:
        return wrapped(text)
    return f"({wrapped(text)} - {start})" if start > 0 else f"({wrapped(text)} + {-start})"


def bit(f: Body, value: Value, kind: Members, node: ast.AST) -> Value:
    """Generate `{value}`; a value that the set cannot contain is an error."""
    own = type_of(f, value)
    value = as_type(f, value, member_type(own), node)
    place, test = place_of(f, value, kind.item, node)
    if member_type(own) != own:  # the parts of None are out of bounds
        place = atom(f, place, "place")
        test = f"0 <= {place.text} < {types.bits_of(kind)}"
    if test:
        name = f.fresh("bit")
        f.emit(f"{name} = 0")
        f.emit(f"if {test}:")
        f.emit(f"    {name} = {place.text}")
        f.emit("else:")
        f.emit(f"    fail(block, {FULL}, {f.line_of(node)})")
        place = Scalar(place.kind, name)
    return as_set(kind, power_of_two(f, place, kind))


def power_of_two(f: Body, place: Scalar, kind: Members) -> Value:
    size = types.bits_of(kind)
    if size <= types.WORD:
        return Scalar(Int(1, (1 << size) - 1), f"1 << {wrapped(place.text)}")
    return wide.shifted_left(f, ast.Constant(0), text_of(1), place, size)


def contains(f: Body, members: Value, value: Value, node: ast.AST) -> Known | Scalar:
    number = mask(f, members)
    kind = getattr(runtime(f, members), "kind", None)
    assert isinstance(kind, Members)
    if isinstance(kind.item, Never):
        return Known(False)
    own = type_of(f, value)
    if isinstance(own, types.Maybe) and isinstance(own.inner, Tup):
        from advsearch.lowering.rows import comparisons

        there = comparisons.opposite(comparisons.equal(f, node, value, Known(None), identity=True))
        inner = contains(f, members, item_of(f, runtime(f, value), 1), node)
        return comparisons.every([there, inner])
    if isinstance(own, types.Either):
        return either.in_set(f, node, value, members, kind.item)
    if isinstance(own, types.Sum):
        return sums.in_set(f, node, value, members)
    try:
        place, test = place_of(f, value, kind.item, node)
    except types.Clash:
        if joins.has_either(own):
            raise
        return Known(False)
    if isinstance(number, Scalar):
        text = f"({wrapped(number.text)} >> {wrapped(place.text)} & 1) != 0"
    else:
        name = atom(f, place, "bit") if not test else place
        limbs = wide.texts(number, len(number.items))
        text = _bit_of(limbs, name.text)
    return Scalar(BOOL, f"{test} and {text}" if test else text)


def _bit_of(limbs: list[str], place: str) -> str:
    place = wrapped(place)
    text = f"{limbs[-1]} >> {place} - {types.WORD * (len(limbs) - 1)}"
    for at in range(len(limbs) - 2, -1, -1):
        shift = f"{place} - {types.WORD * at}" if at else place
        text = f"({limbs[at]} >> {shift} if {place} < {types.WORD * (at + 1)} else {text})"
    return f"({text} & 1) != 0"


def joined(f: Body, one: Value, other: Value, node: ast.AST) -> tuple[Members, Value, Value]:
    # Convert two sets to one type, so that equal members have equal bits.
    kinds = [getattr(runtime(f, value), "kind", None) for value in (one, other)]
    for kind in kinds:
        if not isinstance(kind, Members):
            raise f.refuse(
                node,
                f"a set is combined with {types.named(kind) if kind else 'another value'}",
                "write set(...) around that value",
            )
    kind = join(kinds[0], kinds[1])  # type: ignore[arg-type]
    assert isinstance(kind, Members)
    kind = Members(kind.item, kinds[0].frozen)  # type: ignore[union-attr]
    return kind, as_type(f, one, kind, node), as_type(f, other, kind, node)


def operated(f: Body, node: ast.AST, operation: ast.operator, one: Value, other: Value) -> Value:
    kind, a, b = joined(f, one, other, node)
    left, right = mask(f, a), mask(f, b)
    if isinstance(operation, ast.Sub):
        if isinstance(left, Scalar) and isinstance(right, Scalar):
            return Scalar(kind, f"{wrapped(left.text)} & ~{wrapped(right.text)}")
        return as_set(kind, wide.without(f, left, right))
    if isinstance(operation, ast.BitOr | ast.BitAnd | ast.BitXor):
        return as_set(kind, arithmetic(f, node, operation, left, right))
    raise f.refuse(node, "this operation on sets is not supported", "use | & - ^")


def size(f: Body, value: Value) -> Scalar:
    number = mask(f, value)
    most = types.bits_of(_members(f, value))
    if isinstance(number, Scalar):
        return Scalar(Int(0, most), f"count({number.text})")
    return Scalar(Int(0, most), wide.bit_count(number).text)


def _members(f: Body, value: Value) -> Members:
    kind = getattr(runtime(f, value), "kind", None)
    assert isinstance(kind, Members)
    return kind


def member(f: Body, place: Scalar, item: Type) -> Value:
    if isinstance(item, Never):
        raise NotYet
    axes = types.universe(item)
    name = atom(f, place, "bit") if len(axes) > 1 else place
    found: list[Scalar] = []
    below = 1
    for axis in reversed(axes):
        text = name.text
        if below > 1:
            text = f"{wrapped(text)} // {below}"
        if len(found) < len(axes) - 1:
            text = f"{wrapped(text)} % {len(axis)}"
        below *= len(axis)
        found.insert(0, Scalar(Int(0, len(axis) - 1), text))
    return _of_axes(f, found, item)


def _of_axes(f: Body, numbers: list[Scalar], item: Type) -> Value:
    if isinstance(item, Tup):
        return Pieces(item, tuple(_of_axes(f, numbers, one) for one in item.items))
    return _of_axis(f, numbers.pop(0), types.universe(item)[0], item)


def _of_axis(f: Body, number: Scalar, axis: range, kind: Type) -> Value:
    if isinstance(kind, Mark):
        name = atom(f, number)
        codes = [f.program.book.code(one) for one in f.program.book.ordered(kind)]
        text = str(codes[-1])
        for at in range(len(codes) - 2, -1, -1):
            text = f"({codes[at]} if {name.text} == {at} else {text})"
        return Scalar(kind, text)
    if isinstance(kind, types.Maybe):
        name = atom(f, number)
        return Scalar(kind, f"({types.NONE} if {name.text} == 0 else {name.text} + {axis.start})")
    if axis.start == 0:
        return Scalar(kind, number.text)
    return Scalar(
        kind,
        f"{wrapped(number.text)} + {axis.start}" if axis.start > 0 else f"{wrapped(number.text)} - {-axis.start}",
    )


def members_as(f: Body, value: Value, kind: Members, line: int) -> Value:
    own = _members(f, value)
    number = mask(f, value)
    if isinstance(own.item, Never):
        return empty(kind)
    here, there = types.universe(own.item), types.universe(kind.item)
    same_tail = len(here) == len(there) and here[1:] == there[1:]
    if same_tail and here[0].start >= there[0].start and _are_numbered_alike(own.item, kind.item):
        below = 1
        for axis in here[1:]:
            below *= len(axis)
        by = text_of((here[0].start - there[0].start) * below)
        node = ast.copy_location(ast.Constant(0), ast.Constant(0))
        moved = arithmetic(f, node, ast.LShift(), number, by) if by.text != "0" else number
        if here[0].stop <= there[0].stop:
            return as_set(kind, moved)
    from advsearch.lowering.rows.streams import each_bit

    names = [f.fresh("members") for _ in range(cells(kind))]
    for name in names:
        f.emit(f"{name} = 0")
    node = ast.Constant(0, lineno=line, col_offset=0)
    with each_bit(f, number) as place:
        one = exploded(f, bit(f, member(f, place, own.item), kind, node))
        for name, limb in zip(names, wide.texts(one, len(names)), strict=True):  # type: ignore[arg-type]
            f.emit(f"{name} |= {limb}")
    if len(names) == 1:
        return Scalar(kind, names[0])
    return Pieces(kind, tuple(Scalar(LIMB, name) for name in names))


def _are_numbered_alike(one: Type, other: Type) -> bool:
    """Whether equal parts of two items have equal numbers: True is 1, but None is another number for each type."""
    if isinstance(one, Tup) and isinstance(other, Tup) and len(one.items) == len(other.items):
        return all(map(_are_numbered_alike, one.items, other.items))
    return one == other or (isinstance(one, Int | Bool) and isinstance(other, Int | Bool))


def as_set_of(f: Body, values: frozenset[object]) -> Value:
    kind = books.type_of(values)
    assert isinstance(kind, Members)
    if types.bits_of(kind) > _MOST_CONSTANT:
        raise books.Untyped(
            f"a set has {types.bits_of(kind):,} possible members, but at most {_MOST_CONSTANT:,} are supported"
        )
    return as_type(f, Known(values), kind)
