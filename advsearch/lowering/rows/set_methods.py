"""Methods of sets: `s.add(x)` becomes `s = s | {x}`."""

from __future__ import annotations

import ast

from advsearch.lowering.row_rules import MISSING, ORDER
from advsearch.lowering.rows import comprehensions, distinct, growing_from, joins, sets, sharing, types, worksets
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import as_type, atom, type_of
from advsearch.lowering.rows.members import member_type
from advsearch.lowering.rows.streams import each_bit
from advsearch.lowering.rows.types import Members
from advsearch.lowering.rows.values import Known, NotYet, Scalar, Value


def of_set(f: Body, node: ast.Call, owner: Value, name: str, given: list[Value]) -> Value:
    signs: dict[str, ast.operator] = {
        "union": ast.BitOr(), "intersection": ast.BitAnd(), "difference": ast.Sub(),
        "symmetric_difference": ast.BitXor(),
        "update": ast.BitOr(), "intersection_update": ast.BitAnd(), "difference_update": ast.Sub(),
    }  # fmt: skip
    if name in ("update", "difference_update"):
        growing_from.check(f, node, of_set=name == "update")
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
            return _popped(f, node, owner)
    raise f.refuse(node, f"`.{name}` of a set is not supported", "docs/kernels.md lists the supported calls")


def _kind(f: Body, value: Value) -> Members:
    kind = type_of(f, value)
    assert isinstance(kind, Members)
    return kind


def _as_set(f: Body, node: ast.AST, value: Value) -> Value:
    return value if isinstance(getattr(value, "kind", None), Members) else comprehensions.gathered(f, node, value)


def check_changes(f: Body, node: ast.AST, kind: Members) -> None:
    if kind.frozen:
        raise f.refuse(node, "a frozenset is changed", "make a new frozenset with |, & or -")
    if kind.frozen is None:
        raise f.refuse(
            node, "the code changes a value that is either a set or a frozenset", "write set(...) around the value"
        )


def _changed(f: Body, node: ast.Call, owner: Value, made: Value) -> Value:
    from advsearch.lowering.rows.statements import assign

    assert isinstance(node.func, ast.Attribute)
    target = node.func.value
    sharing.check_own(f, node, target, owner)
    if not isinstance(target, ast.Name | ast.Subscript):
        raise f.refuse(node, f"`{ast.unparse(target)}` is changed", "make a new set with |, & or -")
    check_changes(f, node, _kind(f, owner))
    kind = _kind(f, made)
    if distinct.has_many(f, kind.item):
        distinct.learn_of_change(f, node, kind.item)
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
    distinct.check_bits(f, node, member_type(type_of(f, value)))
    item = sets.bounded_item(f, joins.join(own.item, member_type(type_of(f, value))))
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


def _popped(f: Body, node: ast.Call, owner: Value) -> Value:
    # Python's own order decides which of several members `pop` removes, so these are an error at run time.
    assert isinstance(node.func, ast.Attribute)
    name = ast.unparse(node.func.value)
    if worksets.may_take_any(f, node):
        return _lowest_popped(f, node, owner)
    tree = f.tree if f.tree is not None else f.source.tree
    emptied = any(
        any(inner is node for inner in ast.walk(one)) and name in map(ast.unparse, ast.walk(one.test))
        for one in ast.walk(tree)
        if isinstance(one, ast.While)
    )
    if emptied:
        raise f.refuse(
            node,
            "pop is called on a set, whose order is not defined",
            "remove the smallest member, min(...), instead",
        )
    kind = _kind(f, owner)
    check_changes(f, node, kind)
    if isinstance(kind.item, types.Never):
        raise NotYet
    place = f.fresh("popped")
    count = atom(f, sets.size(f, owner), "size")
    f.emit(f"if {count.text} != 1:")
    f.emit(f"    fail(block, {ORDER} if {count.text} else {MISSING}, {f.line_of(node)})")
    f.emit(f"{place} = 0")
    with each_bit(f, sets.mask(f, owner)) as bit:
        f.emit(f"{place} = {bit.text}")
    if not isinstance(node.func.value, ast.Set | ast.SetComp | ast.BinOp):  # these make a set that has no name
        _changed(f, node, owner, sets.empty(kind))
    return sets.member(f, Scalar(types.Int(0, types.bits_of(kind) - 1), place), kind.item)


def _lowest_popped(f: Body, node: ast.Call, owner: Value) -> Value:
    kind = _kind(f, owner)
    check_changes(f, node, kind)
    if isinstance(kind.item, types.Never):
        raise NotYet
    place = f.fresh("popped")
    f.emit(f"{place} = -1")
    with each_bit(f, sets.mask(f, owner)) as bit:
        f.emit(f"{place} = {bit.text}")
        f.emit("break")
    f.emit(f"if {place} < 0:")
    f.emit(f"    fail(block, {MISSING}, {f.line_of(node)})")
    f.emit(f"    {place} = 0")
    found = Scalar(types.Int(0, types.bits_of(kind) - 1), place)
    taken = sets.as_set(kind, sets.power_of_two(f, found, kind))
    _changed(f, node, owner, sets.operated(f, node, ast.Sub(), owner, taken))
    return sets.member(f, found, kind.item)
