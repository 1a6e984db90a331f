"""Adds room to types, because later lists can be longer than sampled ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import attrs

from advsearch.lowering.rows import classes, types
from advsearch.lowering.rows.types import WORD, Either, Int, Maybe, Members, Mixed, Seq, Sum, Tup, Type, cells


def roomy(kind: Type, room: int) -> Type:
    match kind:
        case Int(members=members) if members is not None:
            return Int(*classes.bounds_of_members(members), members)
        case Int(low, high):
            bits = high.bit_length() + room
            if high.bit_length() <= WORD < bits:
                bits = WORD
            least = 0 if low >= 0 else -(1 << min(62, (-low).bit_length() + room))
            return attrs.evolve(kind, low=least, high=max(1, (1 << bits) - 1))
        case Maybe(inner):
            return Maybe(roomy(inner, room))
        case Either(marks, inner):
            return Either(marks, roomy(inner, room))
        case Sum(kinds):
            return Sum(tuple(roomy(one, room) for one in kinds))
        case Mixed(number, marks):
            wider = roomy(number, room)
            assert isinstance(wider, Int)
            return Mixed(attrs.evolve(wider, low=max(wider.low, types.FAR // 2)), marks)
        case Tup(items):
            return Tup(tuple(roomy(item, room) for item in items), kind.kind)
        case Seq(seq_kind, item, least, most):
            if least == most:
                return Seq(seq_kind, roomy(item, room), least, most)
            return Seq(seq_kind, roomy(item, room), 0, 2 * most * room)
        case _:
            return kind


def clipped(kind: Type, limits: Type) -> Type:
    # Limit a type to `limits`; a value beyond them is an error at run time.
    if isinstance(kind, Sum) and not isinstance(limits, Maybe | Either):
        return _of_families(kind, limits, clipped)
    match kind, limits:
        case Int(), Int() if kind.members is not None:
            return kind
        case Int(low, high), Int(low2, high2):
            high = high if high <= max(255, high2) else high2
            return attrs.evolve(kind, low=low if low >= -255 else low2, high=high)
        case Maybe(inner), Maybe(inner2):
            return Maybe(clipped(inner, inner2))
        case Either(marks, inner), Either(_, inner2):
            return Either(marks, clipped(inner, inner2))
        case Either(_, inner), Tup() | Seq():
            return clipped(inner, limits)  # no mark was seen there: a mark is an error at run time
        case Mixed(number, marks), Mixed(number2, _):
            held = clipped(number, number2)
            assert isinstance(held, Int)
            return Mixed(held, marks)
        case Mixed(number), Int():
            return clipped(number, limits)
        case Maybe(), Tup() | Seq() | Members():
            return limits  # None was not seen there: it is an error at run time
        case Maybe(inner), _:
            return Maybe(clipped(inner, limits))
        case Tup(items), Tup(items2) if len(items) == len(items2):
            return Tup(tuple(map(clipped, items, items2)), kind.kind)
        case Seq(seq_kind, item, least), Seq(_, item2, least2, most2):
            if least2 == most2:
                return Seq(seq_kind, clipped(item, item2), least2, most2)
            return Seq(seq_kind, clipped(item, item2), min(least, least2), most2)
        case Tup(), Seq():
            return limits
        case Seq(seq_kind, item, least, most), types.Mark(words) if seq_kind is str:
            longest = max([1, *(len(word) for word in words if isinstance(word, str))])
            return Seq(str, item, least, min(most, 2 * longest + 8))
        case Seq(_, item), Tup(items2):
            return Tup(tuple(clipped(item, one) for one in items2), limits.kind)
        case Members(), Members():
            return limits
        case _:
            return kind


def _of_families(kind: Sum, limits: Type, limited: Callable[[Type, Type], Type]) -> Type:
    # Without a type of the same class in `limits`, the class is dropped: its values are errors at run time.
    held = limits if isinstance(limits, Sum) else Sum((limits,))
    pairs = [(one, held.of(one)) for one in kind.kinds]
    kept = tuple(limited(one, limit) for one, limit in pairs if limit is not None)
    return kind if not kept else Sum(kept) if len(kept) > 1 else kept[0]


def widest_number(kind: Type) -> int:
    match kind:
        case Int(_, high):
            return high.bit_length()
        case Maybe(inner) | Either(_, inner) | Seq(_, inner):
            return widest_number(inner)
        case Tup(items) | Sum(items):
            return max([0, *map(widest_number, items)])
        case _:
            return 0


def largest_set(kind: Type) -> int:
    match kind:
        case Members():
            return types.bits_of(kind)
        case Maybe(inner) | Either(_, inner) | Seq(_, inner) | types.Dict(inner):
            return largest_set(inner)
        case Tup(items) | Sum(items):
            return max([0, *map(largest_set, items)])
        case _:
            return 0


def cut_to(kind: Type, limits: Type) -> Type:
    if isinstance(limits, Sum):
        return _each_class(cut_to, kind, limits)
    match kind, limits:
        case Seq(), Seq() if not limits.fixed or kind.kind is not limits.kind:
            most = min(kind.most, max(limits.most, 1))
            return Seq(kind.kind, cut_to(kind.item, limits.item), min(kind.least, most), most)
        case Tup(items), Tup(items2) if len(items) == len(items2):
            return Tup(tuple(map(cut_to, items, items2)), kind.kind)
        case Maybe(inner), Maybe(inner2):
            return Maybe(cut_to(inner, inner2))
        case types.Dict(pairs), types.Dict(pairs2):
            return _as_dict(cut_to(pairs, pairs2), kind)
        case _, Maybe(inner2):
            return cut_to(kind, inner2)
        case Either(marks, inner), Either(_, inner2):
            return Either(marks, cut_to(inner, inner2))
        case Either(marks, inner), Tup() | Seq():
            return Either(marks, cut_to(inner, limits))
        case Tup() | Seq(), Either(_, inner2):
            return cut_to(kind, inner2)
    return kind


def _each_class(limited: Callable[[Type, Type], Type], kind: Type, limits: Sum) -> Type:
    if isinstance(kind, Sum):
        return Sum(tuple(limited(one, limits.of(one) or one) for one in kind.kinds))
    return limited(kind, limits.of(kind) or kind)


def _as_dict(pairs: Type, kind: types.Dict) -> types.Dict:
    assert isinstance(pairs, Seq)
    return attrs.evolve(kind, pairs=pairs)


def lengthened(old: Type, new: Type, room: int) -> Type:
    # Give `room` items to each tuple that is longer in `new` than in `old`.
    match old, new:
        case Seq(_, item, _, most), Seq(kind, item2, least2, most2):
            longer = max(most2, room) if most2 > most and kind is not list else most2
            return Seq(kind, lengthened(item, item2, room), least2, longer)
        case Tup(items, own), Seq(kind, item2, least2, most2) if own is tuple and kind is not list:
            return Seq(kind, item2, least2, max(most2, room) if most2 > len(items) else most2)
        case Tup(items), Tup(items2) if len(items) == len(items2):
            return Tup(
                tuple(lengthened(one, other, room) for one, other in zip(items, items2, strict=True)), new.kind
            )
        case Maybe(inner), Maybe(inner2):
            return Maybe(lengthened(inner, inner2, room))
        case Sum(), Sum(kinds):
            return Sum(tuple(lengthened(old.of(one) or one, one, room) for one in kinds))
        case Either(_, inner), Either(marks, inner2):
            return Either(marks, lengthened(inner, inner2, room))
        case types.Dict(pairs), types.Dict(pairs2):
            return _as_dict(lengthened(pairs, pairs2, room), new)
    return new


def fitting(kind: Type, limit: int, inner: int) -> Type:
    # Shorten sequences until a value takes at most `limit` numbers in memory. Inner sequences are shortened first, to
    # `inner` items.
    if cells(kind) <= limit:
        return kind
    if isinstance(kind, types.Dict):
        return _as_dict(fitting(kind.pairs, limit, inner), kind)
    if not isinstance(kind, Seq):
        return _shortened(kind, inner)
    made = attrs.evolve(kind, item=_shortened(kind.item, inner))
    if kind.fixed or cells(made) <= limit:
        return made
    most = max(kind.least, 1, (limit - 1) // max(1, cells(made.item)))
    return attrs.evolve(made, most=min(kind.most, most))


def _shortened(kind: Type, most: int) -> Type:
    match kind:
        case Seq() if not kind.fixed:
            longest = max(kind.least, min(kind.most, most))
            return Seq(kind.kind, _shortened(kind.item, most), kind.least, longest)
        case Seq():
            return attrs.evolve(kind, item=_shortened(kind.item, most))
        case Tup(items):
            return Tup(tuple(_shortened(one, most) for one in items), kind.kind)
        case Sum(kinds):
            return Sum(tuple(_shortened(one, most) for one in kinds))
        case Maybe(inner):
            return Maybe(_shortened(inner, most))
        case Either(marks, inner):
            return Either(marks, _shortened(inner, most))
        case types.Dict(pairs):
            return _as_dict(_shortened(pairs, most), kind)
    return kind


def storable(one: Type, other: Type) -> bool:
    """Whether values of `one` can be stored as `other`, perhaps after a check."""
    from advsearch.lowering.rows.joins import within

    return within(one, other) or within(_held(cut_to(one, other), other), other)


def _held(kind: Type, limits: Type) -> Type:
    if isinstance(limits, Sum):
        return _each_class(_held, kind, limits)
    match kind, limits:
        case Int(), Int() if kind.members is not None:
            return kind
        case (Int(low, high), Int(low2, high2)) if cells(kind) == cells(limits):
            return attrs.evolve(kind, low=max(low, min(low2, high)), high=min(high, max(high2, low)))
        case Seq(), Seq():
            return Seq(kind.kind, _held(kind.item, limits.item), kind.least, kind.most)
        case Tup(items), Tup(items2) if len(items) == len(items2):
            return Tup(tuple(map(_held, items, items2)), kind.kind)
        case Tup(items), Seq(_, item):
            return Tup(tuple(_held(one, item) for one in items), kind.kind)
        case Mixed(number, marks), Mixed(number2, _):
            held = _held(number, number2)
            assert isinstance(held, Int)
            return Mixed(held, marks)
        case Int(), Mixed(number2, _):
            return _held(kind, number2)
        case Int(), Maybe(inner2):
            return _held(kind, inner2)
        case Maybe(inner), Maybe(inner2):
            return Maybe(_held(inner, inner2))
        case Either(marks, inner), Either(_, inner2):
            return Either(marks, _held(inner, inner2))
        case Tup() | Seq(), Either(_, inner2):
            return _held(kind, inner2)
    return kind


# The numbers of a set that needs more bits than this are limited to the usual bounds.
_MOST_BITS: Final = 1 << 9


def bounded(item: Type, usual: Int, usual_axis: Int) -> Type:
    # Limit the integers in `item` if a set of `item` needs too many bits.
    match item:
        case Int(low, high) if high - low >= _MOST_BITS:
            return attrs.evolve(item, low=max(low, usual.low), high=min(high, max(usual.high, low)))
        case Tup():
            return _within_axis(item, usual_axis) if types.possible_values(item) > _MOST_BITS else item
        case Maybe(Int() as inner):
            return Maybe(bounded(inner, usual, usual_axis))
        case Maybe(inner):
            return bounded(inner, usual, usual_axis)  # adding None is an error at run time
        case Int() | types.Bool() | types.Mark() | types.Never():
            return item
    raise types.Clash(item, Int(0, 0))


def _within_axis(item: Type, usual: Int) -> Type:
    match item:
        case Int(members=members) if members is not None:
            return item
        case Tup(items):
            return Tup(tuple(_within_axis(one, usual) for one in items), item.kind)
        case Int(low, high):
            return attrs.evolve(item, low=max(low, usual.low), high=min(high, max(usual.high, low)))
    return item


def bounded_sets(kind: Type, usual: Int, usual_axis: Int) -> Type:
    match kind:
        case Members(item):
            return Members(bounded(item, usual, usual_axis), kind.frozen)
        case Tup(items):
            return Tup(tuple(bounded_sets(one, usual, usual_axis) for one in items), kind.kind)
        case Sum(kinds):
            return Sum(tuple(bounded_sets(one, usual, usual_axis) for one in kinds))
        case Seq():
            return attrs.evolve(kind, item=bounded_sets(kind.item, usual, usual_axis))
        case Maybe(inner):
            return Maybe(bounded_sets(inner, usual, usual_axis))
        case Either(marks, inner):
            return Either(marks, bounded_sets(inner, usual, usual_axis))
        case types.Dict(pairs):
            return _as_dict(bounded_sets(pairs, usual, usual_axis), kind)
    return kind


def is_count(kind: Int, low: int, high: int) -> bool:
    # Whether a number needs no test before it is stored within the bounds. A counter may exceed the bound `COUNT` by
    # at most `STEP`.
    below = kind.low >= low or (low == -types.COUNT and kind.low >= low - types.STEP)
    return below and (kind.high <= high or (high == types.COUNT and kind.high <= high + types.STEP))
