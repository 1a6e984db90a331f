"""Comprehensions become loops: `[x for x in items]` appends each `x` to a list."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from advsearch.lowering.rows import reordering, sequences, sets, sharing, spare, types
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body, expression
from advsearch.lowering.rows.conditions import asked
from advsearch.lowering.rows.convert import exploded, runtime, type_of
from advsearch.lowering.rows.members import member_type
from advsearch.lowering.rows.narrowing import narrow
from advsearch.lowering.rows.numbers import bounds
from advsearch.lowering.rows.storing import store, with_kind
from advsearch.lowering.rows.streams import each, is_empty, is_endless, stream_of
from advsearch.lowering.rows.types import Members, Seq, cells
from advsearch.lowering.rows.values import LIMB, Known, Lazy, NotYet, Pieces, Place, Scalar, Stream, Value, leaves


def targets(generators: list[ast.comprehension]) -> set[str]:
    return {name for generator in generators for name in assigned_names([generator.target])}


def turns(
    f: Body, generators: list[ast.comprehension], action: Callable[[], None], *, any_order: bool = False
) -> None:
    """Generate the loops of a comprehension; `action` generates the innermost body."""
    if not generators:
        action()
        return
    generator = generators[0]
    iterable = f.value(generator.iter)
    turns_over(f, iterable, generator, generators[1:], action, any_order=any_order)


def turns_over(
    f: Body,
    iterable: Value,
    generator: ast.comprehension,
    rest: list[ast.comprehension],
    action: Callable[[], None],
    *,
    any_order: bool = False,
) -> None:
    from advsearch.lowering.rows.statements import assign

    if isinstance(iterable, Lazy):
        iterable = f.as_list(iterable)
    if is_empty(iterable):
        return
    node = generator.iter
    before = dict(f.scope)
    hint = f.python_name(generator.target.id) if isinstance(generator.target, ast.Name) else ""
    with each(f, iterable, node, hint, any_order=any_order) as item:
        assign(f, generator.target, item, generator.target)
        _tested(f, generator.ifs, lambda: turns(f, rest, action, any_order=any_order))
    f.scope = before


def _tested(f: Body, tests: list[ast.expr], action: Callable[[], None]) -> None:
    if not tests:
        action()
        return
    test = asked(f, tests[0])
    if isinstance(test, Known):
        if test.value:
            _tested(f, tests[1:], action)
        return
    before = dict(f.scope)
    with f.block(f"if {test.text}:"):
        narrow(f, tests[0], True)
        _tested(f, tests[1:], action)
    f.scope = before


def run_lazy(f: Body, lazy: Lazy, action: Callable[[Value], None], *, any_order: bool = False) -> None:
    node = lazy.node
    names = targets(node.generators)
    with f.inner(names):
        turns(f, node.generators, lambda: action(f.value(node.elt)), any_order=any_order)


def run_items(
    f: Body, value: Value, node: ast.AST, action: Callable[[Value], None], *, any_order: bool = False
) -> None:
    """Generate a loop over items, with the body from `action`.

    Without `any_order`, a set is refused.
    """
    if isinstance(value, Lazy):
        free = any_order and reordering.is_free(f, value.node)
        run_lazy(f, value, action, any_order=free)
        return
    if is_empty(value):
        return
    before = dict(f.scope)
    with each(f, value, node, any_order=any_order) as item:
        action(item)
    f.scope = before


@expression(ast.GeneratorExp)
def _generator(f: Body, node: ast.GeneratorExp) -> Value:
    return Lazy(node, f, dict(f.scope))


@expression(ast.ListComp)
def _list(f: Body, node: ast.ListComp) -> Value:
    return collected(f, node, list)


def listed(f: Body, value: Value, node: ast.AST | None = None) -> Place:
    if isinstance(value, Lazy):
        return collected(f, value.node, list)
    node = node or ast.Constant(0)
    return from_stream(f, stream_of(f, value, node), list, node)


def collected(f: Body, node: Any, kind: type) -> Place:
    names = targets(node.generators)
    generators = node.generators
    with f.inner(names):
        iterable = f.value(generators[0].iter)
        if isinstance(iterable, Lazy):
            iterable = f.as_list(iterable)
        own = getattr(iterable, "kind", None)
        check_end(f, node, iterable, *(one.iter for one in generators[1:]))
        if isinstance(own, Members):
            order_shows(f, node)
        plain = len(generators) == 1 and not generators[0].ifs and not isinstance(own, Members)
        if plain:
            stream = stream_of(f, iterable, node)
            limits = bounds(stream.length.kind)
            if limits.low == limits.high:
                return _of_fixed_length(f, node, stream, kind, limits.low)
        most = f.program.most_items
        made = sequences.made_list(f, node, Seq(kind, types.NEVER, 0, most), kind.__name__)
        sequences.put_length(f, made, "0")
        free = reordering.is_hidden(f, node)
        turns_over(
            f,
            iterable,
            generators[0],
            generators[1:],
            lambda: push(f, node, made, kind, runtime(f, f.value(node.elt))),
            any_order=free,
        )
    return made


def check_end(f: Body, node: ast.AST, items: Value, *inner: ast.expr) -> None:
    """Refuse to collect the items of an endless iterator: `list(count())`."""
    if is_endless(items) or any(_makes_endless(f, one) for one in inner):
        instead = "end the iterator with takewhile, islice or zip, or write a loop"
        raise f.refuse(node, "a list is made from an iterator without an end", instead)


def _makes_endless(f: Body, node: ast.expr) -> bool:
    if not isinstance(node, ast.Call):
        return False
    function: Any = ast.unparse(node.func).removeprefix("itertools.")
    if isinstance(node.func, ast.Name) and node.func.id not in f.local and f.source.has(node.func.id):
        function = getattr(f.source.lookup(node.func.id, node), "__name__", "")
    return function in ("count", "cycle") or (function == "repeat" and len(node.args) + len(node.keywords) == 1)


def order_shows(f: Body, node: ast.AST) -> None:
    if not reordering.is_hidden(f, node):
        raise f.refuse(
            node, "a list is made from a set, whose order is not defined", "write sorted(...) around the set"
        )


def push(f: Body, node: Any, made: Place, kind: type, value: Value) -> None:
    sharing.check_item(f, node.elt, value)
    item = type_of(f, value)
    learnt = made.kind
    assert isinstance(learnt, Seq)
    assert made.site is not None
    f.program.learn(made.site[0], Seq(kind, item, learnt.least, learnt.most))
    if not spare.storable(item, learnt.item):
        raise NotYet
    sequences.push(f, made, value, node)


def _of_fixed_length(f: Body, node: Any, stream: Stream, kind: type, length: int) -> Place:
    from advsearch.lowering.rows.statements import assign

    made = sequences.made_list(f, node, Seq(kind, types.NEVER, length, length), kind.__name__)
    sequences.put_length(f, made, str(length))
    if not length:
        return made
    at = f.fresh("at")
    generator = node.generators[0]
    before = dict(f.scope)
    f.changing += 1
    with f.block(f"for {at} in range({length}):"):
        assign(f, generator.target, stream.at(Scalar(types.Int(0, length - 1), at)), generator.target)
        value = runtime(f, f.value(node.elt))
        sharing.check_item(f, node.elt, value)
        item = type_of(f, value)
        assert made.site is not None
        assert isinstance(made.kind, Seq)
        f.program.learn(made.site[0], Seq(kind, item, length, length))
        if not spare.storable(item, made.kind.item):
            raise NotYet
        store(f, value, sequences.item_place(made, at), node)
    f.changing -= 1
    f.scope = before
    return made


def from_stream(
    f: Body, stream: Stream, kind: type, node: ast.AST, mark: Any = 0, *, any_order: bool = False
) -> Place:
    """Collect the items of an iterator: `list(range(3))`."""
    if stream.unordered and not any_order:
        raise f.refuse(
            node, "a list is made from a set, whose order is not defined", "write sorted(...) around the set"
        )
    limits = bounds(stream.length.kind)
    fixed = limits.low == limits.high
    most = limits.high if limits.high < 1 << 16 else f.program.most_items
    name = f.fresh("at")
    check_end(f, node, stream)
    key_node = node if hasattr(node, "lineno") else ast.Constant(0)
    f.program.keep(key_node)
    with f.captured(1) as lines:
        item = stream.at(Scalar(types.Int(0, max(0, most - 1)), name))
    if not (isinstance(item, Place) and item.fresh):
        sharing.check_rows(f, node, type_of(f, item))
    made = sequences.made_list(
        f, _stable(f, stream, key_node), Seq(kind, type_of(f, item), most if fixed else 0, most), kind.__name__, mark
    )
    sequences.put_length(f, made, stream.length.text)
    assert isinstance(made.kind, Seq)
    if most == 0:
        return made
    with f.block(f"for {name} in range({stream.length.text}):"):
        f.lines.extend(lines)
        store(f, item, sequences.item_place(made, name), node)
    return made


def _stable(f: Body, stream: Stream, node: ast.AST) -> ast.AST:
    if hasattr(node, "lineno"):
        return node
    at = f.counter
    f.counter += 1
    return f.program.constants.setdefault((f.spec, "stream", at), ast.Constant(at))  # type: ignore[no-any-return]


@expression(ast.SetComp)
def _set(f: Body, node: ast.SetComp) -> Value:
    return gathered(f, node, Lazy(node, f, {}))


def gathered(f: Body, node: ast.AST, items: Value, frozen: bool = False) -> Value:
    own = getattr(items, "kind", None)
    if isinstance(own, Members):
        made = exploded(f, items)
        assert isinstance(made, Scalar | Pieces)
        return with_kind(made, Members(own.item, frozen))
    from advsearch.lowering.rows import distinct

    if distinct.is_known(f, node):
        return distinct.gathered(f, node, lambda add: run_items(f, items, node, add, any_order=True))
    key = f.key(node, "set", frozen)
    learnt = f.program.fact(key)
    if learnt is None:
        learnt = f.program.learn(key, Members(types.NEVER, frozen))
    assert isinstance(learnt, Members)
    names = [f.fresh("members") for _ in range(cells(learnt))]
    for name in names:
        f.emit(f"{name} = 0")

    def action(value: Value) -> None:
        own = member_type(type_of(f, value))
        if distinct.is_listed(f, node, own):
            distinct.learn(f, node)
        item = sets.bounded_item(f, own)
        f.program.learn(key, Members(item, frozen))
        if isinstance(learnt, Members) and not spare.storable(item, learnt.item):
            raise NotYet
        assert isinstance(learnt, Members)
        one = exploded(f, sets.bit(f, value, learnt, node))
        for name, limb in zip(names, leaves(one), strict=True):
            f.emit(f"{name} |= {limb.text}")

    run_items(f, items, node, action, any_order=True)
    number = Scalar(types.INT, names[0]) if len(names) == 1 else None
    if number is not None:
        return Scalar(learnt, names[0])
    return Pieces(learnt, tuple(Scalar(LIMB, name) for name in names))
