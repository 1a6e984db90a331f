"""The external symbols of an object file, read from its symbol table.

LLVM does not report a missing symbol. A call of a missing function would crash the process. An object file may call
functions that LLVM's module does not declare, such as `fmod` for the remainder of floats.
"""

from __future__ import annotations

import struct
from typing import Final

_MAGIC: Final = b"\x7fELF\x02\x01"
"""The beginning of an object file in ELF: 64 bits, little-endian. numba makes ELF on Windows too."""
_FILE: Final = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION: Final = struct.Struct("<IIQQQQIIQQ")
_SYMBOL: Final = struct.Struct("<IBBHQQ")
_SYMBOL_TABLE: Final = 2
_UNDEFINED: Final = 0


def undefined(content: bytes) -> list[str] | None:
    """Return the names of the external symbols that an ELF object file uses. Return None for a file in another
    format."""
    if not content.startswith(_MAGIC):
        return None
    head = _FILE.unpack_from(content)
    place, size, number = head[6], head[11], head[12]
    sections = [_SECTION.unpack_from(content, place + index * size) for index in range(number)]
    found = []
    for _, kind, _, _, start, length, strings, _, _, _ in sections:
        if kind != _SYMBOL_TABLE:
            continue
        texts = sections[strings][4]
        for at in range(start + _SYMBOL.size, start + length, _SYMBOL.size):  # the first entry is not a symbol
            name, _, _, section, _, _ = _SYMBOL.unpack_from(content, at)
            if section == _UNDEFINED:
                end = content.index(b"\0", texts + name)
                found.append(content[texts + name : end].decode())
    return sorted(found)
