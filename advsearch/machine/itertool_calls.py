"""The functions of itertools. None of them makes a list."""

from __future__ import annotations

import ast
import functools
import itertools
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import arithmetic, boxing, conditions, iteration, iterators, library_rows, sequences
from advsearch.machine.types import INT, item_of
from advsearch.machine.values import (
    ORDERED,
    Arguments,
    Body,
    Bound,
    Constant,
    Held,
    Stream,
    Value,
    Wish,
    Word,
    number,
)

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def _product(f: Function, a: Arguments) -> Value:
    repeat = a.named.get("repeat", Constant(1))
    if not isinstance(repeat, Constant):
        raise f.refusal("`product` with a `repeat` that is not constant", "write the loops", a.node)
    parts = [iterators.held_stream(f, value) for value in a.given] * repeat.value

    def run(body: Body, wish: Wish) -> None:
        def level(place: int, values: list[Value]) -> None:
            if place == len(parts):
                body(boxing.flat(f, values))
            else:
                f.each(parts[place], lambda item: level(place + 1, [*values, item]), wish)

        level(0, [])

    return Stream(run)


def _chain(f: Function, a: Arguments) -> Value:
    def run(body: Body, wish: Wish) -> None:
        for value in a.given:
            if isinstance(value, Bound) and value.function == "*":
                f.each(value.receiver, lambda inner: f.each(inner, body, wish), wish)
            elif f.live:
                f.each(value, body, wish)

    return Stream(run)


def _chained(f: Function, a: Arguments) -> Value:
    return Stream(lambda body, wish: f.each(a.given[0], lambda inner: f.each(inner, body, wish), wish))


def _pairwise(f: Function, a: Arguments) -> Value:
    def run(body: Body, _wish: Wish) -> None:
        row = sequences.sequence(f, a.given[0])
        if item_of(row.type) is None:
            return
        last = Word(f.op("sub", sequences.length(f, row), 1)).within(0, sequences.LONGEST)

        def one(index: Word) -> None:
            following = Word(f.new(f"add nsw i64 {index}, 1")).within(0, sequences.LONGEST)
            body(boxing.flat(f, [sequences.load_item(f, row, place) for place in (index, following)]))

        iteration.index_loop(f, lambda: last, one)

    return Stream(run)


def _combined(functions: dict[int, Any], any_number: Any) -> iterators.Handler:
    def handle(f: Function, a: Arguments) -> Value:
        value = a.given[0]
        row: Value = (
            value if isinstance(value, Constant) and isinstance(value.value, tuple) else sequences.sequence(f, value)
        )
        count = a.at(1, "r") or Constant(None)
        if isinstance(count, Constant) and count.value is None:
            count = f.call(Constant(len), [row], a.node)
        if isinstance(count, Constant) and count.value in functions:
            return f.call(Constant(functions[count.value]), [row], a.node)
        return f.call(Constant(any_number), [row, count], a.node)

    return handle


def _group_by(f: Function, a: Arguments) -> Value:
    row = sequences.sequence(f, iterators.held_stream(f, a.given[0]))
    key = a.at(1, "key") or Constant(None)
    if isinstance(key, Constant) and key.value is None:
        return f.call(Constant(library_rows.groups), [row], a.node)
    return f.call(Constant(library_rows.groups_by), [row, key], a.node)


def _while(drop: bool) -> iterators.Handler:
    def handle(f: Function, a: Arguments) -> Value:
        test, iterable = a.given

        def run(body: Body, wish: Wish) -> None:
            begun, out = f.cell(), f.block()
            f.store(0, begun)

            def one(item: Value) -> None:
                yes, no, on = f.block(), f.block(), f.block()
                if drop:
                    ask = f.block()
                    f.branch(f.op("icmp ne", f.load(begun), 0), yes, ask)
                    f.start(ask)
                    f.branch(conditions.is_true(f, f.call(test, [item], a.node)), on, no)
                    f.start(no)
                    f.store(1, begun)
                    f.jump(yes)
                else:
                    f.branch(conditions.is_true(f, f.call(test, [item], a.node)), yes, out)
                f.start(yes)
                if f.live:
                    body(item)
                f.jump(on)
                f.start(on)

            f.each(iterable, one, ORDERED if drop else wish)
            f.jump(out)
            f.start(out)

        return Stream(run)

    return handle


def _count(f: Function, a: Arguments) -> Value:
    start = a.at(0, "start") or Constant(0)
    step = a.at(1, "step") or Constant(1)

    def run(body: Body, _wish: Wish) -> None:
        cell, head = f.cell(), f.block()
        stride = arithmetic.as_whole(f, step)
        f.store(arithmetic.as_whole(f, start), cell)
        f.enter(head)
        now = Word(f.load(cell))
        f.store(arithmetic.whole_binary(f, ast.Add(), now, stride, a.node).word, cell)
        rows = f.rows
        with f.repeated():
            f.attempt(lambda: body(Held(INT, (now,))))
        if f.live and f.rows > rows:
            f.check_room()
        f.jump(head)

    return Stream(run)


def _islice(f: Function, a: Arguments) -> Value:
    low, high = (Constant(0), a.given[1]) if len(a) == 2 else a.given[1:3]
    if len(a) > 3:
        raise f.refusal("`islice` with a step", "take the items with an index", a.node)

    def run(body: Body, wish: Wish) -> None:
        out = f.block()
        count = iterators.counter(f, number(0), sequences.LONGEST)
        endless = isinstance(high, Constant) and high.value is None
        last = None if endless else arithmetic.as_whole(f, high)
        first = arithmetic.as_whole(f, low)
        if last is not None:
            good = f.block()
            f.branch(f.op("icmp sgt", last, 0), good, out)
            f.start(good)

        def one(item: Value) -> None:
            index = count()
            yes, no, on = f.block(), f.block(), f.block()
            f.branch(f.op("icmp sge", index, first), yes, no)
            f.start(yes)
            if f.live:
                body(item)
            f.jump(no)
            f.start(no)
            if last is not None and f.live:  # the next item is not even asked for
                f.branch(f.op("icmp slt", f.new(f"add nsw i64 {index}, 1"), last), on, out)
                f.start(on)

        if f.live:
            f.each(a.given[0], one, wish)
        f.jump(out)
        f.start(out)

    return Stream(run)


def _accumulate(f: Function, a: Arguments) -> Value:
    if "initial" in a.named:
        raise f.refusal("`accumulate` with a first value", "write the loop", a.node)

    def run(body: Body, wish: Wish) -> None:
        slot, begun = f.slot("accumulated", a.node), f.cell()
        f.store(0, begun)

        def one(item: Value) -> None:
            first, more, on = f.block(), f.block(), f.block()
            held = f.hold(item)
            f.branch(f.op("icmp eq", f.load(begun), 0), first, more)
            f.start(first)
            f.store(1, begun)
            f.put(slot, held)
            f.jump(on)
            f.start(more)
            if len(a) > 1:
                f.put(slot, f.call(a.given[1], [f.get(slot), held], a.node))
            else:
                f.put(slot, arithmetic.binary(f, ast.Add(), f.get(slot), held, a.node))
            f.jump(on)
            f.start(on)
            body(f.get(slot))

        f.each(a.given[0], one, wish)

    return Stream(run)


def _starmap(f: Function, a: Arguments) -> Value:
    def run(body: Body, wish: Wish) -> None:
        f.each(a.given[1], lambda item: body(f.call(a.given[0], iterators.items_of(f, item), a.node)), wish)

    return Stream(run)


@functools.cache
def handlers() -> dict[Any, iterators.Handler]:
    return {
        itertools.product: _product, itertools.chain: _chain, itertools.chain.from_iterable: _chained,
        itertools.pairwise: _pairwise, itertools.filterfalse: iterators.filtered(False),
        itertools.takewhile: _while(False), itertools.dropwhile: _while(True), itertools.count: _count,
        itertools.islice: _islice,
        itertools.accumulate: _accumulate, itertools.starmap: _starmap,
        itertools.groupby: _group_by,
        itertools.combinations: _combined({2: library_rows.pairs, 3: library_rows.triples},
                                          library_rows.combinations),
        itertools.permutations: _combined({2: library_rows.ordered_pairs}, library_rows.permutations),
    }  # fmt: skip


SPREADING: Final[frozenset[Any]] = frozenset({itertools.chain})
