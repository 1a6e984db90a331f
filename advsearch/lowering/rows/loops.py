"""Generates loops. In a loop with `total = total + x`, every repetition stores `total` in the same variable."""

from __future__ import annotations

import ast

from advsearch.lowering.rows import (
    boxes,
    changing,
    heads,
    joins,
    narrowing,
    order,
    settling,
    sharing,
    types,
    unordered,
)
from advsearch.lowering.rows.bindings import assigned_names, changed_names
from advsearch.lowering.rows.body import FRAME, Body, Lines, Loop, statement
from advsearch.lowering.rows.conditions import asked
from advsearch.lowering.rows.convert import atom, runtime, type_of
from advsearch.lowering.rows.names import merged, settle, storage
from advsearch.lowering.rows.raising import may_fail
from advsearch.lowering.rows.rebinding import assigns
from advsearch.lowering.rows.statements import assign, branch
from advsearch.lowering.rows.streams import each, is_empty
from advsearch.lowering.rows.types import Members, Seq, Type, is_scalar
from advsearch.lowering.rows.values import Closure, Known, Lazy, Place, Scalar, Stream, Table, Value


def _enter(f: Body, node: ast.For | ast.While, names: list[str]) -> Loop:
    loop = Loop({}, f.key(node), node)
    if node.orelse and _own_breaks(node):
        loop.broken = f.fresh("broken")
        f.emit(f"{loop.broken} = False")
    for name in names:
        value = f.scope.get(name)
        key = f.key(node, name)
        kind = f.program.fact(key)
        if value is None:
            continue
        if f.program.constants.get(("left behind", key)):
            del f.scope[name]
            continue
        if isinstance(value, Closure | Table):
            if not order.assigned_anew(f, node, name):
                raise f.refuse(
                    node, f"a loop assigns a new value to `{name}`, which is a function or dict", "use two names"
                )
            del f.scope[name]
            continue
        if boxes.holds(f, name, value):
            continue
        if isinstance(value, Stream | Lazy):
            value = runtime(f, value)
        kind = f.program.learn(key, _settled_type(type_of(f, value)))
        slot = storage(f, f.python_name(name), kind, key)
        settle(f, value, slot, node)
        f.scope[name] = loop.slots[name] = slot
    return loop


def _settled_type(kind: Type) -> Type:
    return kind


def leave(f: Body, loop: Loop, node: ast.AST) -> None:
    for name, slot in loop.slots.items():
        value = f.scope.get(name)
        if value is None:
            continue
        slot_kind = slot.kind  # type: ignore[union-attr]
        key = (*loop.key, name)  # type: ignore[misc]
        try:
            kind = f.program.learn(key, type_of(f, value))
        except types.Clash:
            if not order.left_behind(f, loop.node, name):
                raise
            f.program.constants["left behind", key] = f.program.changed = True  # the loop is written again
            continue
        if kind != slot_kind and not (is_scalar(kind) and is_scalar(slot_kind)):
            f.program.changed = True
            continue
        settle(f, value, slot, node)


@statement(ast.For)
def _for(f: Body, node: ast.For) -> None:
    from advsearch.lowering.rows import endless

    iterable = f.value(node.iter)
    _check_iterated(f, node)
    kind = getattr(iterable, "kind", None)
    counted, settles = unordered.check_order_free(f, node) if isinstance(kind, Members) else ((), False)
    if is_empty(iterable):
        f.run(node.orelse)
        return
    if isinstance(iterable, Known) and _unrolled(f, node, iterable):
        return
    if isinstance(iterable, Stream | Lazy) or not isinstance(iterable, Known):
        iterable = endless.stream_of(f, node, iterable) or iterable
        iterable = f.as_list(iterable) if isinstance(iterable, Lazy) else iterable
    iterable = heads.unchanged(f, node, iterable)
    own = list(assigned_names([node.target]))
    names = [name for name in changed_names(node.body) if name not in own]
    with_target = changed_names(node.body)
    loop = _enter(f, node, [*names, *[name for name in own if name in f.scope or name in with_target]])
    hint = f.python_name(node.target.id) if isinstance(node.target, ast.Name) else ""
    f.loops.append(loop)
    settled = f.settled = settling.begun(f, node) if settles else f.settled
    before, start = dict(f.scope), len(f.lines)
    with each(f, iterable, node, hint, any_order=isinstance(kind, Members)) as item:
        assign(f, node.target, item, node)
        f.run(node.body)
        unordered.check_counted(f, node, counted)
        if f.live:
            leave(f, loop, node)
        f.live = True
    f.loops.pop()
    _after(f, node, loop, before, start)
    if settles:
        f.settled = None
        settling.ended(f, node, settled)


def _check_iterated(f: Body, node: ast.For) -> None:
    counted = isinstance(node.iter, ast.Call) and getattr(node.iter.func, "id", "") == "range"
    names = set() if counted else {owner for owner, _ in sharing.shared(f, node.iter, True)}
    for name in names & changing.resized_names(f.program, node.body):
        if isinstance(getattr(f.scope.get(name), "kind", None), Seq):
            raise f.refuse(node, f"the loop over `{name}` changes `{name}`", f"loop over list({name}), or use while")
    for name in names & changing.mutated_names(f.program, node.body):
        if isinstance(getattr(f.scope.get(name), "kind", None), Members):
            raise f.refuse(node, f"the loop over `{name}` changes `{name}`", f"loop over set({name})")


def _after(f: Body, node: ast.For | ast.While, loop: Loop, before: dict[str, Value], start: int) -> None:
    inside = f.scope
    f.scope = dict(before)
    for name in changed_names([node]):
        if name in loop.slots:
            f.scope[name] = loop.slots[name]
        elif name in inside and name not in before:
            f.scope[name] = inside[name]
            if isinstance(inside[name], Place) and not order.dead_after(f, node, name):
                _begin_at(f, inside[name], start)
    if node.orelse:
        _else(f, node, loop)


def _else(f: Body, node: ast.For | ast.While, loop: Loop) -> None:
    if not loop.broken:
        f.run(node.orelse)
        return
    at_break = dict(f.scope)
    lines, at_end, live = branch(f, node.orelse)
    if live:
        for name in changed_names(node.orelse):
            if name not in at_break and name in changed_names(node.body) and not order.dead_after(f, node, name):
                raise f.refuse(
                    node,
                    f"`{name}` is first assigned in a loop and in its `else`",
                    f"assign `{name}` before the loop",
                )
    broken: Lines = []
    ends = [(broken, at_break), (lines, at_end)] if live else [(broken, at_break)]
    place = f.program.constants.setdefault(("else of", f.program.keep(node)), ast.copy_location(ast.Pass(), node))
    after = merged(f, place, ends, f.depth + 1)  # the loop's own node stands for the names in its rounds
    f.emit(f"if {loop.broken}:")
    f.lines.extend(broken or [(f.depth + 1, "pass")])
    f.emit("else:")
    f.lines.extend(lines or [(f.depth + 1, "pass")])
    f.scope = after


def _begin_at(f: Body, value: Value, start: int) -> None:
    assert isinstance(value, Place)
    if value.text.isidentifier() and not value.space and value.text not in ("free", "target"):
        f.lines.insert(start, (f.depth, f"{value.text} = {FRAME}"))


@statement(ast.While)
def _while(f: Body, node: ast.While) -> None:
    loop = _enter(f, node, changed_names([node]))
    before, start = dict(f.scope), len(f.lines)
    f.loops.append(loop)
    f.changing += 1
    with f.captured(1) as test_lines:
        test = asked(f, node.test)
        if assigns(node.test):  # the names have these values also where the loop ends
            test = atom(f, test, "test") if isinstance(test, Scalar) else test
            given = {name: f.scope[name] for name in assigned_names([node.test]) if name in f.scope}
            leave(f, loop, node)
            f.scope.update({name: loop.slots[name] for name in given if name in loop.slots})
    if isinstance(test, Known) and not test.value:
        f.loops.pop()
        f.changing -= 1
        if any(may_fail(line) for _, line in test_lines):
            f.emit("if not failed(block):")
            f.lines.extend(test_lines)
        f.run(node.orelse)
        return
    text = "not failed(block)" if isinstance(test, Known) else f"not failed(block) and ({test.text})"
    if test_lines:
        _while_with_lines(f, node, loop, test_lines, test, before)
    else:
        with f.block(f"while {text}:"):
            narrowing.narrow(f, node.test, True)
            f.run(node.body)
            if f.live:
                leave(f, loop, node)
            f.live = True
    f.loops.pop()
    f.changing -= 1
    _after(f, node, loop, before, start)
    if isinstance(test, Known) and not any(isinstance(one, ast.Break) for one in _own_breaks(node)):
        f.emit("return @blank@")  # only after an error
        f.live = False
        return
    if not isinstance(test, Known) and not any(isinstance(one, ast.Break) for one in _own_breaks(node)):
        narrowing.narrow(f, node.test, False)


def _own_breaks(node: ast.While | ast.For) -> list[ast.AST]:
    found: list[ast.AST] = []

    def visit(one: ast.AST) -> None:
        if isinstance(one, ast.Break):
            found.append(one)
        if isinstance(one, ast.For | ast.While):  # a `break` in the `else` of an inner loop leaves this loop
            for last in one.orelse:
                visit(last)
        elif not isinstance(one, ast.FunctionDef | ast.Lambda):
            for child in ast.iter_child_nodes(one):
                visit(child)

    for one in node.body:
        visit(one)
    return found


def _while_with_lines(
    f: Body, node: ast.While, loop: Loop, lines: Lines, test: Known | Scalar, before: dict[str, Value]
) -> None:
    with f.block("while not failed(block):"):
        f.lines.extend(lines)
        if isinstance(test, Scalar):
            f.emit(f"if not ({test.text}):")
            f.emit("    break")
        narrowing.narrow(f, node.test, True)
        f.run(node.body)
        if f.live:
            leave(f, loop, node)
        f.live = True


@statement(ast.Break)
def _break(f: Body, node: ast.Break) -> None:
    leave(f, f.loops[-1], node)
    if f.loops[-1].broken:
        f.emit(f"{f.loops[-1].broken} = True")
    f.emit("break")
    f.live = False


@statement(ast.Continue)
def _continue(f: Body, node: ast.Continue) -> None:
    leave(f, f.loops[-1], node)
    f.emit("continue")
    f.live = False


def _unrolled(f: Body, node: ast.For, iterable: Known) -> bool:
    # Items without a common type, such as functions: the body is generated once for each item.
    values = iterable.value
    if isinstance(values, range | str) or not hasattr(values, "__len__"):
        return False
    if not len(values):
        f.run(node.orelse)
        return True
    from advsearch.lowering.rows import book as books
    from advsearch.lowering.rows import inner_dicts

    try:
        if inner_dicts.are_dicts(tuple(values)) or not joins.has_sum(books.type_of_all(tuple(values))):
            return False
    except (books.Untyped, types.Clash):
        pass
    if any(isinstance(one, ast.Break | ast.Continue) for one in ast.walk(node)):
        raise f.refuse(
            node, "`break` or `continue` is used in a loop over values of several types", "use values of one type"
        )
    for value in tuple(values):
        assign(f, node.target, Known(value), node)
        f.run(node.body)
    f.run(node.orelse)
    return True
