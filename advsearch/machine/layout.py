"""The layout of values in the memory of a build. Nothing else in this package states an offset, a tag or a code.

A value is one word of 64 bits. Its lowest bits are its tag:

| bits | value |
|---|---|
| `xxx1` | an int of 63 bits, `n << 1 | 1` |
| `000` | the address of a row in memory; 0 itself is no value, and what a function returns that failed |
| `010` | a string of one character, `code point << 3 | 2`; no other form of such a string exists |
| `100` | `FALSE`, `TRUE`, `NONE`, `GONE` (a removed member), `NOTHING` (an unset field) |
| `110` | an object of the build's table of constants, `index << 3 | 6`, such as a function or a member of an enum |

A row in memory begins with its header, `kind | class << 8`. What follows, in words:

| kind | words after the header |
|---|---|
| `STRING` | length, code points in bytes (header `NARROW`, all below 256) or in 4 bytes (`WIDE`, any is not), \
zeros up to a whole word; the length is never 1 |
| `TUPLE` | length, items; class 0 is `tuple`, others are named tuples |
| `LIST` | length, address of the items, capacity |
| `SET`, `FROZEN` | members, address of the table, mask, fill, finger, hash (-1: not known); table: (hash, member), \
member 0 where none was, `GONE` where it was removed, as CPython's |
| `DICT` | keys, address of the entries, entries (removed ones too), address of the index, mask; \
entry: (hash, key, value), key 0 if removed; index: 4 bytes each, number of the entry and 1 more, or 0 |
| `FLOAT` | the bits |
| `RANGE` | 3, start, stop, step (as values) |
| `OBJECT` | length, fields in the order of the build's class table |
| `BITS` | length, words of bits: a set; class: twice the number of its universe, and 1 more if it can be changed |
| `WIDE_INT` | length, limbs (two's complement, the lowest first, as few as suffice); only if 63 bits do not suffice |
| `KEY` | length, hash, words (exact, equal for equal values) |

The state of a running build is in global variables of its module, `STATE`, each of one word.
"""

from __future__ import annotations

from typing import Final

# Tags
INT_TAG: Final = 1
TAG_MASK: Final = 7
POINTER_TAG: Final = 0
CHARACTER_TAG: Final = 2
SPECIAL_TAG: Final = 4
CONSTANT_TAG: Final = 6
TAG_BITS: Final = 3

FALSE: Final = 4
TRUE: Final = 12
NONE: Final = 20
GONE: Final = 28
NOTHING: Final = 36

LEAST_INT: Final = -(1 << 62)
MOST_INT: Final = (1 << 62) - 1

# Kinds: the low byte of a header
KIND_MASK: Final = 255
CLASS_SHIFT: Final = 8
STRING: Final = 1
TUPLE: Final = 2
LIST: Final = 3
SET: Final = 4
FROZEN: Final = 5
DICT: Final = 6
FLOAT: Final = 7
RANGE: Final = 8
OBJECT: Final = 9
BITS: Final = 10
WIDE_INT: Final = 11
KEY: Final = 12

NARROW: Final = STRING | 1 << CLASS_SHIFT
WIDE: Final = STRING | 3 << CLASS_SHIFT  # so that `NARROW | WIDE` is WIDE

# Offsets in bytes. Every kind but FLOAT has its length at LENGTH.
LENGTH: Final = 8
ITEMS: Final = 16
"""The first item of a tuple, field of an object, word of bits, limb of a wide int, byte of a string."""
FLOAT_BITS: Final = 8
LIST_ITEMS: Final = 16
LIST_CAPACITY: Final = 24
LIST_WORDS: Final = 4
SET_TABLE: Final = 16
SET_MASK: Final = 24
SET_FILL: Final = 32
SET_FINGER: Final = 40
SET_HASH: Final = 48
SET_WORDS: Final = 7
SET_ENTRY: Final = 16
ENTRY_HASH: Final = 0
ENTRY_KEY: Final = 8
ENTRY_VALUE: Final = 16
DICT_ENTRIES: Final = 16
DICT_COUNT: Final = 24
DICT_INDEX: Final = 32
DICT_MASK: Final = 40
DICT_WORDS: Final = 6
DICT_ENTRY: Final = 24
RANGE_START: Final = 16
RANGE_STOP: Final = 24
RANGE_STEP: Final = 32
RANGE_WORDS: Final = 5
KEY_HASH: Final = 16
KEY_ITEMS: Final = 24

ENTRY: Final = "entry_"
"""Before the names of entry points in the text, so that they are no names of the runtime."""

# The global variables of a build
STATE: Final = (
    "ARENA",  # the next free byte of the arena
    "LIMIT",  # where the arena ends; SLACK bytes behind it may be written without a test
    "BASE",  # where the arena begins for each call; below it is what lives as long as the build
    "ERR",  # 0, or the first error: code | detail << DETAIL_SHIFT | place << PLACE_SHIFT
    "STOP",  # volatile: not 0 if the search has to stop
    "STACK",  # no call may begin with its frame below this address
    "KEPT",  # kept memory: begin,
    "KEPT_TOP",  # end,
    "KEPT_NEXT",  # next free byte,
    "KEPT_COUNT",  # number of kept values,
    "KEPT_TABLE",  # their table (hash, value, address of its words, words) and
    "KEPT_MASK",  # its mask
    "KEY_BUFFER",  # scratch memory in which a key is written,
    "KEY_TOP",  # and its end
    "NUMBERS",  # a word for each constant of the build: its content number
    "UNIVERSES",  # a word for each universe of the build: the address of the tuple of its members
)
SLACK: Final = 1 << 16
"""Bytes behind LIMIT that exist: code may take rows of fixed size, of together at most `SLACK` bytes, and then
compare ARENA with LIMIT once."""

# Errors: the low byte of ERR
DETAIL_SHIFT: Final = 8
DETAIL_MASK: Final = (1 << 24) - 1
PLACE_SHIFT: Final = 32
E_MEMORY: Final = 1  # the arena is full
E_KEPT: Final = 2  # kept memory is full
E_TYPE: Final = 3
E_KEY: Final = 4
E_INDEX: Final = 5
E_EMPTY: Final = 6  # max() or pop of something empty, next() at an end
E_OVERFLOW: Final = 7  # an int does not fit
E_DIVISION: Final = 8
E_VALUE: Final = 9
E_GUARD: Final = 10  # detail: the number of the guard
E_STOP: Final = 11
E_RAISED: Final = 12  # detail: the number of the author's exception
E_RECURSION: Final = 13
E_FORM: Final = 14  # a value has no form here, such as a dict to be kept
E_KEY_ROOM: Final = 15  # the buffer for keys is full
E_ASSERTION: Final = 16
E_ATTRIBUTE: Final = 17  # an unset field was read
E_CHANGED: Final = 18  # a set or dict changed its size while a loop went through it
ERRORS: Final = {
    E_MEMORY: MemoryError,
    E_KEPT: MemoryError,
    E_TYPE: TypeError,
    E_KEY: KeyError,
    E_INDEX: IndexError,
    E_EMPTY: ValueError,
    E_OVERFLOW: OverflowError,
    E_DIVISION: ZeroDivisionError,
    E_VALUE: ValueError,
    E_RECURSION: RecursionError,
    E_FORM: TypeError,
    E_KEY_ROOM: MemoryError,
    E_ASSERTION: AssertionError,
    E_ATTRIBUTE: AttributeError,
    E_CHANGED: RuntimeError,
}
"""The exception of Python that an error stands for, where there is one."""
