"""Describes a loop such as `for c in range(9): moves.append(c)` once, with a symbol for `c`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any, Final

from advsearch.lowering.refusals import Refused
from advsearch.lowering.words.context import Contradiction
from advsearch.lowering.words.graph import Node
from advsearch.lowering.words.values import Alt, Family, Listed, copied, symbolic

if TYPE_CHECKING:
    from advsearch.lowering.words.methods import Env, Flow, Methods

FEW: Final = 3


def each_of(run: Methods, size: int) -> Node:
    """The symbol for `i` in `for i in range(size)`."""
    known = run.places.get(size)
    if known is None:
        known = run.places[size] = run.graph.symbol("each", "place", "int", (0, size - 1))
    return known


def family_of_loop(run: Methods, node: ast.For, constants: Any, env: Env) -> Flow | None:
    """Run a loop that only appends to lists, or return None."""
    if not run.listing or run.within_family or node.orelse:
        return None
    items = tuple(constants)
    if len(items) <= FEW or not any(isinstance(value, Listed) for value in env.values()):
        return None
    each = each_of(run, len(items))
    before = dict(env)
    after = copied(env)
    lengths = {name: len(value.items) for name, value in env.items() if isinstance(value, Listed)}
    kept = run.saved()
    run.within_family = True
    try:
        run.assign(node.target, run.pick(items, each), after)
        exits, live = run.joined("continue", *run.apart(node.body, after))
    except (Refused, Contradiction):
        return None
    finally:
        run.within_family = False
        run.restore(kept)
    if live is None or exits:
        return None
    for name, value in before.items():
        now = live.get(name)
        if not isinstance(value, Listed) and now is not value:
            return None
    bound = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    for name, length in lengths.items():
        listed, original = live[name], env[name]
        if not isinstance(listed, Listed) or name in bound - set(before):
            return None
        if len(listed.items) < length or any(
            one[1] is not two[1] for one, two in zip(listed.items, original.items, strict=False)
        ):
            return None
    for name, length in lengths.items():
        entries = live[name].items[length:]
        if entries:
            if any(isinstance(value, Alt | Family) for _, value in entries):
                return None
            env[name].items.append((run.graph.true, Family(each, len(items), entries)))
    return [], env


def family_of_comprehension(run: Methods, node: Any, env: Env) -> Listed | None:
    if not run.listing or run.within_family:
        return None
    constants = run.eval(node.generators[0].iter, env)
    if symbolic(constants) or isinstance(constants, Listed | set | frozenset):
        return None
    items = tuple(item for _, item in run.items(constants))
    if len(items) <= FEW:
        return None
    each = each_of(run, len(items))
    inner = dict(env)
    entries: list[tuple[Node, Any]] = []
    kept = run.saved()
    run.within_family = True
    try:
        run.assign(node.generators[0].target, run.pick(items, each), inner)
        guard = run.graph.true
        for test in node.generators[0].ifs:
            truth = run.truth(run.eval(test, inner))
            guard = run.graph.both(guard, truth)
            if truth is run.graph.false:
                return Listed([])
            if not truth.constant:
                run.assume(truth, True)
        run.comprehended(node, 1, inner, guard, entries)
    except (Refused, Contradiction):
        return None
    finally:
        run.within_family = False
        run.restore(kept)
    if any(isinstance(value, Alt | Family) for _, value in entries):
        return None
    return Listed([(run.graph.true, Family(each, len(items), entries))])
