"""Run one program so that none of its processes outlives the runner (Linux).

    python -I -S guard.py PARENT_PID MEMORY_MB CPU_S GRACE_MS PROGRAM [ARGUMENT ...]      0: no limit

This file is run as a script. The script imports nothing of advsearch, so its interpreter starts in 15 ms. The process
of this script is called the guard. Every process that the program starts stays a descendant of the guard. The guard
kills all its descendants when the program or the guard's parent has ended, or when the guard gets SIGTERM. Ctrl-C
reaches neither the guard nor the program, because each of them has its own session. The guard is a child subreaper:
it becomes the parent of processes that the program leaves behind.

    parent ── guard ── program ── …
                 └──── processes that the program left behind
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing would double the time to start
    from collections.abc import Set
    from typing import NoReturn

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
# The parent-death signal is sent when the *thread* that started the guard ends. So the guard then checks its parent's
# pid.
LOOK = signal.SIGUSR1
TO_END = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
WATCHED = (LOOK, signal.SIGCHLD, signal.SIGALRM, *TO_END)
LOOK_EVERY_S = 1.0
PAUSE_S = 0.005


def main(arguments: list[str]) -> int:
    parent, memory_mb, cpu_s, grace_ms = map(int, arguments[:4])
    process = ctypes.CDLL(None, use_errno=True)
    unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED)
    process.prctl(PR_SET_PDEATHSIG, LOOK, 0, 0, 0)
    process.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if os.getppid() != parent:
        return 1
    program = os.fork()
    if program == 0:
        process.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # for the case that the guard itself is killed
        start(arguments[4:], memory_mb, cpu_s, unblocked)
    hold_nothing_open()
    status = watch(program, parent)
    if status is None and os.getppid() == parent:
        status = ask_to_end(program, parent, grace_ms / 1000)
    end_all()
    return 1 if status is None else exit_code(status)


def start(command: list[str], memory_mb: int, cpu_s: int, unblocked: Set[int]) -> NoReturn:
    """Replace this process by the program."""
    try:
        os.setsid()
        if memory_mb:
            resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))
        if cpu_s:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # Python ignores both, and children inherit that
            signal.signal(ignored, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]} cannot be started: {error.strerror}\n".encode())
    finally:
        os._exit(127)


def hold_nothing_open() -> None:
    """Close the guard's copies of the pipes, so that other processes see when the program closes the pipes."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def watch(program: int, parent: int) -> int | None:
    """Wait until the program has ended, and return its status. If the guard is told to end a running program, return
    None.

    A timer wakes the guard every second, in case a signal does not arrive. The guard does not use `sigtimedwait`,
    because of an error in CPython 3.11. If the process is paused for longer than the time-out, `sigtimedwait` returns
    a signal that was never sent.
    """
    signal.setitimer(signal.ITIMER_REAL, LOOK_EVERY_S, LOOK_EVERY_S)
    while True:
        number = signal.sigwait(WATCHED)
        status = reap(program)
        if status is not None:
            return status
        if number in TO_END or os.getppid() != parent:
            return None


def ask_to_end(program: int, parent: int, grace_s: float) -> int | None:
    """Send SIGTERM to all descendants, and wait for the grace period. Return the program's status if the program has
    ended, else None."""
    for each in descendants():
        send(each, signal.SIGTERM)
    for _ in range(int(grace_s / PAUSE_S)):
        signal.sigtimedwait(
            (signal.SIGCHLD, LOOK), PAUSE_S
        )  # the result is not used, because the signal may never have been sent
        status = reap(program)
        if status is not None or os.getppid() != parent:
            return status
    return None


def end_all() -> None:
    """Send SIGKILL to all descendants until none is left. A process that is forked during one round gets the signal
    in the next round."""
    while True:
        for each in descendants():
            send(each, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        signal.sigtimedwait((signal.SIGCHLD,), PAUSE_S)


def reap(program: int) -> int | None:
    """Collect the status of the child processes that have ended. If the program has ended, return its status."""
    found = None
    try:
        while True:
            ended, status = os.waitpid(-1, os.WNOHANG)
            if ended == program:
                found = status
            if not ended:
                return found
    except ChildProcessError:
        return found


def descendants() -> list[int]:
    """The ids of all processes that descend from the guard."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:  # the process has just ended
                continue
            children.setdefault(int(fields[1]), []).append(int(entry))
    found = list(children.get(os.getpid(), ()))
    for each in found:  # the list grows during the loop
        found.extend(children.get(each, ()))
    return found


def send(pid: int, number: int) -> bool:
    """Send a signal to a process. Return whether the process still exists."""
    with contextlib.suppress(OSError):
        os.kill(pid, number)
        return True
    return False


def exit_code(status: int) -> int:
    """The exit status as a shell reports it. If a signal killed the program, the status is 128 plus the signal's
    number."""
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
