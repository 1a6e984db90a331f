"""Types for values of variables: a known value is a plain Python object, an unknown number a `Node`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, Final

import attrs

from advsearch.lowering.words.fields import field_names as field_names
from advsearch.lowering.words.graph import Graph, Node


@attrs.define(eq=False)
class Alt:
    """One of two values, chosen by a condition: `1 if c else None`."""

    condition: Node
    one: Any
    two: Any


@attrs.define(eq=False)
class Record:
    """An immutable object with named fields, such as a state."""

    kind: type
    fields: dict[str, Any]


@attrs.define(eq=False)
class Listed:
    """A list, with a condition for each item under which it exists."""

    items: list[tuple[Node, Any]]
    frozen: bool = False
    # A generator, which can be read only once.
    once: bool = False
    # A copy of the list that a symbolic index chose. A change of the copy would not reach the list itself.
    chosen: bool = False


@attrs.define(eq=False)
class Family:
    """The list that `for each in range(size): items.append(f(each))` makes."""

    each: Node
    size: int
    entries: list[tuple[Node, Any]]


@attrs.define(eq=False)
class CellsOf:
    """`[value for cell in cells(word) if guard]`, or without `cell`, `list(cells(word))`."""

    word: Node
    cell: Node | None = None
    value: Any = None
    guard: Node | None = None
    again: Any = None
    """A function from a cell to pairs of a condition and an item. If `again` is None, the items are the cells."""


@attrs.define(eq=False)
class Picked:
    """One of several constants, chosen by a symbolic index: `(2, 3, 5)[i]`."""

    choices: tuple[Any, ...]
    index: Node
    flat: tuple[Any, ...] = ()
    stride: int = 0
    offset: int = 0


@attrs.define(eq=False)
class Octets:
    parts: tuple[Any, ...]


@attrs.define(eq=False)
class Closure:
    tree: Any
    source: Any
    frame: Any
    env: dict[str, Any]
    # Of the last positional parameters.
    defaults: tuple[Any, ...]
    # Of the keyword-only parameters.
    named: dict[str, Any]


@attrs.define(eq=False)
class Bound:
    """An object and the name of its method: `board.count`."""

    owner: Any
    name: str


class _Unset:
    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = _Unset()


def symbolic(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return any(map(symbolic, value))
    return isinstance(value, Node | Alt | Record | Listed | CellsOf | Picked | Octets | Closure | Family)


_OWN: Final = (Alt, Family, CellsOf, Listed, Picked, Octets, Closure, Bound)


def field_defaults(kind: type) -> dict[str, Any]:
    if attrs.has(kind):
        return {one.name: one.default for one in attrs.fields(kind)
                if one.default is not attrs.NOTHING and not isinstance(one.default, attrs.Factory)}  # type: ignore[arg-type]  # fmt: skip
    if dataclasses.is_dataclass(kind):
        return {one.name: one.default for one in dataclasses.fields(kind) if one.default is not dataclasses.MISSING}
    return dict(getattr(kind, "_field_defaults", {}))


def as_record(value: Any) -> Record | None:
    if isinstance(value, Record):
        return value
    if isinstance(value, _OWN):
        return None
    names = field_names(type(value))
    if names is None:
        return None
    return Record(type(value), {name: getattr(value, name) for name in names})


def copied(env: dict[str, Any]) -> dict[str, Any]:
    memo: dict[int, Any] = {}

    def copy(value: Any) -> Any:
        if isinstance(value, Listed) and not value.frozen:
            if id(value) not in memo:
                memo[id(value)] = fresh = Listed([], chosen=value.chosen)
                fresh.items = [(guard, copy(item)) for guard, item in value.items]
            return memo[id(value)]
        return value

    return {name: copy(value) if isinstance(value, Listed) else value for name, value in env.items()}


Scalar = (Node, int, float)


def node_of(graph: Graph, value: Any) -> Node | None:
    """Convert a number or boolean to a node, or return None."""
    if isinstance(value, Node):
        return value
    if type(value) in (int, bool, float):
        return graph.const(value)
    return None


def joined(graph: Graph, condition: Node, one: Any, two: Any) -> Any:
    """The value of `one if condition else two`."""
    if one is two:
        return one
    if condition.constant:
        return one if condition.data else two
    if isinstance(one, Scalar) and isinstance(two, Scalar):
        return _joined_scalars(graph, condition, one, two)
    if isinstance(one, tuple) and type(one) is tuple and type(two) is tuple and len(one) == len(two):
        return tuple(joined(graph, condition, x, y) for x, y in zip(one, two, strict=True))
    lists = _as_list(graph, one), _as_list(graph, two)
    if lists[0] is not None and lists[1] is not None and (isinstance(one, Listed) or isinstance(two, Listed)):
        return _joined_lists(graph, condition, lists[0], lists[1])
    known = not symbolic(one) and not symbolic(two) and not isinstance(one, list | dict | set)
    if known and type(one) is type(two) and one == two:
        return one
    first, second = as_record(one), as_record(two)
    if first is not None and second is not None and first.kind is second.kind:
        return Record(
            first.kind, {name: joined(graph, condition, first.fields[name], second.fields[name])
                         for name in first.fields},
        )  # fmt: skip
    return Alt(condition, one, two)


def _joined_scalars(graph: Graph, condition: Node, one: Any, two: Any) -> Any:
    first, second = node_of(graph, one), node_of(graph, two)
    assert first is not None
    assert second is not None
    if (first.kind == "float") != (second.kind == "float"):
        return Alt(condition, one, two)
    if first.kind != second.kind:
        first, second = whole(graph, first), whole(graph, second)
    return simple(graph.select(condition, first, second))


def is_iterator(value: Any) -> bool:
    """Whether a value can be read only once, like `zip(...)`."""
    return (isinstance(value, Listed) and value.once) or hasattr(type(value), "__next__")


def simple(node: Node) -> Any:
    """Turn a constant node into a plain number, and return other nodes unchanged."""
    return node.data if node.op == "const" else node


def whole(graph: Graph, node: Node) -> Node:
    """Turn a boolean node into 0 or 1, and return other nodes unchanged."""
    return graph.make("whole", node) if node.kind == "bool" else node


def _as_list(graph: Graph, value: Any) -> Listed | None:
    if isinstance(value, Listed):
        return value
    if type(value) is tuple:
        return Listed([(graph.true, item) for item in value], frozen=True)
    return None


def _joined_lists(graph: Graph, condition: Node, one: Listed, two: Listed) -> Listed:
    same = 0
    items = []
    for (guard, item), (other_guard, other) in zip(one.items, two.items, strict=False):
        if guard is not other_guard or (item is not other and not (isinstance(item, int) and item == other)):
            break
        items.append((guard, item))
        same += 1
    if len(one.items) == len(two.items):  # changed in place
        for (guard, item), (other_guard, other) in zip(one.items[same:], two.items[same:], strict=True):
            if guard is not other_guard or isinstance(item, Family) or isinstance(other, Family):
                break
            items.append((guard, joined(graph, condition, item, other)))
            same += 1
    opposite = graph.make("not", condition)
    items += [(graph.both(condition, guard), item) for guard, item in one.items[same:]]
    items += [(graph.both(opposite, guard), item) for guard, item in two.items[same:]]
    left = [(guard, item) for guard, item in items if guard is not graph.false]
    return Listed(left, one.frozen, chosen=one.chosen or two.chosen)


def as_chosen(value: Any) -> Any:
    """Mark the lists in a value that a symbolic index chose."""
    if isinstance(value, Listed):
        items = [(guard, as_chosen(item)) for guard, item in value.items]
        return Listed(items, value.frozen, value.once, chosen=True)
    return tuple(map(as_chosen, value)) if type(value) is tuple else value


def lifted(graph: Graph, function: Callable[..., Any], value: Any) -> Any:
    if isinstance(value, Alt):
        return joined(
            graph, value.condition, lifted(graph, function, value.one), lifted(graph, function, value.two)
        )  # fmt: skip
    return function(value)


def leaves(value: Any) -> Iterator[Any]:
    """The numbers in nested tuples and records: `((3, 5), 1)` gives 3, 5 and 1."""
    if type(value) is tuple:
        for part in value:
            yield from leaves(part)
    elif isinstance(value, Record):
        for part in value.fields.values():
            yield from leaves(part)
    else:
        yield value
