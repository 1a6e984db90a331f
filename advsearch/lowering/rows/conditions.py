"""Code for conditions: `if x`, `a and b`, `a if test else b`."""

from __future__ import annotations

import ast
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from advsearch.lowering.row_rules import UNSEEN
from advsearch.lowering.rows import comparisons, emptiness, iterators, narrowing, types
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body, Lines, expression
from advsearch.lowering.rows.convert import as_type, atom, copied, runtime, type_of
from advsearch.lowering.rows.joins import join
from advsearch.lowering.rows.names import settle, storage
from advsearch.lowering.rows.numbers import truth, wrapped
from advsearch.lowering.rows.ranges import is_same, not_kept, span
from advsearch.lowering.rows.rebinding import Rebound, assigns
from advsearch.lowering.rows.types import BOOL, Int
from advsearch.lowering.rows.values import Bound, Closure, Entries, Known, Lazy, NotYet, Scalar, Stream, Table, Value


def asked(f: Body, node: ast.expr) -> Known | Scalar:
    """Generate code for `if x`; `if [x for x in items]` makes no list."""
    if isinstance(node, ast.BoolOp):
        return _truth_of_both(f, node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return comparisons.opposite(asked(f, node.operand))
    collected = emptiness.collected(f, node)
    if collected is not None:
        return truth(f, f.value(collected), node)
    if iterators.is_true(f, node):
        return Known(True)
    if isinstance(node, ast.Call):
        f.only_truth.add(id(node))
        try:
            value = f.value(node)
        finally:
            f.only_truth.discard(id(node))
        return truth(f, value, node)
    return truth(f, f.value(node), node)


def _truth_of_both(f: Body, node: ast.BoolOp) -> Known | Scalar:
    conjunction = isinstance(node.op, ast.And)
    sign = " and " if conjunction else " or "
    before, depth = dict(f.scope), f.depth
    bound: dict[str, Value] = {}
    tests: list[str] = []
    result = ""
    rebound: Rebound | None = None
    for part in node.values:
        try:
            given = dict(f.scope)
            with f.captured() as lines:
                test = asked(f, part)
                if rebound is None and assigns(*node.values[1:]):  # the first part is always evaluated
                    test = atom(f, test, "test") if isinstance(test, Scalar) else test
                    rebound = Rebound(f, node, node.values[1:])
                    before.update(rebound.slots)
                elif rebound is not None and assigns(part):
                    test = atom(f, test, "test") if isinstance(test, Scalar) else test
                    rebound.settle(part, given)
        except NotYet:
            if f.program.settled:
                raise
            f.program.pending = True
            break
        if lines and tests:  # lines that the next value needs are written only in the branch that evaluates it
            result = result or f.fresh("both" if conjunction else "either")
            f.emit(f"{result} = {sign.join(tests)}")
            f.emit(f"if {result}:" if conjunction else f"if not {result}:")
            f.depth += 1
            lines = [(line_depth + 1, text) for line_depth, text in lines]
            tests = []
        f.lines.extend(lines)
        if isinstance(test, Known):
            if bool(test.value) != conjunction:
                tests.append(str(not conjunction))
                break
        else:
            tests.append(wrapped(test.text))
        bound.update({name: f.scope[name] for name in assigned_names([part]) if name in f.scope})
        narrowing.narrow(f, part, conjunction)
    if result:
        f.emit(f"{result} = {sign.join(tests) if tests else conjunction}")
    f.scope.clear()
    f.scope.update({**before, **bound})
    f.depth = depth
    if not result and tests in ([], [str(not conjunction)]):
        return Known(conjunction if not tests else not conjunction)
    return Scalar(BOOL, result or sign.join(tests))


@expression(ast.BoolOp)
def _bool_op(f: Body, node: ast.BoolOp) -> Value:
    before = dict(f.scope)
    with f.captured() as lines:
        first = f.value(node.values[0])
    if type_is_bool(f, first):
        after, f.scope = f.scope, before
        with f.captured() as lines_of_both:
            made = _truth_of_both(f, node)
        if isinstance(made, Known) or _all_bools(f, node.values):
            f.lines.extend(lines_of_both)
            return made
        f.scope = after
    f.lines.extend(lines)  # the first value is written once, as it may change a list
    rest = node.values[1]
    if len(node.values) > 2:  # one node in all rounds, because facts are stored under its id
        made_rest = ast.copy_location(ast.BoolOp(node.op, node.values[1:]), node)
        rest = f.program.constants.setdefault(("rest", f.program.keep(node)), made_rest)
    test = Known(True) if iterators.is_true(f, node.values[0]) else truth(f, first, node)
    conjunction = isinstance(node.op, ast.And)
    if isinstance(test, Known):
        return f.value(rest) if bool(test.value) == conjunction else first
    if isinstance(first, Scalar):
        first = atom(f, first)
        test = truth(f, first, node)
    assert isinstance(test, Scalar)
    other: tuple[Any, bool] = (rest, conjunction)
    return chosen(
        f,
        node,
        test,
        *(((rest, node.values[0], other), first) if conjunction else (first, (rest, node.values[0], other))),
    )


def type_is_bool(f: Body, value: Value) -> bool:
    if isinstance(value, Known):
        return isinstance(value.value, bool)
    return isinstance(getattr(value, "kind", None), types.Bool)


def _all_bools(f: Body, nodes: list[ast.expr]) -> bool:
    before = dict(f.scope)
    with f.captured():
        found = all(type_is_bool(f, f.value(node)) for node in nodes)
    f.scope.clear()
    f.scope.update(before)
    return found


@expression(ast.IfExp)
def _conditional(f: Body, node: ast.IfExp) -> Value:
    test = asked(f, node.test)
    if isinstance(test, Known):
        return f.value(node.body if test.value else node.orelse)
    return chosen(f, node, test, (node.body, node.test, (None, True)), (node.orelse, node.test, (None, False)))


def _is_function(value: Value) -> bool:
    return isinstance(value, Known) and isinstance(value.value, FunctionType | BuiltinFunctionType | MethodType)


def _is_dict(value: Value) -> bool:
    return isinstance(value, Known) and isinstance(value.value, dict)


def chosen(f: Body, node: ast.AST, test: Scalar, one: Any, other: Any) -> Value:
    """`one if test else other`: each value is computed only in its own branch."""
    from advsearch.lowering.rows import choice_of_functions, growing_dicts

    branches = []
    assigning = [branch[0] for branch in (one, other) if isinstance(branch, tuple) and assigns(branch[0])]
    test = atom(f, test, "test") if assigning else test
    rebound = Rebound(f, node, assigning)
    for branch, holds in ((one, True), (other, False)):
        before = dict(f.scope)
        value: Value | None = None
        try:
            with f.captured(1) as lines:
                value = _branch_value(f, branch, holds)
                if isinstance(value, Lazy) or (isinstance(value, Stream) and value.span is None):
                    value = runtime(f, value)
                if assigning and isinstance(branch, tuple):
                    value = copied(f, value, "value")
                    rebound.settle(branch[0], before)
        except NotYet:  # perhaps the other branch has a type, as in a recursive function
            f.program.pending = True
        f.scope.clear()
        f.scope.update(before)
        branches.append((lines, value))
    (lines, first), (lines2, second) = branches
    if first is None or second is None:
        return _one_of_two(f, node, test, branches)
    if (
        isinstance(first, Known)
        and isinstance(second, Known)
        and not lines
        and not lines2
        and _same(first.value, second.value)
    ):
        return first
    ranges = _chosen_ranges(f, node, test, first, second) if not lines and not lines2 else None
    if ranges is not None:
        return ranges
    functions = [isinstance(value, Bound | Closure) for value in (first, second)]
    if any(functions) or all(map(_is_function, (first, second))):
        if not lines and not lines2:
            return choice_of_functions.chosen(f, node, test, first, second)
        raise f.refuse(node, "a condition chooses between functions", "write if and else, with a call in each")
    first = runtime(f, first) if isinstance(first, Stream) else first
    second = runtime(f, second) if isinstance(second, Stream) else second
    if any(isinstance(value, Entries | Table) or _is_dict(value) for value in (first, second)):
        with f.into(lines, f.depth + 1):
            first = growing_dicts.in_memory(f, first, node.body if isinstance(node, ast.IfExp) else node)
        with f.into(lines2, f.depth + 1):
            second = growing_dicts.in_memory(f, second, node.orelse if isinstance(node, ast.IfExp) else node)
    kind = join(type_of(f, first), type_of(f, second))
    if not (isinstance(first, Scalar) and isinstance(second, Scalar) and isinstance(kind, Int)):
        kind = f.program.learn(f.key(node, "chosen"), kind)
    if types.is_scalar(kind):
        with f.into(lines, f.depth + 1):
            first = as_type(f, first, kind, node)
        with f.into(lines2, f.depth + 1):
            second = as_type(f, second, kind, node)
        assert isinstance(first, Scalar)
        assert isinstance(second, Scalar)
        if not lines and not lines2:
            return Scalar(kind, f"({first.text} if {test.text} else {second.text})")
    names = Storage(f, kind, "chosen", f.key(node, "chosen"))
    with f.into(lines, f.depth + 1):
        names.put(first, node)
    with f.into(lines2, f.depth + 1):
        names.put(second, node)
    f.emit(f"if {test.text}:")
    f.lines.extend(lines or [(f.depth + 1, "pass")])
    f.emit("else:")
    f.lines.extend(lines2 or [(f.depth + 1, "pass")])
    return names.value


def _one_of_two(f: Body, node: ast.AST, test: Scalar, branches: list[tuple[Lines, Value | None]]) -> Value:
    for number, (lines, value) in enumerate(branches):
        if value is None:
            continue
        if f.program.settled:
            # a branch without a type is never reached
            with f.block(f"if not ({test.text}):" if number == 0 else f"if {test.text}:"):
                f.emit(f"fail(block, {UNSEEN}, {f.line_of(node)})")
        f.lines.extend((depth - 1, text) for depth, text in lines)
        return value
    raise NotYet


def _chosen_ranges(f: Body, node: ast.AST, test: Scalar, first: Value, second: Value) -> Value | None:
    from advsearch.lowering.rows.streams import stream_of

    streams = [
        stream_of(f, one, node)
        if isinstance(one, Stream) or (isinstance(one, Known) and isinstance(one.value, range))
        else None
        for one in (first, second)
    ]
    spans = [one.span for one in streams if one is not None and one.span is not None]
    if len(spans) < 2 or spans[0][2] != spans[1][2]:
        return None
    test = atom(f, test, "test")
    ends = [chosen(f, node, test, spans[0][at], spans[1][at]) for at in (0, 1)]
    made = span(f, ends[0], ends[1], spans[0][2])
    return made if all(one is None or one.ends is not None for one in streams) else not_kept(made)


def _branch_value(f: Body, branch: Any, holds: bool) -> Value:
    if isinstance(branch, tuple):
        node, test, (_, truth_there) = branch
        narrowing.narrow(f, test, truth_there)
        return f.value(node)
    assert not isinstance(branch, ast.AST)
    return branch  # type: ignore[no-any-return]


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other and is_same(one, other)


class Storage:
    def __init__(self, f: Body, kind: types.Type, stem: str, key: Any) -> None:
        self.f = f
        self.key = key
        self.value: Value = storage(f, f.fresh(stem), kind, key)

    def put(self, value: Value, node: ast.AST) -> None:
        settle(self.f, value, self.value, node)
