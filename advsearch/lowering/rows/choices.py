"""Functions that look through items for one result: any, all, sum, min, max, next, sorted."""

from __future__ import annotations

import ast
from collections.abc import Callable

from advsearch.lowering.row_rules import EMPTY
from advsearch.lowering.rows import comparisons, comprehensions, sequences, spare, streams, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.conditions import Storage, asked, chosen
from advsearch.lowering.rows.convert import atom, blank, copied, load, runtime, type_of
from advsearch.lowering.rows.numbers import arithmetic, bounds, number, truth
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import BOOL, Int, Members, Never, Seq, Type
from advsearch.lowering.rows.values import Known, Lazy, NotYet, Place, Scalar, Value, leaves


def _text(test: Known | Scalar) -> str:
    return str(bool(test.value)) if isinstance(test, Known) else test.text


def any_of(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return _quantified(f, node, given[0], True)


def all_of(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return _quantified(f, node, given[0], False)


def _quantified(f: Body, node: ast.Call, items: Value, looked_for: bool) -> Value:
    """Write `any`, which is true if one item is true, or `all`, which is true if no item is false."""
    if isinstance(items, Known):
        return Known(any(items.value) if looked_for else all(items.value))
    name = f.fresh("any_of" if looked_for else "all_of")
    f.emit(f"{name} = {not looked_for}")
    if isinstance(items, Lazy):
        tree = items.node

        def one_turn() -> None:
            test = asked(f, tree.elt)
            with f.block(f"if {_text(test)}:" if looked_for else f"if not ({_text(test)}):"):
                f.emit(f"{name} = {looked_for}")
                f.emit("break")

        _leaving(f, tree, name, looked_for, one_turn, any_order=True)
        return Scalar(BOOL, name)

    def action(value: Value) -> None:
        test = truth(f, value, node)
        with f.block(f"if {_text(test)}:" if looked_for else f"if not ({_text(test)}):"):
            f.emit(f"{name} = {looked_for}")
            f.emit("break")

    comprehensions.run_items(f, items, node, action, any_order=True)
    return Scalar(BOOL, name)


def _leaving(
    f: Body,
    tree: ast.GeneratorExp | ast.ListComp,
    name: str,
    answer: bool,
    action: Callable[[], None],
    *,
    any_order: bool = False,
) -> None:
    """Write nested loops. All of them are left as soon as the result is found."""
    names = comprehensions.targets(tree.generators)
    free = any_order and not any(isinstance(one, ast.NamedExpr) for one in ast.walk(tree))

    def nest(left: list[ast.comprehension]) -> None:
        if not left:
            action()
            return
        iterable = f.value(left[0].iter)
        comprehensions.turns_over(f, iterable, left[0], [], lambda: inside(left[1:]), any_order=free)

    def inside(left: list[ast.comprehension]) -> None:
        nest(left)
        if left:
            f.emit(f"if {name}:" if answer else f"if not {name}:")
            f.emit("    break")

    with f.inner(names):
        nest(tree.generators)


def total(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    """Write `sum(items, start)`."""
    start = given[1] if len(given) > 1 else named.get("start", Known(0))
    if (
        isinstance(given[0], Known)
        and isinstance(start, Known)
        and not any(isinstance(one, float) for one in given[0].value)
    ):
        return Known(sum(given[0].value, start.value))
    first = type_of(f, start)
    if sequences.is_sequence(first):
        raise f.refuse(node, "sum is called with tuples or lists", "write a loop with +")
    key = f.key(node, "sum")
    kind = f.program.learn(key, Int(0, 0) if isinstance(start, Known) and start.value == 0 else first)
    slot = Storage(f, kind, "total", key)
    slot.put(start, node)
    total_value = slot.value
    own = getattr(given[0], "kind", None)
    most = types.bits_of(own) if isinstance(own, Members) else None

    def action(value: Value) -> None:
        one = number(f, value, node)
        made = arithmetic(f, node, ast.Add(), total_value, one)
        learnt = f.program.learn(key, _sum_type(kind, type_of(f, made), most))
        if learnt != kind and not (types.is_scalar(learnt) and types.is_scalar(kind)):
            raise NotYet
        slot.put(made, node)

    before = f.unordered
    comprehensions.run_items(f, given[0], node, action, any_order=True)
    if f.unordered > before and isinstance(kind, types.Float):
        raise f.refuse(node, "floats are summed over a set, whose order is not defined", "sum over sorted(...)")
    return total_value


def _sum_type(old: Type, new: Type, most: int | None) -> Type:
    return new


def least(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return _extreme(f, node, given, named, ast.Lt(), "min")


def greatest(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return _extreme(f, node, given, named, ast.Gt(), "max")


def _extreme(
    f: Body, node: ast.Call, given: list[Value], named: dict[str, Value], better: ast.cmpop, shown: str
) -> Value:
    """Write `min` or `max`, which return the first of several equal items."""
    key = named.get("key", Known(None))
    has_key = not (isinstance(key, Known) and key.value is None)
    if len(given) > 1:
        if not has_key:
            plain = _of_numbers(f, given, shown)
            if plain is not None:
                return plain
        return _extreme_of(
            f, node, streams.pair(f, tuple(given)), key if has_key else None, named.get("default"), better
        )
    if isinstance(given[0], Known) and not has_key and len(given[0].value):
        return Known((min if shown == "min" else max)(given[0].value))
    return _extreme_of(f, node, given[0], key if has_key else None, named.get("default"), better)


def _of_numbers(f: Body, given: list[Value], shown: str) -> Value | None:
    ready = [runtime(f, one) for one in given]
    if not all(isinstance(one, Scalar) and isinstance(one.kind, Int | types.Bool) for one in ready):
        return None
    limits = [bounds(one.kind) for one in ready if isinstance(one, Scalar)]
    pick = min if shown == "min" else max
    kind = Int(pick(one.low for one in limits), pick(one.high for one in limits))
    return Scalar(kind, f"{shown}({', '.join(one.text for one in ready if isinstance(one, Scalar))})")


def _extreme_of(
    f: Body, node: ast.Call, items: Value, key: Value | None, default: Value | None, better: ast.cmpop
) -> Value:
    from advsearch.lowering.rows.calls import called

    fact, key_fact = f.key(node, "best"), f.key(node, "best key")
    kind, key_kind = f.program.fact(fact), f.program.fact(key_fact)
    seen = f.fresh("seen")
    f.emit(f"{seen} = False")
    best = Storage(f, kind, "best", fact) if kind is not None and not isinstance(kind, Never) else None
    best_key = Storage(f, key_kind, "best_key", key_fact) if key is not None and key_kind is not None else None
    own = getattr(items, "kind", None)
    if isinstance(own, Members) and key is not None:
        raise f.refuse(
            node,
            "min or max with a key is called with a set, and the order of equal items is not defined",
            "use sorted(...)",
        )

    def action(value: Value) -> None:
        value = runtime(f, value)
        if isinstance(value, Scalar):
            value = atom(f, value, "one")
        by = value if key is None else called(f, node, key, [value], {})
        if isinstance(by, Scalar):
            by = atom(f, by, "key")
        f.program.learn(fact, type_of(f, value))
        if key is not None:
            f.program.learn(key_fact, type_of(f, by))
        if best is None or (key is not None and best_key is None):
            raise NotYet
        against = best.value if best_key is None else best_key.value
        with f.captured(1) as lines:
            test = comparisons.compared(f, node, better, by, against)
        header = f"if not {seen} or {_operand(test)}:"
        if lines:
            name = f.fresh("better")
            f.emit(f"{name} = not {seen}")
            f.emit(f"if {seen}:")
            f.lines.extend(lines)
            f.emit(f"    {name} = {_text(test)}")
            header = f"if {name}:"
        with f.block(header):
            f.emit(f"{seen} = True")
            best.put(value, node)
            if best_key is not None:
                best_key.put(by, node)

    if best is not None:  # some value where there are no items
        _begin(f, best)
        if best_key is not None:
            _begin(f, best_key)
    comprehensions.run_items(f, items, node, action, any_order=key is None)
    if best is None:
        raise NotYet
    if default is not None:
        f.program.learn(fact, type_of(f, default))
        with f.block(f"if not {seen}:"):
            best.put(default, node)
    else:
        f.emit(f"if not {seen}:")
        f.emit(f"    fail(block, {EMPTY}, {f.line_of(node)})")
    return best.value


def _begin(f: Body, slot: Storage) -> None:
    if isinstance(slot.value, Place):
        f.emit(f"{slot.value.text} = free")
        return
    for leaf, value in zip(leaves(slot.value), leaves(blank(slot.value.kind)), strict=True):  # type: ignore[union-attr]
        f.emit(f"{leaf.text} = {value.text}")


def _operand(test: Known | Scalar) -> str:
    return f"({_text(test)})"


def first(f: Body, node: ast.Call, items: Value, default: Value | None) -> Value:
    """Write `next(items)` of a generator expression: its first value."""
    if not isinstance(items, Lazy):
        return _first_item(f, node, items, default)
    fact = f.key(node, "first")
    if default is not None:
        f.program.learn(fact, type_of(f, default))
    kind = f.program.fact(fact)
    slot = Storage(f, kind, "first", fact) if kind is not None else None
    found = f.fresh("found")
    f.emit(f"{found} = False")
    if slot is not None:
        _begin(f, slot)
    tree = items.node

    def one_turn() -> None:
        value = f.value(tree.elt)
        f.program.learn(fact, type_of(f, value))
        if slot is None or kind is None or not spare.storable(type_of(f, value), kind):
            raise NotYet
        slot.put(value, node)
        f.emit(f"{found} = True")
        f.emit("break")

    _leaving(f, tree, found, True, one_turn)
    if slot is None:
        raise NotYet
    with f.block(f"if not {found}:"):
        if default is None:
            f.emit(f"fail(block, {EMPTY}, {f.line_of(node)})")
        else:
            slot.put(default, node)
    return slot.value


def _first_item(f: Body, node: ast.Call, items: Value, default: Value | None) -> Value:
    """The first item that a generator function yields."""
    from advsearch.lowering.rows.attributes import item

    if not isinstance(items, Place) or not isinstance(items.kind, Seq) or not items.fresh:
        raise f.refuse(node, "next is called with something other than a generator", "write next(x for x in ...)")
    if default is None:
        return item(f, node, items, Known(0))
    test = Scalar(BOOL, f"{sequences.length_of(f, items).text} != 0")
    if items.kind.most == 0 or isinstance(items.kind.item, Never):
        raise NotYet
    return chosen(f, node, test, load(f, sequences.item_place(items, "0")), default)


def sorted_list(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    """Write `sorted(items, key=..., reverse=...)`: a new list in which equal items keep their order."""
    items = given[0]
    key = named.get("key", Known(None))
    reverse = named.get("reverse", Known(False))
    if not isinstance(reverse, Known):
        raise f.refuse(node, "the reverse= of sorted is not a constant", "write both calls, with if and else")
    has_key = not (isinstance(key, Known) and key.value is None)
    if isinstance(items, Known) and not has_key:
        return Known(sorted(items.value, reverse=reverse.value))
    own = getattr(items, "kind", None)
    if isinstance(own, Members):
        if has_key:
            raise f.refuse(
                node,
                "sorted with a key is called with a set, and the order of equal items is not defined",
                "use a key that no two items share",
            )
        made = comprehensions.from_stream(f, streams.stream_of(f, items, node, any_order=True), list, node)
        if not reverse.value and not _has_words(own.item):
            return made
    elif isinstance(items, Lazy):
        if not has_key:
            f.order_free.add(id(items.node))
        made = comprehensions.collected(f, items.node, list)
    else:
        stream = streams.stream_of(f, items, node, any_order=not has_key)
        made = comprehensions.from_stream(f, stream, list, node, any_order=not has_key)
    if isinstance(made.kind, Seq) and isinstance(made.kind.item, Never):
        if made.kind.most:
            raise NotYet
        return made
    sort(f, node, made, key if has_key else None, bool(reverse.value))
    return made


def _has_words(item: Type) -> bool:
    kinds = item.items if isinstance(item, types.Tup) else (item,)
    return any(isinstance(one, types.Mark) for one in kinds)


def sort(f: Body, node: ast.AST, made: Place, key: Value | None, reverse: bool) -> None:
    """Sort a list by insertion. Lists are short, and equal items keep their order."""
    from advsearch.lowering.rows.calls import called

    kind = made.kind
    assert isinstance(kind, Seq)
    length = atom(f, sequences.length_of(f, made), "length")
    at, gap = f.fresh("at"), f.fresh("gap")
    moving = Storage(f, kind.item, "moving", f.key(node, "moving"))

    def key_of(value: Value) -> Value:
        if isinstance(value, Scalar):
            value = atom(f, value, "one")
        made_key = value if key is None else called(f, node, key, [value], {})  # type: ignore[arg-type]
        return runtime(f, made_key)

    with f.block(f"for {at} in range(1, {length.text}):"):
        f.changing += 1
        moving.put(load(f, sequences.item_place(made, at)), node)
        f.emit(f"{gap} = {at}")
        mine = key_of(moving.value)
        mine = copied(f, mine, "key")
        with f.block(f"while {gap} > 0:"):
            before = load(f, sequences.item_place(made, f"{gap} - 1"))
            theirs = key_of(before)
            test = comparisons.ordered(f, node, ast.Gt() if reverse else ast.Lt(), mine, theirs)
            f.emit(f"if not ({_text(test)}):")
            f.emit("    break")
            store(f, before, sequences.item_place(made, gap), node)
            f.emit(f"{gap} -= 1")
        store(f, moving.value, sequences.item_place(made, gap), node)
        f.changing -= 1
