"""Sets that are held as bits, one for each value of a universe. A frozenset is words in registers, a set a row."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from advsearch.machine import boxing, iteration, layout, literals
from advsearch.machine.types import (
    STR,
    Either,
    Frozen,
    Member,
    Node,
    SetOf,
    Type,
    item_of,
    join,
    needs_table,
    universe_of,
)
from advsearch.machine.universes import BITS_OF_A_WORD, OF_ANY, Universe
from advsearch.machine.values import Constant, Held, Value, Word, number

if TYPE_CHECKING:
    from advsearch.machine.function import Function

LAST: Final = BITS_OF_A_WORD - 1


# --- the words of sets -------------------------------------------------------------------------------------------


def words_of(f: Function, held: Held, universe: Universe) -> list[str] | None:
    """The words of a set, or None if it cannot be held as bits of this universe."""
    if item_of(held.type) is None:
        return ["0"] * universe.words  # nothing is known of its members, so it has none
    own = universe_of(held.type)
    if own is not None:
        if own is not universe:
            return None
        if isinstance(held.type, Frozen):
            return [str(word) for word in held.words]
        row = f.address(f.pointer(held.word), layout.ITEMS)
        return [f.load(f.address(row, place, 8)) for place in range(universe.words)]
    return _from_table(f, held, universe) if item_of(held.type) == universe.item else None


def _from_table(f: Function, held: Held, universe: Universe) -> list[str]:
    """The words of a table, whose order is forgotten."""
    cells = [f.cell() for _ in range(universe.words)]
    for cell in cells:
        f.store(0, cell)

    def one(entry: str) -> None:
        member = boxing.unbox(f, f.peek(entry, layout.ENTRY_KEY), universe.item)
        for cell, bit in zip(cells, _guarded_bit(f, universe, member), strict=True):
            f.store(f.op("or", f.load(cell), bit), cell)

    iteration.each_entry(f, held, one)
    return [f.load(cell) for cell in cells]


def new_set(f: Function, node: Node, universe: Universe, words: Sequence[str]) -> Held:
    """A set that can be changed."""
    row = f.row([number(universe.header(True)), number(universe.words), *map(Word, words)])
    return Held(SetOf(node.find()), (row,))


def made(f: Function, kind: Frozen | SetOf, universe: Universe, words: Sequence[str]) -> Held:
    """A new set of a type that is held as bits."""
    if isinstance(kind, SetOf):
        return new_set(f, kind.node, universe, words)
    return Held(kind, tuple(map(Word, words)))


def table(kind: Frozen | SetOf, word: str) -> Held:
    """A new set of a type that is a table, from the next round on at least."""
    universe = universe_of(kind)
    if universe is None or isinstance(kind, SetOf):
        return Held(kind, (Word(word),))
    return Held(kind, tuple(number(0) for _ in range(universe.words)))


def boxed(f: Function, held: Held, universe: Universe) -> Word:
    """A frozenset in memory."""
    return f.row([number(universe.header(False)), number(universe.words), *held.words])


def unboxed(f: Function, word: Word | str, kind: Frozen, universe: Universe) -> Held:
    """A frozenset that was in memory. An empty one may be a table, since nothing was known of its members."""
    row = f.pointer(word)
    cells = [f.cell() for _ in range(universe.words)]
    bits, other, out = f.block(), f.block(), f.block()
    f.branch(f.op("icmp eq", f.load(row), universe.header(False)), bits, other)
    f.start(bits)
    for place, cell in enumerate(cells):
        f.store(f.load(f.address(row, layout.ITEMS + 8 * place)), cell)
    f.jump(out)
    f.start(other)
    is_table = f.op("icmp eq", f.load(row), layout.FROZEN)
    is_empty = f.op("icmp eq", f.load(f.address(row, layout.LENGTH)), 0)
    f.fail_unless(f.new(f"and i1 {is_table}, {is_empty}"), guard(universe))
    for cell in cells:
        f.store(0, cell)
    f.jump(out)
    f.start(out)
    return Held(kind, tuple(Word(f.load(cell)) for cell in cells))


def check_table(f: Function, word: Word | str) -> None:
    """Test that a frozenset in memory, which is to be a table, is no bits."""
    header = f.load(f.pointer(word))
    is_bits = f.op("icmp eq", f.op("and", header, layout.KIND_MASK), layout.BITS)
    f.fail_if(is_bits, layout.E_GUARD | OF_ANY << layout.DETAIL_SHIFT)


def guard(universe: Universe) -> int:
    """The error where a value is outside of a universe."""
    return layout.E_GUARD | (universe.number + 1) << layout.DETAIL_SHIFT


# --- members -----------------------------------------------------------------------------------------------------


def index_of(f: Function, universe: Universe, value: Value) -> tuple[Word, str] | None:
    """The number of a value, and whether it is inside; None if values of its type cannot be numbered."""
    if isinstance(value, Constant):
        found = universe.number_of(value.value)
        if found is not None:
            return number(found), "true"
        if f.type_of(value.value) == universe.item:
            return number(0), "false"
    held = f.hold(value)
    if held.type != universe.item:
        if isinstance(held.type, Either) or join(held.type, universe.item) != universe.item:
            return None
        held = boxing.coerce(f, held, universe.item)
    at, inside = number(0), "true"
    for word, kind, (low, high) in zip(held.words, universe.leaves, universe.spans, strict=True):
        if kind == STR:
            text, known = literals.number_of_text(f, Held(STR, (word,)), universe.known_texts())
            place, fits = _place(f, text, kind, low, high)
            fits = known if fits == "true" else f.new(f"and i1 {known}, {fits}")
        else:
            place, fits = _place(f, word, kind, low, high)
        at = place if at.number == 0 else Word(f.op("add", f.op("mul", at, high - low + 1), place))
        inside = fits if inside == "true" else inside if fits == "true" else f.new(f"and i1 {inside}, {fits}")
    return at, inside


def _place(f: Function, word: Word, kind: Type, low: int, high: int) -> tuple[Word, str]:
    if isinstance(kind, Member):
        first, _ = f.unit.constants.member_words(kind.kind)
        word = Word(f.op("lshr", f.op("sub", word, first), layout.TAG_BITS))
        last = len(list(kind.kind)) - 1  # type: ignore[call-overload]
        word = word.within(0, last)
    if word.number is not None:
        return number(word.number - low), "true" if low <= word.number <= high else "false"
    span = word.range
    known = low <= span.low and span.high <= high
    place = word if low == 0 else Word(f.op("sub", word, low))
    return place, "true" if known else f.op("icmp ule", place, high - low)


def _bit(f: Function, universe: Universe, at: Word) -> list[str]:
    """The words with one bit."""
    if at.number is not None:
        values = [1 << at.number >> BITS_OF_A_WORD * place & (1 << 64) - 1 for place in range(universe.words)]
        return [str(value - (1 << 64) if value >> 63 else value) for value in values]
    bit = f.op("shl", 1, f.op("and", at, LAST))
    if universe.words == 1:
        return [bit]
    word = f.op("lshr", at, 6)
    return [f.new(f"select i1 {f.op('icmp eq', word, place)}, i64 {bit}, i64 0") for place in range(universe.words)]


def _guarded_bit(f: Function, universe: Universe, value: Value) -> list[str]:
    """The words with the bit of a value, which must be inside."""
    found = index_of(f, universe, value)
    if found is None:
        needs_table(Frozen(universe.item, f.unit.universes))
        return ["0"] * universe.words
    at, inside = found
    if inside != "true":
        if isinstance(value, Constant):
            f.unit.universes.see(universe.item, [value.value])
        f.fail_unless(inside, guard(universe))
        if not f.live:
            return ["0"] * universe.words
    return _bit(f, universe, at)


def contains(f: Function, words: Sequence[str], universe: Universe, value: Value) -> Value | None:
    """Whether a value is a member; None if values of its type cannot be numbered."""
    found = index_of(f, universe, value)
    if found is None:
        return None
    at, inside = found
    if inside == "false":
        return Constant(False)
    word = words[0] if universe.words == 1 else _word_at(f, words, at)
    by = at.number & LAST if at.number is not None else f.op("and", at, LAST)
    bit = f.new(f"trunc i64 {f.op('lshr', word, by)} to i1")
    return f.truth(bit if inside == "true" else f.new(f"and i1 {inside}, {bit}"))


def _word_at(f: Function, words: Sequence[str], at: Word) -> str:
    if at.number is not None:
        return words[at.number // BITS_OF_A_WORD]
    place, found = f.op("lshr", at, 6), words[-1]
    for number_of_word in range(len(words) - 2, -1, -1):
        is_it = f.op("icmp eq", place, number_of_word)
        found = f.new(f"select i1 {is_it}, i64 {words[number_of_word]}, i64 {found}")
    return found


def _member(f: Function, universe: Universe, at: Word) -> Held:
    """The value of a number."""
    words: list[Word] = []
    rest, size = at, universe.size
    pairs = list(zip(universe.leaves, universe.spans, strict=True))
    for place, (kind, (low, high)) in reversed(list(enumerate(pairs))):
        count = high - low + 1
        size //= count
        if place == 0:
            word = rest
        else:
            quotient = Word(f.op("udiv", rest, count)).within(0, size - 1)
            word = Word(f.op("sub", rest, f.op("mul", quotient, count)))
            rest = quotient
        if kind == STR:
            at = Word(f.op("add", word, low)) if low else word
            words.append(literals.text_at(f, at, universe.known_texts()))
        elif isinstance(kind, Member):
            first, _ = f.unit.constants.member_words(kind.kind)
            words.append(Word(f.op("add", f.op("shl", f.op("add", word, low), layout.TAG_BITS), first)))
        else:
            words.append((Word(f.op("add", word, low)) if low else Word(word.text)).within(low, high))
    return Held(universe.item, tuple(reversed(words)))


# --- whole sets --------------------------------------------------------------------------------------------------


def each(f: Function, held: Held, universe: Universe, body: Callable[[Value], None]) -> None:
    """Write a loop over the members, by their numbers."""
    words = words_of(f, held, universe)
    assert words is not None
    cells = [f.cell() for _ in words]
    for cell, word in zip(cells, words, strict=True):
        f.store(word, cell)
    rows = f.rows
    head, inside, out = f.block(), f.block(), f.block()
    f.enter(head)
    left = [f.load(cell) for cell in cells]
    if isinstance(held.type, SetOf):
        _check_unchanged(f, held, universe, words)
    f.branch(f.op("icmp ne", _any(f, left), 0), inside, out)
    f.start(inside)
    at = str((universe.words - 1) * BITS_OF_A_WORD)
    is_last = [f.op("icmp ne", word, 0) for word in left[:-1]]
    firsts = [_first(f, word) for word in left]
    at = firsts[-1] if len(left) == 1 else f.op("add", firsts[-1], at)
    for place in range(len(left) - 2, -1, -1):
        first = firsts[place] if place == 0 else f.op("add", firsts[place], place * BITS_OF_A_WORD)
        at = f.new(f"select i1 {is_last[place]}, i64 {first}, i64 {at}")
    earlier = "false"
    for place, (cell, word) in enumerate(zip(cells, left, strict=True)):
        cleared = f.op("and", word, f.op("sub", word, 1))
        f.store(cleared if earlier == "false" else f.new(f"select i1 {earlier}, i64 {word}, i64 {cleared}"), cell)
        if place < len(is_last):
            earlier = is_last[place] if earlier == "false" else f.new(f"or i1 {earlier}, {is_last[place]}")
    with f.repeated():
        f.attempt(lambda: body(_member(f, universe, Word(at).within(0, universe.size - 1))))
    if f.live and f.rows > rows:
        f.check_room()
    f.jump(head)
    f.start(out)


def _check_unchanged(f: Function, held: Held, universe: Universe, words: Sequence[str]) -> None:
    """A set of another size ends the loop with Python's error; how one goes on that changed is not known."""
    now = words_of(f, held, universe)
    assert now is not None
    same, changed = f.block(), f.block()
    f.branch(f.op("icmp eq", _any(f, [f.op("xor", a, b) for a, b in zip(words, now, strict=True)]), 0), same, changed)
    f.start(changed)
    f.fail_unless(f.op("icmp eq", count(f, words), count(f, now)), layout.E_CHANGED)
    if f.live:
        f.fail(layout.E_GUARD | OF_ANY << layout.DETAIL_SHIFT)
    f.start(same)


def _first(f: Function, word: str) -> str:
    return f.new(f"call i64 @llvm.cttz.i64(i64 {word}, i1 false)")


def _any(f: Function, words: Sequence[str]) -> str:
    found = words[0]
    for word in words[1:]:
        found = f.op("or", found, word)
    return found


def is_true(f: Function, words: Sequence[str]) -> str:
    return f.op("icmp ne", _any(f, words), 0)


def count(f: Function, words: Sequence[str]) -> str:
    found = ""
    for word in words:
        one = f.new(f"call i64 @llvm.ctpop.i64(i64 {word})")
        found = one if not found else f.op("add", found, one)
    return found


def equal(f: Function, one: Sequence[str], other: Sequence[str]) -> str:
    return f.op("icmp eq", _any(f, [f.op("xor", a, b) for a, b in zip(one, other, strict=True)]), 0)


def subset(f: Function, one: Sequence[str], other: Sequence[str]) -> str:
    return f.op("icmp eq", _any(f, combined(f, ast.Sub, one, other)), 0)


_OPERATIONS: Final[dict[type[ast.operator], str]] = {ast.BitOr: "or", ast.BitAnd: "and", ast.BitXor: "xor"}


def combined(f: Function, op: type[ast.operator], one: Sequence[str], other: Sequence[str]) -> list[str]:
    if op is ast.Sub:
        return [f.op("and", a, f.op("xor", b, -1)) for a, b in zip(one, other, strict=True)]
    return [f.op(_OPERATIONS[op], a, b) for a, b in zip(one, other, strict=True)]


def both(f: Function, one: Held, other: Held) -> tuple[list[str], list[str], Universe] | None:
    """The words of two sets that are read together; None if they are tables, from the next round on at least."""
    universe = universe_of(one.type) or universe_of(other.type)
    if universe is None:
        return None
    words = [words_of(f, held, universe) for held in (one, other)]
    if words[0] is None or words[1] is None:
        needs_table(one.type)
        needs_table(other.type)
        return None
    return words[0], words[1], universe


# --- changes -----------------------------------------------------------------------------------------------------


def put(f: Function, held: Held, words: Sequence[str]) -> None:
    """Write the words of a set."""
    row = f.address(f.pointer(held.word), layout.ITEMS)
    for place, word in enumerate(words):
        f.store(word, f.address(row, place, 8))


def assumed(f: Function, held: Held) -> Held:
    """A member that may be of several types, as one of the type whose values were seen in sets."""
    if not isinstance(held.type, Either):
        return held
    fitting = [(kind, one) for kind in held.type.alternatives if (one := f.unit.universes.of(kind)) is not None]
    if len(fitting) != 1:
        return held
    kind, universe = fitting[0]
    f.fail_unless(boxing.is_of(f, held.word, kind), guard(universe))
    return boxing.unbox(f, held.word, kind)


def add(f: Function, held: Held, universe: Universe, value: Value) -> None:
    words = words_of(f, held, universe)
    assert words is not None
    bit = _guarded_bit(f, universe, value)
    if f.live:
        put(f, held, combined(f, ast.BitOr, words, bit))


def discard(f: Function, held: Held, universe: Universe, value: Value) -> str | None:
    """Remove a member: whether it was there, as i1; None if values of its type cannot be numbered."""
    words = words_of(f, held, universe)
    assert words is not None
    found = index_of(f, universe, value)
    if found is None:
        return None
    at, inside = found
    if inside == "false":
        return "false"
    bit = _bit(f, universe, at)
    if inside != "true":
        bit = [f.new(f"select i1 {inside}, i64 {word}, i64 0") for word in bit]
    there = is_true(f, combined(f, ast.BitAnd, words, bit))
    put(f, held, combined(f, ast.Sub, words, bit))
    return there
