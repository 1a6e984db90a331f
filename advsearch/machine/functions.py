"""Calls of the author's functions: as versions of their own, or written into the caller."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import types
from collections.abc import Iterator
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import (
    assumptions,
    attributes,
    boxing,
    builtin_calls,
    classes,
    countdown,
    folding,
    inlining,
    layout,
    machines,
    methods,
    objects,
    rewriting,
    sequences,
    set_methods,
    versions,
)
from advsearch.machine.properties import is_mutable
from advsearch.machine.source import (
    Tree,
    all_parameters,
    is_generator,
    makes_function,
    positional,
    tree_of,
    walked,
)
from advsearch.machine.types import Flat, Frozen, Only, SetOf, alternatives, key_of
from advsearch.machine.unit import Version
from advsearch.machine.values import (
    Arguments,
    Bound,
    Closure,
    Constant,
    Held,
    Stream,
    Unreached,
    Value,
    Word,
    known,
)

if TYPE_CHECKING:
    from advsearch.machine.function import Function

LIBRARIES: Final = frozenset({*sys.stdlib_module_names, "attr", "attrs", "advsearch"}) - {"__main__"}


def call(f: Function, callee: Value, arguments: Arguments) -> Value:
    if isinstance(callee, Closure):
        if callee.tree in f.inlined or _calls_itself(callee.tree):
            from advsearch.machine import lifting

            return lifting.call_lifted(f, callee, arguments)
        return inlining.written_in(f, None, callee.tree, callee, arguments)
    if isinstance(callee, Bound):
        return _call_bound(f, callee, arguments)
    if isinstance(callee, Held) and all(isinstance(kind, Only) for kind in alternatives(callee.type)):
        kinds = tuple(sorted(alternatives(callee.type), key=repr))
        node = arguments.node
        return attributes.dispatched(f, callee, kinds, lambda one: call(f, known(one), arguments), node)
    if not isinstance(callee, Constant):
        raise f.refusal("a call of a value that is no function", "call a function by its name", arguments.node)
    return _call_constant(f, callee.value, arguments)


def _call_bound(f: Function, callee: Bound, arguments: Arguments) -> Value:
    function, receiver = callee.function, callee.receiver
    if isinstance(function, attributes.Dispatch):
        assert isinstance(receiver, Held)
        node = arguments.node

        def work(one: Held) -> Value:
            return call(f, attributes.attribute(f, one, function.name, node), arguments)

        return attributes.dispatched(f, receiver, function.kinds, work, node)
    if isinstance(function, str):
        return methods.method(f, function, receiver, arguments)
    return call_function(f, function, with_first(receiver, arguments))


def with_first(first: Value, arguments: Arguments) -> Arguments:
    return Arguments((first, *arguments.given), arguments.named, arguments.node)


def _call_constant(f: Function, callee: Any, arguments: Arguments) -> Value:
    handler = builtin_calls.handler_of(callee)
    if handler is not None:
        return handler(f, arguments)
    if isinstance(callee, types.MethodType):
        if callee.__name__ == "_replace" and isinstance(callee.__self__, tuple):
            return objects.replaced(f, with_first(Constant(callee.__self__), arguments))
        return call_function(f, callee.__func__, with_first(Constant(callee.__self__), arguments))
    if isinstance(callee, types.MethodDescriptorType | types.WrapperDescriptorType) and arguments.given:
        rest = Arguments(arguments.given[1:], arguments.named, arguments.node)
        return methods.method(f, callee.__name__, arguments.given[0], rest)
    owner = getattr(callee, "__self__", None)
    if isinstance(callee, types.BuiltinMethodType) and not isinstance(owner, types.ModuleType | type | None):
        return methods.method(f, callee.__name__, Constant(owner), arguments)
    if isinstance(callee, functools.partial):
        given = (*map(Constant, callee.args), *arguments.given)
        named = {**{name: Constant(value) for name, value in callee.keywords.items()}, **arguments.named}
        return call(f, Constant(callee.func), Arguments(given, named, arguments.node))
    if isinstance(callee, type):
        return objects.made(f, callee, arguments)
    if isinstance(callee, FunctionType) or hasattr(callee, "__wrapped__"):
        return call_function(f, callee, arguments)
    own_call = vars(type(callee)).get("__call__")
    if isinstance(own_call, FunctionType):
        return call_function(f, own_call, with_first(Constant(callee), arguments))
    folded = folding.folded(f, callee, arguments)
    if folded is not None:
        return folded
    folding.check_pure(f, callee, arguments.node)
    name = getattr(callee, "__qualname__", type(callee).__name__)
    raise f.refusal(f"a call of `{name}`, which is not known here", "write it in Python", arguments.node)


def call_function(f: Function, callee: Any, arguments: Arguments) -> Value:
    """Call a function that an author wrote."""
    folded = folding.folded(f, callee, arguments)
    if folded is not None:
        return folded
    function = callee
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    known = assumptions.answer(f, function, arguments)
    if known is not None:
        return known
    if not isinstance(function, FunctionType):
        return _call_constant(f, function, arguments)
    folding.check_pure(f, function, arguments.node)
    if function.__name__.startswith("checked_") and function.__module__.startswith("advsearch."):
        f.fail(layout.E_VALUE, arguments.node)  # plain Python says what is wrong
        raise Unreached
    if is_library(function) and f.library is None:
        f.unit.calls.append((f.file, getattr(arguments.node, "lineno", 0) or getattr(f.node, "lineno", 0)))
        try:
            return _called(f, function, arguments)
        finally:
            f.unit.calls.pop()
    return _called(f, function, arguments)


def is_library(function: Any) -> bool:
    """Whether a function belongs to a library, and not to an author."""
    return (function.__module__ or "").partition(".")[0] in LIBRARIES


def _called(f: Function, function: FunctionType, arguments: Arguments) -> Value:
    tree = tree_of(function)
    every = (*arguments.given, *arguments.named.values())
    shape = tree.args
    written = bool(shape.vararg or shape.kwarg or shape.kwonlyargs)
    written = written or any(isinstance(value, Closure | Bound | Stream) for value in every)
    written = written or makes_function(tree)
    if function not in f.inlined and (written or is_generator(tree)):
        return inlining.written_in(f, function, tree, None, arguments)
    if written:
        raise f.refusal(
            f"`{function.__name__}` calls itself with a function or a generator as argument",
            "pass values only", arguments.node,
        )  # fmt: skip
    if inlining.is_small(f, function, tree, arguments):
        return inlining.written_small(f, function, tree, arguments)
    bound = bind_arguments(f, tree, arguments, defaults_of(function))
    bound = machines.declared_arguments(f, function, bound, arguments.node)
    ordered = [f.argument(bound[name]) for name in positional(tree)]
    relies = assumptions.guaranteed(f, function, ordered)

    def version(given: list[Value]) -> Version:
        key = ("function", function.__code__, _cells_key(f, function), relies, *(argument_key(f, v) for v in given))
        found = f.unit.version(key, function.__name__.strip("<>"))
        found.relies = relies
        return found

    def write(version: Version, given: list[Value]) -> Value:
        return versions.call_version(f, version, tree, function, given)

    place = countdown.counted(f, ordered) if f.of is function else None
    if place is not None:
        return countdown.call(f, arguments.node, place, ordered, version, write)
    return write(version(ordered), ordered)


DEEPEST_PUSHED: Final = 4


def call_read(f: Function, callee: Value, arguments: Arguments) -> Value:
    """Call a function whose result is only gone through once: one that fills a list hands out its items instead."""
    constant = call_constant(f, callee, arguments)
    if constant is not None:
        return constant
    function = _filling(f, callee, arguments)
    if function is None:
        return call(f, callee, arguments)
    tree = rewriting.as_generator(tree_of(function))
    if tree is None or len(f.inlined) > DEEPEST_PUSHED:
        return call(f, callee, arguments)
    return inlining.written_in(f, function, tree, None, _with_owner(callee, arguments))


def call_constant(f: Function, callee: Value, arguments: Arguments) -> Constant | None:
    """A list or set that a call with constant arguments returns, to be read only."""
    function = callee.function if isinstance(callee, Bound) else getattr(callee, "value", None)
    if isinstance(function, types.MethodType):
        function = function.__func__
    if not isinstance(function, FunctionType):
        return None
    return folding.folded_to_read(f, function, _with_owner(callee, arguments))


def call_for_truth(f: Function, callee: Value, arguments: Arguments) -> Value:
    """Call a function of whose result only the truth is asked for: one that fills a list stops at the first item."""
    function = _filling(f, callee, arguments)
    tree = None if function is None else rewriting.as_test(tree_of(function))
    if tree is None or function is None:
        return call(f, callee, arguments)
    bound = bind_arguments(f, tree, _with_owner(callee, arguments), defaults_of(function))
    bound = machines.declared_arguments(f, function, bound, arguments.node)
    ordered = [f.argument(bound[name]) for name in positional(tree)]
    key = ("truth", function.__code__, _cells_key(f, function), *(argument_key(f, value) for value in ordered))
    version = f.unit.version(key, f"any_{function.__name__}")
    return versions.call_version(f, version, tree, function, ordered)


def gives_items(callee: Value) -> bool:
    """Whether a function returns only lists, tuples and sets, as far as its text tells."""
    function: Any = callee.function if isinstance(callee, Bound) else getattr(callee, "value", None)
    if isinstance(function, types.MethodType):
        function = function.__func__
    return isinstance(function, FunctionType) and rewriting.gives_items(tree_of(function))


def _with_owner(callee: Value, arguments: Arguments) -> Arguments:
    function = callee.value if isinstance(callee, Constant) else None
    if isinstance(callee, Bound):
        return with_first(callee.receiver, arguments)
    return with_first(Constant(function.__self__), arguments) if isinstance(function, types.MethodType) else arguments


def _filling(f: Function, callee: Value, arguments: Arguments) -> FunctionType | None:
    """The function of a call, if what it is given cannot change while its items are handed out."""
    function: Any = callee.function if isinstance(callee, Bound) else getattr(callee, "value", None)
    if isinstance(function, types.MethodType):
        function = function.__func__
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    every = (*arguments.given, *arguments.named.values())
    if not isinstance(function, FunctionType) or function in f.inlined or f.unit.catches:
        return None
    shape = function.__code__.co_flags
    if shape & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS) or function.__code__.co_kwonlyargcount:
        return None
    if not all(isinstance(value, Constant | Held) for value in every):
        return None
    if all(isinstance(value, Constant) for value in every) and not isinstance(callee, Bound):
        return None
    if any(isinstance(value, Held) and is_mutable(value.type) for value in every):
        return None
    if isinstance(callee, Bound) and isinstance(callee.receiver, Held) and is_mutable(callee.receiver.type):
        return None
    return function


def _cells_key(f: Function, function: FunctionType) -> Any:
    cells = function.__closure__ or ()
    return tuple(f.unit.constants.key(cell.cell_contents) for cell in cells)


def argument_key(f: Function, value: Value) -> Any:
    if isinstance(value, Constant):
        return "constant", f.unit.constants.key(value.value)
    return key_of(f.hold(value).type)


def defaults_of(function: FunctionType) -> tuple[Value, ...]:
    return tuple(map(Constant, function.__defaults__ or ()))


def bind_arguments(f: Function, tree: Tree, arguments: Arguments, defaults: tuple[Value, ...]) -> dict[str, Value]:
    """The values of the parameters of a function by their names, in the order of the signature."""
    names, shape = positional(tree), tree.args
    found: dict[str, Value] = dict(zip(names, arguments.given, strict=False))
    rest = arguments.given[len(names) :]
    if rest and shape.vararg is None:
        raise f.refusal("a call with too many arguments", "pass as many as there are parameters", arguments.node)
    if shape.vararg is not None:
        found[shape.vararg.arg] = boxing.flat(f, list(rest))
    known = {one.arg for one in all_parameters(tree)}
    for name, value in arguments.named.items():
        if name not in known:
            raise f.refusal(
                f"a call with the unknown argument `{name}`", "use a name of the signature", arguments.node
            )
        found[name] = value
    for name, value in zip(names[len(names) - len(defaults) :], defaults, strict=True):
        found.setdefault(name, value)
    for one, default in zip(shape.kwonlyargs, shape.kw_defaults, strict=True):
        if one.arg not in found and default is not None:
            found[one.arg] = f.evaluate(default)
    missing = [one.arg for one in all_parameters(tree) if one.arg not in found]
    if missing:
        raise f.refusal(f"a call without the argument `{missing[0]}`", "pass it", arguments.node)
    if shape.kwarg is not None:
        raise f.refusal("a function with `**` parameters", "name the parameters", tree)
    return found


# --- inner functions, and arguments with a star -----------------------------------------------------------------


def closure(f: Function, tree: ast.FunctionDef | ast.Lambda) -> Closure:
    if not all(isinstance(default, ast.Constant) for default in tree.args.kw_defaults):
        raise f.refusal("an inner function with keyword-only parameters", "make them plain parameters", tree)
    return Closure(tree, f.scope, tuple(f.evaluate(default) for default in tree.args.defaults))


@functools.cache
def _calls_itself(tree: Tree) -> bool:
    if isinstance(tree, ast.Lambda):
        return False
    return any(isinstance(node, ast.Name) and node.id == tree.name for node in walked(tree))


def spread(f: Function, callee: Value, value: Value, others: int, node: ast.Call) -> Iterator[Value]:
    """The arguments that `*value` stands for."""
    if isinstance(value, Constant):
        yield from map(Constant, value.value)
        return
    held = f.hold(value)
    if isinstance(held.type, Flat):
        yield from boxing.items(held)
        return
    if isinstance(callee, Constant) and callee.value in (max, min) and not others:
        yield held
        return
    if isinstance(callee, Constant) and callee.value is zip and others:
        raise f.refusal("`zip` of `*rows` and more", "zip the rows first", node)
    if isinstance(callee, Constant) and (callee.value is zip or callee.value in builtin_calls.spreading()):
        yield Bound("*", held)
        return
    if isinstance(callee, Bound) and callee.function in set_methods.SPREADING and _is_set(callee.receiver):
        yield Bound("*", held)
        return
    wanted = _arity(callee)
    if wanted is None:
        raise f.refusal("a call with `*` of unknown length", "pass the arguments one by one", node)
    row = sequences.sequence(f, held)
    count = wanted - others
    f.fail_if(f.op("icmp ne", sequences.length(f, row), count), layout.E_TYPE, node)
    for place in range(count):
        yield sequences.load_item(f, row, Word(str(place)))


def _is_set(value: Value) -> bool:
    if isinstance(value, Constant):
        return isinstance(value.value, set | frozenset)
    return isinstance(value, Held) and isinstance(value.type, SetOf | Frozen)


def _arity(callee: Value) -> int | None:
    if isinstance(callee, Closure):
        return len(callee.tree.args.args)
    function: Any = None
    if isinstance(callee, Bound | Constant):
        function = callee.function if isinstance(callee, Bound) else callee.value
    if isinstance(function, type):
        fields = classes.fields_of(function)
        return len(fields) if fields else None
    if isinstance(function, types.MethodType):
        return len(tree_of(function.__func__).args.args) - 1
    if isinstance(function, FunctionType):
        return len(tree_of(function).args.args) - isinstance(callee, Bound)
    return None
