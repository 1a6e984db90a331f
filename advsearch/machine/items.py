"""Parts of values: `x[i]`, `x[a:b]`, and unpacking."""

from __future__ import annotations

import ast
import enum
from collections import Counter
from typing import TYPE_CHECKING, Any

from advsearch.machine import (
    arithmetic,
    attributes,
    boxing,
    branches,
    changes,
    iteration,
    layout,
    machines,
    sequences,
    wide,
)
from advsearch.machine.facts import BOXED, Length
from advsearch.machine.types import (
    BYTES,
    CHAR,
    INT,
    NONE,
    RANGE,
    STR,
    DictOf,
    Either,
    Flat,
    ListOf,
    Row,
    alternatives,
    family,
    item_of,
    joined,
)
from advsearch.machine.values import Body, Constant, Held, Stream, Unreached, Value, Wish, Word, number

if TYPE_CHECKING:
    from advsearch.machine.function import Function

END = 1 << 60


def get_item(f: Function, owner: Value, place: Value, node: ast.AST) -> Value:
    field = machines.get_item(f, owner, place, node)
    if field is not None:
        return field
    if isinstance(owner, Constant) and isinstance(owner.value, enum.EnumMeta):
        members: dict[str, Any] = dict(owner.value.__members__)
        owner = Constant(f.unit.once(("names of", owner.value), lambda: members))
    if isinstance(owner, Constant) and isinstance(place, Constant):
        try:
            return Constant(owner.value[place.value])
        except (IndexError, KeyError, TypeError) as error:
            f.fail(f.unit.error_code(type(error)), node)
            raise Unreached from None
    if isinstance(owner, Stream):
        raise f.refusal("an item of a generator", "make a list of it first: `list(...)`", node)
    held = f.hold(owner) if isinstance(place, Constant) else f.hold_row(owner)
    kind = held.type
    if isinstance(kind, Flat):
        return _flat_item(f, held, place, node)
    if isinstance(kind, DictOf):
        return dict_item(f, held, place, node)
    if kind == RANGE:
        index = sequences.index_of(f, held, place, node)
        step = f.op("mul", index, held.words[2])
        return Held(INT, (Word(f.op("add", held.words[0], step)),))
    if isinstance(kind, Either):
        return _item_of_either(f, held, place, node)
    if item_of(kind) is None and not isinstance(kind, Row | ListOf):
        raise f.refusal(f"an item of a value of type {kind}", "index tuples, lists, strings and dicts", node)
    _must_be_int(f, place, node)
    index = sequences.index_of(f, held, place, node)
    return sequences.load_item(f, held, index)


def _must_be_int(f: Function, place: Value, node: ast.AST) -> None:
    """A place in a sequence that is surely no int is Python's error."""
    kind = f.type_of(place.value) if isinstance(place, Constant) else f.hold(place).type
    if not any(wide.is_number(one) for one in alternatives(kind)):
        f.fail(layout.E_TYPE, node)
        raise Unreached


def _flat_item(f: Function, held: Held, place: Value, node: ast.AST) -> Value:
    kind = held.type
    assert isinstance(kind, Flat)
    if not issubclass(kind.kind, tuple):
        return f.call(Constant(getattr(kind.kind, "__getitem__", None)), [held, place], node)
    parts = boxing.items(held)
    if isinstance(place, Constant) and isinstance(place.value, int):
        if not -len(parts) <= place.value < len(parts):
            f.fail(layout.E_INDEX, node)
            raise Unreached
        return parts[place.value]
    if len(parts) == 2 and parts[0].type == parts[1].type:  # picked in registers
        index = sequences.index_of(f, held, place, node)
        second = f.new(f"trunc i64 {index} to i1")
        pairs = zip(parts[0].words, parts[1].words, strict=True)
        words = (f.new(f"select i1 {second}, i64 {b}, i64 {a}") for a, b in pairs)
        return Held(parts[0].type, tuple(map(Word, words)))
    row = boxing.as_row(f, held)
    return sequences.load_item(f, row, sequences.index_of(f, row, place, node))


def _item_of_either(f: Function, held: Held, place: Value, node: ast.AST) -> Value:
    assert isinstance(held.type, Either)
    fitting = [
        one for one in held.type.alternatives if one != NONE and (item_of(one) is not None or family(one) == "str")
    ]
    if len(fitting) == 1:
        return get_item(f, boxing.narrowed(f, held, fitting[0], node), place, node)
    if not fitting:
        f.fail(layout.E_TYPE, node)
        raise Unreached
    if any(isinstance(one, DictOf) for one in fitting):
        kinds = tuple(sorted(fitting, key=repr))
        return attributes.dispatched(f, held, kinds, lambda one: get_item(f, one, place, node), node)
    _must_be_int(f, place, node)
    word = f.runtime("item", held.word, arithmetic.as_whole(f, place, node))
    return boxing.unbox(f, word, joined(map(item_of, fitting)))


def dict_item(f: Function, held: Held, key: Value, node: ast.AST) -> Value:
    kind = held.type
    assert isinstance(kind, DictOf)
    if kind.default is Counter:  # a missing key is counted 0 times, and is not added
        return looked_up(f, held, key, Constant(0), node)
    if kind.default is None:
        if kind.keys.item is None:
            f.fail(layout.E_KEY, node)
            raise Unreached
        entry = f.runtime("dict_find", held.word, f.box(key))
        f.fail_if(f.op("icmp eq", entry, 0), layout.E_KEY, node)
        return boxing.unbox(f, f.peek(entry, layout.ENTRY_VALUE), kind.values.item)
    key = f.hold(key)
    entry = f.runtime("dict_find", held.word, f.box(key))
    missing, there, out = f.block(), f.block(), f.block()
    f.branch(f.op("icmp eq", entry, 0), missing, there)
    slot = f.slot("default", node)
    f.start(missing)
    made = f.hold(f.call(Constant(kind.default), [], node))
    changes.set_key(f, held, key, made)
    f.put(slot, made)
    f.jump(out)
    f.start(there)
    f.put(slot, boxing.unbox(f, f.peek(entry, layout.ENTRY_VALUE), kind.values.item))
    f.jump(out)
    f.start(out)
    return f.get(slot)


def looked_up(f: Function, held: Held, key: Value, other: Value, node: ast.AST) -> Value:
    """`d.get(key, other)`."""
    kind = held.type
    assert isinstance(kind, DictOf)
    if kind.keys.item is None:
        return other
    entry = f.runtime("dict_find", held.word, f.box(key))
    yes, no = f.block(), f.block()
    f.branch(f.op("icmp ne", entry, 0), yes, no)

    def found() -> Value:
        return boxing.unbox(f, f.peek(entry, layout.ENTRY_VALUE), kind.values.item)

    return branches.choose(f, ("get", node), yes, no, found, lambda: other)


# --- slices ------------------------------------------------------------------------------------------------------


def _is_absent(part: Value | None) -> bool:
    return part is None or (isinstance(part, Constant) and part.value is None)


def cut(f: Function, owner: Value, s: ast.Slice, node: ast.AST) -> Value:
    return slice_of(
        f, owner, [None if part is None else f.evaluate(part) for part in (s.lower, s.upper, s.step)], node
    )


def read_slice(f: Function, node: ast.Subscript) -> Value:
    """A slice that is only gone through once: that of a tuple in memory is not copied."""
    owner, part = f.evaluate(node.value), node.slice
    assert isinstance(part, ast.Slice)
    if not isinstance(owner, Held) or not isinstance(owner.type, Row) or part.step is not None:
        return cut(f, owner, part, node)
    lower, upper = (None if end is None else f.evaluate(end) for end in (part.lower, part.upper))
    count = sequences.length(f, owner)
    low = number(0) if _is_absent(lower) or lower is None else _end(f, arithmetic.as_whole(f, lower, node), count)
    high = count if _is_absent(upper) or upper is None else _end(f, arithmetic.as_whole(f, upper, node), count)

    def run(body: Body, _wish: Wish) -> None:
        iteration.each_range(f, low, high, number(1), lambda at: body(sequences.load_item(f, owner, f.hold(at).word)))

    return Stream(run)


def _end(f: Function, place: Word, count: Word) -> Word:
    """An end of a slice, counted from the begin of a sequence."""
    if place.number is not None and count.number is not None:
        return number(slice(place.number, None).indices(count.number)[0])
    found: Word | str = place
    if place.range.low < 0:
        from_end = f.new(f"call i64 @llvm.smax.i64(i64 {f.op('add', place, count)}, i64 0)")
        found = f.new(f"select i1 {f.op('icmp slt', place, 0)}, i64 {from_end}, i64 {place}")
    return Word(f.new(f"call i64 @llvm.smin.i64(i64 {found}, i64 {count})")).within(0, count.range.high)


def slice_of(f: Function, owner: Value, parts: list[Value | None], node: ast.AST) -> Value:
    if all(part is None or isinstance(part, Constant) for part in parts):
        known = slice(*(part.value if isinstance(part, Constant) else None for part in parts))
        if isinstance(owner, Constant) and not isinstance(owner.value, list):
            return Constant(owner.value[known])
        if isinstance(owner, Held) and isinstance(owner.type, Flat) and owner.type.kind is tuple:
            return boxing.flat(f, boxing.items(owner)[known])
    if isinstance(owner, Held) and owner.type == RANGE:
        raise f.refusal("a slice of a range", "make a list of it first: `list(...)`", node)
    if isinstance(owner, Held) and owner.type == BYTES:
        raise f.refusal("a slice of bytes", "make a tuple of them first: `tuple(...)`", node)
    held = sequences.sequence(f, owner)
    if held.type == CHAR:
        held = boxing.coerce(f, held, STR)
    lower, upper, step = parts
    if not _is_absent(step):
        return _stepped(f, held, lower, upper, step, node)
    low = number(0) if _is_absent(lower) or lower is None else arithmetic.as_whole(f, lower, node)
    high = number(END) if _is_absent(upper) or upper is None else arithmetic.as_whole(f, upper, node)
    count = sequences.length(f, held).number
    fact = None
    if count is not None and low.number is not None and high.number is not None:
        fact = Length(len(range(count)[low.number : high.number]))
    if held.type == STR:
        return Held(STR, (Word(f.runtime("cut", layout.STRING, held.word, low, high)).known(fact),))
    kind = layout.LIST if isinstance(held.type, ListOf) else layout.TUPLE
    return _sliced(f, held, Word(f.runtime("cut", kind, held.word, low, high)).known(fact), node)


def _sliced(f: Function, held: Held, word: Word, node: ast.AST) -> Held:
    if not isinstance(held.type, ListOf):
        return Held(held.type, (word,))
    site = f.unit.site(node)
    site.learn(held.type.node.item)
    return f.made_list(site.find(), word)


def _stepped(
    f: Function, held: Held, lower: Value | None, upper: Value | None, step: Value | None, node: ast.AST
) -> Value:
    assert step is not None
    words: list[Any] = []
    for part in (lower, upper):
        absent = _is_absent(part) or part is None
        words.append(0 if absent or part is None else arithmetic.as_whole(f, part, node))
    given = [int(not _is_absent(part)) for part in (lower, upper)]
    stride = arithmetic.as_whole(f, step, node)
    if held.type == STR:
        characters = iteration.listed(f, held, node)
        chosen = f.runtime("cut_step", layout.LIST, characters.word, *words, stride, *given)
        return Held(STR, (Word(f.runtime("join", 0, chosen)),))
    kind = layout.LIST if isinstance(held.type, ListOf) else layout.TUPLE
    return _sliced(f, held, Word(f.runtime("cut_step", kind, held.word, *words, stride, *given)), node)


# --- unpacking ---------------------------------------------------------------------------------------------------


def unpacked(f: Function, value: Value, targets: list[ast.expr]) -> list[Value]:
    """The values for the names in `a, b, *c = value`."""
    star = next((place for place, target in enumerate(targets) if isinstance(target, ast.Starred)), None)
    after = 0 if star is None else len(targets) - star - 1
    if isinstance(value, Constant) and isinstance(value.value, tuple | list | str | range):
        constants = _constants(list(value.value), len(targets), star)
        if constants is not None:
            return constants
    held = f.hold(value)
    if isinstance(held.type, Either):
        fitting = [one for one in held.type.alternatives if isinstance(one, Flat) and len(one.items) == len(targets)]
        if len(fitting) == 1:
            held = boxing.narrowed(f, held, fitting[0])
    if isinstance(held.type, Flat) and star is None:
        if len(held.type.items) != len(targets):
            f.fail(layout.E_VALUE)
            raise Unreached
        return list(boxing.items(held))
    row = sequences.sequence(f, held)
    count = sequences.length(f, row)
    if star is None:
        f.fail_if(f.op("icmp ne", count, len(targets)), layout.E_VALUE)
        return [sequences.load_item(f, row, number(place)) for place in range(len(targets))]
    f.fail_if(f.op("icmp slt", count, len(targets) - 1), layout.E_VALUE)
    found: list[Value] = [sequences.load_item(f, row, number(place)) for place in range(star)]
    middle = f.op("sub", count, len(targets) - 1)
    if row.type in (STR, CHAR):
        row = iteration.listed(f, row, targets[star])
    node = f.unit.site(targets[star])
    node.learn(item_of(row.type))
    begin = f.new(f"ptrtoint ptr {sequences.item_address(f, row, star)} to i64")
    found.append(f.made_list(node.find(), f.runtime("list_of", begin, middle)))
    for place in range(after):
        at = Word(f.op("add", f.op("sub", count, after - place), 0), BOXED)
        found.append(sequences.load_item(f, row, at))
    return found


def _constants(values: list[Any], count: int, star: int | None) -> list[Value] | None:
    if star is not None and len(values) >= count - 1:
        return None  # the list of the rest is a new one each time
    return [Constant(value) for value in values] if star is None and len(values) == count else None
