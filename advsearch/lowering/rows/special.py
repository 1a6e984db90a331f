"""Operators that a class defines: `x + y` calls `x.__add__(y)`."""

from __future__ import annotations

import ast
import copy
import enum
import functools
from types import FunctionType
from typing import Any, Final

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import classes, flags, types, value_classes
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import type_of
from advsearch.lowering.rows.functions import call_function, call_source
from advsearch.lowering.rows.types import Bool, Int, Mark, Maybe, Tup, Type
from advsearch.lowering.rows.values import Known, Scalar, Value, kind_of
from advsearch.lowering.source import source_of

_BINARY: Final[dict[type[ast.AST], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Div: "truediv",
    ast.Pow: "pow", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "lshift",
    ast.RShift: "rshift", ast.MatMult: "matmul",
}  # fmt: skip
UNARY: Final[dict[type[ast.AST], str]] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
# The methods of the left and the right object: `a < b` may call `b.__gt__(a)`.
_ORDER: Final = {"<": ("__lt__", "__gt__"), "<=": ("__le__", "__ge__"), ">": ("__gt__", "__lt__"),
                 ">=": ("__ge__", "__le__")}  # fmt: skip


def class_of(value: Value) -> type | None:
    """The class of an object with fields or an Enum member; else None."""
    if isinstance(value, Known):
        kind = type(value.value)
        named = issubclass(kind, enum.Enum) or types.field_names(kind)
        return kind if named and kind is not range else None
    return class_in(kind_of(value))


def class_in(kind: Type | None) -> type | None:
    if isinstance(kind, Int):
        return kind.members  # type: ignore[no-any-return]
    if isinstance(kind, Mark) and not kind.any_character:
        classes = {type(one) for one in kind.values}
        return classes.pop() if len(classes) == 1 and issubclass(next(iter(classes)), enum.Enum) else None
    return kind.kind if isinstance(kind, Tup) and kind.kind not in (tuple, range) else None


def has(value: Value, name: str) -> bool:
    kind = class_of(value)
    return kind is not None and (value_classes.special(kind, name) is not None or _of_flags(value, kind, name))


def _of_flags(value: Value, kind: type, name: str) -> bool:
    return not isinstance(value, Known) and flags.is_operation(kind, name)


def called(f: Body, node: ast.AST, value: Value, name: str, *more: Value) -> Value | None:
    """Generate `value.name(*more)`, for example `x.__add__(y)`; None without this method."""
    kind = class_of(value)
    function = value_classes.special(kind, name) if kind is not None else None
    if function is None and kind is not None and any(_of_flags(one, kind, name) for one in (value, *more)):
        return flags.called(f, node, kind, name, [value, *more])
    return None if function is None else call_function(f, node, function, [value, *more], {})


def binary(f: Body, node: ast.AST, operation: ast.operator, left: Value, right: Value) -> Value | None:
    """Generate `left + right` by `__add__` or `__radd__`; None without these methods."""
    name = _BINARY[type(operation)]
    one, other = class_of(left), class_of(right)
    if isinstance(node, ast.AugAssign) and has(left, f"__i{name}__"):
        plain = ast.BinOp(node.target, node.op, node.value)
        raise f.refuse(
            node,
            f"`{ast.unparse(node)}` calls `__i{name}__`, which may change the object",
            f"define `__{name}__` and write {ast.unparse(node.target)} = {ast.unparse(plain)}",
        )
    if one is not None and other is not None and issubclass(other, one) and other is not one:
        made = called(f, node, right, f"__r{name}__", left)
        if made is not None:
            return made
    made = called(f, node, left, f"__{name}__", right)
    if made is not None or one is other or has(left, f"__r{name}__"):
        return made
    return called(f, node, right, f"__r{name}__", left)


def unary(f: Body, node: ast.AST, operation: ast.unaryop, value: Value) -> Value | None:
    name = UNARY.get(type(operation))
    return None if name is None else called(f, node, value, name)


# --- comparisons ----------------------------------------------------------------------------------------------


def check_identity(f: Body, node: ast.AST, one: Value, other: Value) -> None:
    """Refuse `a is b` if `a` and `b` can be equal, but different objects."""
    for value, against in ((one, other), (other, one)):
        if isinstance(value, Known) and value.value is None:
            return
        if isinstance(value, Known) and isinstance(value.value, bool):
            if _may_be_number(against):  # 1 and True are stored alike, but are not the same object
                raise f.refuse(node, "`is` compares a number and a bool", "write ==")
            return
        kind = (
            value.kind
            if isinstance(value, Scalar)
            else books.type_of(value.value)
            if isinstance(value, Known)
            else None
        )
        if isinstance(kind, Bool) or (isinstance(kind, Maybe) and isinstance(kind.inner, Bool)):
            if _may_be_number(against):
                raise f.refuse(node, "`is` compares a number and a bool", "write ==")
            return
        if isinstance(kind, Mark) and all(not isinstance(mark, str) for mark in kind.values):
            return
    members = _enum_of(one)
    if members is not None and members is _enum_of(other):
        return
    raise f.refuse(node, "`is` compares values that may be equal but not identical", "write ==")


def _may_be_number(value: Value) -> bool:
    kind = kind_of(value)
    if kind is None and isinstance(value, Known):
        return isinstance(value.value, int | float) and not isinstance(value.value, bool)
    return bool(kind is not None and classes.of_numbers(kind) - {bool})


def _enum_of(value: Value) -> type | None:
    kind = kind_of(value)
    members = class_of(value) if kind is None else class_in(_held(kind))
    return members if members is not None and issubclass(members, enum.Enum) else None


def check_comparable(f: Body, node: ast.AST, one: Type, other: Type) -> None:
    """Refuse `point == 3`, unless `__eq__` returns False for other classes."""
    for a, b in ((one, other), (other, one)):
        kind: Any = class_in(_held(a))
        if kind is None or (b == a and not isinstance(a, Maybe)):
            continue
        inherits = _is_below(class_in(b), kind) and value_classes.special(kind, "__eq__") is not None
        if inherits or not value_classes.refuses_others(kind):
            both = class_in(b) is kind and not isinstance(a, Maybe)
            if not both:
                raise f.refuse(
                    node,
                    f"== compares a {kind.__name__} and {types.named(b)}",
                    "write `is None`, or test isinstance in `__eq__`",
                )


def _held(kind: Type) -> Type:
    return kind.inner if isinstance(kind, Maybe | types.Either) else kind


def equal(f: Body, node: ast.AST, one: Value, other: Value) -> Value | None:
    """Generate `one.__eq__(other)`; None if `__eq__` only compares the fields."""
    kind: Any = class_of(one)
    if kind is None or issubclass(kind, enum.Enum) or value_classes.compares_fields(kind):
        return None
    differs = isinstance(node, ast.Compare) and any(isinstance(sign, ast.NotEq) for sign in node.ops)
    own = not has(one, "__ne__") and not (differs and issubclass(kind, tuple))  # tuples have a `__ne__`
    made = called(f, node, one, "__eq__", other) if own else None
    if made is None:
        raise f.refuse(
            node,
            f"== compares objects of the class {kind.__name__}",
            "write an `__eq__` that compares all attributes",
        )
    return made


def are_tuples(a: Tup, b: Tup) -> bool:
    return all(
        issubclass(one.kind, tuple) and (one.kind is tuple or value_classes.special(one.kind, "__eq__") is None)
        for one in (a, b)
    )


def by_fields(a: Type, b: Type) -> bool:
    # Whether both are one class whose `<` compares the fields in order.
    kind = class_in(a)
    return kind is not None and kind is class_in(b) and value_classes.orders_fields(kind)


def is_total(kind: Type) -> bool:
    # Whether `a < b` or `b < a` for any two different values.
    match kind:
        case Tup(items):
            own = class_in(kind)
            return (own is None or value_classes.orders_fields(own)) and all(map(is_total, items))
        case Maybe(inner) | types.Either(_, inner) | types.Seq(_, inner):
            return is_total(inner)
    return True


def ordered(f: Body, node: ast.AST, sign: str, one: Value, other: Value) -> Value | None:
    """Generate `one < other` by `__lt__` or `__gt__`; else return None."""
    # The module `ranking` compares two objects of one class, except for a NamedTuple.
    own, theirs = class_of(one), class_of(other)
    if own is not None and own is theirs and not issubclass(own, tuple):
        return None
    ways = [(one, _ORDER[sign][0], other), (other, _ORDER[sign][1], one)]
    if _is_below(theirs, own):  # Python asks the object of the subclass first
        ways.reverse()
    made = called(f, node, *ways[0])
    plain = own is theirs and own is not None  # a tuple has all four methods
    return called(f, node, *ways[1]) if made is None and not plain else made


def _is_below(kind: type | None, other: type | None) -> bool:
    return kind is not None and other is not None and kind is not other and issubclass(kind, other)


def ordered_with_other(f: Body, node: ast.AST, sign: str, one: Value, other: Value) -> Value | None:
    # Like `ordered`, if `other` can be None or a string.
    own, held = class_of(one), class_in(_held(type_of(f, other)))
    function = None if own is None else value_classes.special(own, _ORDER[sign][0])
    if own is None or function is None or function.__module__ == functools.__name__:
        return None
    if _is_below(held, own) or "NotImplemented" in function.__code__.co_names:
        return None
    return call_function(f, node, function, [one, other], {})


# --- items ----------------------------------------------------------------------------------------------------


def iterated(f: Body, node: ast.AST, value: Value) -> Value | None:
    """List the items of an object with an `__iter__` method; else return None."""
    kind = class_of(value)
    function = value_classes.special(kind, "__iter__") if kind is not None else None
    if kind is not None and function is None and _of_flags(value, kind, "__iter__"):
        return flags.called(f, node, kind, "__iter__", [value])
    if function is None or isinstance(value, Known):
        return None
    place: Any = f.program.constants.setdefault(("items", id(node), function), ast.copy_location(ast.Pass(), node))
    f.program.keep(node)
    source, tree, node = source_of(function), _without_iter(function), place
    if tree is None:
        return call_function(f, node, function, [value], {})
    return call_source(f, node, source, tree, {source.parameters[0]: value}, {})


@functools.lru_cache(maxsize=1_024)
def _without_iter(function: FunctionType) -> Any:
    # Each `return iter(x)` becomes `return x`.
    tree = source_of(function).tree
    returns = [one for one in ast.walk(tree) if isinstance(one, ast.Return)]
    for one in returns:
        match one.value:
            case ast.Call(ast.Name("iter"), [_], []):
                continue
        return None
    if not returns:
        return None
    made = copy.deepcopy(tree)
    for part in ast.walk(made):
        if isinstance(part, ast.Return):
            assert isinstance(part.value, ast.Call)
            part.value = part.value.args[0]
    return made


def type_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    kind = type(given[0].value) if isinstance(given[0], Known) else class_of(given[0])
    if kind is None or len(given) != 1:
        raise f.refuse(node, "type is called with a value that is not an object with fields", "use isinstance")
    return Known(kind)
