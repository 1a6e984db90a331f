"""Attributes: fields, properties and methods of objects, members of enums, names of modules."""

from __future__ import annotations

import ast
import enum
import functools
import inspect
from types import FunctionType
from typing import TYPE_CHECKING, Any

from advsearch.machine import boxing, comparing, layout, machines
from advsearch.machine.classes import fields_of
from advsearch.machine.properties import python_class
from advsearch.machine.scopes import Scope
from advsearch.machine.types import NONE, Either, Flat, Member, Number, Type
from advsearch.machine.values import Bound, Closure, Constant, Held, Stream, Unreached, Value

if TYPE_CHECKING:
    from advsearch.machine.function import Function

_BUILT_IN = (str, tuple, list, set, frozenset, dict, int, float, range)


def attribute(f: Function, owner: Value, name: str, node: ast.AST) -> Value:
    field = machines.attribute(f, owner, name, node)
    if field is not None:
        return field
    if isinstance(owner, Constant):
        return _of_constant(f, owner, name, node)
    if isinstance(owner, Stream):
        raise f.refusal(f"the attribute `{name}` of a generator", "make a list of it first: `list(...)`", node)
    if isinstance(owner, Closure | Bound):
        raise f.refusal(f"the attribute `{name}` of a function", "call the function", node)
    kind = owner.type
    if isinstance(kind, Either):
        return _of_either(f, owner, name, node)
    if isinstance(kind, Flat) and kind.kind is not tuple:
        return _of_object(f, owner, name, node)
    if isinstance(kind, Member | Number):
        return _of_member(f, owner, name, node)
    return Bound(name, owner)


def _of_constant(f: Function, owner: Constant, name: str, node: ast.AST) -> Value:
    value = owner.value
    if isinstance(value, _BUILT_IN) and not isinstance(value, enum.Enum | type) and fields_of_value(value) is None:
        return Bound(name, owner)
    try:
        found = f.unit.once(("attribute", f.unit.constants.key(value), name), lambda: getattr(value, name))
    except AttributeError:
        raise f.refusal(
            f"`{type(value).__name__}` has no attribute `{name}`", "use an attribute that exists", node
        ) from None
    return Constant(found)


def fields_of_value(value: Any) -> tuple[str, ...] | None:
    return fields_of(type(value)) if isinstance(value, tuple) else None


def _of_object(f: Function, owner: Held, name: str, node: ast.AST) -> Value:
    kind = owner.type
    assert isinstance(kind, Flat)
    fields = fields_of(kind.kind) or ()
    if name in fields:
        return boxing.items(owner)[fields.index(name)]
    if issubclass(kind.kind, tuple) and name in ("_replace", "_asdict", "count", "index"):
        return Bound(name, owner)
    return _of_class(f, owner, kind.kind, name, node)


def _of_class(f: Function, owner: Held, kind: type, name: str, node: ast.AST) -> Value:
    try:
        found = inspect.getattr_static(kind, name)
    except AttributeError:
        raise f.refusal(
            f"`{kind.__name__}` has no attribute `{name}`", "use an attribute that exists", node
        ) from None
    if isinstance(found, property) and isinstance(found.fget, FunctionType):
        return f.call(Constant(found.fget), [owner], node)
    if isinstance(found, functools.cached_property):
        return f.call(Constant(found.func), [owner], node)
    if isinstance(found, staticmethod):
        return Constant(found.__func__)
    if isinstance(found, classmethod):
        return Bound(found.__func__, Constant(kind))
    if isinstance(found, FunctionType) or hasattr(found, "__wrapped__"):
        return Bound(found, owner)
    return Constant(getattr(kind, name))


def _of_member(f: Function, owner: Held, name: str, node: ast.AST) -> Value:
    kind: Any = python_class(owner.type)
    static = inspect.getattr_static(kind, name, None)
    if isinstance(static, FunctionType):
        return Bound(static, owner)
    own_property = isinstance(static, property) and isinstance(static.fget, FunctionType)
    if own_property and not isinstance(static, enum.property):
        return f.call(Constant(static.fget), [owner], node)
    if isinstance(owner.type, Number) and hasattr(int, name):
        return Bound(name, boxing.plain(owner))
    if issubclass(kind, str) and hasattr(str, name):
        return Bound(name, comparing.by_member(f, owner, "text", lambda member: member.value))
    return comparing.by_member(f, owner, name, lambda member: getattr(member, name))


def _of_either(f: Function, owner: Held, name: str, node: ast.AST) -> Value:
    assert isinstance(owner.type, Either)
    fitting = sorted((one for one in owner.type.alternatives if _has(one, name)), key=_name)
    if len(fitting) == 1:
        return attribute(f, boxing.narrowed(f, owner, fitting[0], node), name, node)
    if not fitting:
        f.fail(layout.E_TYPE, node)
        raise Unreached
    if all(isinstance(inspect.getattr_static(python_class(one), name, None), FunctionType) for one in fitting):
        return Bound(Dispatch(name, tuple(fitting)), owner)
    return dispatched(f, owner, tuple(fitting), lambda one: attribute(f, one, name, node), node)


def _name(kind: Type) -> str:
    return python_class(kind).__qualname__


def _has(kind: Type, name: str) -> bool:
    if kind == NONE:
        return False
    found = python_class(kind)
    return hasattr(found, name) or (isinstance(kind, Flat) and name in (fields_of(kind.kind) or ()))


class Dispatch:
    """A method that several classes have, of a value that may be of any of them."""

    def __init__(self, name: str, kinds: tuple[Type, ...]) -> None:
        self.name = name
        self.kinds = kinds


def dispatched(f: Function, owner: Held, kinds: tuple[Type, ...], work: Any, node: ast.AST) -> Value:
    """A piece of code for each class that a value may have."""
    slot, out = f.slot("dispatch", node), f.block()
    for kind in kinds:
        yes, no = f.block(), f.block()
        f.branch(boxing.is_of(f, owner.word, kind), yes, no)
        f.start(yes)
        f.attempt(lambda kind=kind: f.put(slot, work(boxing.unbox(f, owner.word, kind))))  # type: ignore[misc]
        f.jump(out)
        f.start(no)
    if f.live:
        f.fail(layout.E_TYPE, node)
    f.start(out)
    if not f.live:
        raise Unreached
    return f.get(slot)


def above(f: Function, node: ast.Call) -> Value:
    """`super()` in a method of a constant object."""
    scope: Scope | None = f.scope
    while scope is not None and scope.parent is not None:
        scope = scope.parent
    assert scope is not None
    assert scope.function is not None
    parameters = scope.tree.args.args
    own = f.evaluate(ast.copy_location(ast.Name(parameters[0].arg, ast.Load()), node)) if parameters else None
    if not isinstance(own, Constant):
        raise f.refusal("`super()` of an object that is made while the program runs", "name the class", node)
    code = scope.function.__code__
    for kind in type(own.value).__mro__:
        for member in vars(kind).values():
            if getattr(getattr(member, "__wrapped__", member), "__code__", None) is code:
                return Constant(super(kind, own.value))
    raise f.refusal("`super()` outside of a method", "name the class", node)
