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
from advsearch.machine.types import BOOL, CHAR, INT, NONE, STR, Either, Member, family, item_of
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
    raise f.refusal(f"the text of a value of type {held.type}", "put together the texts of its parts", node)


def _bool_text(f: Function, held: Held, node: ast.AST) -> Value:
    from advsearch.machine import branches

    yes, no = f.block(), f.block()
    f.branch(conditions.is_true(f, held), yes, no)
    return branches.choose(f, ("bool text", node), yes, no, lambda: Constant("True"), lambda: Constant("False"))


def representation(f: Function, a: Arguments) -> Value:
    value = a.given[0]
    if isinstance(value, Held) and boxing.plain(value).type in (INT, BOOL, NONE):
        return as_text(f, value, a.node)
    raise f.refusal("`repr` of a value that is no int", "put together the texts of its parts", a.node)


def formatted(f: Function, node: ast.JoinedStr) -> Value:
    parts: list[Value] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(Constant(part.value))
            continue
        assert isinstance(part, ast.FormattedValue)
        if part.format_spec is not None or part.conversion not in (-1, 115):
            raise f.refusal("a format in an f-string", "use `str` and string methods", node)
        parts.append(as_text(f, f.evaluate(part.value), node))
    if all(isinstance(part, Constant) for part in parts):
        return Constant("".join(part.value for part in parts if isinstance(part, Constant)))
    made: Held = boxing.coerce(f, parts[0], STR)
    for following in parts[1:]:
        other = boxing.coerce(f, following, STR)
        made = Held(STR, (Word(f.runtime("concat", layout.STRING, made.word, other.word)),))
    return made


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
    return f.call(Constant(library.count_part), [held, part, *a.given[1:]], a.node)


def _find(strict: bool) -> Callable[[Any, Held, Arguments], Value]:
    def handle(f: Function, held: Held, a: Arguments) -> Value:
        if len(a) > 2:
            raise f.refusal("a search in a part of a string", "search in a slice", a.node)
        start: Any = arithmetic.as_whole(f, a.given[1]) if len(a) > 1 else 0
        found = f.runtime("find_part", held.word, _str(f, a.given[0], a.node).word, start)
        if strict:
            f.fail_if(f.op("icmp slt", found, 0), layout.E_VALUE, a.node)
        return Held(INT, (Word(found).within(0 if strict else -1, sequences.LONGEST),))

    return handle


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
    "lstrip": _strip(True, False), "rstrip": _strip(False, True),
}  # fmt: skip
_IN_LIBRARY: Final[dict[str, Any]] = {
    "rfind": library.rfind, "lower": library.lower, "upper": library.upper, "swapcase": library.swapcase,
    "isupper": library.isupper, "islower": library.islower, "isdigit": library.isdigit, "isalpha": library.isalpha,
    "translate": library.translate, "ljust": library.ljust, "rjust": library.rjust, "center": library.center,
    "zfill": library.zfill, "partition": library.partition, "removeprefix": library.removeprefix,
    "removesuffix": library.removesuffix, "splitlines": library.splitlines,
}  # fmt: skip
