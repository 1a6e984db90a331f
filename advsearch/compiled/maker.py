"""Control the process that builds machine code: start it, order builds, wait for them, and end it.

In a thread beside a search, a build is slow, because each of LLVM's many calls waits for the interpreter's lock. The
same build took 2.6 s in a separate process, and 11 to 25 s in a thread. A single building process makes all builds,
because importing numba takes most of a second. When the parent process ends, the building process first finishes the
ordered builds, which the next command can load.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from typing import Any, Final

import attrs

from advsearch.compiled.parcel import LENGTH
from advsearch.errors import CompiledTierUnavailable
from advsearch.system.forks import in_child, new_lock

_LOOK_S: Final = 0.05
"""Seconds between two checks for Ctrl-C in a thread that waits for a build. The checks are frequent, because Ctrl-C
cannot interrupt a wait on Windows."""
_END_S: Final = 2.0
"""The seconds that the parent process waits for an idle building process to end."""


@attrs.define(eq=False)
class Order:
    """An order for a build."""

    label: str
    parcel: bytes = attrs.field(repr=False)
    answer: dict[str, Any] | None = None
    """The answer of the building process, or None if the process has ended without an answer."""
    done: threading.Event = attrs.field(factory=threading.Event)
    maker: Maker | None = None

    @property
    def cancelled(self) -> bool:
        """True if the building process ended without a crash before it finished the build."""
        return self.done.is_set() and self.answer is None and self.maker is not None and self.maker.blameless


class Maker:
    """The process that builds machine code. The parent process controls the building process by this object."""

    def __init__(self) -> None:
        self._waiting: list[Order] = []
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self.ended = False
        self._cancelled = False
        places = [os.path.abspath(place) if place else os.getcwd() for place in sys.path]
        detached: dict[str, Any] = {"start_new_session": True}  # Ctrl-C reaches only this process
        if sys.platform == "win32":
            detached = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "advsearch.compiled.make"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(places)},
            **detached,
        )
        threading.Thread(target=self._listen, name="advsearch-maker", daemon=True).start()

    def order(self, order: Order) -> bool:
        """Send an order to the building process. Return False if the building process has ended."""
        with self._lock:
            if self.ended:
                return False
            self._waiting.append(order)
        order.maker = self
        # a thread writes, because a pipe takes 64 KB at a time, and the process first has to start
        threading.Thread(target=self._write, args=(order.parcel,), daemon=True).start()
        return True

    def end(self) -> None:
        """End the building process and its builds immediately."""
        self._cancelled = True
        self._process.kill()
        self._process.wait()

    @property
    def blameless(self) -> bool:
        """Whether the building process ended without a crash. A building process that `end` has killed did not
        crash."""
        return self._cancelled or self._process.returncode == 0

    def leave(self) -> None:
        """Make the building process finish all ordered builds, because this process is about to end."""
        with self._lock:
            busy = bool(self._waiting)
        if busy:
            self._write(b"")
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None and self._writing.acquire(timeout=_END_S):
                self._process.stdin.close()
        if busy:
            self._process.returncode = 0  # otherwise Python would warn of a process that still runs
            return
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self.end()

    def forget(self) -> None:
        """In a child process made by `os.fork`, close the pipes to the building process, and cancel the orders. Only
        the parent of the child process may use the building process.
        """
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError, ValueError):  # a closed pipe has no number
                    os.close(pipe.fileno())
        self._process.returncode = 0
        for order in self._waiting:
            order.done = threading.Event()  # a thread of the parent may hold the lock inside the old one
            order.done.set()

    def _write(self, parcel: bytes) -> None:
        with self._writing, contextlib.suppress(OSError, ValueError):  # `_listen` notices that the process has ended
            assert self._process.stdin is not None
            self._process.stdin.write(len(parcel).to_bytes(LENGTH, "little") + parcel)
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            for line in self._process.stdout:
                order = self._waiting[0]
                order.answer = json.loads(line)
                order.done.set()
                with self._lock:
                    del self._waiting[0]
        with self._lock:
            self.ended = True
            left, self._waiting = self._waiting, []
        self._process.wait()
        for order in left:
            order.done.set()
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError, ValueError):
                assert pipe is not None
                pipe.close()


_maker: Maker | None = None
_forgotten: list[Maker] = []
"""The `Maker` objects that a forked process has inherited. The list prevents Python from freeing the `Maker` objects.
Python would close the file descriptors of a freed `Maker`, although other files may use the same descriptors."""
_lock = new_lock()


def ordered(label: str, parcel: bytes) -> Order:
    """Order a build, and return without waiting for the result."""
    global _maker
    order = Order(label, parcel)
    with _lock:
        if _maker is None or not _maker.order(order):
            try:
                _maker = Maker()
            except (OSError, ValueError, RuntimeError) as error:  # no process can be started, or this one is ending
                raise CompiledTierUnavailable(f"the process to build {label} cannot be started: {error}") from error
            _maker.order(order)
    return order


def awaited(order: Order) -> dict[str, Any]:
    """Wait for the answer to an order. Ctrl-C or another exception during the wait ends the building process."""
    while True:
        try:
            while not order.done.wait(_LOOK_S):
                pass
        except BaseException:
            cancel(order)
            raise
        if order.answer is not None:
            return order.answer
        if not order.cancelled:
            raise CompiledTierUnavailable(
                f"the process that builds {order.label} has died; run the command again, or ask for tier=reference"
            )
        order = ordered(order.label, order.parcel)


def cancel(order: Order) -> None:
    """End the building process if it is working on this order."""
    if order.maker is not None and not order.done.is_set():
        order.maker.end()


@atexit.register
def _leave() -> None:
    if _maker is not None and not _maker.ended:
        _maker.leave()


def _forget() -> None:
    global _maker
    if _maker is not None:
        _maker.forget()
        _forgotten.append(_maker)
        _maker = None


in_child(_forget)
