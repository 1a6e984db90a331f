"""Loops that end in one value: `sum`, `any`, `min`, `reduce`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from advsearch.machine import arithmetic, boxing, comparing, conditions, layout
from advsearch.machine.types import BOOL, INT, alternatives
from advsearch.machine.values import (
    ANY_ORDER,
    ORDERED,
    Arguments,
    Constant,
    Held,
    Unreached,
    Value,
    Wish,
    Word,
)

if TYPE_CHECKING:
    from advsearch.machine.function import Function

EXACT_SUM = Wish(ordered=False)

Handler = Callable[["Function", Arguments], Value]


def fold(
    f: Function, key: Any, iterable: Value, start: Value, step: Callable[[Value, Value], Value], wish: Wish
) -> Value:
    """A loop that changes one variable."""
    slot = f.slot("fold", key)
    f.put(slot, start)
    kind = f.version.slots[slot.key]
    if wish is EXACT_SUM:  # sums of ints are the same in every order
        wish = ANY_ORDER if alternatives(kind) <= {INT, BOOL} else ORDERED
    f.each(iterable, lambda item: f.put(slot, step(f.get(slot), item)), wish)
    return f.get(slot)


def total(f: Function, a: Arguments) -> Value:
    start = a.at(1, "start") or Constant(0)

    def step(found: Value, item: Value) -> Value:
        return arithmetic.binary(f, ast.Add(), found, item, a.node)

    return fold(f, a.node, a.given[0], start, step, EXACT_SUM)


def product(f: Function, a: Arguments) -> Value:
    start = a.at(1, "start") or Constant(1)

    def step(found: Value, item: Value) -> Value:
        return arithmetic.binary(f, ast.Mult(), found, item, a.node)

    return fold(f, a.node, a.given[0], start, step, ORDERED)


def reduce(f: Function, a: Arguments) -> Value:
    if len(a) < 3:
        return _reduced(f, a)

    def step(found: Value, item: Value) -> Value:
        return f.call(a.given[0], [found, item], a.node)

    return fold(f, a.node, a.given[1], a.given[2], step, ORDERED)


def _reduced(f: Function, a: Arguments) -> Value:
    """`reduce` that begins with the first item."""
    slot, begun = f.slot("reduced", a.node), f.cell()
    f.store(0, begun)

    def one(item: Value) -> None:
        held = f.hold(item)
        first, more, on = f.block(), f.block(), f.block()
        f.branch(f.op("icmp eq", f.load(begun), 0), first, more)
        f.start(first)
        f.store(1, begun)
        f.put(slot, held)
        f.jump(on)
        f.start(more)
        f.attempt(lambda: f.put(slot, f.call(a.given[0], [f.get(slot), held], a.node)))
        f.jump(on)
        f.start(on)

    f.each(a.given[1], one)
    f.fail_if(f.op("icmp eq", f.load(begun), 0), layout.E_TYPE, a.node)
    return f.get(slot)


def quick(wanted: bool) -> Handler:
    """`any` and `all`, which stop at the first item that decides."""

    def handle(f: Function, a: Arguments) -> Value:
        cell, out = f.cell(), f.block()
        f.store(int(not wanted), cell)

        def one(item: Value) -> None:
            hit, on = f.block(), f.block()
            f.branch(conditions.is_true(f, item), *((hit, on) if wanted else (on, hit)))
            f.start(hit)
            if f.live:
                f.store(int(wanted), cell)
                f.jump(out)
            f.start(on)

        f.each(a.given[0], one, ANY_ORDER)
        f.jump(out)
        f.start(out)
        return Held(BOOL, (Word(f.load(cell), boxing.TRUTH),))

    return handle


def extreme(op: ast.cmpop) -> Handler:
    def handle(f: Function, a: Arguments) -> Value:
        key = a.named.get("key")
        if isinstance(key, Constant) and key.value is None:
            key = None
        if len(a) > 1 and key is None:
            return _of_few(f, op, a)
        return _of_many(f, op, a, key)

    return handle


def _of_few(f: Function, op: ast.cmpop, a: Arguments) -> Value:
    best = a.given[0]
    for place, value in enumerate(a.given[1:]):
        if isinstance(best, Constant) and isinstance(value, Constant):
            better = comparing.COMPARISONS[type(op)](value.value, best.value)
            best = value if better else best
            continue
        x, y = boxing.plain(f.hold(best)), boxing.plain(f.hold(value))
        if x.type == INT and y.type == INT:
            name, ends = ("smin", min) if isinstance(op, ast.Lt) else ("smax", max)
            word = Word(f.new(f"call i64 @llvm.{name}.i64(i64 {x.word}, i64 {y.word})"))
            one, other = x.word.range, y.word.range
            best = Held(INT, (word.within(ends(one.low, other.low), ends(one.high, other.high)),))
            continue
        slot, better_block, out = f.slot("extreme", a.node, place), f.block(), f.block()
        f.put(slot, x)
        f.branch(conditions.is_true(f, comparing.compare(f, op, y, x, a.node)), better_block, out)
        f.start(better_block)
        if f.live:
            f.put(slot, y)
            f.jump(out)
        f.start(out)
        best = f.get(slot)
    return best


def _of_many(f: Function, op: ast.cmpop, a: Arguments, key: Value | None) -> Value:
    best, best_key, found = f.slot("best", a.node), f.slot("best key", a.node), f.cell()
    f.store(0, found)

    def one(item: Value) -> None:
        held = f.hold(item)
        measure = held if key is None else f.hold(f.call(key, [held], a.node))
        take, test, skip = f.block(), f.block(), f.block()
        f.branch(f.op("icmp eq", f.load(found), 0), take, test)
        f.start(test)

        def compared() -> None:
            truth = comparing.compare(f, op, measure, f.get(best_key), a.node)
            f.branch(conditions.is_true(f, truth), take, skip)

        if best_key.key in f.version.slots:
            compared()
        else:
            f.jump(take)
        f.start(take)
        if f.live:
            f.store(1, found)
            f.put(best, held)
            f.put(best_key, measure)
            f.jump(skip)
        f.start(skip)

    if len(a) > 1:
        for value in a.given:
            one(value)
    else:
        f.each(a.given[0], one, ANY_ORDER if key is None else ORDERED)
    default = a.named.get("default")
    none = f.op("icmp eq", f.load(found), 0)
    if default is None:
        f.fail_if(none, layout.E_EMPTY, a.node)
    else:
        empty, out = f.block(), f.block()
        f.branch(none, empty, out)
        f.start(empty)
        f.put(best, default)
        f.jump(out)
        f.start(out)
    if not f.live:
        raise Unreached
    return f.get(best)
