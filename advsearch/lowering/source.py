"""Reads the source code of functions as syntax trees, with the values of global names."""

from __future__ import annotations

import ast
import builtins
import functools
import inspect
import linecache
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final, TypeAlias

import attrs

from advsearch.lowering.parts import Named
from advsearch.lowering.refusals import Refused, instead_of_impure, refuse
from advsearch.lowering.trying import Untried

Tree: TypeAlias = ast.FunctionDef | ast.Lambda

IMPURE_MODULES: Final = frozenset(
    {"random", "time", "os", "sys", "io", "secrets", "datetime", "uuid", "socket", "subprocess", "threading", "gc",
     "pathlib", "logging", "tempfile", "shutil", "multiprocessing", "asyncio", "_random", "weakref", "inspect"}
)  # fmt: skip
"""Modules with functions that depend on more than their arguments, such as `random`."""
IMPURE_BUILTINS: Final = frozenset(
    {"print", "input", "open", "id", "hash", "eval", "exec", "compile", "globals", "locals", "vars", "breakpoint",
     "setattr", "delattr", "__import__", "memoryview", "exit", "quit"}
)  # fmt: skip


@attrs.frozen(eq=False)
class Source:
    """The syntax tree of a function, and the values of its outer variables."""

    function: Any
    tree: Tree
    file: str
    outside: dict[str, Any]

    @property
    def name(self) -> str:
        return "lambda" if isinstance(self.tree, ast.Lambda) else self.tree.name

    @property
    def parameters(self) -> tuple[str, ...]:
        return _parameters(self.tree)

    @property
    def is_generator(self) -> bool:
        return bool(self.function.__code__.co_flags & inspect.CO_GENERATOR)

    @property
    def body(self) -> list[ast.stmt]:
        if isinstance(self.tree, ast.Lambda):
            return [ast.copy_location(ast.Return(self.tree.body), self.tree)]
        return self.tree.body

    def lookup(self, name: str, node: ast.AST) -> Any:
        for names in (self.outside, self.function.__globals__, vars(builtins)):
            if name in names:
                return names[name]
        raise self.refusal(node, f"the name `{name}` is not defined", f"define or import `{name}`")

    def has(self, name: str) -> bool:
        return name in self.outside or name in self.function.__globals__

    def refusal(self, node: ast.AST, construct: str, instead: str) -> Refused:
        return refuse(self.file, getattr(node, "lineno", 0), construct, instead)


@functools.lru_cache(maxsize=64)
def _trees(file: str, text: str) -> dict[int, list[Tree]]:
    found: dict[int, list[Tree]] = {}
    for node in ast.walk(Named().visit(Untried().visit(ast.parse(text, file)))):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found.setdefault(first, []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault(node.lineno, []).append(node)
    return found


def _candidates(function: FunctionType) -> list[Tree]:
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    try:
        trees = _trees(code.co_filename, "".join(lines))
    except SyntaxError:
        return []
    wanted = ast.Lambda if function.__name__ == "<lambda>" else ast.FunctionDef
    return [
        tree
        for tree in trees.get(code.co_firstlineno, [])
        if isinstance(tree, wanted) and (isinstance(tree, ast.Lambda) or tree.name == code.co_name)
    ]


def _parameters(tree: Tree) -> tuple[str, ...]:
    arguments = tree.args
    return tuple(one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))


_SOURCES: dict[Any, tuple[FunctionType, Source]] = {}


def source_of(function: FunctionType) -> Source:
    known = _SOURCES.get(id(function))
    if known is not None and known[0] is function:
        return known[1]
    code = function.__code__
    count = code.co_argcount + code.co_kwonlyargcount
    fitting = [tree for tree in _candidates(function) if _parameters(tree) == code.co_varnames[:count]]
    if not fitting:
        raise refuse(
            code.co_filename, code.co_firstlineno, f"the source code of `{function.__qualname__}` cannot be read",
            "write the function in a file",
        )  # fmt: skip
    if len(fitting) > 1 and len({ast.dump(tree) for tree in fitting}) > 1:
        raise refuse(
            code.co_filename,
            code.co_firstlineno,
            "one line contains two lambdas",
            "write each lambda on a line of its own",
        )
    source = Source(function, fitting[0], code.co_filename.replace("\\", "/").rsplit("/", 1)[-1], _outside(function))
    _SOURCES[id(function)] = (function, source)
    return source


def _outside(function: FunctionType) -> dict[str, Any]:
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # assigned later, or never: a look-up reports that it is not defined
            continue
    return found


def seen_through(value: Any) -> Any:
    """The function inside wrappers: `functools.cache(f)` and `staticmethod(f)` give `f`."""
    if isinstance(value, MethodType):
        inner = seen_through(value.__func__)
        return value if inner is value.__func__ else MethodType(inner, value.__self__)
    if isinstance(value, staticmethod | classmethod):
        return seen_through(value.__func__)
    if not isinstance(value, FunctionType) and isinstance(getattr(value, "__wrapped__", None), FunctionType):
        # functools.cache and lru_cache: objects in C that keep the function they wrap
        return seen_through(value.__wrapped__)
    return value


@attrs.frozen(eq=False)
class Property:
    function: FunctionType


@attrs.frozen(eq=False)
class Method:
    function: FunctionType


def class_attribute(kind: type, name: str) -> Any:
    """How a class defines an attribute: a `Property`, a `Method`, a constant or `MISSING`."""
    found = inspect.getattr_static(kind, name, MISSING)
    if isinstance(found, property) and isinstance(found.fget, FunctionType):
        return Property(found.fget)
    if isinstance(found, functools.cached_property):
        return Property(found.func) if isinstance(found.func, FunctionType) else MISSING
    if isinstance(found, classmethod):
        return MethodType(seen_through(found), kind)
    if isinstance(found, staticmethod):
        return seen_through(found)
    found = seen_through(found)
    return Method(found) if isinstance(found, FunctionType) else found


def is_own(found: Any) -> bool:
    """Whether an author wrote the property or method, unlike `_replace` of a NamedTuple."""
    return isinstance(found, Property | Method) and found.function.__module__ != "collections"


def private_name(source: Source, name: str) -> str:
    """`__name` in a method of the class `C` becomes `_C__name`."""
    parts = source.function.__qualname__.split(".")
    while parts[-2:-1] == ["<locals>"]:
        del parts[-2:]
    if not name.startswith("__") or name.endswith("__") or len(parts) < 2 or parts[-2] == "<locals>":
        return name
    return f"_{parts[-2].lstrip('_')}{name}"


class _Missing:
    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()


def check_pure(value: Any, source: Source, node: ast.AST) -> None:
    """Refuse functions with side effects or changing results: `print`, `random.random`."""
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    name = getattr(value, "__name__", type(value).__name__)
    bound = getattr(value, "__self__", None)
    bound_to_object = bound is not None and not isinstance(bound, ModuleType)
    if bound_to_object and isinstance(value, BuiltinFunctionType | MethodType):
        module = module or getattr(type(bound), "__module__", None)
    if isinstance(module, str) and module.split(".", maxsplit=1)[0] in IMPURE_MODULES:
        raise source.refusal(
            node,
            f"`{ast.unparse(node)}` is a function of the module {module}, whose results may differ",
            instead_of_impure(""),
        )
    if module == "builtins" and name in IMPURE_BUILTINS and getattr(builtins, name, None) is value:
        what = f"`{name}(...)` is called"
        raise source.refusal(node, what, instead_of_impure(what))


def callee(value: Any, source: Source, node: ast.AST) -> tuple[Any, tuple[Any, ...]]:
    """What a call runs: `partial(f, 1)` gives `f` and the arguments `(1,)`."""
    check_pure(value, source, node)
    value = seen_through(value)
    bound: tuple[Any, ...] = ()
    if isinstance(value, functools.partial) and not value.keywords:
        inner, first = callee(value.func, source, node)
        return inner, (*first, *value.args)
    if isinstance(value, MethodType):
        bound = (value.__self__,)
        value = value.__func__
    elif not isinstance(value, FunctionType | BuiltinFunctionType | type) and callable(value):
        called = class_attribute(type(value), "__call__")
        if isinstance(called, Method):
            bound, value = (value,), called.function
    return value, bound
