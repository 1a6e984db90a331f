"""`sorted` and `list.sort`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advsearch.machine import comparing, iteration, sequences
from advsearch.machine.types import ListOf, Type, item_of, universe_of
from advsearch.machine.values import ANY_ORDER, ORDERED, Arguments, Constant, Held, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def _is_sorted(value: Value) -> bool:
    """Whether a loop over a set of bits meets its members in their order."""
    kind = value.type if isinstance(value, Held) else None
    universe = universe_of(kind)
    return universe is not None and universe.ascends


def new_sorted(f: Function, a: Arguments) -> Value:
    if _is_sorted(a.given[0]) and not a.named:
        return iteration.listed(f, a.given[0], a.node, ANY_ORDER)
    made = iteration.listed(f, a.given[0], a.node, ANY_ORDER if not a.named else ORDERED)
    sort(f, made, a)
    return made


def sort(f: Function, held: Held, a: Arguments) -> None:
    """Sort a list in place; equal items stay in their order, as in Python."""
    key, reverse = a.named.get("key"), a.named.get("reverse", Constant(False))
    if not isinstance(reverse, Constant):
        raise f.refusal("`reverse=` that is not constant", "sort in each branch of an `if`", a.node)
    count = sequences.length(f, held)
    if count.number is not None and count.number < 2 and key is None:
        return
    begin = f.new(f"ptrtoint ptr {sequences.data(f, held)} to i64")
    if reverse.value:
        f.runtime("flip", begin, count)
    keys = Word(f.runtime("list_of", begin, count))
    measured: list[Type] = []
    if key is not None and not (isinstance(key, Constant) and key.value is None):
        kind = held.type
        assert isinstance(kind, ListOf)
        by = f.made_list(kind.node, keys)

        def one(index: Word) -> None:
            measure = f.hold(f.call(key, [sequences.load_item(f, held, index)], a.node))
            measured.append(measure.type)
            f.store(f.box(measure), sequences.item_address(f, by, index))

        if kind.node.item is not None:
            iteration.index_loop(f, lambda: count, one)
        begin = f.new(f"ptrtoint ptr {sequences.data(f, held)} to i64")
    comparing.check_order(f, measured[0] if measured else item_of(held.type), a.node)
    key_begin = f.new(f"ptrtoint ptr {sequences.data(f, f.made_list(f.unit.site(a.node, 'keys'), keys))} to i64")
    f.runtime("sort", held.word, key_begin, count)
    if reverse.value:
        f.runtime("flip", begin, count)
