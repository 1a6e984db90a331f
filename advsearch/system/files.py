"""Write files. The whole program writes files only through this module.

A regular file is replaced in one step. The new content is first written to a draft. A draft is a temporary file in
the same folder. If writing fails, the old file stays unchanged. If the path is a symbolic link, the file behind the
link is replaced. A device or FIFO is opened and written directly. The path `-` means standard output.

`output_apart` keeps standard output for what a program answers, apart from what the code of a user prints.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import io
import os
import secrets
import stat
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from advsearch.errors import AdvsearchError

STANDARD_OUTPUT: Final = Path("-")

_DRAFT: Final = ".draft"
_DATABASE: Final = b"SQLite format 3\0"
"""The first bytes of a SQLite database."""
_BESIDE_DATABASE: Final = ("-lock", "-wal", "-shm", "-journal")
"""The endings of the files beside a store."""
_LONGEST_NAME: Final = 200
"""If a file's name has more than `_LONGEST_NAME` bytes, its draft's name contains a checksum of the file's name. File
systems allow at most 255 bytes in a name."""


def write(path: Path, pieces: Iterable[str]) -> None:
    """Write text as UTF-8 without changing line ends. Raises an `AdvsearchError` that names the file if it cannot
    be written."""
    if path == STANDARD_OUTPUT:  # the caller reports errors of standard output
        _print(pieces)
        return
    try:
        with opened(path) as file:
            for piece in pieces:
                file.write(piece.encode())
    except OSError as error:
        raise AdvsearchError(f"{str(path)!r} cannot be written: {error.strerror or error}") from None


@contextlib.contextmanager
def opened(path: Path, *, mode: int = 0o666, sync: bool = True) -> Iterator[IO[bytes]]:
    """Open a file to write. When the `with` block ends without an error, the new content replaces the target. Raises
    `OSError`.

    `mode` is the mode of a new file, minus the umask. An existing file keeps its mode. With `sync` the content is
    stored on the disk before it replaces the target.
    """
    found = _status(path)
    _refuse_database(path)
    if found is not None and (here := _standard(found)) is not None:
        with open(os.dup(here), "wb") as file:
            yield file
        return
    if found is not None and not stat.S_ISREG(found.st_mode):
        with open(os.open(path, os.O_WRONLY), "wb") as file:
            yield file
        return
    target = Path(os.path.realpath(path))
    if found is not None and not os.access(target, os.W_OK):  # a draft could replace even such a file
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    draft = target.with_name(f"{_beginning(target)}{secrets.token_hex(4)}{_DRAFT}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
    try:
        with open(handle, "wb") as file:
            if found is not None:
                _make_like(draft, found)
            yield file
            file.flush()
            if sync:
                os.fsync(file.fileno())
        os.replace(draft, target)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def _refuse_database(path: Path) -> None:
    """Raise an error if a file is part of a SQLite database. advsearch keeps games in such files, and writes nothing
    else that could replace them. Links lead to the same file."""
    target = os.path.realpath(path)
    for ending in ("", *_BESIDE_DATABASE):
        if target.endswith(ending) and _is_database(target[: len(target) - len(ending)]):
            raise AdvsearchError(
                f"{str(path)!r} cannot be written: it {'belongs to' if ending else 'is'} a store of games, which "
                "would be destroyed; give another file"
            )


def _is_database(path: str) -> bool:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return False
        with open(path, "rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return False


def remove_drafts(path: Path) -> None:
    """Remove the drafts of this file that killed processes left behind. The caller must know that no process is
    writing the file.
    """
    target = Path(os.path.realpath(path))
    for draft in target.parent.glob(f"{glob.escape(_beginning(target))}*{_DRAFT}"):
        draft.unlink(missing_ok=True)


def _beginning(target: Path) -> str:
    """The common prefix of the names of all drafts of a file."""
    name = target.name
    return f".{name}." if len(os.fsencode(name)) <= _LONGEST_NAME else f".{zlib.crc32(os.fsencode(name)):08x}."


def _status(path: Path) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _standard(found: os.stat_result) -> int | None:
    """Return 1 if `found` is the `os.stat` result of standard output, 2 if `found` is the `os.stat` result of
    standard error, else None. For example, `os.stat("/dev/stdout")` returns the `os.stat` result of standard output.
    The stream is flushed first, so that its buffered text comes before bytes written to the descriptor.
    """
    for stream, number in ((sys.stdout, 1), (sys.stderr, 2)):
        with contextlib.suppress(OSError):
            if os.path.samestat(found, os.fstat(number)):
                if stream is not None:
                    stream.flush()
                return number
    return None


def _make_like(draft: Path, found: os.stat_result) -> None:
    """Give a draft the mode and, if the system allows, the owner of the file that it will replace."""
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):
            os.chown(draft, found.st_uid, found.st_gid)
    os.chmod(draft, stat.S_IMODE(found.st_mode))


def _print(pieces: Iterable[str]) -> None:
    """Write to standard output the same bytes that a file would contain. If standard output accepts only text, write
    text.
    """
    out = sys.stdout
    binary: IO[bytes] | None = getattr(out, "buffer", None)
    out.flush()
    for piece in pieces:
        if binary is None:
            out.write(piece)
        else:
            binary.write(piece.encode())
    (binary or out).flush()


@contextlib.contextmanager
def output_apart() -> Iterator[IO[str] | None]:
    """A context in which everything that is printed goes to standard error, also what other processes print and what
    is written to descriptor 1. The context's value is the original standard output.
    """
    out = sys.stdout
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(sys.stderr))
        if isinstance(out, io.TextIOWrapper) and out is sys.__stdout__ and _descriptor(out) == 1:
            out.flush()
            kept = stack.enter_context(os.fdopen(os.dup(1), "w", encoding=out.encoding, errors=out.errors))
            stack.callback(os.dup2, kept.fileno(), 1)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere if sys.stderr is None else 2, 1)
            os.close(nowhere)
            stack.callback(out.flush)
            yield kept
        else:
            yield out


def _descriptor(stream: IO[str]) -> int | None:
    try:
        return stream.fileno()
    except (OSError, ValueError):  # not a file, or closed
        return None
