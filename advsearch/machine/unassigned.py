"""Names of a function that may be read before they are assigned, as the text shows it.

Most names are assigned on every way to where they are read. The others get a flag beside their value, which is
tested where they are read: Python raises `UnboundLocalError` there.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable
from typing import Final

from advsearch.machine.source import Tree, all_parameters, outer_names, own_nodes

Names = frozenset[str]
_INSIDE: Final = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)


@functools.cache
def local_names(tree: Tree) -> Names:
    """The names that a function assigns, its parameters left out."""
    if isinstance(tree, ast.Lambda):
        return frozenset()
    hidden = {id(node) for inner in own_nodes(tree) if isinstance(inner, _INSIDE) for node in ast.walk(inner)}
    found = set(_walrus(tree))
    for node in own_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif id(node) not in hidden:
            found.update(_assigned_by(node))
    return frozenset(found) - {one.arg for one in all_parameters(tree)} - _variadic(tree) - outer_names(tree)


def _variadic(tree: Tree) -> Names:
    return frozenset(one.arg for one in (tree.args.vararg, tree.args.kwarg) if one is not None)


def _walrus(tree: ast.AST) -> Iterable[str]:
    return (node.target.id for node in own_nodes(tree) if isinstance(node, ast.NamedExpr))


def _assigned_by(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
        return [node.id]
    if isinstance(node, ast.alias):
        return [(node.asname or node.name).split(".")[0]]
    named = isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name
    return [named] if isinstance(named, str) else []


@functools.cache
def maybe_unassigned(tree: Tree) -> Names:
    """The names that are read somewhere although a way leads there on which they are not assigned."""
    names = local_names(tree)
    if not names or isinstance(tree, ast.Lambda):
        return frozenset()
    flow = _Flow(names)
    flow.block(tree.body, frozenset())
    return frozenset(flow.found)


_NEVER: Final = None
"""In place of the names that are assigned: no way leads here."""


class _Flow:
    def __init__(self, names: Names) -> None:
        self.names = names
        self.found: set[str] = set()
        self.breaks: list[list[Names]] = []

    # --- statements: the names that are assigned before, and those after -------------------------------------------

    def block(self, body: Iterable[ast.stmt], before: Names | None) -> Names | None:
        for statement in body:
            if before is _NEVER:
                return _NEVER
            before = self.statement(statement, before)
        return before

    def statement(self, s: ast.stmt, before: Names) -> Names | None:
        if isinstance(s, ast.If):
            after = self.read(s.test, before)
            return _both(self.block(s.body, after), self.block(s.orelse, after))
        if isinstance(s, ast.While):
            return self._while(s, before)
        if isinstance(s, ast.For):
            return self._for(s, before)
        if isinstance(s, ast.Try):
            return self._try(s, before)
        if isinstance(s, ast.Match):
            return self._match(s, before)
        if isinstance(s, ast.Return | ast.Raise):
            self.read(s, before)
            return _NEVER
        if isinstance(s, ast.Break):
            self.breaks[-1].append(before)
            return _NEVER
        if isinstance(s, ast.Continue):
            return _NEVER
        if isinstance(s, ast.FunctionDef):
            self.read(s, before)
            return before | {s.name}
        after = self.read(s, before)
        deleted = _targets(s) if isinstance(s, ast.Delete) else frozenset()
        return (after | (_targets(s) & self.names)) - deleted

    def _while(self, s: ast.While, before: Names) -> Names | None:
        self.breaks.append([])
        after = self.read(s.test, before)
        self.block(s.body, after)
        endless = isinstance(s.test, ast.Constant) and bool(s.test.value)
        left = _NEVER if endless else self.block(s.orelse, after)
        return _both(left, *self.breaks.pop())

    def _for(self, s: ast.For, before: Names) -> Names | None:
        before = self.read(s.iter, before)
        self.breaks.append([])
        self.block(s.body, before | _targets(s.target))
        left = self.block(s.orelse, before)
        return _both(left, *self.breaks.pop())

    def _try(self, s: ast.Try, before: Names) -> Names | None:
        after = self.block(s.body, before)
        if after is not _NEVER:
            after = self.block(s.orelse, after)
        for handler in s.handlers:
            named = frozenset([handler.name]) if handler.name else frozenset()
            caught = self.block(handler.body, before | named)
            after = _both(after, _NEVER if caught is _NEVER else caught - named)
        last = self.block(s.finalbody, before)
        return _NEVER if after is _NEVER or last is _NEVER else after | last

    def _match(self, s: ast.Match, before: Names) -> Names | None:
        before = self.read(s.subject, before)
        after: Names | None = _NEVER
        complete = False
        for case in s.cases:
            named = frozenset(name for node in ast.walk(case.pattern) for name in _assigned_by(node))
            inside = before | named
            if case.guard is not None:
                inside = self.read(case.guard, inside)
            after = _both(after, self.block(case.body, inside))
            complete = complete or (
                case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
            )
        return after if complete else _both(after, before)

    # --- expressions -----------------------------------------------------------------------------------------------

    def read(self, node: ast.AST, before: Names) -> Names:
        """The names that are assigned after an expression, of which all parts are looked at."""
        if isinstance(node, ast.Name):
            if node.id in self.names and not isinstance(node.ctx, ast.Store) and node.id not in before:
                self.found.add(node.id)
            return before
        if isinstance(node, ast.NamedExpr):
            return self.read(node.value, before) | {node.target.id}
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            self.read(ast.Name(node.target.id, ast.Load()), before)
            return self.read(node.value, before)
        if isinstance(node, ast.BoolOp | ast.IfExp | ast.Compare):
            first = node.values[0] if isinstance(node, ast.BoolOp) else None
            first = node.test if isinstance(node, ast.IfExp) else first
            first = node.left if isinstance(node, ast.Compare) else first
            assert first is not None
            after = self.read(first, before)
            inside = after
            for child in ast.iter_child_nodes(node):
                if child is not first:
                    inside = self.read(child, inside if not isinstance(node, ast.IfExp) else after)
            return after
        if isinstance(node, _INSIDE):
            own = frozenset(name for one in ast.walk(node) for name in _assigned_by(one))
            if isinstance(node, ast.FunctionDef | ast.Lambda):
                own |= {one.arg for one in all_parameters(node)} | _variadic(node)
            if isinstance(node, ast.FunctionDef):
                own |= {node.name}
            for child in ast.iter_child_nodes(node):
                self.read(child, before | own)
            return before
        for child in ast.iter_child_nodes(node):
            before = self.read(child, before)
        return before


def _targets(node: ast.AST) -> Names:
    """The names that a statement or a target assigns, those in expressions left out."""
    targets: list[ast.AST] = [node] if isinstance(node, ast.expr | ast.alias) else []
    if isinstance(node, ast.Assign | ast.Delete):
        targets += node.targets
    elif isinstance(node, ast.AugAssign) or (isinstance(node, ast.AnnAssign) and node.value is not None):
        targets.append(node.target)
    elif isinstance(node, ast.Import | ast.ImportFrom):
        targets += node.names
    return frozenset(name for target in targets for one in ast.walk(target) for name in _assigned_by(one))


def _both(*ways: Names | None) -> Names | None:
    """What is assigned after one of several ways."""
    found = [names for names in ways if names is not _NEVER]
    return frozenset.intersection(*found) if found else _NEVER
