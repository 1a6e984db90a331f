"""Reads and writes checkpoints: files of unfinished proofs. A checkpoint contains the bounds and the table with which
a stopped proof continues. A checkpoint has four parts:

- Line 1 is `_MAGIC`.
- Line 2 is JSON: the fields of `Checkpoint` except the table, and the size of the table in bytes.
- The cells of the table follow line 2.
- The last 4 bytes are the CRC-32 of line 2 and the cells.

A new checkpoint is first written to a draft beside the old file. The finished draft replaces the old checkpoint, so a
complete checkpoint exists at any time. If a process is killed while it writes a draft, this draft is deleted when the
proof continues.
"""

from __future__ import annotations

import json
import os
import tempfile
import zlib
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.system.files import STANDARD_OUTPUT, opened, remove_drafts
from advsearch.values import Value

_KIND: Final = b"advsearch solver checkpoint "
_MAGIC: Final = _KIND + b"2\n"
_LONGEST_HEADER: Final = 1 << 20
_CHUNK: Final = 1 << 20


@attrs.frozen(eq=False)
class Checkpoint:
    game: str
    """The game with its settings."""
    position: str
    words: list[int]
    """The position as words."""
    distance: bool
    fingerprint: str
    """The fingerprint of the compiled program that wrote the table. A program with another fingerprint would misread
    the table."""
    lower: Value
    upper: Value
    nodes: int
    """The number of nodes of all runs so far."""
    seconds: float
    table: Any
    """The table as an array of 64-bit cells."""


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint to its file. If the file cannot be written, raise `InvalidSettings` and leave an older file
    unchanged.
    """
    cells = memoryview(checkpoint.table).cast("B")
    header = attrs.asdict(checkpoint, filter=lambda field, _value: field.name != "table")
    line = json.dumps(header | {"bytes": len(cells)}).encode() + b"\n"
    try:
        with opened(path, mode=0o600) as file:
            file.write(_MAGIC)
            file.write(line)
            checksum = zlib.crc32(line)
            for start in range(0, len(cells), _CHUNK):
                chunk = cells[start : start + _CHUNK]
                checksum = zlib.crc32(chunk, checksum)
                file.write(chunk)
            file.write(checksum.to_bytes(4, "little"))
    except OSError as error:
        raise _unwritable(path, error) from error


def check_writable(path: Path) -> None:
    """Raise the errors that `save` would raise, before a proof begins. Drafts that killed processes left behind are
    deleted."""
    if path == STANDARD_OUTPUT:
        raise InvalidSettings("expected a file for the checkpoint, got '-' (standard output)")
    if path.exists() and not path.is_file():
        file_kind = "directory" if path.is_dir() else "device or pipe"
        raise InvalidSettings(f"expected a file for the checkpoint, got the {file_kind} {str(path)!r}")
    try:
        remove_drafts(path)
        tempfile.TemporaryFile(dir=os.path.dirname(os.path.realpath(path))).close()
    except OSError as error:
        raise _unwritable(path, error) from error


def remove(path: Path) -> None:
    """Delete the checkpoint of a finished proof. If `path` is a link, the link remains."""
    Path(os.path.realpath(path)).unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError) -> InvalidSettings:
    return InvalidSettings(f"cannot write the checkpoint {str(path.absolute())!r}: {error.strerror}")


def load(path: Path) -> Checkpoint:
    """Read a checkpoint that `save` has written. If the file is not a valid checkpoint, raise `InvalidSettings` with
    the reason.
    """
    with path.open("rb") as file:
        magic = file.readline(len(_MAGIC))
        if magic != _MAGIC:
            got = "a checkpoint of another version" if magic.startswith(_KIND) else "another kind of file"
            raise InvalidSettings(f"expected a solver checkpoint, got {got} in {str(path)!r}; give another file")
        try:
            line = file.readline(_LONGEST_HEADER)
            header = json.loads(line)
            size = header.pop("bytes")
            if size != os.fstat(file.fileno()).st_size - file.tell() - 4:
                raise ValueError("its size differs")
            cells = memoryview(bytearray(size))
            whole = file.readinto(cells) == size
            if not whole or file.read(5) != zlib.crc32(cells, zlib.crc32(line)).to_bytes(4, "little"):
                raise ValueError("its CRC-32 differs")
            return Checkpoint(**header, table=cells.cast("q"))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            message = (
                f"expected a whole checkpoint, got a damaged checkpoint in {str(path)!r} ({error}); delete the file"
            )
            raise InvalidSettings(message) from error
