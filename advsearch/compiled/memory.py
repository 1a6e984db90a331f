"""The scratch memory of a search, which is one block of 64-bit cells.

In compiled code, a block is given by its address, and the functions of this module load and store cells. In
uncompiled code, a block is a list, and the functions read and assign its items. A block is passed as an address and
not as an array, because an array would take seven words in every recursive call.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import mmap
from array import array
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from advsearch.errors import PluginError
from advsearch.system.bounds import check_memory, no_memory

Block: TypeAlias = Any
"""A block of memory. In compiled code, the block is given by its address. In plain Python, the block is a list."""

_WORD: Final = (1 << 64) - 1
FIRST_FACTOR: Final = 0x9E3779B97F4A7C15
SECOND_FACTOR: Final = 0xD6E8FEB86659FD93


def get(block: Block, index: int) -> int:
    value: int = block[index]
    return value


def put(block: Block, index: int, value: int) -> None:
    assert isinstance(value, int), f"expected an integer for cell {index}, got {value!r}"
    block[index] = value


def get_float(block: Block, index: int) -> float:
    value: float = block[index]
    return value


def put_float(block: Block, index: int, value: float) -> None:
    block[index] = value


def watch(block: Block, index: int) -> int:
    """Read a cell that another thread may write."""
    value: int = block[index]
    return value


def mix(hashed: int, word: int) -> int:
    """A 63-bit hash of the two numbers `hashed` and `word`."""
    mixed = ((hashed ^ word) * FIRST_FACTOR) & _WORD
    mixed = ((mixed ^ mixed >> 32) * SECOND_FACTOR) & _WORD
    return (mixed ^ mixed >> 29) >> 1


def whole(value: int) -> int:
    """Return a whole number unchanged. A call with a float raises an error in Python, and does not compile with
    numba."""
    if not isinstance(value, int):
        raise PluginError(f"expected a kernel to return a whole number, got {value!r}")
    return value


def just_below(value: float) -> float:
    """The largest float that is less than `value`."""
    return math.nextafter(value, -math.inf)


def power(one: float, by: float) -> float:
    """Return `one ** by`, or infinity if Python raises `OverflowError`. Python and compiled code call the same
    function of the C library.

    For 8 of 10,000 numbers, `power(one, 2)` differed from the product `one * one` in the last bit.
    """
    try:
        value: float = one**by
    except OverflowError:
        return math.inf
    return value


_HUGE: Final = 4 << 20
"""A block of at least `_HUGE` bytes is allocated by `mmap`, if possible in pages of two megabytes."""
_CLEARED: Final = 1 << 16
"""The number of cells that are cleared in one step."""


class Memory:
    """A block of memory for compiled code. The memory is freed when neither this object nor `cells` is in use.

    If there is not enough memory, the error message names the setting `what`, and shows the setting's `value`.
    """

    def __init__(self, cells: int, what: str = "memory", value: int = 0) -> None:
        check_memory(what, value, 8 * cells)
        try:
            block = bytearray(8 * cells) if 8 * cells < _HUGE else _mapped(8 * cells)
        except (MemoryError, OSError, OverflowError, ValueError) as error:
            raise no_memory(what, value, 8 * cells) from error
        self.cells: Any = memoryview(block).cast("q")
        self.address: int = ctypes.addressof(ctypes.c_char.from_buffer(block)) if cells else 0


def _mapped(size: int) -> mmap.mmap:
    """Allocate memory that contains zeros, in large pages if the system has large pages.

    A search soon writes to every part of its table. The first 40,000 writes to 64 MB took 110 ms with large pages,
    and 570 ms with ordinary pages. With large pages, later writes also cause fewer misses in the cache of address
    translations.
    """
    # By default the memory would be shared with forked children, which would write to the parent's tables.
    private = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
    block = mmap.mmap(-1, size, **private)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # an operating system without large pages
            block.madvise(mmap.MADV_HUGEPAGE)
    return block


def clear(cells: Any, start: int = 0, end: int | None = None) -> None:
    """Set the cells from `start` to `end` of a block or list to 0."""
    end = len(cells) if end is None else end
    if isinstance(cells, list):
        cells[start:end] = [0] * (end - start)
        return
    nothing = memoryview(bytes(8 * min(_CLEARED, max(0, end - start)))).cast("q")
    for first in range(start, end, _CLEARED):
        last = min(end, first + _CLEARED)
        cells[first:last] = nothing[: last - first]


def write(cells: Any, start: int, numbers: Sequence[int]) -> None:
    """Write numbers into a block or list, beginning at `start`."""
    cells[start : start + len(numbers)] = numbers if isinstance(cells, list) else array("q", numbers)


def copied(cells: Any, end: int) -> Any:
    """Copy the cells of a block before `end`. Later writes to the block do not change the copy."""
    return memoryview(bytearray(cells[:end])).cast("q")


def listed(cells: Any) -> list[int]:
    """Return the cells of a block or list as a list."""
    found: list[int] = cells if isinstance(cells, list) else cells.tolist()
    return found


def as_floats(cells: Any) -> Any:
    """Return a view of the cells as floats."""
    return cells.cast("B").cast("d")


def listed_floats(cells: Any, places: slice) -> list[float]:
    """Return the floats in the cells `places` of a block or list."""
    found: list[float] = cells[places] if isinstance(cells, list) else as_floats(cells)[places].tolist()
    return found


def plain_memory(cells: int) -> list[int | float]:
    """A block of memory for uncompiled code."""
    return [0] * cells
