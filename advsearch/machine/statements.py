"""Statements: assignments, branches, errors. Loops have a module of their own."""

from __future__ import annotations

import ast
import collections
import importlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from advsearch.machine import (
    arithmetic,
    assumptions,
    branches,
    changes,
    conditions,
    expressions,
    functions,
    items,
    layout,
    loops,
    machines,
    patterns,
    rewriting,
    sequences,
    trying,
    versions,
)
from advsearch.machine.source import walked
from advsearch.machine.types import DictOf, ListOf, SetOf
from advsearch.machine.values import Bound, Closure, Constant, Held, Stream, Value, Wish

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def _without_message(body: Sequence[ast.stmt]) -> Sequence[ast.stmt]:
    """The statements before `raise` that do more than put together the text of the error."""
    last = body[-1] if body else None
    if len(body) == 1 or not isinstance(last, ast.Raise) or not isinstance(last.exc, ast.Call):
        return body
    read = {node.id for part in (*body[:-1], last.exc.func) for node in ast.walk(part) if _is_read(node)}
    return [one for one in body if (name := _message(one)) is None or name in read]


def _is_read(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def _message(one: ast.stmt) -> str | None:
    """The name to which a text is assigned."""
    if not isinstance(one, ast.Assign) or not isinstance(one.targets[0], ast.Name):
        return None
    value = one.value
    formats = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "format"
    is_text = formats or isinstance(value, ast.JoinedStr)
    return one.targets[0].id if is_text or isinstance(getattr(value, "value", None), str) else None


def run(f: Function, body: Sequence[ast.stmt]) -> None:
    for statement in _without_message(body):
        if not f.live:
            return
        f.node = statement
        f.unit.progress.here = f.author_line

        def work(statement: ast.stmt = statement) -> None:
            handler = _STATEMENTS.get(type(statement))
            if handler is None:
                word = type(statement).__name__.lower()
                raise f.refusal(f"the statement `{word}` is used", "write the statements without it", statement)
            handler(f, statement)

        f.attempt(work)


def _expression(f: Function, s: ast.Expr) -> None:
    if isinstance(s.value, ast.Constant):
        return
    if isinstance(s.value, ast.Yield):
        value = f.evaluate(s.value.value) if s.value.value else Constant(None)
        _hand_out(f, value)
    elif isinstance(s.value, ast.YieldFrom):
        f.each(expressions.read(f, s.value.value), lambda value: _hand_out(f, value), Wish(f.scope.ordered, True))
    else:
        value = f.evaluate(s.value)
        if isinstance(value, Stream):
            return  # a generator that nobody asks does nothing


def _hand_out(f: Function, value: Value) -> None:
    assert f.scope.on_yield is not None
    f.scope.on_yield(value)


def _return(f: Function, s: ast.Return) -> None:
    value = Constant(None) if s.value is None else _last_copy(f, s.value) or f.evaluate(s.value)
    versions.leave(f, value)


def _last_copy(f: Function, value: ast.expr) -> Value | None:
    """`tuple(found)` of a list that the function only fills, so that its items need not be copied."""
    tree = f.scope.tree
    if not isinstance(value, ast.Call) or isinstance(tree, ast.Lambda) or len(value.args) != 1 or value.keywords:
        return None
    name = value.args[0]
    if not isinstance(name, ast.Name) or name.id not in (rewriting.filled(tree) or ()):
        return None
    callee = f.evaluate(value.func)
    held = f.evaluate(name) if isinstance(callee, Constant) and callee.value is tuple else None
    return sequences.taken_over(f, held) if isinstance(held, Held) and isinstance(held.type, ListOf) else None


# --- assignments -------------------------------------------------------------------------------------------------


def _assign(f: Function, s: ast.Assign) -> None:
    target = s.targets[0]
    if len(s.targets) == 1 and isinstance(target, ast.Tuple) and isinstance(s.value, ast.Tuple):
        starred = any(isinstance(one, ast.Starred) for one in (*target.elts, *s.value.elts))
        if not starred and len(target.elts) == len(s.value.elts):  # one by one, so that a constant stays one
            values = [f.evaluate(one) for one in s.value.elts]
            for one, value in zip(target.elts, values, strict=True):
                assign(f, one, value)
            return
    value = f.evaluate(s.value)
    if len(s.targets) > 1 and isinstance(value, Stream):
        value = f.hold(value)
    for one in s.targets:
        assign(f, one, value)


def _annotated(f: Function, s: ast.AnnAssign) -> None:
    if s.value is not None:
        assign(f, s.target, f.evaluate(s.value))


def assign(f: Function, target: ast.expr, value: Value) -> None:
    if isinstance(target, ast.Starred):
        assign(f, target.value, value)
    elif isinstance(target, ast.Name):
        bind(f, target.id, value)
    elif isinstance(target, ast.Tuple | ast.List):
        for one, item in zip(target.elts, items.unpacked(f, value, target.elts), strict=True):
            assign(f, one, item)
    elif isinstance(target, ast.Subscript):
        if isinstance(target.slice, ast.Slice):
            changes.set_slice(f, f.evaluate(target.value), _ends(f, target.slice), value, target)
            return
        changes.set_item(f, f.evaluate(target.value), f.evaluate(target.slice), value, target)
    elif isinstance(target, ast.Attribute):
        _set_attribute(f, target, value)
    else:
        raise f.refusal(f"`{ast.unparse(target)}` is assigned", "assign to a name", target)


def _ends(f: Function, part: ast.Slice) -> list[Value]:
    if part.step is not None:
        raise f.refusal("a slice with a step is changed", "change the items in a loop", part)
    ends = [Constant(None) if end is None else f.evaluate(end) for end in (part.lower, part.upper)]
    pairs = zip(ends, (0, items.END), strict=True)
    return [Constant(place) if isinstance(end, Constant) and end.value is None else end for end, place in pairs]


def _set_attribute(f: Function, target: ast.Attribute, value: Value) -> None:
    if isinstance(target.value, ast.Name) and target.value.id == f.scope.me:
        bind(f, f".{target.attr}", value)
        return
    owner = f.evaluate(target.value)
    if not machines.set_field(f, owner, target.attr, value, target):
        instead = "make a new object with the new value instead"
        if machines.is_machine(owner):
            instead = f"declare it as a field of the class, such as `{target.attr}: int`"
        raise f.refusal(f"the attribute `{target.attr}` is assigned", instead, target)


def bind(f: Function, name: str, value: Value) -> None:
    """Bind a name, in the scope where it belongs."""
    scope = f.scope
    if name in scope.outer:
        scope = scope.holder(name) or scope
    if isinstance(value, Stream):
        if _reads(scope.tree, name) > 1:
            raise f.refusal(f"`{name}` is a generator that is read more than once", f"write `{name} = list(...)`")
        value = f.hold(value)
    if name in scope.flags:
        f.store(1, scope.flags[name])
    slot = scope.pins.get(name)
    if slot is not None:
        if isinstance(value, Closure | Bound):
            raise f.refusal(f"a function is assigned to `{name}` in a loop", "define the function before the loop")
        f.put(slot, value)
        if name in scope.shared:
            scope.names[name] = slot
            return
        if isinstance(value, Held):
            value = Held(value.type, value.words, slot)
    scope.names[name] = value


def _reads(tree: ast.AST, name: str) -> int:
    return sum(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load) for node in walked(tree)
    )


def _augmented(f: Function, s: ast.AugAssign) -> None:
    target = s.target
    if isinstance(target, ast.Name):
        old = f.evaluate(ast.copy_location(ast.Name(target.id, ast.Load()), target))
        new = _added(f, old, s)
        if new is not old:
            bind(f, target.id, new)
    elif isinstance(target, ast.Subscript):
        owner, place = f.evaluate(target.value), f.evaluate(target.slice)
        old = items.get_item(f, owner, place, target)
        new = _added(f, old, s)
        if new is not old:
            changes.set_item(f, owner, place, new, target)
    else:
        old = f.evaluate(ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target))
        new = _added(f, old, s)
        if new is not old:
            assign(f, target, new)


def _added(f: Function, old: Value, s: ast.AugAssign) -> Value:
    """The value after `old += ...`: `old` itself where the operator changes it in place."""
    value = f.evaluate(s.value)
    if isinstance(old, Held) and isinstance(old.type, ListOf) and isinstance(s.op, ast.Add):
        changes.extend(f, old, value, s)
        return old
    if isinstance(old, Held) and isinstance(old.type, ListOf) and isinstance(s.op, ast.Mult):
        changes.refill(f, old, [arithmetic.binary(f, s.op, old, value, s)], s)
        return old
    if isinstance(old, Held) and isinstance(old.type, DictOf):
        if old.type.default is collections.Counter or not isinstance(s.op, ast.BitOr):
            raise f.refusal("a Counter is changed by an operator", "write `x = x + y`", s)
        changes.may_change(f, old.type.keys, s)
        changes.update_dict(f, old, value)
        return old
    if isinstance(old, Held) and isinstance(old.type, SetOf) and changes.update_set(f, old, type(s.op), value, s):
        return old
    return arithmetic.binary(f, s.op, old, value, s)


def _delete(f: Function, s: ast.Delete) -> None:
    for target in s.targets:
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            changes.set_slice(f, f.evaluate(target.value), _ends(f, target.slice), None, target)
        elif isinstance(target, ast.Subscript):
            changes.delete_item(f, f.evaluate(target.value), f.evaluate(target.slice), target)
        elif isinstance(target, ast.Name):
            expressions.look_up(f, target.id, target)
            f.scope.names.pop(target.id, None)
            if target.id in f.scope.flags:
                f.store(0, f.scope.flags[target.id])
        else:
            raise f.refusal(f"`del {ast.unparse(target)}`", "make a new list without the items", target)


# --- branches and errors -----------------------------------------------------------------------------------------


def _if(f: Function, s: ast.If) -> None:
    if assumptions.never_holds(f, s):
        return
    yes, no = f.block(), f.block()
    f.condition(s.test, yes, no)
    if not yes.jumps or not no.jumps:  # the test has a known result
        f.start(yes if yes.jumps else no)
        conditions.narrow(f, s.test, bool(yes.jumps))
        run(f, s.body if yes.jumps else s.orelse)
        return

    def work(holds: bool, body: list[ast.stmt]) -> None:
        conditions.narrow(f, s.test, holds)
        run(f, body)

    join = branches.Join(f, "if", s)
    join.arm(yes, lambda: work(True, s.body))
    join.arm(no, lambda: work(False, s.orelse))
    join.finish()


def _assert(f: Function, s: ast.Assert) -> None:
    good, bad = f.block(), f.block()
    f.condition(s.test, good, bad)
    f.start(bad)
    if f.live:
        f.fail(layout.E_ASSERTION, s)
    f.start(good)
    if f.live:
        conditions.narrow(f, s.test, True)


def _raise(f: Function, s: ast.Raise) -> None:
    again = trying.raised_again(f, s.exc)
    if again is not None:
        f.raise_again(again)
        return
    if s.exc is None:
        raise f.refusal("`raise` without an exception", "raise a new exception", s)
    node = s.exc.func if isinstance(s.exc, ast.Call) else s.exc
    kind = f.evaluate(node)
    if not isinstance(kind, Constant) or not isinstance(kind.value, type):
        raise f.refusal("an exception that is no class", "raise a class of exceptions, such as `ValueError(...)`", s)
    f.fail(f.unit.error_code(kind.value), s)


# --- definitions -------------------------------------------------------------------------------------------------


def _define(f: Function, s: ast.FunctionDef) -> None:
    if s.decorator_list:
        raise f.refusal(f"the inner function `{s.name}` has a decorator", "define it at the top of the file", s)
    bind(f, s.name, functions.closure(f, s))


def _import(f: Function, s: ast.Import) -> None:
    for alias in s.names:
        module = importlib.import_module(alias.name)
        bind(f, alias.asname or alias.name.split(".")[0], Constant(module))


def _import_from(f: Function, s: ast.ImportFrom) -> None:
    if s.level or s.module is None:
        raise f.refusal("a relative import in a function", "import at the top of the file", s)
    module = importlib.import_module(s.module)
    for alias in s.names:
        bind(f, alias.asname or alias.name, Constant(getattr(module, alias.name)))


def _nothing(_f: Function, _s: ast.stmt) -> None:
    pass


def _break(f: Function, _s: ast.Break) -> None:
    trying.run_finals(f, len(f.scope.loops))
    f.jump(f.scope.loops[-1][0])


def _continue(f: Function, _s: ast.Continue) -> None:
    trying.run_finals(f, len(f.scope.loops))
    f.jump(f.scope.loops[-1][1])


_STATEMENTS: Final[dict[type[ast.stmt], Callable[[Any, Any], None]]] = {
    ast.Expr: _expression, ast.Return: _return, ast.Assign: _assign, ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented, ast.Delete: _delete, ast.If: _if, ast.Assert: _assert, ast.Raise: _raise,
    ast.Try: trying.try_statement, ast.FunctionDef: _define, ast.Import: _import, ast.ImportFrom: _import_from,
    ast.Pass: _nothing, ast.Nonlocal: _nothing, ast.Break: _break, ast.Continue: _continue,
    ast.For: loops.for_loop, ast.While: loops.while_loop, ast.Match: patterns.match,
}  # fmt: skip
