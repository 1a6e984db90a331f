"""What is needed to run a program that was compiled: its build, and how its words and its memory are to be read.

Nothing here is known to the compiler only, so a program that is kept on the disk runs without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from advsearch.machine.building import Build
from advsearch.machine.fields import Declared
from advsearch.machine.types import Type


@attrs.frozen(eq=False)
class Field:
    """A field of a machine, or the block of an arena, and its variable in the machine code."""

    owner: Any
    name: str
    variable: str
    declared: Declared | None
    """None for an arena, and for the length of a list of data."""
    unsigned: bool = False
    """Whether it holds whole numbers of 64 bits without a sign."""


@attrs.frozen(eq=False)
class Given:
    """An argument that is given at each call."""

    type: Type
    is_value: bool
    """Whether it is a value of the search, which is of one kind for a whole build."""


@attrs.frozen(eq=False)
class Made:
    """A program that was compiled."""

    build: Build
    given: Mapping[str, tuple[Given, ...]]
    places: Mapping[int, tuple[str, int]]
    constants: Sequence[Any]
    classes: Mapping[type, int]
    errors: Mapping[int, type[BaseException]]
    fields: tuple[Field, ...]
    universes: Sequence[Sequence[Any]]
    """The members that sets may have which are held as bits, by the numbers of their universes."""
    action: Type | None
    """The type of all actions that may be kept in fields."""
    key_words: int
    """How many words a stored key may have."""
    real: bool
    """Whether the values of the search are floats."""
