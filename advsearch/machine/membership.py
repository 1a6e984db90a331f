"""Membership: `value in container`, and the place of a value in a sequence."""

from __future__ import annotations

import ast
import enum
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import big, bits, boxing, comparing, conditions, iteration, sequences, wide
from advsearch.machine.properties import compared_by_word
from advsearch.machine.types import (
    BOOL,
    BYTES,
    INT,
    RANGE,
    STR,
    DictOf,
    Either,
    Flat,
    Frozen,
    Member,
    Number,
    SetOf,
    alternatives,
    family,
    item_of,
    needs_table,
    universe_of,
)
from advsearch.machine.values import ANY_ORDER, Constant, Held, Stream, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

FEW: Final = 4


def contains(f: Function, container: Value, value: Value, node: ast.AST) -> Value:
    """`value in container`."""
    if isinstance(container, Stream):
        return _in_stream(f, container, value, node)
    known = container.value if isinstance(container, Constant) else None
    if isinstance(known, tuple | list | set | frozenset) and len(known) <= FEW:
        return _in_few(f, [Constant(item) for item in known], value, node)
    held = f.hold_row(container)
    kind = held.type
    if any(isinstance(one, Member | Number) and issubclass(one.kind, enum.Flag) for one in alternatives(kind)):
        raise f.refusal("`in` asks for the flags in a flag", "use ints for flags, and ask with `&`", node)
    if kind == BYTES:
        return _in_stream(f, Stream(lambda body, wish: f.each(held, body, wish)), value, node)
    if kind == RANGE:
        return _in_range(f, held, value, node)
    if isinstance(kind, Flat) and issubclass(kind.kind, tuple):
        return _in_few(f, list(boxing.items(held)), value, node)
    if isinstance(kind, SetOf | Frozen | DictOf):
        if item_of(kind) is None:
            return Constant(False)
        universe = universe_of(kind)
        if universe is not None:
            inside = bits.contains(f, bits.words_of(f, held, universe) or [], universe, value)
            if inside is not None:
                return inside
            needs_table(kind)
        name = "dict_find" if isinstance(kind, DictOf) else "set_find"
        return f.truth(f.op("icmp ne", f.runtime(name, held.word, f.box(value)), 0))
    if family(kind) == "str":
        part = boxing.coerce(f, value, STR)
        found = f.runtime("find_part", boxing.coerce(f, held, STR).word, part.word, 0)
        return f.truth(f.op("icmp sge", found, 0))
    if isinstance(kind, Either):
        return Held(BOOL, (Word(f.runtime("contains", held.word, f.box(value)), boxing.TRUTH),))
    item = item_of(kind)
    if item is None:
        return Constant(False)
    return f.truth(f.op("icmp sge", place_of(f, held, value, node), 0))


def place_of(f: Function, held: Held, value: Value, node: ast.AST) -> str:
    """The first place of a value in a tuple or list in memory, or -1."""
    wanted = f.hold(value)
    item = item_of(held.type)
    if isinstance(item, Flat) and not isinstance(wanted.type, Either):  # compared in registers
        cell, out = f.cell(), f.block()
        f.store(-1, cell)

        def one(index: Word) -> None:
            hit, on = f.block(), f.block()
            found = comparing.equal(f, sequences.load_item(f, held, index), wanted, node)
            f.branch(conditions.is_true(f, found), hit, on)
            f.start(hit)
            if f.live:
                f.store(index, cell)
                f.jump(out)
            f.start(on)

        count = sequences.length(f, held)
        iteration.index_loop(f, lambda: count, one)
        f.jump(out)
        f.start(out)
        return f.load(cell)
    kinds = () if item is None else (*alternatives(item), *alternatives(wanted.type))
    words = compared_by_word(INT if isinstance(kind, Number) else kind for kind in kinds)
    return _place_of_word(f, held, wanted) if words else f.runtime("find_item", held.word, f.box(wanted))


def _place_of_word(f: Function, held: Held, wanted: Held) -> str:
    """The first place of a value whose word no other value has."""
    cell, out, word, items = f.cell(), f.block(), f.box(wanted), sequences.data(f, held)
    f.store(-1, cell)

    def one(index: Word) -> None:
        hit, on = f.block(), f.block()
        f.branch(f.op("icmp eq", f.load(f.address(items, index, 8)), word), hit, on)
        f.start(hit)
        f.store(index, cell)
        f.jump(out)
        f.start(on)

    count = sequences.length(f, held)
    iteration.index_loop(f, lambda: count, one)
    f.jump(out)
    f.start(out)
    return f.load(cell)


def _in_few(f: Function, members: list[Any], value: Value, node: ast.AST) -> Value:
    found = "false"
    held = f.hold(value) if not isinstance(value, Constant) else value
    for member in members:
        truth = conditions.is_true(f, comparing.equal(f, held, member, node))
        if truth == "true":
            return Constant(True)
        if truth != "false":
            found = truth if found == "false" else f.new(f"or i1 {found}, {truth}")
    return f.truth(found)


def _in_range(f: Function, held: Held, value: Value, node: ast.AST) -> Value:
    wanted, fits = boxing.plain(f.hold(value)), "true"
    if big.is_big(wanted.type):
        word = big.word_of(f, wanted)
        fits = f.new(f"trunc i64 {word} to i1")  # a row of limbs is beyond all ends that are tagged ints
        for end in held.words:
            boxing.box_int(f, end)
        wanted = Held(INT, (Word(f.op("ashr", word, 1)),))
    if wide.is_wide(wanted.type) and not isinstance(wanted.type, Either):
        fits = wide.fits(f, wanted)
        wanted = Held(INT, (Word(wanted.words[0].text),))
    if wanted.type not in comparing.WHOLE:
        if not alternatives(wanted.type) & (comparing.NUMBERS | {Number}):
            return Constant(False)
        if isinstance(wanted.type, Either) and wanted.type.alternatives <= {INT, BOOL}:
            wanted = boxing.narrowed(f, wanted, INT)
        else:
            raise f.refusal("a value that may be no int, in a range", "test that it is an int first", node)
    start, stop, step = held.words
    word = wanted.word
    if step.number == 1:
        inside = f.new(f"and i1 {f.op('icmp sge', word, start)}, {f.op('icmp slt', word, stop)}")
        return f.truth(f.new(f"and i1 {inside}, {fits}"))
    up = f.op("icmp sgt", step, 0)
    sides = [
        f.new(f"and i1 {f.op(f'icmp {a}', word, start)}, {f.op(f'icmp {b}', word, stop)}")
        for a, b in (("sge", "slt"), ("sle", "sgt"))
    ]
    both = f.new(f"select i1 {up}, i1 {sides[0]}, i1 {sides[1]}")
    whole = f.op("icmp eq", f.op("srem", f.op("sub", word, start), step), 0)
    return f.truth(f.new(f"and i1 {f.new(f'and i1 {both}, {whole}')}, {fits}"))


def _in_stream(f: Function, stream: Stream, value: Value, node: ast.AST) -> Value:
    wanted = f.hold(value)
    cell, out = f.cell(), f.block()
    f.store(0, cell)

    def one(item: Value) -> None:
        hit, on = f.block(), f.block()
        f.branch(conditions.is_true(f, comparing.equal(f, item, wanted, node)), hit, on)
        f.start(hit)
        if f.live:
            f.store(1, cell)
            f.jump(out)
        f.start(on)

    f.each(stream, one, ANY_ORDER)
    f.jump(out)
    f.start(out)
    return Held(BOOL, (Word(f.load(cell), boxing.TRUTH),))
