"""Loops over anything: a loop is a function that is called to write the body for each item."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from advsearch.machine import bits, boxing, conditions, expressions, layout, local_lists, loops, sequences
from advsearch.machine.facts import HIGH, LOW
from advsearch.machine.properties import has_fixed_order
from advsearch.machine.scopes import Scope, bring_back, names_of
from advsearch.machine.source import walked, walrus_names
from advsearch.machine.types import (
    BYTES,
    CHAR,
    INT,
    RANGE,
    STR,
    DictOf,
    Either,
    Flat,
    Frozen,
    ListOf,
    Row,
    SetOf,
    Type,
    family,
    item_of,
    needs_table,
    universe_of,
)
from advsearch.machine.values import ORDERED, Body, Constant, Held, Stream, Value, Wish, Word, number

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def each(f: Function, iterable: Value, body: Body, wish: Wish) -> None:
    """Write a loop, whose body runs where the loop is asked for, whatever function hands the items out."""
    scope, failing, inlined = f.scope, f.failing, tuple(f.inlined)

    def outside(value: Value) -> None:
        inner = f.scope, f.failing, f.inlined
        f.scope, f.failing, f.inlined = scope, failing, list(inlined)
        body(value)
        f.scope, f.failing, f.inlined = inner

    if isinstance(iterable, Stream):
        iterable.run(outside, wish)
    elif isinstance(iterable, Constant):
        _each_constant(f, iterable.value, outside, wish)
    elif isinstance(iterable, Held):
        _each_held(f, iterable, outside, wish)
    else:
        raise f.refusal("a loop over a function", "call the function")


def _each_constant(f: Function, value: Any, body: Body, wish: Wish) -> None:
    if isinstance(value, range):
        each_range(f, number(value.start), number(value.stop), number(value.step), body)
        return
    if isinstance(value, type) and issubclass(value, enum.Enum):
        value = tuple(value)
    if isinstance(value, tuple | list):
        families = {_family(f, item) for item in value}
        few = len(value) <= 2 and not (wish.once and len(value) == 2 and len(families) == 1)
        if few or len(families) > 1 or None in families:
            for item in value:
                if f.live:
                    body(Constant(item))
            return
        held = f.hold_row(Constant(tuple(value)))
    else:
        held = f.hold(Constant(value))
    _each_held(f, held, body, wish)


def _family(f: Function, value: Any) -> Any:
    if callable(value) and not isinstance(value, enum.Enum):
        return None
    return family(f.type_of(value))


def _each_held(f: Function, held: Held, body: Body, wish: Wish) -> None:
    kind = held.type
    if kind == RANGE:
        start, stop, step = held.words
        each_range(f, start, stop, step, body)
    elif isinstance(kind, Flat):
        parts = boxing.items(held)
        families = {family(part.type) for part in parts}
        few = len(parts) <= 2 and not (wish.once and len(parts) == 2 and len(families) == 1)
        if few or len(families) > 1:
            for part in parts:
                if f.live:
                    body(part)
        else:
            _each_item(f, boxing.as_row(f, held), body)
    elif isinstance(kind, SetOf | Frozen):
        if wish.ordered:
            check_order(f, kind)
            needs_table(kind)
        universe = universe_of(kind)
        if universe is not None and not wish.ordered:
            bits.each(f, held, universe, body)
            return
        each_entry(f, held, lambda entry: body(boxing.unbox(f, f.peek(entry, layout.ENTRY_KEY), item_of(kind))))
    elif isinstance(kind, DictOf):
        each_entry(f, held, lambda entry: body(boxing.unbox(f, f.peek(entry, layout.ENTRY_KEY), kind.keys.item)))
    elif isinstance(kind, Either):
        _each_item(f, sequences.sequence(f, held), body)
    elif isinstance(kind, Row | ListOf) or kind in (STR, CHAR, BYTES):
        _each_item(f, held, body)
    else:
        raise f.refusal(f"a loop over a value of type {kind}", "loop over a tuple, list, set, dict or range")


def check_order(f: Function, kind: Type) -> None:
    """Refuse to observe an order that differs from run to run."""
    if not has_fixed_order(item_of(kind)):
        raise f.refusal(
            "the order of a set whose order differs from run to run", "go through `sorted(...)` of it, or use a tuple"
        )


def _each_item(f: Function, held: Held, body: Body) -> None:
    if item_of(held.type) is None:
        return
    if held.type == CHAR:
        body(held)
        return
    fixed = None if isinstance(held.type, ListOf) else sequences.length(f, held)
    limit = (lambda: sequences.length(f, held)) if fixed is None else (lambda: fixed)
    index_loop(f, limit, lambda index: body(sequences.load_item(f, held, index)))


def index_loop(f: Function, limit: Callable[[], Word], body: Callable[[Word], None]) -> None:
    """Write a loop over 0, 1, ... below a limit, which is computed before each round."""
    cell, rows = f.cell(), f.rows
    f.store(0, cell)
    head, inside, out = f.block(), f.block(), f.block()
    f.enter(head)
    end = limit()
    index = Word(f.load(cell)).within(0, max(0, end.range.high - 1))
    f.branch(f.op("icmp slt", index, end), inside, out)
    f.start(inside)
    f.store(f.new(f"add nsw i64 {index}, 1"), cell)
    with f.repeated():
        f.attempt(lambda: body(index))
    _again(f, head, rows)
    f.start(out)


def _again(f: Function, head: Any, rows: int) -> None:
    if f.live and f.rows > rows:
        f.check_room()
    f.jump(head)


def each_range(f: Function, start: Word, stop: Word, step: Word, body: Body) -> None:
    cell, rows = f.cell(), f.rows
    f.store(start, cell)
    head, inside, out = f.block(), f.block(), f.block()
    stride = step.number
    if stride is None:
        f.fail_if(f.op("icmp eq", step, 0), layout.E_VALUE)
    f.enter(head)
    now = f.load(cell)
    if stride is None:
        up, down = f.op("icmp slt", now, stop), f.op("icmp sgt", now, stop)
        upwards = f.op("icmp sgt", step, 0)
        f.branch(f.new(f"select i1 {upwards}, i1 {up}, i1 {down}"), inside, out)
        low, high = LOW, HIGH
    else:
        f.branch(f.op("icmp slt" if stride > 0 else "icmp sgt", now, stop), inside, out)
        low, high = start.range.low, stop.range.high - 1
        if stride < 0:
            low, high = stop.range.low + 1, start.range.high
    f.start(inside)
    f.store(f.new(f"add nsw i64 {now}, {step}"), cell)
    index = Word(now).within(low, high) if LOW <= low <= high <= HIGH else Word(now)
    with f.repeated():
        f.attempt(lambda: body(Held(INT, (index,))))
    _again(f, head, rows)
    f.start(out)


def each_entry(f: Function, held: Held, body: Callable[[str], None]) -> None:
    """Write a loop over the entries of a set or dict, in the order of its table."""
    if item_of(held.type) is None:
        return
    is_dict = isinstance(held.type, DictOf)
    size, table = (layout.DICT_ENTRY, layout.DICT_ENTRIES) if is_dict else (layout.SET_ENTRY, layout.SET_TABLE)
    word = held.word
    members = f.peek(word, layout.LENGTH)

    def limit() -> Word:
        if not isinstance(held.type, Frozen):
            f.fail_if(f.op("icmp ne", f.peek(word, layout.LENGTH), members), layout.E_CHANGED)
        if is_dict:
            return Word(f.peek(word, layout.DICT_COUNT))
        return Word(f.op("add", f.peek(word, layout.SET_MASK), 1))

    def one(index: Word) -> None:
        entries = f.pointer(f.peek(word, table))
        entry = f.new(f"ptrtoint ptr {f.address(entries, f.op('mul', index, size))} to i64")
        key = f.peek(entry, layout.ENTRY_KEY)
        there = f.op("icmp ne", key, 0)
        if not is_dict:
            there = f.new(f"and i1 {there}, {f.op('icmp ne', key, layout.GONE)}")
        yes, no = f.block(), f.block()
        f.branch(there, yes, no)
        f.start(yes)
        f.attempt(lambda: body(entry))
        f.jump(no)
        f.start(no)

    index_loop(f, limit, one)


# --- comprehensions ----------------------------------------------------------------------------------------------


def comprehension(
    f: Function,
    generators: list[ast.comprehension],
    parts: list[ast.expr],
    work: Callable[[], None],
    wish: Wish = ORDERED,
) -> None:
    """Write the loops of a comprehension; `parts` are the expressions that `work` evaluates inside them."""
    outer = f.scope
    inner = Scope((*outer.path, generators[0]), outer.tree, outer.function, outer)
    inner.result, inner.end, inner.on_yield = outer.result, outer.end, outer.on_yield

    def level(place: int) -> None:
        if place == len(generators):
            work()
            return
        generator = generators[place]

        def body(value: Value) -> None:
            with f.within(inner):
                saved = names_of(inner)
                f.assign(generator.target, value)
                again = f.block()
                for test in generator.ifs:
                    good = f.block()
                    f.condition(test, good, again)
                    f.start(good)
                    if not f.live:
                        break
                    conditions.narrow(f, test, True)
                if f.live:
                    f.attempt(lambda: level(place + 1))
                f.jump(again)
                f.start(again)
                bring_back(saved)

        with f.within(outer if place == 0 else inner):
            iterable = expressions.read(f, generator.iter)
            inside: list[ast.AST] = [*generator.ifs, *parts, *(one.iter for one in generators[place + 1 :])]
            rounds = None if wish.once else loops.written_out(f, iterable, inside)
            if rounds is None:
                f.each(iterable, body, wish)
            else:
                f.copies *= max(1, len(rounds))
                for item in rounds:
                    if f.live:
                        body(Constant(item))
                f.copies //= max(1, len(rounds))

    assigned_inside = walrus_names(node for part in (*generators, *parts) for node in walked(part))
    forget(outer, assigned_inside)
    level(0)
    forget(outer, assigned_inside)


def forget(scope: Scope, names: Iterable[str]) -> None:
    """Read names from their places again, whatever was known of them."""
    for name in names:
        holder = scope.holder(name)
        if holder is not None and name in holder.pins:
            holder.names[name] = holder.pins[name]


def generator(f: Function, node: ast.GeneratorExp) -> Stream:
    scope = f.scope

    def run(body: Body, wish: Wish) -> None:
        consumer = f.scope

        def work() -> None:
            value = f.evaluate(node.elt)
            with f.within(consumer):
                body(value)

        with f.within(scope):
            comprehension(f, node.generators, [node.elt], work, wish)

    return Stream(run)


def listed(f: Function, value: Value, node: Any = None, wish: Wish = ORDERED) -> Held:
    """A new list of the items of anything."""
    site = f.unit.site(node if node is not None else f.node, "list")
    if isinstance(value, Held | Constant):
        held = f.hold_row(value)
        if isinstance(held.type, Row | ListOf | Flat):
            return sequences.copied(f, held, site)
    made = local_lists.made(f, site, [])

    def add(item: Value) -> None:
        held = f.hold(item)
        site.learn(held.type)
        local_lists.append(f, made, f.box(held))

    f.each(value, add, wish)
    return f.made_list(site.find(), made.word)
