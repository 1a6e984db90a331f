"""Parcels. A parcel is a function and everything that the function uses, written as bytes for the building process.

The building process cannot import a function by its name. The function may use a game's settings, or functions that
were made at run time. The module `program` finds everything that the function uses. `marshal` writes numbers,
strings, tables, and the code of functions. Built-in functions and types are sent as names. The building process looks
up each name in fixed tables, and imports no module.

The reader of a parcel is always a process that the writer has started, with the same user and the same Python.
"""

from __future__ import annotations

import builtins
import marshal
import math
import operator
from collections.abc import Callable, Sequence
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any, Final, cast

from advsearch.compiled.program import MODULES, NATIVE, TYPES, names_of, plain, refusal

LENGTH: Final = 8
"""The number of bytes in which the length of a parcel is sent before the parcel."""

_BUILTIN: Final = {
    (place.__name__, name): value
    for place in (builtins, math, operator)
    for name, value in vars(place).items()
    if isinstance(value, BuiltinFunctionType)
}
_NAME_OF_BUILTIN: Final = {id(value): name for name, value in _BUILTIN.items()}
_NATIVE: Final = {(each.__module__, each.__name__): each for each in NATIVE}
_MODULES: Final = {each.__name__: each for each in MODULES}
_TYPES: Final = {each.__name__: each for each in TYPES}

_Sent = tuple[Any, ...]


def packed(functions: Sequence[Callable[..., Any]], also: Any = None) -> bytes:
    """Pack functions, everything that they use, and the value `also` into a parcel. `marshal` must be able to write
    `also`."""
    numbers: dict[int, int] = {}
    found: list[FunctionType] = []

    def number_of(one: FunctionType) -> int:
        if id(one) not in numbers:
            numbers[id(one)] = len(found)
            found.append(one)
        return numbers[id(one)]

    def sent(one: FunctionType, name: str, value: Any) -> _Sent:
        if isinstance(value, FunctionType):
            if value in NATIVE:
                return "native", value.__module__, value.__name__
            return "function", number_of(value)
        if isinstance(value, BuiltinFunctionType):
            known = _NAME_OF_BUILTIN.get(id(value))
            if known is None:
                raise refusal(one, name, value)
            return "builtin", *known
        if isinstance(value, ModuleType):
            return "module", value.__name__
        if isinstance(value, type):
            return "type", value.__name__
        return "value", value

    roots = [number_of(plain(function)) for function in functions]
    written: list[_Sent] = []
    while len(written) < len(found):
        one = found[len(written)]
        values: dict[str, _Sent] = {}
        for name, value in names_of(one):
            values.setdefault(name, sent(one, name, value))
        known_by = (one.__name__, one.__qualname__, one.__code__.co_freevars)
        written.append((one.__code__, known_by, one.__defaults__, bool(getattr(one, "inlined", False)), values))
    return marshal.dumps((roots, written, also))


def unpacked(parcel: bytes) -> tuple[list[FunctionType], Any]:
    """Return the functions of a parcel, and the value that was packed with them."""
    roots, written, also = marshal.loads(parcel)
    made = [_empty(*each[:4]) for each in written]

    def received(kind: str, *words: Any) -> Any:
        match kind:
            case "function":
                return made[words[0]]
            case "native":
                return _NATIVE[words[0], words[1]]
            case "builtin":
                return _BUILTIN[words[0], words[1]]
            case "module":
                return _MODULES[words[0]]
            case "type":
                return _TYPES[words[0]]
        return words[0]

    for one, (code, *_, values) in zip(made, written, strict=True):
        free = set(code.co_freevars)
        for name, cell in zip(code.co_freevars, one.__closure__ or (), strict=True):
            cell.cell_contents = received(*values[name])
        one.__globals__.update({name: received(*value) for name, value in values.items() if name not in free})
    return [made[number] for number in roots], also


def _empty(code: CodeType, known_by: _Sent, defaults: tuple[Any, ...] | None, inlined: bool) -> FunctionType:
    """Make a function whose free variables have no values yet. The free variables are set later, because a recursive
    function is a free variable of itself.
    """
    name, qualified, free = known_by
    # a module of this name does not exist, so numba links recursive functions in this process only
    names = {"__builtins__": builtins, "__name__": __name__}
    one = FunctionType(code, names, name, defaults, tuple(CellType() for _ in free))
    one.__qualname__ = qualified
    if inlined:
        cast(Any, one).inlined = True
    return one
