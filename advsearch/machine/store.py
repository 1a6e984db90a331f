"""Object code kept on the disk, so that a program that was built once is loaded.

A file is one line of JSON and the object code. LLVM crashes on damaged code, and loading code runs it with the rights
of this user. Therefore a file is used only if it is an ordinary file of this user that nobody else may write, and if
its contents match the hash in its first line; otherwise the build is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
import stat
import time
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.system.files import opened

KEPT_DAYS: Final = 30
KEPT_BYTES: Final = 256_000_000
_SUFFIX: Final = ".object"
_DAY_S: Final = 86_400
_OTHERS_MAY_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


@attrs.frozen
class Code:
    """Object code in one or more objects, and the outside functions that it may call."""

    foreign: tuple[str, ...]
    objects: tuple[bytes, ...]
    units: tuple[str, ...] = ()
    """The units of the runtime that have to be linked with it."""
    notes: bytes = b""
    """What else has to be known to run it."""


def directory() -> Path:
    """Return the folder of kept builds: advsearch/machine in $XDG_CACHE_HOME, else in ~/.cache."""
    place = os.environ.get("XDG_CACHE_HOME")
    cache = Path(place) if place and os.path.isabs(place) else Path.home() / ".cache"
    return cache / "advsearch" / "machine"


def read(name: str) -> Code | None:
    """Return a kept build, or None if there is none that can be trusted."""
    path = directory() / f"{name}{_SUFFIX}"
    flags = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
    try:
        number = os.open(path, os.O_RDONLY | flags)
    except (OSError, RuntimeError):
        return None
    if not _is_ours(os.fstat(number)):
        os.close(number)
        return None
    with open(number, "rb") as file:
        found = parsed(file.read())
    if found is not None:
        with contextlib.suppress(OSError):
            os.utime(path)  # the time of its last use
    return found


def _is_ours(found: os.stat_result) -> bool:
    if not stat.S_ISREG(found.st_mode):
        return False
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & _OTHERS_MAY_WRITE)


def parsed(content: bytes) -> Code | None:
    """Return the code in the content of a file, or None if the content is damaged."""
    line, _, rest = content.partition(b"\n")
    try:
        said: Any = json.loads(line)
        foreign = tuple(str(name) for name in said["foreign"])
        units = tuple(str(name) for name in said["units"])
        ends = [*itertools.accumulate(int(size) for size in said["sizes"])]
        if not ends or ends[-1] != len(rest):
            return None
        parts = [rest[start:end] for start, end in itertools.pairwise([0, *ends])]
        found = Code(foreign, tuple(parts[1:]), units, parts[0])
        return found if said["hash"] == _hash(found) else None
    except (ValueError, KeyError, TypeError):
        return None


def content_of(code: Code) -> bytes:
    """Return the content of the file for this code."""
    said = {
        "foreign": code.foreign,
        "units": code.units,
        "sizes": [len(each) for each in (code.notes, *code.objects)],
        "hash": _hash(code),
    }
    return b"\n".join([json.dumps(said).encode(), b"".join([code.notes, *code.objects])])


def _hash(code: Code) -> str:
    said = json.dumps([code.foreign, code.units, [len(each) for each in (code.notes, *code.objects)]])
    return hashlib.sha256(b"\n".join([said.encode(), code.notes, *code.objects])).hexdigest()


def write(name: str, code: Code) -> None:
    """Keep a build, and remove those that nobody used for long. A folder that cannot be written is no error."""
    place = directory()
    path = place / f"{name}{_SUFFIX}"
    with contextlib.suppress(OSError, RuntimeError):
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.unlink(missing_ok=True)  # a link or a pipe would be written through, and a file would keep its mode
        with opened(path, mode=0o600, sync=False) as file:
            file.write(content_of(code))
        _evict(place)


def _evict(place: Path) -> None:
    now = time.time()
    files = sorted(((path.stat().st_mtime, path) for path in place.iterdir() if path.is_file()), reverse=True)
    total = 0
    for used, path in files:
        total += path.stat().st_size
        if now - used > KEPT_DAYS * _DAY_S or (total > KEPT_BYTES and now - used > 3600):
            path.unlink(missing_ok=True)


@attrs.frozen
class Contents:
    """How many builds are kept, and their size in bytes."""

    directory: Path
    builds: int
    size: int


def contents() -> Contents:
    """Return what is kept."""
    place = directory()
    files = [path for path in place.iterdir() if path.suffix == _SUFFIX] if place.is_dir() else []
    return Contents(place, len(files), sum(path.stat().st_size for path in files))


def clear() -> Contents:
    """Remove all kept builds, and return what was kept. Programs that have loaded a build keep working."""
    before = contents()
    if before.directory.is_dir():
        for path in before.directory.iterdir():
            with contextlib.suppress(OSError):
                path.unlink()
    return before
