"""Limits on what a user may request of this machine: memory, and threads or processes that run at the same time."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

from advsearch.errors import InvalidSettings

_PER_CORE: Final = 8
_FEWEST: Final = 64
_CONTROL_GROUPS: Final = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
_MEGABYTE: Final = 1 << 20


_SMALL: Final = 16 << 20
"""The amount of memory, in bytes, that every machine is assumed to have."""


def most_at_once() -> int:
    """The largest number of threads or processes that may run at the same time.

    The limit is larger than the number of cores, because programs may spend time waiting.
    """
    return max(_FEWEST, _PER_CORE * (os.cpu_count() or 1))


def check_at_once(setting: str, count: int) -> None:
    """Raise an error if `count` threads or processes are more than `most_at_once` allows."""
    most = most_at_once()
    if count > most:
        raise InvalidSettings(f"expected {setting} to be at most {most} on this machine, got {count}")


def memory_bytes() -> int | None:
    """The number of bytes of memory that this process may use. The result is None if the number is unknown."""
    known: list[int] = []
    with contextlib.suppress(AttributeError, ValueError, OSError):
        known.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for place in _CONTROL_GROUPS:
        with contextlib.suppress(OSError, ValueError):  # "max" means no limit
            known.append(int(Path(place).read_text(encoding="ascii")))
    return min((size for size in known if size > 0), default=None)


def check_memory(setting: str, value: int, size: int) -> None:
    """Raise an error if a setting such as `table=1000` takes more memory than this machine has. `size` is the number
    of bytes that the setting takes."""
    if size <= _SMALL:  # reading the machine's limit takes longer than a small search
        return
    there = memory_bytes()
    if there is not None and size > there:
        raise InvalidSettings(
            f"expected {setting} to fit the memory of this machine, {there // _MEGABYTE:,} MB, got {value}, "
            f"which takes {size // _MEGABYTE:,} MB"
        )


def no_memory(setting: str, value: int, size: int) -> InvalidSettings:
    """The error to raise if the system refuses the memory that a setting needs."""
    return InvalidSettings(
        f"expected {setting} to fit the memory that is free, got {value}, which takes {size // _MEGABYTE:,} MB; "
        "give a smaller one"
    )
