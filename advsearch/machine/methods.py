"""Methods of Python's own types, by the type of the receiver."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from advsearch.machine import (
    arithmetic,
    big,
    boxing,
    branches,
    changes,
    comparing,
    conditions,
    formats,
    items,
    iteration,
    layout,
    library_rows,
    makers,
    membership,
    objects,
    sequences,
    set_methods,
    sorting,
    strings,
    wide,
)
from advsearch.machine.properties import python_class
from advsearch.machine.types import (
    BIG,
    BOOL,
    BYTES,
    INT,
    NONE,
    RANGE,
    DictOf,
    Either,
    Flat,
    Frozen,
    ListOf,
    SetOf,
    family,
)
from advsearch.machine.values import (
    ANY_ORDER,
    Arguments,
    Body,
    Bound,
    Closure,
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


def method(f: Function, name: str, receiver: Value, a: Arguments) -> Value:
    every = (*a.given, *a.named.values())
    if isinstance(receiver, Constant):
        known = _of_constants(f, name, receiver.value, a)
        if known is not None:
            return known
        if name == "format" and isinstance(receiver.value, str):
            return formats.by_method(f, receiver.value, a)
    if name != "sort" and any(isinstance(value, Closure | Bound) and not makers.is_spread(value) for value in every):
        raise f.refusal(f"a function is passed to the method `{name}`", "write the loop", a.node)
    if isinstance(receiver, Stream):
        raise f.refusal(f"the method `{name}` of a generator", "make a list of it first", a.node)
    held = boxing.plain(f.hold(receiver))
    kind = held.type
    if isinstance(kind, Either):
        fitting = [one for one in kind.alternatives if one != NONE and hasattr(python_class(one), name)]
        if len(fitting) != 1:
            raise f.refusal(
                f"the method `{name}` of a value of several types", "test with `isinstance` first", a.node
            )
        held = boxing.narrowed(f, held, fitting[0], a.node)
        kind = held.type
    if isinstance(kind, ListOf):
        return _of_list(f, name, held, a)
    if family(kind) == "str":
        return strings.method(f, name, held, a)
    if isinstance(kind, SetOf | Frozen):
        return set_methods.of_set(f, name, held, a)
    if isinstance(kind, DictOf):
        return _of_dict(f, name, held, a)
    if isinstance(kind, Flat) and name in ("_replace", "_asdict"):
        return objects.replaced(f, Arguments((held,), a.named, a.node))
    if family(kind) == "tuple" or (isinstance(kind, Flat) and issubclass(kind.kind, tuple)):
        return _of_row(f, name, boxing.as_row(f, receiver if isinstance(receiver, Constant) else held), a)
    if name == "to_bytes" and family(kind) == "int":
        return _to_bytes(f, held, a)
    if kind in (INT, BOOL):
        return _of_int(f, name, held, a)
    if kind == BIG and name in ("bit_count", "bit_length"):
        return big.counted(f, name, held)
    if wide.is_wide(kind) and name in ("bit_count", "bit_length"):
        return wide.counted(f, name, held, a.node)
    if kind == RANGE and name in ("index", "count"):
        return _of_row(f, name, sequences.sequence(f, held), a)
    raise set_methods.unknown(f, name, str(kind), a)


def _of_constants(f: Function, name: str, owner: Any, a: Arguments) -> Value | None:
    every = (*a.given, *a.named.values())
    if not all(isinstance(value, Constant) for value in every):
        return None
    if isinstance(owner, list | set | dict) and name not in ("get", "keys", "values", "items", "index", "count"):
        return None
    given = [value.value for value in a.given if isinstance(value, Constant)]
    named = {key: value.value for key, value in a.named.items() if isinstance(value, Constant)}
    try:
        found = getattr(owner, name)(*given, **named)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        f.fail(f.unit.error_code(type(error)), a.node)
        raise Unreached from None
    if name in ("keys", "values", "items"):
        return Constant(tuple(found))
    return None if isinstance(found, list | set | dict) and name != "get" else Constant(found)


# --- tuples, lists -----------------------------------------------------------------------------------------------


def _of_row(f: Function, name: str, held: Held, a: Arguments) -> Value:
    if name == "count":
        value = f.hold(a.given[0])
        found = f.cell()
        f.store(0, found)

        def step(item: Value) -> None:
            truth = conditions.is_true(f, comparing.equal(f, item, value, a.node))
            if truth != "false":
                f.store(f.op("add", f.load(found), f.new(f"zext i1 {truth} to i64")), found)

        f.each(held, step, ANY_ORDER)
        return Held(INT, (Word(f.load(found)).within(0, sequences.LONGEST),))
    if name == "index":
        if len(a) > 1:
            given = [held, *a.given, *([] if len(a) > 2 else [Constant(sequences.LONGEST)])]
            return f.call(Constant(library_rows.index_between), given, a.node)
        place = membership.place_of(f, held, a.given[0], a.node)
        f.fail_if(f.op("icmp slt", place, 0), layout.E_VALUE, a.node)
        return Held(INT, (Word(place).within(0, sequences.LONGEST),))
    raise set_methods.unknown(f, name, "tuple", a)


def _of_list(f: Function, name: str, held: Held, a: Arguments) -> Value:
    kind = held.type
    assert isinstance(kind, ListOf)
    if name in ("index", "count"):
        return _of_row(f, name, held, a)
    if name == "copy":
        return Held(ListOf(f.unit.site(a.node), kind.kind), sequences.copied(f, held, f.unit.site(a.node)).words)
    changes.may_change(f, kind.node, a.node)
    if name == "append":
        changes.append(f, held, a.given[0])
    elif name in ("insert", "appendleft"):
        place: Any = 0 if name == "appendleft" else arithmetic.as_whole(f, a.given[0], a.node)
        item = f.hold(a.given[-1])
        kind.node.learn(item.type)
        kind.node.resize()
        f.runtime("insert", held.word, place, f.box(item))
    elif name == "extend":
        changes.extend(f, held, a.given[0], a.node)
    elif name in ("pop", "popleft"):
        kind.node.resize()
        at = number(0) if name == "popleft" else arithmetic.as_whole(f, a.given[0], a.node) if a.given else number(-1)
        word = f.runtime("pop", held.word, at)
        return boxing.unbox(f, word, kind.node.item)
    elif name == "remove":
        kind.node.resize()
        found = membership.place_of(f, held, a.given[0], a.node)
        f.fail_if(f.op("icmp slt", found, 0), layout.E_VALUE, a.node)
        f.runtime("pop", held.word, found)
    elif name == "clear":
        kind.node.resize()
        f.poke(0, held.word, layout.LENGTH)
    elif name == "reverse":
        begin = f.new(f"ptrtoint ptr {sequences.data(f, held)} to i64")
        f.runtime("flip", begin, sequences.length(f, held))
    elif name == "sort":
        sorting.sort(f, held, a)
    else:
        raise set_methods.unknown(f, name, kind.kind.__name__, a)
    return Constant(None)


# --- dicts -------------------------------------------------------------------------------------------------------


def _view(f: Function, name: str, held: Held) -> Value:
    kind = held.type
    assert isinstance(kind, DictOf)

    def run(body: Body, _wish: Wish) -> None:
        def one(entry: str) -> None:
            parts: list[Value] = []
            if name != "values":
                parts.append(boxing.unbox(f, f.peek(entry, layout.ENTRY_KEY), kind.keys.item))
            if name != "keys":
                parts.append(boxing.unbox(f, f.peek(entry, layout.ENTRY_VALUE), kind.values.item))
            body(parts[0] if len(parts) == 1 else boxing.flat(f, parts))

        iteration.each_entry(f, held, one)

    return Stream(run)


def _of_dict(f: Function, name: str, held: Held, a: Arguments) -> Value:
    kind = held.type
    assert isinstance(kind, DictOf)
    if name == "get":
        return items.looked_up(f, held, a.given[0], a.given[1] if len(a) > 1 else Constant(None), a.node)
    if name in ("keys", "values", "items"):
        return _view(f, name, held)
    if name == "copy":
        made = sequences.new_dict(f, a.node, kind.default)
        changes.update_dict(f, made, held)
        return made
    if name == "total" and kind.default is collections.Counter:
        return f.call(Constant(sum), [_view(f, "values", held)], a.node)
    if name == "most_common":
        pairs = iteration.listed(f, _view(f, "items", held), a.node)
        found = f.call(Constant(library_rows.by_count), [pairs], a.node)
        if not a.given:
            return found
        most = f.call(Constant(max), [a.given[0], Constant(0)], a.node)
        return items.slice_of(f, found, [None, most, None], a.node)
    changes.may_change(f, kind.keys, a.node)
    if name == "update" and kind.default is collections.Counter:
        if a.named or any(isinstance(value, Held) and isinstance(value.type, DictOf) for value in a.given):
            raise f.refusal("`update` of a Counter with a dict", "add its numbers in a loop", a.node)
        for value in a.given:
            makers.count_items(f, held, value, a.node)
        return Constant(None)
    if name == "update":
        for value in a.given:
            changes.update_dict(f, held, value)
        for key, value in a.named.items():
            changes.set_key(f, held, Constant(key), value)
        return Constant(None)
    if name == "clear":
        f.runtime("dict_clear", held.word)
        return Constant(None)
    if name == "setdefault":
        return _set_default(f, held, a)
    if name == "pop":
        return _pop_key(f, held, a)
    raise set_methods.unknown(f, name, "dict", a)


def _set_default(f: Function, held: Held, a: Arguments) -> Value:
    kind = held.type
    assert isinstance(kind, DictOf)
    key, value = f.hold(a.given[0]), f.hold(a.given[1] if len(a) > 1 else Constant(None))
    kind.keys.learn(key.type)
    kind.values.learn(value.type)
    missing, out = f.block(), f.block()
    f.branch(f.op("icmp eq", f.runtime("dict_find", held.word, f.box(key)), 0), missing, out)
    f.start(missing)
    changes.set_key(f, held, key, value)
    f.jump(out)
    f.start(out)
    entry = f.runtime("dict_find", held.word, f.box(key))
    return boxing.unbox(f, f.peek(entry, layout.ENTRY_VALUE), kind.values.item)


def _pop_key(f: Function, held: Held, a: Arguments) -> Value:
    kind = held.type
    assert isinstance(kind, DictOf)
    key = f.hold(a.given[0])
    if len(a) == 1:
        return boxing.unbox(f, f.runtime("dict_del", held.word, f.box(key)), kind.values.item)
    yes, no = f.block(), f.block()
    f.branch(f.op("icmp ne", f.runtime("dict_find", held.word, f.box(key)), 0), yes, no)

    def found() -> Value:
        return boxing.unbox(f, f.runtime("dict_del", held.word, f.box(key)), kind.values.item)

    return branches.choose(f, ("pop", a.node), yes, no, found, lambda: a.given[1])


# --- ints --------------------------------------------------------------------------------------------------------


def _to_bytes(f: Function, held: Held, a: Arguments) -> Value:
    count, order = a.at(0, "length") or Constant(1), a.at(1, "byteorder") or Constant("big")
    if not isinstance(order, Constant) or "signed" in a.named:
        raise f.refusal("`to_bytes` with a sign, or an order that is not constant", "shift and mask the int", a.node)
    size = arithmetic.as_whole(f, count, a.node)
    f.fail_if(f.op("icmp slt", size, 0), layout.E_VALUE, a.node)
    return Held(BYTES, (Word(f.runtime("bytes_of", f.box(held), size, int(order.value == "little"))),))


def _of_int(f: Function, name: str, held: Held, a: Arguments) -> Value:
    word = held.word
    if name in ("bit_count", "bit_length"):
        most = max(-word.range.low, word.range.high).bit_length()
        if word.range.low < 0:  # of the absolute value; that of the least number is right as unsigned
            word = Word(f.new(f"call i64 @llvm.abs.i64(i64 {word}, i1 false)"))
        if name == "bit_count":
            return Held(INT, (Word(f.new(f"call i64 @llvm.ctpop.i64(i64 {word})")).within(0, most),))
        lowest_of = f.lowest.get(word.text)
        if lowest_of is not None:  # `(x & -x).bit_length()`
            empty = f.op("icmp eq", lowest_of, 0)
            place = f.op("add", f.new(f"call i64 @llvm.cttz.i64(i64 {lowest_of}, i1 false)"), 1)
            return Held(INT, (Word(f.new(f"select i1 {empty}, i64 0, i64 {place}")).within(0, most),))
        zeros = f.new(f"call i64 @llvm.ctlz.i64(i64 {word}, i1 false)")
        return Held(INT, (Word(f.op("sub", 64, zeros)).within(0, most),))
    if name == "conjugate":
        return held
    raise set_methods.unknown(f, name, "int", a)
