"""Finds out whether the result of a function depends only on its arguments."""

from __future__ import annotations

import builtins
import dis
import functools
from pathlib import PurePath
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any, Final

from advsearch.lowering.source import IMPURE_BUILTINS, IMPURE_MODULES, seen_through

CHANGING: Final = frozenset(
    {"append", "appendleft", "extend", "insert", "pop", "popleft", "remove", "clear", "sort", "reverse", "add",
     "discard", "update", "setdefault", "popitem", "__setitem__", "__delitem__"}
)  # fmt: skip

Found = tuple[str, int, str]


@functools.lru_cache(maxsize=4096)
def impurity(function: FunctionType) -> Found | None:
    """The file, line and description of impure code, or None."""
    return _impurity(function, set())


def _impurity(function: FunctionType, seen: set[int]) -> Found | None:
    if id(function.__code__) in seen or not isinstance(function, FunctionType):
        return None
    seen.add(id(function.__code__))
    for code in _codes(function.__code__):
        line = code.co_firstlineno
        for step in dis.get_instructions(code):
            line = (step.positions.lineno if step.positions else None) or line
            what = _of_step(step, function, seen)
            if isinstance(what, tuple):
                return what
            if what is not None:
                return PurePath(code.co_filename).name, line, what
    return None


def _of_step(step: Any, function: FunctionType, seen: set[int]) -> str | Found | None:
    if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
        return f"the global name `{step.argval}` is assigned"
    if step.opname in ("STORE_ATTR", "DELETE_ATTR"):
        return f"the attribute `{step.argval}` is assigned"
    if step.opname not in ("LOAD_GLOBAL", "LOAD_NAME"):
        return None
    value = function.__globals__.get(step.argval, getattr(builtins, step.argval, None))
    if isinstance(value, ModuleType) and value.__name__.split(".", maxsplit=1)[0] in IMPURE_MODULES:
        return f"the module {value.__name__} is used"
    built_in = isinstance(value, BuiltinFunctionType) and value.__module__ == "builtins"
    if built_in and getattr(value, "__name__", "") in IMPURE_BUILTINS:
        return f"`{step.argval}(...)` is called"
    module = getattr(value, "__module__", None)
    if callable(value) and isinstance(module, str) and module.split(".", maxsplit=1)[0] in IMPURE_MODULES:
        return f"`{step.argval}` is a function of the module {module}"
    inner = seen_through(value)
    if isinstance(inner, FunctionType) and not (module or "").startswith(("advsearch.", "attr", "typing")):
        return _impurity(inner, seen)
    return None


def _codes(code: CodeType) -> list[CodeType]:
    found = [code]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found += _codes(constant)
    return found
