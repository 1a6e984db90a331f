"""Code for the calls `partial(f, 1)(2)`, `itemgetter(0)(x)`, `reduce(f, x)` and `str.upper(x)`."""

from __future__ import annotations

import ast
import functools
import math
import operator
from types import MethodDescriptorType, WrapperDescriptorType
from typing import Any, Final

from advsearch.lowering.rows import types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import runtime, type_of
from advsearch.lowering.rows.numbers import negated, truth
from advsearch.lowering.rows.types import Never
from advsearch.lowering.rows.values import Known, NotYet, Value
from advsearch.lowering.source import check_pure


def made_of_others(
    f: Body, node: ast.Call, function: Any, given: list[Value], named: dict[str, Value]
) -> Value | None:
    from advsearch.lowering.rows.calls import called

    if isinstance(function, functools.partial):
        check_pure(function.func, f.source, node)
        first: list[Value] = [Known(one) for one in function.args]
        more: dict[str, Value] = {name: Known(one) for name, one in function.keywords.items()}
        return called(f, node, Known(function.func), [*first, *given], {**more, **named})
    if isinstance(function, operator.itemgetter | operator.attrgetter | operator.methodcaller) and len(given) == 1:
        parts: Any = function.__reduce__()
        return _got(f, node, parts[0], parts[1], given[0])
    if isinstance(function, MethodDescriptorType | WrapperDescriptorType) and given:
        if isinstance(given[0], Known):
            return called(f, node, Known(getattr(given[0].value, function.__name__)), given[1:], named)
        from advsearch.lowering.rows.methods import method

        return method(f, node, given[0], function.__name__, given[1:], named)
    return None


def _got(f: Body, node: ast.Call, made: Any, names: tuple[Any, ...], owner: Value) -> Value:
    from advsearch.lowering.rows.attributes import attribute, item
    from advsearch.lowering.rows.calls import called
    from advsearch.lowering.rows.streams import pair

    owner = runtime(f, owner) if not isinstance(owner, Known) else owner
    if made is operator.itemgetter:
        parts = [item(f, node, owner, Known(one)) for one in names]
    elif made is operator.attrgetter:
        parts = []
        for one in names:
            value = owner
            for name in one.split("."):
                value = attribute(f, node, value, name)
            parts.append(value)
    elif made is operator.methodcaller:
        return called(f, node, attribute(f, node, owner, names[0]), [Known(one) for one in names[1:]], {})
    else:
        raise f.refuse(node, "methodcaller is called with a named argument", "write a lambda")
    return parts[0] if len(parts) == 1 else pair(f, tuple(parts))


def _binary(sign: ast.operator) -> Any:
    def made(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        from advsearch.lowering.rows.expressions import operated

        return operated(f, node, sign, given[0], given[1])

    return made


def _compare(sign: ast.cmpop, turned: bool = False) -> Any:
    def made(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
        from advsearch.lowering.rows.comparisons import compared

        one, other = reversed(given[:2]) if turned else given[:2]
        return compared(f, node, sign, one, other)

    return made


def _negative(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return negated(f, node, given[0])


def _is_false(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows.comparisons import opposite

    return opposite(truth(f, given[0], node))


def _is_true(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    return truth(f, given[0], node)


def _item(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows.attributes import item

    return item(f, node, given[0], given[1])


_BINARY: Final[dict[str, ast.operator]] = {
    "add": ast.Add(), "sub": ast.Sub(), "mul": ast.Mult(), "floordiv": ast.FloorDiv(), "mod": ast.Mod(),
    "truediv": ast.Div(), "and_": ast.BitAnd(), "or_": ast.BitOr(), "xor": ast.BitXor(), "pow": ast.Pow(),
    "lshift": ast.LShift(), "rshift": ast.RShift(), "concat": ast.Add(),
}  # fmt: skip
_COMPARING: Final[dict[str, ast.cmpop]] = {
    "eq": ast.Eq(), "ne": ast.NotEq(), "lt": ast.Lt(), "le": ast.LtE(), "gt": ast.Gt(), "ge": ast.GtE(),
}  # fmt: skip
OPERATORS: Final[dict[Any, Any]] = {
    **{getattr(operator, name): _binary(sign) for name, sign in _BINARY.items()},
    **{getattr(operator, name): _compare(sign) for name, sign in _COMPARING.items()},
    operator.contains: _compare(ast.In(), turned=True),
    operator.getitem: _item,
    operator.neg: _negative,
    operator.not_: _is_false,
    operator.truth: _is_true,
}


_COMMUTING: Final = (operator.add, operator.mul, operator.or_, operator.and_, operator.xor, min, max, math.gcd)
_IN_ANY_ORDER: Final = (types.Int, types.Bool, types.Members)  # the sum of several floats depends on their order


def reduce_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.row_rules import EMPTY
    from advsearch.lowering.rows.calls import called
    from advsearch.lowering.rows.comprehensions import run_items
    from advsearch.lowering.rows.conditions import Storage
    from advsearch.lowering.rows.settling import begin

    function, items = given[0], given[1]
    start = given[2] if len(given) > 2 else named.get("initial")
    fact = f.key(node, "reduced")
    if start is not None:
        f.program.learn(fact, type_of(f, start))
    kind = f.program.fact(fact)
    slot = Storage(f, kind, "reduced", fact) if kind is not None and not isinstance(kind, Never) else None
    seen = f.fresh("seen")
    f.emit(f"{seen} = {start is not None}")
    if slot is not None:
        if start is not None:
            slot.put(start, node)
        else:
            begin(f, slot)

    def action(value: Value) -> None:
        value = runtime(f, value)
        if start is None:
            f.program.learn(fact, type_of(f, value))
        if slot is None:
            raise NotYet
        with f.captured(1) as lines:
            made = called(f, node, function, [slot.value, value], {})
            f.program.learn(fact, type_of(f, made))
            slot.put(made, node)
        if start is not None:
            f.lines.extend((depth - 1, text) for depth, text in lines)
            return
        f.emit(f"if {seen}:")
        f.lines.extend(lines)
        with f.block("else:"):
            slot.put(value, node)
            f.emit(f"{seen} = True")

    before = f.unordered
    run_items(f, items, node, action, any_order=_commutes(function))
    if slot is not None and f.unordered > before:
        own = type_of(f, slot.value)
        if not isinstance(own, _IN_ANY_ORDER):
            raise f.refuse(
                node,
                f"reduce over a set gives {types.named(own)}, but a set has no order",
                "reduce sorted(...)",
            )
    if slot is None:
        raise NotYet
    if start is None:
        f.emit(f"if not {seen}:")
        f.emit(f"    fail(block, {EMPTY}, {f.line_of(node)})")
    return slot.value


def _commutes(function: Value) -> bool:
    return isinstance(function, Known) and any(function.value is one for one in _COMMUTING)


def gives_itself(key: Value) -> bool:
    """Whether different values certainly have different sort keys, as with `lambda x: -x`."""
    return _is_one_to_one(getattr(key, "tree", None))


def keep_apart(named: list[ast.keyword]) -> bool:
    """Like `gives_itself`, for the argument `key=` of `sorted`."""
    return all(one.arg == "reverse" or _is_one_to_one(one.value) for one in named)


def _is_one_to_one(tree: Any) -> bool:
    if not isinstance(tree, ast.Lambda) or len(tree.args.args) != 1:
        return False
    name = tree.args.args[0].arg

    def is_it(node: ast.expr) -> bool:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            node = node.operand
        return isinstance(node, ast.Name) and node.id == name

    parts = tree.body.elts if isinstance(tree.body, ast.Tuple) else [tree.body]
    return any(map(is_it, parts))
