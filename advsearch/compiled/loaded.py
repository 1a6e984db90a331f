"""Load machine code from the disk as a Python function, with llvmlite and without numba.

A finished build is one file: a line of JSON, then the object file that numba's compiler made. The object file has one
public function, with numba's own calling convention: `int32 f(result *, fault **, arguments...)`. A tuple is passed
as separate numbers. The public function of an object file returns 0 on success. After an exception, the public
function returns 1, and `fault` points to a pickle of the exception. The building process refuses an object file that
calls a C function outside `LIBRARY`.

LLVM crashes on a damaged object file and does not report a missing symbol. Before a file is loaded, its owner, the
hash in its first line, and the symbols that it needs are checked. Machine code is never freed, because a thread may
still run the code when the interpreter ends.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import io
import json
import os
import pickle
import struct
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.system.kept_files import Damaged, own_bytes

_CTYPES: Final[dict[str, Any]] = {
    "?": ctypes.c_bool,
    "b": ctypes.c_int8,
    "B": ctypes.c_uint8,
    "h": ctypes.c_int16,
    "H": ctypes.c_uint16,
    "i": ctypes.c_int32,
    "I": ctypes.c_uint32,
    "q": ctypes.c_int64,
    "Q": ctypes.c_uint64,
    "f": ctypes.c_float,
    "d": ctypes.c_double,
}
"""The `ctypes` type for each type letter of the module `struct`, such as `q`."""

LIBRARY: Final = frozenset(
    [
        "memset",
        "memcpy",
        "memmove",
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "cbrt",
        "ceil",
        "copysign",
        "cos",
        "cosh",
        "erf",
        "erfc",
        "exp",
        "exp2",
        "expm1",
        "fabs",
        "floor",
        "fma",
        "fmax",
        "fmin",
        "fmod",
        "hypot",
        "ldexp",
        "lgamma",
        "log",
        "log10",
        "log1p",
        "log2",
        "nearbyint",
        "pow",
        "rint",
        "round",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "tgamma",
        "trunc",
    ]
)
"""The external functions that an object file may call. All functions in `LIBRARY` belong to the C library, which
every process has loaded."""

_HASH: Final = "sha256"
"""The JSON key of the hash in a file's first line. The hash covers the file without its first line."""


@attrs.frozen
class Code:
    """The parsed contents of a file of machine code."""

    symbol: str
    """The name of the build's function, or "" if numba itself has to load the build."""
    arguments: tuple[str, ...]
    """The type of each argument. A letter such as `q` means a number, and `(qd)` means a tuple of two numbers."""
    returned: str
    """The type of the result in the same notation as `arguments`; "" for None."""
    foreign: tuple[str, ...]
    """The external functions that the build calls."""
    machine: bytes


def written(code: Code) -> bytes:
    """Return the content of the file in which this code is stored."""
    said = {
        "symbol": code.symbol,
        "arguments": code.arguments,
        "returned": code.returned,
        "foreign": code.foreign,
    }
    return json.dumps({**said, _HASH: _hash_of(said, code.machine)}).encode() + b"\n" + code.machine


def read(path: Path) -> Code:
    """Read and check a file of machine code. Raises `Damaged`, or `FileNotFoundError` if there is no file."""
    return parsed(own_bytes(path), path.name)


def parsed(content: bytes, name: str) -> Code:
    """Parse the content of a file of machine code. Raises `Damaged` if the content is not valid."""
    line, _, machine = content.partition(b"\n")
    try:
        said = json.loads(line)
        hashed = said.pop(_HASH)
        if hashed != _hash_of(said, machine):
            raise Damaged(f"the file {name} is damaged: its contents do not match the hash in its first line")
        return Code(said["symbol"], tuple(said["arguments"]), said["returned"], tuple(said["foreign"]), machine)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Damaged(f"expected {name} to begin with a line of JSON: {error!r}") from None


def _hash_of(said: dict[str, Any], machine: bytes) -> str:
    return hashlib.sha256(json.dumps(said).encode() + b"\n" + machine).hexdigest()


def loaded(code: Code) -> Callable[..., Any]:
    """Load the function of a build. Raises `Damaged` if the machine code cannot be loaded."""
    results = [_CTYPES[letter] for letter in code.returned.strip("()")]
    if not results:
        result: Any = ctypes.c_void_p
    elif code.returned.startswith("("):
        result = type(
            "Returned", (ctypes.Structure,), {"_fields_": [(f"f{i}", one) for i, one in enumerate(results)]}
        )
    else:
        result = results[0]
    letters = "".join(each.strip("()") for each in code.arguments)
    address = _address(code)
    convention = ctypes.CFUNCTYPE(
        ctypes.c_int32,
        ctypes.c_void_p,
        ctypes.POINTER(ctypes.POINTER(_Fault)),
        *(_CTYPES[letter] for letter in letters),
    )
    sizes = [len(each) - 2 if each.startswith("(") else None for each in code.arguments]
    return _function(convention(address), _flattened(sizes, letters), result, code.returned)


def resolved(name: str) -> bool:
    """Return whether the function `name` is in `LIBRARY`, and loaded in this process. An LLVM engine must exist
    before this call, because the first engine lets LLVM see the functions of the process.
    """
    from llvmlite import binding

    return name in LIBRARY and bool(binding.address_of_symbol(name))


def _function(
    call: Callable[..., int], flattened: Callable[..., tuple[Any, ...]], result: Any, returned: str
) -> Callable[..., Any]:
    byref, fault_kind = ctypes.byref, ctypes.POINTER(_Fault)

    def called(arguments: tuple[Any, ...]) -> Any:
        given = flattened(arguments)
        answer, fault = result(), fault_kind()
        status = call(byref(answer), byref(fault), *given)
        if status:
            raise _exception(status, fault)
        return answer

    if not returned:

        def nothing(*arguments: Any) -> None:
            called(arguments)

        return nothing
    if not returned.startswith("("):

        def number(*arguments: Any) -> Any:
            return called(arguments).value

        return number
    names = [f"f{index}" for index in range(len(returned) - 2)]

    def several(*arguments: Any) -> tuple[Any, ...]:
        answer = called(arguments)
        return tuple(getattr(answer, name) for name in names)

    return several


def _flattened(sizes: list[int | None], letters: str) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Make a function that converts arguments into machine numbers, and tuples into separate numbers. The function
    raises an error for an argument of the wrong type.
    """
    layout = struct.Struct(f"@{letters}")
    pack, unpack = layout.pack, layout.unpack
    lengths = tuple(sizes)

    def flattened(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        flat: list[Any] = []
        if len(arguments) != len(lengths):
            raise TypeError(f"expected {len(lengths)} arguments of a compiled function, got {len(arguments)}")
        for each, length in zip(arguments, lengths, strict=True):
            if length is None:
                flat.append(each)
            elif len(each) == length:
                flat += each
            else:
                raise TypeError(f"expected a tuple of {length} numbers as an argument, got {each!r}")
        try:
            return unpack(pack(*flat))
        except struct.error as error:
            raise _wrong_numbers(letters, flat, error) from None

    return flattened


def _wrong_numbers(letters: str, flat: list[Any], error: Exception) -> Exception:
    whole = [value for letter, value in zip(letters, flat, strict=True) if letter not in "df"]
    if any(isinstance(value, int) and not -(1 << 63) <= value < 1 << 63 for value in whole):
        return OverflowError("int too big to convert")
    return TypeError(f"expected numbers, got {flat!r}: {error}")


class _Fault(ctypes.Structure):
    """The first fields of numba's C structure for an exception."""

    _fields_ = (("pickle", ctypes.c_void_p), ("size", ctypes.c_int32))


class _Exceptions(pickle.Unpickler):
    """An unpickler that loads Python's built-in exceptions, and refuses all other classes and functions."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module == "builtins" else None
        if isinstance(found, type) and issubclass(found, BaseException):
            return found
        raise pickle.UnpicklingError(f"expected a built-in exception, got {module}.{name}")


def _exception(status: int, fault: Any) -> BaseException:
    if status != 1 or not fault:
        return SystemError(f"machine code ended with status {status}")
    said = ctypes.string_at(fault.contents.pickle, fault.contents.size)
    try:
        kind, arguments, _place = _Exceptions(io.BytesIO(said)).load()
        raised: BaseException = kind(*(arguments or ()))
    except Exception as error:  # reading the exception may itself raise anything
        return SystemError(f"machine code raised an exception that cannot be read: {error}")
    return raised


# --- llvmlite -----------------------------------------------------------------------------------------------------

_kept: list[Any] = []
"""The object files whose code has been loaded. Machine code is never freed."""
_lock = threading.Lock()
if hasattr(os, "register_at_fork"):  # a fork waits until no thread is inside LLVM, which has locks of its own
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


@cache
def _ready() -> None:
    from llvmlite import binding

    with contextlib.suppress(RuntimeError):  # llvmlite since 0.45 needs no call of this function and raises
        binding.initialize()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


def host() -> tuple[str, str]:
    """The name and the features of the processor for which machine code is made."""
    from llvmlite import binding

    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


def _address(code: Code) -> int:
    """Return the address of a build's function in memory. Each build has an LLVM engine of its own, because two
    builds may contain equal symbols."""
    from llvmlite import binding

    _ready()
    with _lock:
        triple = binding.get_process_triple()
        module = binding.parse_assembly(f'target triple = "{triple}"')
        engine = binding.create_mcjit_compiler(module, binding.Target.from_triple(triple).create_target_machine())
        missing = [name for name in code.foreign if not resolved(name)]
        if missing:
            raise Damaged(f"the machine code calls functions that this process lacks: {', '.join(missing)}")
        found = binding.ObjectFileRef.from_data(code.machine)
        engine.add_object_file(found)
        engine.finalize_object()
        address = int(engine.get_function_address(code.symbol))
        _kept.append((engine, module, found, code.machine))
        engine.detach()  # so that the engine is not freed when the interpreter ends
    if not address:
        raise Damaged(f"the file of machine code lacks the function {code.symbol}")
    return address
