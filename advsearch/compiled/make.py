"""The process that builds machine code: `python -m advsearch.compiled.make`, started by `advsearch.compiled.maker`.

Parcels (see `parcel`) arrive on standard input, each after its length in bytes. The process answers each parcel by
one line of JSON on standard output. A length of 0 means that the parent process is about to end. The building process
still finishes the parcels that it has received. If the input ends without a length of 0, the parent process has died,
and the building process ends immediately.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import re
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

import attrs

from advsearch.compiled import loaded, numbas, program
from advsearch.compiled.object_file import undefined
from advsearch.compiled.parcel import LENGTH, unpacked
from advsearch.compiled.returns import Kernel, diagnosis, wrong_type
from advsearch.compiled.store import digest_of_numbas_files, evict, locked, remove
from advsearch.errors import CompiledTierUnavailable
from advsearch.system.files import opened
from advsearch.system.kept_files import Damaged

_IDLE_S: Final = 60.0
"""If no parcel arrives for `_IDLE_S` seconds, the building process ends. The parent process starts a new building
process for the next parcel."""

_ALONE_S: Final = 300.0
"""The building process ends at most `_ALONE_S` seconds after its parent process."""

_INNER: Final = {**numbas.OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

_LETTERS: Final = {
    "bool": "?",
    "int8": "b",
    "uint8": "B",
    "int16": "h",
    "uint16": "H",
    "int32": "i",
    "uint32": "I",
    "int64": "q",
    "uint64": "Q",
    "float32": "f",
    "float64": "d",
}
"""The letter of the module `struct` for each number type of numba."""


@attrs.frozen(eq=False)
class _Job:
    """A build that this process has to make."""

    function: Callable[..., Any]
    kernels: list[Kernel]
    example: tuple[Any, ...]
    label: str
    home: Path
    name: str

    @property
    def code(self) -> Path:
        return self.home / f"{self.name}.code"

    @property
    def module(self) -> Path:
        return self.home / f"{self.name}.py"

    @property
    def key(self) -> str:
        """The hash in the name of the build. Every symbol in the build contains the hash."""
        return self.name[-24:]


def answer(parcel: bytes) -> dict[str, Any]:
    """Build the code that a parcel describes, and return the answer for the parent process. If another process has
    already built the code, do nothing."""
    try:
        functions, asked = unpacked(parcel)
        if program.fingerprint(functions[0]) != asked["program"]:
            return {"refused": f"{asked['label']} did not reach the process that builds it unchanged"}
        called = [
            Kernel.received(function, one) for function, one in zip(functions[1:], asked["kernels"], strict=True)
        ]
        place = (Path(asked["home"]), asked["name"])
        job = _Job(functions[0], called, asked["example"], asked["label"], *place)
        with locked(job.home / f"{job.name}.lock"):
            if not asked["again"] and _is_ready(job.code):  # another process was faster
                return {"built": False}
            remove(job.home, job.name)
            return _made(job)
    except CompiledTierUnavailable as error:
        return {"refused": str(error)}
    except OSError as error:
        return {"errno": error.errno, "error": error.strerror or str(error)}
    except Exception as error:  # after any error, the parent process still waits for an answer
        return {"refused": f"it cannot be built: {type(error).__name__}: {error}"}


def _is_ready(path: Path) -> bool:
    try:
        loaded.read(path)
    except (OSError, Damaged):
        return False
    return True


def _made(job: _Job) -> dict[str, Any]:
    import numba

    from advsearch.compiled import twins  # noqa: F401 - registers the machine forms
    from advsearch.compiled.parts import in_parts

    conversion = program.Conversion(job.key, **_INNER)
    inner = conversion.dispatcher(job.function)
    types = tuple(map(numba.typeof, job.example))
    try:
        with in_parts():
            inner.compile(types)
    except (OSError, MemoryError):  # caused by the disk or the machine, not by the function
        raise
    except Exception as error:  # numba raises many types of errors for code that it cannot compile
        alone = partial(program.Conversion, f"{job.key}_alone", **_INNER)
        reason = diagnosis(job.kernels, alone, _complaint) or f"numba cannot compile {job.label}: {_complaint(error)}"
        raise _refused(reason) from error
    if wrong := wrong_type(conversion, job.kernels):
        raise _refused(wrong)
    code = _code_of(job, conversion, inner.overloads[types], types)
    if code is None:
        numbas.write_module(job.module, job.label, len(types))
        numbas.entry_of(job.module, job.example, inner)
        code = loaded.Code("", (), "", (), digest_of_numbas_files(job.home, job.name))
    with opened(job.code, mode=0o600, sync=False) as file:
        file.write(loaded.written(code))
    evict(job.home, job.code)
    return {"built": True}


def _check_linked(job: _Job, conversion: program.Conversion, needed: list[str]) -> None:
    """Refuse code that contains addresses of this process, because no other process could run the code."""
    for name in needed:
        if name.startswith(".numba.unresolved$"):
            # for literal arguments numba compiles a separate version, whose recursion is linked in this process only
            recursive = conversion.function_of(name)
            raise _refused(
                f"{job.label} passes a literal to the recursive function {recursive}; write `variable(0)` for `0`, "
                "with `variable` from advsearch.compiled.template"
            )


def _declared(module: Any) -> list[str]:
    functions = [one.name for one in module.functions if one.is_declaration]
    return functions + [one.name for one in module.global_variables if one.is_declaration]


# --- from numba's module to an object file --------------------------------------------------------------------------


def _code_of(job: _Job, conversion: program.Conversion, built: Any, types: tuple[Any, ...]) -> loaded.Code | None:
    """Return the machine code of a compiled function, or None if the module `loaded` cannot load the code."""
    from advsearch.compiled.parts import joined

    library, symbol = built.library, built.fndesc.llvm_func_name
    module = joined(library, symbol)
    content = library.codegen._tm.emit_object(module)
    needed = undefined(content)
    if needed is None:
        needed = [_lowered(name) for name in _declared(module) if not _INSTRUCTION.match(f"{name}.")]
    _check_linked(job, conversion, needed)
    letters = [_letters_of(kind) for kind in types]
    returned = _letters_of(built.signature.return_type, nothing=True)
    if returned is None or None in letters or not all(map(loaded.resolved, needed)):
        return None
    return loaded.Code(symbol, tuple(map(str, letters)), returned, tuple(needed), content)


def _letters_of(kind: Any, *, nothing: bool = False) -> str | None:
    """Return a numba type in the notation of `loaded.Code`, for example `q`; None if the notation lacks the type."""
    from numba import types

    unliteral: Any = types.unliteral
    kind = unliteral(kind)
    if nothing and isinstance(kind, types.NoneType):
        return ""
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        letters = [_LETTERS.get(str(unliteral(part))) for part in tuple(parts)]
        return None if None in letters or not letters else f"({''.join(map(str, letters))})"
    return _LETTERS.get(str(kind))


_LOWERED: Final = re.compile(
    r"llvm\.(ceil|copysign|cos|exp|exp2|fabs|floor|fma|log|log10|log2|memcpy|memmove|memset|nearbyint|pow|rint|round|"
    r"sin|sqrt|tan|trunc)\."
)
_INSTRUCTION: Final = re.compile(
    r"llvm\.(abs|assume|bitreverse|bswap|ctlz|ctpop|cttz|dbg|expect|experimental|fshl|fshr|lifetime|masked|maximum|"
    r"maxnum|minimum|minnum|prefetch|sadd|smax|smin|smul|sshl|ssub|stackrestore|stacksave|trap|uadd|umax|umin|umul|"
    r"usub|vector)\."
)


def _lowered(name: str) -> str:
    """Return the name of the C function that LLVM may call for an intrinsic, such as `cos` for `llvm.cos.f64`."""
    found = _LOWERED.match(f"{name}.")
    return found[1] if found else name


# --- error messages -------------------------------------------------------------------------------------------------


def _refused(reason: str) -> CompiledTierUnavailable:
    return CompiledTierUnavailable(f"{reason}; see docs/kernels.md, or ask for tier=reference")


def _complaint(error: Exception) -> str:
    """Shorten an error of numba to one line. If advsearch raised the error, the line contains advsearch's reason. If
    numba raised the error, the line contains the beginning of numba's report.
    """
    report = str(error)
    if "runaway recursion" in report:
        return "a function calls itself without an end"
    ours = re.search(r"TypingError: (expected .*)", report)
    if ours:
        return ours[1]
    kept: list[str] = []
    for line in report.splitlines():
        words = line.strip(" >-")
        if kept and words.startswith(('File "', "During: ", "There are ")):
            break
        if words and not words.startswith(("Failed in nopython", "During: ", 'File "')):
            kept.append(words)
    text = re.sub(r"Function\(<(?:built-in function|function|class) '?([\w.]+)[^>]*>\)", r"\1", " ".join(kept))
    return re.sub(r"Literal\[\w+\]\((.*?)\)", r"\1", text)[:300] or type(error).__name__


# --- the process ----------------------------------------------------------------------------------------------------


def _receive(source: IO[bytes], parcels: queue.SimpleQueue[bytes | None]) -> None:
    """Receive parcels from the parent process. If the parent process has died, end the building process."""
    alone = False
    while header := source.read(LENGTH):
        size = int.from_bytes(header, "little")
        if size:
            parcels.put(source.read(size))
        else:
            alone = True
    if not alone:
        os._exit(1)
    parcels.put(None)
    time.sleep(_ALONE_S)
    os._exit(1)


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that other output does not mix with the answer
    parcels: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, parcels), daemon=True).start()
    gc.set_threshold(100_000)  # numba keeps its objects, so collecting garbage wasted 7 % of a build
    while True:
        try:
            parcel = parcels.get(timeout=_IDLE_S)
        except queue.Empty:
            break
        if parcel is None:
            break
        said = json.dumps(answer(parcel)).encode()
        try:
            answers.write(said + b"\n")
            answers.flush()
        except OSError:  # the parent process has ended
            pass
    os._exit(0)


if __name__ == "__main__":
    main()
