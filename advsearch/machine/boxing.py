"""Between registers and tagged words: boxes, and values as values of a wider or narrower type."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from advsearch.machine import big, bits, keys, layout, wide
from advsearch.machine.classes import field_values
from advsearch.machine.constants import float_bits
from advsearch.machine.facts import BOXED, Fact, Length, Range
from advsearch.machine.types import (
    BIG,
    BOOL,
    BYTES,
    CHAR,
    FLOAT,
    INT,
    NONE,
    NOTHING,
    RANGE,
    STR,
    UNSIGNED,
    CellsOf,
    DictOf,
    Either,
    Flat,
    Frozen,
    KeyOf,
    ListOf,
    Member,
    Number,
    Only,
    RecordOf,
    Row,
    SetOf,
    Type,
    Wide,
    family,
    item_of,
    needs_table,
    universe_of,
    width,
)
from advsearch.machine.unit import OVER_A_BOX
from advsearch.machine.values import Constant, Held, Unreached, Value, Word, number

if TYPE_CHECKING:
    from advsearch.machine.function import Function

CHARACTERS = Range(0, 0x10FFFF)
TRUTH = Range(0, 1)


def items(held: Held) -> list[Held]:
    """The items of a flat tuple or object."""
    assert isinstance(held.type, Flat)
    found, at = [], 0
    for kind in held.type.items:
        after = at + width(kind)
        found.append(Held(kind, held.words[at:after]))
        at = after
    return found


def flat(f: Function, values: Sequence[Value], kind: type = tuple) -> Value:
    """A tuple or object of these items, in registers."""
    if kind is tuple and all(isinstance(value, Constant) for value in values):
        return Constant(tuple(value.value for value in values if isinstance(value, Constant)))
    held = [f.hold(value) for value in values]
    return Held(Flat(tuple(one.type for one in held), kind), tuple(word for one in held for word in one.words))


def with_facts(held: Held, fact: Fact | None) -> Held:
    """A value that was read from memory, with what is known of it."""
    if fact is None:
        return held
    if isinstance(held.type, Flat):
        if not isinstance(fact, Length) or fact.count != len(held.type.items):
            return held
        parts = [with_facts(part, fact.at(place)) for place, part in enumerate(items(held))]
        return Held(held.type, tuple(word for part in parts for word in part.words), held.origin, held.boxed)
    fits = held.type == INT if isinstance(fact, Range) else isinstance(held.type, Row | ListOf) or held.type == STR
    return Held(held.type, (held.word.known(fact),), held.origin, held.boxed) if fits else held


def plain(held: Held) -> Held:
    """A member of an IntEnum as an int."""
    return Held(INT, held.words) if isinstance(held.type, Number) else held


# --- to words ----------------------------------------------------------------------------------------------------


def box(f: Function, value: Value) -> Word:
    """A value as one tagged word."""
    if isinstance(value, Constant):
        return f.constant_word(value.value)
    held = f.hold(value)
    if held.boxed is not None:
        return held.boxed
    kind = held.type
    if kind == INT or isinstance(kind, Number):
        return box_int(f, held.word)
    if kind == BOOL:
        return Word(f.op("or", f.op("shl", held.word, layout.TAG_BITS), layout.FALSE))
    if kind == NONE:
        return number(layout.NONE)
    if kind == NOTHING:
        return number(layout.NOTHING)
    if isinstance(kind, Only):
        return number(f.unit.constants.member(kind.value))
    if kind == UNSIGNED or isinstance(kind, Wide):
        return wide.box(f, held)
    if kind == BYTES:
        raise f.refusal("bytes in another value", "make a tuple of them: `tuple(...)`")
    if isinstance(kind, RecordOf | CellsOf):
        raise f.refusal(f"a value of type {kind} in a container", "keep its number, or the value itself")
    if kind == CHAR:
        return Word(f.op("or", f.op("shl", held.word, layout.TAG_BITS), layout.CHARACTER_TAG), Length(1))
    if kind == FLOAT:
        return f.row([number(layout.FLOAT), held.word])
    if kind == RANGE:
        return f.row([number(layout.RANGE), number(3), *(box_int(f, word) for word in held.words)])
    universe = universe_of(kind)
    if universe is not None and isinstance(kind, Frozen):
        return bits.boxed(f, held, universe)
    if isinstance(kind, Flat):
        words = [box(f, item) for item in items(held)]
        header = f.unit.constants.header(kind.kind)
        row = f.row([number(header), number(len(words)), *words])
        return row.known(Length(len(words)))
    if isinstance(kind, ListOf):
        kind.node.escape()
    if isinstance(kind, KeyOf) and kind.of is not None:
        return Word(f.runtime("key", box(f, keys.value_of(f, held))))
    return held.word


def box_int(f: Function, word: Word) -> Word:
    if word.number is not None and layout.LEAST_INT <= word.number <= layout.MOST_INT:
        return number(word.number << 1 | layout.INT_TAG)
    if word.range.low >= BOXED.low and word.range.high <= BOXED.high:
        return Word(f.op("or", f.new(f"shl nsw i64 {word}, 1"), layout.INT_TAG))
    pair = f.new(f"call {{i64, i1}} @llvm.sadd.with.overflow.i64(i64 {word}, i64 {word})")
    f.overflow_if(f.new(f"extractvalue {{i64, i1}} {pair}, 1"), None, 1, OVER_A_BOX)
    return Word(f.op("or", f.new(f"extractvalue {{i64, i1}} {pair}, 0"), layout.INT_TAG))


# --- from words --------------------------------------------------------------------------------------------------


def unbox(f: Function, word: Word | str, kind: Type | None) -> Held:
    """A tagged word, known to be of a type, in registers."""
    if kind is None:
        raise Unreached
    if kind == INT or isinstance(kind, Number):
        return Held(kind, (Word(f.op("ashr", word, 1), BOXED),))
    if isinstance(kind, Wide):
        return wide.unbox(f, word, kind.limbs)
    if kind == UNSIGNED:
        return Held(UNSIGNED, (Word(f.runtime("limb", word, 0)),))
    if kind == BOOL:
        return Held(BOOL, (Word(f.op("lshr", word, layout.TAG_BITS), TRUTH),))
    if kind in (NONE, NOTHING) or isinstance(kind, Only):
        return Held(kind, ())
    if kind == CHAR:
        return Held(CHAR, (Word(f.op("lshr", word, layout.TAG_BITS), CHARACTERS),))
    if kind == FLOAT:
        return Held(FLOAT, (Word(f.peek(word, layout.FLOAT_BITS)),))
    if kind == RANGE:
        ends = (layout.RANGE_START, layout.RANGE_STOP, layout.RANGE_STEP)
        return Held(RANGE, tuple(Word(f.op("ashr", f.peek(word, end), 1), BOXED) for end in ends))
    if isinstance(kind, Frozen):
        universe = universe_of(kind)
        if universe is not None:
            return bits.unboxed(f, word, kind, universe)
        if f.unit.universes.alive:
            bits.check_table(f, word)
    if isinstance(kind, Flat):
        words: list[Word] = []
        for place, item in enumerate(kind.items):
            if width(item):
                words += unbox(f, f.peek(word, layout.ITEMS + 8 * place), item).words
        return Held(kind, tuple(words), boxed=word if isinstance(word, Word) else Word(word))
    return Held(kind, (word if isinstance(word, Word) else Word(word),))


def coerce(f: Function, value: Value, kind: Type) -> Held:
    """A value as one of a wider type."""
    held = f.hold_row(value) if isinstance(kind, Row) else f.hold(value)
    source = held.type
    if source == kind:
        return Held(kind, held.words)
    if isinstance(kind, Either):
        return Held(kind, (box(f, held),))
    if isinstance(kind, Frozen) and isinstance(source, Frozen):
        return _as_frozen(f, held, kind)
    if isinstance(kind, Flat) and isinstance(source, Flat):
        pairs = zip(items(held), kind.items, strict=True)
        return Held(kind, tuple(word for item, wider in pairs for word in coerce(f, item, wider).words))
    if kind == BIG and family(source) in ("int", "bool"):
        return Held(BIG, (big.word_of(f, held),))
    if isinstance(kind, Wide) and family(source) in ("int", "bool") and source != BIG:
        return Held(kind, tuple(wide.limbs(f, held, kind.limbs)))
    if isinstance(kind, KeyOf) and isinstance(source, KeyOf) and kind.of is None:
        return Held(kind, (box(f, held),))
    if kind == STR and source == CHAR:
        return Held(STR, (box(f, held),))
    if isinstance(kind, Row) and isinstance(source, Flat | Row):
        return Held(kind, (box(f, held),))
    if kind == INT and isinstance(source, Number | type(BOOL)) and width(source) == 1:
        return Held(INT, held.words)
    if isinstance(source, Either):  # learned wider in this round: the next one sees it from the start
        return narrowed(f, held, kind)
    if family(source) == family(kind) and width(source) == width(kind):
        return Held(kind, held.words)
    raise AssertionError(f"{source} as {kind}")


def _as_frozen(f: Function, held: Held, kind: Frozen) -> Held:
    """A frozenset as one of a wider type: bits stay bits, and tables stay tables."""
    universe = universe_of(kind)
    words = None if universe is None else bits.words_of(f, held, universe)
    if words is not None:
        return Held(kind, tuple(map(Word, words)))
    if universe is not None or universe_of(held.type) is not None:
        needs_table(held.type)
        needs_table(kind)
        return Held(kind, tuple(number(0) for _ in range(width(kind))))
    return Held(kind, held.words)


def narrowed(f: Function, held: Held, kind: Type, node: ast.AST | None = None) -> Held:
    """A word that may be of several types as one of them; another one at run time is an error."""
    if not isinstance(held.type, Either):
        return coerce(f, held, kind)
    word = held.word
    kinds = held.type.alternatives
    if kind == FLOAT and all(map(wide.is_number, kinds)):
        return Held(FLOAT, (Word(f.runtime("to_f", word)),))
    if kind == INT and kinds <= {INT, BOOL}:
        is_int = f.new(f"trunc i64 {word} to i1")
        one, other = f.op("ashr", word, 1), f.op("lshr", word, layout.TAG_BITS)
        return Held(INT, (Word(f.new(f"select i1 {is_int}, i64 {one}, i64 {other}"), BOXED),))
    f.fail_unless(is_of(f, word, kind), layout.E_TYPE, node)
    return unbox(f, word, kind)


def is_of(f: Function, word: Word, kind: Type) -> str:
    """Whether a word is of the family of a type, as i1."""
    if isinstance(kind, Either):
        found = "false"
        for one in sorted(kind.alternatives, key=repr):
            truth = is_of(f, word, one)
            found = truth if found == "false" else f.new(f"or i1 {found}, {truth}")
        return found
    if kind == INT or isinstance(kind, Number):
        return f.new(f"trunc i64 {word} to i1")
    if kind in (BIG, UNSIGNED) or isinstance(kind, Wide):
        header = header_of(f, word, f.op("and", word, layout.TAG_MASK))
        is_row = f.op("icmp eq", f.op("and", header, layout.KIND_MASK), layout.WIDE_INT)
        return f.new(f"or i1 {f.new(f'trunc i64 {word} to i1')}, {is_row}")
    if kind in (NONE, NOTHING):
        return f.op("icmp eq", word, layout.NONE if kind == NONE else layout.NOTHING)
    if kind == BOOL:
        return f.new(f"or i1 {f.op('icmp eq', word, layout.FALSE)}, {f.op('icmp eq', word, layout.TRUE)}")
    if isinstance(kind, Only):
        return f.op("icmp eq", word, f.unit.constants.member(kind.value))
    tag = f.op("and", word, layout.TAG_MASK)
    if isinstance(kind, Member):
        low, high = f.unit.constants.member_words(kind.kind)
        inside = f.op("icmp ule", f.op("sub", word, low), high - low)
        return f.new(f"and i1 {inside}, {f.op('icmp eq', tag, layout.CONSTANT_TAG)}")
    header = header_of(f, word, tag)
    if isinstance(kind, Flat) and kind.kind is not tuple:
        return f.op("icmp eq", header, f.unit.constants.header(kind.kind))
    found = f.op("and", header, layout.KIND_MASK)
    if family(kind) == "str":
        is_character = f.op("icmp eq", tag, layout.CHARACTER_TAG)
        return f.new(f"or i1 {is_character}, {f.op('icmp eq', found, layout.STRING)}")
    return f.op("icmp eq", found, kind_number(kind))


def header_of(f: Function, word: Word, tag: str) -> str:
    """The header of the row to which a word points, or 0 if it is no pointer."""
    is_pointer = f.op("icmp eq", tag, layout.POINTER_TAG)
    safe = f.new(f"select i1 {is_pointer}, i64 {word}, i64 ptrtoint (ptr @ZEROS to i64)")
    return f.peek(safe)


def kind_number(kind: Type) -> int:
    """The kind of row that holds values of a type."""
    numbers: dict[type, int] = {
        Flat: layout.TUPLE, Row: layout.TUPLE, ListOf: layout.LIST, SetOf: layout.SET, Frozen: layout.FROZEN,
        DictOf: layout.DICT, KeyOf: layout.KEY,
    }  # fmt: skip
    return numbers.get(type(kind), layout.FLOAT if kind == FLOAT else layout.RANGE)


def as_row(f: Function, value: Value) -> Held:
    """A tuple in memory, so that any of its items can be loaded."""
    held = f.hold_row(value)
    if isinstance(held.type, Flat):
        return Held(Row(item_of(held.type)), (box(f, held).known(_facts_of_items(held)),))
    return held


def _facts_of_items(held: Held) -> Length:
    """What is known of the row of a flat tuple."""
    assert isinstance(held.type, Flat)
    count = len(held.type.items)
    if not count or any(kind != INT for kind in held.type.items):
        return Length(count)
    ranges = [word.range for word in held.words]
    return Length(count, Range(min(each.low for each in ranges), max(each.high for each in ranges)))


# --- constants ---------------------------------------------------------------------------------------------------


def constant(f: Function, value: Any, kind: Type) -> Held:
    """A constant in registers."""
    if kind in (NONE, NOTHING) or isinstance(kind, Only):
        return Held(kind, ())
    if kind in (INT, BOOL) or isinstance(kind, Number):
        return Held(kind, (number(_fits(f, int(value))),))
    if kind == CHAR:
        return Held(CHAR, (number(ord(value)),))
    if kind == FLOAT:
        return Held(FLOAT, (number(float_bits(value)),))
    if isinstance(kind, Wide):
        return Held(kind, wide.constant(value, kind.limbs))
    if kind == RANGE:
        return Held(RANGE, (number(value.start), number(value.stop), number(value.step)))
    if isinstance(kind, Frozen) and universe_of(kind) is not None:
        return Held(kind, tuple(map(number, f.unit.constants.bits(value))))
    if isinstance(kind, Flat):
        pairs = zip(field_values(value), kind.items, strict=True)
        words = [word for item, wider in pairs for word in coerce(f, Constant(item), wider).words]
        return Held(kind, tuple(words))
    return Held(kind, (f.constant_word(value),))


def _fits(f: Function, value: int) -> int:
    if not -(1 << 63) <= value < 1 << 63:
        raise f.refusal(f"the integer {value} needs more than 64 bits", "use smaller integers")
    return value
