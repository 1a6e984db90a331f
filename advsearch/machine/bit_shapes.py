"""Which sets in a value are held as bits: what follows for its words from its type.

The words of all other values follow from the values alone. Put together once for each build, since a type tells of a
universe as it is now.
"""

from __future__ import annotations

import attrs

from advsearch.machine.types import DictOf, Flat, Frozen, ListOf, Row, SetOf, Type, universe_of
from advsearch.machine.universes import Universe


@attrs.define(eq=False)
class Shape:
    """How a value is held, where it has sets of bits inside."""

    bits: Universe | None = None
    """The value is a set of bits."""
    parts: list[Shape | None] | None = None
    """For the items of a tuple or the fields of an object, each."""
    every: Shape | None = None
    """For all items of a row, list, or table, and all values of a dict."""
    keys: Shape | None = None
    """For all keys of a dict."""

    def of(self, place: int) -> Shape | None:
        """The shape of the item at a place."""
        return self.every if self.parts is None else self.parts[place]


def shape_of(kind: Type | None) -> Shape | None:
    """Return the shape of values of a type, or None if no set inside is bits."""
    made: dict[int, Shape] = {}
    shape = _shape(kind, made)
    return shape if any(each.bits is not None for each in made.values()) else None


def _shape(kind: Type | None, made: dict[int, Shape]) -> Shape | None:
    if not isinstance(kind, DictOf | Flat | Frozen | ListOf | Row | SetOf):
        return None
    at = id(kind)
    if isinstance(kind, DictOf | ListOf | SetOf):
        at = id(kind.values.find() if isinstance(kind, DictOf) else kind.node.find())
    if at in made:
        return made[at]
    shape = made[at] = Shape(universe_of(kind))
    if isinstance(kind, Flat):
        shape.parts = [_shape(item, made) for item in kind.items]
    elif isinstance(kind, Row | Frozen):
        shape.every = _shape(kind.item, made)
    elif isinstance(kind, DictOf):
        shape.keys, shape.every = _shape(kind.keys.item, made), _shape(kind.values.item, made)
    else:
        shape.every = _shape(kind.node.item, made)
    return shape
