"""Evaluates expressions on symbols: `x + 1` becomes a graph node."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from itertools import pairwise
from types import MethodType
from typing import Any, Final

from advsearch.lowering.refusals import Refused
from advsearch.lowering.source import MISSING, Method, Property, class_attribute
from advsearch.lowering.words.context import Context, Contradiction
from advsearch.lowering.words.flows import Frame as Frame
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
    as_chosen,
    field_names,
    is_iterator,
    joined,
    simple,
    symbolic,
)

_FEWEST: Final = 4


class Expressions(Context):
    def __init__(self, graph: Graph) -> None:
        super().__init__(graph)
        self.frames: list[Frame] = []
        self.at: ast.AST | None = None

    def refuse(self, construct: str, instead: str) -> Refused:
        assert self.at is not None
        return self.frames[-1].source.refusal(self.at, construct, instead)

    def no_form(self, node: ast.AST, instead: str) -> Refused:
        self.at = node
        text = ast.unparse(node).splitlines()[0]
        return self.refuse(f"`{text if len(text) < 60 else text[:57] + '...'}` is not supported", instead)

    # --- evaluation -------------------------------------------------------------------------------------------

    def eval(self, node: ast.expr, env: dict[str, Any]) -> Any:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.no_form(node, "use only integers, tuples and `for` loops")
        before, self.at = self.at, node
        value = method(node, env)
        self.at = before
        return value

    def computed(self, function: Callable[..., Any], *values: Any) -> Any:
        """Call a function with known values, and refuse a call that raises an error."""
        try:
            return function(*values)
        except (ArithmeticError, LookupError, ValueError, TypeError) as error:
            what = f"`{ast.unparse(self.at) if self.at is not None else 'this'}` raises {type(error).__name__}"
            raise self.refuse(what, "test the values with `if` first") from None

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
            raise self.no_form(node, "write the set as an integer with one bit for each member")
        return frozenset(items)

    def _dict(self, node: ast.Dict, env: dict[str, Any]) -> Any:
        raise self.no_form(node, "make the dict a constant outside of the function")

    def _joinedstr(self, node: ast.JoinedStr, env: dict[str, Any]) -> Any:
        raise self.no_form(node, "use integers instead of strings in states and actions")

    def _namedexpr(self, node: ast.NamedExpr, env: dict[str, Any]) -> Any:
        value = self.eval(node.value, env)
        env[node.target.id] = value
        return value

    # --- truth and alternatives -------------------------------------------------------------------------------

    def truth(self, value: Any) -> Node:
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
            raise self.refuse(f"{self.named(value)} is used as a condition", "write a comparison")
        return graph.const(bool(value))

    def either_way(self, function: Callable[..., Any], *values: Any) -> Any:
        """`f(1 if c else 2)` becomes `f(1) if c else f(2)`."""
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
        """A description of a value for error messages, such as `a list`."""
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
                raise self.refuse(
                    f"{self.named(value)} has no attribute `{name}`", "use a field or a method of the class"
                )
            return Bound(value, name) if isinstance(found, Method) or name == "_replace" else found
        if isinstance(value, Picked):
            return self.pick(tuple(getattr(choice, name) for choice in value.choices), value.index)
        if symbolic(value) or isinstance(value, Listed):
            return Bound(value, name)
        if isinstance(value, super) and not isinstance(getattr(value, name, None), MethodType):
            raise self.refuse(f"`super().{name}` is not a method", "use super() only to call methods")
        try:
            found = getattr(value, name)
        except AttributeError:
            raise self.refuse(
                f"{self.named(value)} has no attribute `{name}`", "use an attribute that the object has"
            ) from None
        if is_iterator(found):
            raise self.refuse(f"the attribute `{name}` is an iterator", "write tuple(...) around the iterator")
        return found

    def pick(self, choices: tuple[Any, ...], index: Any) -> Any:
        """The value of `choices[index]`; the index must be in range."""
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
            raise self.refuse("a loop runs over tuples of different lengths", "make all tuples equally long")
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
        if (not isinstance(index, Node) and symbolic(index)) or getattr(index, "kind", "") == "float":
            raise self.refuse(f"an index is {self.named(index)}", "use a whole number")
        if isinstance(value, Record):
            names = field_names(value.kind) or ()
            if getattr(value.kind, "__getitem__", None) is not tuple.__getitem__:
                raise self.refuse(f"{self.named(value)} is indexed", "index a tuple instead")
            value = tuple(value.fields[name] for name in names)
        if isinstance(value, Octets):
            value = value.parts
        if isinstance(value, Listed):
            if not self.plain(value):
                raise self.refuse("a list of variable length is indexed", "use a tuple of fixed length")
            value = tuple(item for _, item in value.items)
        if isinstance(value, Picked):
            return self._subscript_picked(value, index)
        if isinstance(index, Node):
            return self._by_symbol(value, index)
        if symbolic(value) and not isinstance(value, tuple):
            raise self.refuse(f"{self.named(value)} is indexed", "index a tuple instead")
        return self.computed(operator.getitem, value, index)

    def _by_symbol(self, value: Any, index: Node) -> Any:
        if isinstance(value, dict):
            keys = sorted(value) if value and all(type(key) is int for key in value) else []
            if not keys or keys != list(range(keys[0], keys[-1] + 1)):
                raise self.refuse("the keys of a dict are not consecutive integers", "read the dict with get(...)")
            shifted = self.number("sub", index, keys[0])
            return self.subscript(tuple(value[key] for key in keys), shifted)
        if isinstance(value, bytes | range):
            value = tuple(value)
        if not isinstance(value, tuple | list):
            raise self.refuse(f"{self.named(value)} is indexed", "index a tuple instead")
        index = self.seen(index)
        size = len(value)
        if index.lo < -size or index.hi >= size:
            raise self.refuse(
                f"an index from {index.lo} to {index.hi} is used for {size} items",
                "keep the index in range with `if`, % or &",
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
            return found if index.lo == index.hi else as_chosen(found)
        return self.pick(tuple(value), index)

    def _from_end(self, index: Node, size: int) -> Node | None:
        # A word that stores `size - 1` for the index -1 already counts from 0.
        if index.op == "signed" and index.hi + 2 == size:
            return index.args[0]
        return None

    def _subscript_picked(self, value: Picked, index: Any) -> Any:
        within = value.choices[value.index.lo : value.index.hi + 1]
        if not all(isinstance(one, tuple | list | bytes | Record) for one in within):
            raise self.refuse("a tuple is indexed twice, but its items are not all tuples", "use a tuple of tuples")
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
        # All rows are joined into one table.
        size = max(len(one) for one in within)
        index = self.seen(index)
        if index.lo < 0 or index.hi >= min(len(one) for one in within):
            raise self.refuse(f"an index from {index.lo} to {index.hi} is used for {size} items", "test the index")
        rows: list[Any] = []
        for one in value.choices:
            rows += [*one, *([one[0] if one else 0] * (size - len(one)))]
        base = self.number("mul", value.index, size)
        return self.pick(tuple(rows), self._node(self.number("add", base, index)))

    def _shape(self, value: Any) -> Any:
        # `((1, 2), 3)` becomes `((0, 0), 0)`; a value with anything but integers becomes None.
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
    return len({two - one for one, two in pairwise(numbers)}) <= 1
