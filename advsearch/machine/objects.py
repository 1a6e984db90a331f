"""Objects that are made while the program runs: `Point(1, 2)`, `replace(point, x=3)`."""

from __future__ import annotations

import ast
import dataclasses
import enum
from typing import TYPE_CHECKING, Any

import attrs

from advsearch.machine import boxing, comparing, conditions, folding, items, layout
from advsearch.machine.classes import fields_of, initializer, is_plain
from advsearch.machine.constants import instead_of
from advsearch.machine.scopes import Scope
from advsearch.machine.source import tree_of
from advsearch.machine.types import Flat, Number
from advsearch.machine.values import Arguments, Constant, Held, Unreached, Value

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def made(f: Function, kind: Any, arguments: Arguments) -> Value:
    """An object of a class of the author's."""
    folded = folding.folded(f, kind, arguments)
    if folded is not None and not is_plain(kind):
        return folded
    if issubclass(kind, enum.Enum):
        return _member(f, kind, arguments)
    if issubclass(kind, BaseException):
        raise f.refusal("an exception is used as a value", "raise it where it is made", arguments.node)
    fields = fields_of(kind)
    if fields is None or (dataclasses.is_dataclass(kind) and hasattr(kind, "__post_init__")):
        instead = instead_of(kind, "use attrs, a dataclass or a NamedTuple")
        raise f.refusal(f"an object of the class `{kind.__name__}`", instead, arguments.node)
    if is_plain(kind):
        return _initialized(f, kind, fields, arguments)
    values: dict[str, Value] = _by_name(f, kind, fields, arguments)
    _fill(f, kind, values, arguments.node)
    missing = [name for name in fields if name not in values]
    if missing:
        raise f.refusal(f"`{kind.__name__}` is made without `{missing[0]}`", "pass all fields", arguments.node)
    return _valid(f, boxing.flat(f, [values[name] for name in fields], kind), arguments.node)


def _valid(f: Function, made: Value, node: ast.AST) -> Value:
    """An object of which the validators of attrs say that it may be."""
    assert isinstance(made, Held)
    assert isinstance(made.type, Flat)
    kind: Any = made.type.kind
    if not attrs.has(kind):
        return made
    if hasattr(kind, "__attrs_post_init__"):
        raise f.refusal(
            f"an object of `{kind.__name__}` with `__attrs_post_init__`", "compute what it sets in a property", node
        )
    for field, item in zip(attrs.fields(kind), boxing.items(made), strict=True):
        if field.validator is not None:
            f.call(Constant(field.validator), [made, Constant(field), item], node)
    return made


def _by_name(f: Function, kind: type, fields: tuple[str, ...], arguments: Arguments) -> dict[str, Value]:
    names = {name: name for name in fields}
    if attrs.has(kind):
        names = {field.alias or field.name: field.name for field in attrs.fields(kind) if field.init}
    if len(arguments.given) > len(names) or not set(arguments.named) <= set(names):
        raise f.refusal(f"`{kind.__name__}` has no such fields", "pass the fields of the class", arguments.node)
    values = dict(zip(names.values(), arguments.given, strict=False))
    values.update({names[name]: value for name, value in arguments.named.items()})
    return values


def _fill(f: Function, kind: Any, values: dict[str, Value], node: ast.AST) -> None:
    """Add the defaults of fields, and convert them."""
    if attrs.has(kind):
        for field in attrs.fields(kind):
            if field.name not in values and field.default is not attrs.NOTHING:
                factory = isinstance(field.default, attrs.Factory)  # type: ignore[arg-type]
                default: Any = field.default
                values[field.name] = f.call(Constant(default.factory), [], node) if factory else Constant(default)
            if field.converter is not None:
                values[field.name] = f.call(Constant(field.converter), [values[field.name]], node)
    elif dataclasses.is_dataclass(kind):
        for one in dataclasses.fields(kind):
            if one.name not in values and one.default is not dataclasses.MISSING:
                values[one.name] = Constant(one.default)
            elif one.name not in values and one.default_factory is not dataclasses.MISSING:
                values[one.name] = f.call(Constant(one.default_factory), [], node)
    else:
        for name, default in getattr(kind, "_field_defaults", {}).items():
            values.setdefault(name, Constant(default))


def _initialized(f: Function, kind: type, fields: tuple[str, ...], arguments: Arguments) -> Value:
    """An object of a plain class: its `__init__` fills names instead of fields."""
    function = initializer(kind)
    assert function is not None
    tree = tree_of(function)
    from advsearch.machine import functions, versions

    first = tree.args.args[0].arg
    scope = Scope((*f.scope.path, arguments.node, tree), tree, function)
    scope.me, scope.end = first, f.block()
    bound = functions.bind_arguments(
        f, tree, functions.with_first(Constant(None), arguments), functions.defaults_of(function)
    )
    f.inlined.append(function)
    outer, f.scope = f.scope, scope
    try:
        versions.reserve(f, scope)
        for name, value in bound.items():
            if name != first:
                f.assign(ast.Name(name, ast.Store()), value)
        f.run(tree.body)  # type: ignore[arg-type]
        f.jump(scope.end)
        f.start(scope.end)
        if not f.live:
            raise Unreached
        values = [f.binding(scope.names[f".{name}"]) for name in fields]
    finally:
        f.scope = outer
        f.inlined.pop()
    return boxing.flat(f, values, kind)


def _member(f: Function, kind: Any, arguments: Arguments) -> Value:
    """`Color(value)`: the member of an enum with a value."""
    value = arguments.given[0]
    if issubclass(kind, int):
        held = boxing.plain(f.hold(value))
        found = "false"
        for member in kind:
            truth = conditions.is_true(f, comparing.equal(f, held, Constant(int(member)), arguments.node))
            found = truth if found == "false" else f.new(f"or i1 {found}, {truth}")
        f.fail_unless(found, layout.E_VALUE, arguments.node)
        return Held(Number(kind), held.words)
    table = f.unit.once(("by value", kind), lambda: {member.value: member for member in kind})
    return items.get_item(f, Constant(table), value, arguments.node)


def replaced(f: Function, arguments: Arguments) -> Value:
    """`attrs.evolve(x, ...)`, `dataclasses.replace(x, ...)`, `x._replace(...)`."""
    held = f.hold(arguments.given[0])
    if not isinstance(held.type, Flat):
        raise f.refusal("`replace` of a value that is no object of one class", "make the object anew", arguments.node)
    fields = fields_of(held.type.kind) or ()
    values: dict[str, Value] = dict(zip(fields, boxing.items(held), strict=True))
    kind = held.type.kind
    names = {name: name for name in fields}
    if attrs.has(kind):
        names = {field.alias or field.name: field.name for field in attrs.fields(kind)}
    for name, value in arguments.named.items():
        if name not in names:
            raise f.refusal(f"`{kind.__name__}` has no field `{name}`", "use a field of the class", arguments.node)
        values[names[name]] = value
    if attrs.has(kind):
        for field in attrs.fields(kind):
            if field.converter is not None:
                values[field.name] = f.call(Constant(field.converter), [values[field.name]], arguments.node)
    return _valid(f, boxing.flat(f, [f.hold(values[name]) for name in fields], kind), arguments.node)
