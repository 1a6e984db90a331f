"""Generates assignments, branches and returns: `x = 1`, `if x:`, `return x`."""

from __future__ import annotations

import ast
import re
from typing import Any, Final

from advsearch.lowering import parts
from advsearch.lowering.row_rules import RAISED
from advsearch.lowering.rows import (
    changing,
    growing_dicts,
    inner_dicts,
    iterators,
    narrowing,
    sequences,
    settling,
    sharing,
    slices,
    special,
    sums,
    types,
    values,
)
from advsearch.lowering.rows.bindings import assigned_names
from advsearch.lowering.rows.body import Body, Lines, statement
from advsearch.lowering.rows.comprehensions import listed
from advsearch.lowering.rows.conditions import asked
from advsearch.lowering.rows.convert import as_type, atom, blank, copied, exploded, item_of, load, runtime, type_of
from advsearch.lowering.rows.lists import append, changed_item, extend
from advsearch.lowering.rows.names import bind, merged
from advsearch.lowering.rows.numbers import wrapped
from advsearch.lowering.rows.raising import evaluated
from advsearch.lowering.rows.ranges import is_range
from advsearch.lowering.rows.storing import anchored, store
from advsearch.lowering.rows.types import Seq, Tup, Type, is_flat
from advsearch.lowering.rows.values import Known, Lazy, NotYet, Pieces, Place, Stream, Table, Value

NEW_OBJECT: Final = "make a new object with attrs.evolve, dataclasses.replace or _replace"


@statement(ast.Pass)
def _pass(f: Body, node: ast.Pass) -> None:
    pass


@statement(ast.Expr)
def _expression(f: Body, node: ast.Expr) -> None:
    if isinstance(node.value, ast.Yield):
        _yield(f, node.value)
    elif isinstance(node.value, ast.YieldFrom):
        assert f.yields is not None
        extend(f, node, f.yields, f.value(node.value.value))
    elif hasattr(node, parts.PART):
        _check_part(f, node)
    elif not isinstance(node.value, ast.Constant):
        evaluated(f, f.value(node.value))


def _check_part(f: Body, node: ast.Expr) -> None:
    # Generated code evaluates `board[0]` at each use of `row` (see `parts`), so that it must not make a new list.
    assert isinstance(node.value, ast.Subscript)
    value, owner = f.value(node.value), f.value(node.value.value)
    kind = getattr(owner, "kind", None)
    if sharing.is_changeable(getattr(value, "kind", None)) and not (isinstance(kind, Seq) and kind.kind is list):
        name, text = getattr(node, parts.PART), ast.unparse(node.value)
        raise f.refuse(node, f"`{name}` is a second name for `{text}`", f"make a copy: list({text})")
    evaluated(f, value)


def _yield(f: Body, node: ast.Yield) -> None:
    assert f.yields is not None
    value = Known(None) if node.value is None else f.value(node.value)
    if f.answers_truth:
        f.emit("return True")
        return
    append(f, node, f.yields, value)


# --- assignments ----------------------------------------------------------------------------------------------


@statement(ast.Assign)
def _assign(f: Body, node: ast.Assign) -> None:
    value = f.value(node.value)
    if f.mutated.intersection(assigned_names(list(node.targets))):
        value = inner_dicts.of_displays(f, node.value, value)
    if len(node.targets) > 1 and (isinstance(getattr(value, "kind", None), Seq) or _is_changed(f, node, value)):
        raise f.refuse(node, "one list gets two names", "make a list for each name")
    if len(node.targets) > 1:
        value = _kept(f, value, ast.Tuple(node.targets))
    for target in node.targets:
        assign(f, target, value, node)


def _is_changed(f: Body, node: ast.Assign, value: Value) -> bool:
    known = isinstance(getattr(value, "value", None), list | set | dict) or isinstance(value, Table)
    if not known and not sharing.is_changeable(getattr(value, "kind", None)):
        return False
    return any(name in f.mutated for name in assigned_names(list(node.targets)))


@statement(ast.AnnAssign)
def _annotated(f: Body, node: ast.AnnAssign) -> None:
    if node.value is not None:
        assign(f, node.target, f.value(node.value), node)


def assign(f: Body, target: ast.expr, value: Value, node: ast.AST) -> None:
    if isinstance(target, ast.Name):
        _assign_name(f, target.id, value, node)
    elif isinstance(target, ast.Tuple | ast.List):
        _unpack(f, target, value, node)
    elif isinstance(target, ast.Subscript):
        changed_item(f, target, value, node)
    else:  # an attribute
        owner = ast.unparse(target)
        raise f.refuse(node, f"`{owner}` is changed", NEW_OBJECT)


def _assign_name(f: Body, name: str, value: Value, node: ast.AST) -> None:
    iterators.check_name(f, name, value, node)
    if isinstance(value, Stream | Lazy):
        from advsearch.lowering.rows import endless

        value = endless.stream_of(f, node, value) or value
        if isinstance(value, Lazy):
            value = listed(f, value)
        elif value.ends is None:
            f.scope[name] = value
            return
    sharing.check_name(f, name, value, node)
    if isinstance(value, Known) and isinstance(value.value, list | set) and name in f.mutated:
        value = _changeable(f, value.value, node)
    elif name in f.mutated or growing_dicts.is_made_elsewhere(f, name, value):
        value = growing_dicts.in_memory(f, value, node)
    source = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
    mentioned = isinstance(source, ast.AST) and any(
        isinstance(one, ast.Name) and one.id == name for one in ast.walk(source)
    )
    bind(f, name, value, node, copied=mentioned and f.changing > 0)
    sharing.note_new(f, name, node)


def _changeable(f: Body, value: Any, node: ast.AST) -> Value:
    if isinstance(value, list):
        if not value:
            made = sequences.made_list(f, node, Seq(list, types.NEVER, 0, 0), "empty")
            sequences.put_length(f, made, "0")
            return made
        return slices.as_list(f, runtime(f, Known(tuple(value))), node, list)
    kind = f.program.learn(f.key(node, "set"), type_of(f, Known(value)))
    return as_type(f, Known(value), kind)


def _unpack(f: Body, target: ast.Tuple | ast.List, value: Value, node: ast.AST) -> None:
    if isinstance(value, Stream | Lazy) or is_range(getattr(value, "kind", None)):
        value = f.as_list(value)
    value = special.iterated(f, node, value) or value
    stars = [at for at, one in enumerate(target.elts) if isinstance(one, ast.Starred)]
    value = sums.for_names(f, value, len(target.elts) - len(stars), bool(stars), node)
    kind = getattr(value, "kind", None)
    if isinstance(value, Known):
        items: list[Value] = [Known(one) for one in value.value]
    elif isinstance(kind, Tup) and issubclass(kind.kind, tuple):
        items = [item_of(f, value, at) for at in range(len(kind.items))]
    elif sequences.is_sequence(kind) or isinstance(kind, types.Mark):
        place = sequences.as_sequence(f, value)
        if stars:
            _unpack_list(f, target, place, stars[0], node)
            return
        length = len(target.elts)
        own = place.kind
        assert isinstance(own, Seq)
        if isinstance(own.item, types.Never):
            raise NotYet
        wanted = Tup((own.item,) * length, own.kind) if own.kind is tuple else Tup((own.item,) * length)
        if not own.fixed:
            f.emit(f"of_length(block, {sequences.length_of(f, place).text}, {length}, {f.line_of(node)})")
            if own.most < length:
                raise NotYet
        items = [item_at_constant(f, place, at) for at in range(len(wanted.items))]
    else:
        shown = types.named(kind) if kind else "this value"
        raise f.refuse(node, f"an assignment unpacks {shown}", "unpack only tuples")
    if stars:
        at = stars[0]
        after = len(target.elts) - at - 1
        middle = items[at : len(items) - after]
        from advsearch.lowering.rows.streams import pair

        packed = pair(f, tuple(middle)) if middle else Known(())
        if middle:
            packed = slices.as_list(f, packed, node, list)
        items = [*items[:at], packed, *items[len(items) - after :]]
    if len(items) != len(target.elts):
        raise f.refuse(
            node, f"{len(items)} values are assigned to {len(target.elts)} names", "give each value a name"
        )
    if len(items) > 1:
        items = [_kept(f, item, target) for item in items]  # all values are read before the first name changes
    for one, item in zip(target.elts, items, strict=True):
        assign(f, one.value if isinstance(one, ast.Starred) else one, item, node)


def _unpack_list(f: Body, target: ast.Tuple | ast.List, place: Place, star: int, node: ast.AST) -> None:
    count = len(target.elts)
    after = count - star - 1
    own = place.kind
    assert isinstance(own, Seq)
    if isinstance(own.item, types.Never):
        raise NotYet
    length = atom(f, sequences.length_of(f, place), "length")
    f.emit(f"there(block, {length.text} >= {count - 1}, {f.line_of(node)})")
    items: list[Value] = [item_at_constant(f, place, at) for at in range(star)]
    made = sequences.made_list(f, node, Seq(list, own.item, 0, max(0, own.most - count + 1)), "rest")
    rest = f.fresh("count_of")
    f.emit(f"{rest} = max(0, {length.text} - {count - 1})")
    sequences.put_length(f, made, rest)
    assert isinstance(made.kind, Seq)
    first = sequences.item_place(place, str(star))
    source = Place(Seq(own.kind, own.item, own.most, own.most), first.text, first.offset, first.space)
    if made.kind.most:
        sequences.store_items(f, source, made, made.kind, node, rest)
    items.append(made)
    items += [load(f, sequences.item_place(place, f"{length.text} - {after - at}")) for at in range(after)]
    items = [_kept(f, item, target) for item in items]
    for one, item in zip(target.elts, items, strict=True):
        assign(f, one.value if isinstance(one, ast.Starred) else one, item, node)


def item_at_constant(f: Body, place: Place, at: int) -> Value:
    return load(f, sequences.item_place(place, str(at)))


def _kept(f: Body, value: Value, target: ast.AST) -> Value:
    # In `a, b = b, a`, the old value of `a` is copied before `a` is assigned.
    if isinstance(value, values.Scalar | Pieces):
        return copied(f, value, "item_of", lambda f, item: _kept(f, item, target))
    if isinstance(value, Place) and not value.steady and not value.fresh:
        made = f.made(value.kind)
        store(f, value, made)
        return made
    if isinstance(value, Place):
        assigned = {f.python_name(name) for name in assigned_names([target])}
        if assigned.intersection(re.findall(r"\w+", value.text)):
            return anchored(f, value, "item_of")
    return value


# --- branches -------------------------------------------------------------------------------------------------


def branch(f: Body, statements: list[ast.stmt], depth: int = 1) -> tuple[Lines, dict[str, Value], bool]:
    """The code of a block, its names' values, and whether its end is reached."""
    before = dict(f.scope)
    with f.captured(depth) as lines:
        f.run(statements)
    after, live = f.scope, f.live
    f.scope, f.live = before, True
    return lines, after, live


@statement(ast.If)
def _if(f: Body, node: ast.If) -> None:
    if _only_raises(node) and not changing.is_needed(f, node.test):
        narrowing.narrow(f, node.test, False)
        return
    test = asked(f, node.test)
    if isinstance(test, Known):
        f.run(node.body if test.value else node.orelse)
        return
    before = dict(f.scope)
    narrowing.narrow(f, node.test, True)
    lines, scope, live = branch(f, node.body)
    f.scope = dict(before)
    narrowing.narrow(f, node.test, False)
    lines2, scope2, live2 = branch(f, node.orelse)
    alive = [(one, names) for one, names, alive in ((lines, scope, live), (lines2, scope2, live2)) if alive]
    after = merged(f, node, alive, f.depth + 1)
    f.emit(f"if {test.text}:")
    f.lines.extend(lines or [(f.depth + 1, "pass")])
    if lines2:
        f.emit("else:")
        f.lines.extend(lines2)
    f.scope = after if alive else before
    f.live = bool(alive)


def _only_raises(node: ast.If) -> bool:
    return len(node.body) == 1 and isinstance(node.body[0], ast.Raise) and not node.orelse


@statement(ast.Raise)
def _raise(f: Body, node: ast.Raise) -> None:
    f.emit(f"fail(block, {RAISED}, {f.line_of(node)})")
    f.emit("return @blank@")
    f.live = False


@statement(ast.Assert)
def _assert(f: Body, node: ast.Assert) -> None:
    if changing.is_needed(f, node.test):
        test = asked(f, node.test)
        with f.block(f"if not {test.value if isinstance(test, Known) else wrapped(test.text)}:"):
            f.emit(f"fail(block, {RAISED}, {f.line_of(node)})")
            f.emit("return @blank@")
    narrowing.narrow(f, node.test, True)


# --- returns --------------------------------------------------------------------------------------------------


@statement(ast.Return)
def _return(f: Body, node: ast.Return) -> None:
    if f.settled is not None:
        settling.returned(f, node, f.settled)
        return
    if f.yields is not None:
        f.emit("return False" if f.answers_truth else "return")
        f.live = False
        return
    if f.answers_truth and node.value is not None:
        if isinstance(node.value, ast.Name) and node.value.id in f.truth_names:
            f.emit("return False")
        else:
            test = asked(f, node.value)
            f.emit(f"return {bool(test.value) if isinstance(test, Known) else test.text}")
        f.live = False
        return
    if isinstance(node.value, ast.Tuple) and sharing.gives_away(f, node.value):
        f.leaving.add(id(node.value))
    value = Known(None) if node.value is None else f.value(node.value)
    give(f, value, node)
    f.live = False


def give(f: Body, value: Value, node: ast.AST) -> None:
    """Generate `return value`; a large value is stored in the caller's memory."""
    if isinstance(value, values.Closure):
        raise f.refuse(node, "a function returns a function", "return the result of a call")
    if isinstance(value, Stream | Lazy):
        value = runtime(f, value)
    if isinstance(value, values.Table):
        value = growing_dicts.in_memory(f, value)
    own = type_of(f, value)
    generated = isinstance(getattr(node, "value", None), ast.GeneratorExp)
    sharing.check_result(f, node, own.item if generated and isinstance(own, Seq) else own)
    kind = f.program.learn(f.spec.returns, own)
    if is_flat(kind):
        made = exploded(f, as_type(f, value, kind, node))
        texts = [leaf.text for leaf in values.leaves(made)]
        f.emit(f"return {texts[0] if len(texts) == 1 else '(' + ', '.join(texts) + ')'}")
        return
    target = Place(kind, "target")
    if not (isinstance(value, Place) and value.start == "target" and value.kind == kind and not value.space):
        store(f, value, target, node)
    f.emit("return")


def blank_return(kind: Type | None) -> str:
    if kind is None or not is_flat(kind):
        return "return"
    texts = [leaf.text for leaf in values.leaves(blank(kind))]
    return f"return {texts[0] if len(texts) == 1 else '(' + ', '.join(texts) + ')'}"


@statement(ast.FunctionDef)
def _inner_function(f: Body, node: ast.FunctionDef) -> None:
    if node.decorator_list:
        raise f.refuse(
            node,
            "a function inside a function has a decorator",
            "write a decorated function at the top level of the file",
        )
    from advsearch.lowering.rows.closures import defined

    f.scope[node.name] = defined(f, node)


@statement(ast.Match)
def _match(f: Body, node: ast.Match) -> None:
    from advsearch.lowering.rows.matching import match

    match(f, node)
