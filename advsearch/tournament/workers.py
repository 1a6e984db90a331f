"""The workers that play games: this process, a pool of processes, or a Dask cluster. All kinds of workers have the
interface of `concurrent.futures.Executor`."""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing.synchronize import Semaphore
from typing import Any, Final, Protocol

import attrs

from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.system.bounds import check_at_once
from advsearch.tournament import asked

_LINES: Final = 16
"""The lines of a board (see `asked`) for each worker. A worker takes the line of its process id."""


class NoWorkers(AdvsearchError):
    """Raised if no worker process has started. Without a worker, no game can be played."""

    def __init__(self) -> None:
        super().__init__(
            "no worker process could start; a script must do its work under `if __name__ == '__main__':`, "
            "or play without processes (InProcess(), --workers 0)"
        )


class Workers(Protocol):
    """An object that opens executors, which play games. If a worker's death has made a pool of processes unusable,
    the runner opens another pool."""

    @property
    def count(self) -> int:
        """The number of games that are played at the same time."""

    def open(self) -> contextlib.AbstractContextManager[Executor]: ...


class _Inline(Executor):
    """An executor that runs each task immediately, in the thread that submits the task."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@attrs.frozen
class InProcess:
    """Workers that play in the calling process, for debugging and for a few games."""

    count: int = 1

    @contextlib.contextmanager
    def open(self) -> Iterator[Executor]:
        asked.read_from(asked.write_to_own())
        yield _Inline()


def _leave_with_parent() -> None:
    """End this process when its parent process has ended. Even a killed runner leaves no workers behind."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    multiprocessing.connection.wait([parent.sentinel])
    os._exit(1)


def _start_worker(started: Semaphore, board: Any) -> None:
    sys.stdout = sys.stderr  # an agent's output must not mix with the runner's
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the runner handles Ctrl-C
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    asked.write_to(board, os.getpid())
    started.release()


class _Pool(ProcessPoolExecutor):
    """A pool of processes. While its processes start, Ctrl-C is blocked, because it would end the processes, and so
    is SIGTERM, because a pool does not know a process that is half started. On Windows, nothing is blocked."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _blocked(signal.SIGINT, signal.SIGTERM):
            return super().submit(function, *args, **kwargs)


@contextlib.contextmanager
def _blocked(*signals: signal.Signals) -> Iterator[None]:
    if sys.platform == "win32":
        yield
    else:
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()  # must come first, because it unblocks both signals
        before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_if_starting() -> None:
    """Exit silently if this worker is still importing the parent's script, because the script lacks a `__main__`
    guard.

    When the worker has ended, its parent process reports the missing `__main__` guard.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):  # set by multiprocessing
        raise SystemExit(1)


@attrs.frozen
class ProcessPool:
    """Workers that are a pool of processes on this machine (the default)."""

    count: int = attrs.field(factory=lambda: os.cpu_count() or 1)

    @contextlib.contextmanager
    def open(self) -> Iterator[Executor]:
        leave_if_starting()
        # spawned and not forked, because the runner and the compiled search have threads
        context = multiprocessing.get_context("spawn")
        started = context.Semaphore(0)
        board = context.RawArray("c", self.count * _LINES * asked.LINE)
        pool = _Pool(self.count, context, initializer=_start_worker, initargs=(started, board))
        asked.read_from(board)
        try:
            yield pool
            if not started.acquire(block=False):
                _check_unbroken(pool)
        finally:
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
            for process in processes:
                process.join()


def _check_unbroken(pool: Executor) -> None:
    """Raise an error if a pool broke before any worker started."""
    try:
        pool.submit(int)
    except BrokenExecutor:
        raise NoWorkers from None


@attrs.frozen
class DaskCluster:
    """Workers of a Dask cluster. `address` is the address of the cluster's scheduler. If `address` is None, a local
    cluster with `count` workers is started.

    Any program that can reach the scheduler's port can run code on the workers. Use a trusted network or mutual TLS.
    """

    count: int = attrs.field(factory=lambda: os.cpu_count() or 1)
    address: str | None = None

    @contextlib.contextmanager
    def open(self) -> Iterator[Executor]:
        leave_if_starting()
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise AdvsearchError("dask is not installed; pip install 'advsearch[dask]'") from None
        with contextlib.ExitStack() as stack:
            if self.address is None:
                try:
                    with _blocked(signal.SIGINT):  # the thread that starts the workers inherits this
                        cluster = LocalCluster(
                            n_workers=self.count, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
                        )
                except RuntimeError:  # Dask's worker processes raise this error
                    raise NoWorkers from None
                stack.enter_context(cluster)
                client = stack.enter_context(Client(cluster))
            else:
                try:
                    client = stack.enter_context(Client(self.address, timeout=10))
                except (OSError, ValueError) as error:
                    raise AdvsearchError(f"no scheduler answers at {self.address!r}: {error}") from None
            yield client.get_executor(pure=False)


def workers_of(count: int | None, scheduler: str | None) -> tuple[Workers, str | None]:
    """Return the workers that a command line requests, and a warning if there are more workers than cores."""
    cores = os.cpu_count() or 1
    if count is not None and count < 0:
        raise InvalidSettings(f"expected at least 0 workers, got {count}")
    if count is not None and scheduler in (None, "local"):
        check_at_once("workers", count)
    if scheduler is not None:
        local = scheduler == "local"
        return DaskCluster(count or cores, None if local else scheduler), None
    if count == 0:
        return InProcess(), None
    warning = None
    if count is not None and count > cores:
        warning = f"{count} workers on {cores} cores: under a clock they will take time from each other"
    return ProcessPool(count or cores), warning
