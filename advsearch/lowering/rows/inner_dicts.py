"""Constant dicts of dicts: `{"a": {1: 2}}["a"][1]` becomes `{(0, 1): 2}[0, 1]`."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import attrs

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import membership, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, type_of
from advsearch.lowering.rows.sequences import item_place
from advsearch.lowering.rows.types import Int, Seq, Tup
from advsearch.lowering.rows.values import Among, Entries, Known, Scalar, Value

_INSTEAD = "use one dict whose keys are tuples: TABLE[a, b]"


def are_dicts(values: Sequence[Any]) -> bool:
    return bool(values) and all(type(value) in (dict, MappingProxyType) for value in values)


def looked_up(f: Body, node: ast.AST, pairs: list[tuple[Any, Any]], key: Value, default: Value | None) -> Value:
    from advsearch.lowering.rows.dicts import looked_up as number_of

    options = [value for _, value in pairs]
    if default is not None:
        if not isinstance(default, Known) or not are_dicts([default.value]):
            raise f.refuse(
                node,
                "`get` on a dict of dicts has a default that is not a constant dict",
                "write get(key, {})",
            )
        options.append(default.value)
    kept = f.program.constants.setdefault(
        ("numbers", f.program.keep(pairs)), {one: at for at, (one, _) in enumerate(pairs)}
    )
    number = number_of(f, node, kept, key, None if default is None else Known(len(pairs)))
    if isinstance(number, Known):
        return Known(options[number.value])
    assert isinstance(number, Scalar)
    return chosen(f, node, options, number)


def chosen(f: Body, node: ast.AST, options: Sequence[Any], index: Scalar) -> Entries:
    plain = [list(option.items()) for option in options]
    if any(are_dicts([value]) for pairs in plain for _, value in pairs):
        raise f.refuse(node, "a dict contains dicts that contain further dicts, which is not supported", _INSTEAD)
    every = [pair for pairs in plain for pair in pairs]
    item = books.type_of_all(every) if every else types.NEVER
    lengths = [len(pairs) for pairs in plain]
    kind = Seq(tuple, Seq(list, item, min(lengths), max(lengths)), len(plain), len(plain))
    key = ("pairs of dicts", tuple(map(f.program.keep, options)))
    kept = f.program.constants.setdefault(key, (tuple(plain), tuple(options)))
    table = f.program.table(kept[0], kind, "dicts")
    index = atom(f, index, "of_dict")
    return Entries(item_place(table, index.text), among=Among(index, kept[1]))


def bound(f: Body, node: ast.AST, among: Among, stem: str) -> Entries:
    name = f.fresh(f"{stem}_at")
    f.emit(f"{name} = {among.index.text}")
    return chosen(f, node, among.options, Scalar(among.index.kind, name))


def of_displays(f: Body, node: ast.expr, value: Value) -> Value:
    from advsearch.lowering.rows.growing_dicts import copied

    match node:
        case ast.Subscript(ast.Dict(keys, displays)) if isinstance(value, Entries):
            if None not in keys and all(isinstance(one, ast.Dict) for one in displays):
                return copied(f, node, attrs.evolve(value, among=None))
    return value


def entry(f: Body, node: ast.AST, table: Entries, key: Value, default: Value | None) -> Value | None:
    from advsearch.lowering.rows.dicts import looked_up as found
    from advsearch.lowering.rows.streams import pair

    among = table.among
    if among is None or not table.pairs.space:  # a copy of a constant dict is in memory
        return None
    kind = type_of(f, key)
    fitting = {
        (at, one): value
        for at, option in enumerate(among.options)
        for one, value in option.items()
        if membership.may_equal(kind, one)
    }
    if not fitting or not isinstance(kind, Int | types.Bool | types.Mark | Tup):
        return None
    if not books.has_bits(books.type_of_all([one for _, one in fitting])):
        return None
    wanted = ("among", id(among.options), kind)
    return found(f, node, f.program.constants.setdefault(wanted, fitting), pair(f, (among.index, key)), default)
