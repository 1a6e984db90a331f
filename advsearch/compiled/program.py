"""Find everything that a function uses, compute a hash for the name of the build, and convert the function for numba.

Kernels and templates are ordinary Python functions without numba's decorator. Numba compiles copies of the functions,
in which a numba dispatcher replaces each called function, and an array replaces each table.
"""

from __future__ import annotations

import builtins
import dis
import hashlib
import inspect
import math
from collections.abc import Callable, Iterator
from pathlib import PurePath
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, ModuleType
from typing import Any, Final

from advsearch import bits
from advsearch.compiled import memory
from advsearch.errors import CompiledTierUnavailable

NATIVE: Final = frozenset(
    function for module in (bits, memory) for function in vars(module).values() if isinstance(function, FunctionType)
)
"""Functions whose machine code advsearch defines (see `advsearch.compiled.twins`)."""

MODULES: Final = (bits, memory, math)
"""The modules whose functions may be called as attributes, as in `math.sqrt`."""
TYPES: Final = (int, float, bool, range, tuple, AssertionError)
"""The Python types that a compiled function may use by name."""
_LEAST: Final = -(1 << 63)
_GREATEST: Final = (1 << 63) - 1


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


_NO_STATEMENTS: Final = {
    "IMPORT_NAME": "an import",
    "STORE_GLOBAL": "an assignment to a global name",
    "DELETE_GLOBAL": "a deletion of a global name",
    "LOAD_BUILD_CLASS": "a class",
    "BEFORE_WITH": "a with statement",
}
"""The statements that numba cannot compile. Each key is the bytecode instruction of a statement."""
_SUSPENDS: Final = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def names_of(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of the global and free variables that a function uses. Raises an error if a name is
    undefined, or if the function contains a statement that numba cannot compile.
    """
    if function.__closure__:
        for name, cell in zip(function.__code__.co_freevars, function.__closure__, strict=True):
            try:
                yield name, cell.cell_contents
            except ValueError:  # the variable is assigned later, or never
                raise _undefined(function, name, function.__code__.co_firstlineno) from None
    seen = set()
    for code in _codes(function.__code__):
        if code.co_flags & _SUSPENDS:
            what = "a generator or coroutine"
            raise _statement(function, what, code.co_firstlineno)
        line = code.co_firstlineno
        for step in dis.get_instructions(code):
            line = (step.positions.lineno if step.positions else None) or line
            if step.opname in _NO_STATEMENTS:
                raise _statement(function, _NO_STATEMENTS[step.opname], line)
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME") and step.argval not in seen:
                seen.add(step.argval)
                if step.argval in function.__globals__:
                    yield step.argval, function.__globals__[step.argval]
                elif hasattr(builtins, step.argval):
                    yield step.argval, getattr(builtins, step.argval)
                else:
                    raise _undefined(function, step.argval, line)


def _statement(function: FunctionType, what: str, line: int) -> CompiledTierUnavailable:
    file = PurePath(function.__code__.co_filename).name
    return CompiledTierUnavailable(
        f"expected {function.__qualname__} to use only what has a machine form, got {what} in line {line} of {file}; "
        "see docs/kernels.md, or ask for tier=reference"
    )


def _undefined(function: FunctionType, name: str, line: int) -> CompiledTierUnavailable:
    file = PurePath(function.__code__.co_filename).name
    return CompiledTierUnavailable(
        f"expected {function.__qualname__} to use only names that are defined, got {name} in line {line} of {file}"
    )


def _numbers(value: tuple[Any, ...]) -> type | None:
    """Return the number type of a table: `int`, `float`, or None if the table has other items."""
    if value and all(type(item) is int and _LEAST <= item <= _GREATEST for item in value):
        return int
    if value and all(type(item) in (int, float) for item in value):
        return float
    return None


def refusal(function: FunctionType, name: str, value: object) -> CompiledTierUnavailable:
    """Make the error for a value that machine code cannot represent."""
    shown = repr(value)
    return CompiledTierUnavailable(
        f"expected {function.__qualname__} to use only 64-bit integers, floats, tuples of them as tables, plain "
        f"functions, advsearch.bits and math, got {name} = {shown if len(shown) < 80 else shown[:77] + '...'}"
    )


def _admit(function: FunctionType, name: str, value: Any) -> None:
    """Raise an error if machine code cannot represent `value`."""
    if value is None or isinstance(value, bool | float | str | FunctionType | BuiltinFunctionType):
        return
    if isinstance(value, int) and _LEAST <= value <= _GREATEST:
        return
    if isinstance(value, tuple) and _numbers(value):
        return
    if isinstance(value, type) and value in TYPES:
        return
    if isinstance(value, ModuleType) and value in MODULES:
        return
    raise refusal(function, name, value)


def _constant_text(value: Any) -> str:
    if isinstance(value, CodeType):
        return _code_text(value)
    if isinstance(value, tuple):
        return f"({','.join(map(_constant_text, value))})"
    if isinstance(value, frozenset):
        return f"{{{','.join(sorted(map(_constant_text, value)))}}}"
    return f"{type(value).__name__}:{value!r}"


def _code_text(code: CodeType) -> str:
    parts = (code.co_code.hex(), code.co_names, code.co_varnames, code.co_freevars, code.co_argcount, code.co_flags)
    return f"{parts!r}[{','.join(map(_constant_text, code.co_consts))}]"


def fingerprint(function: Callable[..., Any], environment: str = "") -> str:
    """Return a hash of a function, of everything that the function uses, and of `environment`."""
    digest = hashlib.sha256(environment.encode())
    numbered: dict[int, int] = {}

    def visit(one: FunctionType) -> None:
        numbered[id(one)] = len(numbered)
        digest.update(_code_text(one.__code__).encode())
        digest.update(_constant_text((one.__defaults__ or (), getattr(one, "inlined", False))).encode())
        for name, value in names_of(one):
            _admit(one, name, value)
            digest.update(name.encode())
            if isinstance(value, FunctionType) and value not in NATIVE:
                if id(value) in numbered:
                    digest.update(b"#%d" % numbered[id(value)])
                else:
                    visit(value)
            elif isinstance(value, FunctionType | BuiltinFunctionType | ModuleType | type):
                digest.update(f"{getattr(value, '__module__', '')}.{value.__name__}".encode())
            else:
                digest.update(_constant_text(value).encode())

    visit(plain(function))
    return digest.hexdigest()


def plain(function: Callable[..., Any]) -> FunctionType:
    """Return `function` itself if it is a plain Python function, else raise an error."""
    assert isinstance(function, FunctionType), f"expected a plain Python function, got {function!r}"
    return function


class Conversion:
    """Converts plain Python functions to numba dispatchers, each function once.

    Every symbol in the machine code contains `name`. If two builds contained the same symbol, a search could call the
    code of the other build.
    """

    def __init__(self, name: str, **options: Any) -> None:
        self._name = name
        self._options = options
        self._dispatchers: dict[int, Any] = {}
        self._arrays: dict[tuple[Any, ...], Any] = {}

    def dispatcher(self, function: Callable[..., Any]) -> Any:
        import numba

        one = plain(function)
        known = self._dispatchers.get(id(one))
        if known is not None:
            return known
        cells = tuple(CellType() for _ in one.__closure__ or ())
        names: dict[str, Any] = {"__builtins__": builtins, "__name__": one.__module__}
        clone = FunctionType(one.__code__, names, one.__name__, one.__defaults__, cells)
        clone.__qualname__ = f"{one.__qualname__}_{self._name}"
        options = {**self._options, "forceinline": True} if getattr(one, "inlined", False) else self._options
        made = self._dispatchers[id(one)] = numba.njit(**options)(clone)
        # set only now, because a recursive function is its own free variable
        for cell, original in zip(cells, one.__closure__ or (), strict=True):
            cell.cell_contents = self._convert(original.cell_contents)
        free = set(one.__code__.co_freevars)
        for name, value in names_of(one):
            if name not in free and name in one.__globals__:
                names[name] = self._convert(value)
        return made

    def returned(self, function: Callable[..., Any]) -> list[Any]:
        """Return the numba types that a function returns, one type for each compiled version of the function."""
        made = self._dispatchers.get(id(function))
        return [] if made is None else [form.signature.return_type for form in made.overloads.values()]

    def function_of(self, symbol: str) -> str:
        """Return the name of the Python function to which a symbol in machine code belongs."""
        names = {made.py_func.__name__ for made in self._dispatchers.values()}
        return max((name for name in names if f"{name}_{self._name}" in symbol), key=len, default="called")

    def _convert(self, value: Any) -> Any:
        if isinstance(value, FunctionType) and value not in NATIVE:
            return self.dispatcher(value)
        if isinstance(value, tuple) and _numbers(value):
            if value not in self._arrays:
                self._arrays[value] = _array(value)
            return self._arrays[value]
        return value


def _array(value: tuple[Any, ...]) -> Any:
    import numpy as np

    made = np.array(value, dtype=np.int64 if _numbers(value) is int else np.float64)
    made.setflags(write=False)
    return made
