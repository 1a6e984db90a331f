"""Where builds are kept on disk, and how several processes share the place."""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs


def configured_directory() -> Path:
    """$NUMBA_CACHE_DIR/advsearch, else $XDG_CACHE_HOME/advsearch, else ~/.cache/advsearch."""
    for variable in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        place = os.environ.get(variable)
        if place and os.path.isabs(place):
            return Path(place) / "advsearch"
    return Path.home() / ".cache" / "advsearch"


def directory() -> Path:
    """The directory to build in: the configured one, or one of this process alone where that cannot be written."""
    place = configured_directory() / "builds"
    try:
        place.mkdir(parents=True, exist_ok=True)
        if os.access(place, os.W_OK | os.X_OK):
            return place
    except OSError:
        pass
    return _directory_of_this_process()


@cache
def _directory_of_this_process() -> Path:
    place = Path(tempfile.mkdtemp(prefix="advsearch-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of this name against all processes; the system frees it should this one die."""
    with open(path, "a+b") as file:
        try:
            import fcntl
        except ImportError:  # no advisory locks here: two builds at once do the same work twice, harmlessly
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@attrs.frozen
class Contents:
    """What the cache holds."""

    directory: Path
    builds: int
    size: int
    """Bytes."""


def contents() -> Contents:
    place = configured_directory() / "builds"
    files = [path for path in place.rglob("*") if path.is_file()] if place.is_dir() else []
    builds = sum(path.suffix == ".ready" for path in files)
    return Contents(place, builds, sum(path.stat().st_size for path in files))


def clear() -> Contents:
    """Remove every build; what was there. Processes that have loaded theirs keep working."""
    before = contents()
    shutil.rmtree(before.directory, ignore_errors=True)
    return before
