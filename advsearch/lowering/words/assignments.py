"""Runs assignments on symbols: after `x = y + 1`, `x` is a graph node."""

from __future__ import annotations

import ast
from typing import Any

from advsearch.lowering.iterators import ITERATORS
from advsearch.lowering.words import heads, owners
from advsearch.lowering.words.calls import Calls
from advsearch.lowering.words.flows import Env, Flow
from advsearch.lowering.words.nodes import Node
from advsearch.lowering.words.values import Listed, Picked, Record, is_iterator


class Assignments(Calls):
    def _do_assign(self, node: ast.Assign, env: Env) -> Flow:
        named = any(isinstance(target, ast.Name) for target in node.targets)
        value = self.to_keep(node.value, env) if named else self.eval(node.value, env)
        for target in node.targets:
            self.assign(target, value, env)
        return [], env

    def _namedexpr(self, node: ast.NamedExpr, env: dict[str, Any]) -> Any:
        value = self.to_keep(node.value, env)
        owners.check_name(self, node.target.id, value, env)
        env[node.target.id] = value
        return value

    def to_keep(self, node: ast.expr, env: dict[str, Any]) -> Any:
        # Iterators are refused: in Python, a second read of the variable would find no items.
        value = self.eval(node, env)
        by_name = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ITERATORS
        if by_name or is_iterator(value):
            raise self.no_form(node, "write tuple(...) around the iterator")
        return value

    def _do_annassign(self, node: ast.AnnAssign, env: Env) -> Flow:
        if node.value is not None:
            self.assign(node.target, self.to_keep(node.value, env), env)
        return [], env

    def _do_augassign(self, node: ast.AugAssign, env: Env) -> Flow:
        if heads.reads_its_list(node):
            raise self.no_form(node, "write a list [...] instead of the generator")
        if isinstance(node.target, ast.Name):
            before = self.eval(ast.copy_location(ast.Name(node.target.id, ast.Load()), node), env)
            value = self.eval(node.value, env)
            if isinstance(before, Listed) and isinstance(node.op, ast.Add) and not before.frozen:
                owners.check_whole(self, before)
                before.items += self.items(value)
                return [], env
            env[node.target.id] = self.hinted(self.binary(type(node.op), before, value), node.target.id)
            return [], env
        if isinstance(node.target, ast.Subscript):
            owner, index = self.eval(node.target.value, env), self.eval(node.target.slice, env)
            before = self.subscript(owner, index)
            self.store(owner, index, self.binary(type(node.op), before, self.eval(node.value, env)))
            return [], env
        raise self.no_form(node, "assign to a local name, or to an item of a local list")

    def assign(self, target: ast.expr, value: Any, env: Env) -> None:
        if isinstance(target, ast.Name):
            owners.check_name(self, target.id, value, env)
            env[target.id] = self.hinted(value, target.id)
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, value, env)
        elif isinstance(target, ast.Subscript):
            self.store(self.eval(target.value, env), self.eval(target.slice, env), value)
        else:
            raise self.no_form(target, "assign to a local name, or to an item of a local list")

    def hinted(self, value: Any, name: str) -> Any:
        if isinstance(value, Node) and not value.name:
            value.name = name
        return value

    def _unpack(self, target: ast.Tuple | ast.List, value: Any, env: Env) -> None:
        if type(value) is tuple:
            parts = list(value)
        elif isinstance(value, Record) and getattr(value.kind, "__iter__", None) is tuple.__iter__:
            parts = list(value.fields.values())
        elif isinstance(value, Picked):
            parts = self.items_of_picked(value)
        else:
            items = self.items(value)
            if not self.plain(Listed(items)):
                raise self.no_form(target, "unpack a tuple of fixed length")
            parts = [item for _, item in items]
        stars = [place for place, one in enumerate(target.elts) if isinstance(one, ast.Starred)]
        if stars:
            raise self.no_form(target, "write a slice such as items[1:] instead of the starred name")
        if len(parts) != len(target.elts):
            raise self.no_form(target, f"write {len(parts)} names for the {len(parts)} values")
        for one, part in zip(target.elts, parts, strict=True):
            self.assign(one, part, env)

    def store(self, owner: Any, index: Any, value: Any) -> None:
        if not isinstance(owner, Listed) or owner.frozen or not self.plain(owner):
            raise self.refuse(
                "an assignment changes an item of a value other than a local list of fixed length",
                "make a list such as [0, 0, 0] in the function",
            )
        owners.check_whole(self, owner)
        if isinstance(index, Node):
            index = self.seen(index)
            if index.lo < 0 or index.hi >= len(owner.items):
                raise self.refuse(
                    f"an index from {index.lo} to {index.hi} is used for {len(owner.items)} items",
                    "test the index with `if` first",
                )
            for place, (guard, old) in enumerate(owner.items):
                same = self.graph.make("eq", index, self.graph.const(place))
                owner.items[place] = guard, self.choose(same, value, old)
        elif type(index) is int:
            owner.items[index] = self.graph.true, value
        else:
            raise self.refuse("an assignment changes several items of a list", "assign each item on its own")
