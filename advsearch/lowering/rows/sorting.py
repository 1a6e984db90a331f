"""Generates `sorted(items)` and `items.sort()`, also for the items of a set."""

from __future__ import annotations

import ast

from advsearch.lowering.row_rules import TIED
from advsearch.lowering.rows import comparisons, comprehensions, sequences, special, streams, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.callables import gives_itself
from advsearch.lowering.rows.conditions import Storage
from advsearch.lowering.rows.convert import atom, copied, load, runtime, type_of
from advsearch.lowering.rows.numbers import truth
from advsearch.lowering.rows.raising import evaluated, may_fail
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import Int, Members, Never, Seq, Type
from advsearch.lowering.rows.values import Known, Lazy, NotYet, Place, Scalar, Value


def may_tie(key: Value | None) -> bool:
    """Whether two different items can have equal sort keys."""
    # Python's order of a set decides between items with equal keys.
    return key is not None and not gives_itself(key)


def check_total(f: Body, node: ast.AST, value: Value) -> None:
    if not special.is_total(type_of(f, value)):
        raise f.refuse(
            node,
            "objects of a set are ordered by a `<` that ignores some attributes",
            "let `<` compare all attributes",
        )


def sorted_list(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    items = given[0]
    key = named.get("key", Known(None))
    reverse = truth(f, named.get("reverse", Known(False)), node)
    has_key = not (isinstance(key, Known) and key.value is None)
    if isinstance(items, Known) and not has_key and isinstance(reverse, Known):
        return Known(sorted(items.value, reverse=reverse.value))
    own, before = getattr(items, "kind", None), f.unordered
    given_key = key if has_key else None
    unordered = isinstance(own, Members)
    if isinstance(own, Members):
        made = comprehensions.from_stream(f, streams.stream_of(f, items, node, any_order=True), list, node)
        if (
            not has_key
            and isinstance(reverse, Known)
            and not reverse.value
            and _is_by_bits(own.item)
            and special.is_total(own.item)
        ):
            return made
    elif isinstance(items, Lazy):
        if not has_key:
            f.order_free.add(id(items.node))
        made = comprehensions.collected(f, items.node, list)
    else:
        stream = streams.stream_of(f, items, node, any_order=True)
        made = comprehensions.from_stream(f, stream, list, node, any_order=True)
        unordered = stream.unordered
    if isinstance(made.kind, Seq) and isinstance(made.kind.item, Never):
        if made.kind.most and not f.program.settled:
            raise NotYet
        return made
    no_order = unordered and may_tie(given_key)
    sort(f, node, made, given_key, reverse, may_tie=no_order, of_set=_is_of_set(f, node, before))
    return made


def _is_by_bits(item: Type) -> bool:
    if isinstance(item, types.Tup):
        return all(map(_is_by_bits, item.items))
    return isinstance(item, Int | types.Bool)


def sort(
    f: Body,
    node: ast.AST,
    made: Place,
    key: Value | None,
    reverse: Known | Scalar,
    *,
    may_tie: bool = False,
    of_set: bool = False,
) -> None:
    """Sort a list by insertion, which is fast enough for short lists."""
    # With `may_tie`, two equal keys are an error at run time, because their order is not defined.
    from advsearch.lowering.rows.calls import called

    kind = made.kind
    assert isinstance(kind, Seq)
    length = atom(f, sequences.length_of(f, made), "length")
    at, gap = f.fresh("at"), f.fresh("gap")
    if isinstance(reverse, Scalar):
        reverse = atom(f, reverse, "reverse")
    moving = Storage(f, kind.item, "moving", f.key(node, "moving"))

    def key_of(value: Value) -> Value:
        if isinstance(value, Scalar):
            value = atom(f, value, "one")
        changes = f.changes
        made_key = value if key is None else called(f, node, key, [value], {})  # type: ignore[arg-type]
        if f.changes != changes:
            raise f.refuse(node, "the key of a sort changes a value", "make a list of the keys in a loop first")
        return runtime(f, made_key)

    if key is not None and kind.least < 2 and kind.most > 0:  # Python calls the key of a single item
        with f.captured(1) as lines:
            evaluated(f, key_of(load(f, sequences.item_place(made, "0"))))
        if any(may_fail(line) for _, line in lines):
            f.emit(f"if {length.text} == 1:")
            f.lines.extend([*lines, (f.depth + 1, "pass")])
    with f.block(f"for {at} in range(1, {length.text}):"):
        f.changing += 1
        moving.put(load(f, sequences.item_place(made, at)), node)
        f.emit(f"{gap} = {at}")
        mine = key_of(moving.value)
        mine = copied(f, mine, "key")
        if of_set:
            check_total(f, node, mine)
        with f.block(f"while {gap} > 0:"):
            before = load(f, sequences.item_place(made, f"{gap} - 1"))
            theirs = key_of(before)
            wanted = [bool(reverse.value)] if isinstance(reverse, Known) else [True, False]
            tests = [_text(_comes_before(f, node, mine, theirs, one)) for one in wanted]
            both = f"({tests[0]}) if {_text(reverse)} else ({tests[-1]})"
            with f.block(f"if not ({both if len(tests) > 1 else tests[0]}):"):
                if may_tie:
                    f.emit(f"if {_text(comparisons.equal(f, node, mine, theirs))}:")
                    f.emit(f"    fail(block, {TIED}, {f.line_of(node)})")
                f.emit("break")
            store(f, before, sequences.item_place(made, gap), node)
            f.emit(f"{gap} -= 1")
        store(f, moving.value, sequences.item_place(made, gap), node)
        f.changing -= 1


def _comes_before(f: Body, node: ast.AST, one: Value, other: Value, reverse: bool) -> Known | Scalar:
    if reverse and special.class_of(one) is not None:  # sorting calls only `<`
        return comparisons.ordered(f, node, ast.Lt(), other, one)
    return comparisons.ordered(f, node, ast.Gt() if reverse else ast.Lt(), one, other)


def _text(test: Known | Scalar) -> str:
    return str(bool(test.value)) if isinstance(test, Known) else test.text


def _is_of_set(f: Body, node: ast.Call, before: int) -> bool:
    return f.unordered > before or any(id(one) in f.unordered_calls for one in node.args)
