"""Sets with items that bits cannot represent, such as strings that are made at run time.

The generated code stores the members of the set in a list, whose order differs from the order in Python. The rules
may therefore only ask which members a set has, with `in`, `len`, `sorted`, `min`, `max`, `not` or `if`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import comparisons, membership, sequences, spare, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.callables import keep_apart
from advsearch.lowering.rows.convert import runtime, type_of
from advsearch.lowering.rows.types import Bool, Int, Mark, Seq, Tup, Type
from advsearch.lowering.rows.values import Known, NotYet, Place, Value

_ASKING: Final = frozenset({"len", "max", "min", "sorted"})


def is_listed(f: Body, node: ast.AST, item: Type) -> bool:
    """Whether a set of items of this type is stored as a list."""
    if books.has_bits(item):
        return False
    if _is_plain(item) and _is_only_asked(f, node):
        return True
    check_bits(f, node, item)
    return False


def check_bits(f: Body, node: ast.AST, item: Type) -> None:
    if books.has_bits(item) or (isinstance(item, Seq) and item.kind is str and f.program.words):
        return
    raise f.refuse(
        node,
        f"a member of a set is {types.named(item)}",
        "use a list, or a set that never changes, only with `in`, `len` and `sorted`",
    )


def _is_plain(item: Type) -> bool:
    """Whether equal values of a type always have the same class."""
    match item:
        case Tup(items):
            return item.kind is tuple and all(map(_is_plain, items))
        case Seq():
            return item.kind in (str, tuple) and _is_plain(item.item)
    return isinstance(item, Bool | Int | Mark | types.Never)


def _is_only_asked(f: Body, node: ast.AST) -> bool:
    tree = f.source.tree if f.tree is None else f.tree
    above = {id(child): one for one in ast.walk(tree) for child in ast.iter_child_nodes(one)}
    match above.get(id(node)):
        case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
            uses = [one for one in ast.walk(tree) if isinstance(one, ast.Name) and one.id == name]
            reads = [one for one in uses if isinstance(one.ctx, ast.Load)]
            return len(uses) == len(reads) + 1 and all(_is_question(f, above, one) for one in reads)
    return _is_question(f, above, node)


def _is_question(f: Body, above: dict[int, ast.AST], node: ast.AST) -> bool:
    """Whether the code asks only which members a set has, as in `x in s`."""
    parent = above.get(id(node))
    match parent:
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[read]):
            return read is node
        case ast.Call(ast.Name(name), [read]):
            plain = name in _ASKING and name not in f.local and not f.source.has(name)
            return plain and read is node and (keep_apart if name == "sorted" else _without_key)(parent.keywords)
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            return test is node
        case ast.UnaryOp(ast.Not()):
            return True
    return False


def _without_key(named: list[ast.keyword]) -> bool:
    return all(one.arg == "default" for one in named)


def gathered(f: Body, node: ast.AST, run: Callable[[Callable[[Value], None]], None]) -> Place:
    """Generate a list of a loop's items without duplicates. `run` generates the loop."""
    made = sequences.made_list(f, node, Seq(list, types.NEVER, 0, f.program.most_items), "distinct")
    sequences.put_length(f, made, "0")

    def add(value: Value) -> None:
        value = comparisons.is_settled(f, runtime(f, value))
        kind: Any = made.kind
        assert made.site is not None
        f.program.learn(made.site[0], Seq(list, type_of(f, value), 0, kind.most))
        if not spare.storable(type_of(f, value), kind.item):
            raise NotYet
        there = membership.found(f, node, value, made)
        with f.block(f"if not {there.value if isinstance(there, Known) else there.text}:"):
            sequences.push(f, made, value, node)

    run(add)
    return made


def of_values(f: Body, node: ast.AST, values: list[Value]) -> Place:
    def run(add: Callable[[Value], None]) -> None:
        for value in values:
            add(value)

    return gathered(f, node, run)


def learn(f: Body, node: ast.AST) -> None:
    """Record that the set `node` is stored as a list in all following rounds of type inference."""
    f.program.learn(f.key(node, "distinct"), types.BOOL)
    raise NotYet


def is_known(f: Body, node: ast.AST) -> bool:
    return f.program.fact(f.key(node, "distinct")) is not None
