"""Inner functions that call themselves: their outer variables become parameters."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from advsearch.machine import functions, versions
from advsearch.machine.scopes import Binding, Scope, Slot
from advsearch.machine.source import Tree, assigned, body_of, outer_names, positional, walked
from advsearch.machine.values import Arguments, Bound, Closure, Held, Value

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def call_lifted(f: Function, inner: Closure, arguments: Arguments) -> Value:
    tree = inner.tree
    if any(isinstance(node, ast.Nonlocal) for node in walked(tree)) or outer_names(tree):
        raise f.refusal("an inner function that calls itself and assigns `nonlocal` names",
                        "return the new values instead", tree)  # fmt: skip
    bound = functions.bind_arguments(f, tree, arguments, inner.defaults)
    names = positional(tree)
    values: list[Value] = [f.argument(bound[name]) for name in names]
    fixed: dict[str, Binding] = {}
    for name in _outer(tree):
        found = _binding(f, inner.scope, name)
        if found is None or (isinstance(found, Closure) and found.tree is tree):
            continue
        if isinstance(found, Closure | Bound):
            fixed[name] = found
        else:
            names.append(name)
            values.append(f.argument(found))
    key = ("inner", tree, *(functions.argument_key(f, value) for value in values))
    version = f.unit.version(key, getattr(tree, "name", "inner"))
    function = next((scope.function for scope in inner.scope.chain() if scope.function is not None), None)

    def prepare(g: Function) -> None:
        g.scope.names.update(fixed)
        if isinstance(tree, ast.FunctionDef):
            g.scope.names[tree.name] = Closure(tree, g.scope, inner.defaults)

    if version.text is None:
        words = [word for value in values if isinstance(value, Held) for word in value.words]
        for place, word in enumerate(words):
            f.learn(version, ("argument", place), word)
        versions.write_version(f.unit, version, tree, function, values, prepare, names)
    return versions.call_version(f, version, tree, function, values)


def _outer(tree: Tree) -> list[str]:
    own = {one.arg for one in tree.args.args} | set(assigned(body_of(tree)))
    read = {node.id for node in walked(tree) if isinstance(node, ast.Name)}
    return sorted(read - own)


def _binding(f: Function, scope: Scope, name: str) -> Value | None:
    here = f.scope.holder(name)
    holder = scope.holder(name)
    if here is not None and here is not holder and f.scope.tree is not scope.tree:
        holder = holder or here
    if holder is None:
        return None
    bound = holder.names[name]
    if name in holder.flags and not isinstance(bound, Closure):
        what = f"`{name}`, which may not be assigned yet, in an inner function that calls itself"
        raise f.refusal(what, f"assign `{name}` on every way before the function", f.node)
    if isinstance(bound, Slot) and bound.key not in f.version.slots:
        return None
    return f.binding(bound)
