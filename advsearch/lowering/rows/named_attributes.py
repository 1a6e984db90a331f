"""Calls of `getattr(state, name)` with a name that is known only at run time."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable

from advsearch.lowering.rows import comparisons, sums, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, type_of
from advsearch.lowering.rows.membership import may_equal
from advsearch.lowering.rows.narrowing import classes_of
from advsearch.lowering.rows.types import Either, Mark, Maybe, Mixed, Seq, Tup, Type, field_names
from advsearch.lowering.rows.values import Known, Scalar, Value
from advsearch.lowering.source import MISSING, Property, class_attribute


def getattr_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows.attributes import attribute

    owner, name = given[0], given[1]
    default = given[2] if len(given) > 2 else None
    if isinstance(name, Known) and default is None:
        return attribute(f, node, owner, name.value)
    kinds = _kinds(f, node, owner)
    if isinstance(name, Known):
        return attribute(f, node, owner, name.value) if _has(owner, kinds[0], name.value) else default  # type: ignore[return-value]
    name_kind = type_of(f, name)
    if default is not None and not _is_text(name_kind):
        raise f.refuse(
            node, f"the name in a call of getattr is {types.named(name_kind)}", "pass a string as the name"
        )
    if isinstance(name_kind, Maybe | Either):
        name = as_type(f, name, name_kind.inner if isinstance(name_kind, Maybe) else name_kind.marks, node)
        name_kind = type_of(f, name)
    name = comparisons.is_settled(f, atom(f, name, "name") if isinstance(name, Scalar) else name)
    cases: list[tuple[str, Callable[[], Value] | None]] = []
    for one in _names(f, owner, kinds, name_kind):
        test = comparisons.equal(f, node, name, Known(one))
        if isinstance(test, Scalar):
            cases.append((test.text, functools.partial(attribute, f, node, owner, one)))
    if not cases:
        raise f.refuse(node, "getattr is called with an unknown name", "use the name of a field")
    cases.append(("True", None if default is None else lambda: default))
    return sums.in_cases(f, node, cases)


def _kinds(f: Body, node: ast.Call, owner: Value) -> list[type]:
    if isinstance(owner, Known):
        return [type(owner.value)]
    kind = type_of(f, owner)
    plain = kind.inner if isinstance(kind, Maybe) and len(node.args) == 2 else kind
    every = plain.kinds if isinstance(plain, types.Sum) and len(node.args) == 2 else (plain,)
    if not all(isinstance(one, Tup) and one.kind is not tuple for one in every):
        raise f.refuse(
            node, f"getattr is called with {types.named(kind)}", "use an object of one class, and the name of a field"
        )
    return classes_of(plain)


def _is_text(kind: Type) -> bool:
    if isinstance(kind, Mark):
        return all(type(one) is str for one in kind.values)
    return isinstance(kind, Seq) and kind.kind is str


def _names(f: Body, owner: Value, kinds: list[type], name: Type) -> list[str]:
    words = name.marks if isinstance(name, Mixed) else name
    if isinstance(words, Mark) and not words.any_character:
        found = [one for one in f.program.book.ordered(words) if type(one) is str]
        return [one for one in found if any(_has(owner, kind, one) for kind in kinds)]
    found = [*getattr(getattr(owner, "value", None), "__dict__", ())]
    for kind in kinds:
        found += field_names(kind)
        found += [one for one in dir(kind) if isinstance(class_attribute(kind, one), Property)]
    return [one for one in dict.fromkeys(found) if may_equal(words, one)]


def _has(owner: Value, kind: type, name: str) -> bool:
    if isinstance(owner, Known):
        return hasattr(owner.value, name)
    return name in field_names(kind) or class_attribute(kind, name) is not MISSING
