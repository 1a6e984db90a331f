"""What a forked child gives up: the threads of its parent are gone, and locks that they held would never be released.

`os.fork` copies the memory of a process, but only the thread that calls it. `multiprocessing` forks on Linux before
Python 3.14. Whoever keeps a lock, a thread or a helper process in a module registers here how a child does without.
"""

from __future__ import annotations

import operator
import os
import threading
from collections.abc import Callable
from typing import Any, Final

_FREE: Final = operator.methodcaller("_at_fork_reinit")
"""Frees a lock whoever holds it. The modules `logging` and `threading` free their own locks by this method."""


def in_child(reset: Callable[[], object]) -> None:
    """Call `reset` in every child that is forked from now on, before its own code runs."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=reset)


def new_lock() -> threading.Lock:
    """A lock for a module, which is free in a forked child."""
    lock = threading.Lock()
    _free_in_child(lock)
    return lock


def new_rlock() -> Any:
    """A reentrant lock for a module, which is free in a forked child."""
    lock = threading.RLock()
    _free_in_child(lock)
    return lock


def _free_in_child(lock: Any) -> None:
    in_child(lambda: _FREE(lock))
