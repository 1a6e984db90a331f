"""Converts states to numbers and 64-bit words: `((3, 5), True)` has the numbers 3, 5 and 1.

Files on disk contain pickled objects of the classes `Shape`, `Field`, `Encode` and `Numbered`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

import attrs

from advsearch.bits import FULL_WORD, WORD_BITS
from advsearch.errors import CompiledTierUnavailable

if TYPE_CHECKING:  # the functions that encode states do not need it
    from advsearch.lowering.refusals import Refused
    from advsearch.lowering.words.graph import Graph, Node
    from advsearch.lowering.words.intervals import Interval

MOST_FIELDS: Final = 12
_SMALL: Final = 1 << 10


def field_names(kind: type) -> tuple[str, ...] | None:
    """The names of the fields of an attrs class, a dataclass or a NamedTuple."""
    if attrs.has(kind):
        return tuple(one.name for one in attrs.fields(kind))
    if dataclasses.is_dataclass(kind):
        return tuple(one.name for one in dataclasses.fields(kind))
    names = getattr(kind, "_fields", None)
    return tuple(names) if names is not None and issubclass(kind, tuple) else None


class Shape:
    """The classes and tuples around the numbers of a state."""

    def __init__(self, initial: Any) -> None:
        self.initial = initial
        self.names: list[str] = []
        self.kinds: list[type] = []
        self._find(initial, "")
        if not self.names or len(self.names) > MOST_FIELDS:
            raise _no_words(
                f"the state consists of {len(self.names)} numbers, but only 1 to {MOST_FIELDS} numbers are supported"
            )
        fields = field_names(type(initial)) or ()
        self._fields = attrgetter(*fields) if len(fields) > 1 and set(self.kinds) == {int} else None

    def _find(self, value: Any, name: str) -> None:
        names = field_names(type(value))
        if names is not None:
            for one in names:
                self._find(getattr(value, one), f"{name}_{one}" if name else one)
        elif type(value) is tuple:
            for place, one in enumerate(value):
                self._find(one, f"{name}_{place}" if name else f"part_{place}")
        elif type(value) in (int, bool):
            self.names.append(name or "state")
            self.kinds.append(type(value))
        else:
            raise _no_words(f"the state contains a {type(value).__name__}")

    def scalars(self, state: Any) -> tuple[int, ...]:
        """The numbers in a state: `((3, 5), True)` gives 3, 5 and 1."""
        if self._fields is not None and type(state) is type(self.initial):
            fields = self._fields(state)
            if list(map(type, fields)) == self.kinds:  # a fifth of the time, for the usual state
                return fields
        found: list[int] = []
        _scalars(self.initial, state, found)
        return tuple(found)

    def nodes(self, graph: Graph, state: Any) -> list[Node]:
        from advsearch.lowering.words.nodes import Node

        found: list[Any] = []
        _symbols(self.initial, state, found)
        nodes = []
        for value, kind in zip(found, self.kinds, strict=True):
            node = value if isinstance(value, Node) else graph.const(value)
            if node.kind == "float":
                raise _no_words("the state contains a float")
            nodes.append(graph.make("whole", node) if node.kind == "bool" else node)
            del kind
        return nodes

    def state(self, graph: Graph, values: Sequence[Node]) -> Any:
        from advsearch.lowering.words.values import simple

        left = [
            simple(graph.truth(value)) if kind is bool else simple(value)
            for value, kind in zip(values, self.kinds, strict=True)
        ]
        return _made(self.initial, left)


def _no_words(construct: str) -> Refused:
    from advsearch.lowering.refusals import refuse

    return refuse("", 0, construct, "use a state of a few integers")


def _scalars(pattern: Any, state: Any, into: list[int]) -> None:
    if type(pattern) is not type(state):
        raise CompiledTierUnavailable(f"expected a {type(pattern).__name__} in a state, got {state!r}")
    names = field_names(type(pattern))
    if names is not None:
        for name in names:
            _scalars(getattr(pattern, name), getattr(state, name), into)
    elif type(pattern) is tuple:
        if len(pattern) != len(state):
            raise CompiledTierUnavailable(f"expected a tuple of {len(pattern)} items in a state, got {state!r}")
        for one, other in zip(pattern, state, strict=True):
            _scalars(one, other, into)
    else:
        into.append(int(state))


def _symbols(pattern: Any, state: Any, into: list[Any]) -> None:
    from advsearch.lowering.words.nodes import Node
    from advsearch.lowering.words.values import Record

    names = field_names(type(pattern))
    if names is not None:
        if isinstance(state, Record) and state.kind is type(pattern):
            for name in names:
                _symbols(getattr(pattern, name), state.fields[name], into)
            return
        if type(state) is type(pattern):
            for name in names:
                _symbols(getattr(pattern, name), getattr(state, name), into)
            return
        raise _no_words(f"the state is not always a {type(pattern).__name__}")
    if type(pattern) is tuple:
        if type(state) is not tuple or len(state) != len(pattern):
            raise _no_words("two states differ in the number or the types of their parts")
        for one, other in zip(pattern, state, strict=True):
            _symbols(one, other, into)
        return
    if not isinstance(state, Node | int):
        raise _no_words("a part of the state has different types in two states")
    into.append(state)


def _made(pattern: Any, left: list[Any]) -> Any:
    from advsearch.lowering.words.values import Record

    names = field_names(type(pattern))
    if names is not None:
        return Record(type(pattern), {name: _made(getattr(pattern, name), left) for name in names})
    if type(pattern) is tuple:
        return tuple(_made(one, left) for one in pattern)
    return left.pop(0)


@attrs.frozen
class Field:
    name: str
    least: int
    greatest: int

    @property
    def words(self) -> int:
        return max(1, -(-self.top.bit_length() // WORD_BITS))

    @property
    def top(self) -> int:
        return self.greatest + 1 if self.least == -1 else self.greatest - min(self.least, 0)

    def encoded(self, value: int) -> tuple[int, ...]:
        # From -1 to 8, the word for -1 is 9; from -2 to 8, the word for -2 is 0.
        if not self.least <= value <= self.greatest:
            raise CompiledTierUnavailable(
                f"expected `{self.name}` to be from {self.least} to {self.greatest}, got {value}; use tier=reference"
            )
        if self.least >= 0 and self.greatest <= FULL_WORD:  # nearly every field
            return (value,)
        word = (value if value >= 0 else self.top) if self.least == -1 else value - min(self.least, 0)
        return tuple(word >> WORD_BITS * place & FULL_WORD for place in range(self.words))

    def decoded(self, graph: Graph, word: Node) -> Node:
        """The graph node of a value, from the node of its stored word."""
        if self.least == -1:
            return graph.signed(word)
        return graph.make("add", word, graph.const(self.least)) if self.least < 0 else word

    def recoded(self, graph: Graph, value: Node) -> Node:
        if self.least == -1:
            if value.op == "signed" and value.hi == self.greatest:
                return value.args[0]
            if value.lo >= 0:
                return value
            negative = graph.make("lt", value, graph.const(0))
            return graph.select(negative, graph.const(self.top), graph.refined(value, 0, value.hi))
        return graph.make("sub", value, graph.const(self.least)) if self.least < 0 else value


def widened(interval: Interval) -> Interval:
    # A large number is probably a set of bits: the interval ends at `2**bits - 1`.
    lo, hi = interval
    if hi >= _SMALL:
        return min(lo, 0), (1 << hi.bit_length()) - 1
    return lo, hi


@attrs.frozen(eq=False)
class Encode:
    """Converts a state to words. If player 1 is to move, fields such as `white` and `black` are swapped."""

    game: Any
    shape: Shape
    fields: tuple[Field, ...]
    live: tuple[int, ...]
    swap: tuple[int, ...] | None

    def __call__(self, state: Any) -> tuple[int, ...]:
        scalars = self.shape.scalars(state)
        order = self.swap if self.swap is not None and self.game.player(state) == 1 else range(len(scalars))
        words: list[int] = []
        for place in self.live:
            words += self.fields[place].encoded(scalars[order[place]])
        return tuple(words)


@attrs.frozen(eq=False)
class Numbered:
    actions: tuple[Any, ...]

    def __call__(self, number: int) -> Any:
        return self.actions[number]
