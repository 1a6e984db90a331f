"""What is known of a value without running the program: only that decides which registers hold it.

A value in memory is one tagged word whatever its type is, so a type never decides about memory. Types form a
lattice: `join` gives the type of a value that is one or the other. `None` in place of a type means that no value has
been seen. Two names of one list share the `Node` of its items, so aliasing needs no analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import attrs

if TYPE_CHECKING:
    from advsearch.machine.universes import Universe, Universes

MOST_ALTERNATIVES: Final = 24
MOST_LIMBS: Final = 4
"""How many registers an int may have; a larger one is in memory."""
DEEPEST: Final = 6


class Endless(Exception):
    """A type that grows in every round, such as that of a tuple that contains itself one level deeper."""


class Progress:
    """Counts what was learned in a round: inference ends with the first round in which nothing was."""

    def __init__(self) -> None:
        self.changes = 0
        self.here: Callable[[], tuple[str, int] | None] = lambda: None
        """The file and line of the author's that is compiled."""
        self.last: tuple[str, int] = ("", 0)
        """Where something was learned last."""
        self.universes: Universes | None = None
        """The members that sets may have which are held as bits."""

    def changed(self) -> None:
        self.changes += 1
        self.last = self.here() or self.last


@attrs.frozen
class Primitive:
    name: str

    def __repr__(self) -> str:
        return self.name


INT: Final = Primitive("int")
BOOL: Final = Primitive("bool")
FLOAT: Final = Primitive("float")
NONE: Final = Primitive("None")
CHAR: Final = Primitive("character")
STR: Final = Primitive("str")
RANGE: Final = Primitive("range")
NOTHING: Final = Primitive("NOTHING")
"""What an unset field of a machine reads as."""
BIG: Final = Primitive("int of any size")
"""A word: a tagged int, or a row of limbs."""
BYTES: Final = Primitive("bytes")
"""A row of bytes, which is gone through or indexed, and never stored in another value."""
UNSIGNED: Final = Primitive("unsigned")
"""A whole number of 64 bits without a sign."""


@attrs.frozen
class Wide:
    """An int of two to four registers."""

    limbs: int

    def __repr__(self) -> str:
        return f"int of {64 * self.limbs} bits"


class Node:
    """The type of the items of a container, shared by all containers that may be the same one."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.up: Node | None = None
        self.type: Type | None = None
        self.resized = False
        self.sealed = False
        """Whether one of the containers is a constant, which nothing may change."""
        self.escapes = False
        """Whether something else than variables of one function and of those that it calls holds one of the lists."""
        self.tabled = False
        """Whether one of the containers is a set whose order can be observed, so that it is a table."""

    def find(self) -> Node:
        node = self
        while node.up is not None:
            node = node.up
        return node

    @property
    def item(self) -> Type | None:
        return self.find().type

    def learn(self, kind: Type | None) -> None:
        node = self.find()
        joined = join(node.type, kind)
        node = node.find()
        if joined != node.type:
            node.type = joined
            node.progress.changed()

    def escape(self) -> None:
        node = self.find()
        if not node.escapes:
            node.escapes = True
            node.progress.changed()

    def resize(self) -> None:
        node = self.find()
        if not node.resized:
            node.resized = True
            node.progress.changed()

    def needs_table(self) -> None:
        node = self.find()
        if not node.tabled:
            node.tabled = True
            node.progress.changed()


def unify(one: Node, other: Node) -> None:
    one, other = one.find(), other.find()
    if one is other:
        return
    other.up = one
    one.progress.changed()
    one.resized = one.resized or other.resized
    one.sealed = one.sealed or other.sealed
    one.escapes = one.escapes or other.escapes
    one.tabled = one.tabled or other.tabled
    one.learn(other.type)


@attrs.frozen(eq=False)
class ListOf:
    node: Node
    kind: type = list

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ListOf) and self.node.find() is other.node.find() and self.kind is other.kind

    def __hash__(self) -> int:
        return hash(ListOf)

    def __repr__(self) -> str:
        return self.kind.__name__


@attrs.frozen(eq=False)
class SetOf:
    node: Node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SetOf) and self.node.find() is other.node.find()

    def __hash__(self) -> int:
        return hash(SetOf)

    def __repr__(self) -> str:
        return "set"


@attrs.frozen(eq=False)
class DictOf:
    keys: Node
    values: Node
    default: Any = None
    """What a missing key calls, as in `defaultdict(list)`."""

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, DictOf)
            and self.keys.find() is other.keys.find()
            and self.values.find() is other.values.find()
            and self.default is other.default
        )

    def __hash__(self) -> int:
        return hash(DictOf)

    def __repr__(self) -> str:
        return "dict"


@attrs.frozen
class Frozen:
    """A frozenset."""

    item: Type | None
    universes: Universes | None = attrs.field(default=None, repr=False)
    """What decides whether it is held as bits."""


@attrs.frozen
class Row:
    """A tuple of any length, in memory."""

    item: Type | None


@attrs.frozen
class Flat:
    """A tuple of known length, or an object of a class with fields: each item has registers of its own."""

    items: tuple[Type, ...]
    kind: type = tuple


@attrs.frozen
class Member:
    """A member of an Enum."""

    kind: type


@attrs.frozen
class Number:
    """A member of an IntEnum: an int that knows its class."""

    kind: type


@attrs.frozen(eq=False)
class Only:
    """One constant object that is no value of the rules: a function, a class, a machine."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Only) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)

    def __repr__(self) -> str:
        return getattr(self.value, "__name__", type(self.value).__name__)


@attrs.frozen
class RecordOf:
    """A record of an arena, by its address."""

    arena: Any


@attrs.frozen
class CellsOf:
    """A list that is a field of a machine."""

    owner: Any
    name: str


_BITS_OF_SMALL: Final = 56
"""How many bits of small numbers are in one word of a key."""


def places_of(bits: tuple[int, ...]) -> list[tuple[int, int]]:
    """The word and the first bit of each register in a key: first the words of small numbers, then the others."""
    places, used = [(0, 0)] * len(bits), 0
    for place, count in enumerate(bits):
        if count < 64:
            if used % _BITS_OF_SMALL + count > _BITS_OF_SMALL:
                used += -used % _BITS_OF_SMALL
            places[place] = used // _BITS_OF_SMALL, used % _BITS_OF_SMALL
            used += count
    first = -(-used // _BITS_OF_SMALL)
    for place, count in enumerate(bits):
        if count == 64:
            places[place] = first, 0
            first += 1
    return places


@attrs.frozen
class KeyOf:
    """The exact content of a value: numbers in registers, a row of bytes, or what a record holds."""

    stored: Any = None
    """The field of a record that holds it."""
    of: Type | None = None
    """The type of the value, if its key is numbers."""
    bits: tuple[int, ...] = ()
    """How many bits each register of the value has in the key."""

    @property
    def words(self) -> int:
        """How many registers hold the key."""
        return 1 + max(word for word, _ in places_of(self.bits)) if self.of is not None else 1


@attrs.frozen(repr=False)
class Either:
    """One of several types that do not share registers: a boxed word."""

    alternatives: frozenset[Type]

    def __repr__(self) -> str:
        return " or ".join(sorted(map(repr, self.alternatives)))


Type: TypeAlias = (
    Primitive | Wide | ListOf | SetOf | DictOf | Frozen | Row | Flat | Member | Number | Only | RecordOf | CellsOf
    | KeyOf | Either
)  # fmt: skip


def family(kind: Type) -> Any:
    """Types of one family join to one type; those of different families to an `Either`."""
    if kind in (STR, CHAR):
        return "str"
    if kind in (BIG, UNSIGNED) or isinstance(kind, Wide):
        return "int"
    if isinstance(kind, Primitive):
        return kind.name
    if isinstance(kind, Flat) and kind.kind is not tuple:
        return kind.kind
    if isinstance(kind, Flat | Row):
        return "tuple"
    if isinstance(kind, Member):
        return kind.kind
    if isinstance(kind, Number):
        return "int"
    if isinstance(kind, KeyOf) and kind.stored is None:
        return "key"
    if isinstance(kind, Only | RecordOf | CellsOf | KeyOf):
        return kind
    return type(kind)


def type_of_int(value: int) -> Type:
    """The type of an int that needs more than 63 bits."""
    count = (value.bit_length() + 64) // 64
    return Wide(max(2, count)) if count <= MOST_LIMBS else BIG


def alternatives(kind: Type) -> frozenset[Type]:
    return kind.alternatives if isinstance(kind, Either) else frozenset((kind,))


def join(one: Type | None, other: Type | None) -> Type | None:
    """The type of a value that is of one of two types."""
    if one is None or one == other:
        return other
    if other is None:
        return one
    if not isinstance(one, Either) and not isinstance(other, Either) and family(one) == family(other):
        return _joined_in_family(one, other)
    found: dict[Any, Type] = {}
    for kind in (*alternatives(one), *alternatives(other)):
        known = family(kind)
        joined = join(found.get(known), kind)
        assert joined is not None
        found[known] = joined
    if len(found) > MOST_ALTERNATIVES:
        raise Endless("a value of more than 24 types")
    if len(found) > 1 and "key" in found:
        found["key"] = KeyOf()
    if len(found) > 1:
        for kind in found.values():  # the runtime tells values of several types apart, and knows tables only
            need_tables(kind)
    return Either(frozenset(found.values())) if len(found) > 1 else next(iter(found.values()))


def joined(kinds: Iterable[Type | None]) -> Type | None:
    found: Type | None = None
    for kind in kinds:
        found = join(found, kind)
    return found


def _joined_in_family(one: Type, other: Type) -> Type:
    if _depth(one) > DEEPEST or _depth(other) > DEEPEST:
        raise Endless("a tuple that contains tuples like itself, without end")
    if isinstance(one, Flat) and isinstance(other, Flat) and len(one.items) == len(other.items):
        items = [join(x, y) for x, y in zip(one.items, other.items, strict=True)]
        return Flat(tuple(item for item in items if item is not None), one.kind)
    if isinstance(one, Flat | Row) and isinstance(other, Flat | Row):
        return Row(join(item_of(one), item_of(other)))
    if isinstance(one, Frozen) and isinstance(other, Frozen):
        return Frozen(join(one.item, other.item), one.universes or other.universes)
    if (isinstance(one, ListOf) and isinstance(other, ListOf)) or (
        isinstance(one, SetOf) and isinstance(other, SetOf)
    ):
        unify(one.node, other.node)
        return one
    if isinstance(one, DictOf) and isinstance(other, DictOf):
        unify(one.keys, other.keys)
        unify(one.values, other.values)
        return one
    if isinstance(one, KeyOf):
        return KeyOf()
    if BIG in (one, other):
        return BIG
    if UNSIGNED in (one, other) or isinstance(one, Wide) or isinstance(other, Wide):
        return Wide(max(2, *(kind.limbs for kind in (one, other) if isinstance(kind, Wide)), 0))
    return STR if family(one) == "str" else INT


def universe_of(kind: Type | None) -> Universe | None:
    """The universe of a set, if it is held as bits."""
    if isinstance(kind, Frozen):
        return None if kind.universes is None else kind.universes.of(kind.item)
    if isinstance(kind, SetOf):
        node = kind.node.find()
        universes = node.progress.universes
        return None if node.tabled or universes is None else universes.of(node.type)
    return None


def needs_table(kind: Type | None) -> None:
    """Learn that sets of a type cannot be held as bits, because their order can be observed."""
    if isinstance(kind, SetOf):
        if universe_of(kind) is not None:
            kind.node.needs_table()
    elif isinstance(kind, Frozen) and kind.universes is not None:
        kind.universes.give_up(universe_of(kind))


def need_tables(kind: Type | None, seen: tuple[Node, ...] = ()) -> None:
    """Learn that the order of all sets in a value can be observed."""
    needs_table(kind)
    inner: tuple[Type | None, ...] = ()
    if isinstance(kind, ListOf | SetOf):
        node = kind.node.find()
        inner, seen = (() if node in seen else (node.item,)), (*seen, node)
    elif isinstance(kind, DictOf):
        nodes = kind.keys.find(), kind.values.find()
        inner, seen = tuple(node.item for node in nodes if node not in seen), (*seen, *nodes)
    elif isinstance(kind, Flat):
        inner = kind.items
    elif isinstance(kind, Row | Frozen):
        inner = (kind.item,)
    elif isinstance(kind, Either):
        inner = tuple(kind.alternatives)
    for one in inner:
        need_tables(one, seen)


def _depth(kind: Type | None) -> int:
    if isinstance(kind, Flat):
        return 1 + max((_depth(item) for item in kind.items), default=0)
    return 1 + _depth(kind.item) if isinstance(kind, Row | Frozen) else 0


def item_of(kind: Type | None) -> Type | None:
    """The type of what a loop over such a value meets."""
    if isinstance(kind, Row | Frozen):
        return kind.item
    if isinstance(kind, Flat):
        return joined(kind.items)
    if isinstance(kind, ListOf | SetOf):
        return kind.node.item
    if isinstance(kind, DictOf):
        return kind.keys.item
    if kind in (STR, CHAR):
        return CHAR
    if kind in (RANGE, BYTES):
        return INT
    if isinstance(kind, Either):
        return joined(item_of(one) for one in kind.alternatives)
    return None


def width(kind: Type) -> int:
    """How many registers hold such a value."""
    if isinstance(kind, Flat):
        return sum(map(width, kind.items))
    if isinstance(kind, Wide):
        return kind.limbs
    if kind in (NONE, NOTHING) or isinstance(kind, CellsOf | Only):
        return 0
    if isinstance(kind, KeyOf):
        return kind.words
    if isinstance(kind, Frozen):
        universe = universe_of(kind)
        return 1 if universe is None else universe.words
    return 3 if kind == RANGE else 1


def key_of(kind: Type) -> Any:
    """A hashable value that is equal for equal types; containers by the identity of their nodes."""
    if isinstance(kind, ListOf | SetOf):
        return type(kind), id(kind.node.find())
    if isinstance(kind, DictOf):
        return DictOf, id(kind.keys.find()), id(kind.values.find()), kind.default
    if isinstance(kind, Flat):
        return Flat, kind.kind, *map(key_of, kind.items)
    if isinstance(kind, Row | Frozen):
        item = None if kind.item is None else key_of(kind.item)
        return (Row, item) if isinstance(kind, Row) else (Frozen, item, id(kind.universes))
    if isinstance(kind, Either):
        return Either, frozenset(map(key_of, kind.alternatives))
    return kind
