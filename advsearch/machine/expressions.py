"""Expressions, by the kind of their syntax tree."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import (
    arithmetic,
    attributes,
    boxing,
    branches,
    changes,
    comparing,
    conditions,
    formats,
    functions,
    items,
    iteration,
    local_lists,
    sequences,
    unsigned,
)
from advsearch.machine.scopes import Slot
from advsearch.machine.types import DictOf, Flat, SetOf, family, joined
from advsearch.machine.unassigned import local_names
from advsearch.machine.values import ANY_ORDER, Arguments, Constant, Held, Stream, Unreached, Value

if TYPE_CHECKING:
    from advsearch.machine.function import Function

MOST_FLAT: Final = 8


def evaluate(f: Function, node: ast.expr) -> Value:
    if not f.live:
        raise Unreached
    handler = _EXPRESSIONS.get(type(node))
    if handler is None:
        raise f.refusal(f"the expression `{ast.unparse(node)}`", "write it in another way", node)
    return handler(f, node)


def read(f: Function, node: ast.expr) -> Value:
    """The value of an expression that is only read here: a display of constants is a constant."""
    if isinstance(node, ast.List | ast.Set) and all(isinstance(item, ast.Constant | ast.Tuple) for item in node.elts):
        values = [evaluate(f, item) for item in node.elts]
        if all(isinstance(value, Constant) for value in values):
            constants = tuple(value.value for value in values if isinstance(value, Constant))
            return Constant(constants if isinstance(node, ast.List) else frozenset(constants))
    if isinstance(node, ast.Call) and not _is_above(node):
        return functions.call_read(f, *_parts_of_call(f, node))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return items.read_slice(f, node)
    return evaluate(f, node)


def _constant(_f: Function, node: ast.Constant) -> Value:
    return Constant(node.value)


def _name(f: Function, node: ast.Name) -> Value:
    return look_up(f, node.id, node)


def look_up(f: Function, name: str, node: ast.AST) -> Value:
    scope = f.scope.holder(name)
    error = UnboundLocalError if scope is f.scope else NameError
    if scope is not None:
        if name in scope.flags:
            f.fail_if(f.op("icmp eq", f.load(scope.flags[name]), 0), f.unit.error_code(error), node)
        return f.binding(scope.names[name])
    if any(name in local_names(each.tree) for each in f.scope.chain()):
        own = name in local_names(f.scope.tree)
        f.fail(f.unit.error_code(UnboundLocalError if own else NameError), node)
        raise Unreached
    last = f.scope.chain()[-1]
    function = last.function
    if function is not None:
        code = function.__code__
        if name in code.co_freevars and function.__closure__ is not None:
            return Constant(function.__closure__[code.co_freevars.index(name)].cell_contents)
        if name in function.__globals__:
            return Constant(function.__globals__[name])
    if hasattr(builtins, name):
        return Constant(getattr(builtins, name))
    raise f.refusal(f"the name `{name}` has no value here", f"assign `{name}` before", node)


def _walrus(f: Function, node: ast.NamedExpr) -> Value:
    value = f.evaluate(node.value)
    if not isinstance(value, Constant):
        value = f.hold(value)
    scope = f.scope
    while scope.parent is not None and scope.parent.tree is scope.tree:  # out of comprehensions
        scope = scope.parent
    with f.within(scope):
        f.assign(node.target, value)
    return value


# --- displays ----------------------------------------------------------------------------------------------------


def _tuple(f: Function, node: ast.Tuple) -> Value:
    if any(isinstance(item, ast.Starred) for item in node.elts):
        return _starred_tuple(f, node)
    return tuple_of(f, [_fixed(f, f.evaluate(item)) for item in node.elts])


def _fixed(f: Function, value: Value) -> Value:
    return f.hold(value) if isinstance(value, Stream) else value


def tuple_of(f: Function, values: list[Value]) -> Value:
    """A tuple: in registers if it is short or of unlike items, else in memory."""
    if len(values) > MOST_FLAT and not all(isinstance(value, Constant) for value in values):
        held = [f.hold(value) for value in values]
        if len({family(one.type) for one in held}) == 1:
            words = [f.box(one) for one in held]
            return sequences.new_row(f, joined(one.type for one in held), words)
    return boxing.flat(f, values)


def _starred_tuple(f: Function, node: ast.Tuple) -> Value:
    values: list[Value] = []
    made: Held | None = None  # a list, from the first part of unknown length on
    for item in node.elts:
        inner = item.value if isinstance(item, ast.Starred) else item
        value = _fixed(f, f.evaluate(inner))
        parts = _parts(value) if isinstance(item, ast.Starred) else [value]
        if made is None and parts is None:
            made = _starred_list(f, node, values, [])
        if made is None:
            values += parts or []
        elif isinstance(item, ast.Starred):
            changes.extend(f, made, value, item)
        else:
            changes.append(f, made, value)
    return tuple_of(f, values) if made is None else sequences.row_of(f, made)


def _parts(value: Value) -> list[Value] | None:
    """The items of a value of known length."""
    if isinstance(value, Constant) and isinstance(value.value, tuple | list | range | str):
        return [Constant(item) for item in value.value]
    return list(boxing.items(value)) if isinstance(value, Held) and isinstance(value.type, Flat) else None


def _starred_list(f: Function, node: ast.expr, values: list[Value], parts: list[ast.expr]) -> Held:
    site = f.unit.site(node)
    made = local_lists.made(f, site, [])
    for value in values:
        changes.append(f, made, value)
    for item in parts:
        if isinstance(item, ast.Starred):
            changes.extend(f, made, f.evaluate(item.value), item)
        else:
            changes.append(f, made, f.evaluate(item))
    return f.made_list(site.find(), made.word)


def _list(f: Function, node: ast.List) -> Value:
    if any(isinstance(item, ast.Starred) for item in node.elts):
        return _starred_list(f, node, [], node.elts)
    site = f.unit.site(node)
    values = [f.hold(f.evaluate(item)) for item in node.elts]
    for value in values:
        site.learn(value.type)
    return sequences.new_list(f, site.find(), [f.box(value) for value in values])


def _set(f: Function, node: ast.Set) -> Value:
    made = sequences.new_set(f, f.unit.site(node))
    for item in node.elts:
        if isinstance(item, ast.Starred):
            f.each(f.evaluate(item.value), lambda value: changes.add(f, made, value))
        else:
            changes.add(f, made, f.evaluate(item))
    return made


def _dict(f: Function, node: ast.Dict) -> Value:
    made = sequences.new_dict(f, node)
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            changes.update_dict(f, made, f.evaluate(value))
        else:
            changes.set_key(f, made, f.evaluate(key), f.evaluate(value))
    return made


def _list_comprehension(f: Function, node: ast.ListComp) -> Value:
    site = f.unit.site(node)
    made = local_lists.made(f, site, [])
    iteration.comprehension(f, node.generators, [node.elt], lambda: changes.append(f, made, f.evaluate(node.elt)))
    return f.made_list(site.find(), made.word)


def _set_comprehension(f: Function, node: ast.SetComp) -> Value:
    made = sequences.new_set(f, f.unit.site(node))

    def add() -> None:
        changes.add(f, made, f.evaluate(node.elt))

    iteration.comprehension(f, node.generators, [node.elt], add, ANY_ORDER)
    return Held(SetOf(made.type.node.find()), made.words) if isinstance(made.type, SetOf) else made


def _dict_comprehension(f: Function, node: ast.DictComp) -> Value:
    made = sequences.new_dict(f, node)

    def add() -> None:
        changes.set_key(f, made, f.evaluate(node.key), f.evaluate(node.value))

    iteration.comprehension(f, node.generators, [node.key, node.value], add)
    assert isinstance(made.type, DictOf)
    return made


def _lambda(f: Function, node: ast.Lambda) -> Value:
    return functions.closure(f, node)


def _text(f: Function, node: ast.JoinedStr) -> Value:
    return formats.f_string(f, node)


# --- operators ---------------------------------------------------------------------------------------------------


def _choice(f: Function, node: ast.IfExp) -> Value:
    yes, no = f.block(), f.block()
    f.condition(node.test, yes, no)

    def arm(holds: bool, part: ast.expr) -> Value:
        conditions.narrow(f, node.test, holds)
        return f.evaluate(part)

    return branches.choose(f, node, yes, no, lambda: arm(True, node.body), lambda: arm(False, node.orelse))


def _either(f: Function, node: ast.BoolOp) -> Value:
    wanted = isinstance(node.op, ast.And)

    def level(values: list[ast.expr]) -> Value:
        first = f.evaluate(values[0])
        if len(values) == 1:
            return first
        if isinstance(first, Constant):
            return level(values[1:]) if bool(first.value) == wanted else first
        held = f.hold(first)
        on, done = f.block(), f.block()
        f.branch(conditions.is_true(f, held), *((on, done) if wanted else (done, on)))

        def rest() -> Value:
            conditions.narrow(f, values[0], wanted)
            return level(values[1:])

        return branches.choose(f, values[0], on, done, rest, lambda: held)

    return level(node.values)


def _unary(f: Function, node: ast.UnaryOp) -> Value:
    if isinstance(node.op, ast.Not):
        return _truth(f, node)
    return arithmetic.unary(f, node.op, f.evaluate(node.operand), node)


def _truth(f: Function, node: ast.expr) -> Value:
    """A test as a value: True or False."""
    yes, no, out = f.block(), f.block(), f.block()
    f.condition(node, yes, no)
    if not yes.jumps or not no.jumps:
        f.start(yes if yes.jumps else no)
        if not f.live:
            raise Unreached
        return Constant(bool(yes.jumps))
    slot: Slot = f.slot("truth", node)
    for block, value in ((yes, True), (no, False)):
        f.start(block)
        f.put(slot, Constant(value))
        f.jump(out)
    f.start(out)
    return f.get(slot)


def _compare(f: Function, node: ast.Compare) -> Value:
    if len(node.ops) > 1 or conditions.asks_for_items(f, node) is not None:
        return _truth(f, node)
    op = node.ops[0]
    left = f.evaluate(node.left) if isinstance(op, ast.Eq | ast.NotEq) else _only_read(f, node.left)
    right = (read if isinstance(op, ast.In | ast.NotIn) else _only_read)(f, node.comparators[0])
    return comparing.compare(f, op, left, right, node)


def _only_read(f: Function, node: ast.expr) -> Value:
    """A value that is only read here: a constant set or list that a function makes is not made again."""
    if isinstance(node, ast.Call) and not _is_above(node):
        parts = _parts_of_call(f, node)
        found = functions.call_constant(f, *parts)
        return functions.call(f, *parts) if found is None or isinstance(found.value, tuple) else found
    return evaluate(f, node)


def _binary(f: Function, node: ast.BinOp) -> Value:
    low_bits = unsigned.masked(f, node)
    if low_bits is not None:
        return low_bits
    left = f.evaluate(node.left)
    return arithmetic.binary(f, node.op, left, f.evaluate(node.right), node)


# --- parts of values, and calls ----------------------------------------------------------------------------------


def _attribute(f: Function, node: ast.Attribute) -> Value:
    if isinstance(node.value, ast.Name) and node.value.id == f.scope.me:
        return look_up(f, f".{node.attr}", node)
    return attributes.attribute(f, f.evaluate(node.value), node.attr, node)


def _subscript(f: Function, node: ast.Subscript) -> Value:
    value = f.evaluate(node.value)
    if isinstance(node.slice, ast.Slice):
        return items.cut(f, value, node.slice, node)
    return items.get_item(f, value, f.evaluate(node.slice), node)


def _is_above(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args


def _call(f: Function, node: ast.Call) -> Value:
    if _is_above(node):
        return attributes.above(f, node)
    from advsearch.machine import idioms

    counted = idioms.count_of_bits(f, node)
    return functions.call(f, *_parts_of_call(f, node)) if counted is None else counted


def truth_of_call(f: Function, node: ast.Call) -> Value:
    """The result of a call of which only the truth is asked for."""
    return evaluate(f, node) if _is_above(node) else functions.call_for_truth(f, *_parts_of_call(f, node))


def gives_items(f: Function, node: ast.Call) -> bool:
    """Whether a call is one of a function that returns only lists, tuples and sets."""
    if not isinstance(node.func, ast.Name | ast.Attribute) or _is_above(node):
        return False
    return functions.gives_items(f.evaluate(node.func))


def _parts_of_call(f: Function, node: ast.Call) -> tuple[Value, Arguments]:
    callee = f.evaluate(node.func)
    given: list[Value] = []
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            given += functions.spread(f, callee, f.evaluate(argument.value), len(node.args) - 1, node)
        elif not given and isinstance(argument, ast.List | ast.Set) and _only_reads(callee):
            given.append(read(f, argument))
        elif not given and isinstance(argument, ast.Call) and not _is_above(argument) and _only_reads(callee):
            parts = _parts_of_call(f, argument)
            given.append(functions.call_constant(f, *parts) or functions.call(f, *parts))
        else:
            given.append(f.evaluate(argument))
    named: dict[str, Value] = {}
    for keyword in node.keywords:
        value = f.evaluate(keyword.value)
        if keyword.arg is not None:
            named[keyword.arg] = value
        elif isinstance(value, Constant) and isinstance(value.value, dict):
            named |= {name: Constant(item) for name, item in value.value.items()}
        else:
            raise f.refusal("a call with `**`", "write the arguments with their names", node)
    return callee, Arguments(tuple(given), named, node)


def _only_reads(callee: Value) -> bool:
    """Whether a function only reads the list that it is given."""
    readers = (sum, any, all, min, max, len, sorted, set, frozenset, tuple)
    return isinstance(callee, Constant) and any(callee.value is one for one in readers)


_EXPRESSIONS: Final[dict[type[ast.expr], Callable[[Any, Any], Value]]] = {
    ast.Constant: _constant, ast.Name: _name, ast.NamedExpr: _walrus, ast.Tuple: _tuple, ast.List: _list,
    ast.Set: _set, ast.Dict: _dict, ast.ListComp: _list_comprehension, ast.SetComp: _set_comprehension,
    ast.DictComp: _dict_comprehension, ast.GeneratorExp: lambda f, node: iteration.generator(f, node),
    ast.Lambda: _lambda, ast.JoinedStr: _text, ast.IfExp: _choice, ast.BoolOp: _either, ast.UnaryOp: _unary,
    ast.Compare: _compare, ast.BinOp: _binary, ast.Attribute: _attribute, ast.Subscript: _subscript, ast.Call: _call,
}  # fmt: skip
