"""Expressions of the rules, run on symbols."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

from advsearch.lowering.refusals import Refused
from advsearch.lowering.source import MISSING, Method, Property, Source, class_attribute
from advsearch.lowering.words.context import Context, Contradiction
from advsearch.lowering.words.graph import Graph, Node
from advsearch.lowering.words.values import (
    UNSET,
    Alt,
    Bound,
    CellsOf,
    Closure,
    Family,
    Listed,
    Octets,
    Picked,
    Record,
    Scalar,
    field_names,
    joined,
    simple,
    symbolic,
    whole,
)

_BINARY: Final[dict[type, tuple[str, Callable[[Any, Any], Any]]]] = {
    ast.Add: ("add", operator.add),
    ast.Sub: ("sub", operator.sub),
    ast.Mult: ("mul", operator.mul),
    ast.FloorDiv: ("floordiv", operator.floordiv),
    ast.Mod: ("mod", operator.mod),
    ast.BitAnd: ("and", operator.and_),
    ast.BitOr: ("or", operator.or_),
    ast.BitXor: ("xor", operator.xor),
    ast.LShift: ("shl", operator.lshift),
    ast.RShift: ("shr", operator.rshift),
    ast.Div: ("div", operator.truediv),
    ast.Pow: ("pow", operator.pow),
}
_COMPARE: Final[dict[type, Callable[[Any, Any], Any]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FEWEST: Final = 4
"""Rows of so many numbers are kept together, so that one line of the cache has them."""
_UNARY: Final[dict[type, Callable[[Any], Any]]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
_OF_FLOATS: Final[dict[type, tuple[str, bool, bool]]] = {
    ast.Eq: ("feq", False, False),
    ast.NotEq: ("feq", False, True),
    ast.Lt: ("flt", False, False),
    ast.Gt: ("flt", True, False),
    ast.LtE: ("fle", False, False),
    ast.GtE: ("fle", True, False),
}
"""Of a comparison, the operation on floats, whether its operands change places, and whether it is negated."""
MOST_SHIFT: Final = 512
"""No shift by more than this is lowered."""
EXACT: Final = 1 << 53
"""Integers up to this are exact as floats."""


class Frame:
    """A call that is being run."""

    def __init__(self, source: Source, env: dict[str, Any]) -> None:
        self.source = source
        self.env = env


class Expressions(Context):
    """Evaluates expressions; `Calls` adds calls, `Methods` statements."""

    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self.frames: list[Frame] = []
        self.at: ast.AST | None = None

    def refuse(self, construct: str, instead: str = "") -> Refused:
        """The refusal of the construct that is being run."""
        assert self.at is not None
        return self.frames[-1].source.refusal(self.at, construct, instead)

    def no_form(self, node: ast.AST, instead: str = "") -> Refused:
        self.at = node
        text = ast.unparse(node).splitlines()[0]
        return self.refuse(f"{text if len(text) < 60 else text[:57] + '...'}", instead)

    # --- evaluation -------------------------------------------------------------------------------------------

    def eval(self, node: ast.expr, env: dict[str, Any]) -> Any:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.no_form(node, "has no form over words")
        before, self.at = self.at, node
        value = method(node, env)
        self.at = before
        return value

    def _constant(self, node: ast.Constant, env: dict[str, Any]) -> Any:
        return node.value

    def _name(self, node: ast.Name, env: dict[str, Any]) -> Any:
        value = env.get(node.id, UNSET)
        if value is not UNSET:
            return self.seen_value(value)
        return self.frames[-1].source.lookup(node.id, node)

    def seen_value(self, value: Any) -> Any:
        if isinstance(value, Node):
            return simple(self.seen(value))
        if isinstance(value, Alt):
            condition = self.resolved(value.condition)
            if condition.constant:
                return self.seen_value(value.one if condition.data else value.two)
        return value

    def _tuple(self, node: ast.Tuple, env: dict[str, Any]) -> Any:
        items = self.spread(node.elts, env)
        return tuple(item for _, item in items.items) if self.plain(items) else Listed(items.items, frozen=True)

    def _list(self, node: ast.List, env: dict[str, Any]) -> Any:
        return self.spread(node.elts, env)

    def plain(self, items: Listed) -> bool:
        """Whether all of a list's items are there."""
        return all(guard is self.graph.true and not isinstance(item, Family) for guard, item in items.items)

    def spread(self, nodes: list[ast.expr], env: dict[str, Any]) -> Listed:
        items: list[tuple[Node, Any]] = []
        for one in nodes:
            if isinstance(one, ast.Starred):
                items += self.items(self.eval(one.value, env))
            else:
                items.append((self.graph.true, self.eval(one, env)))
        return Listed(items)

    def _set(self, node: ast.Set, env: dict[str, Any]) -> Any:
        items = [self.eval(one, env) for one in node.elts]
        if symbolic(items):
            raise self.no_form(node, "write a set of cells as an integer, one bit each")
        return frozenset(items)

    def _dict(self, node: ast.Dict, env: dict[str, Any]) -> Any:
        raise self.no_form(node, "make the dict a constant outside of the function")

    def _joinedstr(self, node: ast.JoinedStr, env: dict[str, Any]) -> Any:
        raise self.no_form(node, "states and actions of bitboard rules hold no text")

    def _namedexpr(self, node: ast.NamedExpr, env: dict[str, Any]) -> Any:
        value = self.eval(node.value, env)
        env[node.target.id] = value
        return value

    def _lambda(self, node: ast.Lambda, env: dict[str, Any]) -> Any:
        return Closure(node, self.frames[-1].source, self.frames[-1], env)

    def _starred(self, node: ast.Starred, env: dict[str, Any]) -> Any:
        raise self.no_form(node)

    # --- arithmetic -------------------------------------------------------------------------------------------

    def _binop(self, node: ast.BinOp, env: dict[str, Any]) -> Any:
        one, two = self.eval(node.left, env), self.eval(node.right, env)
        return self.binary(type(node.op), one, two)

    def binary(self, kind: type, one: Any, two: Any) -> Any:
        if kind not in _BINARY:
            raise self.refuse(f"the operator {kind.__name__}", "use + - * / // % & | ^ << >>")
        if isinstance(one, Alt) or isinstance(two, Alt):
            return self.either_way(lambda x, y: self.binary(kind, x, y), one, two)
        one, two = self.seen_value(one), self.seen_value(two)
        name, plain = _BINARY[kind]
        if not symbolic(one) and not symbolic(two) and not isinstance(one, list):
            return plain(one, two)
        if isinstance(one, Scalar) and isinstance(two, Scalar):
            return self._arithmetic(name, self._node(one), self._node(two))
        if kind is ast.Add:
            return self._concatenated(one, two)
        if kind is ast.Mult and isinstance(two, int) and isinstance(one, tuple):
            return one * two
        raise self.refuse(f"{kind.__name__} of {self.named(one)} and {self.named(two)}")

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
            raise self.refuse(
                f"a shift by {by.lo} to {by.hi if by.hi < 10**6 else 'more than a million'}",
                "test or mask the number, so that it lies between 0 and the board's bits",
            )

    def _check_divisor(self, by: Node) -> None:
        by = self.seen(by)
        if by.lo <= 0 <= by.hi:
            raise self.refuse("a division by a number that may be 0", "test for 0 before")

    def _power(self, one: Node, two: Node) -> Any:
        if two.constant and type(two.data) is int and 0 <= two.data <= 4 and one.kind != "float":
            result: Any = 1
            for _ in range(two.data):
                result = self.number("mul", result, one)
            return result
        return self.tabulated(lambda x, y: x**y, one, two)

    def tabulated(self, function: Callable[..., Any], *nodes: Node) -> Any:
        """A function of what depends on one symbol of few values, as a table of them."""
        root = self._root(nodes)
        if root is None:
            raise self.refuse("** of a float", "write x * x for x ** 2")
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
            raise self.refuse(f"{name} of floats", "use + - * /")
        for node in (one, two):
            if node.kind != "float" and max(abs(node.lo), abs(node.hi)) > EXACT:
                raise self.refuse("a float of an integer beyond 2**53", "keep numbers that meet floats small")
        if name == "div":
            divisor = self.seen(two)
            if divisor.kind != "float" and divisor.lo <= 0 <= divisor.hi:
                raise self.refuse("a division by a number that may be 0", "test for 0 before")
            if divisor.kind == "float" and not divisor.constant:
                raise self.refuse("a division by a float", "multiply, or divide by an integer or a constant")
        return self.floating(names[name], one, two)

    def _unaryop(self, node: ast.UnaryOp, env: dict[str, Any]) -> Any:
        return self.unary(type(node.op), self.eval(node.operand, env))

    def unary(self, kind: type, value: Any) -> Any:
        if kind is ast.Not:
            return simple(self.graph.make("not", self.truth(value)))
        if isinstance(value, Alt):
            return self.either_way(lambda x: self.unary(kind, x), value)
        if not symbolic(value):
            return _UNARY[kind](value)
        if not isinstance(value, Node):
            raise self.refuse(f"{kind.__name__} of {self.named(value)}")
        if value.kind == "float":
            return self.op("fneg", value) if kind is ast.USub else value
        return self.number("invert" if kind is ast.Invert else "neg", value) if kind is not ast.UAdd else value

    # --- truth and comparison ---------------------------------------------------------------------------------

    def truth(self, value: Any) -> Node:
        """`bool(value)` as a node."""
        graph = self.graph
        if isinstance(value, Alt):
            return graph.select(
                self.resolved(value.condition), self.truth(value.one), self.truth(value.two)
            )  # fmt: skip
        if isinstance(value, Node):
            return self.resolved(graph.truth(self.seen(value)))
        if isinstance(value, Listed):
            found = graph.false
            for guard, _ in self.items(value):
                found = graph.either(found, guard)
            return self.resolved(found)
        if isinstance(value, CellsOf) and value.guard is None:
            return self.resolved(graph.truth(value.word))
        if isinstance(value, Picked):
            return self.truth(self.pick(tuple(map(bool, value.choices)), value.index))
        if isinstance(value, Record | Closure | CellsOf | Octets):
            if (
                isinstance(value, Record)
                and not hasattr(value.kind, "__bool__")
                and not hasattr(value.kind, "__len__")
            ):
                return graph.true
            raise self.refuse(f"the truth of {self.named(value)}")
        return graph.const(bool(value))

    def _boolop(self, node: ast.BoolOp, env: dict[str, Any]) -> Any:
        return self._chain(isinstance(node.op, ast.And), node.values, env)

    def _chain(self, conjunction: bool, nodes: list[ast.expr], env: dict[str, Any]) -> Any:
        value = self.eval(nodes[0], env)
        if len(nodes) == 1:
            return value
        truth = self.truth(value)
        if truth.constant:
            return self._chain(conjunction, nodes[1:], env) if bool(truth.data) == conjunction else value
        kept = self.saved()
        try:
            self.assume(truth, conjunction)
            rest = self._chain(conjunction, nodes[1:], env)
        except Contradiction:
            rest = value
        self.restore(kept)
        return self.choose(truth, rest, value) if conjunction else self.choose(truth, value, rest)

    def _ifexp(self, node: ast.IfExp, env: dict[str, Any]) -> Any:
        truth = self.truth(self.eval(node.test, env))
        if truth.constant:
            return self.eval(node.body if truth.data else node.orelse, env)
        values: list[Any] = []
        for holds, arm in ((True, node.body), (False, node.orelse)):
            kept = self.saved()
            try:
                self.assume(truth, holds)
                values.append(self.eval(arm, env))
            except Contradiction:
                values.append(UNSET)
            self.restore(kept)
        if UNSET in values:
            return values[0] if values[1] is UNSET else values[1]
        return self.choose(truth, values[0], values[1])

    def _compare(self, node: ast.Compare, env: dict[str, Any]) -> Any:
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
            return _COMPARE[kind](one, two)
        if isinstance(one, Scalar) and isinstance(two, Scalar):
            return self._ordered(kind, self._node(one), self._node(two))
        if kind in (ast.Eq, ast.NotEq):
            equal = self.equal(one, two)
            return equal if kind is ast.Eq else simple(self.graph.make("not", self._node(equal)))
        raise self.refuse(f"a comparison of {self.named(one)} and {self.named(two)}")

    def _same(self, one: Any, two: Any) -> bool:
        for value, other in ((one, two), (two, one)):
            if value is None or isinstance(value, bool | type):
                if isinstance(other, Node) and isinstance(value, bool):
                    raise self.refuse("`is` with a number", "write ==")
                return one is two
        if symbolic(one) or symbolic(two):
            raise self.refuse("`is` between computed values", "write ==")
        return one is two

    def _ordered(self, kind: type, one: Node, two: Node) -> Any:
        graph = self.graph
        one, two = self.seen(one), self.seen(two)
        if "float" in (one.kind, two.kind):
            for node in (one, two):
                if node.kind != "float" and max(abs(node.lo), abs(node.hi)) > EXACT:
                    raise self.refuse("a comparison of a float and a large integer")
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
        """`one == two`, of any values."""
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
            raise self.refuse(f"a comparison of {self.named(one)} and {self.named(two)}")
        return False

    def _equal_records(self, one: Any, two: Any) -> Any:
        from advsearch.lowering.words.values import as_record

        first, second = as_record(one), as_record(two)
        if first is None or second is None or first.kind is not second.kind:
            return False
        return self.equal(tuple(first.fields.values()), tuple(second.fields.values()))

    def _equal_picked(self, one: Any, two: Any) -> Any:
        if not isinstance(one, Picked):
            one, two = two, one
        if symbolic(two):
            if isinstance(two, tuple) and all(type(c) is tuple and len(c) == len(two) for c in one.choices):
                return self.equal(tuple(self.items_of_picked(one)), two)
            raise self.refuse("a comparison of two computed tuples", "compare their parts")
        return self.pick(tuple(choice == two for choice in one.choices), one.index)

    def contained(self, item: Any, group: Any) -> Any:
        if not symbolic(item) and not symbolic(group):
            return item in group
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

    def either_way(self, function: Callable[..., Any], *values: Any) -> Any:
        """A function of values of which one is an `Alt`, run for both of its values."""
        place = next(index for index, value in enumerate(values) if isinstance(value, Alt))
        alt = values[place]
        condition = self.resolved(alt.condition)
        results: list[Any] = []
        for holds, value in ((True, alt.one), (False, alt.two)):
            if condition.constant and bool(condition.data) != holds:
                results.append(UNSET)
                continue
            kept = self.saved()
            try:
                self.assume(condition, holds)
                results.append(function(*values[:place], value, *values[place + 1 :]))
            except Contradiction:
                results.append(UNSET)
            self.restore(kept)
        if UNSET in results:
            return results[0] if results[1] is UNSET else results[1]
        return joined(self.graph, condition, results[0], results[1])

    # --- parts ------------------------------------------------------------------------------------------------

    def named(self, value: Any) -> str:
        """The name of a kind of value, for messages."""
        if isinstance(value, Node):
            return f"a number ({value.kind})"
        if isinstance(value, Record):
            return f"a {value.kind.__name__}"
        names = {Listed: "a list", CellsOf: "cells", Picked: "an item of a table", Closure: "a function",
                 Octets: "bytes", Alt: f"{self.named(value.one)} or {self.named(value.two)}" if isinstance(value, Alt)
                 else ""}  # fmt: skip
        return names.get(type(value), f"a {type(value).__name__}")

    def _attribute(self, node: ast.Attribute, env: dict[str, Any]) -> Any:
        return self.attribute(self.eval(node.value, env), node.attr)

    def attribute(self, value: Any, name: str) -> Any:
        if isinstance(value, Alt):
            return self.either_way(lambda x: self.attribute(x, name), value)
        if isinstance(value, Record):
            if name in value.fields:
                return self.seen_value(value.fields[name])
            found = class_attribute(value.kind, name)
            if isinstance(found, Property):
                return self.call_function(found.function, [value], {})
            if found is MISSING and name != "_replace":
                raise self.refuse(f"the attribute {name} of {self.named(value)}")
            return Bound(value, name) if isinstance(found, Method) or name == "_replace" else found
        if isinstance(value, Picked):
            return self.pick(tuple(getattr(choice, name) for choice in value.choices), value.index)
        if symbolic(value) or isinstance(value, Listed):
            return Bound(value, name)
        try:
            return getattr(value, name)
        except AttributeError:
            raise self.refuse(f"the attribute {name} of {self.named(value)}, which has none") from None

    def pick(self, choices: tuple[Any, ...], index: Any) -> Any:
        """`choices[index]`, the index being within them."""
        if not isinstance(index, Node):
            return choices[index]
        first = choices[index.lo]
        within = choices[index.lo : index.hi + 1]
        if all(one is first for one in within):
            return first
        kinds = {type(one) for one in within}
        if kinds <= {int, bool, float}:
            if kinds == {int, bool}:
                choices = tuple(map(int, choices))
            elif kinds == {int, float}:
                choices = tuple(map(float, choices))
            return simple(self.graph.lookup(self.graph.table(choices), index))
        if type(None) in kinds and kinds <= {int, bool, type(None)}:
            missing = self._node(self.pick(tuple(one is None for one in choices), index))
            return self.choose(missing, None, self.pick(tuple(int(one or 0) for one in choices), index))
        return Picked(choices, index)

    def items_of_picked(self, value: Picked) -> list[Any]:
        within = value.choices[value.index.lo : value.index.hi + 1]
        sizes = {len(one) for one in within}
        if len(sizes) != 1:
            raise self.refuse("a loop over a row of a table whose rows differ in length", "fill the rows up")
        return [self.subscript(value, place) for place in range(sizes.pop())]

    def _subscript(self, node: ast.Subscript, env: dict[str, Any]) -> Any:
        value = self.eval(node.value, env)
        if isinstance(node.slice, ast.Slice):
            parts = [None if one is None else self.eval(one, env)
                     for one in (node.slice.lower, node.slice.upper, node.slice.step)]  # fmt: skip
            return self.subscript(value, slice(*parts))
        return self.subscript(value, self.eval(node.slice, env))

    def subscript(self, value: Any, index: Any) -> Any:
        if isinstance(value, Alt) or isinstance(index, Alt):
            return self.either_way(self.subscript, value, index)
        value, index = self.seen_value(value), self.seen_value(index)
        if isinstance(index, Node) and index.kind == "bool":
            index = self.number("add", index, 0)
        if not isinstance(index, Node) and symbolic(index):
            raise self.refuse(f"an index that is {self.named(index)}")
        if isinstance(value, Record):
            names = field_names(value.kind) or ()
            if not issubclass(value.kind, tuple):
                raise self.refuse(f"an index into {self.named(value)}")
            value = tuple(value.fields[name] for name in names)
        if isinstance(value, Octets):
            value = value.parts
        if isinstance(value, Listed):
            if not self.plain(value):
                raise self.refuse("an index into a list whose length is not fixed")
            value = tuple(item for _, item in value.items)
        if isinstance(value, Picked):
            return self._subscript_picked(value, index)
        if isinstance(index, Node):
            return self._by_symbol(value, index)
        if symbolic(value) and not isinstance(value, tuple):
            raise self.refuse(f"an index into {self.named(value)}")
        return value[index]

    def _by_symbol(self, value: Any, index: Node) -> Any:
        if isinstance(value, dict):
            keys = sorted(value) if value and all(type(key) is int for key in value) else []
            if not keys or keys != list(range(keys[0], keys[-1] + 1)):
                raise self.refuse("a dict whose keys are not consecutive integers", "use a tuple, or test the keys")
            shifted = self.number("sub", index, keys[0])
            return self.subscript(tuple(value[key] for key in keys), shifted)
        if isinstance(value, bytes | range):
            value = tuple(value)
        if not isinstance(value, tuple | list):
            raise self.refuse(f"an index into {self.named(value)}")
        index = self.seen(index)
        size = len(value)
        if index.lo < -size or index.hi >= size:
            raise self.refuse(
                f"an index of {index.lo} to {index.hi} into {size} items",
                "the index must be known to lie within: test it, or use divmod, % or &",
            )
        if index.lo < 0:
            moved = self._from_end(index, size)
            if moved is not None:
                return self._by_symbol(value, moved)
            value = (*value[index.lo :], *value[: max(index.hi + 1, 0)])
            found = self.number("sub", index, index.lo)
            return self._by_symbol(tuple(value), found) if isinstance(found, Node) else value[found]
        if symbolic(value):
            found = value[index.hi]
            for place in range(index.hi - 1, index.lo - 1, -1):
                found = self.choose(self.graph.make("eq", index, self.graph.const(place)), value[place], found)
            return found
        return self.pick(tuple(value), index)

    def _from_end(self, index: Node, size: int) -> Node | None:
        """A field of a state that is -1 or a cell, and is kept with the number behind its cells for -1."""
        if index.op == "signed" and index.hi + 2 == size:
            return index.args[0]
        return None

    def _subscript_picked(self, value: Picked, index: Any) -> Any:
        within = value.choices[value.index.lo : value.index.hi + 1]
        if not all(isinstance(one, tuple | list | bytes | Record) for one in within):
            raise self.refuse("an index into an item of a table that is not a row")
        if isinstance(index, slice):
            return self.pick(tuple(one[index] for one in value.choices), value.index)
        if isinstance(index, Node):
            return self._flat(value, within, index)
        if value.flat:
            row = within[0][index if index >= 0 else index + len(within[0])]
            offset = value.offset + sum(self._leaves(part) for part in within[0][: index % len(within[0])])
            if isinstance(row, int | float):
                column = value.flat[offset :: value.stride]
                if _in_steps(column):
                    return simple(self.graph.lookup(self.graph.table(column), value.index))
                base = self.number("mul", value.index, value.stride)
                column = value.flat[offset :: value.stride][value.index.lo : value.index.hi + 1]
                place = self._node(self.number("add", base, offset))
                return simple(self.graph.lookup(self.graph.table(value.flat), place, column))
            return Picked(tuple(one[index] for one in value.choices), value.index, value.flat, value.stride, offset)
        shapes = {self._shape(one) for one in value.choices}
        if len(shapes) == 1 and None not in shapes and _FEWEST <= self._leaves(value.choices[0]) <= 64:
            flat: list[Any] = []
            for one in value.choices:
                self._flatten(one, flat)
            stride = len(flat) // len(value.choices)
            return self._subscript_picked(Picked(value.choices, value.index, tuple(flat), stride, 0), index)
        return self.pick(tuple(one[index] for one in value.choices), value.index)

    def _flat(self, value: Picked, within: tuple[Any, ...], index: Node) -> Any:
        """`rows[i][j]`, both symbols: one table."""
        size = max(len(one) for one in within)
        index = self.seen(index)
        if index.lo < 0 or index.hi >= min(len(one) for one in within):
            raise self.refuse(f"an index of {index.lo} to {index.hi} into a row of {size} items", "test it before")
        rows: list[Any] = []
        for one in value.choices:
            rows += [*one, *([one[0] if one else 0] * (size - len(one)))]
        base = self.number("mul", value.index, size)
        return self.pick(tuple(rows), self._node(self.number("add", base, index)))

    def _shape(self, value: Any) -> Any:
        """The nesting of a constant of integers; None where it has anything else."""
        if type(value) is int:
            return 0
        if isinstance(value, tuple | list):
            parts = tuple(map(self._shape, value))
            return None if None in parts else parts
        return None

    def _leaves(self, value: Any) -> int:
        return sum(map(self._leaves, value)) if isinstance(value, tuple | list) else 1

    def _flatten(self, value: Any, into: list[Any]) -> None:
        if isinstance(value, tuple | list):
            for one in value:
                self._flatten(one, into)
        else:
            into.append(value)

    def items(self, value: Any) -> list[tuple[Node, Any]]:
        raise NotImplementedError

    def call_function(self, function: Any, args: list[Any], keywords: dict[str, Any]) -> Any:
        raise NotImplementedError


def _in_steps(numbers: tuple[int, ...]) -> bool:
    """Whether the numbers have a constant difference, as those of a range."""
    return len({two - one for one, two in pairwise(numbers)}) <= 1
