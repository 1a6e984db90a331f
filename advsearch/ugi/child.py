"""A child process that is connected by pipes. The output and the time of the process are limited. When the child
process is ended, all processes that it has started are ended, too.

A thread reads the output of the process into a buffer of lines. When the buffer is full, the thread waits and the
pipe fills. When the pipe is full, the program waits. A flood of output only delays the program. Lines are cut at
`MAX_LINE` characters.
"""

from __future__ import annotations

import collections
import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Final

from advsearch.errors import AgentFault, InvalidSettings
from advsearch.limits import now

MAX_LINE: Final = 65_536
MAX_WAITING: Final = 1_000_000
"""The largest number of characters of output that are kept until they are read."""
TAIL: Final = 4_000
"""The number of bytes kept from the end of a program's standard error."""
KILL_GRACE_S: Final = 1.0
"""The seconds between SIGTERM and SIGKILL."""
GUARDED: Final = sys.platform == "linux"
"""Whether each program runs below a guard process. When advsearch ends, the guard kills all processes of the program.
Without a guard, advsearch kills the process group of the program. If SIGKILL ends advsearch, a program without a
guard runs until it reads the end of its input."""

_CHUNK: Final = 65_536
_FLOOD_PAUSE_S: Final = 0.001
_GUARD: Final = Path(__file__).with_name("guard.py")


def program_words(command: str) -> list[str]:
    """Split the command line of a program into the program and its arguments."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidSettings(f"expected a command line, got {command!r}: {str(error).lower()}") from None
    if not words:
        raise InvalidSettings(f"expected a command line, got {command!r}")
    return words


class Program:
    """A running program. Raises `AgentFault` if the program cannot be started."""

    def __init__(self, command: Sequence[str], *, memory_mb: int | None = None, cpu_s: int | None = None) -> None:
        if not command or shutil.which(command[0]) is None:
            raise AgentFault(f"expected a program that can be run, got {command[0] if command else ''!r}")
        self.command = tuple(command)
        self._process = _start(self.command, memory_mb, cpu_s)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input: IO[bytes] = self._process.stdin
        if hasattr(os, "set_blocking"):
            with contextlib.suppress(OSError):
                os.set_blocking(self._input.fileno(), False)
        self._output = _Lines(self._process.stdout)
        self._errors = _Tail(self._process.stderr)
        self._ending: threading.Thread | None = None
        self._gone = False

    def send(self, text: str, deadline: float) -> None:
        """Write lines to the program's input. Lines that the program does not read are lost without an error."""
        rest = memoryview(f"{text}\n".encode(errors="replace"))
        while rest:
            try:
                rest = rest[os.write(self._input.fileno(), rest) :]
            except BlockingIOError:
                if now() > deadline:
                    return
                threading.Event().wait(_FLOOD_PAUSE_S)
            except (OSError, ValueError):
                return

    def receive(self, deadline: float) -> str | None:
        """Return the program's next line of output. If there is no line by the deadline, return None. Raises
        `EOFError` at the end of the output."""
        return self._output.next(deadline)

    @property
    def stderr(self) -> str:
        """The last part of the program's standard error."""
        return self._errors.text()

    def fate(self) -> str:
        """A text that says how the program ended. Call `fate` only after the program's output has been read to the
        end."""
        try:
            status = self._process.wait(0.25)
        except subprocess.TimeoutExpired:
            return "closed its output"
        self._errors.join()
        number = -status if status < 0 else status - 128
        if number > 0:
            with contextlib.suppress(ValueError):
                return f"was killed by {signal.Signals(number).name}"
        return f"exited with status {status}"

    def kill(self) -> None:
        """End the program and all processes that it has started. Each process gets SIGTERM, and after a grace period
        SIGKILL. The method does not wait until the program and its processes have ended."""
        if self._ending is None and not self._gone:
            self._ending = threading.Thread(target=self._end, name="ending a program")
            self._ending.start()

    def close(self, farewell: str, patience_s: float = 0.5) -> None:
        """Send `farewell`, give the program time to end, and kill its remaining processes. Return when no process of
        the program is left."""
        if self._ending is not None:
            self._ending.join()
        elif not self._gone:
            self.send(farewell, now())
            with contextlib.suppress(OSError):
                self._input.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(patience_s)
            self._end()  # not in a thread, because no thread can be started when the interpreter ends

    def _end(self) -> None:
        self._signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            # the guard waits for the grace period itself, and needs a moment more until all processes have ended
            self._process.wait(KILL_GRACE_S + (4 if GUARDED else 0))
        self._signal(getattr(signal, "SIGKILL", signal.SIGTERM))
        self._process.wait()
        with contextlib.suppress(OSError):
            self._input.close()
        self._output.stop()
        self._errors.stop()
        self._gone = True

    def _signal(self, number: int) -> None:
        """Send a signal to the guard process, which ends the program. Without a guard, send the signal to the
        program's process group."""
        with contextlib.suppress(OSError):
            if GUARDED or os.name != "posix":
                self._process.send_signal(number)
            else:
                os.killpg(self._process.pid, number)


def _start(command: Sequence[str], memory_mb: int | None, cpu_s: int | None) -> subprocess.Popen[bytes]:
    if GUARDED:
        limits = (os.getpid(), memory_mb or 0, cpu_s or 0, int(KILL_GRACE_S * 1000))
        command = (sys.executable, "-I", "-S", str(_GUARD), *map(str, limits), *command)
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=os.name == "posix",
        )
    except OSError as error:
        raise AgentFault(f"{command[0]} cannot be started: {error.strerror}") from None


class _Pump:
    """A thread that reads a pipe to its end."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="reading a program")
        self._thread.start()

    def take(self, chunk: bytes) -> None:
        raise NotImplementedError

    def finish(self) -> None:
        """Handle the end of the pipe, after everything has been read."""

    def stop(self) -> None:
        """Wait for the end of the program's output, and close the pipe. Call `stop` after the program has ended."""
        self._stopped.set()
        self.join()

    def join(self) -> None:
        self._thread.join(0.25)  # longer only if an unknown process has the other end of the pipe open

    def _run(self) -> None:
        with self._pipe, contextlib.suppress(OSError, ValueError):
            while chunk := os.read(self._pipe.fileno(), _CHUNK):
                self.take(chunk)
                if len(chunk) == _CHUNK:
                    self._stopped.wait(_FLOOD_PAUSE_S)  # the pipe was full, so other threads should run for a while
        self.finish()


class _Tail(_Pump):
    """A reader of a pipe that keeps the last bytes read."""

    _kept = b""

    def take(self, chunk: bytes) -> None:
        self._kept = (self._kept + chunk)[-TAIL:]

    def text(self) -> str:
        return self._kept.decode(errors="replace").replace("\0", "�").strip()


class _Lines(_Pump):
    """A reader of a pipe that queues the lines until `next` returns them. The thread stops reading while
    `MAX_WAITING` characters are in the queue."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._lines: collections.deque[bytes] = collections.deque()
        self._waiting = 0
        self._changed = threading.Condition()
        self._partial = b""
        self._overlong = False
        self._ended = False
        super().__init__(pipe)

    def next(self, deadline: float) -> str | None:
        with self._changed:
            while not self._lines:
                left = deadline - now()
                if self._ended:
                    raise EOFError
                if left <= 0 or not self._changed.wait(left):
                    return None
            line = self._lines.popleft()
            self._waiting -= len(line)
            self._changed.notify_all()
        return line.decode(errors="replace").strip()

    def stop(self) -> None:
        with self._changed:
            self._stopped.set()
            self._changed.notify_all()
        super().stop()

    def take(self, chunk: bytes) -> None:
        *whole, self._partial = (self._partial + chunk).split(b"\n")
        if whole and self._overlong:
            whole[0] = b""  # the rest of a line whose beginning was dropped
            self._overlong = False
        if len(self._partial) > MAX_LINE:
            self._partial, self._overlong = b"", True
        with self._changed:
            for line in filter(None, whole):
                self._lines.append(line[:MAX_LINE])
                self._waiting += len(self._lines[-1])
            self._changed.notify_all()
            while self._waiting >= MAX_WAITING and not self._stopped.is_set():
                self._changed.wait()

    def finish(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()
