"""Code for dicts whose keys are written in the source: `{1: x, 2: y}`."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Mapping
from typing import Any, Final

from advsearch.lowering.row_rules import MISSING, TWICE
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import (
    choice_of_functions,
    comparisons,
    growing_dicts,
    inner_dicts,
    members,
    membership,
    sets,
    sharing,
    types,
)
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, copied, exploded, item_of, load, runtime, type_of
from advsearch.lowering.rows.expressions import in_order
from advsearch.lowering.rows.marks import by_case
from advsearch.lowering.rows.raising import evaluated
from advsearch.lowering.rows.sequences import item_place
from advsearch.lowering.rows.storing import anchored, steady
from advsearch.lowering.rows.types import Bool, Int, Mark, Maybe, Seq, Tup
from advsearch.lowering.rows.values import Known, Lazy, NotYet, Pieces, Place, Scalar, Stream, Table, Value

_FEW: Final = 6
_SPARSE: Final = 8


def display(f: Body, node: ast.Dict) -> Value:
    parts = [part for pair in zip(node.keys, node.values, strict=True) for part in pair if part is not None]
    found = iter(in_order(f, parts))
    pairs = [(None if source is None else next(found), next(found)) for source in node.keys]
    keys, values = [key for key, _ in pairs], [value for _, value in pairs]
    for one, value in zip(node.values, values, strict=True):
        sharing.check_item(f, one, value)
    known = _known(keys, values)
    if known is not None:
        return Known(known)
    if any(key is None for key in keys):
        table = growing_dicts.made(f, node)
        for key, value in zip(keys, values, strict=True):
            if key is None:
                growing_dicts.add_pairs(f, node, table, value)
            else:
                growing_dicts.put(f, node, table, key, value)
        return table
    return Table(
        tuple(entered(f, key) for key in keys if key is not None), tuple(entered(f, value) for value in values), node
    )


def _known(keys: list[Value | None], values: list[Value]) -> dict[Any, Any] | None:
    made: dict[Any, Any] = {}
    for key, value in zip(keys, values, strict=True):
        if isinstance(key, Known) and isinstance(value, Known):
            made[key.value] = value.value
        elif key is None and isinstance(value, Known) and isinstance(value.value, dict):
            made |= value.value
        else:
            return None
    return made


def entered(f: Body, value: Value) -> Value:
    """Copy a value for a dict, so that later assignments do not change the dict."""
    if isinstance(value, Scalar | Pieces):
        return copied(f, value, "entry", entered)
    if isinstance(value, Lazy | Stream):
        return entered(f, runtime(f, value)) if isinstance(value, Stream) else f.as_list(value)
    made = steady(f, value)
    return anchored(f, made, "entry") if made is value and isinstance(made, Place) and made.text else made


def from_pairs(f: Body, node: ast.AST, pairs: Value) -> Value:
    if isinstance(pairs, Table):
        return pairs
    kind = getattr(pairs, "kind", None)
    if isinstance(kind, Seq | types.Dict | types.Members) or isinstance(pairs, Stream | Lazy):
        return growing_dicts.from_pairs(f, node, pairs)
    if not isinstance(kind, Tup) or not all(isinstance(one, Tup) and len(one.items) == 2 for one in kind.items):
        raise f.refuse(
            node,
            "a dict is made from a value that is not a tuple of pairs",
            "use a tuple or list, with indices as keys",
        )
    each = [item_of(f, pairs, at) for at in range(len(kind.items))]
    keys, values = ([item_of(f, one, at) for one in each] for at in (0, 1))
    return Table(tuple(entered(f, key) for key in keys), tuple(entered(f, value) for value in values), node)


def entry(f: Body, node: ast.AST, table: Table, key: Value, default: Value | None) -> Value:
    """Generate code for `table[key]` or, with a default, `table.get(key, default)`."""
    from advsearch.lowering.rows.conditions import chosen

    found = default
    missing: list[str] = []
    if isinstance(key, Scalar):
        key = atom(f, key, "key")
    # of several equal keys, the last one counts
    for one, value in zip(table.keys, table.values, strict=True):
        test = comparisons.equal(f, node, key, one)
        if isinstance(test, Known):
            if test.value:
                found = value
                missing = ["True"]
            continue
        name = atom(f, test, "is_key")
        missing.append(name.text)
        found = value if found is None else chosen(f, node, name, value, found)
    if default is None:
        f.emit(f"if not ({' or '.join(missing) or 'False'}):")
        f.emit(f"    fail(block, {MISSING}, {f.line_of(node)})")
    if found is None:
        raise NotYet
    return found


def check_distinct(f: Body, node: ast.AST, table: Table) -> None:
    for one, other in itertools.combinations(table.keys, 2):
        test = comparisons.equal(f, node, one, other)
        if isinstance(test, Scalar) or test.value:
            f.emit(f"if {test.text if isinstance(test, Scalar) else test.value}:")
            f.emit(f"    fail(block, {TWICE}, {f.line_of(node)})")


def has_entry(f: Body, node: ast.AST, table: Table, key: Value) -> Value:
    tests = [comparisons.equal(f, node, key, one) for one in table.keys]
    if any(isinstance(test, Known) and test.value for test in tests):
        return Known(True)
    texts = [f"({test.text})" for test in tests if isinstance(test, Scalar)]
    return Scalar(types.BOOL, " or ".join(texts)) if texts else Known(False)


def plain_dict(f: Body, table: Mapping[Any, Any]) -> dict[Any, Any]:
    if isinstance(table, dict):
        return table
    made: dict[Any, Any] = f.program.constants.setdefault(("a dict of", f.program.keep(table)), dict(table))
    return made


def looked_up(f: Body, node: ast.AST, table: dict[Any, Any], key: Value, default: Value | None) -> Value:
    key = evaluated(f, key)
    kind = type_of(f, key)
    key_of_fitting = ("fitting", f.program.keep(table), kind)  # one list in all rounds, for tables
    fitting: list[tuple[Any, Any]] = f.program.constants.get(key_of_fitting) or [
        (one, value) for one, value in table.items() if membership.may_equal(kind, one)
    ]
    f.program.constants[key_of_fitting] = fitting
    if not fitting:
        if default is not None:
            return default
        f.emit(f"fail(block, {MISSING}, {f.line_of(node)})")
        raise NotYet
    if isinstance(kind, Maybe):
        key, kind = as_type(f, key, kind.inner, node), kind.inner
    if choice_of_functions.are_functions([value for _, value in fitting]):
        return choice_of_functions.by_key(f, node, fitting, key, default)
    if inner_dicts.are_dicts([value for _, value in fitting]):
        return inner_dicts.looked_up(f, node, fitting, key, default)
    if len(fitting) <= _FEW or isinstance(kind, Mark):
        scalar = exploded(f, runtime(f, key)) if types.is_flat(kind) else None
        if isinstance(scalar, Scalar) and isinstance(kind, Mark | Int | Bool):
            return by_case(f, node, scalar, fitting, default)
    item = books.type_of_all([one for one, _ in fitting])
    numbered = isinstance(item, Int | Tup) and books.has_bits(item)
    if not numbered or types.bits_of(types.Members(item)) > _SPARSE * len(fitting) + 64:
        return _by_search(f, node, fitting, key, default)
    return _by_place(f, node, fitting, key, item, default)


def _by_place(
    f: Body, node: ast.AST, fitting: list[tuple[Any, Any]], key: Value, item: types.Type, default: Value | None
) -> Value:
    size = types.bits_of(types.Members(item))
    some = fitting[0][1]
    values, present = [some] * size, [0] * size
    for one, value in fitting:
        at = members.place_of(one, item, f.program.book)
        values[at], present[at] = value, 1
    place, test = sets.place_of(f, key, item, node)
    name = f.fresh("key")
    f.emit(f"{name} = {place.text} if {test} else -1" if test else f"{name} = {place.text}")
    holes = not all(present)
    there = f"{name} >= 0" if test else ""
    if holes:
        kept = f.program.constants.setdefault((tuple(present), "present"), tuple(present))
        marks = f.program.table(kept, Seq(tuple, Int(0, 1), size, size), "keys")
        has = f"{marks.space}[{name}] != 0"
        there = f"{there} and {has}" if there else has
    kept = f.program.constants.setdefault((f.program.keep(fitting), "values"), tuple(values))
    table = f.program.table(kept, Seq(tuple, books.type_of_all(values), size, size), "values")
    if default is not None and there:
        from advsearch.lowering.rows.conditions import chosen

        return chosen(f, node, Scalar(types.BOOL, there), load(f, item_place(table, name)), default)
    if there:
        f.emit(f"if not ({there}):")
        f.emit(f"    {name} = fail(block, {MISSING}, {f.line_of(node)})")
    return load(f, item_place(table, name))


def _by_search(f: Body, node: ast.AST, fitting: list[tuple[Any, Any]], key: Value, default: Value | None) -> Value:
    from advsearch.lowering.rows.attributes import constant_table
    from advsearch.lowering.rows.conditions import chosen

    columns = f.program.constants.setdefault(("columns", f.program.keep(fitting)), tuple(zip(*fitting, strict=True)))
    keys, values = constant_table(f, columns[0], "keys"), constant_table(f, columns[1], "values")
    name, at = f.fresh("key"), f.fresh("at")
    f.emit(f"{name} = -1")
    with f.block(f"for {at} in range({len(fitting)}):"):
        test = comparisons.equal(f, node, load(f, item_place(keys, at)), key)
        with f.block(f"if {test.value if isinstance(test, Known) else test.text}:"):
            f.emit(f"{name} = {at}")
            f.emit("break")
    if default is not None:
        return chosen(f, node, Scalar(types.BOOL, f"{name} >= 0"), load(f, item_place(values, name)), default)
    f.emit(f"if {name} < 0:")
    f.emit(f"    {name} = fail(block, {MISSING}, {f.line_of(node)})")
    return load(f, item_place(values, name))
