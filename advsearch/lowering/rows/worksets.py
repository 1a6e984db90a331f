"""Decides whether `pop` may take any member of a work set.

    while todo:
        square = todo.pop()
        for one in neighbours(square):
            if one not in seen:
                seen.add(one)
                todo.add(one)

The loop may also add a whole set: `fresh = set(neighbours(square)) - seen`, `seen |= fresh`, `todo |= fresh`. Or the
loop may mark each member when it is taken: `seen.add(square)`, `todo |= set(neighbours(square)) - seen`.

The neighbours of a member depend on neither `seen` nor `todo`. A new member is added to `todo` and is taken, so its
neighbours are added to `seen`, too. Therefore `seen` is the same for every order, and `todo` is empty after the loop.
"""

from __future__ import annotations

import ast

import attrs

from advsearch.lowering.rows import worklists
from advsearch.lowering.rows.bindings import assigned_names, outer_names
from advsearch.lowering.rows.body import Body


def may_take_any(f: Body, node: ast.Call) -> bool:
    """Whether the set in `todo.pop()` may lose any of its members."""
    for loop in ast.walk(worklists.tree_of(f)):
        match loop:
            case ast.While(ast.Name(todo), [first, *_], []) if any(one is node for one in ast.walk(first)):
                assert isinstance(node.func, ast.Attribute)
                if ast.unparse(node.func.value) != todo:
                    return False
                names = {one.id for one in ast.walk(loop) if isinstance(one, ast.Name)} - {todo}
                return worklists.grows_by_fresh(f, loop, todo) or any(
                    _Round(f, loop, todo, seen, "").is_complete() for seen in sorted(names)
                )
    return False


@attrs.define
class _Round(worklists.Round):
    """One round of a loop that takes a member of the set `todo`, and adds its neighbours."""

    marks: bool = False
    """Whether the round adds the taken member to `seen`."""
    grows: bool = False

    def is_complete(self) -> bool:
        return self.is_free() and self.grows

    def _accepts(self, node: ast.stmt, own: set[str]) -> bool:
        match node:
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(self.seen), "add"), [ast.Name(taken)], [])):
                self.marks = self._is_taken(taken)
                return self.marks
            case ast.AugAssign(ast.Name(self.todo), ast.BitOr(), value):
                return self._grows_by(value, own) and self._subtracts(value)
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(self.todo), "update"), [value], [])):
                made = value
                if isinstance(value, ast.GeneratorExp):
                    made = ast.SetComp(value.elt, value.generators)
                return self._grows_by(value, own) and self._subtracts(made)
            case ast.For(ast.Name() | ast.Tuple() as target, items, body, []):
                names = set(assigned_names([target]))
                return worklists.is_plain(target) and names <= own and self._loops(items, body, own, names)
        return super()._accepts(node, own)

    def _is_taken(self, name: str) -> bool:
        """Whether `name` is the taken member during the whole round."""
        match self.loop.body[0]:
            case ast.Assign([ast.Name(first)], value) if first == name and self._is_taking(value):
                stored = [
                    one for one in ast.walk(self.loop) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
                ]
                return [one.id for one in stored].count(name) == 1
        return False

    def _grows_by(self, value: ast.expr, own: set[str]) -> bool:
        self.grows = True
        return self.marks and self._reads(value, own, set())

    def _loops(self, items: ast.expr, body: list[ast.stmt], own: set[str], names: set[str]) -> bool:
        if not self._reads(items, own, set()):
            return False
        before = set(self.ready)
        self.ready |= names
        *first, last = body
        fine = all(isinstance(one, ast.Assign | ast.If) and self._accepts(one, own) for one in first)
        match last:
            case ast.If(test, added, []):
                fine = fine and self._adds(test, added, own)
            case ast.For():
                fine = fine and self._accepts(last, own)
            case _:
                fine = False
        self.ready = before
        return fine

    def _adds(self, test: ast.expr, added: list[ast.stmt], own: set[str]) -> bool:
        """Whether `if one not in seen:` only adds `one`."""
        tests = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]
        for at, part in enumerate(tests):
            match part:
                case ast.Compare(one, [ast.NotIn()], [ast.Name(self.seen)]):
                    grown = [self.todo] if self.marks else [self.todo, self.seen]
                    changes = sorted(f"{name}.add({ast.unparse(one)})" for name in grown)
                    self.grows = sorted(map(ast.unparse, added)) == changes
                    rest = tests[at + 1 :]
                    return self.grows and self._reads(test, own, set()) and _depend_on(one, rest, own)
        return False


def _depend_on(one: ast.expr, tests: list[ast.expr], own: set[str]) -> bool:
    """Whether equal values of `one` give equal results of the tests, which new members alone reach."""
    if not tests:
        return True
    plain = all(isinstance(part, ast.Name | ast.Tuple | ast.Load) for part in ast.walk(one))
    return plain and all(outer_names(test) & own <= outer_names(one) for test in tests)
