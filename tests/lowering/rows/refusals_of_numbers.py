"""Functions that need the class of a value, or a number that a cell cannot store, with the messages of their
refusals.
"""

from __future__ import annotations

HEADER_OF_NUMBERS = """
from collections import deque
import enum


class Rank(enum.IntFlag):
    LOW, HIGH = 1, 2


class Turned(enum.IntEnum):
    ONE = 1

    def __add__(self, other):
        return 0


class Cell(int):
    def __add__(self, other):
        return 0


CELLS = (Cell(1), Cell(2))
"""
_TEXT = "an int or a bool is converted to a string; write int(...) around the value"
_CLASS = "isinstance is called with an int or a bool; pass values of one class"
_IS = "`is` compares a number and a bool; write =="

CASES_OF_NUMBERS: dict[str, tuple[str, str]] = {
    "a number or a bool in an f-string": ("return f'{max(s[0] > 0, s[1])}'", _TEXT),
    "a number or a bool in str": ("v = s[0] > 1 and s[1]\n    return str(v)", _TEXT),
    "a number or a bool in repr": ("v = [s[0] > 1, s[1]]\n    return repr(v[s[2] % 2])", _TEXT),
    "a number or a bool with %": ("v = s[0] if s[1] else s[0] > 0\n    return '%s' % v", _TEXT),
    "a bool that is an item of a list of numbers": (
        "v = [False] * 3\n    v[s[0] % 3] = s[1]\n    return str(v[s[2] % 3])",
        _TEXT,
    ),
    "a constant number or bool": ("v = ((True, 1), (1, True))[s[0] % 2]\n    return str(v[s[1] % 2])", _TEXT),
    "a word, a number or a bool": ("v = 'pass' if s[0] else s[1] > 0\n    return str(v)", _TEXT),
    "the result of & of numbers or bools": (
        "v = max(s[0] > 0, s[1])\n    w = max(s[1] > 0, s[0])\n    return str(v & w)",
        _TEXT,
    ),
    "isinstance of a number or a bool": ("v = max(s[0] > 0, s[1])\n    return isinstance(v, bool)", _CLASS),
    "isinstance of a float or a number": (
        "v = 1.5 if s[0] else s[1]\n    return isinstance(v, int)",
        "isinstance is called with a float or an int; pass values of one class",
    ),
    "is between a bool and a number or None": ("v = s[0] if s[1] else None\n    return v is True", _IS),
    "is between a bool that is computed and a number": ("return (s[0] > 0) is s[1]", _IS),
    "is between a bool and a float": ("v = s[0] / 2\n    return v is True", _IS),
    "- of a flag or a number": (
        "v = Rank.LOW if s[0] else s[1]\n    return ~v",
        "`~v` is called with an int or a Rank; write int(...) around the operand",
    ),
    "a number of a class with its own operators": (
        "v = Turned.ONE if s[0] else s[1]\n    return v + 1",
        "`Turned.ONE if s[0] else s[1]` is sometimes an int and sometimes an int; use values of one type",
    ),
    "constant numbers of a class with its own operators": (
        "return CELLS[s[0] % 2] + 1",
        "the class Cell is an int with operators of its own; ",
    ),
    "a float and a long number": (
        "return 1.5 < (1 << 70) + s[0]",
        "an operation combines a float and a number beyond 63 bits; use whole numbers",
    ),
    "a constant float beside a number that no float is equal to": (
        "return (1.5, 9007199254740993)[s[0] % 2]",
        "`(1.5, 9007199254740993)[s[0] % 2]` is sometimes a float and sometimes an int; use values of one type",
    ),
    "a sort with a key that changes a list": (
        "x = []\n    return sorted(s, key=lambda v: x.append(v) or -v)",
        "the key of a sort changes a value; make a list of the keys in a loop first",
    ),
    "zip of generators that change a list": (
        "x = []\n    return list(zip((x.append(v) or 1 for v in s), (x.append(v) or len(x) for v in s)))",
        "zip reads an iterator that changes a value; write a loop",
    ),
    "an iterator that is compared": (
        "return reversed(s) == list(s)",
        "an iterator or a view of a dict is compared; write list(...) or set(...) around each side",
    ),
    "the values of a dict that are compared": (
        "d = {v: 1 for v in s}\n    return d.values() == [1, 1, 1]",
        "an iterator or a view of a dict is compared; write list(...) or set(...) around each side",
    ),
    "a list that is ordered with a tuple": (
        "return [s[0]] < (5,)",
        "`<` compares a list and a tuple of 1; compare numbers, characters or tuples",
    ),
    "a deque that is compared with a list": (
        "q = deque(s)\n    r = q\n    return r == list(s)",
        "`r == list(s)` uses a deque like a list; write list(...) around the deque",
    ),
    "a slice of a deque": (
        "q = deque(s)\n    return q[1:]",
        "`q[1:]` uses a deque like a list; write list(...) around the deque",
    ),
    "the class of a deque": (
        "q = deque(s)\n    return isinstance(q, list)",
        "`isinstance(q, list)` uses a deque like a list; write list(...) around the deque",
    ),
    "a deque that is sorted": (
        "q = deque(s)\n    q.sort()\n    return q[0]",
        "`q.sort()` uses a deque like a list; write list(...) around the deque",
    ),
    "a deque in a list": (
        "return deque(s) in [list(s)]",
        "`deque(s) in [list(s)]` uses a deque like a list; write list(...) around the deque",
    ),
    "a sum of a deque and a list": (
        "q = deque(s)\n    return q + [1]",
        "`q + [1]` uses a deque like a list; write list(...) around the deque",
    ),
}
