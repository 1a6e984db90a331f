"""Things with a length and items in a row: tuples, lists, strings. And new, empty containers."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from advsearch.machine import aliasing, arithmetic, bits, boxing, iteration, layout, local_lists
from advsearch.machine.facts import BOXED, Length
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
    Node,
    Row,
    SetOf,
    Type,
    family,
    item_of,
    joined,
    universe_of,
    width,
)
from advsearch.machine.values import Constant, Held, Unreached, Value, Word, number

if TYPE_CHECKING:
    from advsearch.machine.function import Function

LONGEST = 1 << 40


def length(f: Function, held: Held) -> Word:
    """The number of items of a sequence, set or dict."""
    kind = held.type
    if kind == CHAR:
        return number(1)
    if isinstance(kind, Flat):
        return number(len(kind.items))
    if kind == RANGE:
        return Word(range_length(f, held)).within(0, LONGEST)
    known = held.word.count
    if known is not None and not (isinstance(kind, ListOf) and kind.node.find().resized):
        return number(known)
    universe = universe_of(kind)
    if universe is not None:
        return Word(bits.count(f, bits.words_of(f, held, universe) or [])).within(0, universe.size)
    if kind == STR:
        return Word(f.peek(_string_row(f, held.word), layout.LENGTH)).within(0, LONGEST)
    return Word(f.peek(held.word, layout.LENGTH)).within(0, LONGEST)


def range_length(f: Function, held: Held) -> str:
    start, stop, step = held.words
    if step.number == 1:
        return f.new(f"call i64 @llvm.smax.i64(i64 {f.op('sub', stop, start)}, i64 0)")
    up = f.op("icmp sgt", step, 0)
    low, high = (f.new(f"select i1 {up}, i64 {a}, i64 {b}") for a, b in ((start, stop), (stop, start)))
    stride = f.new(f"call i64 @llvm.abs.i64(i64 {step}, i1 false)")
    span = f.op("sdiv", f.op("add", f.op("sub", high, low), f.op("sub", stride, 1)), stride)
    return f.new(f"call i64 @llvm.smax.i64(i64 {span}, i64 0)")


def data(f: Function, held: Held) -> str:
    """A pointer to the first item of a tuple or list."""
    if isinstance(held.type, ListOf):
        return f.pointer(f.peek(held.word, layout.LIST_ITEMS))
    return f.address(f.pointer(held.word), layout.ITEMS)


def item_address(f: Function, held: Held, index: Word | str | int) -> str:
    return f.address(data(f, held), index, 8)


def load_item(f: Function, held: Held, index: Word) -> Held:
    """The item at a place that is known to exist."""
    kind = held.type
    if kind == CHAR:
        return held
    if isinstance(kind, Flat) and index.number is not None:
        return boxing.items(held)[index.number]
    if kind == STR:
        return _character(f, held.word, index)
    if kind == BYTES:
        place = f.address(f.address(f.pointer(held.word), layout.ITEMS), index)
        return Held(INT, (Word(f.new(f"zext i8 {f.new(f'load i8, ptr {place}')} to i64")).within(0, 255),))
    item = item_of(kind)
    if item is None:
        raise Unreached
    found = _in_table(f, held, index, item) or boxing.unbox(f, f.load(item_address(f, held, index)), item)
    fact = held.word.fact
    return boxing.with_facts(found, fact.item) if isinstance(fact, Length) else found


def _in_table(f: Function, held: Held, index: Word, item: Type) -> Held | None:
    """The item of a constant tuple of numbers, which need not be unboxed."""
    kinds = item.items if isinstance(item, Flat) else (item,)
    if not isinstance(held.type, Row) or any(kind != INT for kind in kinds):
        return None
    table = f.unit.constants.table(held.word.text)
    if table is None or table.each != width(item) or isinstance(item, Flat) != (table.each > 1):
        return None
    words = []
    for place in range(table.each):
        at = f.op("add", f.op("mul", index, table.each), place) if table.each > 1 else index
        pointer = f.new(f"getelementptr i{table.bits}, ptr {table.name}, i64 {at}")
        word = f.new(f"load i{table.bits}, ptr {pointer}{aliasing.UNCHANGED}")
        if table.bits < 64:
            words.append(Word(f.new(f"zext i{table.bits} {word} to i64")).within(0, (1 << table.bits) - 1))
        else:
            words.append(Word(word, BOXED))
    boxed = Word(f.load(item_address(f, held, index), aliasing.UNCHANGED)) if isinstance(item, Flat) else None
    return Held(item, tuple(words), boxed=boxed)


def _string_row(f: Function, word: Word) -> str:
    """The row of a string; for a character, a row of the same length."""
    if word.count is not None and word.count != 1:
        return str(word)
    is_character = f.op("icmp eq", f.op("and", word, layout.TAG_MASK), layout.CHARACTER_TAG)
    return f.new(f"select i1 {is_character}, i64 ptrtoint (ptr @ONE to i64), i64 {word}")


def _character(f: Function, word: Word, index: Word) -> Held:
    """The character at a place that exists: a byte, unless the string is a character or has wide ones."""
    found = f.cell()
    narrow, other, out = f.block(), f.block(), f.block()
    row = f.pointer(_string_row(f, word))
    f.branch(f.op("icmp eq", f.load(row), layout.NARROW), narrow, other)
    f.start(narrow)
    byte = f.new(f"load i8, ptr {f.address(f.address(row, layout.ITEMS), index)}")
    f.store(f.new(f"zext i8 {byte} to i64"), found)
    f.jump(out)
    f.start(other)
    f.store(boxing.unbox(f, f.runtime("str_item", word, index), CHAR).word, found)
    f.jump(out)
    f.start(out)
    return Held(CHAR, (Word(f.load(found), boxing.CHARACTERS),))


def sequence(f: Function, value: Value) -> Held:
    """Anything with items in a row as a tuple in memory, a list or a string; sets and dicts are listed."""
    held = f.hold_row(value)
    kind = held.type
    if isinstance(kind, Flat):
        return boxing.as_row(f, held)
    if isinstance(kind, ListOf | Row) or kind in (STR, CHAR):
        return held
    if isinstance(kind, Either):
        fitting = [one for one in kind.alternatives if item_of(one) is not None or isinstance(one, Row | ListOf)]
        if not fitting:
            raise Unreached
        if len(fitting) == 1:
            return sequence(f, boxing.narrowed(f, held, fitting[0]))
        site = f.unit.site(f.node, "items")
        site.learn(joined(map(item_of, fitting)))
        return f.made_list(site.find(), f.runtime("items_list", held.word))
    if isinstance(kind, SetOf | Frozen | DictOf) or kind in (RANGE, BYTES):
        return iteration.listed(f, held)
    raise f.refusal(f"a value of type {kind} where a sequence is needed", "use a tuple or a list")


def new_row(f: Function, item: Type | None, words: list[Word]) -> Held:
    row = f.row([number(layout.TUPLE), number(len(words)), *words])
    return Held(Row(item), (row.known(Length(len(words))),))


def new_list(f: Function, node: Node, words: list[Word]) -> Held:
    made = local_lists.made(f, node, words)
    return f.made_list(node, made.word.known(Length(len(words))))


def new_set(f: Function, node: Node, header: int = layout.SET) -> Held:
    universe = universe_of(SetOf(node.find()))
    if universe is not None:
        return bits.new_set(f, node, universe, ["0"] * universe.words)
    return Held(SetOf(node.find()), (Word(f.runtime("new_set", header, 8)),))


def new_dict(f: Function, node: ast.AST, default: object = None) -> Held:
    keys, values = f.unit.site(node, "keys"), f.unit.site(node, "values")
    return Held(DictOf(keys, values, default), (Word(f.runtime("new_dict")),))


def copied(f: Function, held: Held, node: Node) -> Held:
    """A new list of the items of a sequence."""
    row = boxing.as_row(f, held)
    if row.type in (STR, CHAR):
        return iteration.listed(f, row)
    node.learn(item_of(row.type))
    count = length(f, row)
    items = f.new(f"ptrtoint ptr {data(f, row)} to i64")
    made = Word(f.runtime("list_of", items, count))
    return f.made_list(node.find(), made.known(Length(count.number)) if count.number is not None else made)


def as_tuple(f: Function, value: Value) -> Value:
    """`tuple(...)` of anything."""
    if isinstance(value, Constant) and not isinstance(value.value, list | set | dict):
        return Constant(tuple(value.value))
    if isinstance(value, Held) and (isinstance(value.type, Flat | Row) and family(value.type) == "tuple"):
        return value
    if isinstance(value, Held) and isinstance(value.type, ListOf):
        return row_of(f, value)
    return taken_over(f, iteration.listed(f, value))


def taken_over(f: Function, held: Held) -> Held:
    """The items of a list that was made here and is used no more, as a tuple. The two words before the items belong
    to the list: they are in its header, or were taken with the room for its items.
    """
    count = length(f, held)
    row = f.address(data(f, held), -layout.ITEMS)
    f.store(layout.TUPLE, row)
    f.store(count, f.address(row, layout.LENGTH))
    word = Word(f.new(f"ptrtoint ptr {row} to i64"))
    return Held(Row(item_of(held.type)), (word.known(Length(count.number)) if count.number is not None else word,))


def row_of(f: Function, held: Held) -> Held:
    """A tuple of the items of a list."""
    count = length(f, held)
    items = f.new(f"ptrtoint ptr {data(f, held)} to i64")
    word = Word(f.runtime("seq_of", layout.TUPLE, items, count))
    return Held(Row(item_of(held.type)), (word.known(Length(count.number)) if count.number is not None else word,))


def index_of(f: Function, held: Held, place: Value, node: ast.AST) -> Word:
    """A place in a sequence, counted from its begin, and tested."""
    count = length(f, held)
    if isinstance(place, Constant) and isinstance(place.value, int) and place.value >= 0:
        word = number(int(place.value))
    else:
        word = arithmetic.as_whole(f, place, node)
        span = word.range
        if span.high < 0:
            word = _sum(f, word, count)
        elif span.low < 0:
            negative = f.op("icmp slt", word, 0)
            word = Word(f.new(f"select i1 {negative}, i64 {f.op('add', word, count)}, i64 {word}"))
            if count.number is not None and span.low >= -count.number:
                word = word.within(0, max(span.high, count.number - 1))
    if count.number is not None and word.range.low >= 0 and word.range.high < count.number:
        return word
    f.fail_if(f.op("icmp uge", word, count), layout.E_INDEX, node)
    return word.within(0, max(0, count.range.high - 1))


def _sum(f: Function, one: Word, other: Word) -> Word:
    if one.number is not None and other.number is not None:
        return number(one.number + other.number)
    return Word(f.op("add", one, other))


def find(f: Function, held: Held, value: Value) -> str:
    """The first place of a value in a sequence, or -1."""
    return f.runtime("find_item", held.word, f.box(value))
