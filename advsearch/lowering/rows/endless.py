"""Code for endless iterators: `takewhile(lambda n: n < 9, count())`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from advsearch.lowering.rows import choices, comparisons, comprehensions, sequences, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.conversions import as_kind_of_sequence
from advsearch.lowering.rows.convert import as_type, atom, exploded, runtime, type_of
from advsearch.lowering.rows.functions import call_function
from advsearch.lowering.rows.numbers import arithmetic, bounds, truth, wrapped
from advsearch.lowering.rows.sequences import as_sequence, length_of
from advsearch.lowering.rows.streams import is_endless
from advsearch.lowering.rows.streams import stream_of as items_of
from advsearch.lowering.rows.types import INT, Int, Seq, is_flat
from advsearch.lowering.rows.values import Known, Lazy, Scalar, Stream, Value, text_of


def _repeated(item: Any, times: int) -> Iterator[Any]:
    for _ in range(times):
        yield item


def repeat_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    times = given[1] if len(given) > 1 else named.get("times")
    if times is None:
        item = runtime(f, given[0])
        return Stream(text_of(types.COUNT), lambda _index: item)
    return call_function(f, node, _repeated, [given[0], times], {})


def count_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    start = given[0] if given else named.get("start", Known(0))
    step = given[1] if len(given) > 1 else named.get("step", Known(1))
    first, by = as_type(f, start, INT, node), as_type(f, step, INT, node)
    assert isinstance(first, Scalar)
    assert isinstance(by, Scalar)

    def at(index: Scalar) -> Value:
        moved = arithmetic(f, node, ast.Mult(), index, by)
        return arithmetic(f, node, ast.Add(), first, moved)

    return Stream(text_of(types.COUNT), at)


def cycle_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    place = as_sequence(f, as_kind_of_sequence(f, node, given[0], tuple))
    stream, length = items_of(f, place, node), length_of(f, place)
    if bounds(length.kind).low < 1:
        raise f.refuse(node, "cycle is called with a value that may be empty", "use an index and %")
    return Stream(
        text_of(types.COUNT),
        lambda index: stream.at(
            Scalar(Int(0, bounds(length.kind).high - 1), f"{wrapped(index.text)} % {length.text}")
        ),
    )


def stream_of(f: Body, node: ast.AST, value: Value) -> Stream | None:
    """The items of an endless iterator; None for other values."""
    if isinstance(value, Stream):
        return value if is_endless(value) else None
    # an `if` or a second loop can end the items
    if not isinstance(value, Lazy) or len(value.node.generators) > 1 or value.node.generators[0].ifs:
        return None
    with f.captured() as lines:
        inner = f.value(value.node.generators[0].iter)
    items = stream_of(f, node, inner)
    if items is None:
        return None
    f.lines.extend(lines)
    return Stream(items.length, lambda index: _computed(f, value.node, items.at(index)))


def _computed(f: Body, tree: ast.GeneratorExp, item: Value) -> Value:
    from advsearch.lowering.rows.statements import assign

    target = tree.generators[0].target
    with f.inner(comprehensions.targets(tree.generators)):
        assign(f, target, item, target)
        return _settled(f, f.value(tree.elt))


def _settled(f: Body, value: Value) -> Value:
    value = runtime(f, value)
    return comparisons.is_settled(f, exploded(f, value)) if is_flat(type_of(f, value)) else value


def sliced(f: Body, node: ast.AST, items: Stream, start: Value, stop: Value, step: Value) -> Stream:
    first, last = (as_type(f, one, INT, node) for one in (start, stop))
    assert isinstance(first, Scalar)
    assert isinstance(last, Scalar)
    if bounds(last.kind).high == types.COUNT or not isinstance(step, Known) or step.value != 1:
        raise f.refuse(node, "islice is called with an endless iterator", "loop over a range")
    begin, end = atom(f, first, "begin"), atom(f, last, "end")
    most = max(0, bounds(end.kind).high - bounds(begin.kind).low)
    length = Scalar(Int(0, most), f"max(0, {wrapped(end.text)} - {wrapped(begin.text)})")

    def at(index: Scalar) -> Value:
        place = arithmetic(f, node, ast.Add(), index, begin)
        assert isinstance(place, Scalar)
        return items.at(place)

    return Stream(atom(f, length, "length"), at)


def as_generator(f: Body, node: ast.AST, items: Stream) -> Lazy:
    name = f"the items of {f.program.keep(node)}"  # the author's code cannot contain this name
    tree = ast.GeneratorExp(
        ast.Name("item", ast.Load()),
        [ast.comprehension(ast.Name("item", ast.Store()), ast.Name(name, ast.Load()), [], 0)],
    )
    for one in ast.walk(tree):
        ast.copy_location(one, node)
    f.scope[name] = items
    return Lazy(f.program.constants.setdefault(("generator", id(node)), tree), f, dict(f.scope))


def first_ones(f: Body, node: ast.Call, function: Value, items: Lazy) -> Value:
    """`takewhile(function, items)`: nothing after the first failing item is computed."""
    from advsearch.lowering.rows.calls import called

    over = f.fresh("over")
    f.emit(f"{over} = False")
    made = sequences.made_list(f, node, Seq(list, types.NEVER, 0, f.program.most_items), "first_ones")
    sequences.put_length(f, made, "0")

    def one_turn(_any_order: bool) -> None:
        value = _settled(f, f.value(items.node.elt))
        test = truth(f, called(f, node, function, [value], {}), node)
        with f.block(f"if not ({test.value if isinstance(test, Known) else test.text}):"):
            f.emit(f"{over} = True")
            f.emit("break")
        comprehensions.push(f, items.node, made, list, value)

    choices.leaving(f, items.node, over, True, one_turn)
    return made
