"""Calls of Python's own functions, such as `len` and `sorted`."""

from __future__ import annotations

import ast
import builtins
import copy
import dataclasses
import enum
import functools
import math
import operator
import typing
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from advsearch.machine import (
    arithmetic,
    attributes,
    boxing,
    comparing,
    conditions,
    content,
    formats,
    iterators,
    itertool_calls,
    keys,
    layout,
    library,
    machines,
    makers,
    objects,
    reals,
    reductions,
    searching,
    sequences,
    sorting,
    strings,
    wide,
)
from advsearch.machine.properties import is_instance, is_mutable, python_class
from advsearch.machine.types import (
    BIG,
    BOOL,
    CHAR,
    FLOAT,
    INT,
    RANGE,
    DictOf,
    Either,
    Flat,
    ListOf,
    SetOf,
    alternatives,
    family,
)
from advsearch.machine.values import Arguments, Constant, Held, Stream, Value, Word, number
from advsearch.search.kit import fields as kit
from advsearch.search.kit import numbers

if TYPE_CHECKING:
    from advsearch.machine.function import Function

Handler: TypeAlias = "Callable[[Function, Arguments], Value]"


def handler_of(callee: Any) -> Handler | None:
    try:
        return handlers().get(callee)
    except TypeError:  # not hashable
        return None


def _folding(handler: Handler, callee: Callable[..., Any]) -> Handler:
    """Answer a call with constant arguments while compiling."""

    def handle(f: Function, a: Arguments) -> Value:
        every = (*a.given, *a.named.values())
        if all(isinstance(value, Constant) for value in every):
            given = [value.value for value in a.given if isinstance(value, Constant)]
            named = {name: value.value for name, value in a.named.items() if isinstance(value, Constant)}
            try:
                return Constant(callee(*given, **named))
            except Exception as error:
                if type(error) in (TypeError, ValueError, ZeroDivisionError, KeyError, IndexError):
                    return handler(f, a)
                raise
        return handler(f, a)

    return handle


def _len(f: Function, a: Arguments) -> Value:
    value = a.given[0]
    known = machines.length(value)
    if known is not None:
        return Constant(known)
    if isinstance(value, Constant):
        return Constant(len(value.value))
    if isinstance(value, Stream):
        raise f.refusal("`len` of a generator", "make a list of it first: `list(...)`", a.node)
    held = f.hold(value)
    if isinstance(held.type, Either):
        return Held(INT, (Word(f.runtime("size", held.word)).within(0, sequences.LONGEST),))
    if isinstance(held.type, Flat) and not issubclass(held.type.kind, tuple):
        return f.call(Constant(held.type.kind.__len__), [held], a.node)  # type: ignore[attr-defined]
    word = sequences.length(f, held)
    return Constant(word.number) if word.number is not None else Held(INT, (word,))


def _range(f: Function, a: Arguments) -> Value:
    words = [arithmetic.as_whole(f, value, a.node) for value in a.given]
    if len(words) == 1:
        return Held(RANGE, (number(0), words[0], number(1)))
    return Held(RANGE, (words[0], words[1], words[2] if len(words) > 2 else number(1)))


def _abs(f: Function, a: Arguments) -> Value:
    held = boxing.plain(f.hold(a.given[0]))
    if held.type == FLOAT:
        return reals.real(f, f.new(f"call double @llvm.fabs.f64(double {reals.as_double(f, held)})"))
    if held.type == BIG:
        return Held(BIG, (Word(f.runtime("int_abs", held.word)),))
    if wide.is_wide(held.type):
        return wide.absolute(f, held, a.node)
    word = arithmetic.as_whole(f, held, a.node)
    span = word.range
    if span.low >= 0:
        return Held(INT, (word,))
    if span.low == -(1 << 63):
        if f.limbs_at(a.node, ast.Sub()) > 1:
            return wide.absolute(f, wide.widened(f, held, 2), a.node)
        f.overflow_if(f.op("icmp eq", word, -(1 << 63)), a.node)
    found = Word(f.new(f"call i64 @llvm.abs.i64(i64 {word}, i1 true)"))
    return Held(INT, (found.within(0, max(-span.low, span.high, 0) if span.low > -(1 << 63) else (1 << 63) - 1),))


def _divmod(f: Function, a: Arguments) -> Value:
    one, other = a.given
    quotient = arithmetic.binary(f, ast.FloorDiv(), one, other, a.node)
    return boxing.flat(f, [quotient, arithmetic.binary(f, ast.Mod(), one, other, a.node)])


def _int(f: Function, a: Arguments) -> Value:
    if not a.given:
        return Constant(0)
    base = a.at(1, "base") or Constant(10)
    if not isinstance(base, Constant) or not 2 <= base.value <= 36:
        raise f.refusal("`int` with a base that is not constant, or is 0", "give a base from 2 to 36", a.node)
    held = boxing.plain(f.hold(a.given[0]))
    if family(held.type) == "int" and held.type != INT:
        return held
    if held.type in (INT, BOOL):
        return Held(INT, held.words)
    if held.type == FLOAT:
        double = reals.as_double(f, held)
        low = f.new(f"fcmp oge double {double}, 0xC3E0000000000000")
        high = f.new(f"fcmp olt double {double}, 0x43E0000000000000")
        f.fail_unless(f.new(f"and i1 {low}, {high}"), layout.E_OVERFLOW, a.node)
        return Held(INT, (Word(f.new(f"fptosi double {double} to i64")),))
    if family(held.type) == "str":
        return f.call(Constant(library.parse_int), [held, base], a.node)
    return Held(INT, (arithmetic.as_whole(f, held, a.node),))


def _bool(f: Function, a: Arguments) -> Value:
    return f.truth(conditions.is_true(f, a.given[0])) if a.given else Constant(False)


def _float(f: Function, a: Arguments) -> Value:
    held = boxing.plain(f.hold(a.given[0]))
    if family(held.type) == "str":
        raise f.refusal("`float` of a string", "read numbers before the search", a.node)
    return reals.real(f, reals.as_double(f, held))


def _ord(f: Function, a: Arguments) -> Value:
    held = f.hold(a.given[0])
    if held.type == CHAR:
        return Held(INT, held.words)
    f.fail_if(f.op("icmp ne", sequences.length(f, held), 1), layout.E_TYPE, a.node)
    return Held(INT, sequences.load_item(f, held, number(0)).words)


def _chr(f: Function, a: Arguments) -> Value:
    word = arithmetic.as_whole(f, a.given[0], a.node)
    f.fail_if(f.op("icmp ugt", word, 0x10FFFF), layout.E_VALUE, a.node)
    return Held(CHAR, (word.within(0, 0x10FFFF),))


def _round(f: Function, a: Arguments) -> Value:
    held, digits = boxing.plain(f.hold(a.given[0])), a.at(1, "ndigits") or Constant(None)
    if isinstance(held.type, Either):
        kinds = tuple(sorted(held.type.alternatives, key=repr))
        return attributes.dispatched(
            f, held, kinds, lambda one: _round(f, Arguments((one, digits), {}, a.node)), a.node
        )
    if not wide.is_number(held.type):
        raise f.refusal(f"`round` of a value of type {held.type}", "round a number", a.node)
    if isinstance(digits, Constant) and digits.value is None:
        if held.type != FLOAT:
            return _int(f, Arguments((held,), {}, a.node))
        near = f.new(f"call double @llvm.rint.f64(double {reals.as_double(f, held)})")
        return _int(f, Arguments((reals.real(f, near),), {}, a.node))
    if isinstance(digits, Constant) and digits.value < 0:
        raise f.refusal("`round` to a number of digits below zero", "divide, round and multiply", a.node)
    count = arithmetic.as_whole(f, digits, a.node)
    if held.type == FLOAT:
        return Held(FLOAT, (Word(f.runtime("round_float", held.word, count)),))
    f.fail_if(f.op("icmp slt", count, 0), layout.E_FORM, a.node)
    return _int(f, Arguments((held,), {}, a.node))


def _isinstance(f: Function, a: Arguments) -> Value:
    value, classes = a.given
    if not isinstance(classes, Constant):
        raise f.refusal("`isinstance` with a class that is not constant", "name the class", a.node)
    if isinstance(value, Constant):
        return Constant(isinstance(value.value, classes.value))
    held = f.hold(value)
    asked = classes.value if isinstance(classes.value, tuple) else (classes.value,)
    members = [one for one in asked if isinstance(one, type) and issubclass(one, enum.Enum) and issubclass(one, int)]
    if members and INT in alternatives(held.type):  # beside other ints, a member is stored as an int
        name = members[0].__name__
        raise f.refusal(f"`isinstance` of an int that may be a member of `{name}`", "compare it with `==`", a.node)
    if not isinstance(held.type, Either):
        return Constant(is_instance(held.type, classes.value))
    found = "false"
    for one in held.type.alternatives:
        if is_instance(one, classes.value):
            truth = boxing.is_of(f, held.word, one)
            found = truth if found == "false" else f.new(f"or i1 {found}, {truth}")
    return f.truth(found)


def _type(f: Function, a: Arguments) -> Value:
    value = a.given[0]
    if isinstance(value, Constant):
        return Constant(type(value.value))
    held = f.hold(value)
    if isinstance(held.type, Either):
        raise f.refusal("`type` of a value of several types", "use `isinstance`", a.node)
    return Constant(python_class(held.type))


def _getattr(f: Function, a: Arguments) -> Value:
    name = a.given[1]
    if not isinstance(name, Constant):
        instead = "write the attributes out, and choose one with `if`"
        raise f.refusal("`getattr` with a name that is not constant", instead, a.node)
    owner = a.given[0]
    if isinstance(owner, Constant) and len(a) > 2 and not hasattr(owner.value, name.value):
        return a.given[2]
    return attributes.attribute(f, owner, name.value, a.node)


def _callable_math(name: str) -> Handler:
    def handle(f: Function, a: Arguments) -> Value:
        double = reals.as_double(f, boxing.plain(f.hold(a.given[0])))
        if name == "sqrt":
            f.fail_if(f.new(f"fcmp olt double {double}, 0.0"), layout.E_VALUE, a.node)
        if name == "log":
            f.fail_unless(f.new(f"fcmp ogt double {double}, 0.0"), layout.E_VALUE, a.node)
        return reals.real(f, f.new(f"call double @llvm.{name}.f64(double {double})"))

    return handle


def _rounded(name: str) -> Handler:
    def handle(f: Function, a: Arguments) -> Value:
        held = boxing.plain(f.hold(a.given[0]))
        if held.type in (INT, BOOL):
            return Held(INT, held.words)
        double = f.new(f"call double @llvm.{name}.f64(double {reals.as_double(f, held)})")
        return _int(f, Arguments((reals.real(f, double),), {}, a.node))

    return handle


def _operator(op: ast.operator) -> Handler:
    return lambda f, a: arithmetic.binary(f, op, a.given[0], a.given[1], a.node)


def _comparison(op: ast.cmpop) -> Handler:
    return lambda f, a: comparing.compare(f, op, a.given[0], a.given[1], a.node)


def _in_library(function: Any) -> Handler:
    """A function of the standard library that this package has in Python."""
    return lambda f, a: f.call(Constant(function), a.given, a.node, a.named)


def _copy(f: Function, a: Arguments) -> Value:
    held = f.hold(a.given[0])
    if isinstance(held.type, ListOf):
        return sequences.copied(f, held, f.unit.site(a.node))
    if isinstance(held.type, SetOf):
        return makers.new_set(f, a)
    if isinstance(held.type, DictOf):
        return makers.new_dict(f, a)
    return held


def _cached(f: Function, a: Arguments) -> Value:
    raise f.refusal("`functools.cache` inside a function", "decorate a function at the top of the file", a.node)


def _stopping(f: Function, _a: Arguments) -> Value:
    return f.truth(f.op("icmp ne", f.new("load volatile i64, ptr @STOP"), 0))


def _above(f: Function, a: Arguments) -> Value:
    """The next greater value of a search."""
    held = machines.as_value(f, a.given[0], a.node)
    if held.type == INT:
        return arithmetic.whole_binary(f, ast.Add(), held.word, number(1), a.node)
    return f.call(Constant(library.next_float), [held], a.node)


def _key(f: Function, a: Arguments) -> Value:
    return keys.new_key(f, a.given[0])


def _number(f: Function, a: Arguments) -> Value:
    """The content number of a value."""
    if isinstance(a.given[0], Constant):
        return Constant(content.number(a.given[0].value))
    return keys.number(f, a.given[0])


def _cast(_f: Function, a: Arguments) -> Value:
    return a.given[1]


def _print(f: Function, a: Arguments) -> Value:
    raise f.refusal(f"`{ast.unparse(a.node)}` is called", "remove it", a.node)


def _deep_copy(f: Function, a: Arguments) -> Value:
    """A copy of a list or dict of values that nothing changes; such values are their own copies."""
    held = f.hold(a.given[0])
    inner = [held.type.node.item] if isinstance(held.type, ListOf | SetOf) else []
    inner = [held.type.values.item] if isinstance(held.type, DictOf) else inner
    if any(one is not None and is_mutable(one) for one in inner) or (not inner and is_mutable(held.type)):
        instead = "copy each: `[list(row) for row in rows]`"
        if isinstance(held.type, DictOf):
            instead = "copy each: `{key: list(row) for key, row in rows.items()}`"
        raise f.refusal("`deepcopy` of values that can be changed, within another", instead, a.node)
    return _copy(f, Arguments((held,), {}, a.node))


def _id(f: Function, a: Arguments) -> Value:
    raise f.refusal(f"`{ast.unparse(a.node)}` is called", "its result differs from run to run; use values", a.node)


@functools.cache
def handlers() -> dict[Any, Handler]:
    """What compiles a call of each of Python's own functions."""
    folded: dict[Any, Handler] = {
        range: _range, abs: _abs, divmod: _divmod, int: _int, bool: _bool, float: _float, ord: _ord, chr: _chr,
        round: _round, str: strings.text, repr: strings.representation, min: reductions.extreme(ast.Lt()),
        max: reductions.extreme(ast.Gt()), sum: reductions.total, any: reductions.quick(True),
        all: reductions.quick(False), tuple: makers.new_tuple, frozenset: makers.new_frozenset,
        math.sqrt: _callable_math("sqrt"), math.log: _callable_math("log"), math.exp: _callable_math("exp"),
        math.floor: _rounded("floor"), math.ceil: _rounded("ceil"), math.gcd: _in_library(library.gcd),
        math.isqrt: _in_library(library.isqrt), math.comb: _in_library(library.comb),
        math.prod: reductions.product, pow: _operator(ast.Pow()), bin: _in_library(library.binary),
        operator.add: _operator(ast.Add()), operator.sub: _operator(ast.Sub()), operator.mul: _operator(ast.Mult()),
        operator.or_: _operator(ast.BitOr()), operator.and_: _operator(ast.BitAnd()),
        operator.xor: _operator(ast.BitXor()), operator.floordiv: _operator(ast.FloorDiv()),
        operator.mod: _operator(ast.Mod()), operator.eq: _comparison(ast.Eq()), operator.ne: _comparison(ast.NotEq()),
        operator.lt: _comparison(ast.Lt()), operator.gt: _comparison(ast.Gt()), operator.le: _comparison(ast.LtE()),
        operator.ge: _comparison(ast.GtE()),
    }  # fmt: skip
    return {
        **{callee: _folding(handler, callee) for callee, handler in folded.items()},
        len: _len, isinstance: _isinstance, type: _type, getattr: _getattr, sorted: sorting.new_sorted,
        list: makers.new_list, set: makers.new_set, dict: makers.new_dict, dict.fromkeys: makers.from_keys,
        copy.copy: _copy, copy.deepcopy: _deep_copy, format: formats.of_call,
        attrs.evolve: objects.replaced, dataclasses.replace: objects.replaced,
        functools.reduce: reductions.reduce, functools.cache: _cached,
        builtins.id: _id, builtins.hash: _id, builtins.print: _print, builtins.input: _id, builtins.open: _id,
        typing.cast: _cast, searching.stopping: _stopping, kit.above: _above, content.number: _number,
        numbers.key_of: _key,
        **iterators.HANDLERS, **itertool_calls.handlers(), **makers.HANDLERS,
    }  # fmt: skip


def spreading() -> frozenset[Any]:
    """The functions that take a star of unknown length."""
    return frozenset({frozenset.union, set.union, *itertool_calls.SPREADING})
