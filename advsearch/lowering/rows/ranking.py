"""Comparisons `a < b` of strings, Enum members or objects. Strings from a known set compare their places in
alphabetical order.
"""

from __future__ import annotations

import ast
import dataclasses
import functools
from types import FunctionType
from typing import Any, Final

import attrs

from advsearch.lowering.rows import comparisons, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, exploded, item_of, runtime, type_of
from advsearch.lowering.rows.marks import by_case
from advsearch.lowering.rows.types import BOOL, Mark, Seq, Tup, field_names
from advsearch.lowering.rows.values import Known, Pieces, Scalar, Value
from advsearch.lowering.signs import COMPARISONS
from advsearch.lowering.source import Method, class_attribute

_NAMES: Final = {ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__"}
_FLIPPED: Final = {"__lt__": "__gt__", "__le__": "__ge__", "__gt__": "__lt__", "__ge__": "__le__"}
# A table for comparing Enum members contains at most this many results.
_PAIRS: Final = 256


def ordered(f: Body, node: ast.AST, operation: ast.cmpop, one: Value, other: Value) -> Known | Scalar | None:
    """Generate `one < other` for strings, Enum members or objects; else return None."""
    a, b = type_of(f, one), type_of(f, other)
    if isinstance(a, Mark) and isinstance(b, Mark):
        if a.any_character or b.any_character or None in a.values | b.values:
            return None
        if all(is_text(value) for value in a.values | b.values):
            return _of_words(f, node, operation, one, other)
        return _of_members(f, node, operation, one, other)
    if _may_be_text(a) and _may_be_text(b):
        return comparisons.ordered_sequences(f, node, operation, one, other)
    if isinstance(a, Tup) and isinstance(b, Tup) and a.kind is b.kind and not issubclass(a.kind, tuple | range):
        return _of_objects(f, node, operation, one, other, a.kind)
    return None


def is_text(value: Any) -> bool:
    return isinstance(value, str) and type(value).__lt__ is str.__lt__ and type(value).__gt__ is str.__gt__


def _may_be_text(kind: types.Type) -> bool:
    if isinstance(kind, Mark):
        return all(is_text(value) for value in kind.values)
    return isinstance(kind, Seq) and kind.kind is str


def _mark(f: Body, value: Value) -> tuple[Scalar, list[Any]]:
    kind = type_of(f, value)
    assert isinstance(kind, Mark)
    scalar = exploded(f, runtime(f, value))
    assert isinstance(scalar, Scalar)
    return atom(f, scalar, "mark"), f.program.book.ordered(kind)


def _of_words(f: Body, node: ast.AST, operation: ast.cmpop, one: Value, other: Value) -> Known | Scalar:
    (first, words), (second, others) = _mark(f, one), _mark(f, other)
    places = {word: at for at, word in enumerate(sorted({str.__str__(word) for word in [*words, *others]}))}
    ranks = []
    for name, each in ((first, words), (second, others)):
        cases = [(word, places[str.__str__(word)]) for word in each]
        ranks.append(by_case(f, node, name, cases))
    return comparisons.ordered(f, node, operation, ranks[0], ranks[1])


def _of_members(f: Body, node: ast.AST, operation: ast.cmpop, one: Value, other: Value) -> Known | Scalar | None:
    from advsearch.lowering.rows.attributes import constant_table
    from advsearch.lowering.rows.convert import load
    from advsearch.lowering.rows.sequences import item_place

    kinds = [type_of(f, value) for value in (one, other)]
    values = {value for kind in kinds if isinstance(kind, Mark) for value in kind.values}
    for value in values:
        for name in ("__lt__", "__le__", "__gt__", "__ge__"):
            found = class_attribute(type(value), name)
            if isinstance(found, Method):
                f.check_function(found.function, node)
    if len(values) ** 2 > _PAIRS:
        return None
    (first, members), (second, others) = _mark(f, one), _mark(f, other)
    compare = COMPARISONS[type(operation)]
    try:
        answers = tuple(bool(compare(x, y)) for x in members for y in others)
    except TypeError:
        return None
    place = by_case(f, node, first, [(member, at * len(others)) for at, member in enumerate(members)])
    column = by_case(f, node, second, [(member, at) for at, member in enumerate(others)])
    kept = f.program.constants.setdefault((answers, "order"), answers)
    texts = [str(part.value) if isinstance(part, Known) else getattr(part, "text", "") for part in (place, column)]
    found = load(f, item_place(constant_table(f, kept, "order"), f"{texts[0]} + {texts[1]}"))
    assert isinstance(found, Scalar)
    return Scalar(BOOL, f"{found.text} != 0")


# --- objects --------------------------------------------------------------------------------------------------


def _of_objects(
    f: Body, node: ast.AST, operation: ast.cmpop, one: Value, other: Value, kind: type
) -> Known | Scalar | None:
    fields = _ordering_fields(kind)
    if fields is not None:
        names = field_names(kind)
        pieces = [[item_of(f, value, names.index(name)) for name in fields] for value in (one, other)]
        made = [Pieces(Tup(tuple(type_of(f, part) for part in parts)), tuple(parts)) for parts in pieces]
        return comparisons.ordered(f, node, operation, made[0], made[1])
    name = _NAMES[type(operation)]
    for wanted, given in ((name, [one, other]), (_FLIPPED[name], [other, one])):
        found = class_attribute(kind, wanted)
        if isinstance(found, Method) and found.function.__module__ != functools.__name__:
            return _truth(f, node, f.call(node, found.function, given))
    less = class_attribute(kind, "__lt__")
    if not isinstance(less, Method):
        return None
    below = _truth(f, node, f.call(node, less.function, [one, other]))  # as functools.total_ordering does
    if name == "__ge__":
        return comparisons.opposite(below)
    same = comparisons.equal(f, node, one, other)
    if name == "__gt__":
        return comparisons.every([comparisons.opposite(below), comparisons.opposite(same)])
    return comparisons.opposite(comparisons.every([comparisons.opposite(below), comparisons.opposite(same)]))


def _truth(f: Body, node: ast.AST, value: Value) -> Known | Scalar:
    from advsearch.lowering.rows.numbers import truth

    return truth(f, value, node)


def _ordering_fields(kind: type) -> list[str] | None:
    less = getattr(kind, "__lt__", None)
    if not isinstance(less, FunctionType):
        return None
    file = less.__code__.co_filename
    if attrs.has(kind) and file.replace("\\", "/").endswith("attr/_make.py"):
        fields = attrs.fields(kind)
        return None if any(one.order_key for one in fields) else [one.name for one in fields if one.order]
    if dataclasses.is_dataclass(kind) and file == "<string>":
        return [one.name for one in dataclasses.fields(kind) if one.compare]
    return None
