"""Methods of sets and frozensets."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from advsearch.machine import (
    arithmetic,
    bits,
    boxing,
    changes,
    comparing,
    conditions,
    iteration,
    layout,
    makers,
    membership,
)
from advsearch.machine.types import DictOf, Frozen, SetOf, needs_table, universe_of
from advsearch.machine.values import Arguments, Constant, Held, Value

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def unknown(f: Function, name: str, kind: str, a: Arguments) -> Exception:
    return f.refusal(f"the method `{name}` of a value of type {kind}", "write it with other methods", a.node)


_OPERATORS: dict[str, ast.operator] = {"intersection": ast.BitAnd(), "symmetric_difference": ast.BitXor()}
SPREADING: Final = frozenset({"union", "difference", "intersection", "update", "difference_update"})
"""The methods of sets that take any number of sets."""


def _as_set(f: Function, value: Value, a: Arguments) -> Held:
    if isinstance(value, Held | Constant):
        held = f.hold_row(value)
        if isinstance(held.type, SetOf | Frozen):
            return held
        value = held
    return f.hold(makers.new_frozenset(f, Arguments((value,), {}, a.node)))


def _kept(f: Function, held: Held, value: Value, a: Arguments) -> Value:
    """The members that are among items which are no set, in the order of the items."""
    made = makers.new_empty(f, held, a)

    def one(item: Value) -> None:
        yes, no = f.block(), f.block()
        f.branch(conditions.is_true(f, membership.contains(f, held, item, a.node)), yes, no)
        f.start(yes)
        if f.live:
            changes.add(f, made, item)
        f.jump(no)
        f.start(no)

    f.each(value, one)
    return makers.finished(f, made, held)


def _operated(f: Function, op: ast.operator, held: Held, a: Arguments) -> Value:
    def more(found: Held, value: Value) -> Value:
        if isinstance(op, ast.BitAnd) and not _is_set(value):
            return _kept(f, found, value, a)
        return arithmetic.binary(f, op, found, _as_set(f, value, a), a.node)

    return _one_by_one(f, held, a, lambda value: more(held, value), more)


def _difference(f: Function, held: Held, a: Arguments) -> Value:
    """The first set is taken away by a new set, the others from that one in place, which decides its order."""

    def first(value: Value) -> Value:
        if _is_set(value):
            return arithmetic.binary(f, ast.Sub(), held, _as_set(f, value, a), a.node)
        return more(makers.finished(f, makers.new_copy(f, held, a), held), value)

    def more(found: Held, value: Value) -> Value:
        made = makers.changeable(f, found, a)
        changes.update_set(f, made, ast.Sub, _as_set(f, value, a), a.node)
        return makers.finished(f, made, held)

    return _one_by_one(f, held, a, first, more)


def _one_by_one(
    f: Function, held: Held, a: Arguments, first: Callable[[Value], Value], more: Callable[[Held, Value], Value]
) -> Value:
    """A method of a set and any number of others: the first, and each further one with what was found before."""
    if len(a) == 1 and not makers.is_spread(a.given[0]):
        return first(a.given[0])
    slot, begun = f.slot("one by one", a.node), f.cell()
    f.store(0, begun)
    f.put(slot, makers.finished(f, makers.new_copy(f, held, a), held))

    def one(value: Value) -> None:
        starts, goes_on, out = f.block(), f.block(), f.block()
        f.branch(f.op("icmp eq", f.load(begun), 0), starts, goes_on)
        f.start(starts)
        f.attempt(lambda: f.put(slot, first(value)))
        f.jump(out)
        f.start(goes_on)
        f.attempt(lambda: f.put(slot, more(f.hold(f.get(slot)), value)))
        f.jump(out)
        f.start(out)
        f.store(1, begun)

    makers.each_given(f, a.given, one)
    return f.get(slot)


def _is_set(value: Value) -> bool:
    if isinstance(value, Constant):
        return isinstance(value.value, set | frozenset | dict)
    return isinstance(value, Held) and isinstance(value.type, SetOf | Frozen | DictOf)


def of_set(f: Function, name: str, held: Held, a: Arguments) -> Value:
    if name == "union":
        return makers.union(f, Arguments((held, *a.given), {}, a.node))
    if name == "difference":
        return _difference(f, held, a)
    if name in _OPERATORS:
        return _operated(f, _OPERATORS[name], held, a)
    if name in ("issubset", "issuperset"):
        op = ast.LtE() if name == "issubset" else ast.GtE()
        return comparing.compare(f, op, held, _as_set(f, a.given[0], a), a.node)
    if name == "isdisjoint":
        both = arithmetic.binary(f, ast.BitAnd(), held, _as_set(f, a.given[0], a), a.node)
        return comparing.negated(f, f.hold(f.truth(conditions.is_true(f, both))))
    if name == "copy":
        make = makers.new_frozenset if isinstance(held.type, Frozen) else makers.new_set
        return make(f, Arguments((held,), {}, a.node))
    kind = held.type
    if not isinstance(kind, SetOf):
        raise unknown(f, name, "frozenset", a)
    changes.may_change(f, kind.node, a.node)
    return _changed_set(f, name, held, a)


def _discarded(f: Function, held: Held, value: Value) -> str:
    """Remove a member: whether it was there, as i1."""
    universe = universe_of(held.type)
    if universe is not None:
        there = bits.discard(f, held, universe, value)
        if there is not None:
            return there
        needs_table(held.type)
    return f.op("icmp ne", f.runtime("set_discard", held.word, f.box(value)), 0)


def _changed_set(f: Function, name: str, held: Held, a: Arguments) -> Value:
    kind = held.type
    assert isinstance(kind, SetOf)
    if name == "add":
        changes.add(f, held, a.given[0])
    elif name in ("discard", "remove"):
        there = _discarded(f, held, a.given[0])
        if name == "remove":
            f.fail_unless(there, layout.E_KEY, a.node)
    elif name == "pop":
        iteration.check_order(f, kind)
        needs_table(kind)
        word = f.runtime("set_pop", held.word)
        return boxing.unbox(f, word, kind.node.item)
    elif name == "update":
        makers.each_given(f, a.given, lambda value: changes.add_all(f, held, value, a.node))
    elif name == "difference_update":

        def less(value: Value) -> None:
            changes.update_set(f, held, ast.Sub, _as_set(f, value, a), a.node)

        makers.each_given(f, a.given, less)
    elif name == "clear":
        universe = universe_of(kind)
        if universe is None:
            f.runtime("set_clear", held.word)
        else:
            bits.put(f, held, ["0"] * universe.words)
    else:
        raise unknown(f, name, "set", a)
    return Constant(None)
