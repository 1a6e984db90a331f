"""Joins two types: the join of `Int(0, 2)` and `Int(5, 5)` is `Int(0, 5)`."""

from __future__ import annotations

import itertools
from typing import Final

import attrs

from advsearch.lowering.rows import classes, types
from advsearch.lowering.rows.types import Bool, Either, Float, Int, Mark, Maybe, Members, Mixed, Seq, Sum, Tup, Type

# A range with more items cannot be stored as a tuple or list.
_LONGEST: Final = 4_096


_LISTS_AND_TUPLES: Final = types.LISTS_AND_TUPLES


def join(one: Type, other: Type) -> Type:
    if one == other:
        return one
    match one, other:
        case types.Never(), _:
            return other
        case _, types.Never():
            return one
        case Int(low, high), Int(low2, high2):
            members = one.members if one.members is other.members else None
            beside = types.NO_CLASSES if members is not None else _classes(one, other)
            return Int(min(low, low2), max(high, high2), members, beside)
        case Int(low, high), Bool():
            return Int(min(low, 0), max(high, 1), None, _classes(one, other))
        case Bool(), Int():
            return join(other, one)
        case (types.Float(), Int() | Bool() | types.Float()) | (Int() | Bool(), types.Float()):
            return types.Float(_classes(one, other) | classes.of_whole_numbers(one) | classes.of_whole_numbers(other))
        case Mark(), Mark():
            return _joined_marks(one, other)
        case Mixed(), Mixed():
            marks = _joined_marks(one.marks, other.marks)
            return _mixed(join(one.number, other.number), marks, one, other)
        case (Mixed(), Int() | Bool() | Mark() | Maybe()):
            return _with_mixed(one, other)
        case (Int() | Bool() | Mark() | Maybe(), Mixed()):
            return _with_mixed(other, one)
        case Maybe(inner), Maybe(inner2):
            return Maybe(join(inner, inner2))
        case (Maybe(inner), Mark(values)) if values == {None}:
            return one
        case (Mark(values), _) if values == {None}:
            return _maybe(other)
        case (_, Mark(values)) if values == {None}:
            return _maybe(one)
        case Maybe(Int() | Bool()), Mark():
            return join(_mixed(join(one.inner, Int(0, 0)), types.NONE_TYPE, one, other), other)
        case Mark(), Maybe(Int() | Bool()):
            return join(other, one)
        case Maybe(inner), _:
            return _maybe(join(inner, other))
        case _, Maybe(inner):
            return _maybe(join(one, inner))
        case Int() | Bool(), Mark():
            return _mixed(join(one, Int(0, 0)), other, one, other)
        case Mark(), Int() | Bool():
            return join(other, one)
        case Tup() | Seq(), Tup() | Seq():
            return _joined_sequences(one, other)
    return _joined_parts(one, other)


def _classes(one: Type, other: Type) -> frozenset[type]:
    found = classes.beside_int(one, other)
    if any(map(classes.has_operators, found)):
        raise types.Clash(one, other)
    return found


def _joined_parts(one: Type, other: Type) -> Type:
    match one, other:
        case (Mark(), Seq()) if other.kind is str and _texts(one):
            return join(_as_text(one), other)
        case (Seq(), Mark()) if one.kind is str and _texts(other):
            return join(one, _as_text(other))
        case (Mark(), Tup() | Seq() | Either() | Sum()):
            return _either(one, other)
        case (Tup() | Seq() | Either() | Sum(), Mark()):
            return _either(other, one)
        case Either(marks, inner), Either(marks2, inner2):
            return Either(_joined_marks(marks, marks2), join(inner, inner2))
        case (Either(marks, inner), Tup() | Seq() | Sum() | Int() | Bool() | Float() | Members()):
            return _either(marks, join(inner, other))
        case (Tup() | Seq() | Sum() | Int() | Bool() | Float() | Members(), Either(marks, inner)):
            return _either(marks, join(one, inner))
        case (Mixed(number, marks), Tup() | Seq() | Members() | Either() | Sum()):
            return join(join(number, other), marks)
        case (Tup() | Seq() | Members() | Either() | Sum(), Mixed(number, marks)):
            return join(join(number, one), marks)
        case Members(), Members():
            return Members(join(one.item, other.item), _joined_frozen(one, other))
        case types.Dict(), types.Dict():
            return _as_dict(join(one.pairs, other.pairs), one, other)
    return _summed(one, other)


def _summed(one: Type, other: Type) -> Type:
    # Values of different classes in a `Sum` must never be equal.
    found: dict[types.Family, Type] = {}
    for kind in [inner for each in (one, other) for inner in (each.kinds if isinstance(each, Sum) else (each,))]:
        family = types.family(kind)
        if family is None:
            raise types.Clash(one, other)
        found[family] = join(found[family], kind) if family in found else kind
    tuples = [kind for family, kind in found.items() if issubclass(family.kind, tuple)]
    if any(_may_be_equal(a, b) for a, b in itertools.combinations(tuples, 2)):
        raise types.Clash(one, other)
    return Sum(tuple(found[family] for family in sorted(found, key=lambda one: one.name)))


def _may_be_equal(one: Type, other: Type) -> bool:
    lengths = [(len(kind.items),) * 2 if isinstance(kind, Tup) else (kind.least, kind.most) for kind in (one, other)
               if isinstance(kind, Tup | Seq)]  # fmt: skip
    overlap = max(low for low, _ in lengths) <= min(high for _, high in lengths)
    return overlap and not (isinstance(one, Tup) and isinstance(other, Tup))


def has_equals(kind: Type) -> bool:
    # Whether a type contains equal values that are stored differently.
    match kind:
        case Sum(kinds):
            lengths = [len(one.items) for one in kinds if isinstance(one, Tup) and issubclass(one.kind, tuple)]
            return len(set(lengths)) < len(lengths) or any(map(has_equals, kinds))
        case Tup(items):
            return any(map(has_equals, items))
        case Maybe(inner) | Either(_, inner) | Seq(_, inner):
            return has_equals(inner)
    return False


def _joined_sequences(one: Tup | Seq, other: Tup | Seq) -> Type:
    match one, other:
        case Seq(), Seq() if one.kind is other.kind:
            item = join(one.item, other.item)
            return Seq(one.kind, item, min(one.least, other.least), max(one.most, other.most))
        case Seq(), Seq() if {one.kind, other.kind} <= _LISTS_AND_TUPLES:
            return join(attrs.evolve(one, kind=types.ListOrTuple), attrs.evolve(other, kind=types.ListOrTuple))
        case Tup(), Tup() if one.kind is other.kind:
            if len(one.items) == len(other.items):
                return Tup(tuple(map(join, one.items, other.items)), one.kind)
            return join(as_sequence(one), as_sequence(other))
        case (Tup(kind=of), Tup() | Seq()) if of is range and other.kind in _LISTS_AND_TUPLES:
            return join(_items_of_range(one), _as_list_or_tuple(other))
        case (Tup() | Seq(), Tup(kind=of)) if of is range and one.kind in _LISTS_AND_TUPLES:
            return join(_as_list_or_tuple(one), _items_of_range(other))
        case (Tup(), Seq()) if one.kind is tuple and other.kind in _LISTS_AND_TUPLES:
            return join(as_sequence(one), other)
        case (Seq(), Tup()) if other.kind is tuple and one.kind in _LISTS_AND_TUPLES:
            return join(one, as_sequence(other))
    return _summed(one, other)


def _as_list_or_tuple(kind: Tup | Seq) -> Seq:
    return attrs.evolve(kind if isinstance(kind, Seq) else as_sequence(kind), kind=types.ListOrTuple)


def _items_of_range(kind: Tup) -> Seq:
    start, stop, step = kind.items
    assert isinstance(start, Int)
    assert isinstance(stop, Int)
    low, high = min(start.low, stop.low), max(start.high, stop.high)
    least_step = step.low if isinstance(step, Int) and step.low > 0 else 1
    most = -(-(high - low) // least_step)
    if most > _LONGEST:
        raise types.Clash(kind, Seq(list, types.NEVER, 0, 0))
    return Seq(types.ListOrTuple, Int(low, high) if most else types.NEVER, 0, most)


def _as_dict(pairs: Type, one: types.Dict, other: types.Dict) -> types.Dict:
    assert isinstance(pairs, Seq)
    if (one.counts, one.missing) != (other.counts, other.missing):
        raise types.Clash(one, other)
    return attrs.evolve(one, pairs=pairs, ordered=one.ordered and other.ordered)


def _joined_frozen(one: Members, other: Members) -> bool | None:
    return one.frozen if one.frozen is other.frozen else None


def _maybe(kind: Type) -> Type:
    return kind if isinstance(kind, Maybe) else Maybe(kind)


def _either(marks: Mark, other: Type) -> Type:
    if isinstance(other, Seq) and other.kind is str:
        raise types.Clash(marks, other)
    if None in marks.values:
        return Maybe(_either(Mark(marks.values - {None}, marks.any_character), other))
    if isinstance(other, Either):
        return Either(_joined_marks(marks, other.marks), other.inner)
    return Either(marks, other)


def _mixed(number: Type, marks: Mark, one: Type, other: Type) -> Type:
    if not isinstance(number, Int) or number.low < types.FAR // 2 or number.high > types.GREATEST:
        raise types.Clash(one, other)
    return Mixed(number, marks)


def _with_mixed(one: Mixed, other: Type) -> Type:
    if isinstance(other, Mark):
        return Mixed(one.number, _joined_marks(one.marks, other))
    if isinstance(other, Maybe):
        return _with_mixed(Mixed(one.number, _joined_marks(one.marks, types.NONE_TYPE)), other.inner)
    return _mixed(join(one.number, other), one.marks, one, other)


def _joined_marks(one: Mark, other: Mark) -> Mark:
    any_character = one.any_character or other.any_character
    values = one.values | other.values
    if any_character:
        values = frozenset(value for value in values if not (isinstance(value, str) and len(value) == 1))
    return Mark(values, any_character)


def as_sequence(kind: Tup) -> Seq:
    item: Type = types.NEVER
    for inner in kind.items:
        item = join(item, inner)
    return Seq(tuple, item, len(kind.items), len(kind.items))


def _texts(kind: Mark) -> bool:
    return all(isinstance(value, str) for value in kind.values)


def _as_text(kind: Mark) -> Seq:
    lengths = [len(value) for value in kind.values] + [1] * kind.any_character
    characters = frozenset("".join(kind.values))
    item = types.CHARACTER if kind.any_character else Mark(characters) if characters else types.NEVER
    return Seq(str, item, min(lengths), max(lengths))


def within(one: Type, other: Type) -> bool:
    # Whether all values of `one` belong to `other`, and are stored alike.
    try:
        return join(one, other) == other
    except types.Clash:
        return False


def fits_cells(one: Type, other: Type) -> bool:
    if isinstance(one, Bool) and isinstance(other, Int):
        return other.low <= 0 and other.high >= 1
    if isinstance(one, Int) and isinstance(other, Bool):
        return one.low >= 0 and one.high <= 1
    if isinstance(one, Int) and isinstance(other, Int):
        joined = join(one, other)
        assert isinstance(joined, Int)
        return attrs.evolve(joined, beside=other.beside) == other
    return one == other


def widened(old: Type, new: Type) -> Type:
    # Like `join`, but a bound that grew becomes the next of a few thresholds.
    # No bound can grow in every round, so the type inference ends. A counter (see `COUNT`) keeps its bound.
    match old, new:
        case Int(), Int() if old.members is not None and old.members is new.members:
            return join(old, new)
        case Int(low, high), Int(low2, high2):
            return Int(-_beyond(-low, -low2), _beyond(high, high2), None, classes.beside_int(old, new))
        case Tup(items), Tup(items2) if old.kind is new.kind and len(items) == len(items2):
            return Tup(tuple(map(widened, items, items2)), old.kind)
        case Seq(), Seq() if old.kind is new.kind:
            joined = join(old, new)
            assert isinstance(joined, Seq)
            return attrs.evolve(joined, item=widened(old.item, new.item))
        case Maybe(inner), Maybe(inner2):
            return Maybe(widened(inner, inner2))
        case Either(marks, inner), Either(marks2, inner2):
            return Either(_joined_marks(marks, marks2), widened(inner, inner2))
        case Sum(), Sum():
            both = join(old, new)
            assert isinstance(both, Sum)
            return Sum(tuple(widened(old.of(kind) or kind, new.of(kind) or kind) for kind in both.kinds))
        case Mixed(number, marks), Mixed(number2, marks2):
            wider = widened(number, number2)
            assert isinstance(wider, Int)
            return Mixed(attrs.evolve(wider, low=max(wider.low, types.FAR // 2)), _joined_marks(marks, marks2))
        case Members(item), Members(item2):
            return Members(widened(item, item2), _joined_frozen(old, new))
        case types.Dict(), types.Dict():
            return _as_dict(widened(old.pairs, new.pairs), old, new)
    return join(old, new)


def _beyond(old: int, new: int) -> int:
    if new <= old or (old == types.COUNT and new <= types.COUNT + types.STEP):
        return old
    return next(bound for bound in types.THRESHOLDS if bound >= new) if new <= types.THRESHOLDS[-1] else new


def as_sequence_item(kind: Type, separator: str) -> Type:
    characters: Type = Mark(frozenset(separator)) if separator else types.NEVER
    if isinstance(kind, Mark) and _texts(kind):
        kind = _as_text(kind)
    return join(characters, kind.item) if isinstance(kind, Seq) else characters


def has_either(kind: Type) -> bool:
    match kind:
        case Either() | Sum():
            return True
        case Maybe(inner) | Seq(_, inner):
            return has_either(inner)
        case Tup(items):
            return any(map(has_either, items))
        case types.Dict(pairs):
            return has_either(pairs)
    return False


def has_sum(kind: Type) -> bool:
    match kind:
        case Sum():
            return True
        case Maybe(inner) | Seq(_, inner) | Either(_, inner):
            return has_sum(inner)
        case Tup(items):
            return any(map(has_sum, items))
    return False


def has_list_or_tuple(kind: Type) -> bool:
    # Whether a type contains the type of `[0] if a else (0,)`.
    match kind:
        case Seq(_, item):
            return types.is_either_kind(kind) or has_list_or_tuple(item)
        case Maybe(inner) | Either(_, inner) | types.Dict(inner):
            return has_list_or_tuple(inner)
        case Tup(items) | Sum(items):
            return any(map(has_list_or_tuple, items))
    return False


def are_similar(own: Type, kind: Type) -> bool:
    try:
        joined = join(own, kind)
    except types.Clash:
        return False
    return not has_sum(joined) or has_sum(own) or has_sum(kind)
