"""Support for pasted functions: functions that were written for another program, and pasted into a file.

A course gives its students a board class. Each student writes a function that takes a board. To call a student's
function, the game wraps the state in an object with the methods of the board class. The games of all courses share
this module.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.values import Value, checked_number

Pasted: TypeAlias = Callable[..., Any]


class StandIn:
    """The `self` of a pasted method whose class is missing."""


def parameters_of(function: Pasted) -> tuple[str, ...]:
    """The names of the positional parameters without a default, including `self`."""
    if inspect.isclass(function):
        raise InvalidSettings(f"expected a function, got the class {function.__name__}; name one of its methods")
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        raise InvalidSettings(f"expected a function whose parameters Python can inspect, got {function!r}") from None
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(
        name
        for name, each in signature.parameters.items()
        if each.kind in positional and each.default is inspect.Parameter.empty
    )


def owner_of(function: Pasted, **attributes: Any) -> Any:
    """Make the `self` for a pasted method: an object of the method's class with the given `attributes`. The method
    `__init__` is not called."""
    holder: Any = getattr(function, "__globals__", {})
    path = getattr(function, "__qualname__", "").split(".")[:-1]
    for part in path:
        holder = holder.get(part) if isinstance(holder, dict) else getattr(holder, part, None)
    made = object.__new__(holder) if path and inspect.isclass(holder) else StandIn()
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


def name_of(function: Pasted) -> str:
    """The name of the function in messages."""
    return str(getattr(function, "__qualname__", repr(function)))


def in_python(function: Pasted) -> str:
    """The reason why a pasted function runs in plain Python, with its file and line. An evaluator that calls a pasted
    function has this text as its attribute `in_python`, and is not compiled."""
    code = getattr(function, "__code__", None)
    where = "" if code is None else f"{Path(code.co_filename).name}:{code.co_firstlineno}: "
    return (
        f"{where}{name_of(function)} was written for another program and runs as it is; "
        "to have it compiled, write f(game, state, player)"
    )


def number_from(function: Pasted, value: Any) -> Value:
    """Return `value`, the result of a pasted function, if it is a number. If `value` is not a number, the error names
    the file and the line of the function."""
    try:
        return checked_number(name_of(function), value)
    except InvalidSettings as error:
        code = getattr(function, "__code__", None)
        where = "" if code is None else f"{Path(code.co_filename).name} line {code.co_firstlineno}: "
        raise AdvsearchError(f"{where}{error}") from None
