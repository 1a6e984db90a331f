"""Build machine code from a plain Python function, and store it on disk for later processes.

All machine code comes from the function `native`. The name of a build is a hash of everything on which its machine
code depends. If the build is on the disk, the module `loaded` loads the build in a millisecond, without numba. If the
build is not on the disk, a separate process first makes the build (see `maker` and `make`).

Within `at_once()`, `native` raises `NotBuilt` instead of waiting for a build. The method `NotBuilt.order` asks the
building process to make the build.
"""

from __future__ import annotations

import contextlib
import importlib.util
import operator
import os
import platform
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from advsearch.compiled import loaded, program
from advsearch.compiled.store import digest_of_numbas_files, directory, own_directory, used
from advsearch.compiled.waiting import NotBuilt as NotBuilt
from advsearch.compiled.waiting import at_once as at_once
from advsearch.compiled.waiting import waiting
from advsearch.errors import CompiledTierUnavailable
from advsearch.system.forks import new_rlock
from advsearch.system.kept_files import Damaged

if TYPE_CHECKING:
    from advsearch.compiled.maker import Order
    from advsearch.compiled.returns import Kernel

Kernels: TypeAlias = "Callable[[], Sequence[Kernel]]"
Listener = Callable[[str], AbstractContextManager[Any]]

_NOT_OF_THE_CODE: Final = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")
"""Environment variables of numba that do not change the machine code."""

_lock = new_rlock()
_built: dict[str, Callable[..., Any]] = {}
_listener: Listener = lambda _label: contextlib.nullcontext()  # noqa: E731 - replaced by on_build


def on_build(listener: Listener) -> None:
    """Set the function that is called as `listener(label)` whenever the program waits for a build. `listener` returns
    a context manager, for example a spinner, within which the program waits."""
    global _listener
    _listener = listener


def available() -> str | None:
    """Return None if numba is installed, else an error message. The function does not import numba."""
    if importlib.util.find_spec("numba") is None:
        return "the compiled tier needs numba, which is not installed here; install it, or ask for tier=reference"
    return None


_orders: dict[str, Order] = {}
"""The orders for which no caller waits, by the key of the build."""


def native(
    function: Callable[..., Any], example: tuple[Any, ...], label: str, kernels: Kernels = tuple
) -> Callable[..., Any]:
    """Return the machine code of a plain Python function, built now or loaded from the disk.

    `example` sets the types of the arguments: `(0, 1.0)` means an int and a float.

    `kernels()` returns the kernels that `function` calls. `native` calls `kernels` only if `function` has to be
    built. If a kernel returns a wrong type or does not compile, the error names the kernel.
    """
    reason = available()
    if reason is not None:
        raise CompiledTierUnavailable(reason)
    key = program.fingerprint(function, f"{_environment()} {','.join(map(_kind, example))}")
    with _lock:
        if key in _built:
            return _built[key]
    wanted = _Wanted(label, key, function, example, kernels)
    try:
        found = wanted.found(directory())
    except OSError:  # for example a full disk
        found = wanted.found(own_directory())
    with _lock:
        return _built.setdefault(key, found)


@attrs.define(eq=False)
class _Wanted:
    """A build that was requested from `native`."""

    label: str
    key: str
    _function: Callable[..., Any]
    _example: tuple[Any, ...]
    _kernels: Kernels
    _home: Path = attrs.field(factory=directory, init=False)
    _again: bool = attrs.field(default=False, init=False)
    """Whether to build the function again although its file exists."""
    _damage: Exception | None = attrs.field(default=None, init=False)

    @property
    def _name(self) -> str:
        return f"{_slug(self.label)}_{self.key[:24]}"

    def order(self) -> Order:
        """Return the order for the build. If no order is open, send a new order to the building process."""
        with _lock:
            known = _orders.get(self.key)
            if known is None or known.done.is_set():
                known = _orders[self.key] = self.ordered()
            return known

    def found(self, home: Path) -> Callable[..., Any]:
        """Return the compiled function. If the function is not on the disk, it is built first."""
        self._home = home
        function = self._loaded()
        if function is not None:
            return function
        if not waiting():
            raise NotBuilt(self)
        self._wait()
        function = self._loaded()
        if function is None:  # the new file was removed, or cannot be loaded
            self._again = True
            self._wait()
            function = self._loaded()
        if function is None:
            reason = f"the machine code of {self.label} in {str(home)!r} cannot be loaded"
            raise CompiledTierUnavailable(reason) from self._damage
        return function

    def ordered(self) -> Order:
        """Send the building process an order for the build, and return the `Order`."""
        from advsearch.compiled import maker, parcel

        kernels = self._kernels()
        asked = {
            "program": program.fingerprint(self._function),
            "example": self._example,
            "label": self.label,
            "home": str(self._home),
            "name": self._name,
            "again": self._again,
            "kernels": [kernel.words() for kernel in kernels],
        }
        functions = [self._function, *(kernel.function for kernel in kernels)]
        return maker.ordered(self.label, parcel.packed(functions, asked))

    def _wait(self) -> None:
        from advsearch.compiled import maker

        with _listener(self.label):
            order = _orders.pop(self.key, None) or self.ordered()
            _check(maker.awaited(order))

    def _loaded(self) -> Callable[..., Any] | None:
        """Return the compiled function if its file is on the disk and undamaged, else None."""
        path = self._home / f"{self._name}.code"
        try:
            code = loaded.read(path)
            used(path)
            if code.symbol:
                return loaded.loaded(code)
            if code.machine != digest_of_numbas_files(self._home, self._name):
                raise Damaged(f"the files that numba stored for {self.label} are damaged")
            from advsearch.compiled import numbas

            entry: Callable[..., Any] = numbas.entry_of(path.with_suffix(".py"), self._example)
            return entry
        except FileNotFoundError:
            return None
        except Exception as error:  # if anything is wrong with the file on the disk, the function is built again
            self._damage, self._again = error, True
            return None


def checked(order: Order) -> None:
    """Raise an error if the building process did not carry out the order."""
    if order.answer is None:
        raise CompiledTierUnavailable(
            f"the process that builds {order.label} has died; run the command again, or ask for tier=reference"
        )
    _check(order.answer)


def _check(said: dict[str, Any]) -> None:
    if "refused" in said:
        raise CompiledTierUnavailable(said["refused"])
    if "error" in said:
        raise OSError(said["errno"], said["error"])


def _kind(value: Any) -> str:
    """Return the type of an argument as text, for example `(int,float)`."""
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, tuple):
        return f"({','.join(map(_kind, value))})"
    if isinstance(value, float):
        return "float"
    try:
        operator.index(value)
    except TypeError:
        raise CompiledTierUnavailable(
            f"expected arguments that are integers, floats, booleans or tuples of them, got {value!r}"
        ) from None
    return "int"


def _slug(label: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", label.lower()).strip("_")[:60]


@cache
def _environment() -> str:
    """Return a text with versions, settings and the processor. If the text changes, machine code is built again. The
    function does not import numba."""
    parts = [platform.python_version(), platform.machine(), _version("numba"), _version("llvmlite"), *loaded.host()]
    settings = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_")}
    parts += [f"{name}={value}" for name, value in sorted(settings.items()) if name not in _NOT_OF_THE_CODE]
    here = Path(__file__).parent
    ours = ("twins", "program", "numbas", "loaded", "make", "parts", "build")
    for file in (Path(".numba_config.yaml"), *(here / f"{name}.py" for name in ours)):
        with contextlib.suppress(FileNotFoundError):
            parts.append(file.read_text("utf-8"))
    return "\n".join(parts)


def _version(package: str) -> str:
    """The version of a package, read from a file that its distribution contains."""
    spec = importlib.util.find_spec(package)
    if spec is not None and spec.origin is not None:
        with contextlib.suppress(OSError):
            return Path(spec.origin).with_name("_version.py").read_text("utf-8")
    from importlib import metadata

    return metadata.version(package)
