"""Calls of methods: `text.upper()`, `items.append(x)` or `state.moves()`."""

from __future__ import annotations

import ast
from types import MappingProxyType
from typing import Any

from advsearch.lowering.row_rules import RAISED
from advsearch.lowering.rows import (
    dicts,
    distinct,
    growing_dicts,
    lists,
    marks,
    numerals,
    order,
    replacing,
    sequences,
    set_methods,
    sets,
    sharing,
    slices,
    sorting,
    streams,
    text_methods,
    texts,
    types,
)
from advsearch.lowering.rows.bindings import free_names, outer_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, exploded, item_of, load, runtime, type_of
from advsearch.lowering.rows.numbers import bounds, truth
from advsearch.lowering.rows.types import INT, Int, Mark, Maybe, Members, Seq, Tup, field_names
from advsearch.lowering.rows.values import Closure, Entries, Known, Lazy, Place, Scalar, Stream, Table, Value

_SUBSCRIPTS = frozenset({"__getitem__", "__contains__", "__len__"})


def method(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    """Generate `owner.name(*given, **named)`."""
    from advsearch.lowering.rows.bit_methods import of_number

    if name in _SUBSCRIPTS:
        return _subscripted(f, node, owner, name, given)
    if isinstance(owner, Table):
        if name == "get":
            return dicts.entry(f, node, owner, given[0], given[1] if len(given) > 1 else Known(None))
        if name in ("keys", "values", "items"):
            dicts.check_distinct(f, node, owner)
        if name in ("keys", "values"):
            return streams.pair(f, owner.keys if name == "keys" else owner.values)
        if name == "items":
            pairs = zip(owner.keys, owner.values, strict=True)
            return streams.pair(f, tuple(streams.pair(f, pair) for pair in pairs))
        raise f.refuse(node, f"`.{name}` of a dict is not supported", "use a tuple or list, with indices as keys")
    if isinstance(owner, Entries):
        return growing_dicts.method(f, node, owner, name, given, named)
    if isinstance(owner, Stream | Lazy):
        owner = runtime(f, owner)
    kind = type_of(f, owner)
    if isinstance(kind, Maybe):
        return method(f, node, as_type(f, owner, kind.inner, node), name, given, named)
    if isinstance(kind, Seq) and kind.kind is list:
        return _of_list(f, node, owner, name, given, named)
    if (isinstance(kind, Seq) and kind.kind is str) or isinstance(kind, Mark):
        return _of_text(f, node, owner, name, given, named)
    if isinstance(kind, Members):
        return set_methods.of_set(f, node, owner, name, given)
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


def _subscripted(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value]) -> Value:
    from advsearch.lowering.rows.attributes import item
    from advsearch.lowering.rows.builtin_calls import length
    from advsearch.lowering.rows.membership import contained

    if name == "__getitem__":
        return item(f, node, owner, given[0])
    return length(f, node, owner) if name == "__len__" else contained(f, node, given[0], owner)


def _counted_or_found(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value]) -> Value:
    if name == "count":
        return texts.counted(f, node, owner, given[0])
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
    ends = ", ".join(_end(f, node, one, stream.length) for one in given[1:])
    if len(given) < 3:
        ends += f"{', ' * bool(ends)}{stream.length.text}"
    with f.block(f"for {at} in range({ends}):"):
        test = comparisons.equal(f, node, stream.at(Scalar(Int(0, max(0, most - 1)), at)), wanted)
        with f.block(f"if {test.value if isinstance(test, Known) else test.text}:"):
            f.emit(f"{found} = {at}")
            f.emit("break")
    return texts.index_or_error(f, node, Scalar(Int(-1, max(0, most - 1)), found))


def _end(f: Body, node: ast.AST, value: Value, length: Scalar) -> str:
    number = as_type(f, value, INT, node)
    assert isinstance(number, Scalar)
    return f"cut({number.text}, {length.text})"


def replaced(f: Body, node: ast.AST, owner: Value, named: dict[str, Value]) -> Value:
    """Generate `attrs.evolve(owner, **named)`."""
    if isinstance(owner, Known):
        owner = runtime(f, owner)
    kind = type_of(f, owner)
    if isinstance(kind, Maybe):
        owner = as_type(f, owner, kind.inner, node)
        kind = kind.inner
    names = field_names(kind.kind) if isinstance(kind, Tup) else ()
    if not names or not isinstance(kind, Tup):
        raise f.refuse(
            node,
            f"the code replaces fields of {types.named(kind)}",
            "use an attrs class, a dataclass or a NamedTuple",
        )
    chosen = named.pop("**", None)
    wrong = set(named) - {name.lstrip("_") for name in names} - set(names)
    if wrong:
        raise f.refuse(node, f"`{kind.kind.__name__}` has no field `{min(wrong)}`", "name only fields of the class")
    from advsearch.lowering.rows.calls import check_plain_class, record

    check_plain_class(f, node, kind.kind)
    fields = [named.get(name, named.get(name.lstrip("_"))) or item_of(f, owner, at) for at, name in enumerate(names)]
    if isinstance(chosen, Table):
        fields = _with_chosen(f, node, kind.kind, fields, chosen, set(named))
    if isinstance(chosen, Entries):
        fields = replacing.with_entries(f, node, kind.kind, fields, chosen, set(named))
    return record(f, node, kind.kind, fields)


def _with_chosen(
    f: Body, node: ast.AST, kind: type, fields: list[Value], table: Table, given: set[str]
) -> list[Value]:
    # The name is known only at run time; one that is no field, or is in `given`, is an error.
    from advsearch.lowering.rows.comparisons import equal
    from advsearch.lowering.rows.conditions import chosen

    (key,), (new,) = table.keys, table.values
    public = field_names(kind) if issubclass(kind, tuple) else [name.lstrip("_") for name in field_names(kind)]
    tests = [equal(f, node, key, Known(name)) for name in public]
    texts = [atom(f, test, "is_field") if isinstance(test, Scalar) else test for test in tests]
    free = [test for name, test in zip(public, texts, strict=True) if name not in given]
    some = " or ".join(str(one.value) if isinstance(one, Known) else one.text for one in free) or "False"
    f.emit(f"if not ({some}):")
    f.emit(f"    fail(block, {RAISED}, {f.line_of(node)})")
    made = []
    for field, test in zip(fields, texts, strict=True):
        if isinstance(test, Known):
            made.append(new if test.value else field)
        else:
            made.append(chosen(f, node, test, new, field))
    return made


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
    if name in order.CHANGING and isinstance(node.func, ast.Attribute):
        sharing.check_changed(f, node, node.func.value)
    if distinct.is_changed(f, node):
        return distinct.change(f, node, owner, given)
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
        case "appendleft":
            lists.insert(f, node, owner, Known(0), given[0])
        case "popleft":
            return lists.popped(f, node, owner, Known(0))
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
    _check_key(f, node, key)
    lists.learn_list(f, node, owner, types.NEVER, grows=False)
    assert isinstance(owner.kind, Seq)
    if isinstance(owner.kind.item, types.Never):
        return
    sorting.sort(f, node, owner, key, truth(f, reverse, node))
    f.changes += 1


def _check_key(f: Body, node: ast.Call, key: Value | None) -> None:
    # Python empties the list during the sort, so a key that reads the list sees no items.
    assert isinstance(node.func, ast.Attribute)
    owner = node.func.value
    while isinstance(owner, ast.Subscript):
        owner = owner.value
    read = {*outer_names(ast.Tuple([one.value for one in node.keywords]))}
    read.update(free_names(key.tree) if isinstance(key, Closure) else ())
    if isinstance(owner, ast.Name) and owner.id in read:
        raise f.refuse(
            node,
            f"the key of `sort` reads `{owner.id}`, but Python empties `{owner.id}` while it sorts",
            "use sorted(...)",
        )


# --- texts ----------------------------------------------------------------------------------------------------


def _of_text(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    kind = type_of(f, owner)
    if isinstance(kind, Mark) and not named and all(isinstance(one, Known) for one in given):
        made = _by_word(f, node, owner, kind, name, [one.value for one in given if isinstance(one, Known)])
        if made is not None:
            return made
    parts = [one.value if isinstance(one, Known) else None for one in given]
    match name:
        case "replace" if given[1:]:
            return texts.replaced(f, node, owner, given[0], given[1], given[2] if len(given) > 2 else None)
        case "find" | "index" if len(given) == 1 and parts[0] != "":
            found = texts.found_at(f, node, owner, given[0])
            return found if name == "find" else texts.index_or_error(f, node, found)
        case "count" if len(given) == 1 and _is_character(type_of(f, given[0])):
            return texts.counted(f, node, owner, given[0])
        case "join" if isinstance(owner, Known):
            return texts.joined_text(f, node, owner, given[0])
        case "startswith" | "endswith" if len(given) == 1 and not isinstance(parts[0], tuple):
            return _at_end(f, node, owner, name, given[0])
        case "split" if not named and (not given or (len(given) == 1 and len(parts[0] or "") == 1)):
            return texts.split(f, node, owner, given[0] if given else Known(None))
        case "partition" if len(parts[0] or "") == 1:
            return texts.partition(f, node, owner, given[0])
        case "ljust" | "rjust" if parts[0] is not None:
            return texts.filled(f, node, owner, given[0], given[1] if len(given) > 1 else Known(" "), name == "ljust")
    return text_methods.of_text(f, node, owner, name, given, named)


def _is_character(kind: types.Type) -> bool:
    return isinstance(kind, Mark) and all(isinstance(one, str) and len(one) == 1 for one in kind.values)


def _by_word(f: Body, node: ast.Call, owner: Value, kind: Mark, name: str, given: list[Any]) -> Value | None:
    words = f.program.book.ordered(kind)
    if kind.any_character or not all(isinstance(one, str) and hasattr(one, name) for one in words):
        return None
    try:
        cases = [(one, getattr(one, name)(*given)) for one in words]
    except (TypeError, ValueError):
        return None
    scalar = exploded(f, owner)
    if not isinstance(scalar, Scalar) or not all(isinstance(one, str | bool | int) for _, one in cases):
        return None
    return marks.by_case(f, node, scalar, cases)


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


# --- numbers and constants ------------------------------------------------------------------------------------


def of_known(f: Body, node: ast.Call, owner: Any, name: str, given: list[Value], named: dict[str, Value]) -> Value:
    """Generate a call of a constant's method: `(1, 2).count(x)`."""
    if (isinstance(owner, list | set | dict | bytearray) and name in order.CHANGING) or type(
        owner
    ).__name__ == "deque":
        raise f.refuse(
            node,
            f"`{ast.unparse(node.func)}` changes a constant object, such as a list of the module",
            "return a new value",
        )
    if all(isinstance(one, Known) for one in [*given, *named.values()]):
        plain = [one.value for one in given if isinstance(one, Known)]
        try:
            made = getattr(owner, name)(
                *plain, **{at: one.value for at, one in named.items() if isinstance(one, Known)}
            )
        except Exception as error:
            raise f.refuse(
                node, f"`{ast.unparse(node)}` raises {type(error).__name__}", "test the values with `if` first"
            ) from error
        return Known(tuple(made)) if isinstance(owner, dict) and name in ("items", "keys", "values") else Known(made)
    if name in _SUBSCRIPTS:
        return _subscripted(f, node, Known(owner), name, given)
    if isinstance(owner, dict | MappingProxyType) and name == "get":
        return dicts.looked_up(
            f, node, dicts.plain_dict(f, owner), given[0], given[1] if len(given) > 1 else Known(None)
        )
    if isinstance(owner, str) and name == "join":
        return texts.joined_text(f, node, Known(owner), given[0])
    if isinstance(owner, str) and name == "format":
        made = numerals.formatted(f, node, owner, given, named)
        if made is None:
            raise f.refuse(node, "this use of `format` on a string is not supported", "write an f-string")
        return made
    if isinstance(owner, set | frozenset):
        return method(f, node, sets.as_set_of(f, frozenset(owner)), name, given, named)
    if isinstance(owner, str | tuple | list):
        from advsearch.lowering.rows.attributes import constant_table

        if name in ("index", "count") and (not isinstance(owner, str) or _is_character(type_of(f, given[0]))):
            return _counted_or_found(f, node, constant_table(f, owner, "table"), name, given)
        if name == "find" and len(given) == 1 and given[0] is not None:
            place = constant_table(f, tuple(owner), "text")
            kept = Seq(str, place.kind.item, len(owner), len(owner))  # type: ignore[union-attr]
            return texts.found_at(f, node, Place(kept, place.text, 0, place.space, True), given[0])
        return method(f, node, runtime(f, Known(owner)), name, given, named)
    if name == "_replace" and isinstance(owner, tuple):
        return replaced(f, node, Known(owner), named)
    raise f.refuse(
        node, f"a call of `{ast.unparse(node.func)}` is not supported", "docs/kernels.md lists the supported calls"
    )
