"""Each method of a game becomes one compiled function, from numbers to numbers."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering.refusals import NotLowered, Refused
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import types
from advsearch.lowering.rows.body import FRAME, Body
from advsearch.lowering.rows.convert import as_type, exploded, type_of
from advsearch.lowering.rows.numbers import truth
from advsearch.lowering.rows.program import Program, Spec
from advsearch.lowering.rows.types import Bool, Clash, Either, Float, Int, Mark, Maybe, Members, Seq, Tup, Type
from advsearch.lowering.rows.values import Known, NotYet, Scalar, Value
from advsearch.lowering.source import seen_through
from advsearch.protocol import AnyGame, name_of


def spec_node(spec: Spec) -> ast.AST:
    return spec.source.tree


def definition(spec: Spec) -> str:
    parameters = ", ".join(["block", *spec.parameters, "free"])
    lines = spec.lines or ["    pass"]
    return f"def {spec.name}({parameters}):\n" + "\n".join(lines)


def method_of(game: AnyGame, name: str) -> Any:
    found = seen_through(getattr(type(game), name))
    if not isinstance(found, FunctionType):
        raise CompiledTierUnavailable(
            f"expected {name_of(game)}.{name} to be a method written in Python, got {found!r}"
        )
    return found


def plain_function(function: Any) -> tuple[FunctionType, tuple[Any, ...]]:
    seen = seen_through(function)
    if isinstance(seen, FunctionType):
        return seen, ()
    if hasattr(seen, "__func__"):
        return seen_through(seen.__func__), (seen.__self__,)
    call = inspect.getattr_static(type(seen), "__call__", None)
    if isinstance(call, FunctionType):
        return call, (seen,)
    raise CompiledTierUnavailable(f"expected the evaluator to be a function written in Python, got {function!r}")


def longest_part(value: Any) -> int:
    """The length of the longest tuple, list, set or string in a state."""
    if isinstance(value, str | frozenset):
        return len(value)
    if isinstance(value, tuple | list):
        return max([len(value), *map(longest_part, value)])
    names = types.field_names(type(value))
    return max([0, *(longest_part(getattr(value, name)) for name in names)])


def words_of(kind: Type) -> frozenset[str]:
    """The strings that sets in a state of this type can contain."""
    match kind:
        case Members(Mark(values)):
            return frozenset(one for one in values if isinstance(one, str))
        case Tup(items) | types.Sum(items):
            return frozenset(word for item in items for word in words_of(item))
        case Maybe(inner) | Either(_, inner) | Seq(_, inner):
            return words_of(inner)
    return frozenset()


def entry_body(program: Program, spec: Spec, parameters: list[str]) -> Body:
    spec.parameters = parameters
    spec.callees = set()
    return Body(program, spec, spec.source)


def guarded(body: Body, spec: Spec, write: Callable[[], None], otherwise: str) -> None:
    node = spec_node(spec)
    try:
        write()
    except Refused as refused:
        body.program.refusals.append(refused.refusal)
    except Clash as clash:
        body.program.refusals.append(
            body.refuse(node, f"the result of `{spec.source.name}` is {clash}", "use values of one type").refusal
        )
    except books.Untyped as error:
        wrong = body.refuse(
            node,
            f"`{spec.source.name}` is not supported: {error}",
            "use ints, strings, tuples, or objects of these",
        )
        body.program.refusals.append(wrong.refusal)
    except NotYet:
        body.program.pending = True
        del body.lines[:]
        if body.program.settled:
            raise NotLowered(body.program.waiting[-3:]) from None
        body.emit(otherwise)
    spec.frame = body.frame
    frame = f"free + {body.frame}" if body.frame else "free"
    spec.lines = ["    " * depth + text.replace(FRAME, frame) for depth, text in body.lines]


def number_entry(body: Body, call: Callable[[], Value], fact: Any) -> None:
    node = spec_node(body.spec)

    def write() -> None:
        value = exploded(body, call())
        if not isinstance(value, Scalar) or not isinstance(value.kind, Int | Bool | Float | Maybe):
            raise body.refuse(
                node, f"`{body.spec.source.name}` returns {types.named(type_of(body, value))}", "return a number"
            )
        kind: Type = value.kind
        if isinstance(kind, Maybe):
            value = as_type(body, value, kind.inner)
            assert isinstance(value, Scalar)
            kind = kind.inner
        learnt = body.program.learn(fact, kind)
        if isinstance(learnt, Float) and not isinstance(kind, Float):
            body.emit(f"return float({value.text})")
        elif isinstance(kind, Bool):
            body.emit(f"return int({value.text})")
        else:
            body.emit(f"return {value.text}")

    guarded(body, body.spec, write, "return 0")


def truth_entry(body: Body, spec: Spec, call: Callable[[], Value]) -> None:
    node = spec_node(spec)

    def write() -> None:
        body.only_truth.add(id(node))
        test = truth(body, call(), node)
        body.emit(f"return {bool(test.value) if isinstance(test, Known) else test.text}")

    guarded(body, spec, write, "return False")
