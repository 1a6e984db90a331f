"""Methods of strings, tuples, lists, sets, numbers, dicts and plain objects."""

from __future__ import annotations

import ast
from typing import Any

from advsearch.lowering.rows import (
    choices,
    comprehensions,
    dicts,
    growing_dicts,
    joins,
    lists,
    marks,
    sequences,
    sets,
    sharing,
    slices,
    streams,
    texts,
    types,
)
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, exploded, item_of, load, runtime, type_of
from advsearch.lowering.rows.numbers import bounds
from advsearch.lowering.rows.types import INT, Int, Mark, Maybe, Members, Seq, Tup, field_names
from advsearch.lowering.rows.values import Entries, Known, Lazy, Place, Scalar, Stream, Table, Value

_CHANGES = frozenset(
    {"append", "extend", "insert", "pop", "remove", "clear", "reverse", "sort", "add", "discard", "update", "popitem",
     "setdefault", "appendleft", "popleft", "difference_update", "intersection_update", "symmetric_difference_update"}
)  # fmt: skip


def method(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    """Write a call of a method of a value."""
    from advsearch.lowering.rows.bit_methods import of_number

    if isinstance(owner, Table):
        if name == "get":
            return dicts.entry(f, node, owner, given[0], given[1] if len(given) > 1 else Known(None))
        if name in ("keys", "values"):
            return streams.pair(f, owner.keys if name == "keys" else owner.values)
        if name == "items":
            pairs = zip(owner.keys, owner.values, strict=True)
            return streams.pair(f, tuple(streams.pair(f, pair) for pair in pairs))
        raise f.refuse(node, f"`.{name}` of a dict is not supported", "use a tuple or list with indices")
    if isinstance(owner, Entries):
        return growing_dicts.method(f, node, owner, name, given, named)
    if isinstance(owner, Stream | Lazy):
        owner = f.as_list(owner)
    kind = type_of(f, owner)
    if isinstance(kind, Maybe):
        return method(f, node, as_type(f, owner, kind.inner, node), name, given, named)
    if isinstance(kind, Seq) and kind.kind is list:
        return _of_list(f, node, owner, name, given, named)
    if (isinstance(kind, Seq) and kind.kind is str) or isinstance(kind, Mark):
        return _of_text(f, node, owner, name, given, named)
    if isinstance(kind, Members):
        return _of_set(f, node, owner, name, given)
    if isinstance(kind, Int | types.Bool):
        return of_number(f, node, owner, name)
    if isinstance(kind, Tup | Seq):
        if name == "_replace":
            return replaced(f, node, owner, named)
        if name in ("index", "count"):
            return _counted_or_found(f, node, owner, name, given)
    raise f.refuse(
        node, f"`.{name}` of {types.named(kind)} is not supported", "docs/kernels.md lists the supported calls"
    )


def _counted_or_found(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value]) -> Value:
    if name == "count":
        return texts.counted(f, node, owner, given[0])
    if len(given) > 1:
        raise f.refuse(node, "index is called with a start", "use a slice")
    place = sequences.as_sequence(f, owner)
    found = f.fresh("place")
    f.emit(f"{found} = -1")
    stream = streams.stream_of(f, place, node)
    from advsearch.lowering.rows import comparisons

    wanted = comparisons.is_settled(
        f, exploded(f, runtime(f, given[0])) if types.is_flat(type_of(f, given[0])) else given[0]
    )
    at = f.fresh("at")
    most = bounds(stream.length.kind).high
    with f.block(f"for {at} in range({stream.length.text}):"):
        test = comparisons.equal(f, node, stream.at(Scalar(Int(0, max(0, most - 1)), at)), wanted)
        with f.block(f"if {test.value if isinstance(test, Known) else test.text}:"):
            f.emit(f"{found} = {at}")
            f.emit("break")
    return texts.index_or_error(f, node, Scalar(Int(-1, max(0, most - 1)), found))


def replaced(f: Body, node: ast.AST, owner: Value, named: dict[str, Value]) -> Value:
    """A copy of an object with some fields changed."""
    if isinstance(owner, Known):
        owner = runtime(f, owner)
    kind = type_of(f, owner)
    if isinstance(kind, Maybe):
        owner = as_type(f, owner, kind.inner, node)
        kind = kind.inner
    names = field_names(kind.kind) if isinstance(kind, Tup) else ()
    if not names or not isinstance(kind, Tup):
        raise f.refuse(
            node, f"fields of {types.named(kind)} are replaced", "use an attrs class, a dataclass or a NamedTuple"
        )
    wrong = set(named) - {name.lstrip("_") for name in names} - set(names)
    if wrong:
        raise f.refuse(node, f"`{kind.kind.__name__}` has no field `{min(wrong)}`", "name only fields of the class")
    from advsearch.lowering.rows.calls import check_plain_class, record

    check_plain_class(f, node, kind.kind)
    fields = [named.get(name, named.get(name.lstrip("_"))) or item_of(f, owner, at) for at, name in enumerate(names)]
    return record(f, node, kind.kind, fields)


# --- lists ----------------------------------------------------------------------------------------------------


def _of_list(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    assert isinstance(owner, Place)
    if (
        f.answers_truth
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in f.truth_names
        and name == "append"
    ):
        f.emit("return True")
        return Known(None)
    if name in _CHANGES and isinstance(node.func, ast.Attribute):
        sharing.check_changed(f, node, node.func.value)
    match name:
        case "append":
            sharing.check_item(f, node.args[0], given[0])
            lists.append(f, node, owner, given[0])
        case "extend":
            lists.extend(f, node, owner, given[0])
        case "pop":
            return lists.popped(f, node, owner, given[0] if given else None)
        case "insert":
            lists.insert(f, node, owner, given[0], given[1])
        case "clear":
            lists.cleared(f, node, owner)
        case "reverse":
            lists.reversed_in_place(f, node, owner)
        case "sort":
            _sort(f, node, owner, named)
        case "remove":
            place = _counted_or_found(f, node, owner, "index", given)
            lists.popped(f, node, owner, place)
        case "copy":
            return slices.as_list(f, owner, node, list)
        case "index" | "count":
            return _counted_or_found(f, node, owner, name, given)
        case _:
            raise f.refuse(node, f"`.{name}` of a list is not supported", "docs/kernels.md lists the supported calls")
    return Known(None)


def _sort(f: Body, node: ast.Call, owner: Place, named: dict[str, Value]) -> None:
    key, reverse = named.get("key"), named.get("reverse", Known(False))
    if not isinstance(reverse, Known):
        raise f.refuse(node, "the reverse= of sort is not a constant", "write both calls, with if and else")
    lists.learn_list(f, node, owner, types.NEVER, grows=False)
    assert isinstance(owner.kind, Seq)
    if isinstance(owner.kind.item, types.Never):
        return
    choices.sort(f, node, owner, key, bool(reverse.value))
    f.changes += 1


# --- texts ----------------------------------------------------------------------------------------------------


def _of_text(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    match name:
        case "replace":
            return texts.replaced(f, node, owner, given[0], given[1], given[2] if len(given) > 2 else None)
        case "find":
            start = as_type(f, given[1], INT, node) if len(given) > 1 else None
            assert start is None or isinstance(start, Scalar)
            return texts.found_at(f, node, owner, given[0], start)
        case "index":
            return texts.index_or_error(f, node, texts.found_at(f, node, owner, given[0]))
        case "count":
            return texts.counted(f, node, owner, given[0])
        case "join":
            return texts.joined_text(f, node, owner, given[0])
        case "startswith" | "endswith":
            return _at_end(f, node, owner, name, given[0])
        case "split" if len(given) < 2 or given[1:] == []:
            return texts.split(f, node, owner, given[0] if given else Known(None))
        case "partition":
            return texts.partition(f, node, owner, given[0])
        case "ljust" | "rjust":
            return texts.filled(f, node, owner, given[0], given[1] if len(given) > 1 else Known(" "), name == "ljust")
        case (
            "upper"
            | "lower"
            | "swapcase"
            | "isdigit"
            | "isupper"
            | "islower"
            | "isalpha"
            | "strip"
            | "isspace"
            | "title"
        ):
            return _by_character(f, node, owner, name)
    raise f.refuse(node, f"`.{name}` of a string is not supported", "docs/kernels.md lists the supported calls")


def _by_character(f: Body, node: ast.Call, owner: Value, name: str) -> Value:
    kind = type_of(f, owner)
    scalar = exploded(f, owner) if isinstance(kind, Mark) else None
    if not isinstance(scalar, Scalar) or not isinstance(kind, Mark) or kind.any_character:
        raise f.refuse(node, f"`.{name}` of a string is not supported", "use it on single characters")
    return marks.by_case(f, node, scalar, [(one, getattr(one, name)()) for one in f.program.book.ordered(kind)])


def _at_end(f: Body, node: ast.Call, owner: Value, name: str, part: Value) -> Value:
    from advsearch.lowering.rows import comparisons

    if not isinstance(part, Known) or not isinstance(part.value, str):
        return texts.at_end(f, node, owner, part, name == "startswith")
    place = sequences.as_sequence(f, owner)
    own = place.kind
    assert isinstance(own, Seq)
    length, size = sequences.length_of(f, place), len(part.value)
    if own.most < size:
        return Known(False)
    tests: list[Known | Scalar] = [] if own.least >= size else [Scalar(types.BOOL, f"{length.text} >= {size}")]
    for at, character in enumerate(part.value):
        index = str(at) if name == "startswith" else f"{length.text} - {size - at}"
        item = load(f, sequences.item_place(place, index))
        tests.append(comparisons.equal(f, node, item, Known(character)))
    return comparisons.every(tests)


# --- sets -----------------------------------------------------------------------------------------------------


def _of_set(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value]) -> Value:
    signs: dict[str, ast.operator] = {
        "union": ast.BitOr(), "intersection": ast.BitAnd(), "difference": ast.Sub(),
        "symmetric_difference": ast.BitXor(),
        "update": ast.BitOr(), "intersection_update": ast.BitAnd(), "difference_update": ast.Sub(),
    }  # fmt: skip
    if name in signs:
        made = owner
        for one in given:
            other = one if isinstance(getattr(one, "kind", None), Members) else comprehensions.gathered(f, node, one)
            made = sets.operated(f, node, signs[name], made, other)
        if not name.endswith("update"):
            return made
        return _changed(f, node, owner, made)
    match name:
        case "add":
            return _added(f, node, owner, given[0])
        case "discard" | "remove":
            return _removed(f, node, owner, given[0], name == "remove")
        case "copy":
            return owner
        case "clear":
            return _changed(f, node, owner, sets.empty(_kind(f, owner)))
        case "issubset" | "issuperset":
            from advsearch.lowering.rows import comparisons

            return comparisons.ordered(
                f, node, ast.LtE() if name == "issubset" else ast.GtE(), owner, _as_set(f, node, given[0])
            )
        case "isdisjoint":
            from advsearch.lowering.rows import comparisons

            both = sets.operated(f, node, ast.BitAnd(), owner, _as_set(f, node, given[0]))
            return comparisons.equal(f, node, both, sets.empty(_kind(f, both)))
        case "pop":
            raise f.refuse(node, "pop is called on a set, whose order is not defined", "use a list")
    raise f.refuse(node, f"`.{name}` of a set is not supported", "docs/kernels.md lists the supported calls")


def _kind(f: Body, value: Value) -> Members:
    kind = type_of(f, value)
    assert isinstance(kind, Members)
    return kind


def _as_set(f: Body, node: ast.AST, value: Value) -> Value:
    return value if isinstance(getattr(value, "kind", None), Members) else comprehensions.gathered(f, node, value)


def check_changes(f: Body, node: ast.AST, kind: Members) -> None:
    """Refuse a change of a value that may be something else than a set."""
    if kind.frozen:
        raise f.refuse(node, "a frozenset is changed", "make a new one with |, & or -")
    if kind.frozen is None:
        raise f.refuse(node, "a value that is sometimes a set and sometimes a frozenset is changed", "write set(...)")


def _changed(f: Body, node: ast.Call, owner: Value, made: Value) -> Value:
    """Store a changed set in the place of the old set."""
    from advsearch.lowering.rows.statements import assign, check_own

    assert isinstance(node.func, ast.Attribute)
    target = node.func.value
    check_own(f, node, target, owner)
    if not isinstance(target, ast.Name | ast.Subscript):
        raise f.refuse(node, f"`{ast.unparse(target)}` is changed", "make a new set with |, & or -")
    check_changes(f, node, _kind(f, owner))
    kind = _kind(f, made)
    made = type(made)(Members(kind.item, False), made.text if isinstance(made, Scalar) else made.items)  # type: ignore
    assign(f, target, made, node)
    f.changes += 1
    return Known(None)


def _added(f: Body, node: ast.Call, owner: Value, value: Value) -> Value:
    if (
        f.answers_truth
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in f.truth_names
    ):
        f.emit("return True")
        return Known(None)
    own = _kind(f, owner)
    item = sets.bounded_item(f, joins.join(own.item, type_of(f, value)))
    kind = Members(item, own.frozen)
    bit = sets.bit(f, value, kind, node)
    return _changed(f, node, owner, sets.operated(f, node, ast.BitOr(), as_type(f, owner, kind, node), bit))


def _removed(f: Body, node: ast.Call, owner: Value, value: Value, must: bool) -> Value:
    own = _kind(f, owner)
    check_changes(f, node, own)
    if isinstance(own.item, types.Never):
        return Known(None)
    if must:
        there = sets.contains(f, owner, value, node)
        text = there.text if isinstance(there, Scalar) else str(there.value)
        f.emit(f"if not ({text}):")
        f.emit(f"    fail(block, 9, {f.line_of(node)})")
    place, test = sets.place_of(f, value, own.item, node)
    name = f.fresh("bit")
    f.emit(f"{name} = {place.text} if {test} else -1" if test else f"{name} = {place.text}")
    there_mask = sets.power_of_two(f, Scalar(place.kind, f"max(0, {name})" if test else name), own)
    removed = sets.operated(f, node, ast.Sub(), owner, sets.as_set(own, there_mask))
    if test:
        from advsearch.lowering.rows.conditions import chosen

        removed = chosen(f, node, Scalar(types.BOOL, f"{name} >= 0"), removed, owner)
    return _changed(f, node, owner, removed)


# --- numbers and constants ------------------------------------------------------------------------------------


def of_known(f: Body, node: ast.Call, owner: Any, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    """Write a call of a method of a constant."""
    if (isinstance(owner, list | set | dict | bytearray) and name in _CHANGES) or type(owner).__name__ == "deque":
        raise f.refuse(
            node, f"`{ast.unparse(node.func)}` changes an object that outlives the call", "return a new value"
        )
    if all(isinstance(one, Known) for one in [*given, *named.values()]):
        plain = [one.value for one in given if isinstance(one, Known)]
        try:
            made = getattr(owner, name)(
                *plain, **{at: one.value for at, one in named.items() if isinstance(one, Known)}
            )
        except Exception as error:
            raise f.refuse(
                node, f"`{ast.unparse(node)}` raises {type(error).__name__}", "test with `if` first"
            ) from error
        return Known(tuple(made)) if isinstance(owner, dict) and name in ("items", "keys", "values") else Known(made)
    if isinstance(owner, dict) and name == "get":
        return dicts.looked_up(f, node, owner, given[0], given[1] if len(given) > 1 else Known(None))
    if isinstance(owner, str) and name == "join":
        return texts.joined_text(f, node, Known(owner), given[0])
    if isinstance(owner, set | frozenset):
        return method(f, node, sets.as_set_of(f, frozenset(owner)), name, given, named)
    if isinstance(owner, str | tuple | list):
        from advsearch.lowering.rows.attributes import constant_table

        if name in ("index", "count"):
            return _counted_or_found(f, node, constant_table(f, owner, "table"), name, given)
        if name == "find":
            place = constant_table(f, tuple(owner), "text")
            kept = Seq(str, place.kind.item, len(owner), len(owner))  # type: ignore[union-attr]
            return texts.found_at(f, node, Place(kept, place.text, 0, place.space, True), given[0])
        return method(f, node, runtime(f, Known(owner)), name, given, named)
    if name == "_replace" and isinstance(owner, tuple):
        return replaced(f, node, Known(owner), named)
    raise f.refuse(
        node, f"a call of `{ast.unparse(node.func)}` is not supported", "docs/kernels.md lists the supported calls"
    )
