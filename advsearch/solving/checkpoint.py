"""A long proof on disk: what is known, and the table, so that a stopped or killed solver goes on where it was.

    line 1      the words of `_MAGIC`
    line 2      the fields of `Checkpoint` but the table, as JSON, with the table's size in bytes
    then        the table's cells
    the last 4  CRC-32 of the cells

The file is written beside its place and moved there, so that it is always whole: the last one or this one.
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

_MAGIC: Final = b"advsearch solver checkpoint 1\n"
_LONGEST_HEADER: Final = 1 << 20
_CHUNK: Final = 1 << 20


@attrs.frozen(eq=False)
class Checkpoint:
    game: str
    """The game with its settings."""
    position: str
    distance: bool
    fingerprint: str
    """Of the program that wrote the table: another would misread it."""
    lower: int
    upper: int
    nodes: int
    """Spent so far, over all runs."""
    seconds: float
    table: Any
    """An array of 64-bit cells."""


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write the file, or leave the one that is there as it is."""
    cells = memoryview(checkpoint.table).cast("B")
    header = attrs.asdict(checkpoint, filter=lambda field, _value: field.name != "table")
    header |= {"bytes": len(cells)}
    path = path.absolute()
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC)
            file.write(json.dumps(header).encode() + b"\n")
            checksum = 0
            for start in range(0, len(cells), _CHUNK):
                chunk = cells[start : start + _CHUNK]
                checksum = zlib.crc32(chunk, checksum)
                file.write(chunk)
            file.write(checksum.to_bytes(4, "little"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def load(path: Path) -> Checkpoint:
    """Read a file that `save` wrote; `InvalidSettings` says what is wrong with any other."""
    with path.open("rb") as file:
        if file.readline(len(_MAGIC)) != _MAGIC:
            raise InvalidSettings(f"expected a solver checkpoint, got another kind of file in {str(path)!r}")
        try:
            header = json.loads(file.readline(_LONGEST_HEADER))
            size = header.pop("bytes")
            cells = memoryview(bytearray(size))
            whole = file.readinto(cells) == size
            if not whole or file.read(5) != zlib.crc32(cells).to_bytes(4, "little"):
                raise ValueError("size or CRC-32 differs")
            return Checkpoint(**header, table=cells.cast("q"))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            message = f"expected a whole checkpoint, got a damaged one in {str(path)!r} ({error}); delete it"
            raise InvalidSettings(message) from error
