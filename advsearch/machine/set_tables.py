"""The table behind a set of CPython, so that its copy in machine code is iterated in the same order.

The order of a set depends on the history of its insertions, which only the table shows. Where the table cannot be
read, or where hashes depend on a seed, a copy is made by adding the members one after another.
"""

from __future__ import annotations

import ctypes
import struct
import sys
import sysconfig
from typing import Any, Final

import attrs

_FIELDS: Final = struct.Struct("qqqqqqqq")
"""A set object: references, type, slots that are not new, members, mask, address of the table, hash, finger."""
_READABLE: Final = (
    sys.implementation.name == "cpython"
    and sys.maxsize == (1 << 63) - 1
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
    and not sysconfig.get_config_var("Py_DEBUG")
    and set.__basicsize__ == frozenset.__basicsize__ == 200
)


class Removed:
    """Stands for a member that was removed."""


REMOVED: Final = Removed()


@attrs.frozen
class SetTable:
    """The slots of a set: None if a slot is new, REMOVED, or a hash and a member."""

    slots: list[Removed | tuple[int, Any] | None]
    finger: int


def table_of(value: set[Any] | frozenset[Any]) -> SetTable | None:
    """Return the table of a set, or None if this Python does not show it."""
    if not _READABLE:
        return None
    _, _, fill, used, mask, table, _, finger = _FIELDS.unpack(ctypes.string_at(id(value), _FIELDS.size))
    if used != len(value) or not used <= fill <= mask or mask < 7 or mask & (mask + 1) or not table:
        return None
    members = {id(member): member for member in value}
    slots: list[Removed | tuple[int, Any] | None] = []
    for key, hashed in struct.iter_unpack("qq", ctypes.string_at(table, 16 * (mask + 1))):
        if key in members:
            slots.append((hashed, members.pop(key)))
        elif key and hashed != -1:
            return None
        else:
            slots.append(REMOVED if key else None)
    return None if members else SetTable(slots, finger)


def has_fixed_hash(value: Any) -> bool:
    """Return whether machine code has CPython's hash for a value: numbers, and tuples and frozensets of them."""
    if isinstance(value, tuple | frozenset):
        return all(map(has_fixed_hash, value))
    if type(value) is range:
        return len(value) > 1
    return type(value) in (int, float, bool)
