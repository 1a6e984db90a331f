"""Refuses a loop over a set if the loop's result depends on the order.

A loop that adds integers is accepted: `for x in s: total += x`.
The loop `for x in s: last = x` is refused if `last` is read after the loop.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

import attrs

from advsearch.lowering.rows import order, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.functions import listed_names, own_nodes
from advsearch.lowering.rows.values import Closure, Entries, Known, Table

# Operators with the same string in this table may be mixed, and their operands may come in any order.
_COMMUTING: Final[dict[type[ast.operator], str]] = {
    ast.Add: "+",
    ast.Sub: "+",
    ast.Mult: "*",
    ast.BitOr: "|",
    ast.BitAnd: "&",
    ast.BitXor: "^",
}
_COLLECTING: Final = {"add": "|", "update": "|", "discard": "discard"}
_COUNTED: Final = types.Int | types.Bool | types.Members


# Functions whose result does not depend on the order of the items.
TAKING: Final = (sorted, set, frozenset, any, all, bool, len)


def note_free(f: Body, nodes: Iterable[ast.expr]) -> None:
    f.order_free |= {id(one) for one in nodes if isinstance(one, ast.Call)}


def lists_items(tree: Any, generator: bool) -> bool:
    # Whether a function yields or lists items, perhaps in the order of a set.
    loops = any(isinstance(one, ast.For | ast.comprehension | ast.YieldFrom) for one in ast.walk(tree))
    return (loops and (generator or bool(listed_names(tree)))) or bool(listed_in(tree))


def listed_in(tree: Any) -> set[int]:
    # The `id` of each comprehension whose items a function returns in order.
    found: set[int] = set()
    for one in own_nodes(tree):
        value = one.value if isinstance(one, ast.Return | ast.YieldFrom) else None
        match value:
            case ast.Call(ast.Name("list" | "tuple"), [ast.GeneratorExp() | ast.Call() as inner], []):
                found.add(id(inner))
            case ast.ListComp() | ast.GeneratorExp() | ast.Call():
                found.add(id(value))
    return found


def check_order_free(f: Body, node: ast.For) -> tuple[Collection[str], bool]:
    """Refuse a loop over a set if its result can depend on the order."""
    # Return the names that change from round to round, and whether rounds may return different values.
    tree = f.tree if f.tree is not None else f.source.tree
    loop = _Turn(
        yields=f.any_order and f.yields is not None, lists=listed_names(tree) if f.any_order else frozenset()
    )
    own = {name.id for name in ast.walk(node.target) if isinstance(name, ast.Name)}
    plain = loop.run(node.body, own) and not node.orelse
    changing = f.program.changing_calls and any(id(one) in f.program.changing_calls for one in ast.walk(node))
    plain = plain and (not loop.filled or _are_apart(f, loop))
    if not plain or changing or not loop.free or _shows_outside(f, node, own | loop.own):
        raise f.refuse(node, "a loop runs over a set, whose order is not defined", "loop over sorted(...)")
    return loop.changed.keys(), loop.settles


def _are_apart(f: Body, loop: _Turn) -> bool:
    for name in loop.read:
        value = f.scope.get(name)
        kind = getattr(value, "kind", None)
        if isinstance(value, Closure | Entries | Table) or (isinstance(kind, types.Seq) and kind.kind is list):
            return False
    kinds = [getattr(f.scope.get(name), "kind", None) for name in loop.filled]
    lists = all(isinstance(kind, types.Seq) and kind.kind is list for kind in kinds)
    return lists and not loop.returned and not loop.collected


def check_counted(f: Body, node: ast.For, names: Collection[str]) -> None:
    """Refuse `x += y` for a float `x` in a loop over a set."""
    # A sum of floats, strings or lists depends on the order.
    for one in ast.walk(node) if names else ():
        if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name) and one.target.id in names:
            value = f.scope.get(one.target.id)
            kind = getattr(value, "kind", None)
            known = isinstance(value, Known) and isinstance(value.value, int | set | frozenset)
            if value is not None and not known and not isinstance(kind, _COUNTED | types.Never):
                shown = types.named(kind) if kind is not None else "this value"
                raise f.refuse(one, f"{shown} is changed in a loop over a set", "loop over sorted(...)")


def _shows_outside(f: Body, node: ast.For, own: set[str]) -> bool:
    tree = f.tree if f.tree is not None else f.source.tree
    apart = {id(one) for one in ast.walk(node)} | {id(one) for one in _bound_again(tree, node, own)}
    return any(
        isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and one.id in own and id(one) not in apart
        for one in ast.walk(tree)
    )


def _bound_again(tree: ast.AST, node: ast.For, own: set[str]) -> Iterator[ast.AST]:
    for other in ast.walk(tree):
        match other:
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                targets = [one.target for one in other.generators]
                before = {id(one) for one in ast.walk(other.generators[0].iter)}
                parts: list[ast.AST] = [other]
            case ast.For() if node not in ast.walk(other):
                targets, before, parts = [other.target], set(), list(other.body)
            case _:
                continue
        names = own & {one.id for each in targets for one in ast.walk(each) if isinstance(one, ast.Name)}
        for one in [inner for part in parts for inner in ast.walk(part)]:
            if isinstance(one, ast.Name) and one.id in names and id(one) not in before:
                yield one


@attrs.define
class _Turn:
    yields: bool = False
    lists: frozenset[str] = frozenset()
    collected: bool = False
    # The names that pass values to the next round, each with the ways in which they change.
    changed: dict[str, set[str]] = attrs.field(factory=dict)
    returned: set[str] = attrs.field(factory=set)
    # The names that every round assigns again.
    own: set[str] = attrs.field(factory=set)
    read: set[str] = attrs.field(factory=set)
    # The names that a round may read before the round assigns them.
    early: set[str] = attrs.field(factory=set)
    computes: bool = False
    depth: int = 0
    inside: bool = False
    # The lists whose items get the same value in every round.
    filled: set[str] = attrs.field(factory=set)

    @property
    def settles(self) -> bool:
        return len(self.returned) > 1 or self.computes

    @property
    def free(self) -> bool:
        one_way = all(len(ways) == 1 for ways in self.changed.values())
        mixed = self.changed.keys() & (self.own | self.read)
        settled = not self.settles or not (self.changed or self.inside)
        settled = settled and not (self.collected and self.returned)
        return one_way and not mixed and not self.early & self.own and settled

    def run(self, body: list[ast.stmt], ready: set[str]) -> bool:
        # False if a statement is not supported; `ready` contains the names that this round has already assigned.
        return all(self._statement(one, ready) for one in body)

    def _statement(self, node: ast.stmt, ready: set[str]) -> bool:
        match node:
            case ast.Pass() | ast.Continue():
                return True
            case ast.Return(value):
                self.returned.add(ast.dump(node))
                self.inside |= self.depth > 0
                self.computes |= value is not None and not isinstance(value, ast.Constant)
                return value is None or self._reads(value, ready)
            case ast.AugAssign(ast.Name(name), operator, value):
                return type(operator) in _COMMUTING and self._changes(name, _COMMUTING[type(operator)], value, ready)
            case ast.Assign([ast.Name(name)], ast.Constant() as value) if name not in ready:
                return self._changes(name, ast.dump(value), value, ready)
            case ast.Assign([ast.Name(name)], ast.Call(ast.Name("min" | "max" as best), given, [])) if any(
                isinstance(one, ast.Name) and one.id == name for one in given
            ):
                others = [one for one in given if not (isinstance(one, ast.Name) and one.id == name)]
                return len(others) < len(given) and all(self._changes(name, best, one, ready) for one in others)
            case ast.Assign(targets, value) if all(isinstance(one, ast.Name) for one in targets):
                fine = self._reads(value, ready)
                names = {one.id for one in targets if isinstance(one, ast.Name)}
                self.own |= names
                ready |= names
                return fine
            case ast.Assign([ast.Subscript() as target], value):
                return self._fills(target, value, ready)
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), method), [value], [])) if method in _COLLECTING:
                return self._changes(name, _COLLECTING[method], value, ready)
            case ast.Expr(ast.Yield(value) | ast.YieldFrom(value)) if self.yields:
                self.collected = True
                return value is None or self._reads(value, ready)
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append"), [value], [])) if name in self.lists:
                self.collected = True
                return self._reads(value, ready)
            case ast.If():
                fine, arms = self._reads(node.test, ready), (set(ready), set(ready))
                fine = fine and self.run(node.body, arms[0]) and self.run(node.orelse, arms[1])
                ready |= arms[0] & arms[1]
                return fine
            case ast.For(orelse=[]):
                names = {one.id for one in ast.walk(node.target) if isinstance(one, ast.Name)}
                self.own |= names
                self.depth += 1
                fine = self._reads(node.iter, ready) and self.run(node.body, ready | names)
                self.depth -= 1
                return fine
        return False

    def _fills(self, target: ast.expr, value: ast.expr, ready: set[str]) -> bool:
        fine = True
        while isinstance(target, ast.Subscript):
            fine = fine and not isinstance(target.slice, ast.Slice) and self._reads(target.slice, ready)
            target = target.value
        if not isinstance(target, ast.Name) or target.id in ready:
            return False
        for one in ast.walk(value):
            if not isinstance(one, ast.Constant | ast.Name | ast.Attribute | ast.UnaryOp | ast.unaryop | ast.Load):
                return False
            if isinstance(one, ast.Name) and one.id in ready:
                return False
        self.filled.add(target.id)
        return fine and self._changes(target.id, f"[] = {ast.dump(value)}", value, ready)

    def _changes(self, name: str, how: str, value: ast.expr, ready: set[str]) -> bool:
        fine = self._reads(value, ready)
        if name not in ready:
            self.changed.setdefault(name, set()).add(how)
        return fine

    def _reads(self, value: ast.expr, ready: set[str]) -> bool:
        # False if the expression may change a value.
        for one in ast.walk(value):
            if isinstance(one, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom):
                return False
            if isinstance(one, ast.Attribute) and one.attr in order.CHANGING:
                return False
            if isinstance(one, ast.Name) and one.id not in ready:
                self.read.add(one.id)
                self.early.add(one.id)
        return True
