"""Object code, loaded and ready to be called: its functions, its state and its memory."""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import attrs

from advsearch.limits import Budget
from advsearch.machine import layout, worker
from advsearch.machine.building import (
    FROM_PYTHON,
    LIBRARY,
    OWN_PREFIX,
    Build,
    BuildError,
    called_from_python,
    new_machine,
    prepared,
)
from advsearch.machine.memory import Block
from advsearch.machine.raw import runtime
from advsearch.machine.raw_function import PREFIX
from advsearch.machine.store import Code
from advsearch.system.forks import new_lock

_FORMS: Final[dict[str, Any]] = {"q": ctypes.c_int64, "d": ctypes.c_double, "": None}
_DIRECT_STACK: Final = 128 << 10
"""Bytes of the stack that a call in the caller's own thread may use."""

_engines: list[Any] = []
"""Code is never freed: a thread may still run it when the interpreter ends."""
_lock = new_lock()
_PIECE: Final = 2 << 20


def _pieces() -> list[mmap.mmap]:
    if sys.platform != "linux":
        return []
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
    return [mmap.mmap(-1, _PIECE, flags=flags, prot=0) for _ in range(64)]


_room = _pieces()
"""Pieces of address space without memory, taken while the process is small. LLVM needs the sections of an object
within two gigabytes of each other, and ends the process where they are not. A piece that is given back just before an
object is loaded is where the system puts its sections, however large the process has grown.
"""


@attrs.frozen
class Fault:
    """The first error of a call."""

    code: int
    """One of the codes `E_...` in `layout`."""
    detail: int
    place: int


class Loaded:
    """One instance of a build: its code has global variables, so an instance runs one call at a time."""

    def __init__(self, build: Build, code: Code | None = None, *, kept: bool = True) -> None:
        self.build = build
        self._cells = {name: number for number, name in enumerate((*layout.STATE, *build.cells))}
        self._engine = engine = _engine(code or build.code(kept=kept))
        address = engine.get_function_address
        self._read = ctypes.PYFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(address("machine_read"))
        self._write = ctypes.PYFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)(address("machine_write"))
        self._frame = ctypes.PYFUNCTYPE(ctypes.c_int64)(address("machine_frame"))
        self._functions: dict[str, Callable[..., Any]] = {}
        for entry in build.entries:
            form = ctypes.CFUNCTYPE(_FORMS[entry.result], *(_FORMS[letter] for letter in entry.given))
            self._functions[entry.name] = form(_existing(address, entry.name))
        for name in build.runtime:
            self._functions[name] = self._of_runtime(PREFIX, name)
        self.blocks: dict[str, Block] = {}
        self.busy = False
        self.set("STACK", 0)

    # --- state ------------------------------------------------------------------------------------------------

    def get(self, name: str) -> int:
        """Return a variable of `layout.STATE` or a cell of the build."""
        return int(self._read(self._cells[name]))

    def set(self, name: str, word: int) -> None:
        """Write a variable of `layout.STATE` or a cell of the build."""
        self._write(self._cells[name], word)

    def stop(self) -> None:
        """Ask the call that runs to stop; any thread may do so."""
        self.set("STOP", 1)

    def fault(self) -> Fault | None:
        """Return the first error since the last call of `forgive`, or None."""
        err = self.get("ERR")
        if err == 0:
            return None
        detail = err >> layout.DETAIL_SHIFT & layout.DETAIL_MASK
        return Fault(err & 255, detail, err >> layout.PLACE_SHIFT)

    def forgive(self) -> None:
        """Forget the error and the request to stop."""
        self.set("ERR", 0)
        self.set("STOP", 0)

    # --- memory -----------------------------------------------------------------------------------------------

    def block(self, name: str, size: int) -> int:
        """Return the address of a new block of zeros, which lives as long as this object or until it is replaced."""
        self.blocks[name] = Block(size)
        return self.blocks[name].address

    def begin(self, arena: int, most: int = 0) -> None:
        """Give the build an arena of so many bytes, which `more` can make larger in place, up to `most` bytes."""
        address = self._reserved("arena", arena, most)
        self.set("ARENA", address)
        self.set("BASE", address)
        self.set("LIMIT", address + arena)
        self.set("KEY_BUFFER", self.block("key", 1 << 16))
        self.set("KEY_TOP", self.get("KEY_BUFFER") + (1 << 16))

    def keep(self, size: int, most: int = 0) -> None:
        """Give the build memory of so many bytes for kept values, which `more_kept` can make larger in place. Values
        kept before are lost.
        """
        size = max(size, 1 << 14)
        address = self._reserved("kept", size, most)
        self.set("KEPT", address)
        self.set("KEPT_TOP", address + size)
        self.set("KEPT_TABLE", address)
        self.set("KEPT_MASK", 127)
        self.set("KEPT_NEXT", address + 128 * 32)
        self.set("KEPT_COUNT", 0)

    def _reserved(self, name: str, size: int, most: int) -> int:
        """A block with address space for `most` bytes if the system gives it, else for `size`."""
        if most > size:
            try:
                return self.block(name, most + layout.SLACK)
            except (OSError, MemoryError, OverflowError, ValueError):
                pass
        return self.block(name, size + layout.SLACK)

    def more(self) -> bool:
        """Make the arena twice as large, where it is: whether there was room. What is in it stays."""
        return self._more("arena", self.blocks["arena"].address, "LIMIT")

    def more_kept(self) -> bool:
        """Make the memory for kept values twice as large, where it is: whether there was room."""
        return self._more("kept", self.get("KEPT"), "KEPT_TOP")

    def _more(self, name: str, start: int, top: str) -> bool:
        block = self.blocks[name]
        size = min(2 * (self.get(top) - start), block.size - layout.SLACK)
        grown = start + size > self.get(top)
        self.set(top, start + size)
        return grown

    def settle(self) -> None:
        """Keep what is in the arena now for all later calls."""
        self.set("BASE", self.get("ARENA"))

    def rewind(self) -> None:
        """Free what calls have left in the arena."""
        self.set("ARENA", self.get("BASE"))

    # --- calls ------------------------------------------------------------------------------------------------

    def call(
        self, name: str, *given: Any, budget: Budget | None = None, notice: Callable[[], None] | None = None
    ) -> Any:
        """Call a function on a worker thread with a large stack, without the interpreter's lock; wait for it.

        A spent budget and Ctrl-C set the stop cell. Raises `worker.Left` if the function then does not return; after
        that, and after Ctrl-C, `busy` tells whether this instance still runs and must not be used again. While the
        function runs, `notice` is called every hundredth of a second.
        """
        self.busy = True
        return worker.run(self._on_worker, (name, given), self.stop, budget, notice)

    def _on_worker(self, name: str, given: tuple[Any, ...]) -> Any:
        self.set("STACK", self._frame() - worker.STACK + worker.RESERVE)
        try:
            return self._functions[name](*given)
        finally:
            self.busy = False

    def direct(self, name: str, *given: Any) -> Any:
        """Call a function in this thread: fast to begin, with little stack (deep recursion is an error)."""
        self.set("STACK", self._frame() - _DIRECT_STACK)
        if name in FROM_PYTHON and name not in self._functions:
            self._load_runtime()
        return self._functions[name](*given)

    def _load_runtime(self) -> None:
        """Load the functions of the runtime that Python calls."""
        with _lock:
            _add(self._engine, called_from_python())
        for name in FROM_PYTHON:
            self._functions[name] = self._of_runtime(OWN_PREFIX, name)

    def _of_runtime(self, prefix: str, name: str) -> Callable[..., Any]:
        form = ctypes.PYFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * runtime().parameters(name))
        return form(_existing(self._engine.get_function_address, prefix + name))


def _existing(address: Callable[[str], int], name: str) -> int:
    found = address(name)
    if not found:
        raise BuildError(f"the text of a build does not define its entry {name!r}")
    return found


@cache
def _check_symbol(name: str) -> None:
    from llvmlite import binding

    if name not in LIBRARY or not binding.address_of_symbol(name):
        raise BuildError(f"this system lacks the function {name!r} that a build calls")


def _engine(code: Code) -> Any:
    from llvmlite import binding

    prepared()
    with _lock:
        if _room:
            _room.pop().close()
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), new_machine())
        _add(engine, code)
        _engines.append(engine)
    return engine


def _add(engine: Any, code: Code) -> None:
    from llvmlite import binding

    for name in code.foreign:
        _check_symbol(name)
    for machine in code.objects:
        engine.add_object_file(binding.ObjectFileRef.from_data(machine))
    engine.finalize_object()
