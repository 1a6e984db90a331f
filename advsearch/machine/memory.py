"""Blocks of memory for machine code: private, zero, in large pages where the system has them."""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
from array import array
from collections.abc import Sequence
from typing import Final

_LARGE: Final = 4 << 20
"""A block of at least this many bytes is mapped, if possible in pages of two megabytes. A table in ordinary pages
costs a search half as much time again."""
_PAGE: Final = 2 << 20


class Block:
    """A piece of zero memory at a fixed address, freed when this object is."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._held: mmap.mmap | ctypes.Array[ctypes.c_char]
        if size >= _LARGE:
            self._held = held = _mapped(size + _PAGE)
            start = ctypes.addressof(ctypes.c_char.from_buffer(held))
            self.address = -(-start // _PAGE) * _PAGE
        else:
            self._held = ctypes.create_string_buffer(size + 64)
            self.address = -(-ctypes.addressof(self._held) // 64) * 64

    def clear(self) -> None:
        """Set all bytes to 0."""
        ctypes.memset(self.address, 0, self.size)


def _mapped(size: int) -> mmap.mmap:
    """Private pages, which the system gives at the first write: address space costs nothing before."""
    if os.name == "nt":
        return mmap.mmap(-1, size)
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
    block = mmap.mmap(-1, size, flags=flags)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a system without large pages
            block.madvise(mmap.MADV_HUGEPAGE)
    return block


def word_at(address: int) -> int:
    """Return the word at an address, as a signed number."""
    return ctypes.c_int64.from_address(address).value


def words_at(address: int, count: int) -> list[int]:
    """Return `count` words from an address on."""
    return list((ctypes.c_int64 * count).from_address(address))


def put_words(address: int, words: Sequence[int]) -> None:
    """Write words from an address on."""
    put_bytes(address, array("q", words).tobytes())


def bytes_at(address: int, count: int) -> bytes:
    """Return `count` bytes from an address on."""
    return ctypes.string_at(address, count)


def put_bytes(address: int, content: bytes) -> None:
    """Write bytes from an address on."""
    ctypes.memmove(address, content, len(content))
