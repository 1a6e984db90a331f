"""The directory in which builds are stored: its path, its locks, and the removal of old builds.

All files of a build have the same name, apart from the suffix. The file with the suffix `.code` contains the machine
code, and its modification time is the time of the build's last use. Each build also has a lock file. A build that
numba itself stores also has a Python module and numba's own files. After an edit of a kernel, a new build is made,
and the old build stays on the disk. Each time a build is written, builds unused for `KEPT_DAYS` days are removed. If
more than `KEPT_BYTES` bytes are left, the least recently used builds are removed too. If the files of a build vanish
while a process loads them, the process makes the build again.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.errors import AdvsearchError
from advsearch.system.forks import in_child
from advsearch.system.kept_files import own_bytes, remove_unusable

KEPT_DAYS: Final = 30
KEPT_BYTES: Final = 256_000_000
"""The largest total size of all builds in bytes. About two thousand builds fit into `KEPT_BYTES`; the largest build
takes 0.6 MB."""

_HOUR_S: Final = 3600


def configured_directory() -> Path:
    """The directory $NUMBA_CACHE_DIR/advsearch, else $XDG_CACHE_HOME/advsearch, else ~/.cache/advsearch."""
    for variable in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        place = os.environ.get(variable)
        if place and os.path.isabs(place):
            return Path(place) / "advsearch"
    return Path.home() / ".cache" / "advsearch"


def directory() -> Path:
    """Return the directory for builds. If the configured directory is not writable, return a temporary directory."""
    place = configured_directory() / "builds"
    try:
        place.mkdir(parents=True, exist_ok=True)
        if os.access(place, os.W_OK | os.X_OK):
            return place
    except OSError:
        pass
    return own_directory()


@cache
def own_directory() -> Path:
    """A temporary directory for this process only, which is removed when the process ends."""
    place = Path(tempfile.mkdtemp(prefix="advsearch-"))
    maker = os.getpid()

    def remove() -> None:
        if os.getpid() == maker:  # and not in a forked child that ends
            shutil.rmtree(place, ignore_errors=True)

    atexit.register(remove)
    return place


in_child(own_directory.cache_clear)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Within this context, only this process holds the lock of a build. If this process dies, the operating system
    releases the lock.
    """
    remove_unusable(path)
    with open(path, "a+b") as file:
        try:
            import fcntl
        except ImportError:  # without locks on this system, two processes may make the same build, which is harmless
            yield
            return
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def used(code: Path) -> None:
    """Record that a build was used, by setting its file's modification time to now."""
    with contextlib.suppress(OSError):  # the directory may belong to another user
        os.utime(code)


def remove(place: Path, name: str) -> None:
    """Remove all files of a build except its lock."""
    for file in (place / f"{name}.code", *numbas_files(place, name)):
        remove_unusable(file)
        file.unlink(missing_ok=True)


def numbas_files(place: Path, name: str) -> list[Path]:
    """The files of a build that numba itself stores: a module and numba's cache of it."""
    module = place / f"{name}.py"
    return [*([module] if os.path.lexists(module) else []), *sorted(place.glob(f"__pycache__/{name}.*"))]


def digest_of_numbas_files(place: Path, name: str) -> bytes:
    """A hash over the files that numba stores for a build. Raises `Damaged` if one of them cannot be used."""
    digest = hashlib.sha256()
    for file in numbas_files(place, name):
        if file.suffix != ".pyc":  # Python writes it when the module is first imported
            digest.update(file.name.encode() + b"\n" + hashlib.sha256(own_bytes(file)).digest())
    return digest.digest()


@attrs.define
class _Build:
    """The files of one build."""

    files: list[Path] = attrs.field(factory=list)
    used: float = 0.0
    size: int = 0

    def add(self, file: Path) -> None:
        with contextlib.suppress(OSError):  # another process may be removing it
            found = file.stat()
            self.files.append(file)
            self.size += found.st_size
            self.used = max(self.used, found.st_mtime)

    def remove(self) -> None:
        for file in self.files:
            with contextlib.suppress(OSError):
                file.unlink()


def evict(place: Path, written: Path) -> None:
    """Remove builds that were not used for `KEPT_DAYS` days. If more than `KEPT_BYTES` bytes are left, remove the
    least recently used builds too. Builds used within the last hour are kept.

    The modification time of the new file `written` is taken as the current time, because a network disk may have a
    clock of its own.
    """
    builds: dict[str, _Build] = {}
    for file in place.rglob("*"):
        if file.is_file():
            builds.setdefault(file.name.lstrip(".").partition(".")[0], _Build()).add(file)
    moment = written.stat().st_mtime
    left = sum(build.size for build in builds.values())
    for build in sorted(builds.values(), key=lambda build: build.used):
        unused_s = moment - build.used
        if unused_s > KEPT_DAYS * 24 * _HOUR_S or (left > KEPT_BYTES and unused_s > _HOUR_S):
            build.remove()
            left -= build.size


@attrs.frozen
class Contents:
    """The number and size of the builds in the cache."""

    directory: Path
    builds: int
    size: int
    """The total size of the files of all builds, in bytes."""


def contents() -> Contents:
    place = configured_directory() / "builds"
    files = [path for path in place.rglob("*") if path.is_file()] if place.is_dir() else []
    builds = sum(path.suffix == ".code" for path in files)
    return Contents(place, builds, sum(path.stat().st_size for path in files))


def clear() -> Contents:
    """Remove every build, and return the number and size of the builds removed. Processes that have loaded a build
    keep working. Raises an `AdvsearchError` that names the first file that cannot be removed."""
    before = contents()
    failed: list[tuple[str, str]] = []

    def note(_function: object, path: str, what: Any) -> None:
        if not isinstance(what[1], FileNotFoundError):  # another process removed it
            failed.append((path, what[1].strerror or str(what[1])))

    if os.path.lexists(before.directory):
        shutil.rmtree(before.directory, onerror=note)
    if failed:
        left = contents()
        path, why = failed[0]
        raise AdvsearchError(
            f"{path!r} cannot be removed: {why}; removed {before.builds - left.builds} of {before.builds} builds"
        )
    return before
