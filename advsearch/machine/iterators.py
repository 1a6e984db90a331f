"""Functions that hand items on: `enumerate`, `zip`, `map`. None of them makes a list."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import arithmetic, boxing, conditions, iteration, layout, library_rows, sequences
from advsearch.machine.facts import Range
from advsearch.machine.types import INT, RANGE, item_of
from advsearch.machine.values import (
    Arguments,
    Body,
    Bound,
    Constant,
    Held,
    Stream,
    Unreached,
    Value,
    Wish,
    Word,
    number,
)

if TYPE_CHECKING:
    from advsearch.machine.function import Function

Handler = Callable[[Any, Arguments], Value]


def held_stream(f: Function, value: Value) -> Value:
    """Something that can be gone through more than once."""
    return f.hold(value) if isinstance(value, Stream) else value


def counter(f: Function, start: Word, greatest: int) -> Callable[[], Word]:
    """A number that is one more each time it is asked for."""
    cell = f.cell()
    f.store(start, cell)
    low = start.number

    def count() -> Word:
        now = f.load(cell)
        f.store(f.new(f"add nsw i64 {now}, 1"), cell)
        return Word(now) if low is None else Word(now, Range(low, low + greatest))

    return count


def _longest(value: Value) -> int:
    if isinstance(value, Constant) and hasattr(value.value, "__len__"):
        return len(value.value)
    if isinstance(value, Held) and value.words and value.word.count is not None:
        return value.word.count
    return sequences.LONGEST


def _enumerate(f: Function, a: Arguments) -> Value:
    start = a.at(1, "start") or Constant(0)

    def run(body: Body, wish: Wish) -> None:
        count = counter(f, arithmetic.as_whole(f, start), _longest(a.given[0]))
        f.each(a.given[0], lambda item: body(boxing.flat(f, [Held(INT, (count(),)), item])), wish)

    return Stream(run)


def _zip(f: Function, a: Arguments) -> Value:
    if a.given and isinstance(a.given[0], Bound) and a.given[0].function == "*":
        return f.call(Constant(library_rows.transposed), [a.given[0].receiver], a.node)
    strict = a.named.get("strict")

    def run(body: Body, wish: Wish) -> None:
        out = f.block()
        rest = [sequences.sequence(f, _part(f, value, place)) for place, value in enumerate(a.given[1:])]
        count = counter(f, number(0), sequences.LONGEST)
        exact = isinstance(strict, Constant) and bool(strict.value)

        def one(item: Value) -> None:
            index, parts = count(), [item]
            for row in rest:
                good, short = f.block(), f.block()
                f.branch(f.op("icmp slt", index, sequences.length(f, row)), good, short if exact else out)
                if exact:
                    f.start(short)
                    if f.live:
                        f.fail(layout.E_VALUE, a.node)
                f.start(good)
                if not f.live:
                    return
                parts.append(sequences.load_item(f, row, index))
            body(boxing.flat(f, parts))

        f.each(a.given[0], one, wish)
        if exact and f.live:
            index = count()
            for row in rest:
                f.fail_if(f.op("icmp slt", index, sequences.length(f, row)), layout.E_VALUE, a.node)
        f.jump(out)
        f.start(out)

    def _part(f: Function, value: Value, place: int) -> Value:
        if isinstance(value, Stream):
            return iteration.listed(f, value, ("zipped", a.node, place))
        return value

    return Stream(run)


def _map(f: Function, a: Arguments) -> Value:
    if len(a) == 2:

        def run(body: Body, wish: Wish) -> None:
            f.each(a.given[1], lambda item: body(f.call(a.given[0], [item], a.node)), wish)

        return Stream(run)
    zipped = _zip(f, Arguments(a.given[1:], {}, a.node))

    def run_zipped(body: Body, wish: Wish) -> None:
        f.each(zipped, lambda item: body(f.call(a.given[0], items_of(f, item), a.node)), wish)

    return Stream(run_zipped)


def items_of(f: Function, value: Value) -> list[Value]:
    if isinstance(value, Constant):
        return [Constant(item) for item in value.value]
    return list(boxing.items(f.hold(value)))


def filtered(wanted: bool) -> Handler:
    def handle(f: Function, a: Arguments) -> Value:
        test, iterable = a.given
        by_truth = isinstance(test, Constant) and test.value is None

        def run(body: Body, wish: Wish) -> None:
            def one(item: Value) -> None:
                yes, no = f.block(), f.block()
                truth = conditions.is_true(f, item if by_truth else f.call(test, [item], a.node))
                f.branch(truth, *((yes, no) if wanted else (no, yes)))
                f.start(yes)
                if f.live:
                    body(item)
                f.jump(no)
                f.start(no)

            f.each(iterable, one, wish)

        return Stream(run)

    return handle


def _reversed(f: Function, a: Arguments) -> Value:
    value = a.given[0]
    if isinstance(value, Constant) and isinstance(value.value, range | tuple | str | list):
        return Constant(tuple(reversed(value.value)))
    held = f.hold_row(value)
    if held.type == RANGE and held.words[2].number == 1:
        start, stop, _ = held.words
        first = arithmetic.whole_binary(f, ast.Sub(), stop, number(1), a.node).word
        last = arithmetic.whole_binary(f, ast.Sub(), start, number(1), a.node).word
        return Held(RANGE, (first, last, number(-1)))

    def run(body: Body, _wish: Wish) -> None:
        row = sequences.sequence(f, held)
        if item_of(row.type) is None:
            return
        count = sequences.length(f, row)

        def one(index: Word) -> None:
            place = Word(f.op("sub", f.op("sub", count, 1), index))
            body(sequences.load_item(f, row, place.within(0, max(0, count.range.high - 1))))

        iteration.index_loop(f, lambda: count, one)

    return Stream(run)


def _iter(f: Function, a: Arguments) -> Value:
    if len(a) > 1:
        raise f.refusal("`iter` with a last value", "write a `while` loop", a.node)
    value = a.given[0]
    return value if isinstance(value, Stream) else Stream(lambda body, wish: f.each(value, body, wish))


def _next(f: Function, a: Arguments) -> Value:
    """The first item of a generator that is made here."""
    if not isinstance(a.given[0], Stream):
        raise f.refusal("`next` of an iterator that is kept", "loop over it with `for`", a.node)
    slot, out = f.slot("next", a.node), f.block()

    def one(item: Value) -> None:
        f.put(slot, item)
        f.jump(out)

    f.each(a.given[0], one)
    if f.live:
        if len(a) > 1:
            f.put(slot, a.given[1])
            f.jump(out)
        else:
            f.fail(f.unit.error_code(StopIteration), a.node)
    f.start(out)
    if not f.live:
        raise Unreached
    return f.get(slot)


HANDLERS: Final[dict[Any, Handler]] = {
    enumerate: _enumerate, zip: _zip, map: _map, filter: filtered(True), reversed: _reversed, iter: _iter,
    next: _next,
}  # fmt: skip
