"""Scratch memory of a search: one block of 64-bit cells, reached through a single number.

In compiled code the number is the block's address, and the functions of this module are loads and stores. In
uncompiled code it is a list, and they are subscripts. An array as an argument would take seven words at every
recursive call; an address takes one.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import mmap
from array import array
from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from advsearch.bounds import check_memory, no_memory
from advsearch.errors import PluginError

Block: TypeAlias = Any
"""An address (compiled) or a list (uncompiled)."""

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
    """Like `get`, but for a cell that another thread may write."""
    value: int = block[index]
    return value


def mix(hashed: int, word: int) -> int:
    """A hash of `hashed` and `word` in 63 bits (multiply and fold, twice)."""
    mixed = ((hashed ^ word) * FIRST_FACTOR) & _WORD
    mixed = ((mixed ^ mixed >> 32) * SECOND_FACTOR) & _WORD
    return (mixed ^ mixed >> 29) >> 1


def whole(value: int) -> int:
    """Return the whole number itself. A float is refused: this raises in Python and does not compile."""
    if not isinstance(value, int):
        raise PluginError(f"expected a kernel to return a whole number, got {value!r}")
    return value


def just_below(value: float) -> float:
    """The next smaller float."""
    return math.nextafter(value, -math.inf)


def power(one: float, by: float) -> float:
    """`one ** by`, computed by the C library as in Python; infinite if Python would raise `OverflowError`.

    A power of 2 is not the same as a product: 8 squares in 10,000 differ in their last bit.
    """
    try:
        value: float = one**by
    except OverflowError:
        return math.inf
    return value


_HUGE: Final = 4 << 20
"""Bytes from which a block is mapped, and asks for pages of two megabytes."""
_CLEARED: Final = 1 << 16
"""Cells that are cleared at once."""


class Memory:
    """A block for compiled code; it lives as long as this object, or as `cells`.

    If there is not enough memory, the error names the setting `what` and its `value`.
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
    """Zeroed memory in large pages, where the system has them.

    A search soon writes to every part of its table. With ordinary pages the first 40,000 writes to 64 MB took 570 ms,
    a page fault each; with large pages they took 110 ms. Later writes miss fewer address translations, too.
    """
    block = mmap.mmap(-1, size)
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with contextlib.suppress(OSError):  # a kernel built without them
            block.madvise(mmap.MADV_HUGEPAGE)
    return block


def clear(cells: Any, start: int = 0, end: int | None = None) -> None:
    """Set the cells of a block from `start` to `end` to 0, in memory or in a list."""
    end = len(cells) if end is None else end
    if isinstance(cells, list):
        cells[start:end] = [0] * (end - start)
        return
    nothing = memoryview(bytes(8 * min(_CLEARED, max(0, end - start)))).cast("q")
    for first in range(start, end, _CLEARED):
        last = min(end, first + _CLEARED)
        cells[first:last] = nothing[: last - first]


def write(cells: Any, start: int, numbers: Sequence[int]) -> None:
    """Write numbers into a block from `start` on, in memory or in a list."""
    cells[start : start + len(numbers)] = numbers if isinstance(cells, list) else array("q", numbers)


def copied(cells: Any) -> Any:
    """A copy of the cells of a block, which later writes to the block do not change."""
    return memoryview(bytearray(cells)).cast("q")


def listed(cells: Any) -> list[int]:
    """Some cells, in memory or in a list, as a list."""
    found: list[int] = cells if isinstance(cells, list) else cells.tolist()
    return found


def as_floats(cells: Any) -> Any:
    """The same cells of memory as floats."""
    return cells.cast("B").cast("d")


def listed_floats(cells: Any, places: slice) -> list[float]:
    """Cells that hold floats, in memory or in a list, as a list."""
    found: list[float] = cells[places] if isinstance(cells, list) else as_floats(cells)[places].tolist()
    return found


def plain_memory(cells: int) -> list[int | float]:
    """A block for uncompiled code."""
    return [0] * cells
