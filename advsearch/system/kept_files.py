"""Files that the program keeps for itself from one process to the next, such as derived rules.

A file is used only if it is exactly what the program wrote under this name: a regular file of this user that no other
user may write, with the checksum of its name and content in its first line. Anything else is `Damaged`, and is made
again and replaced. Opening a FIFO does not block.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from pathlib import Path
from typing import Final

from advsearch.system.files import opened

_OTHERS_MAY_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH
_HOW: Final = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class Damaged(Exception):
    """Raised if a kept file cannot be used, and has to be made again."""


def read(path: Path) -> bytes:
    """Return the content that `write` was given. Raises `Damaged`, or `FileNotFoundError` if there is no file."""
    checksum, _, content = own_bytes(path).partition(b"\n")
    if checksum != _checksum(path.name, content):
        raise Damaged(f"the file {path.name} is damaged: its content does not match its checksum")
    return content


def is_whole(path: Path | None) -> bool:
    """Whether `read` would return a content."""
    if path is None:
        return False
    try:
        read(path)
    except (Damaged, OSError):
        return False
    return True


def write(path: Path, content: bytes) -> None:
    """Write a file that `read` can read. Raises `OSError`."""
    remove_unusable(path)
    with opened(path, mode=0o600, sync=False) as file:
        file.write(_checksum(path.name, content) + b"\n" + content)


def own_bytes(path: Path) -> bytes:
    """Return all bytes of a regular file of this user. Raises `Damaged`, or `FileNotFoundError` if there is none."""
    try:
        handle = os.open(path, _HOW)
    except FileNotFoundError:
        raise
    except OSError as error:  # for example a link
        raise Damaged(f"the file {path.name} cannot be read: {error.strerror or error}") from None
    try:
        check_ours(os.fstat(handle), path)
        with open(handle, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(handle)


def check_ours(found: os.stat_result, path: Path) -> None:
    """Refuse anything but a regular file of this user that no other user may write. Using a kept file may run code
    with the rights of this user.
    """
    if not stat.S_ISREG(found.st_mode):
        raise Damaged(f"expected {path.name} to be a regular file")
    if not hasattr(os, "getuid"):
        return
    if found.st_uid != os.getuid() or found.st_mode & _OTHERS_MAY_WRITE:
        raise Damaged(f"expected the file {path.name} to belong to this user, and to be writable by no other user")


def remove_unusable(path: Path) -> None:
    """Remove whatever has the name of a kept file and could not be read, so that a new file can be written."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return
    try:
        check_ours(found, path)
    except Damaged:
        if stat.S_ISDIR(found.st_mode):
            shutil.rmtree(path)
        else:
            path.unlink()


def _checksum(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\n" + content).hexdigest().encode()
