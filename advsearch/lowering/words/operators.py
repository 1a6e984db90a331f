"""Evaluates operators on symbols: `x + 1`, `a < b`, `not c`."""

from __future__ import annotations

import ast
import enum
from collections.abc import Callable
from typing import Any, Final

from advsearch.lowering.signs import BINARY, COMPARISONS, UNARY
from advsearch.lowering.words import heads, owners
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.expressions import Expressions
from advsearch.lowering.words.graph import Node
from advsearch.lowering.words.values import (
    UNSET,
    Alt,
    Listed,
    Picked,
    Record,
    Scalar,
    as_record,
    simple,
    symbolic,
    whole,
)

_NAMES: Final[dict[type, str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "floordiv", ast.Mod: "mod", ast.Div: "div",
    ast.Pow: "pow", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr",
}  # fmt: skip
# `a > b` is computed as `b < a`, and `a != b` as `not a == b`.
_OF_FLOATS: Final[dict[type, tuple[str, bool, bool]]] = {
    ast.Eq: ("feq", False, False),
    ast.NotEq: ("feq", False, True),
    ast.Lt: ("flt", False, False),
    ast.Gt: ("flt", True, False),
    ast.LtE: ("fle", False, False),
    ast.GtE: ("fle", True, False),
}
MOST_SHIFT: Final = 512
EXACT: Final = 1 << 53


class Operators(Expressions):
    def _node(self, value: Any) -> Node:
        if isinstance(value, enum.Enum):
            raise self.refuse(f"a {type(value).__name__} is used as a number", "use plain integers")
        return super()._node(value)

    # --- arithmetic -------------------------------------------------------------------------------------------

    def _binop(self, node: ast.BinOp, env: dict[str, Any]) -> Any:
        one, two = self.eval(node.left, env), self.eval(node.right, env)
        return self.binary(type(node.op), one, two)

    def binary(self, kind: type, one: Any, two: Any) -> Any:
        if kind not in _NAMES:
            raise self.refuse(f"the operator {kind.__name__} is not supported", "use + - * / // % & | ^ << >>")
        if isinstance(one, Alt) or isinstance(two, Alt):
            return self.either_way(lambda x, y: self.binary(kind, x, y), one, two)
        one, two = self.seen_value(one), self.seen_value(two)
        if not symbolic(one) and not symbolic(two) and not isinstance(one, list):
            return self.computed(BINARY[kind], one, two)
        if isinstance(one, Scalar) and isinstance(two, Scalar):
            return self._arithmetic(_NAMES[kind], self._node(one), self._node(two))
        if kind is ast.Add:
            return self._concatenated(one, two)
        if kind is ast.Mult and isinstance(two, int) and isinstance(one, tuple):
            return one * two
        raise self.refuse(
            f"the operation {kind.__name__} is applied to {self.named(one)} and {self.named(two)}",
            "use the operation only on numbers",
        )

    def _concatenated(self, one: Any, two: Any) -> Any:
        if type(one) is tuple and type(two) is tuple:
            return one + two
        return Listed(self.items(one) + self.items(two), frozen=type(one) is tuple or getattr(one, "frozen", False))

    def _arithmetic(self, name: str, one: Node, two: Node) -> Any:
        if name == "pow":
            return self._power(one, two)
        if name == "div" or "float" in (one.kind, two.kind):
            return self._float_arithmetic(name, one, two)
        if name in ("shl", "shr"):
            self._check_shift(two)
        if name in ("floordiv", "mod"):
            self._check_divisor(two)
        if name in ("and", "or", "xor") and one.kind == two.kind == "bool":
            return self.op(name, one, two)
        return self.number(name, one, two)

    def _check_shift(self, by: Node) -> None:
        by = self.seen(by)
        if by.lo < 0 or by.hi > MOST_SHIFT:
            most = by.hi if by.hi < 10**6 else "more than a million"
            raise self.refuse(
                f"a number is shifted by {by.lo} to {most} places",
                f"test with `if` that the shift is from 0 to {MOST_SHIFT}",
            )

    def _check_divisor(self, by: Node) -> None:
        by = self.seen(by)
        if by.lo <= 0 <= by.hi:
            raise self.refuse("the divisor may be 0", "test the divisor with `if` first")

    def _power(self, one: Node, two: Node) -> Any:
        if two.constant and type(two.data) is int and 0 <= two.data <= 4 and one.kind != "float":
            result: Any = 1
            for _ in range(two.data):
                result = self.number("mul", result, one)
            return result
        return self.tabulated(lambda x, y: x**y, one, two)

    def tabulated(self, function: Callable[..., Any], *nodes: Node) -> Any:
        # All arguments must depend on one symbol with few values.
        root = self._root(nodes)
        if root is None:
            raise self.refuse("** is used with a float", "write x * x instead of x ** 2")
        values = []
        for value in range(root.lo, root.hi + 1):
            parts = [self._evaluated(node, root, value) for node in nodes]
            values.append(function(*parts))
        return self.pick(tuple(values), self.number("sub", root, root.lo) if root.lo else root)

    def _root(self, nodes: tuple[Node, ...]) -> Node | None:
        found: set[Node] = set()
        todo = list(nodes)
        while todo and len(found) < 2:
            node = todo.pop()
            if node.op in ("const",):
                continue
            if (
                node.kind == "int"
                and node.hi - node.lo < 600
                and node.op not in ("add", "sub", "neg", "mul", "select")
            ):
                if node.op in ("mod", "floordiv", "refine", "lookup", "whole", "exact") and self._small(node.args[0]):
                    todo.append(node.args[0])
                else:
                    found.add(node)
            elif not node.args:
                return None
            else:
                todo.extend(node.args)
        return found.pop() if len(found) == 1 else None

    @staticmethod
    def _small(node: Node) -> bool:
        return node.kind == "int" and node.hi - node.lo < 600

    def _evaluated(self, node: Node, root: Node, value: int) -> Any:
        from advsearch.lowering.words.evaluate import value_of

        return value_of(node, {root.number: value})

    def _float_arithmetic(self, name: str, one: Node, two: Node) -> Any:
        names = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
        if name not in names:
            raise self.refuse(f"{name} is used with floats", "use + - * /")
        for node in (one, two):
            if node.kind != "float" and max(abs(node.lo), abs(node.hi)) > EXACT:
                raise self.refuse("an integer beyond 2**53 is used as a float", "use smaller integers")
        if name == "div":
            divisor = self.seen(two)
            if divisor.kind != "float" and divisor.lo <= 0 <= divisor.hi:
                raise self.refuse("the divisor may be 0", "test the divisor with `if` first")
            if divisor.kind == "float" and not divisor.constant:
                raise self.refuse("a number is divided by a float", "multiply, or divide by an integer or a constant")
        return self.floating(names[name], one, two)

    def _unaryop(self, node: ast.UnaryOp, env: dict[str, Any]) -> Any:
        return self.unary(type(node.op), self.eval(node.operand, env))

    def unary(self, kind: type, value: Any) -> Any:
        if kind is ast.Not:
            return simple(self.graph.make("not", self.truth(value)))
        if isinstance(value, Alt):
            return self.either_way(lambda x: self.unary(kind, x), value)
        if not symbolic(value):
            return self.computed(UNARY[kind], value)
        if not isinstance(value, Node) or (value.kind == "float" and kind is ast.Invert):
            raise self.refuse(
                f"the operation {kind.__name__} is applied to {self.named(value)}",
                "use the operation only on numbers",
            )
        if value.kind == "float":
            return self.op("fneg", value) if kind is ast.USub else value
        if kind is ast.UAdd:  # +True is 1
            return self.number("add", value, 0) if value.kind == "bool" else value
        return self.number("invert" if kind is ast.Invert else "neg", value)

    # --- comparisons and conditions ---------------------------------------------------------------------------

    def _boolop(self, node: ast.BoolOp, env: dict[str, Any]) -> Any:
        return self._chain(isinstance(node.op, ast.And), node.values, env)

    def _chain(self, conjunction: bool, nodes: list[ast.expr], env: dict[str, Any]) -> Any:
        value = self.eval(nodes[0], env)
        if len(nodes) == 1:
            return value
        truth = self.truth(value)
        if truth.constant:
            return self._chain(conjunction, nodes[1:], env) if bool(truth.data) == conjunction else value
        heads.check_skipped(self, nodes[1:])
        kept, inner = self.saved(), dict(env)
        try:
            self.assume(truth, conjunction)
            rest = self._chain(conjunction, nodes[1:], inner)
        except Contradiction:
            rest, inner = value, env
        self.restore(kept)
        self.rebind(truth, *((inner, dict(env)) if conjunction else (dict(env), inner)), env)
        return self.choose(truth, rest, value) if conjunction else self.choose(truth, value, rest)

    def _ifexp(self, node: ast.IfExp, env: dict[str, Any]) -> Any:
        truth = self.truth(self.eval(node.test, env))
        if truth.constant:
            return self.eval(node.body if truth.data else node.orelse, env)
        heads.check_skipped(self, [node.body, node.orelse])
        values: list[Any] = []
        inner = [dict(env), dict(env)]
        for holds, arm in ((True, node.body), (False, node.orelse)):
            kept = self.saved()
            try:
                self.assume(truth, holds)
                values.append(self.eval(arm, inner[not holds]))
            except Contradiction:
                values.append(UNSET)
            self.restore(kept)
        if UNSET in values:
            env.update(inner[values[0] is UNSET])
            return values[0] if values[1] is UNSET else values[1]
        self.rebind(truth, inner[0], inner[1], env)
        owners.check_chosen(self, values, env)
        return self.choose(truth, values[0], values[1])

    def rebind(self, condition: Node, one: dict[str, Any], two: dict[str, Any], env: dict[str, Any]) -> None:
        """Store `one[name] if condition else two[name]` in `env`, for each variable."""
        for name in one.keys() | two.keys():
            first, second = one.get(name, UNSET), two.get(name, UNSET)
            if first is not second:
                known = first if second is UNSET else second
                env[name] = known if UNSET in (first, second) else self.choose(condition, first, second)

    def _compare(self, node: ast.Compare, env: dict[str, Any]) -> Any:
        heads.check_chain(self, node)
        left = self.eval(node.left, env)
        found: Any = True
        for kind, expression in zip(node.ops, node.comparators, strict=True):
            right = self.eval(expression, env)
            one = self.compared(type(kind), left, right)
            found = one if found is True else simple(self.graph.both(self._node(found), self._node(one)))
            if found is False:
                return False
            left = right
        return found

    def compared(self, kind: type, one: Any, two: Any) -> Any:
        if isinstance(one, Alt) or isinstance(two, Alt):
            return self.either_way(lambda x, y: self.compared(kind, x, y), one, two)
        one, two = self.seen_value(one), self.seen_value(two)
        if kind in (ast.Is, ast.IsNot):
            same = self._same(one, two)
            return same if kind is ast.Is else not same
        if kind in (ast.In, ast.NotIn):
            found = self.contained(one, two)
            return found if kind is ast.In else simple(self.graph.make("not", self._node(found)))
        if not symbolic(one) and not symbolic(two):
            return self.computed(COMPARISONS[kind], one, two)
        if isinstance(one, Scalar) and isinstance(two, Scalar):
            return self._ordered(kind, self._node(one), self._node(two))
        if kind in (ast.Eq, ast.NotEq):
            equal = self.equal(one, two)
            return equal if kind is ast.Eq else simple(self.graph.make("not", self._node(equal)))
        raise self.refuse(
            f"{self.named(one)} is compared with {self.named(two)}", "compare numbers, one pair at a time"
        )

    def _same(self, one: Any, two: Any) -> bool:
        for value, other in ((one, two), (two, one)):
            if value is None or isinstance(value, bool | type):
                if isinstance(other, Node) and isinstance(value, bool):
                    raise self.refuse("`is` compares a number", "write ==")
                return one is two
        if symbolic(one) or symbolic(two):
            raise self.refuse("`is` compares values that are not constants", "write ==")
        return one is two

    def _ordered(self, kind: type, one: Node, two: Node) -> Any:
        graph = self.graph
        one, two = self.seen(one), self.seen(two)
        if "float" in (one.kind, two.kind):
            for node in (one, two):
                if node.kind != "float" and max(abs(node.lo), abs(node.hi)) > EXACT:
                    raise self.refuse(
                        "a float is compared with a large integer", "use smaller integers together with floats"
                    )
            name, swap, flip = _OF_FLOATS[kind]
            found = self.floating(name, *((two, one) if swap else (one, two)))
            return simple(graph.make("not", self._node(found))) if flip else found
        if one.kind == two.kind == "bool" and kind in (ast.Eq, ast.NotEq):
            found = graph.make("eq", one, two)
        else:
            one, two = whole(graph, one), whole(graph, two)
            if kind in (ast.Gt, ast.LtE):
                one, two = two, one
            found = graph.make("eq" if kind in (ast.Eq, ast.NotEq) else "lt", one, two)
        if kind in (ast.NotEq, ast.LtE, ast.GtE):
            found = graph.make("not", found)
        return simple(self.resolved(found))

    def equal(self, one: Any, two: Any) -> Any:
        if isinstance(one, Scalar) and isinstance(two, Scalar):
            return self._ordered(ast.Eq, self._node(one), self._node(two))
        if isinstance(one, Record) or isinstance(two, Record):
            return self._equal_records(one, two)
        if isinstance(one, Picked) or isinstance(two, Picked):
            return self._equal_picked(one, two)
        if type(one) is tuple and type(two) is tuple:
            if len(one) != len(two):
                return False
            found: Any = self.graph.true
            for x, y in zip(one, two, strict=True):
                found = self.graph.both(found, self._node(self.compared(ast.Eq, x, y)))
            return simple(self.resolved(found))
        if symbolic(one) and symbolic(two):
            raise self.refuse(
                f"{self.named(one)} is compared with {self.named(two)}", "compare numbers, one pair at a time"
            )
        return False

    def _equal_records(self, one: Any, two: Any) -> Any:
        from advsearch.lowering.rows.value_classes import compares_fields

        first, second = as_record(one), as_record(two)
        for record in (first, second):
            if record is not None and not compares_fields(record.kind):
                raise self.refuse(f"== compares {self.named(record)}", "let `__eq__` compare all fields")
        if tuple in (type(one), type(two)):  # a NamedTuple is equal to the tuple of its fields
            one, two = (
                tuple(each.fields.values()) if isinstance(each, Record) and issubclass(each.kind, tuple) else each
                for each in (one, two)
            )
            return self.equal(one, two) if type(one) is type(two) is tuple else False
        if first is None or second is None or first.kind is not second.kind:
            return False
        return self.equal(tuple(first.fields.values()), tuple(second.fields.values()))

    def _equal_picked(self, one: Any, two: Any) -> Any:
        if not isinstance(one, Picked):
            one, two = two, one
        if symbolic(two):
            if isinstance(two, tuple) and all(type(c) is tuple and len(c) == len(two) for c in one.choices):
                return self.equal(tuple(self.items_of_picked(one)), two)
            raise self.refuse(
                "two tuples of values that are not constants are compared", "compare the items one by one"
            )
        return self.pick(tuple(choice == two for choice in one.choices), one.index)

    def contained(self, item: Any, group: Any) -> Any:
        if not symbolic(item) and not symbolic(group):
            return item in group
        if isinstance(group, Record) and getattr(group.kind, "__contains__", None) is not tuple.__contains__:
            raise self.refuse(
                f"`in` is used with {self.named(group)}", "rename the method `__contains__`, and call the method"
            )
        if isinstance(group, range) and group.step == 1 and isinstance(item, Scalar):
            low = self.compared(ast.LtE, group.start, item)
            high = self.compared(ast.Lt, item, group.stop)
            return simple(self.graph.both(self._node(low), self._node(high)))
        found = self.graph.false
        if isinstance(group, dict | set | frozenset):
            group = tuple(group)
        for guard, one in self.items(group):
            same = self.compared(ast.Eq, one, item)
            found = self.graph.either(found, self.graph.both(guard, self._node(same)))
        return simple(self.resolved(found))
