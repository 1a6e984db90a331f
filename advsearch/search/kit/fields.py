"""The types by which a text declares its mutable state, and what stands for any state, action or key.

Only the annotated fields of a `Machine` change while a search runs. All other attributes are constants, the objects
that they lead to included. A `Record` is a row of an `Arena`, and is named by its number.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Iterable
from functools import cache
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar, cast, get_type_hints

I8: TypeAlias = Annotated[int, "I8"]
I16: TypeAlias = Annotated[int, "I16"]
I32: TypeAlias = Annotated[int, "I32"]
"""Whole numbers that the text promises to fit into so many bits, signed."""
Value: TypeAlias = Annotated[Any, "Value"]
"""A value of a search: a whole number or a float. A build has one of the two."""
State: TypeAlias = Annotated[Any, "State"]
"""A state of any game."""
Action: TypeAlias = Annotated[Any, "Action"]
"""An action of any game, or NOTHING."""
Key: TypeAlias = Annotated[Any, "Key"]
"""The content of a state: two keys are equal exactly if the states are equal by `==`."""


class Nothing(enum.Enum):
    """What an action or a key is before it is set."""

    NOTHING = 0


NOTHING: Final = Nothing.NOTHING


class Machine:
    """The base of objects with mutable state: the annotated fields of the class, and no others."""


class Data(Machine):
    """The base of games whose declared fields differ from search to search, as the nodes of a tree do.

    Neither the contents of their lists nor the lengths are part of a build. They do not change while a search runs.
    Two such games are equal, and share a build, if their `settings` are equal.
    """

    def settings(self) -> tuple[Any, ...]:
        """Return all that is no data: what decides the machine code."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or not isinstance(other, Data):
            return NotImplemented
        return self.settings() == other.settings()

    def __hash__(self) -> int:
        return hash(self.settings())


class Record:
    """The base of the rows of an arena. A new row has 0 in each field, and NOTHING for an action or a key."""

    def __init__(self) -> None:
        for name, fresh in _fresh(cast(Any, type(self))):
            setattr(self, name, fresh)


@cache
def _fresh(kind: type) -> tuple[tuple[str, Any], ...]:
    zeros = {bool: False, float: 0.0, int: 0}
    hints = get_type_hints(kind)
    return tuple((name, zeros.get(hint, NOTHING) if name != "value" else 0) for name, hint in hints.items())


Row = TypeVar("Row", bound=Record)


class Arena(Machine, Generic[Row]):
    """Numbered records of one class. A record is made when it is first read."""

    def __init__(self, kind: Callable[[], Row], size: int) -> None:
        self.kind = kind
        self.size = size
        self.bound = size
        """Machine code refuses numbers from here on. If it is greater than `size`, the text keeps to the size."""
        self.rows: dict[int, Row] = {}

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: int) -> Row:
        row = self.rows.get(index)
        if row is None:
            row = self.rows[index] = self.kind()
        return row

    def first(self, count: int) -> list[Row]:
        """Return the first `count` records."""
        return [self[index] for index in range(count)]

    def put(self, name: str, values: Iterable[Any]) -> None:
        """Write a field of the first records, one value into each."""
        for index, value in enumerate(values):
            setattr(self[index], name, value)


class Blank(list[Any]):
    """A list of `size` NOTHINGs as a declared field has it in the form of machine code. It takes no memory here."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size

    def __len__(self) -> int:
        return self.size


_EXACT: Final = 1 << 53


def above(value: Value) -> Value:
    """Return the next float above a number, or for a large whole number the next whole number."""
    if isinstance(value, int) and not -_EXACT < value < _EXACT:
        return value + 1
    return math.nextafter(value, math.inf)


_WORD: Final = (1 << 64) - 1


def mixed(word: int) -> int:
    """Return 62 bits in which each bit of `word` has a part."""
    word = ((word ^ word >> 32) * 0xD6E8FEB86659FD93) & _WORD
    word = ((word ^ word >> 32) * 0xD6E8FEB86659FD93) & _WORD
    return (word ^ word >> 32) >> 2


class RandomNumbers(Machine):
    """Numbers that look random and are the same on both tiers (splitmix64)."""

    seed: int

    def __init__(self, seed: int) -> None:
        self.seed = seed & _WORD

    def below(self, number: int) -> int:
        """Return a whole number from 0 to `number` - 1."""
        self.seed = (self.seed + 0x9E3779B97F4A7C15) & _WORD
        word = self.seed
        word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & _WORD
        return (word ^ word >> 31) % number
