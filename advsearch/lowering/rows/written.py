"""Classes whose author has written `__init__`. `self.x = 1` in `__init__` becomes `x = 1`, and `__init__` returns all
attributes. Objects of a class with `__init__` never change.
"""

from __future__ import annotations

import abc
import ast
import copy
import functools
import inspect
import typing
from collections.abc import Iterable
from types import FunctionType, MemberDescriptorType
from typing import Any, Final

import attrs

from advsearch.lowering.refusals import Refused
from advsearch.lowering.source import MISSING, Method, Property, Source, class_attribute, private_name, source_of

_PLAIN: Final = (object, abc.ABC, typing.Generic, typing.Protocol)
_GUARDS: Final = ("__setattr__", "__delattr__")
_SPECIAL: Final = ("__new__", "__getattr__", "__getattribute__", *_GUARDS)


@attrs.frozen(eq=False)
class Init:
    """An `__init__` as a function that returns a tuple of the attributes' values."""

    names: tuple[str, ...]
    source: Source
    tree: ast.FunctionDef


def init_of(kind: type) -> Init | str:
    of_class: Any = kind
    return _init_of(of_class)


@functools.lru_cache(maxsize=1_024)
def _init_of(kind: Any) -> Init | str:
    own = [one for one in kind.__mro__ if one not in _PLAIN]
    found = class_attribute(kind, "__init__")
    if type(kind) not in (type, abc.ABCMeta, type(typing.Protocol)) or not isinstance(found, Method):
        return ""
    for one in own:
        for name in _SPECIAL:
            if name in vars(one) and not (name in _GUARDS and _only_raises(vars(one)[name])):
                return f"which has `{name}`"
    if kind.__new__ is not object.__new__:
        return ""  # derived from a class that is written in C
    try:
        function: Any = found.function
        source = source_of(function)
    except Refused:
        return "whose `__init__` cannot be read"
    return _as_function(kind, source)


def names_of(kind: type) -> tuple[str, ...]:
    """The attributes that the author's `__init__` stores; () without an `__init__`."""
    found = init_of(kind)
    return () if isinstance(found, str) else found.names


def reason(kind: type) -> str:
    found = init_of(kind)
    return f", {found}" if isinstance(found, str) and found else ""


def unlike_values(kind: type, values: Iterable[Any]) -> str:
    # Why a value is refused: its attributes differ from those of `__init__`.
    names = names_of(kind)
    for value in values if names else ():
        for name in getattr(value, "__dict__", {}):
            if name not in names and not isinstance(class_attribute(kind, name), Property):
                return f"has an attribute `{name}` that `__init__` does not store"
        for name in names:
            if not hasattr(value, name):
                return f"has no attribute `{name}`"
    return ""


def _only_raises(value: Any) -> bool:
    if not isinstance(value, FunctionType):
        return False
    try:
        body = source_of(value).body
    except Refused:
        return False
    rest = [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return len(rest) == 1 and isinstance(rest[0], ast.Raise)


def _as_function(kind: type, source: Source) -> Init | str:
    tree = copy.deepcopy(source.tree)
    arguments = [*tree.args.posonlyargs, *tree.args.args]
    if not isinstance(tree, ast.FunctionDef) or not arguments:
        return "whose `__init__` has no self"
    writer = _Attributes(
        kind, source, arguments[0].arg, {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    )
    writer.used |= {one.arg for one in ast.walk(tree.args) if isinstance(one, ast.arg)}
    body: list[ast.stmt] = []
    for statement in tree.body:
        if any(
            isinstance(one, ast.Return | ast.Yield | ast.YieldFrom | ast.FunctionDef | ast.Lambda)
            for one in ast.walk(statement)
        ):
            return "whose `__init__` returns or has functions inside"
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        body.append(writer.visit(statement))
    if writer.problem:
        return writer.problem
    if not writer.names:
        return "whose `__init__` stores no attributes"
    end = ast.copy_location(
        ast.Return(ast.Tuple([ast.Name(writer.local(name), ast.Load()) for name in writer.names], ast.Load())),
        source.tree,
    )
    tree.body = [*body, end]
    for list_of in (tree.args.posonlyargs, tree.args.args):
        if list_of:
            del list_of[0]
            break
    ast.fix_missing_locations(tree)
    return Init(tuple(writer.names), source, tree)


class _Attributes(ast.NodeTransformer):
    def __init__(self, kind: type, source: Source, own: str, used: set[str]) -> None:
        self.kind, self.source, self.own, self.used = kind, source, own, used
        self.names: dict[str, str] = {}
        self.problem = ""

    def local(self, name: str) -> str:
        if name not in self.names:
            found = class_attribute(self.kind, name)
            if isinstance(found, Property) or (
                inspect.isdatadescriptor(found) and not isinstance(found, MemberDescriptorType)
            ):
                self.problem = f"whose `__init__` stores `{name}`, which is a property"
            made = f"{name.strip('_')}_of_{self.own}"
            while made in self.used:
                made += "_"
            self.used.add(made)
            self.names[name] = made
        return self.names[name]

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(
                ast.Attribute(ast.Name("object"), "__setattr__"),
                [ast.Name(own), ast.Constant(str(name)), value],
                [],
            ) if own == self.own:
                pass
            case ast.Call(
                ast.Attribute(ast.Call(ast.Name("super"), [], []), "__setattr__"),
                [ast.Constant(str(name)), value],
                [],
            ):
                pass
            case ast.Call(ast.Attribute(ast.Call(ast.Name("super"), [], []), "__init__"), [], []) if (
                self.kind.__mro__[1:] and self.kind.__mro__[1] in _PLAIN
            ):
                return ast.copy_location(ast.Pass(), node)
            case _:
                return self.generic_visit(node)
        target = ast.Name(self.local(name), ast.Store())
        return ast.copy_location(ast.Assign([target], self.visit(value)), node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([self.visit(node.target)], self.visit(node.value)), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.value, ast.Name) or node.value.id != self.own:
            return self.generic_visit(node)
        name = private_name(self.source, node.attr)
        if isinstance(node.ctx, ast.Del):
            self.problem = "whose `__init__` deletes attributes"
        if isinstance(node.ctx, ast.Store) or name in self.names:
            return ast.copy_location(ast.Name(self.local(name), node.ctx), node)
        found = class_attribute(self.kind, name)
        if found is MISSING or isinstance(found, Method | Property) or inspect.isdatadescriptor(found):
            self.problem = f"whose `__init__` uses `{self.own}.{node.attr}`"
            return node
        owner: Any = ast.copy_location(ast.Constant(self.kind), node)  # type: ignore[arg-type]
        return ast.copy_location(ast.Attribute(owner, node.attr, node.ctx), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == self.own:
            self.problem = self.problem or f"whose `__init__` uses `{self.own}` itself"
        return node
