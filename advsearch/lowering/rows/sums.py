"""Values of several classes, as in `x = 1 if a else (2, 3)`. Code for `x == y` is generated once for each class of
`x`.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable

import attrs

from advsearch.lowering.row_rules import UNSEEN
from advsearch.lowering.rows import comparisons, joins, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, blank, item_of, load, moved, number_of, runtime, type_of
from advsearch.lowering.rows.types import BOOL, Clash, Mixed, Seq, Sum, Tup, Type, cells, family, is_flat
from advsearch.lowering.rows.values import Known, NotYet, Pieces, Place, Scalar, Value


def parted(f: Body, value: Value) -> tuple[Scalar, list[tuple[Type, Value]]]:
    # Split a value into a number for its class, and one part for each class.
    # Only the part that belongs to the value's class may be read.
    value = runtime(f, value)
    kind = getattr(value, "kind", None)
    assert isinstance(kind, Sum)
    sign = item_of(f, value, 0)
    assert isinstance(sign, Scalar)
    sign = attrs.evolve(atom(f, sign, "sign"), kind=kind.sign)
    return sign, [(one, item_of(f, value, at + 1)) for at, one in enumerate(kind.kinds)]


def is_of(f: Body, sign: Scalar, kind: Type) -> str:
    return f"{sign.text} == {number_of(f.program.book.code(family(kind)))}"


def as_sum(f: Body, value: Scalar | Pieces | Place, kind: Sum, node: ast.AST | None) -> Value:
    from advsearch.lowering.rows.storing import holds

    own = value.kind
    if not isinstance(own, Sum):
        fitting = kind.of(own)
        if fitting is None:
            raise Clash(own, kind)
        sign = Scalar(kind.sign, number_of(f.program.book.code(family(own))))
        if is_flat(kind):
            parts = (as_type(f, value, one, node) if one is fitting else blank(one) for one in kind.kinds)
            return Pieces(kind, (sign, *parts))
        return _in_cells(f, sign, [(own, value)], kind, node)
    if isinstance(value, Place) and holds(kind, own):
        return attrs.evolve(value, kind=kind)
    sign, given = parted(f, value)
    common = [one for one, _ in given if kind.of(one) is not None]
    if not common:
        raise Clash(own, kind)
    if len(common) < len(given):
        line = f.line_of(node) if node is not None else 0
        f.emit(f"there(block, {' or '.join(is_of(f, sign, one) for one in common)}, {line})")
    sign = Scalar(kind.sign, sign.text)
    if is_flat(kind) and all(joins.within(one, kind.of(one) or one) for one in common):
        held = {family(one): part for one, part in given}
        found = (
            as_type(f, held[family(one)], one, node) if family(one) in held else blank(one) for one in kind.kinds
        )
        return Pieces(kind, (sign, *found))
    return _in_cells(f, sign, given, kind, node)


def _in_cells(f: Body, sign: Scalar, given: list[tuple[Type, Value]], kind: Sum, node: ast.AST | None) -> Place:
    # Memory for the other classes is set to 0, because equal states must have equal memory.
    from advsearch.lowering.rows.either import clear
    from advsearch.lowering.rows.storing import store

    place = f.made(kind)
    f.emit(f"put(block, {place.start}, {sign.text})")
    held = {family(one): part for one, part in given}
    offset = 1
    for one in kind.kinds:
        target = moved(place, one, offset)
        offset += cells(one)
        if family(one) not in held:
            clear(f, target, one)
        elif len(given) == 1:
            store(f, held[family(one)], target, node)
        else:
            with f.block(f"if {is_of(f, sign, one)}:"):
                store(f, held[family(one)], target, node)
            with f.block("else:"):
                clear(f, target, one)
    return place


def sum_as(f: Body, value: Scalar | Pieces | Place, own: Sum, kind: Type, node: ast.AST | None) -> Value:
    sign, given = parted(f, value)
    line = f.line_of(node) if node is not None else 0
    wanted = kind.number if isinstance(kind, Mixed) else kind
    for one, part in given:
        if family(one) == family(wanted):
            f.emit(f"there(block, {is_of(f, sign, one)}, {line})")
            return as_type(f, part, kind, node)
    raise Clash(own, kind)


def store_sum(f: Body, value: Value, target: Place, kind: Sum, node: ast.AST | None) -> None:
    from advsearch.lowering.rows.storing import parts_to_store, store

    parts = parts_to_store(f, value, target, kind, node)
    if parts is None:
        return
    offset = 0
    for item, one in zip(parts, (kind.sign, *kind.kinds), strict=True):
        store(f, item, moved(target, one, offset), node)
        offset += cells(one)


def from_mixed(f: Body, value: Scalar, own: Mixed, kind: Type, node: ast.AST | None) -> Value:
    # Convert `1 if a else "draw"` to a type that stores both separately.
    name = atom(f, value)
    if isinstance(kind, types.Maybe):
        left = attrs.evolve(own.marks, values=own.marks.values - {None})
        rest = Mixed(own.number, left) if left.values or left.any_character else own.number
        there = f"{name.text} != {number_of(types.NONE)}"
        return Pieces(
            kind, (Scalar(BOOL, there), only_where(f, there, as_type(f, Scalar(rest, name.text), kind.inner)))
        )
    if not isinstance(kind, types.Either):
        raise Clash(own, kind)
    is_number = f"{name.text} >= {types.FAR // 2}"
    code = types.FAR + f.program.book.code(_any(f, own))
    mark = as_type(f, Scalar(own, f"({code} if {is_number} else {name.text})"), own.marks)
    assert isinstance(mark, Scalar)
    mark_there = as_type(f, mark, kind.marks, node)
    assert isinstance(mark_there, Scalar)
    sign = f"({f.program.book.code(types.HELD)} if {is_number} else {mark_there.text})"
    number = as_type(f, Scalar(own.number, f"({name.text} if {is_number} else 0)"), kind.inner, node)
    return Pieces(kind, (Scalar(kind.sign, sign), only_where(f, is_number, number)))


def _any(f: Body, own: Mixed) -> object:
    return next(iter(f.program.book.ordered(own.marks)), "a")


def only_where(f: Body, test: str, value: Value) -> Value:
    """Generate `value if test else 0`."""
    if isinstance(value, Pieces):
        return Pieces(value.kind, tuple(only_where(f, test, item) for item in value.items))
    if isinstance(value, Scalar):
        zero = "0.0" if isinstance(value.kind, types.Float) else "0"
        return value if value.text == zero else Scalar(value.kind, f"({value.text} if {test} else {zero})")
    assert isinstance(value, Place)
    from advsearch.lowering.rows.either import clear

    with f.block(f"if not ({test}):"):
        clear(f, value, value.kind)
    return value


# --- expressions ----------------------------------------------------------------------------------------------


def by_class(
    f: Body, node: ast.AST, value: Value, ask: Callable[[Value], Value], fits: Callable[[Type], bool] | None = None
) -> Value:
    """Generate `ask(value)` separately for each class that `value` can have."""
    # A class for which `fits` is false is an error at run time.
    return in_cases(
        f,
        node,
        [
            (test, functools.partial(ask, part) if fits is None or fits(kind) else None)
            for test, kind, part in _cases(f, value)
        ],
    )


def in_cases(f: Body, node: ast.AST, cases: list[tuple[str, Callable[[], Value] | None]]) -> Value:
    """Generate `if test: ... elif test: ... else: ...` from a list of cases."""
    # The last case needs no test, because exactly one applies. A case without a function is an error at run time.
    from advsearch.lowering.rows.conditions import Storage

    found = [(test, *_answer(f, ask)) for test, ask in cases]
    answers = [answer for _, _, answer in found if answer is not None]
    if not answers:
        raise NotYet
    if len(answers) == len(found) and not any(lines for _, lines, _ in found):
        made = _as_test([(test, answer) for test, _, answer in found if answer is not None])
        if made is not None:
            return made
    kind: Type = types.NEVER
    for answer in answers:
        kind = joins.join(kind, type_of(f, answer))
    kind = f.program.learn(f.key(node, "by class"), kind)
    slot = Storage(f, kind, "found", f.key(node, "by class"))
    for at, (test, lines, answer_or_none) in enumerate(found):
        with f.into(lines, f.depth + 1):
            if answer_or_none is not None:
                slot.put(answer_or_none, node)
            else:
                f.emit(f"fail(block, {UNSEEN}, {f.line_of(node)})")
                slot.put(_anything(f, kind), node)
        last = at == len(found) - 1
        f.emit("else:" if last and at else f"{'el' * (at > 0)}if {test}:")
        f.lines.extend(lines or [(f.depth + 1, "pass")])
    return slot.value


def _anything(f: Body, kind: Type) -> Value:
    return blank(kind) if is_flat(kind) else Place(kind, "free", fresh=True)


def _answer(f: Body, ask: Callable[[], Value] | None) -> tuple[list[tuple[int, str]], Value | None]:
    before = dict(f.scope)
    answer: Value | None = None
    with f.captured(1) as lines:
        try:
            answer = None if ask is None else ask()
            answer = answer if answer is None or isinstance(answer, Known) else runtime(f, answer)
        except NotYet:
            f.program.pending = True
    f.scope.clear()
    f.scope.update(before)
    return (lines if answer is not None else []), answer


def _cases(f: Body, value: Value) -> list[tuple[str, Type, Value]]:
    from advsearch.lowering.rows import either

    kind = getattr(value, "kind", None)
    if not isinstance(kind, types.Either):
        sign, given = parted(f, value)
        return [(is_of(f, sign, one), one, part) for one, part in given]
    sign, inner = either.parted(f, value)
    classes = {type(mark) for mark in kind.marks.values}
    of_each = [types.Mark(frozenset(mark for mark in kind.marks.values if type(mark) is one)) for one in classes]
    of_each.sort(key=lambda one: min(map(f.program.book.code, one.values)))
    marks = [(one, Scalar(one, sign.text)) for one in of_each]
    tests = [" or ".join(f"{sign.text} == {number_of(f.program.book.code(mark))}" for mark in
                         f.program.book.ordered(one)) for one in of_each]  # fmt: skip
    held = either.holds_value(f, sign).text
    return [(held, kind.inner, inner), *((test, one, mark) for test, (one, mark) in zip(tests, marks, strict=True))]


def _as_test(found: list[tuple[str, Value]]) -> Known | Scalar | None:
    tests = []
    for test, answer in found:
        if isinstance(answer, Known) and isinstance(answer.value, bool):
            tests += [f"({test})"] if answer.value else []
        elif isinstance(answer, Scalar) and isinstance(answer.kind, types.Bool):
            tests.append(f"(({test}) and ({answer.text}))")
        else:
            return None
    if all(isinstance(answer, Known) for _, answer in found) and len(tests) in (0, len(found)):
        return Known(bool(tests))
    return Scalar(BOOL, " or ".join(tests)) if tests else Known(False)


def equal(f: Body, node: ast.AST, one: Value, other: Value) -> Known | Scalar:
    if not isinstance(type_of(f, one), Sum):
        one, other = other, one
    made = by_class(f, node, one, lambda part: comparisons.equal(f, node, part, other))
    assert isinstance(made, Known | Scalar)
    return made


def in_set(f: Body, node: ast.AST, value: Value, members: Value) -> Known | Scalar:
    from advsearch.lowering.rows.sets import contains

    made = by_class(f, node, value, lambda part: contains(f, members, part, node))
    assert isinstance(made, Known | Scalar)
    return made


def only(f: Body, value: Value, kind: Sum, fits: Callable[[Type], bool], node: ast.AST) -> Value | None:
    # Convert a value to the only class that `fits` accepts; else return None.
    fitting = [one for one in kind.kinds if fits(one)]
    return as_type(f, value, fitting[0], node) if len(fitting) == 1 else None


def for_names(f: Body, value: Value, count: int, star: bool, node: ast.AST) -> Value:
    def fits(one: Type) -> bool:
        if isinstance(one, Tup) and issubclass(one.kind, tuple):
            return len(one.items) >= count if star else len(one.items) == count
        return isinstance(one, Seq) and one.most >= count and (star or one.least <= count)

    kind = getattr(value, "kind", None)
    while isinstance(kind, types.Maybe | types.Either):
        value, kind = as_type(f, value, kind.inner, node), kind.inner
    if not isinstance(kind, Sum) or not any(map(fits, kind.kinds)):
        return value
    if any(isinstance(one, Seq) for one in kind.kinds if fits(one)):
        return only(f, value, kind, fits, node) or value
    return by_class(f, node, value, lambda part: _plain(f, part), fits)


def _plain(f: Body, value: Value) -> Value:
    kind = getattr(value, "kind", None)
    assert isinstance(kind, Tup)
    return Pieces(Tup(kind.items), tuple(item_of(f, value, at) for at in range(len(kind.items))))


def left_over(f: Body, value: Value, kind: Sum, keeps: Callable[[Type], bool]) -> Value | None:
    # Narrow a value to the classes that `keeps` accepts; None if none is left.
    kept = [at for at, one in enumerate(kind.kinds) if keeps(one)]
    if len(kept) == 1:
        part = item_of(f, value, kept[0] + 1)
        return load(f, part) if isinstance(part, Place) else part
    if len(kept) < len(kind.kinds) and kept and isinstance(value, Pieces):
        narrower = Sum(tuple(kind.kinds[at] for at in kept))
        sign = value.items[0]
        assert isinstance(sign, Scalar)
        return Pieces(narrower, (Scalar(narrower.sign, sign.text), *(value.items[at + 1] for at in kept)))
    return value if kept else None
