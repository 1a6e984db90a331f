"""Code for calls: `len(items)`, `State(1)`, `state.moves()`, `helper(x)`."""

from __future__ import annotations

import ast
import dataclasses
import enum
import re
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType, MethodWrapperType
from typing import Any, Final

import attrs

from advsearch.lowering.rows import (
    bit_methods,
    callables,
    converters,
    deques,
    dicts,
    marks,
    methods,
    sharing,
    special,
    stars,
    sums,
    types,
    unordered,
    written,
)
from advsearch.lowering.rows.body import Body, expression
from advsearch.lowering.rows.closures import call_closure
from advsearch.lowering.rows.convert import runtime, type_of
from advsearch.lowering.rows.expressions import in_order
from advsearch.lowering.rows.functions import bound_arguments, call_function, call_source, defaults_of
from advsearch.lowering.rows.narrowing import classes_of
from advsearch.lowering.rows.numbers import number
from advsearch.lowering.rows.raising import all_evaluated, evaluated
from advsearch.lowering.rows.storing import with_kind
from advsearch.lowering.rows.types import Tup, field_names
from advsearch.lowering.rows.values import Bound, Closure, Known, Lazy, Pieces, Stream, Value
from advsearch.lowering.source import callee, check_pure, seen_through
from advsearch.system.typed import is_hashable

Handler = Callable[[Body, ast.Call, list[Value], dict[str, Value]], Value]


@expression(ast.Call)
def _call(f: Body, node: ast.Call) -> Value:
    counted = _ones(f, node)
    if counted is not None:
        return counted
    deques.check(f, node)
    function = f.value(node.func)
    if isinstance(function, Known) and function.value is super and not node.args:
        return _super(f, node)
    if isinstance(function, Known) and any(function.value is one for one in unordered.TAKING) and len(node.args) == 1:
        unordered.note_free(f, node.args if callables.keep_apart(node.keywords) else ())
    given, named = _arguments(f, node, function)
    outer = f.passing
    if not any(isinstance(one, ast.Starred) for one in node.args) and all(one.arg for one in node.keywords):
        sources = [*node.args, *[keyword.value for keyword in node.keywords]]
        f.passing = (node, list(zip([*given, *named.values()], sources, strict=True)))
    try:
        return called(f, node, function, given, named)
    finally:
        f.passing = outer


def _super(f: Body, node: ast.Call) -> Known:
    kind, names = f.source.outside.get("__class__"), f.source.parameters
    owner = f.scope.get(names[0]) if names else None
    if not isinstance(kind, type) or not isinstance(owner, Known) or not isinstance(owner.value, kind):
        raise f.refuse(
            node,
            "super() is used outside of the game's methods",
            "write Base.method(self) with the name of the base class",
        )
    return Known(super(kind, owner.value))


def _ones(f: Body, node: ast.Call) -> Value | None:
    match node:
        case ast.Call(ast.Attribute(ast.Call(ast.Name("bin"), [inner], []), "count"), [ast.Constant("1")], []):
            return bit_methods.bit_count(f, number(f, f.value(inner), node))
    return None


def _arguments(f: Body, node: ast.Call, function: Value) -> tuple[list[Value], dict[str, Value]]:
    from advsearch.lowering.rows.displays import starred_items

    if any(isinstance(one, ast.Starred) for one in node.args):
        needed = stars.needed(function) if stars.is_single(node) else None
        given = starred_items(f, node.args, of_lists=stars.names_parameters(function), needed=needed)
        if given is None:
            return stars.unknown_length(f, node, function)
        return given, stars.named(f, node, function, [f.value(one.value) for one in node.keywords])
    changes = f.changes
    values = in_order(f, [*node.args, *[keyword.value for keyword in node.keywords]])
    stars.check_unchanged(f, node, values[len(node.args) :], changes)
    return values[: len(node.args)], stars.named(f, node, function, values[len(node.args) :])


def called(f: Body, node: ast.Call, function: Value, given: list[Value], named: dict[str, Value]) -> Value:
    if "*" in named and stars.of_sets(function):
        return stars.combined_sets(f, node, function, named["*"])
    if isinstance(function, Closure):
        return call_closure(f, node, function, given, named)
    if isinstance(function, Bound):
        if isinstance(getattr(function.owner, "kind", None), types.Sum | types.Either):
            return _of_each_class(f, node, function, given, named)
        if isinstance(function.function, str):
            given, named = all_evaluated(f, given, named)
            return methods.method(f, node, function.owner, function.function, given, named)
        return call_function(f, node, function.function, [function.owner, *given], named)
    made = special.called(f, node, function, "__call__", *given) if not named else None
    if made is not None:
        return made
    if not isinstance(function, Known):
        raise f.refuse(node, "a value that is not a function is called", "call functions by their names")
    return _call_of_known(f, node, function.value, given, named)


def _of_each_class(f: Body, node: ast.Call, function: Bound, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows.attributes import attribute

    given = [f.as_list(one) if isinstance(one, Stream | Lazy) else one for one in given]
    return sums.by_class(
        f,
        node,
        function.owner,
        lambda one: called(f, node, attribute(f, node, one, function.function), given, named),
        lambda kind: all(hasattr(one, function.function) for one in classes_of(kind)),
    )


def _call_of_known(f: Body, node: ast.Call, function: Any, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows.handlers import HANDLERS, OURS

    check_pure(function, f.source, node)
    if not folds(given, named) and _is_of_patterns(function):
        raise f.refuse(
            node,
            f"`{ast.unparse(node.func)}` matches a regular expression",
            "take the string apart with indices, split, partition, startswith or strip",
        )
    handler = HANDLERS.get(function) if is_hashable(function) else None
    plain_type = function in (int, str, bool, float, tuple, frozenset) if isinstance(function, type) else False
    if handler is not None and not (plain_type and given and folds(given, named)):
        return handler(f, node, *all_evaluated(f, given, named))
    if isinstance(function, type):
        return _made(f, node, function, given, named)
    if hasattr(function, "cache_info") and not folds(given, named):
        table = _tabulated(f, function, given, named)
        if table is not None:
            return dicts.looked_up(f, node, *table, None)
    function = seen_through(function)
    if not folds(given, named):
        made = callables.made_of_others(f, node, function, given, named)
        if made is not None:
            return made
    if isinstance(function, FunctionType) and function in OURS:
        return OURS[function](f, node, given, named)
    plain, first = callee(function, f.source, node)
    if isinstance(plain, FunctionType):
        return call_function(f, node, plain, [*[Known(one) for one in first], *given], named)
    owner = getattr(function, "__self__", None)
    is_method = isinstance(function, BuiltinFunctionType | MethodType | MethodWrapperType)
    if is_method and owner is not None and not _is_module(owner):
        given, named = all_evaluated(f, given, named)
        return methods.of_known(f, node, owner, function.__name__, given, named)
    if folds(given, named):
        return folded(f, node, function, given, named)
    raise f.refuse(
        node, f"a call of `{_shown(node, function)}` is not supported", "docs/kernels.md lists the supported calls"
    )


def _is_of_patterns(function: Any) -> bool:
    return getattr(function, "__module__", "") == "re" or isinstance(getattr(function, "__self__", None), re.Pattern)


def _tabulated(
    f: Body, function: Any, given: list[Value], named: dict[str, Value]
) -> tuple[dict[Any, Any], Value] | None:
    open_ = [at for at, one in enumerate(given) if not isinstance(one, Known)]
    if len(open_) != 1 or named:
        return None
    key = given[open_[0]]
    kind = type_of(f, key)
    others = [one.value for one in given if isinstance(one, Known)]
    if not isinstance(kind, types.Mark) or kind.any_character or not all(map(is_hashable, others)):
        return None
    wanted = ("results", function, tuple(others), open_[0])
    table: dict[Any, Any] = f.program.constants.setdefault(wanted, {})
    for value in kind.values - table.keys():
        try:
            table[value] = function(*others[: open_[0]], value, *others[open_[0] :])
        except Exception:
            continue  # the look-up fails for this value, where the function raises an error
    return None if any(hasattr(one, "__next__") for one in table.values()) else (table, key)


def _shown(node: ast.Call, function: Any) -> str:
    text = ast.unparse(node.func)
    name = getattr(function, "__name__", type(function).__name__)
    return text if text.split(".")[-1] == name else str(name)


def _is_module(value: Any) -> bool:
    return type(value).__name__ == "module"


def folds(given: list[Value], named: dict[str, Value]) -> bool:
    return all(isinstance(one, Known) for one in [*given, *named.values()])


def folded(f: Body, node: ast.Call, function: Any, given: list[Value], named: dict[str, Value]) -> Value:
    try:
        plain = [one.value for one in given if isinstance(one, Known)]
        made = function(*plain, **{name: one.value for name, one in named.items() if isinstance(one, Known)})
    except Exception as error:
        raise f.refuse(
            node, f"`{ast.unparse(node)}` raises {type(error).__name__}", "test the values with `if` first"
        ) from error
    if hasattr(made, "__next__"):
        made = tuple(made)
    return Known(made)


def _made(f: Body, node: ast.Call, kind: type, given: list[Value], named: dict[str, Value]) -> Value:
    if folds(given, named) and kind.__module__ != "builtins":
        return folded(f, node, kind, given, named)
    if folds(given, named) and kind in (int, str, bool, float, tuple, frozenset, range, complex):
        return folded(f, node, kind, given, named)
    if issubclass(kind, enum.Enum):
        return marks.member_of_enum(f, node, kind, given[0])
    if isinstance(written.init_of(kind), written.Init):
        return _by_init(f, node, kind, given, named)
    names = field_names(kind)
    if not names:
        if kind.__module__ in ("builtins", "collections", "itertools"):
            raise f.refuse(
                node, f"a call of `{kind.__name__}` is not supported", "docs/kernels.md lists the supported calls"
            )
        why = written.reason(kind)
        raise f.refuse(
            node,
            f"the code makes an object of the class {kind.__name__}{why}",
            "use attrs.frozen, a frozen dataclass or a NamedTuple",
        )
    check_plain_class(f, node, kind)
    ready = dict(zip(init_names(kind), given, strict=False))
    ready.update(named)
    fields = []
    for name, public, default in _fields(kind):
        if public in ready:
            fields.append(ready.pop(public))
        elif default is not _NO_DEFAULT:
            fields.append(Known(default))
        else:
            raise f.refuse(node, f"`{kind.__name__}(...)` lacks the field `{name}`", "give every field")
    if ready or len(given) > len(names):
        raise f.refuse(
            node,
            f"`{kind.__name__}` has no field `{next(iter(ready))}`"
            if ready
            else f"`{kind.__name__}` is called with more arguments than it has fields",
            "pass one argument for each field of the class",
        )
    return record(f, node, kind, fields)


def _by_init(f: Body, node: ast.Call, kind: type, given: list[Value], named: dict[str, Value]) -> Value:
    init = written.init_of(kind)
    assert isinstance(init, written.Init)
    defaults = defaults_of(init.source.function)
    arguments = bound_arguments(f, node, init.tree.args, defaults, given, named, kind.__name__)
    made = call_source(f, node, init.source, init.tree, arguments, {})
    own = type_of(f, made)
    assert isinstance(own, Tup)
    _check_unshared(f, node, kind, own)
    return with_kind(made, Tup(own.items, kind))


def _check_unshared(f: Body, node: ast.AST, kind: type, fields: Tup) -> None:
    # a change of the list would show in the object
    if sharing.holds_changeable(fields):
        raise f.refuse(
            node,
            f"an object of the class {kind.__name__} contains a list or set",
            "write tuple(...) or frozenset(...) around the list or set",
        )


def record(f: Body, node: ast.AST, kind: type, fields: list[Value]) -> Value:
    ready = tuple(evaluated(f, runtime(f, one)) for one in converters.converted(f, node, kind, fields))
    own = Tup(tuple(type_of(f, one) for one in ready), kind)
    _check_unshared(f, node, kind, own)
    return Pieces(own, ready)


_NO_DEFAULT: Final = object()


def _fields(kind: type) -> list[tuple[str, str, Any]]:
    if attrs.has(kind):
        return [
            (
                one.name,
                one.alias or one.name,
                _NO_DEFAULT if one.default is attrs.NOTHING else _attrs_default(one.default),
            )
            for one in attrs.fields(kind)
        ]
    if dataclasses.is_dataclass(kind):
        return [
            (
                one.name,
                one.name,
                one.default if one.default is not dataclasses.MISSING else _made_default(one.default_factory),
            )
            for one in dataclasses.fields(kind)
        ]
    defaults = getattr(kind, "_field_defaults", {})
    return [(name, name, defaults.get(name, _NO_DEFAULT)) for name in field_names(kind)]


def _attrs_default(default: Any) -> Any:
    factory = getattr(default, "factory", None)
    return default if factory is None or getattr(default, "takes_self", False) else factory()


def _made_default(factory: Any) -> Any:
    return _NO_DEFAULT if factory is dataclasses.MISSING else factory()


def init_names(kind: type) -> list[str]:
    if attrs.has(kind):
        return [one.alias or one.name for one in attrs.fields(kind) if one.init and not one.kw_only]
    if dataclasses.is_dataclass(kind):
        return [one.name for one in dataclasses.fields(kind) if one.init and not one.kw_only]
    return list(field_names(kind))


def check_plain_class(f: Body, node: ast.AST, kind: type) -> None:
    """Refuse a class that runs code for each new object: `__post_init__`."""
    for name in ("__attrs_post_init__", "__post_init__", "__attrs_pre_init__"):
        if hasattr(kind, name):
            raise f.refuse(
                node,
                f"the class {kind.__name__} has {name}",
                "compute the fields in a function that makes the object",
            )
    if issubclass(kind, tuple) and "__new__" in vars(kind) and not hasattr(kind, "_field_defaults"):
        raise f.refuse(
            node, f"the class {kind.__name__} has __new__", "compute the fields in a function that makes the object"
        )


# --- built-in functions ---------------------------------------------------------------------------------------
