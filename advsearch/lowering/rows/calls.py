"""Calls of built-in functions, classes, methods and functions of the author."""

from __future__ import annotations

import ast
import dataclasses
import enum
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any, Final

import attrs

from advsearch.lowering.rows import (
    bit_methods,
    marks,
    methods,
)
from advsearch.lowering.rows.body import Body, expression
from advsearch.lowering.rows.closures import call_closure
from advsearch.lowering.rows.convert import runtime, type_of
from advsearch.lowering.rows.expressions import in_order
from advsearch.lowering.rows.functions import call_function
from advsearch.lowering.rows.numbers import number
from advsearch.lowering.rows.raising import evaluated
from advsearch.lowering.rows.types import INT, Tup, field_names
from advsearch.lowering.rows.values import Bound, Closure, Known, Pieces, Scalar, Stream, Value
from advsearch.lowering.source import callee, check_pure, seen_through
from advsearch.typed import is_hashable

Handler = Callable[[Body, ast.Call, list[Value], dict[str, Value]], Value]


@expression(ast.Call)
def _call(f: Body, node: ast.Call) -> Value:
    counted = _ones(f, node)
    if counted is not None:
        return counted
    function = f.value(node.func)
    if isinstance(function, Known) and function.value is super and not node.args:
        return _super(f, node)
    given, named = _arguments(f, node)
    if not any(isinstance(one, ast.Starred) for one in node.args):
        sources = [*node.args, *[keyword.value for keyword in node.keywords]]
        f.passing = (node, list(zip([*given, *named.values()], sources, strict=True)))
    return called(f, node, function, given, named)


def _super(f: Body, node: ast.Call) -> Known:
    """The value of `super()` in a method of the game."""
    kind, names = f.source.outside.get("__class__"), f.source.parameters
    owner = f.scope.get(names[0]) if names else None
    if not isinstance(kind, type) or not isinstance(owner, Known) or not isinstance(owner.value, kind):
        raise f.refuse(
            node, "super() is used outside of the game's methods", "call the function of the other class by name"
        )
    return Known(super(kind, owner.value))


def _ones(f: Body, node: ast.Call) -> Value | None:
    """The value of `bin(x).count("1")`."""
    match node:
        case ast.Call(ast.Attribute(ast.Call(ast.Name("bin"), [inner], []), "count"), [ast.Constant("1")], []):
            return bit_methods.bit_count(f, number(f, f.value(inner), node))
    return None


def _arguments(f: Body, node: ast.Call) -> tuple[list[Value], dict[str, Value]]:
    from advsearch.lowering.rows.displays import starred_items

    if any(keyword.arg is None for keyword in node.keywords):
        raise f.refuse(node, "a call contains **", "name the arguments one by one")
    stars = any(isinstance(one, ast.Starred) for one in node.args)
    if stars:
        given = starred_items(f, node.args)
        if given is None:
            if len(node.args) == 1:
                assert isinstance(node.args[0], ast.Starred)
                value = f.value(node.args[0].value)
                return [Stream(Scalar(INT, "star"), lambda _index: value)], {"*": value}
            raise f.refuse(node, "the length of a starred argument is not known", "pass the list itself")
        return given, {one.arg: f.value(one.value) for one in node.keywords if one.arg}
    values = in_order(f, [*node.args, *[keyword.value for keyword in node.keywords]])
    names = [keyword.arg for keyword in node.keywords if keyword.arg]
    return values[: len(node.args)], dict(zip(names, values[len(node.args) :], strict=True))


def called(f: Body, node: ast.Call, function: Value, given: list[Value], named: dict[str, Value]) -> Value:
    """The value of a call of any callable value."""
    if isinstance(function, Closure):
        return call_closure(f, node, function, given, named)
    if isinstance(function, Bound):
        if isinstance(function.function, str):
            return methods.method(f, node, function.owner, function.function, given, named)
        return call_function(f, node, function.function, [function.owner, *given], named)
    if not isinstance(function, Known):
        raise f.refuse(node, "a value that is not a function is called", "call functions by their names")
    return _call_of_known(f, node, function.value, given, named)


def _call_of_known(f: Body, node: ast.Call, function: Any, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows.handlers import HANDLERS, OURS

    check_pure(function, f.source, node)
    handler = HANDLERS.get(function) if is_hashable(function) else None
    plain_type = function in (int, str, bool, float, tuple, frozenset) if isinstance(function, type) else False
    if handler is not None and not (plain_type and given and folds(given, named)):
        return handler(f, node, given, named)
    if isinstance(function, type):
        return _made(f, node, function, given, named)
    function = seen_through(function)
    if isinstance(function, FunctionType) and function in OURS:
        return OURS[function](f, node, given, named)
    plain, first = callee(function, f.source, node)
    if isinstance(plain, FunctionType):
        return call_function(f, node, plain, [*[Known(one) for one in first], *given], named)
    owner = getattr(function, "__self__", None)
    if isinstance(function, BuiltinFunctionType | MethodType) and owner is not None and not _is_module(owner):
        return methods.of_known(f, node, owner, function.__name__, given, named)
    if folds(given, named):
        return folded(f, node, function, given, named)
    raise f.refuse(
        node, f"a call of `{ast.unparse(node.func)}` is not supported", "docs/kernels.md lists the supported calls"
    )


def _is_module(value: Any) -> bool:
    return type(value).__name__ == "module"


def folds(given: list[Value], named: dict[str, Value]) -> bool:
    return all(isinstance(one, Known) for one in [*given, *named.values()])


def folded(f: Body, node: ast.Call, function: Any, given: list[Value], named: dict[str, Value]) -> Value:
    try:
        plain = [one.value for one in given if isinstance(one, Known)]
        made = function(*plain, **{name: one.value for name, one in named.items() if isinstance(one, Known)})
    except Exception as error:
        raise f.refuse(
            node, f"`{ast.unparse(node)}` raises {type(error).__name__}", "test with `if` first"
        ) from error
    if hasattr(made, "__next__"):
        made = tuple(made)
    return Known(made)


def _made(f: Body, node: ast.Call, kind: type, given: list[Value], named: dict[str, Value]) -> Value:
    """Write the code that makes an object of a class."""
    if folds(given, named) and kind.__module__ != "builtins":
        return folded(f, node, kind, given, named)
    if folds(given, named) and kind in (int, str, bool, float, tuple, frozenset, range, complex):
        return folded(f, node, kind, given, named)
    if issubclass(kind, enum.Enum):
        return marks.member_of_enum(f, node, kind, given[0])
    names = field_names(kind)
    if not names:
        if kind.__module__ in ("builtins", "collections", "itertools"):
            raise f.refuse(
                node, f"a call of `{kind.__name__}` is not supported", "docs/kernels.md lists the supported calls"
            )
        raise f.refuse(
            node,
            f"an object of the class {kind.__name__} is made",
            "use attrs.frozen, a frozen dataclass or a NamedTuple",
        )
    check_plain_class(f, node, kind)
    ready = dict(zip(init_names(kind), given, strict=False))
    ready.update(named)
    fields = []
    for name, public, default in _fields(kind):
        if public in ready:
            fields.append(ready.pop(public))
        elif default is not _NO_DEFAULT:
            fields.append(Known(default))
        else:
            raise f.refuse(node, f"`{kind.__name__}(...)` lacks the field `{name}`", "give every field")
    if ready or len(given) > len(names):
        raise f.refuse(
            node,
            f"`{kind.__name__}` has no field `{next(iter(ready))}`"
            if ready
            else f"`{kind.__name__}` is called with more arguments than it has fields",
            "give each field once",
        )
    return record(f, node, kind, fields)


def record(f: Body, node: ast.AST, kind: type, fields: list[Value]) -> Value:
    ready = tuple(evaluated(f, runtime(f, one)) for one in fields)
    return Pieces(Tup(tuple(type_of(f, one) for one in ready), kind), ready)


_NO_DEFAULT: Final = object()


def _fields(kind: type) -> list[tuple[str, str, Any]]:
    """The fields of a class: their names, the names of the arguments, and their defaults."""
    if attrs.has(kind):
        return [
            (
                one.name,
                one.alias or one.name,
                _NO_DEFAULT if one.default is attrs.NOTHING else _attrs_default(one.default),
            )
            for one in attrs.fields(kind)
        ]
    if dataclasses.is_dataclass(kind):
        return [
            (
                one.name,
                one.name,
                one.default if one.default is not dataclasses.MISSING else _made_default(one.default_factory),
            )
            for one in dataclasses.fields(kind)
        ]
    defaults = getattr(kind, "_field_defaults", {})
    return [(name, name, defaults.get(name, _NO_DEFAULT)) for name in field_names(kind)]


def _attrs_default(default: Any) -> Any:
    """The default value of an attrs field, made by its factory if it has one."""
    factory = getattr(default, "factory", None)
    return default if factory is None or getattr(default, "takes_self", False) else factory()


def _made_default(factory: Any) -> Any:
    return _NO_DEFAULT if factory is dataclasses.MISSING else factory()


def init_names(kind: type) -> list[str]:
    """The names of the arguments that make an object of a class, in their order."""
    if attrs.has(kind):
        return [one.alias or one.name for one in attrs.fields(kind) if one.init and not one.kw_only]
    if dataclasses.is_dataclass(kind):
        return [one.name for one in dataclasses.fields(kind) if one.init and not one.kw_only]
    return list(field_names(kind))


def check_plain_class(f: Body, node: ast.AST, kind: type) -> None:
    """Refuse classes whose objects are not determined by their fields alone."""
    for name in ("__attrs_post_init__", "__post_init__", "__attrs_pre_init__"):
        if hasattr(kind, name):
            raise f.refuse(
                node,
                f"the class {kind.__name__} has {name}",
                "compute the fields in a function that makes the object",
            )
    if attrs.has(kind) and any(one.converter for one in attrs.fields(kind)):
        raise f.refuse(
            node, f"the class {kind.__name__} has converters", "convert the values before the object is made"
        )
    if issubclass(kind, tuple) and "__new__" in vars(kind) and not hasattr(kind, "_field_defaults"):
        raise f.refuse(
            node, f"the class {kind.__name__} has __new__", "compute the fields in a function that makes the object"
        )


# --- built-in functions ---------------------------------------------------------------------------------------
