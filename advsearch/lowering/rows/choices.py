"""Code for any, all, sum, min, max and next: `any(x > 3 for x in items)`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable

import attrs

from advsearch.lowering.row_rules import EMPTY, ORDER, TIED
from advsearch.lowering.rows import (
    classes,
    comparisons,
    comprehensions,
    reordering,
    sequences,
    settling,
    sorting,
    spare,
    streams,
    types,
)
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.callables import gives_itself
from advsearch.lowering.rows.conditions import Storage, asked, chosen
from advsearch.lowering.rows.convert import atom, load, runtime, type_of
from advsearch.lowering.rows.numbers import arithmetic, bounds, number, truth, wrapped
from advsearch.lowering.rows.types import BOOL, Int, Members, Never, Seq, Type
from advsearch.lowering.rows.values import Known, Lazy, NotYet, Place, Scalar, Stream, Value, text_of


def _text(test: Known | Scalar) -> str:
    return str(bool(test.value)) if isinstance(test, Known) else test.text


def any_of(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return _quantified(f, node, given[0], True)


def all_of(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return _quantified(f, node, given[0], False)


def _quantified(f: Body, node: ast.Call, items: Value, looked_for: bool) -> Value:
    if isinstance(items, Known):
        return Known(any(items.value) if looked_for else all(items.value))
    name = f.fresh("any_of" if looked_for else "all_of")
    f.emit(f"{name} = {not looked_for}")
    if isinstance(items, Lazy):
        tree = items.node

        def one_turn(_any_order: bool) -> None:
            test = asked(f, tree.elt)
            with f.block(f"if {_text(test)}:" if looked_for else f"if not ({_text(test)}):"):
                f.emit(f"{name} = {looked_for}")
                f.emit("break")

        leaving(f, tree, name, looked_for, one_turn, any_order=True)
        return Scalar(BOOL, name)

    def action(value: Value) -> None:
        test = truth(f, value, node)
        with f.block(f"if {_text(test)}:" if looked_for else f"if not ({_text(test)}):"):
            f.emit(f"{name} = {looked_for}")
            f.emit("break")

    comprehensions.run_items(f, items, node, action, any_order=True)
    return Scalar(BOOL, name)


def leaving(
    f: Body,
    tree: ast.GeneratorExp | ast.ListComp,
    name: str,
    answer: bool,
    action: Callable[[bool], None],
    *,
    any_order: bool = False,
    settles: bool = False,
) -> None:
    """Generate nested loops that end once the result of `any` or `next` is found.

    With `settles`, loops over sets run to their end.
    """
    names = comprehensions.targets(tree.generators)
    free = any_order and reordering.is_free(f, tree)

    def nest(left: list[ast.comprehension], in_set: bool) -> None:
        if not left:
            # True: this loop runs to its end
            action(in_set)
            return
        iterable = f.value(left[0].iter)
        before = f.unordered

        def turn() -> None:
            inside(left[1:], in_set or (settles and f.unordered > before))

        comprehensions.turns_over(f, iterable, left[0], [], turn, any_order=free)

    def inside(left: list[ast.comprehension], in_set: bool) -> None:
        nest(left, in_set)
        if left and not in_set:
            f.emit(f"if {name}:" if answer else f"if not {name}:")
            f.emit("    break")

    with f.inner(names):
        nest(tree.generators, False)


def total(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    start = given[1] if len(given) > 1 else named.get("start", Known(0))
    if (
        isinstance(given[0], Known)
        and isinstance(start, Known)
        and not any(isinstance(one, float) for one in given[0].value)
    ):
        return Known(sum(given[0].value, start.value))
    first = type_of(f, start)
    if sequences.is_sequence(first):
        from advsearch.lowering.rows.callables import reduce_call

        return reduce_call(f, node, [Known(operator.add), given[0], start], {})
    key = f.key(node, "sum")
    kind = f.program.learn(key, Int(0, 0) if isinstance(start, Known) and repr(start.value) == "0" else first)
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
    try:
        with f.captured() as lines:
            comprehensions.run_items(f, given[0], node, action, any_order=True)
        f.lines.extend(lines)
    except NotYet:  # a recursive function that begins with an empty sum
        if f.program.settled:
            raise
        f.program.pending = True
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
    if all(isinstance(one.kind, types.Bool) for one in ready if isinstance(one, Scalar)):
        sign = " & " if shown == "min" else " | "
        return Scalar(types.BOOL, sign.join(wrapped(one.text) for one in ready if isinstance(one, Scalar)))
    beside = classes.beside_int(*[one.kind for one in ready if isinstance(one, Scalar)])
    kind = Int(pick(one.low for one in limits), pick(one.high for one in limits), None, beside)
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
    tied = f.fresh("tied") if isinstance(getattr(items, "kind", None), Members) and sorting.may_tie(key) else None
    if tied is not None:
        f.emit(f"{tied} = False")

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
            if tied is not None:
                f.emit(f"{tied} = False")
        if tied is not None:
            with f.block("else:"):
                f.emit(f"{tied} |= {_text(comparisons.equal(f, node, by, against))}")

    if best is not None:  # an arbitrary value if there are no items
        settling.begin(f, best)
        if best_key is not None:
            settling.begin(f, best_key)
    before = f.unordered
    comprehensions.run_items(f, items, node, action, any_order=key is None or gives_itself(key) or tied is not None)
    if best is None:
        raise NotYet
    if f.unordered > before:
        sorting.check_total(f, node, (best if best_key is None else best_key).value)
    if tied is not None:
        f.emit(f"if {tied}:")
        f.emit(f"    fail(block, {TIED}, {f.line_of(node)})")
    if default is not None:
        f.program.learn(fact, type_of(f, default))
        with f.block(f"if not {seen}:"):
            best.put(default, node)
    else:
        f.emit(f"if not {seen}:")
        f.emit(f"    fail(block, {EMPTY}, {f.line_of(node)})")
    return best.value


def _operand(test: Known | Scalar) -> str:
    return f"({_text(test)})"


def first(f: Body, node: ast.Call, items: Value, default: Value | None) -> Value:
    """Generate code for `next(items, default)`."""
    if not isinstance(items, Lazy):
        return _first_item(f, node, items, default)
    result = settling.begun(f, node)
    if default is not None:
        f.program.learn(result.fact, type_of(f, default))
    slot, found, tree = result.slot, result.found, items.node

    def one_turn(any_order: bool) -> None:
        value = f.value(tree.elt)
        if any_order:
            result.put(f, value, node)
            return
        kind = f.program.learn(result.fact, type_of(f, value))
        if slot is None or not spare.storable(type_of(f, value), kind):
            raise NotYet
        slot.put(value, node)
        f.emit(f"{found} = True")
        f.emit("break")

    leaving(f, tree, found, True, one_turn, any_order=True, settles=True)
    if slot is None:
        raise NotYet
    with f.block(f"if not {found}:"):
        if default is None:
            f.emit(f"fail(block, {EMPTY}, {f.line_of(node)})")
        else:
            slot.put(default, node)
    return slot.value


def _first_item(f: Body, node: ast.Call, items: Value, default: Value | None) -> Value:
    from advsearch.lowering.rows.attributes import item

    if isinstance(items, Stream):
        if streams.is_endless(items):
            return items.at(text_of(0))
        if items.length.text == "0" and default is not None:
            return default
        # Python's order decides which member of a set comes first
        if items.unordered:
            f.emit(f"if {items.length.text} > 1:")
            f.emit(f"    fail(block, {ORDER}, {f.line_of(node)})")
        items = attrs.evolve(comprehensions.listed(f, attrs.evolve(items, unordered=False), node), fresh=True)
    if not isinstance(items, Place) or not isinstance(items.kind, Seq) or not items.fresh:
        raise f.refuse(node, "next is called with something other than a generator", "write next(x for x in ...)")
    if default is None:
        return item(f, node, items, Known(0))
    test = Scalar(BOOL, f"{sequences.length_of(f, items).text} != 0")
    if items.kind.most == 0 or isinstance(items.kind.item, Never):
        raise NotYet
    return chosen(f, node, test, load(f, sequences.item_place(items, "0")), default)
