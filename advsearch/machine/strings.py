"""Strings: formatting, and the methods of `str`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import (
    arithmetic,
    attributes,
    boxing,
    comparing,
    conditions,
    iteration,
    layout,
    library,
    sequences,
)
from advsearch.machine.properties import has_representation
from advsearch.machine.types import (
    BOOL,
    CHAR,
    INT,
    NONE,
    STR,
    Either,
    Frozen,
    Member,
    SetOf,
    family,
    item_of,
    need_tables,
)
from advsearch.machine.values import Arguments, Constant, Held, Stream, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def text(f: Function, a: Arguments) -> Value:
    """`str(x)`."""
    return as_text(f, a.given[0], a.node) if a.given else Constant("")


def as_text(f: Function, value: Value, node: ast.AST) -> Value:
    if isinstance(value, Constant):
        return Constant(str(value.value))
    held = boxing.plain(f.hold(value))
    if held.type == INT:
        return f.call(Constant(library.decimal), [held], node)
    if family(held.type) == "int":
        return Held(STR, (Word(f.runtime("str_of", f.box(held))),))
    if family(held.type) == "str":
        return held
    if held.type == BOOL:
        return _bool_text(f, held, node)
    if held.type == NONE:
        return Constant("None")
    if isinstance(held.type, Member):
        return comparing.by_member(f, held, "str", str)
    if isinstance(held.type, Either):
        kinds = tuple(sorted(held.type.alternatives, key=repr))
        return attributes.dispatched(f, held, kinds, lambda one: as_text(f, one, node), node)
    return representation(f, Arguments((held,), {}, node))


def _bool_text(f: Function, held: Held, node: ast.AST) -> Value:
    from advsearch.machine import branches

    yes, no = f.block(), f.block()
    f.branch(conditions.is_true(f, held), yes, no)
    return branches.choose(f, ("bool text", node), yes, no, lambda: Constant("True"), lambda: Constant("False"))


def representation(f: Function, a: Arguments) -> Value:
    value = a.given[0]
    if isinstance(value, Constant):
        return Constant(repr(value.value))
    held = f.hold(value)
    if not has_representation(held.type):
        raise f.refusal("`repr` of a value of this type", "put together the texts of its parts", a.node)
    if isinstance(held.type, SetOf | Frozen):
        iteration.check_order(f, held.type)
    need_tables(held.type)
    return Held(STR, (Word(f.runtime("repr_of", f.box(held))),))


# --- methods -----------------------------------------------------------------------------------------------------


def _str(f: Function, value: Value, node: ast.AST) -> Held:
    held = f.hold(value)
    if family(held.type) != "str":
        fitting = [one for one in getattr(held.type, "alternatives", ()) if family(one) == "str"]
        if len(fitting) != 1:
            raise f.refusal(f"a value of type {held.type} where a string is needed", "pass a string", node)
        held = boxing.narrowed(f, held, fitting[0], node)
    return boxing.coerce(f, held, STR)


def method(f: Function, name: str, held: Held, a: Arguments) -> Value:
    own = _METHODS.get(name)
    if own is not None:
        return own(f, boxing.coerce(f, held, STR), a)
    if name in _IN_LIBRARY:
        given = [_str(f, held, a.node), *a.given]
        return f.call(Constant(_IN_LIBRARY[name]), given, a.node, a.named)
    raise f.refusal(f"the method `{name}` of a string", "write it with slices and loops", a.node)


def _join(f: Function, held: Held, a: Arguments) -> Value:
    value = a.given[0]
    parts = iteration.listed(f, value, a.node) if isinstance(value, Stream) else sequences.sequence(f, value)
    if parts.type in (STR, CHAR):
        parts = iteration.listed(f, parts, a.node)
    item = item_of(parts.type)
    if item is not None and family(item) != "str":
        raise f.refusal(f"`join` of values of type {item}", "join strings", a.node)
    return Held(STR, (Word(f.runtime("join", held.word, parts.word)),))


def _count(f: Function, held: Held, a: Arguments) -> Value:
    part = f.hold(a.given[0])
    if part.type == CHAR and len(a) == 1:
        found, one = f.cell(), part
        f.store(0, found)

        def step(item: Value) -> None:
            truth = conditions.is_true(f, comparing.equal(f, item, one, a.node))
            f.store(f.op("add", f.load(found), f.new(f"zext i1 {truth} to i64")), found)

        f.each(held, step)
        return Held(INT, (Word(f.load(found)).within(0, sequences.LONGEST),))
    return _between(library.count_between)(f, held, a)


def _find(strict: bool) -> Callable[[Any, Held, Arguments], Value]:
    def handle(f: Function, held: Held, a: Arguments) -> Value:
        first = a.given[1] if len(a) > 1 else Constant(0)
        if len(a) > 2 or _is_none(first) or arithmetic.as_whole(f, first, a.node).range.low < 0:
            found_there = _between(library.find_between)(f, held, a)
            return f.call(Constant(library.found_at), [found_there], a.node) if strict else found_there
        start: Any = arithmetic.as_whole(f, a.given[1]) if len(a) > 1 else 0
        found = f.runtime("find_part", held.word, _str(f, a.given[0], a.node).word, start)
        if strict:
            f.fail_if(f.op("icmp slt", found, 0), layout.E_VALUE, a.node)
        return Held(INT, (Word(found).within(0 if strict else -1, sequences.LONGEST),))

    return handle


def _between(function: Any) -> Callable[[Any, Held, Arguments], Value]:
    """A search between two places of a string."""

    def handle(f: Function, held: Held, a: Arguments) -> Value:
        ends = [*a.given[1:], *(Constant(0), Constant(sequences.LONGEST))[len(a) - 1 :]]
        pairs = zip(ends, (0, sequences.LONGEST), strict=True)
        ends = [Constant(place) if _is_none(end) else end for end, place in pairs]
        return f.call(Constant(function), [held, _str(f, a.given[0], a.node), *ends], a.node)

    return handle


def _is_none(value: Value) -> bool:
    return isinstance(value, Constant) and value.value is None


def _rindex(f: Function, held: Held, a: Arguments) -> Value:
    return f.call(Constant(library.found_at), [_between(library.rfind_between)(f, held, a)], a.node)


def _begins(end: bool) -> Callable[[Any, Held, Arguments], Value]:
    def handle(f: Function, held: Held, a: Arguments) -> Value:
        parts = a.given[0]
        if isinstance(parts, Constant) and isinstance(parts.value, tuple):
            found = "false"
            for one in parts.value:
                inner = handle(f, held, Arguments((Constant(one), *a.given[1:]), {}, a.node))
                truth = conditions.is_true(f, inner)
                found = truth if found == "false" else f.new(f"or i1 {found}, {truth}")
            return f.truth(found)
        function = library.endswith if end else library.startswith
        return f.call(Constant(function), [held, _str(f, parts, a.node), *a.given[1:]], a.node)

    return handle


def _replace(f: Function, held: Held, a: Arguments) -> Value:
    given: list[Value] = [held, *(_str(f, one, a.node) for one in a.given[:2])]
    return f.call(Constant(library.replace if len(a) == 2 else library.replace_most), [*given, *a.given[2:]], a.node)


def _split(f: Function, held: Held, a: Arguments) -> Value:
    if len(a) > 1 or a.named:
        raise f.refusal("`split` with a greatest number of parts", "use `partition`", a.node)
    if not a.given or (isinstance(a.given[0], Constant) and a.given[0].value is None):
        return f.call(Constant(library.split_spaces), [held], a.node)
    return f.call(Constant(library.split), [held, _str(f, a.given[0], a.node)], a.node)


def _strip(left: bool, right: bool) -> Callable[[Any, Held, Arguments], Value]:
    def handle(f: Function, held: Held, a: Arguments) -> Value:
        characters: Value = a.given[0] if a.given else Constant(" \t\n\r\x0b\x0c")
        given: list[Value] = [held, _str(f, characters, a.node), Constant(left), Constant(right)]
        return f.call(Constant(library.strip), given, a.node)

    return handle


_METHODS: Final[dict[str, Callable[[Any, Held, Arguments], Value]]] = {
    "join": _join, "count": _count, "find": _find(False), "index": _find(True), "startswith": _begins(False),
    "endswith": _begins(True), "replace": _replace, "split": _split, "strip": _strip(True, True),
    "lstrip": _strip(True, False), "rstrip": _strip(False, True), "rindex": _rindex,
    "rfind": _between(library.rfind_between),
}  # fmt: skip
_IN_LIBRARY: Final[dict[str, Any]] = {
    "lower": library.lower, "upper": library.upper, "swapcase": library.swapcase,
    "isupper": library.isupper, "islower": library.islower, "isdigit": library.isdigit, "isalpha": library.isalpha,
    "translate": library.translate, "ljust": library.ljust, "rjust": library.rjust, "center": library.center,
    "zfill": library.zfill, "partition": library.partition, "removeprefix": library.removeprefix,
    "removesuffix": library.removesuffix, "splitlines": library.splitlines,
}  # fmt: skip
