"""Blocks of memory for machine code: private, zero, in large pages where the system has them."""

from __future__ import annotations

import ctypes
import itertools
import mmap
import os
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

_MAPPED: Final = 1 << 18
"""A block of at least this many bytes is mapped."""
_LARGE: Final = 4 << 20
"""A block of at least this many bytes is mapped in pages of two megabytes, if the system has them. A table in
ordinary pages costs a search half as much time again."""
_PAGE: Final = 2 << 20


class Block:
    """A piece of zero memory at a fixed address, freed when this object is."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._held: Any
        if size >= _MAPPED:
            self._held = _Apart(size + _PAGE) if _APART else _mapped(size + _PAGE)
            start = self._held.address if _APART else ctypes.addressof(ctypes.c_char.from_buffer(self._held))
            self.address = -(-start // _PAGE) * _PAGE
        else:
            self._held = ctypes.create_string_buffer(size + 64)
            self.address = -(-ctypes.addressof(self._held) // 64) * 64

    def clear(self) -> None:
        """Set all bytes to 0. Mapped pages are given back; the system gives new ones where they are used."""
        if not isinstance(self._held, _Apart) or not self._held.renew():
            ctypes.memset(self.address, 0, self.size)


_APART: Final = sys.platform == "linux" and sys.maxsize == (1 << 63) - 1
_FAR: Final = 1 << 44
"""Where the system is asked for large blocks: far from libraries and machine code. LLVM needs the sections of an
object within two gigabytes of each other, aborts the process where they are not, and looks for places beside those
that it has; blocks of gigabytes there would be in its way."""
_next = itertools.count()
_GIVE_BACK: Final = 4
"""MADV_DONTNEED of Linux, after which private pages are zero."""


class _Apart:
    """Private pages far from everything else."""

    def __init__(self, size: int) -> None:
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
        self._size = size
        self._unmap = _system().munmap
        wished = _FAR + (next(_next) % 1024 << 36)
        found = _system().mmap(wished, size, mmap.PROT_READ | mmap.PROT_WRITE, flags, -1, 0)
        if found in (None, ctypes.c_void_p(-1).value):
            self._size = 0
            raise MemoryError(f"the system has no {size} bytes of address space")
        self.address = int(found)
        if size >= _LARGE + _PAGE:
            _system().madvise(found, size, getattr(mmap, "MADV_HUGEPAGE", 14))  # a wish, which may fail

    def renew(self) -> bool:
        """Give all pages back, so that they are zero again: whether the system does so."""
        return not _system().madvise(self.address, self._size, _GIVE_BACK)

    def __del__(self) -> None:
        if self._size:
            self._unmap(ctypes.c_void_p(self.address), ctypes.c_size_t(self._size))


@cache
def _system() -> Any:
    """The C library, with the signatures of what is called here."""
    library = ctypes.CDLL(None, use_errno=True)
    place, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    library.mmap.argtypes, library.mmap.restype = (place, size, number, number, number, ctypes.c_long), place
    library.munmap.argtypes = (place, size)
    library.madvise.argtypes = (place, size, number)
    return library


def _mapped(size: int) -> mmap.mmap:
    """Private pages, which the system gives at the first write: address space costs nothing before."""
    if os.name == "nt":
        return mmap.mmap(-1, size)
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
    return mmap.mmap(-1, size, flags=flags)


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
