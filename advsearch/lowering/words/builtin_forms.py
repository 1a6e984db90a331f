"""Versions of Python's built-in functions, such as `len`, `min` and `sorted`, that accept symbols."""

from __future__ import annotations

import ast
import enum
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from advsearch.lowering.words.graph import Node
from advsearch.lowering.words.operators import EXACT
from advsearch.lowering.words.values import Alt, CellsOf, Family, Listed, Picked, Record, simple, symbolic, whole

if TYPE_CHECKING:
    from advsearch.lowering.words.calls import Calls


def _len(run: Calls, value: Any) -> Any:
    if isinstance(value, CellsOf) and value.guard is None:
        return run.number("count", value.word)
    if isinstance(value, Picked):
        return run.pick(tuple(map(len, value.choices)), value.index)
    guards = [guard for guard, _ in run.items(value)]
    fixed = sum(guard is run.graph.true for guard in guards)
    total: Any = fixed
    for guard in guards:
        if guard is not run.graph.true:
            total = run.number("add", total, guard)
    return total


def _sum(run: Calls, value: Any, start: Any = 0) -> Any:
    total = start
    for guard, item in run.items(value):
        zero = 0
        total = run.binary(ast.Add, total, run.choose(guard, item, zero))
    return total


def _any(run: Calls, value: Any) -> Any:
    found = run.graph.false
    for guard, item in run.items(value):
        found = run.graph.either(found, run.graph.both(guard, run.truth(item)))
    return simple(run.resolved(found))


def _all(run: Calls, value: Any) -> Any:
    found = run.graph.true
    for guard, item in run.items(value):
        opposite = run.graph.make("not", guard)
        found = run.graph.both(found, run.graph.either(opposite, run.truth(item)))
    return simple(run.resolved(found))


def _extreme(run: Calls, least: bool, values: tuple[Any, ...], default: Any) -> Any:
    listed = values[0] if len(values) == 1 else tuple(values)
    items = run.items(listed)
    if not run.plain(Listed(items)) or not items:
        if not items and default is not _REQUIRED:
            return default
        raise run.refuse("min or max is called with a list of variable length", "compare the items in a loop")
    found = items[0][1]
    for _, item in items[1:]:
        nodes = [one for one in (found, item) if isinstance(one, Node)]
        integers = all(not isinstance(one, float) for one in (found, item)) and all(n.kind != "float" for n in nodes)
        if nodes and integers and all(isinstance(one, Node | int) for one in (found, item)):
            found = run.number("min" if least else "max", found, item)
        elif isinstance(found, tuple) or isinstance(item, tuple):
            raise run.refuse("min or max is called with tuples", "compare numbers")
        else:
            better = run.truth(run.compared(ast.Lt if least else ast.Gt, item, found))
            found = run.choose(better, item, found)
    return found


_REQUIRED: Final = object()


def _min(run: Calls, *values: Any, default: Any = _REQUIRED, key: Any = None) -> Any:
    if key is not None:
        raise run.refuse("min is called with a key", "compare the keys in a loop")
    return _extreme(run, True, values, default)


def _max(run: Calls, *values: Any, default: Any = _REQUIRED, key: Any = None) -> Any:
    if key is not None:
        raise run.refuse("max is called with a key", "compare the keys in a loop")
    return _extreme(run, False, values, default)


def _abs(run: Calls, value: Any) -> Any:
    if isinstance(value, Alt):
        return run.either_way(lambda one: _abs(run, one), value)
    if isinstance(value, Node):
        return run.op("fabs", value) if value.kind == "float" else run.number("abs", value)
    raise run.refuse(f"abs is called with {run.named(value)}", "pass a number")


def _int(run: Calls, value: Any) -> Any:
    if isinstance(value, Alt):
        return run.either_way(lambda one: _int(run, one), value)
    if not isinstance(value, Node):
        return run.computed(int, value)
    if value.kind == "float":
        raise run.refuse("int is called with a float", "compute with integers")
    return simple(whole(run.graph, value))


def _float(run: Calls, value: Any) -> Any:
    if isinstance(value, Alt):
        return run.either_way(lambda one: _float(run, one), value)
    if not isinstance(value, Node):
        return run.computed(float, value)
    if value.kind != "float" and max(abs(value.lo), abs(value.hi)) > EXACT:
        raise run.refuse("an integer beyond 2**53 is used as a float", "use smaller integers")
    return simple(_floated(run, value))


def _floated(run: Calls, value: Node) -> Node:
    return value if value.kind == "float" else run.graph.make("float", whole(run.graph, value))


def _bool(run: Calls, value: Any) -> Any:
    return simple(run.truth(value))


def _tuple(run: Calls, value: Any = ()) -> Any:
    if isinstance(value, CellsOf):
        return value
    if isinstance(value, Listed) and any(isinstance(item, Family) for _, item in value.items):
        return Listed(list(value.items), frozen=True)
    items = run.items(value)
    if run.plain(Listed(items)):
        return tuple(item for _, item in items)
    return Listed(items, frozen=True)


def _list(run: Calls, value: Any = ()) -> Any:
    if isinstance(value, CellsOf):
        return value
    return Listed(list(value.items) if isinstance(value, Listed) else run.items(value))


def _sqrt(run: Calls, value: Any) -> Any:
    if isinstance(value, Alt):
        return run.either_way(lambda one: _sqrt(run, one), value)
    if not isinstance(value, Node) or value.kind == "float" or value.lo < 0:
        raise run.refuse(f"sqrt is called with {run.named(value)}", "pass an integer that cannot be negative")
    return run.floating("fsqrt", value)


def _range(run: Calls, *values: Any) -> Any:
    if not symbolic(values):
        return range(*values)
    raise run.refuse(
        "range is called with ends that are not constants",
        "use constant ends, and skip numbers with `if` in the loop",
    )


def _enumerate(run: Calls, value: Any, start: int = 0) -> Any:
    items = run.items(value)
    if not run.plain(Listed(items)):
        raise run.refuse(
            "enumerate is called with a list of variable length",
            "use a tuple of fixed length, and skip items with `if` in the loop",
        )
    return tuple((place, item) for place, (_, item) in enumerate(items, start))


def _zip(run: Calls, *values: Any, strict: bool = False) -> Any:
    lists = [run.items(value) for value in values]
    if not all(run.plain(Listed(items)) for items in lists):
        raise run.refuse(
            "zip is called with a list of variable length",
            "use tuples of fixed length, and skip items with `if` in the loop",
        )
    return tuple(zip(*[[item for _, item in items] for items in lists], strict=strict))


def _reversed(run: Calls, value: Any) -> Any:
    return Listed(run.items(value)[::-1], frozen=True)


def _map(run: Calls, function: Any, value: Any) -> Any:
    assert run.at is not None
    return Listed([(guard, run.call(function, [item], {}, run.at)) for guard, item in run.items(value)])


def _divmod(run: Calls, one: Any, two: Any) -> Any:
    return run.binary(ast.FloorDiv, one, two), run.binary(ast.Mod, one, two)


def _isinstance(run: Calls, value: Any, kind: Any) -> Any:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if isinstance(value, Node) and value.kind == "int" and not any(issubclass(one, int | enum.Enum) for one in kinds):
        return issubclass(int, kinds)
    if isinstance(value, Node) and value.kind == "int" and int in kinds:
        return True
    if isinstance(value, Node) and value.kind == "int" and value.op not in ("input", "each"):
        raise run.refuse(f"the type of {run.named(value)} is tested", "test the value instead of its type")
    return any(issubclass(_kind_of(run, value), one) for one in kinds)


# These give an int here, but perhaps a bool in Python.
_JOINING: Final = frozenset({"select", "min", "max", "lookup", "param"})


def _kind_of(run: Calls, value: Any) -> type:
    if isinstance(value, Node) and (value.kind != "int" or value.op not in _JOINING):
        return {"int": int, "bool": bool, "float": float}[value.kind]
    if isinstance(value, Record):
        return value.kind
    if isinstance(value, Listed):
        return tuple if value.frozen else list
    if symbolic(value):
        raise run.refuse(f"the type of {run.named(value)} is tested", "test the value instead of its type")
    return type(value)


def _sorted(run: Calls, value: Any, **_: Any) -> Any:
    if isinstance(value, CellsOf) and value.cell is None:
        return value
    raise run.refuse("sorted is called with values that are not constants", "write the values in their order")


def _super(run: Calls, *given: Any) -> Any:
    frame = run.frames[-1]
    kind, names = frame.source.outside.get("__class__"), frame.source.parameters
    owner = frame.env.get(names[0]) if names else None
    if given or not isinstance(kind, type) or not isinstance(owner, kind):
        raise run.refuse(
            "super() is used outside of the game's methods", "write Base.method(self) with the name of the base class"
        )
    return super(kind, owner)


FORMS: Final[dict[Any, Callable[..., Any]]] = {
    len: _len,
    sum: _sum,
    any: _any,
    all: _all,
    min: _min,
    max: _max,
    abs: _abs,
    int: _int,
    float: _float,
    bool: _bool,
    tuple: _tuple,
    list: _list,
    range: _range,
    enumerate: _enumerate,
    zip: _zip,
    reversed: _reversed,
    map: _map,
    divmod: _divmod,
    isinstance: _isinstance,
    type: _kind_of,
    sorted: _sorted,
    math.sqrt: _sqrt,
    super: _super,
}
