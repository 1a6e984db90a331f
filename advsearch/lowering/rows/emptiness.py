"""Code for tests whether a collection has items: `if [x for x in items if x]:` makes no list."""

from __future__ import annotations

import ast
from typing import Any, Final

from advsearch.lowering.refusals import Refused
from advsearch.lowering.rows.body import Body, expression
from advsearch.lowering.rows.values import Known, NotYet

_COLLECTING: Final = {one.__name__: one for one in (list, tuple, sorted, set, frozenset)}
_EMPTY: Final = {(ast.Eq, 0), (ast.LtE, 0), (ast.Lt, 1)}
_FILLED: Final = {(ast.NotEq, 0), (ast.Gt, 0), (ast.GtE, 1)}


def _comprehension(node: ast.expr | None) -> ast.ListComp | ast.SetComp | ast.GeneratorExp | None:
    match node:
        case ast.ListComp() | ast.SetComp():
            found: Any = node
        case ast.Call(ast.Name(name), [ast.ListComp() | ast.SetComp() | ast.GeneratorExp() as inner]) if (
            name in _COLLECTING
        ):
            found = inner
        case _:
            return None
    plain = not any(isinstance(one, ast.NamedExpr) for one in ast.walk(node))
    return found if plain else None


def collects(tree: Any) -> bool:
    """Whether every `return` gives a comprehension or an empty collection."""
    if not isinstance(tree, ast.FunctionDef):
        return False
    from advsearch.lowering.rows.functions import own_nodes

    values = [one.value for one in own_nodes(tree) if isinstance(one, ast.Return)]
    made = [one for one in values if _comprehension(one) is not None]
    return bool(made) and all(one in made or _is_nothing(one) for one in values)


def _is_nothing(node: ast.expr | None) -> bool:
    return isinstance(node, ast.List | ast.Tuple) and not node.elts


def collected(f: Body, node: ast.expr) -> ast.expr | None:
    """`[x for x in items]` becomes `any(True for x in items)`."""
    found = _comprehension(node)
    if found is None or (isinstance(node, ast.Call) and not _is_builtin(f, node.func)):
        return None
    made = f.program.constants.setdefault(("any of", id(node)), _any_of(found))
    f.program.keep(node)
    return made  # type: ignore[no-any-return]


class _Unread(ast.expr):
    _fields = ("value",)

    def __init__(self, value: ast.expr) -> None:
        super().__init__()
        self.value = value


@expression(_Unread)
def _unread(f: Body, node: _Unread) -> Known:
    changes = f.changes
    with f.captured():
        f.value(node.value)
    # generated code does not evaluate the item
    if f.changes != changes:
        raise f.refuse(
            node.value, f"the item `{ast.unparse(node.value)}` of a comprehension changes a value", "write a loop"
        )
    return Known(True)


def _any_of(node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> ast.expr:
    item: ast.expr = ast.Constant(True)
    if any(isinstance(one, ast.Call) for one in ast.walk(node.elt)):
        item = _Unread(node.elt)
    items = ast.GeneratorExp(item, node.generators)
    made = ast.Call(ast.Constant(any), [items], [])  # type: ignore[arg-type] # the function itself, whatever the name
    return ast.fix_missing_locations(ast.copy_location(made, node))


def counted(f: Body, node: ast.Compare) -> tuple[ast.expr, bool] | None:
    """`len(x) > 0` becomes `(x, True)`, and `len(x) == 0` becomes `(x, False)`."""
    match node:
        case ast.Compare(ast.Call(ast.Name("len") as function, [ast.Call() | ast.ListComp() as items], []),
                         [operation], [ast.Constant(int(number))]):  # fmt: skip
            asks = (type(operation), number)
            if asks in _EMPTY | _FILLED and _is_builtin(f, function):
                return items, asks in _FILLED
    return None


def _is_builtin(f: Body, node: ast.expr) -> bool:
    if not isinstance(node, ast.Name):
        return False
    try:
        found = f.lookup(node)
    except (Refused, NotYet):
        return False
    return isinstance(found, Known) and any(found.value is one for one in (len, *_COLLECTING.values()))
