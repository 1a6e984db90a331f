"""Functions that fill a list and return it, written anew: as a generator, and as a test whether there is any item.

`found = []; ...; found.append(x); ...; return found` hands out `x`. A loop over such a call then makes no list, and
`if moves(state):` ends at the first item.
"""

from __future__ import annotations

import ast
import functools
from collections import Counter
from typing import Final, TypeVar

from advsearch.machine.source import Tree, own_nodes

_NEVER: Final = (ast.Try, ast.Nonlocal, ast.Global, ast.FunctionDef, ast.Lambda, ast.With, ast.NamedExpr,
                 ast.Yield, ast.YieldFrom)  # fmt: skip
_ERRORS: Final = (ast.Raise, ast.Assert)
_CHANGES: Final = frozenset(
    {"add", "discard", "remove", "pop", "popleft", "update", "insert", "clear", "sort", "reverse", "setdefault",
     "appendleft", "append", "extend"}
)  # fmt: skip
_COPIES: Final = frozenset({"list", "tuple"})
ANY_ITEM: Final = " item"
"""The name in loops that end with their first item, whichever it is."""
_AS_MANY: Final = frozenset({"list", "tuple", "sorted", "set", "frozenset"})
"""What returns an empty value only for an empty iterable."""


@functools.cache
def as_generator(tree: Tree) -> ast.FunctionDef | None:
    """The function as a generator, or None if it does something else than fill lists, or never fills one."""
    made = _rewritten(tree, _Generator())
    return made if made is not None and sites(made) else None


@functools.cache
def as_test(tree: Tree) -> ast.FunctionDef | None:
    """The function as one that returns whether the list has an item."""
    made = _rewritten(tree, _Test())
    if made is not None:
        made.body.append(ast.copy_location(ast.Return(ast.Constant(False)), tree))
    return made


@functools.cache
def gives_items(tree: Tree) -> bool:
    """Whether a function returns only lists, tuples and sets, as far as its text tells."""
    names = None if isinstance(tree, ast.Lambda) else filled(tree)
    returns = [node for node in own_nodes(tree) if isinstance(node, ast.Return)]
    return names is not None and all(_returned(node) in names or _is_display(node.value) for node in returns)


def _is_display(value: ast.expr | None) -> bool:
    if isinstance(value, ast.IfExp):
        return _is_display(value.body) and _is_display(value.orelse)
    called = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _AS_MANY
    return called or isinstance(value, ast.List | ast.Tuple | ast.Set | ast.ListComp | ast.SetComp)


@functools.cache
def sites(tree: Tree) -> int:
    """At how many places a generator hands out."""
    return sum(isinstance(node, ast.Yield | ast.YieldFrom) for node in own_nodes(tree))


def _rewritten(tree: Tree, writer: _Writer) -> ast.FunctionDef | None:
    if isinstance(tree, ast.Lambda):
        return None
    names = filled(tree)
    if names is None:
        return None
    writer.names = names
    if not any(isinstance(node, ast.Return) and writer.gains(node) for node in own_nodes(tree)):
        return None
    made = ast.FunctionDef(tree.name, tree.args, writer.statements(tree.body), [], None)
    return ast.copy_location(made, tree)


@functools.cache
def filled(tree: ast.FunctionDef) -> frozenset[str] | None:
    """The lists that a function only fills and returns; None if it does something else, or returns other things."""
    nodes = list(own_nodes(tree))
    if any(isinstance(node, _NEVER) for node in nodes) or not any(isinstance(node, ast.Return) for node in nodes):
        return None
    if not all(_fits(node) for node in nodes) or _fails_late(tree):
        return None
    made = [name for statement in tree.body if (name := _made(statement)) is not None]
    uses = Counter(node.id for node in nodes if isinstance(node, ast.Name))
    allowed = Counter(name for node in nodes if (name := _allowed(node)) is not None)
    returned = {name for node in nodes if isinstance(node, ast.Return) and (name := _returned(node)) is not None}
    changed = {
        node.value.id
        for node in nodes
        if isinstance(node, ast.Attribute) and node.attr in _CHANGES and isinstance(node.value, ast.Name)
    }
    for name in returned:
        if made.count(name) != 1 or uses[name] != allowed[name] + 1:
            return None
    return frozenset(returned) if changed <= returned else None


def _fails_late(tree: ast.FunctionDef) -> bool:
    """Whether an error may be raised after the first item."""
    first = True
    for statement in tree.body:
        nodes = list(ast.walk(statement))
        if not first and any(isinstance(node, _ERRORS) for node in nodes):
            return True
        first = first and not any(_gives_items(node) for node in nodes)
        if not first and any(isinstance(node, _ERRORS) for node in nodes):
            return True
    return False


def _gives_items(node: ast.AST) -> bool:
    if isinstance(node, ast.Return):
        return not isinstance(node.value, ast.List | ast.Tuple) or bool(node.value.elts)
    return _allowed(node) is not None


def _fits(node: ast.AST) -> bool:
    """Whether a node changes nothing but the lists."""
    if isinstance(node, ast.Return):
        return node.value is not None and not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Subscript | ast.Attribute):
        in_place = isinstance(node, ast.Attribute) and node.attr in _CHANGES and not isinstance(node.value, ast.Name)
        return isinstance(node.ctx, ast.Load) and not in_place
    return True


def _made(node: ast.AST) -> str | None:
    """The name in `name = []`."""
    target: ast.expr | None = None
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    if not isinstance(target, ast.Name) or not isinstance(node, ast.Assign | ast.AnnAssign):
        return None
    return target.id if isinstance(node.value, ast.List) and not node.value.elts else None


def _allowed(node: ast.AST) -> str | None:
    """The name in a statement that fills or returns a list."""
    if isinstance(node, ast.Return):
        return _returned(node)
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        call = node.value
        fills = isinstance(call.func, ast.Attribute) and call.func.attr in ("append", "extend")
        if fills and len(call.args) == 1 and isinstance(call.func, ast.Attribute):
            return call.func.value.id if isinstance(call.func.value, ast.Name) else None
    return None


def _returned(node: ast.Return) -> str | None:
    value = node.value
    inner = _copied(value)
    if isinstance(inner, ast.Name):
        return inner.id
    return value.id if isinstance(value, ast.Name) else None


def _copied(value: ast.expr | None) -> ast.expr | None:
    """What `list(x)` or `tuple(x)` copies."""
    if not isinstance(value, ast.Call) or len(value.args) != 1 or value.keywords:
        return None
    known = isinstance(value.func, ast.Name) and value.func.id in _COPIES
    return value.args[0] if known and not isinstance(value.args[0], ast.Starred) else None


class _Writer:
    names: frozenset[str] = frozenset()

    def gains(self, node: ast.Return) -> bool:
        """Whether a function that returns this is better off written anew."""
        value = _copied(node.value) or node.value
        return isinstance(value, ast.ListComp | ast.GeneratorExp) or _returned(node) in self.names

    def one(self, value: ast.expr) -> list[ast.stmt]:
        """What stands for one item."""
        raise NotImplementedError

    def whole(self, value: ast.expr) -> list[ast.stmt]:
        """What stands for the return of an iterable that was made elsewhere."""
        raise NotImplementedError

    def many(self, value: ast.expr) -> list[ast.stmt]:
        """What stands for all items of an iterable."""
        raise NotImplementedError

    def end(self, node: ast.stmt) -> list[ast.stmt]:
        """What stands for the return of the list as it is."""
        raise NotImplementedError

    def statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for node in body:
            found += self._statement(node)
        return found or [ast.copy_location(ast.Pass(), body[0])] if body else []

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        if _made(node) in self.names:
            return []
        if isinstance(node, ast.Return):
            return self._return(node)
        name = _allowed(node)
        if name in self.names and isinstance(node, ast.AugAssign):
            return self.many(node.value)
        if name in self.names and isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            call = node.value
            appends = isinstance(call.func, ast.Attribute) and call.func.attr == "append"
            return self.one(call.args[0]) if appends else self.many(call.args[0])
        return [self._inside(node)]

    def _return(self, node: ast.Return) -> list[ast.stmt]:
        if _returned(node) in self.names:
            return self.end(node)
        value = _copied(node.value) or node.value
        assert value is not None
        return [*self._items(value), *self.end(node)]

    def _items(self, value: ast.expr) -> list[ast.stmt]:
        if isinstance(value, ast.IfExp):
            return [_located(ast.If(value.test, self._items(value.body), self._items(value.orelse)), value)]
        if isinstance(value, ast.ListComp):
            return self.many(_located(ast.GeneratorExp(value.elt, value.generators), value))
        if isinstance(value, ast.List | ast.Tuple) and not any(isinstance(x, ast.Starred) for x in value.elts):
            found = [statement for item in value.elts for statement in self.one(item)]
            return found or [_located(ast.Pass(), value)]
        return self.many(value) if isinstance(value, ast.GeneratorExp) else self.whole(value)

    def _inside(self, node: ast.stmt) -> ast.stmt:
        """A statement with the statements in it written anew."""
        fields = dict(ast.iter_fields(node))
        for name in ("body", "orelse"):
            if isinstance(fields.get(name), list):
                fields[name] = self.statements(fields[name])
        if isinstance(node, ast.Match):
            fields["cases"] = [
                ast.match_case(one.pattern, one.guard, self.statements(one.body)) for one in node.cases
            ]
        return ast.copy_location(type(node)(**fields), node)


class _Generator(_Writer):
    def one(self, value: ast.expr) -> list[ast.stmt]:
        return [_located(ast.Expr(_located(ast.Yield(value), value)), value)]

    def many(self, value: ast.expr) -> list[ast.stmt]:
        return [_located(ast.Expr(_located(ast.YieldFrom(value), value)), value)]

    def whole(self, value: ast.expr) -> list[ast.stmt]:
        return self.many(value)

    def gains(self, node: ast.Return) -> bool:
        value = _copied(node.value) or node.value
        return super().gains(node) or isinstance(value, ast.Call | ast.List | ast.Tuple)

    def end(self, node: ast.stmt) -> list[ast.stmt]:
        return [_located(ast.Return(None), node)]


class _Test(_Writer):
    def one(self, value: ast.expr) -> list[ast.stmt]:
        return [_located(ast.Return(_located(ast.Constant(True), value)), value)]

    def many(self, value: ast.expr) -> list[ast.stmt]:
        target = _located(ast.Name(ANY_ITEM, ast.Store()), value)
        return [_located(ast.For(target, value, self.one(value), [], None), value)]

    def gains(self, node: ast.Return) -> bool:
        return super().gains(node) or isinstance(_iterated(node.value), ast.ListComp | ast.GeneratorExp | ast.SetComp)

    def _items(self, value: ast.expr) -> list[ast.stmt]:
        inner = _iterated(value)
        if isinstance(inner, ast.GeneratorExp | ast.ListComp | ast.SetComp):
            return self.many(_located(ast.GeneratorExp(inner.elt, inner.generators), value))
        return super()._items(value)

    def whole(self, value: ast.expr) -> list[ast.stmt]:
        truth = ast.IfExp(value, *(_located(ast.Constant(truth), value) for truth in (True, False)))
        return [_located(ast.Return(_located(truth, value)), value)]

    def end(self, node: ast.stmt) -> list[ast.stmt]:
        return [_located(ast.Return(_located(ast.Constant(False), node)), node)]


def _iterated(value: ast.expr | None) -> ast.expr | None:
    """What `sorted(set(x))` and the like have as many items of as `x`, at least if there is one."""
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _AS_MANY:
        if len(value.args) != 1 or value.keywords or isinstance(value.args[0], ast.Starred):
            break
        value = value.args[0]
    return value


Made = TypeVar("Made", bound=ast.AST)


def _located(made: Made, like: ast.AST) -> Made:
    return ast.copy_location(made, like)
