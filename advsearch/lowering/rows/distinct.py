"""Sets whose members are not stored as bits: strings that are made at run time.

Generated code stores the members of such a set in a list, whose order differs from the order in Python. Rules can use
the set only in `add`, `update`, `in`, `len`, `sorted`, `min`, `max` and conditions such as `if seen:`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import comparisons, growing_from, lists, membership, sequences, spare, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.callables import keep_apart
from advsearch.lowering.rows.convert import runtime, type_of
from advsearch.lowering.rows.program import MOST_MEMBERS
from advsearch.lowering.rows.types import Bool, Int, Mark, Seq, Tup, Type
from advsearch.lowering.rows.values import Known, NotYet, Place, Value

_ASKING: Final = frozenset({"len", "max", "min", "sorted"})
_GROWING: Final = frozenset({"add", "update"})


def is_listed(f: Body, node: ast.AST, item: Type) -> bool:
    """Whether a set of items of this type is stored as a list."""
    if is_known(f, node):
        return True
    if books.has_bits(item) and not has_many(f, item):
        return False
    learn_of_change(f, node, item)
    if _is_plain(item) and _is_only_asked(f, node):
        return True
    check_bits(f, node, item)
    return False


def check_bits(f: Body, node: ast.AST, item: Type) -> None:
    if books.has_bits(item) or (isinstance(item, Seq) and item.kind is str and f.program.words):
        return
    learn_of_change(f, node, item)
    raise f.refuse(
        node,
        f"a member of a set is {types.named(item)}",
        "use a list instead of the set",
    )


def _is_plain(item: Type) -> bool:
    # equal members must have the same class, because the list keeps only one of them
    match item:
        case Tup(items):
            return item.kind is tuple and all(map(_is_plain, items))
        case Seq():
            return item.kind in (str, tuple) and _is_plain(item.item)
    return isinstance(item, Bool | Int | Mark | types.Never)


def has_many(f: Body, item: Type) -> bool:
    """Whether a set has too many possible members for bits."""
    return types.possible_values(spare.bounded(item, f.program.usual, f.program.usual_axis)) > MOST_MEMBERS


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
        case ast.Attribute(value=owner, attr=name) if name in _GROWING:
            call = above.get(id(parent))
            whole = isinstance(call, ast.Call) and call.func is parent and not call.keywords
            return owner is node and whole and isinstance(above.get(id(call)), ast.Expr)
    return False


def _without_key(named: list[ast.keyword]) -> bool:
    return all(one.arg == "default" for one in named)


def gathered(f: Body, node: ast.AST, run: Callable[[Callable[[Value], None]], None]) -> Place:
    """Make a list of a loop's items without duplicates; `run` generates the loop."""
    for name, value in _assigned(f):
        if value is node:
            f.program.forget_sets(f.spec, name)
    made = sequences.made_list(f, node, Seq(list, types.NEVER, 0, f.program.most_items), "distinct")
    sequences.put_length(f, made, "0")
    run(lambda value: _add(f, node, made, value))
    return made


def _add(f: Body, node: ast.AST, made: Place, value: Value) -> None:
    value = comparisons.is_settled(f, runtime(f, value))
    own, kind = type_of(f, value), made.kind
    assert isinstance(kind, Seq)
    if not _is_plain(own):
        raise types.Clash(own, kind.item)
    lists.learn_list(f, node, made, own, grows=True)
    if not spare.storable(own, kind.item):
        raise NotYet
    there = membership.found(f, node, value, made)
    with f.block(f"if not {there.value if isinstance(there, Known) else there.text}:"):
        sequences.push(f, made, value, node)


def of_values(f: Body, node: ast.AST, values: list[Value]) -> Place:
    def run(add: Callable[[Value], None]) -> None:
        for value in values:
            add(value)

    return gathered(f, node, run)


def _made_at(f: Body, node: ast.AST) -> ast.expr | None:
    found: list[ast.expr | None] = []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _GROWING:
        name = ast.unparse(node.func.value)
        found = [value for target, value in _assigned(f) if target == name]
    match found:
        case [ast.Set() | ast.SetComp() | ast.Call(ast.Name("set"), [], []) as made]:
            return made
    return None


def _assigned(f: Body) -> Iterator[tuple[str, ast.expr | None]]:
    for one in ast.walk(f.source.tree if f.tree is None else f.tree):
        match one:
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(ast.Name(name), value=value):
                yield name, value


def learn_of_change(f: Body, node: ast.AST, item: Type) -> None:
    """Store `s` as a list if bits cannot represent the `x` of `s.add(x)`."""
    made = _made_at(f, node)
    if made is not None and _is_plain(item) and _is_only_asked(f, made) and not is_known(f, made):
        learn(f, made)


def is_changed(f: Body, node: ast.Call) -> bool:
    made = _made_at(f, node)
    return made is not None and is_known(f, made)


def change(f: Body, node: ast.Call, owner: Place, given: list[Value]) -> Value:
    from advsearch.lowering.rows.comprehensions import run_items

    assert isinstance(node.func, ast.Attribute)
    growing_from.check(f, node, of_set=True)
    if node.func.attr == "add":
        _add(f, node, owner, given[0])
    else:
        for one in given:
            run_items(f, one, node, lambda value: _add(f, node, owner, value), any_order=True)
    f.changes += 1
    return Known(None)


def learn(f: Body, node: ast.AST) -> None:
    """Record that the set `node` is stored as a list, and raise `NotYet`."""
    f.program.learn(f.key(node, "distinct"), types.BOOL)
    raise NotYet


def is_known(f: Body, node: ast.AST) -> bool:
    return f.program.fact(f.key(node, "distinct")) is not None
