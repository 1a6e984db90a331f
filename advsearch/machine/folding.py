"""Calls that are answered while compiling, because everything about them is constant."""

from __future__ import annotations

import ast
import collections.abc
import functools
import types
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from advsearch.lowering.source import IMPURE_BUILTINS, IMPURE_MODULES
from advsearch.machine.values import Arguments, Constant, Value
from advsearch.search.kit.fields import Machine

if TYPE_CHECKING:
    from advsearch.machine.function import Function

_CHANGEABLE = (list, set, dict, collections.abc.Iterator)


_NONE = object()


def folded(f: Function, callee: Any, arguments: Arguments) -> Value | None:
    """The result of a call with constant arguments, if it is the same in every run."""
    found = _result(f, callee, arguments)
    if found is _NONE or (isinstance(found, _CHANGEABLE) and not hasattr(callee, "cache_info")):
        return None
    return Constant(found)


def folded_to_read(f: Function, callee: Any, arguments: Arguments) -> Constant | None:
    """The same of a call whose result is only read here, so that it may be a list or a set."""
    found = _result(f, callee, arguments)
    if isinstance(found, list | set) and all(map(_is_fixed, found)):
        return Constant(tuple(found) if isinstance(found, list) else found)
    return None


def _is_fixed(value: Any) -> bool:
    if isinstance(value, tuple | frozenset):
        return all(map(_is_fixed, value))
    return value is None or isinstance(value, int | float | str)


def _result(f: Function, callee: Any, arguments: Arguments) -> Any:
    every = (*arguments.given, *arguments.named.values())
    if not all(isinstance(value, Constant) for value in every):
        return _NONE
    if _has_effects(callee):
        return _NONE
    given = [value.value for value in arguments.given if isinstance(value, Constant)]
    if any(isinstance(value, Machine) for value in given):  # its fields change while the program runs
        return _NONE
    named = {name: value.value for name, value in arguments.named.items() if isinstance(value, Constant)}
    key = f.unit.constants.key
    asked = ("call", key(callee), *map(key, given), *((name, key(value)) for name, value in named.items()))
    try:
        return f.unit.once(asked, lambda: callee(*given, **named))
    except Exception:  # it may never be called; if it is, machine code raises the same error
        return _NONE


def _has_effects(callee: Any) -> bool:
    while hasattr(callee, "__wrapped__"):
        callee = callee.__wrapped__
    if isinstance(callee, types.MethodType):
        callee = callee.__func__
    if isinstance(callee, functools.partial):
        return _has_effects(callee.func)
    if isinstance(callee, FunctionType):
        return impure_name(callee) is not None
    module = getattr(callee, "__module__", None)
    return isinstance(module, str) and module.split(".")[0] in IMPURE_MODULES


@functools.cache
def impure_name(function: FunctionType) -> str | None:
    """A name in a function, or in a function that it calls, whose use gives other results at another time."""
    waiting, seen = [function], {function}
    while waiting:
        one = waiting.pop()
        for name in _names(one.__code__):
            value: Any = one.__globals__.get(name, _BUILTINS.get(name))
            if _is_impure(name, value):
                return name
            while hasattr(value, "__wrapped__"):
                value = value.__wrapped__
            if isinstance(value, FunctionType) and value not in seen:
                seen.add(value)
                waiting.append(value)
    return None


_BUILTINS: dict[str, Any] = dict(vars(__import__("builtins")))


def _names(code: CodeType) -> set[str]:
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _names(constant)
    return found


def _is_impure(name: str, value: Any) -> bool:
    if isinstance(value, ModuleType):
        return value.__name__.split(".")[0] in IMPURE_MODULES
    module = getattr(value, "__module__", None)
    if isinstance(module, str) and module.split(".")[0] in IMPURE_MODULES and not isinstance(value, type):
        return True
    return name in IMPURE_BUILTINS and value is _BUILTINS.get(name)


def check_pure(f: Function, function: Any, node: ast.AST) -> None:
    """Refuse functions whose results change from call to call."""
    module = getattr(function, "__module__", None)
    if isinstance(module, str) and module.split(".")[0] in IMPURE_MODULES:
        name = getattr(function, "__qualname__", type(function).__name__)
        raise f.refusal(
            f"`{name}` is a function of the module {module}, whose results may differ",
            "write rules that depend on their arguments alone", node,
        )  # fmt: skip
