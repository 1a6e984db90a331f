"""One writer: who writes a store holds a lock beside it, and another is refused.

The lock is SQLite's own write lock on a small database `STORE-lock`, held in a transaction that never ends. The
operating system lets it go with the process, however that went, so it is never stale; the file stays, and means
nothing by itself. Its `user_version` tells who wrote last.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import Final

from advsearch.errors import AdvsearchError
from advsearch.tournament.workers import leave_if_starting

_PATIENCE_S: Final = 0.3
"""For one who has just been killed to be gone, and for one who reads whose lock it is."""


def claim(store: str) -> sqlite3.Connection:
    """The lock on a store, until it is closed. All names that lead to the store by symbolic links have one lock."""
    path = f"{os.path.realpath(store)}-lock"
    try:
        lock = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False)
        holder = _hold(lock)
    except sqlite3.Error as error:
        raise sqlite3.OperationalError(f"its lock {path!r}: {error}") from error
    if holder is None:
        return lock
    if holder == os.getpid():
        raise AdvsearchError(f"the store {store!r} is open for writing in this process already; close it there")
    if holder == os.getppid():
        leave_if_starting()
    raise AdvsearchError(f"process {holder} is writing to the store {store!r}; wait until it has ended, or end it")


def _hold(lock: sqlite3.Connection) -> int | None:
    """Take the lock, or else close it and tell who has it."""
    try:
        lock.execute("PRAGMA synchronous = OFF")  # no lock outlives a power cut, so what was in it need not
        lock.execute("BEGIN IMMEDIATE")
        lock.execute(f"PRAGMA user_version = {os.getpid()}")
        lock.execute("COMMIT")
        lock.execute("BEGIN IMMEDIATE")  # whoever came in between has told his own number, and is named
    except sqlite3.Error as error:
        with contextlib.closing(lock):
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            return int(lock.execute("PRAGMA user_version").fetchone()[0])
    return None
