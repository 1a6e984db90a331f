"""Code for `owner.name` and `owner[index]`."""

from __future__ import annotations

import ast
import enum
from collections import Counter
from types import MappingProxyType, MethodType
from typing import Any

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import (
    deques,
    growing_dicts,
    inner_dicts,
    marks,
    ranges,
    sequences,
    slices,
    special,
    sums,
    types,
)
from advsearch.lowering.rows.body import Body, expression
from advsearch.lowering.rows.convert import as_type, atom, item_of, load, type_of
from advsearch.lowering.rows.expressions import in_order, values_of
from advsearch.lowering.rows.narrowing import classes_of
from advsearch.lowering.rows.types import INT, Int, Maybe, Seq, Tup, cells, field_names
from advsearch.lowering.rows.values import Bound, Entries, Known, NotYet, Pieces, Place, Scalar, Stream, Table, Value
from advsearch.lowering.source import MISSING, Method, Property, check_pure, class_attribute, is_own, private_name


@expression(ast.Attribute)
def _attribute(f: Body, node: ast.Attribute) -> Value:
    owner = f.value(node.value)
    return attribute(f, node, owner, private_name(f.source, node.attr))


def attribute(f: Body, node: ast.AST, owner: Value, name: str) -> Value:
    if isinstance(owner, Known):
        return _attribute_of_known(f, node, owner.value, name)
    if isinstance(owner, Stream) and owner.ends is not None:
        owner = ranges.record(owner.ends)
    kind = getattr(owner, "kind", None)
    if isinstance(kind, types.Sum) or (isinstance(kind, types.Either) and _any_has(kind.marks, name)):
        return _of_several(f, node, owner, name)
    if isinstance(kind, Maybe | types.Either):
        assert isinstance(owner, Scalar | Pieces | Place)
        return attribute(f, node, as_type(f, owner, kind.inner, node), name)
    if isinstance(kind, Tup) and kind.kind is not tuple:
        names = field_names(kind.kind)
        if name == "__class__":
            return Known(kind.kind)
        if name in names:
            return item_of(f, owner, names.index(name))
        return _of_class(f, node, owner, kind.kind, name)
    if isinstance(kind, Int) and kind.members is not None and isinstance(owner, Scalar | Place):
        return marks.attribute_of_int_enum(f, node, owner, kind, name)
    if isinstance(kind, types.Mark):
        return marks.attribute_of_mark(f, node, owner, kind, name)
    return Bound(name, owner)


def _any_has(kind: types.Mark, name: str) -> bool:
    return not kind.any_character and any(
        hasattr(one, name) for one in kind.values if not isinstance(one, str) or isinstance(one, enum.Enum)
    )


def _of_several(f: Body, node: ast.AST, owner: Value, name: str) -> Value:
    kind = getattr(owner, "kind", None)

    def has(one: types.Type) -> bool:
        return isinstance(one, types.Sum | types.Either) or all(
            hasattr(own, name) or name in field_names(own) for own in classes_of(one)
        )

    if isinstance(kind, types.Sum):
        alone = sums.only(f, owner, kind, has, node)
        if alone is not None:
            return attribute(f, node, alone, name)
    assert isinstance(kind, types.Sum | types.Either)
    if any(isinstance(class_attribute(own, name), Method) for own in classes_of(kind)):
        return Bound(name, owner)
    return sums.by_class(f, node, owner, lambda one: attribute(f, node, one, name), has)


def _of_class(f: Body, node: ast.AST, owner: Value, kind: type, name: str) -> Value:
    found = class_attribute(kind, name)
    if name in ("_replace", "index", "count") and issubclass(kind, tuple | range) and not is_own(found):
        return Bound(name, owner)
    if isinstance(found, Property):
        return f.call(node, found.function, [owner])
    if isinstance(found, Method):
        return Bound(found.function, owner)
    if found is MISSING or (issubclass(kind, tuple) and hasattr(tuple, name)):
        if issubclass(kind, tuple) and hasattr(kind, name):
            return Bound(name, owner)
        raise f.refuse(node, f"`{kind.__name__}.{name}` does not exist", "use a field or a method of the class")
    return Known(found)


def _attribute_of_known(f: Body, node: ast.AST, owner: Any, name: str) -> Value:
    found = class_attribute(type(owner), name) if not isinstance(owner, type) else None
    try:
        value = getattr(owner, name)
    except Exception as error:
        raise f.refuse(
            node, f"`{ast.unparse(node)}` raises {type(error).__name__}", "use an attribute that the object has"
        ) from error
    if isinstance(found, Property):
        f.check_function(found.function, node)
    if isinstance(owner, super) and not isinstance(value, MethodType):
        raise f.refuse(node, f"`{ast.unparse(node)}` is not a method", "use super() only to call methods")
    check_pure(value, f.source, node)
    return Known(value)


@expression(ast.Subscript)
def _subscript(f: Body, node: ast.Subscript) -> Value:
    deques.check(f, node)
    if isinstance(node.slice, ast.Slice):
        ends = [node.slice.lower, node.slice.upper, node.slice.step]
        given = in_order(f, [node.value, *[end for end in ends if end is not None]])
        owner, rest = given[0], given[1:]
        if special.has(owner, "__getitem__"):
            raise f.refuse(
                node,
                "an object with `__getitem__` is sliced",
                "call a method with the parameters `start` and `stop` instead",
            )
        start, stop, step = (rest.pop(0) if end is not None else None for end in ends)
        if isinstance(owner, Known) and all(end is None or isinstance(end, Known) for end in (start, stop, step)):
            plain = [None if end is None else end.value for end in (start, stop, step)]  # type: ignore[union-attr]
            return Known(owner.value[slice(*plain)])
        owner = values_of(f, owner)
        if ranges.is_range(type_of(f, owner)):
            return ranges.sliced(f, node, owner, (start, stop, step))
        return slices.sliced(f, owner, node, (start, stop, step))
    owner, index = in_order(f, [node.value, node.slice])
    return item(f, node, owner, index)


def item(f: Body, node: ast.AST, owner: Value, index: Value) -> Value:
    made = special.called(f, node, owner, "__getitem__", index)
    if made is not None:
        return made
    if isinstance(owner, Known):
        return _item_of_known(f, node, owner.value, index)
    if isinstance(owner, Table):
        from advsearch.lowering.rows.dicts import entry

        return entry(f, node, owner, index, None)
    if isinstance(owner, Entries):
        return growing_dicts.entry(f, node, owner, index, None)
    owner = values_of(f, owner)
    kind = getattr(owner, "kind", None)
    if ranges.is_range(kind):
        return ranges.item(f, node, owner, index)
    if isinstance(kind, Maybe | types.Either):
        assert isinstance(owner, Scalar | Pieces | Place)
        return item(f, node, as_type(f, owner, kind.inner, node), index)
    if isinstance(kind, types.Sum):
        return sums.by_class(f, node, owner, lambda one: item(f, node, one, index), _has_items)
    if (
        isinstance(kind, Tup)
        and isinstance(index, Known)
        and isinstance(index.value, int)
        and -len(kind.items) <= index.value < len(kind.items)
    ):
        return item_of(f, owner, index.value % len(kind.items))
    if not sequences.is_sequence(kind) and not isinstance(kind, types.Mark):
        shown = types.named(kind) if kind is not None else "a function"
        raise f.refuse(node, f"{shown} is indexed", "index a tuple, a list, a string or a constant dict instead")
    number = as_type(f, index, INT, node)
    assert isinstance(number, Scalar)
    return sequences.item_at(f, sequences.as_sequence(f, owner), number, node)


def _has_items(kind: types.Type) -> bool:
    return isinstance(kind, Seq) or (isinstance(kind, Tup) and issubclass(kind.kind, tuple))


def _item_of_known(f: Body, node: ast.AST, owner: Any, index: Value) -> Value:
    if isinstance(index, Known):
        try:
            return Known(owner[index.value])
        except Exception as error:
            if isinstance(owner, type):
                return Known(owner)
            f.emit(f"fail(block, 3, {f.line_of(node)})")
            raise NotYet from error
    if isinstance(owner, dict | MappingProxyType):
        from advsearch.lowering.rows.dicts import looked_up, plain_dict

        default = Known(0) if isinstance(owner, Counter) else None
        return looked_up(f, node, plain_dict(f, owner), index, default)
    if isinstance(owner, type):
        return marks.member_of_enum(f, node, owner, index)
    if isinstance(owner, str):
        owner = tuple(owner)
    if not isinstance(owner, tuple | list | range):
        raise f.refuse(node, f"an object of the class {type(owner).__name__} is indexed", "index a tuple instead")
    number = as_type(f, index, INT, node)
    assert isinstance(number, Scalar)
    length = len(owner)
    text = sequences.checked_index(f, number, Scalar(Int(length, length), str(length)), node)
    if not length:
        raise NotYet
    if inner_dicts.are_dicts(owner):
        return inner_dicts.chosen(f, node, owner, Scalar(Int(0, length - 1), text))
    place = constant_table(f, owner, _hint(node))
    if cells(place.kind.item) != 1:  # type: ignore[union-attr]
        text = atom(f, Scalar(INT, text), "index").text
    return load(f, sequences.item_place(place, text))


def constant_table(f: Body, owner: Any, hint: str) -> Place:
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
