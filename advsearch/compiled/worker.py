"""Where compiled code runs: on threads of its own, without the interpreter's lock, so that whoever asked can stop it.

Compiled code looks at no clock. The asking thread waits, looks at its budget, and sets the stop cell when it is
spent or when it is interrupted; the code polls the cell every few hundred nodes. Handing a call over and back
takes about 12 microseconds.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, Final

from advsearch.compiled.layout import STOP
from advsearch.limits import Budget

_POLL_S: Final = 0.01
"""How often the asking thread looks for a stop signal; a deadline is waited for exactly."""

_STACK: Final = 256 * 1024 * 1024
"""Address space for recursion; a ply takes some hundred bytes, and pages are only taken as they are used."""

_idle: list[_Worker] = []
_lock = threading.Lock()


class _Worker:
    """One thread that does one call after another."""

    def __init__(self) -> None:
        self.calls: queue.SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]]] = queue.SimpleQueue()
        self.answers: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()
        with _lock:
            before = threading.stack_size(_STACK)
            try:
                threading.Thread(target=self._work, name="advsearch-compiled", daemon=True).start()
            finally:
                threading.stack_size(before)

    def _work(self) -> None:
        while True:
            function, arguments = self.calls.get()
            try:
                self.answers.put((function(*arguments), None))
            except BaseException as error:
                self.answers.put((None, error))


def run(function: Callable[..., Any], arguments: tuple[Any, ...], cells: Any, budget: Budget) -> Any:
    """Call compiled code on a worker, and set `cells[STOP]` as soon as the budget's clock or signal says so."""
    worker = _taken()
    worker.calls.put((function, arguments))
    try:
        answer, error = _awaited(worker, cells, budget)
    except BaseException:  # Ctrl-C: let the code come to rest before the memory it writes to goes
        cells[STOP] = 1
        worker.answers.get()
        raise
    finally:
        with _lock:
            _idle.append(worker)
    if error is not None:
        raise error
    return answer


def _taken() -> _Worker:
    with _lock:
        if _idle:
            return _idle.pop()
    return _Worker()


def _awaited(worker: _Worker, cells: Any, budget: Budget) -> tuple[Any, BaseException | None]:
    while True:
        try:
            return worker.answers.get(timeout=max(0.0, min(_POLL_S, budget.seconds_left())))
        except queue.Empty:
            if budget.spent(0):
                cells[STOP] = 1
                return worker.answers.get()
