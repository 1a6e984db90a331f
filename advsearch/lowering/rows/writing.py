"""Generates functions: their parameters, their bodies, and the places of their results."""

from __future__ import annotations

import ast
from typing import Any

import attrs

from advsearch.lowering.rows import boxes, changing, placing, types, unordered
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import FRAME, Body
from advsearch.lowering.rows.functions import DEEPEST, listed_names
from advsearch.lowering.rows.names import storage
from advsearch.lowering.rows.program import Spec
from advsearch.lowering.rows.sequences import growing
from advsearch.lowering.rows.types import Type, is_flat
from advsearch.lowering.rows.values import Closure, Entries, Known, Pieces, Place, Scalar, Value, leaves
from advsearch.lowering.source import Source


def write(
    f: Body, spec: Spec, source: Source, tree: Any, parameters: dict[str, Value], names: list[str],
    generator: bool, truth_only: bool, any_order: bool = False,
) -> None:  # fmt: skip
    from advsearch.lowering.rows.statements import blank_return, give

    body = Body(f.program, spec, source)
    body.tree = tree
    body.given = frozenset(
        name
        for name, value in parameters.items()
        if not isinstance(value, Known) or isinstance(value.value, list | set | dict)
    )
    last_line: list[ast.stmt] = (
        [] if isinstance(tree, ast.FunctionDef) else [ast.copy_location(ast.Return(tree.body), tree)]
    )
    statements: list[ast.stmt] = last_line or tree.body
    body.mutated = changing.mutated_names(f.program, statements)
    body.local = {*parameters, *assigned_names(statements)}
    body.answers_truth = truth_only
    body.any_order = any_order
    if any_order:
        body.order_free |= unordered.listed_in(tree)
    body.truth_names = listed_names(tree) if truth_only and not generator else frozenset()
    spec.parameters = _parameters(body, parameters)
    for one in changing.changes_in(f.program, statements):
        if one.boxed and one.name not in body.boxes and not changing.is_callers(body, tree, one.name):
            body.boxes[one.name] = Place(types.NEVER, "")
    spec.round = f.program.round
    spec.callees = set()
    f.program.writing.append(spec)
    if generator:
        kind = f.program.learn(spec.returns, growing(body, list))
        body.yields = Place(kind, "target", site=(spec.returns, ()))
        if not truth_only:
            body.emit("put(block, target, 0)")
    else:
        placing.wish(body, tree)
    if spec.recursive:
        body.emit(f"if depth > {DEEPEST}:")
        body.emit(f"    fail(block, 7, {tree.lineno})")
        body.emit("    return @blank@")
    body.run(statements)
    if body.live:
        if generator or truth_only:
            body.emit("return False" if truth_only else "return")
        elif not body.incomplete:
            give(body, Known(None), tree)
    f.program.writing.pop()
    spec.unordered = any_order and (body.unordered > 0 or bool(body.unordered_calls))
    kind_back = types.BOOL if truth_only else f.program.fact(spec.returns)
    if not truth_only and not _flat_back(kind_back):
        spec.parameters.append("target")
    if spec.recursive:
        spec.parameters.append("depth")
    spec.frame = body.frame
    last = blank_return(kind_back)
    spec.lines = [
        "    " * depth + text.replace("return @blank@", last).replace(FRAME, _frame(body.frame))
        for depth, text in body.lines
    ]


def _frame(size: int) -> str:
    return f"free + {size}" if size else "free"


def _flat_back(kind: Type | None) -> bool:
    return kind is None or is_flat(kind)


def _parameters(body: Body, parameters: dict[str, Value]) -> list[str]:
    found: list[str] = []
    for name, value in parameters.items():
        if isinstance(value, Known | Closure):
            body.scope[name] = value if isinstance(value, Known) else attrs.evolve(value, body=body)
            continue
        if isinstance(value, Place) and value.site is not None and isinstance(value.kind, types.Members):
            found.append(boxes.open_parameter(body, name, value))
            continue
        text = body.python_name(name)
        if isinstance(value, Entries):
            found.append(text)
            place = attrs.evolve(value.pairs, text=text, steady=value.pairs.site is None)
            body.scope[name] = attrs.evolve(value, pairs=place)
        elif isinstance(value, Place):
            found.append(text)
            body.scope[name] = Place(
                value.kind, text, 0, value.space, value.site is None, False, value.site, value.unfinished
            )
        else:
            assert isinstance(value, Scalar | Pieces)
            made = storage(body, text, value.kind, "parameter")
            found.extend(leaf.text for leaf in leaves(made))
            body.scope[name] = made
    return found
