"""Calls of the author's functions: `f(1)` and `f("a")` use two translations of `f`."""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Hashable
from types import BuiltinFunctionType, FunctionType, MethodType, MethodWrapperType
from typing import Any, Final

import attrs

from advsearch.lowering.refusals import Refused
from advsearch.lowering.rows import changing, emptiness, growing_dicts, iterators, recursion, sharing, types, values
from advsearch.lowering.rows.body import FRAME, Body
from advsearch.lowering.rows.convert import as_type, atom, exploded, load, runtime
from advsearch.lowering.rows.names import storage
from advsearch.lowering.rows.program import Spec, shape_of
from advsearch.lowering.rows.ranges import classes_in
from advsearch.lowering.rows.storing import holds, store
from advsearch.lowering.rows.types import Type, cells, is_flat, is_scalar
from advsearch.lowering.rows.values import Bound, Closure, Entries, Known, Pieces, Place, Scalar, Value
from advsearch.lowering.source import Method, Property, Source, check_pure, class_attribute, seen_through, source_of
from advsearch.system.typed import is_hashable

DEEPEST: Final = 900  # nested recursive calls; Python allows a few more


# --- arguments ------------------------------------------------------------------------------------------------


def bound_arguments(
    f: Body,
    node: ast.AST,
    arguments: ast.arguments,
    defaults: list[Any],
    given: list[Value],
    named: dict[str, Value],
    shown: str,
) -> dict[str, Value]:
    if arguments.kwarg:
        raise f.refuse(node, f"`{shown}` has the parameter **{arguments.kwarg.arg}", "name the parameters one by one")
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    found: dict[str, Value] = dict(zip(names, given, strict=False))
    if arguments.vararg:
        from advsearch.lowering.rows.streams import pair

        rest = given[len(names) :]
        found[arguments.vararg.arg] = pair(f, tuple(rest)) if rest else Known(())
    elif len(given) > len(names):
        raise f.refuse(node, f"`{shown}` is called with {len(given)} arguments", f"pass at most {len(names)}")
    found.update(named)
    every = [*names, *[one.arg for one in arguments.kwonlyargs]]
    for name, default in zip(every[len(every) - len(defaults) :], defaults, strict=False):
        if name not in found and default is not inspect.Parameter.empty:
            found[name] = Known(default)
    if arguments.vararg:
        every.append(arguments.vararg.arg)
    missing = [name for name in every if name not in found]
    if missing or set(found) - set(every):
        wrong = missing or sorted(set(found) - set(every))
        raise f.refuse(
            node,
            f"`{shown}` is called without the argument `{wrong[0]}`"
            if missing
            else f"`{shown}` has no parameter `{wrong[0]}`",
            "pass one argument for each parameter",
        )
    return {name: found[name] for name in every}


def defaults_of(function: FunctionType) -> list[Any]:
    code = function.__code__
    keywords = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    given = function.__kwdefaults__ or {}
    return [*(function.__defaults__ or ()), *[given.get(name, inspect.Parameter.empty) for name in keywords]]


def call_function(f: Body, node: ast.AST, function: Any, given: list[Value], named: dict[str, Value]) -> Value:
    """Call a function: now if all arguments are known, else in the generated code."""
    function = seen_through(function)
    assert isinstance(function, FunctionType), function
    source = source_of(function)
    if function is f.program.finished_test and any(isinstance(one, Place) and one.unfinished for one in given):
        return Known(False)
    everything = [*given, *named.values()]
    if all(isinstance(one, Known) for one in everything) and not source.is_generator:
        made = _called_now(f, node, function, given, named)
        if made is not None:
            return made
    arguments = bound_arguments(f, node, source.tree.args, defaults_of(function), given, named, function.__qualname__)
    return call_source(f, node, source, source.tree, arguments, {})


def _called_now(f: Body, node: ast.AST, function: Any, given: list[Value], named: dict[str, Value]) -> Known | None:
    check_function(f, function, node)
    plain = [one.value for one in given if isinstance(one, Known)]
    more = {name: one.value for name, one in named.items() if isinstance(one, Known)}
    lists = [one for one in (*plain, *more.values()) if isinstance(one, list | set | dict)]
    if lists and changing.changes_argument(function, plain, more):
        return None
    try:
        made = function(*plain, **more)
    except Exception:  # the error is raised at run time instead
        return None
    return None if any(made is one for one in lists) else Known(made)


def check_function(f: Body, function: Any, node: ast.AST) -> None:
    """Refuse to call a function with side effects while the rules are compiled."""
    function = seen_through(function)
    if not isinstance(function, FunctionType) or id(function) in f.program.pure or function.__module__ == "functools":
        return
    f.program.pure.add(id(function))  # a recursive function is checked once
    try:
        _check_source(f, source_of(function), _class_of(function), node)
    except Refused:
        f.program.pure.discard(id(function))
        raise


def _check_source(f: Body, source: Source, kind: type | None, node: ast.AST) -> None:
    for one in ast.walk(source.tree):
        if isinstance(one, ast.Global | ast.Nonlocal):
            raise source.refusal(
                one,
                f"`{'global' if isinstance(one, ast.Global) else 'nonlocal'}` is not supported",
                "return the value instead",
            )
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store | ast.Del):
            raise source.refusal(one, f"`{ast.unparse(one)}` is changed", "return a new value instead")
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load):
            _check_name(f, source, one)
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == "self" and kind:
            found = class_attribute(kind, one.attr)
            if isinstance(found, Method | Property):
                check_function(f, found.function, node)


def _check_name(f: Body, source: Source, node: ast.Name) -> None:
    try:
        value = source.lookup(node.id, node)
    except Refused:
        return  # a local name
    if node.id in source.function.__code__.co_varnames:
        return
    check_pure(value, source, node)
    inner = seen_through(value)
    if isinstance(inner, FunctionType):
        check_function(f, inner, node)


def _class_of(function: FunctionType) -> type | None:
    names = function.__qualname__.split(".")
    found = function.__globals__.get(names[0]) if len(names) == 2 else None
    return found if isinstance(found, type) else None


# --- lowered functions ----------------------------------------------------------------------------------------


def call_source(
    f: Body, node: ast.AST, source: Source, tree: Any, arguments: dict[str, Value], around: dict[str, Value]
) -> Value:
    """Translate the function `tree` for the types of these arguments, and call it."""
    from advsearch.lowering.rows import boxes, closures, unordered
    from advsearch.lowering.rows.writing import write

    for name, value in arguments.items():
        iterators.check_argument(f, node, tree, name, value)
    arguments = closures.with_names(f, node, arguments)
    if closures.gives_stream(tree):
        return closures.in_place(f, node, source, tree, {**arguments, **around})
    generator = yields(tree)
    cells = changing.given_cells(f, node, tree, arguments, around)
    truth_only = (
        not cells and id(node) in f.only_truth and (generator or bool(listed_names(tree)) or emptiness.collects(tree))
    )
    free = (truth_only or id(node) in f.order_free) and unordered.lists_items(tree, generator)
    ready: dict[str, Value] = {}
    for name, value in {**arguments, **around}.items():
        given = argument_of(f, value)
        ready[name] = given if name in cells else recursion.with_room(f, node, tree, name, given)
        if name in cells and not isinstance(value, Entries):
            ready[name] = cells[name]
    key = (
        tuple((name, _key(f, value)) for name, value in ready.items()),
        truth_only,
        tuple((name, one.site) for name, one in cells.items()),
        *((free,) if free else ()),
    )
    spec = f.program.spec(source, tree, key)
    texts, parameters = _passed(f, spec, ready, cells, node)
    f.program.calls(f.spec, spec)
    if spec.round != f.program.round and spec not in f.program.writing:
        write(f, spec, source, tree, parameters, list(arguments), generator, truth_only, free)
    if spec.unordered:
        f.unordered_calls.add(id(node))
    returned: Type | None = types.BOOL if truth_only else f.program.fact(spec.returns)
    if returned is None and _returns_nothing(tree):
        returned = f.program.learn(spec.returns, types.NONE_TYPE)
    if returned is None:
        raise values.NotYet
    sharing.pass_on(f, node, tree, arguments, around)
    result = _result(f, node, spec, texts, returned)
    if cells and isinstance(result, Scalar):
        result = atom(f, result, "returned")
    for name, place in f.boxes.items():
        if any(place is one for one in cells.values()):
            boxes.read_again(f, name)
    return result


def _returns_nothing(tree: Any) -> bool:
    return isinstance(tree, ast.FunctionDef) and not any(
        isinstance(one, ast.Yield | ast.YieldFrom) or (isinstance(one, ast.Return) and one.value is not None)
        for one in own_nodes(tree)
    )


@functools.lru_cache(maxsize=1_024)
def own_nodes(tree: Any) -> tuple[ast.AST, ...]:
    """The syntax nodes of a function, without those of its inner functions."""
    found: list[ast.AST] = []

    def visit(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.FunctionDef | ast.Lambda):
                found.append(child)
                visit(child)

    visit(tree)
    return tuple(found)


def yields(tree: Any) -> bool:
    return any(isinstance(one, ast.Yield | ast.YieldFrom) for one in own_nodes(tree))


@functools.lru_cache(maxsize=1_024)
def listed_names(tree: Any) -> frozenset[str]:
    """The list `found` of `found = []; found.append(x); return found`, if not used otherwise."""
    nodes = own_nodes(tree)
    returns = [one for one in nodes if isinstance(one, ast.Return)]
    names = {one.value.id for one in returns if isinstance(one.value, ast.Name)}
    if len(names) != 1 or not isinstance(tree, ast.FunctionDef):
        return frozenset()
    name = names.pop()
    allowed = sum(isinstance(one.value, ast.Name) and one.value.id == name for one in returns)
    for one in nodes:
        value = one.value if isinstance(one, ast.Assign | ast.AnnAssign) else None
        targets = (
            one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        )
        if (
            isinstance(value, ast.List)
            and not value.elts
            and any(isinstance(t, ast.Name) and t.id == name for t in targets)
        ):
            allowed += 1
        if (
            isinstance(one, ast.Expr)
            and isinstance(one.value, ast.Call)
            and isinstance(one.value.func, ast.Attribute)
        ):
            call = one.value.func
            if isinstance(call.value, ast.Name) and call.value.id == name and call.attr in ("append", "add"):
                allowed += 1
    uses = sum(isinstance(one, ast.Name) and one.id == name for one in nodes)
    return frozenset({name}) if uses == allowed else frozenset()


def argument_of(f: Body, value: Value) -> Value:
    if isinstance(value, Known):
        one = value.value
        if isinstance(one, int) and not isinstance(one, bool):
            return runtime(f, value)
        return value
    if isinstance(value, values.Stream | values.Lazy):
        value = runtime(f, value)
    if isinstance(value, values.Table):
        value = growing_dicts.in_memory(f, value)
    if isinstance(value, Closure | Bound | Entries):
        return value
    if isinstance(value, Place):
        if is_scalar(value.kind) or (is_flat(value.kind) and not value.steady and not value.unfinished):
            return exploded(f, value)
        return value
    if isinstance(value, Pieces) and not is_flat(value.kind):
        place = f.made(value.kind)
        store(f, value, place)
        return place
    return exploded(f, value)


def _key(f: Body, value: Value) -> Hashable:
    if isinstance(value, Known):
        one = value.value
        if isinstance(one, range):
            return ("range", one.start, one.stop, one.step)
        if isinstance(one, BuiltinFunctionType | MethodType | MethodWrapperType):
            return ("known", type(one), one)  # each lookup makes a new object
        if one is None or isinstance(one, str | bool):
            return ("known", type(one), one)
        names = types.field_names(type(one))
        if names and set(getattr(one, "__dict__", ())) <= set(names):  # each round may make the object again
            return ("object", type(one), tuple(_key(f, Known(getattr(one, name))) for name in names))
        if type(one) is dict:  # each round may make the dict again
            return ("dict", *((_key(f, Known(key)), _key(f, Known(held))) for key, held in one.items()))
        if not isinstance(one, tuple | frozenset | float) or not is_hashable(one):
            return ("known", f.program.keep(one))
        alike = ("classes in", f.program.keep(one))
        if alike not in f.program.constants:
            f.program.constants[alike] = classes_in(one)
        return ("known", f.program.constants[alike], one)
    if isinstance(value, Closure):
        return ("closure", id(value.tree), tuple((value.names or {}).items()))
    if isinstance(value, Bound):
        return ("bound", id(value.function))
    return shape_of(value)


def _passed(
    f: Body, spec: Spec, arguments: dict[str, Value], changed: dict[str, Place], node: ast.AST
) -> tuple[list[str], dict[str, Value]]:
    texts: list[str] = []
    parameters: dict[str, Value] = {}
    for name, value in arguments.items():
        if isinstance(value, Known | Closure):
            parameters[name] = value
            continue
        if isinstance(value, Bound):
            raise f.refuse(node, "a method is passed as an argument", "pass a lambda that calls the method")
        assert isinstance(value, Scalar | Pieces | Place | Entries)
        kind = f.program.learn((spec, "parameter", name), value.kind)
        if isinstance(value, Entries):
            assert isinstance(kind, types.Dict)
            texts.append(value.pairs.start)
            place = Place(kind.pairs, "", 0, value.pairs.space, steady=True)
            if name in changed:
                place = changing.with_site(f, value.pairs, kind.pairs)
            parameters[name] = values.entries_at(place, kind)
        elif isinstance(value, Place):
            texts.append(value.start)
            if name in changed:
                parameters[name] = changing.with_site(f, value, kind)
                continue
            parameters[name] = Place(kind, "", 0, value.space, steady=True, unfinished=value.unfinished)
        else:
            ready = exploded(f, as_type(f, value, kind, node))
            texts.extend(leaf.text for leaf in values.leaves(ready))
            parameters[name] = Scalar(kind, "") if isinstance(value, Scalar) else Pieces(kind, ())
    return texts, parameters


def _result(f: Body, node: ast.AST, spec: Spec, texts: list[str], returned: Type) -> Value:
    arguments = ["block", *texts]
    place = None
    if not is_flat(returned):
        key = f.key(node, "result")
        wish = f.wishes.get(id(node))
        kind = f.program.learn(key, returned)
        if isinstance(wish, Place) and returned == kind and holds(wish.kind, returned):
            place = attrs.evolve(wish, kind=returned, fresh=True, site=(key, ()))
        else:
            place = Place(returned, f.room(cells(returned)), fresh=True, site=(key, ()))
        arguments.append(place.start)
    if spec.recursive:
        arguments.append("depth + 1" if f.spec.recursive and spec in f.spec.reached() else "variable(1)")
        arguments[1:] = [f"variable({one})" if one.lstrip("-").isdigit() else one for one in arguments[1:]]
    text = f"{spec.name}({', '.join(arguments)}, {FRAME})"
    if place is not None:
        f.emit(text)
        if kind != returned:
            grown = Place(kind, f.room(cells(kind)), fresh=True, site=(key, ()))
            store(f, place, grown, node)
            place = grown
        return load(f, place) if isinstance(place.kind, types.Dict) else place
    if is_scalar(returned):
        return Scalar(returned, text)
    count = len(values.leaves(storage(f, "one", returned, "result")))
    names = [f.fresh(f"{spec.name}_{at}") for at in range(count)]
    f.emit(f"{', '.join(names)} = {text}" if names else text)
    return values.rebuilt(returned, names)


def room_of(spec: Spec, path: tuple[Spec, ...] = ()) -> int:
    """How many numbers a call stores in memory, with all calls inside it."""
    if spec in path:
        return 0
    inner = max((room_of(callee, (*path, spec)) for callee in spec.callees), default=0)
    own = spec.frame * (DEEPEST + 2) if spec.recursive else spec.frame
    return own + inner
