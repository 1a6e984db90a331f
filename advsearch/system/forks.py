"""What a forked child gives up: the threads of its parent are gone, and locks that they held would never be released.

`os.fork` copies the memory of a process, but only the thread that calls it. `multiprocessing` forks on Linux before
Python 3.14. Whoever keeps a lock, a thread or a helper process in a module registers here how a child does without.
"""

from __future__ import annotations

import importlib
import operator
import os
import threading
import time
from collections.abc import Callable
from typing import Any, Final

_FREE: Final = operator.methodcaller("_at_fork_reinit")
"""Frees a lock whoever holds it. The modules `logging` and `threading` free their own locks by this method."""

_LOOKS: Final = 10_000
"""A fork goes on after so many looks, some ten seconds, at a thread that still loads a module."""


def _is_importing() -> bool:
    """Whether another thread loads a module, and so holds the lock of the module."""
    locks = getattr(getattr(importlib, "_bootstrap", None), "_module_locks", {})
    owners = {getattr(lock(), "owner", None) for lock in list(locks.values())}
    return bool(owners - {None, threading.get_ident()})


def _let_imports_end() -> None:
    """Wait until no other thread loads a module: a child that needs the module would wait for ever."""
    for _ in range(_LOOKS):
        if not _is_importing():
            break
        time.sleep(0.001)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_let_imports_end)


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
