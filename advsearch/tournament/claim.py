"""The lock of a store (a file of games). A process that writes to a store holds the lock. A second process that wants
to write to the store is refused.

The lock is an open transaction in the small SQLite database `STORE-lock`. When the process ends, the operating system
releases the lock. The file `STORE-lock` remains when the process ends, but locks nothing without a transaction. The
`user_version` of `STORE-lock` is the pid of the last writer.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from typing import Final

from advsearch.errors import AdvsearchError
from advsearch.tournament.workers import leave_if_starting

_PATIENCE_S: Final = 0.3
"""The seconds to wait for the lock, because a killed process takes time to end."""


def claim(store: str) -> sqlite3.Connection:
    """Take the lock on a store, and return a database connection. Closing the connection releases the lock. A store
    and a symbolic link to the store have the same lock."""
    path = f"{os.path.realpath(store)}-lock"
    try:
        lock = sqlite3.connect(path, timeout=_PATIENCE_S, isolation_level=None, check_same_thread=False)
        holder = _hold(lock)
    except sqlite3.Error as error:
        raise sqlite3.OperationalError(f"the lock file {path!r} cannot be used: {error}") from error
    if holder is None:
        return lock
    if holder == os.getpid():
        raise AdvsearchError(
            f"the store {store!r} is already open for writing in this process; close the store first"
        )
    if holder == os.getppid():
        leave_if_starting()
    raise AdvsearchError(f"process {holder} is writing to the store {store!r}; wait until the process has ended")


def _hold(lock: sqlite3.Connection) -> int | None:
    """Take the lock of a store and return None. If another process holds the lock, return the pid of that process."""
    try:
        lock.execute("PRAGMA synchronous = OFF")  # a power cut releases the lock, so the file need not survive it
        lock.execute("BEGIN IMMEDIATE")
        lock.execute(f"PRAGMA user_version = {os.getpid()}")
        lock.execute("COMMIT")
        lock.execute("BEGIN IMMEDIATE")  # a process that took the lock in between has written its pid
    except sqlite3.Error as error:
        with contextlib.closing(lock):
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            return int(lock.execute("PRAGMA user_version").fetchone()[0])
    return None
