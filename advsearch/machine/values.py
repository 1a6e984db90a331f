"""What an expression gives while a function is compiled: a constant, registers, a function, or a loop to be."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

from advsearch.machine.facts import HIGH, LOW, Fact, Length, Range
from advsearch.machine.types import Only, Type

if TYPE_CHECKING:
    from advsearch.machine.scopes import Scope


class Unreached(Exception):
    """Raised where code cannot be reached with what is known so far, so that nothing is to be compiled."""


@attrs.frozen(eq=False)
class Word:
    """A register or a number in the text of a function, and what is known of it."""

    text: str
    fact: Fact | None = None

    @property
    def number(self) -> int | None:
        return int(self.text) if self.text.lstrip("-").isdigit() else None

    @property
    def range(self) -> Range:
        number = self.number
        if number is not None:
            return Range(number, number)
        return self.fact if isinstance(self.fact, Range) else Range(LOW, HIGH)

    @property
    def count(self) -> int | None:
        """The length of the sequence to which the register points, if it is known."""
        return self.fact.count if isinstance(self.fact, Length) else None

    def within(self, low: int, high: int) -> Word:
        """The same register, known to hold a number of this range."""
        old = self.range
        low, high = max(low, old.low), min(high, old.high)
        return Word(self.text, Range(low, high)) if low <= high and self.number is None else self

    def known(self, fact: Fact | None) -> Word:
        return self if fact is None or self.number is not None else Word(self.text, fact)

    def __str__(self) -> str:
        return self.text


def number(value: int) -> Word:
    return Word(str(value))


@attrs.frozen(eq=False)
class Held:
    """A value in registers."""

    type: Type
    words: tuple[Word, ...]
    origin: Any = None
    """What the name was bound to before a test narrowed it."""
    boxed: Word | None = None
    """The same value as a word that points to memory, if it was read from there."""

    @property
    def word(self) -> Word:
        return self.words[0]


@attrs.frozen(eq=False)
class Constant:
    """A value that is the same in every run; it becomes registers only where one is needed."""

    value: Any


@attrs.frozen(eq=False)
class Closure:
    """A lambda or an inner function, with the scope in which it was written."""

    tree: ast.FunctionDef | ast.Lambda
    scope: Scope
    defaults: tuple[Value, ...]


@attrs.frozen(eq=False)
class Bound:
    """A method of a value: a function of its class, or the name of a method of a built-in type."""

    function: Any
    receiver: Value


@attrs.frozen
class Wish:
    """What the consumer of a loop asks for."""

    ordered: bool = True
    """Whether the order of the items can be observed."""
    once: bool = False
    """Whether the body is large or leaves the loop, so that it is to be written only once."""


ORDERED: Final = Wish()
ANY_ORDER: Final = Wish(ordered=False)


def known(value: Value) -> Value:
    """A value; a constant object in registers as a constant again."""
    return Constant(value.type.value) if isinstance(value, Held) and isinstance(value.type, Only) else value


Body: TypeAlias = "Callable[[Value], None]"


@attrs.frozen(eq=False)
class Stream:
    """An iterable that is not made: `run` writes the loop, with a body for each item."""

    run: Callable[[Body, Wish], None]


Value: TypeAlias = Held | Constant | Closure | Bound | Stream


@attrs.frozen(eq=False)
class Arguments:
    """The arguments of one call, and where it stands."""

    given: tuple[Value, ...]
    named: dict[str, Value]
    node: ast.AST

    def __len__(self) -> int:
        return len(self.given)

    def at(self, place: int, name: str | None = None) -> Value | None:
        if place < len(self.given):
            return self.given[place]
        return self.named.get(name) if name is not None else None
