"""Compares graph nodes by their values: `a and b` equals `b and a`.

Each condition is tried as true and as false.
"""

from __future__ import annotations

from typing import Any, Final

from advsearch.lowering.words.graph import Graph, Node
from advsearch.lowering.words.values import Alt, Picked, Record, joined, simple

MOST_ATOMS: Final = 10


class NotRebuilt(Exception):
    """A node inside a loop cannot be replaced."""


def same(graph: Graph, one: Node, two: Node) -> bool:
    """Whether two nodes are provably equal for all values of their symbols."""
    if one is two:
        return True
    if one.kind != two.kind:
        return False
    atoms: dict[int, Node] = {}
    for node in (one, two):
        _collect(node, atoms, set())
    if not atoms or len(atoms) > MOST_ATOMS:
        return False
    try:
        return _in_every_case(graph, one, two, list(atoms.values()), {})
    except NotRebuilt:
        return False


def _collect(node: Node, atoms: dict[int, Node], seen: set[int]) -> None:
    if node.number in seen or node.constant:
        return
    seen.add(node.number)
    if node.op == "select" or (node.kind == "bool" and node.op == "not"):
        for arg in node.args:
            _collect(arg, atoms, seen)
    elif node.kind == "bool":
        if node.op == "eq" and all(arg.kind == "bool" for arg in node.args):
            for arg in node.args:
                _collect(arg, atoms, seen)
        else:
            atoms[node.number] = node
    else:
        for arg in node.args:
            _collect(arg, atoms, seen)


def _in_every_case(graph: Graph, one: Node, two: Node, atoms: list[Node], known: dict[int, Node]) -> bool:
    first, second = replaced(graph, one, known), replaced(graph, two, known)
    if first is second:
        return True
    if not atoms:
        return False
    atom, rest = atoms[0], atoms[1:]
    return all(
        _in_every_case(graph, one, two, rest, {**known, atom.number: graph.const(value)}) for value in (True, False)
    )


def replaced(graph: Graph, node: Node, known: dict[int, Node]) -> Node:
    """Replace nodes inside a node; the keys of `known` are numbers of old nodes."""
    memo: dict[int, Node] = dict(known)

    def visit(one: Node) -> Node:
        found = memo.get(one.number)
        if found is None:
            found = memo[one.number] = _rebuilt(graph, one, tuple(map(visit, one.args)))
        return found

    return visit(node)


def _rebuilt(graph: Graph, node: Node, args: tuple[Node, ...]) -> Node:
    if args == node.args:
        return node
    if node.op == "select":
        return graph.select(*args)
    if node.op == "lookup":
        return graph.lookup(node.data, args[0])
    if node.op == "refine":
        return graph.refined(args[0], node.lo, node.hi)
    if node.op == "exact":
        return graph.exact(args[0], node.data)
    if node.op == "signed":
        return graph.signed(args[0])
    if node.op == "out":
        raise NotRebuilt
    if node.data is not None:
        return graph.raw(node.op, args, node.data, node.kind, node.interval)
    return graph.make(node.op, *args)


def conjuncts(graph: Graph, node: Node, holds: bool = True) -> list[Node]:
    """`a and b` gives `[a, b]`; for `holds=False`, `a or b` gives `[not a, not b]`."""
    if node.op == "not":
        return conjuncts(graph, node.args[0], not holds)
    if node.op == "select" and node.kind == "bool":
        test, one, two = node.args
        if two.constant and bool(two.data) != holds:
            return conjuncts(graph, test, True) + conjuncts(graph, one, holds)
        if one.constant and bool(one.data) != holds:
            return conjuncts(graph, test, False) + conjuncts(graph, two, holds)
    return [node if holds else graph.make("not", node)]


def put_in(graph: Graph, value: Any, known: dict[int, Node]) -> Any:
    if isinstance(value, Node):
        return simple(replaced(graph, value, known))
    if type(value) is tuple:
        return tuple(put_in(graph, one, known) for one in value)
    if isinstance(value, Record):
        return Record(value.kind, {name: put_in(graph, one, known) for name, one in value.fields.items()})
    if isinstance(value, Picked):
        index = replaced(graph, value.index, known)
        return value.choices[index.data] if index.constant else Picked(value.choices, index)
    if isinstance(value, Alt):
        condition = replaced(graph, value.condition, known)
        return joined(graph, condition, put_in(graph, value.one, known), put_in(graph, value.two, known))
    return value
