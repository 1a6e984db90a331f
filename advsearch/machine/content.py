"""The content number of a value in plain Python: what the runtime's `number` computes in machine code.

>>> number((1, "ab")) == number((1.0, "ab")), number({1, 2}) == number(frozenset({2, 1}))
(True, True)
"""

from __future__ import annotations

import enum
import struct
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

_WORD: Final = (1 << 64) - 1
_MOST: Final = (1 << 62) - 1
_NONE: Final = 0xFCA86420


def number(value: Any) -> int:
    """Return 62 bits that are the same for equal values, in every process and on both tiers.

    Strings, None, members of enums and objects are first replaced by ints and tuples, since their own hashes differ
    from process to process.
    """
    if type(value) is int:
        return hash(value) & _MOST
    return hash(_plain(value)) & _MOST


def _plain(value: Any) -> Any:
    """A value of ints, floats, tuples and frozensets whose hash is the content of this value."""
    rule = _RULES.get(type(value))
    if rule is None:
        rule = _RULES[type(value)] = _rule_for(type(value))
    return value if rule is _same else rule(value)


def _same(value: Any) -> Any:
    return value


def _items(value: Any) -> Any:
    return tuple(map(_plain, value))


def _members(value: Any) -> Any:
    return frozenset(map(_plain, value))


def _pairs(value: dict[Any, Any]) -> Any:
    return frozenset((_plain(key), _plain(each)) for key, each in value.items())


def _text(value: str) -> int:
    """A character is one product; a longer string is the hash of its length and its code points in words."""
    if len(value) == 1:
        return ((ord(value) + 1) * 0x9E3779B97F4A7C15 & _WORD) >> 4
    try:
        content = value.encode("latin-1")
    except UnicodeEncodeError:
        content = value.encode("utf-32-le", "surrogatepass")
    words = -(-len(content) // 8)
    return hash((len(value), *struct.unpack(f"<{words}q", content.ljust(8 * words, b"\0"))))


def _range(value: range) -> Any:
    if not value:
        return 0, _NONE, _NONE
    return len(value), value.start, value.step if len(value) > 1 else _NONE


def constant_number(value: Any) -> int:
    """Return the content of a member of an enum, a function or a class: the hash of its qualified name."""
    kind = value if hasattr(value, "__qualname__") else type(value)
    name = f"{kind.__module__}.{kind.__qualname__}"
    return _text(f"{name}.{value.name}" if isinstance(value, enum.Enum) else name)


_RULES: Final[dict[type, Callable[[Any], Any]]] = {
    int: _same,
    float: _same,
    bool: _same,
    type(None): lambda _: _NONE,
    str: _text,
    tuple: _items,
    list: _items,
    set: _members,
    frozenset: _members,
    dict: _pairs,
    range: _range,
}


def _rule_for(kind: Any) -> Callable[[Any], Any]:
    if issubclass(kind, enum.Enum) and not issubclass(kind, int):
        return constant_number
    for parent in (int, float, str, tuple, list, frozenset, set, dict):
        if issubclass(kind, parent):
            return int if parent is int else _RULES[parent]
    from advsearch.machine.classes import fields_of  # not above: it reads sources, and most states need none

    names = None if issubclass(kind, type) or kind.__module__ == "builtins" else fields_of(kind)
    if not names:
        return constant_number if names is None else lambda _: ()
    if len(names) == 1:
        one = attrgetter(names[0])
        return lambda value: (_plain(one(value)),)
    several = attrgetter(*names)
    return lambda value: tuple(map(_plain, several(value)))
