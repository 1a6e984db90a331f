"""Decides whether the members of a set may be appended to a work list in any order.

    while todo:
        square = todo.pop()
        fresh = set(neighbours(square)) - seen
        seen |= fresh
        todo.extend(fresh)

Each new member is appended once and taken once, and its neighbours depend on neither `seen` nor `todo`. Therefore
`seen` is the same for every order, and `todo` is empty after the loop.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

import attrs

from advsearch.lowering.rows import order, types
from advsearch.lowering.rows.bindings import assigned_names, is_not_in, outer_names
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.values import Closure, Entries, Known, Lazy, Stream

_STEPS: Final = (ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom)
_TAKING: Final = frozenset({"pop", "popleft"})


def is_free(f: Body, node: ast.AST) -> bool:
    """Whether `todo.extend(fresh)` or `todo += fresh` may append the members of `fresh` in any order."""
    for loop in ast.walk(tree_of(f)):
        match loop:
            case ast.While(ast.Name(todo), body, []) if any(_inner(one) is node for one in body):
                return grows_by_fresh(f, loop, todo)
    return False


def grows_by_fresh(f: Body, loop: ast.While, todo: str) -> bool:
    """Whether a loop only adds the members of `fresh` to `seen` and `todo`, in any order."""
    names = _names(loop.body, todo)
    return names is not None and Round(f, loop, todo, *names).is_free()


def tree_of(f: Body) -> ast.AST:
    return f.source.tree if f.tree is None else f.tree


def is_plain(target: ast.expr) -> bool:
    """Whether a target consists of names: `a, (b, c)` does, and `a[i]` does not."""
    return all(isinstance(one, ast.Name | ast.Tuple | ast.Store) for one in ast.walk(target))


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _inner(node: ast.stmt) -> ast.AST:
    return node.value if isinstance(node, ast.Expr) else node


def _names(body: list[ast.stmt], todo: str) -> tuple[str, str] | None:
    """The names `seen` and `fresh` in `seen |= fresh` and `todo += fresh`."""
    grown = dict(filter(None, map(_grown, body)))
    seen = [name for name in grown if name != todo]
    return (seen[0], grown[todo]) if len(seen) == 1 and grown.get(todo) == grown[seen[0]] else None


def _grown(node: ast.stmt) -> tuple[str, str] | None:
    """The names `x` and `y` of a statement such as `x |= y`."""
    match _inner(node):
        case ast.AugAssign(ast.Name(name), ast.BitOr() | ast.Add(), ast.Name(fresh)):
            return name, fresh
        case ast.Call(ast.Attribute(ast.Name(name), "update" | "extend"), [ast.Name(fresh)], []):
            return name, fresh
    return None


@attrs.define
class Round:
    """One round of a loop `while todo`, read from top to bottom."""

    f: Body
    loop: ast.While
    todo: str
    seen: str
    fresh: str
    ready: set[str] = attrs.field(factory=set)
    """The names that the round has computed from the taken item."""

    def is_free(self) -> bool:
        uses = [*filter(None, map(_name, ast.walk(self.loop)))]
        own = set(assigned_names(self.loop.body)) - {self.seen, self.todo}
        expected = (3, 2, 3 if self.fresh else 0)
        return (
            (uses.count(self.todo), uses.count(self.seen), uses.count(self.fresh)) == expected
            and self._is_set(self.seen)
            and self._takes_first(self.loop.body[0])
            and self._changes_nothing_else()
            and not any(map(self._is_stateful, set(uses) - own - {self.seen, self.todo}))
            and all(self._accepts(one, own) for one in self.loop.body)
            and self._returns_alike()
            and all(map(self._is_left_behind, own))
        )

    def _is_set(self, name: str) -> bool:
        value = self.f.scope.get(name)
        made = isinstance(value, Known) and isinstance(value.value, set)
        return made or isinstance(getattr(value, "kind", None), types.Members)

    def _is_left_behind(self, name: str) -> bool:
        """Whether no code after the loop reads `name`. Each round assigns `name` before reading it."""
        tree = tree_of(self.f)
        uses = [[*map(_name, ast.walk(part))].count(name) for part in (tree, self.loop)]
        if uses[0] == uses[1] and not any(isinstance(one, ast.Lambda) for one in ast.walk(self.loop)):
            return True
        for one in ast.walk(tree):
            inner = isinstance(one, ast.FunctionDef | ast.Lambda) and one is not tree
            if isinstance(one, ast.Break | ast.Continue) or (inner and name in map(_name, ast.walk(one))):
                return False
        return order.dead_after(self.f, self.loop, name)

    def _takes_first(self, node: ast.stmt) -> bool:
        match node:
            case ast.Assign(value=value) | ast.For(iter=value):
                return any(map(self._is_taking, _always(value)))
        return False

    def _is_taking(self, node: ast.AST) -> bool:
        match node:
            case ast.Call(ast.Attribute(ast.Name(self.todo), method), [] | [ast.Constant(0)], []):
                return method in _TAKING
        return False

    def _changes_nothing_else(self) -> bool:
        changing = self.f.program.changing_calls
        methods = [
            one for one in ast.walk(self.loop) if isinstance(one, ast.Attribute) and one.attr in order.CHANGING
        ]
        names = [ast.unparse(one.value) for one in methods]
        return set(names) <= {self.todo, self.seen} and not any(
            id(one) in changing or isinstance(one, _STEPS) for one in ast.walk(self.loop)
        )

    def _is_stateful(self, name: str) -> bool:
        """Whether a name from outside the loop means an inner function, an iterator, or a dict that reads change."""
        value = self.f.scope.get(name)
        changed = isinstance(value, Lazy | Stream | Closure) or (isinstance(value, Entries) and value.missing)
        return name == "next" or bool(changed)

    def _accepts(self, node: ast.stmt, own: set[str]) -> bool:
        match node:
            case ast.Assign([ast.Name(self.fresh)], value):
                return self._reads(value, own, {self.fresh}) and self._subtracts(value)
            case ast.Assign([ast.Name() | ast.Tuple() as target], value):
                return is_plain(target) and self._reads(value, own, set(assigned_names([target])))
            case ast.If(test, [ast.Return(ast.Constant())], []):
                return self._reads(test, own, set())
        return _grown(node) is not None and self.fresh in self.ready

    def _reads(self, value: ast.expr, own: set[str], assigned: set[str]) -> bool:
        """Whether an expression reads no name of the loop that this round has not assigned yet."""
        fine = self.fresh not in outer_names(value) and outer_names(value) & own <= self.ready
        self.ready |= assigned
        return fine and self.seen not in assigned and self.todo not in assigned

    def _subtracts(self, value: ast.expr) -> bool:
        """Whether an expression makes a set without the members of `seen`."""
        match value:
            case ast.BinOp(_, ast.Sub(), ast.Name(self.seen)):
                return True
            case ast.BinOp(left, ast.BitAnd(), right):
                return self._subtracts(left) or self._subtracts(right)
            case ast.SetComp(ast.Name(item), [ast.comprehension(ast.Name(target), ifs=tests)]) if item == target:
                return any(is_not_in(one, item, self.seen) for one in tests)
        return False

    def _returns_alike(self) -> bool:
        """Whether a return in the loop shows neither `seen` nor `todo`, and always has the same value."""
        left = [one for one in ast.walk(self.loop) if isinstance(one, ast.Return)]
        if not left:
            return True
        inner = any(
            isinstance(one, ast.FunctionDef | ast.Lambda)
            for one in ast.walk(tree_of(self.f))
            if one is not tree_of(self.f)
        )
        made = {self.seen: 0, self.todo: 0}
        for target, value in _assigned(tree_of(self.f)):
            if target in made:
                fresh = isinstance(value, ast.Set | ast.SetComp | ast.List | ast.ListComp)
                made[target] += 1 if fresh else 1 << 10
        return len(set(map(ast.dump, left))) == 1 and not inner and set(made.values()) == {1}


def _always(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of an expression that are evaluated exactly once."""
    yield node
    parts: list[ast.AST]
    match node:
        case ast.Lambda():
            parts = []
        case ast.IfExp(test):
            parts = [test]
        case ast.BoolOp(_, [first, *_]):
            parts = [first]
        case ast.Compare(left, _, [second, *_]):
            parts = [left, second]
        case ast.ListComp(_, [first, *_]) | ast.SetComp(_, [first, *_]) | ast.GeneratorExp(_, [first, *_]):
            parts = [first.iter]
        case ast.DictComp():
            parts = [node.generators[0].iter]
        case _:
            parts = list(ast.iter_child_nodes(node))
    for one in parts:
        if isinstance(one, ast.keyword | ast.Starred):
            one = one.value
        if isinstance(one, ast.expr):
            yield from _always(one)


def _assigned(tree: ast.AST) -> Iterator[tuple[str, ast.expr | None]]:
    """Yield the names that a function assigns, with the assigned expressions."""
    for one in ast.walk(tree):
        match one:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=value):
                yield name, value
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                yield from ((ast.unparse(target), value) for target, value in zip(targets, values, strict=True))
