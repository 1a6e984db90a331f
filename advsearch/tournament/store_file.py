"""The file of a store: what it must be, and what errors of SQLite say about it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from typing import Final

from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.tournament.rescue import survey
from advsearch.tournament.rows import PARTS, UNREADABLE, DamagedRows

_FILES: Final = ("", "-wal", "-shm", "-journal", "-lock")
"""The endings of the files of a store."""


def is_damage(error: Exception) -> bool:
    """Whether SQLite's error says that the file is damaged. A text that is not UTF-8 has no error code, and neither
    has a table that is missing."""
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(error, UnicodeDecodeError):
        return True
    if code is None or code == sqlite3.SQLITE_ERROR:
        return any(words in str(error) for words in ("no such", "malformed", "decode", "unsupported"))
    return code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def looks_like_store(path: str) -> bool:
    """Whether something of a store is left in a file that SQLite cannot open."""
    try:
        return any(survey(path).rows.values())
    except AdvsearchError:
        return False


def check_regular(path: str) -> None:
    """Raise an error if a file of the store is not a regular file. Opening a FIFO would wait without an end."""
    for ending in _FILES:
        with contextlib.suppress(OSError):
            mode = os.stat(f"{os.path.realpath(path)}{ending}").st_mode
            if not stat.S_ISREG(mode):
                kind = "a FIFO" if stat.S_ISFIFO(mode) else "a folder" if stat.S_ISDIR(mode) else "a device or socket"
                raise InvalidSettings(f"expected a regular file at {path + ending!r} for the store, got {kind}")


def place_of(path: str) -> tuple[int, int] | None:
    """Return the device and the inode of the file at a path, or None if there is no file."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def tables_of(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def sealed(connection: sqlite3.Connection) -> bool:
    """Whether a table of a database is sealed as this version seals it."""
    for part in PARTS:
        with contextlib.suppress(DamagedRows, *UNREADABLE):
            part.sealed(connection)
            return True
    return False
