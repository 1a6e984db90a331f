"""Texts with formats: f-strings, `format`, `str.format` and `%`, put together from their parts."""

from __future__ import annotations

import ast
import re
import string
from typing import TYPE_CHECKING, Final

import attrs

from advsearch.machine import arithmetic, boxing, layout, library, strings
from advsearch.machine.types import BOOL, FLOAT, INT, STR, family
from advsearch.machine.values import Arguments, Constant, Held, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

_SPEC: Final = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>^=]))?(?P<sign>[+ -])?(?P<zero>0)?(?P<width>\d+)?(?P<comma>,)?"
    r"(?:\.(?P<digits>\d+))?(?P<kind>[sdbxXof])?",
    re.DOTALL,
)
_PERCENT: Final = re.compile(r"%(?P<left>-)?(?P<zero>0)?(?P<width>\d+)?(?:\.(?P<digits>\d+))?(?P<kind>[sdrf%])")


@attrs.frozen
class Spec:
    fill: str
    align: str
    sign: str
    width: int
    digits: int | None
    kind: str
    comma: bool


def _parsed(text: str) -> Spec | None:
    found = _SPEC.fullmatch(text)
    if found is None:
        return None
    zero, align = found["zero"] is not None, found["align"]
    fill = found["fill"] or ("0" if zero else " ")
    return Spec(
        fill, align or ("=" if zero else ""), found["sign"] or "-", int(found["width"] or 0),
        None if found["digits"] is None else int(found["digits"]), found["kind"] or "", found["comma"] is not None,
    )  # fmt: skip


def formatted(f: Function, value: Value, text: str, node: ast.AST) -> Value:
    """`format(value, text)`."""
    if isinstance(value, Constant):
        try:
            return Constant(format(value.value, text))
        except (ValueError, TypeError) as error:
            raise f.refusal(f"the format `{text}`: {error}", "use a format that fits the value", node) from None
    if not text:
        return strings.as_text(f, value, node)
    spec = _parsed(text)
    held = boxing.plain(f.hold(value))
    is_text = family(held.type) == "str"
    whole = held.type == BOOL or family(held.type) == "int"
    if spec is None or (is_text and (spec.align == "=" or spec.kind not in ("", "s") or spec.digits is not None)):
        raise f.refusal(f"the format `{text}`", "use `str` and the methods `rjust`, `ljust`, `zfill`", node)
    if is_text:
        return _padded(f, boxing.coerce(f, held, STR), spec, spec.align or "<", node)
    if whole and spec.digits is None and spec.kind in ("", "d", "b", "x", "X", "o"):
        if held.type == BOOL:
            held = Held(INT, held.words)
        return _padded(f, _digits(f, held, spec, node), spec, spec.align or ">", node)
    if held.type == FLOAT and spec.kind == "f" and not spec.comma:
        made = Word(f.runtime("float_format", held.word, 6 if spec.digits is None else spec.digits))
        return _padded(f, _signed(f, Held(STR, (made,)), spec, node), spec, spec.align or ">", node)
    raise f.refusal(
        f"the format `{text}` of a value of type {held.type}", "use `str` and the methods `rjust`, `ljust`, `zfill`",
        node,
    )  # fmt: skip


def _digits(f: Function, held: Held, spec: Spec, node: ast.AST) -> Held:
    if spec.kind in ("", "d"):
        made: Value = strings.as_text(f, held, node)
        if spec.comma:
            made = f.call(Constant(library.with_commas), [made], node)
    else:
        base = {"b": 2, "o": 8, "x": 16, "X": 16}[spec.kind]
        made = f.call(Constant(library.digits_in), [held, Constant(base)], node)
        if spec.kind == "X":
            made = f.call(Constant(library.upper), [made], node)
    return _signed(f, boxing.coerce(f, f.hold(made), STR), spec, node)


def _signed(f: Function, text: Held, spec: Spec, node: ast.AST) -> Held:
    if spec.sign == "-":
        return text
    made = f.call(Constant(library.with_sign), [text, Constant(spec.sign)], node)
    return boxing.coerce(f, f.hold(made), STR)


def _padded(f: Function, text: Held, spec: Spec, align: str, node: ast.AST) -> Value:
    if not spec.width:
        return text
    function = {"<": library.ljust, ">": library.rjust, "^": library.centered, "=": library.inner_filled}[align]
    return f.call(Constant(function), [text, Constant(spec.width), Constant(spec.fill)], node)


def joined(f: Function, parts: list[Value]) -> Value:
    """The texts one behind another."""
    if all(isinstance(part, Constant) for part in parts):
        return Constant("".join(part.value for part in parts if isinstance(part, Constant)))
    made: Held = boxing.coerce(f, parts[0], STR)
    for following in parts[1:]:
        other = boxing.coerce(f, following, STR)
        made = Held(STR, (Word(f.runtime("concat", layout.STRING, made.word, other.word)),))
    return made


def f_string(f: Function, node: ast.JoinedStr) -> Value:
    parts: list[Value] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(Constant(part.value))
            continue
        assert isinstance(part, ast.FormattedValue)
        spec = "" if part.format_spec is None else f.evaluate(part.format_spec)
        text = spec.value if isinstance(spec, Constant) else spec
        if not isinstance(text, str):
            raise f.refusal("a format that is not constant", "use `str` and the methods `rjust`, `ljust`", node)
        value = _converted(f, f.evaluate(part.value), {115: "s", 114: "r", 97: "a"}.get(part.conversion, ""), node)
        parts.append(formatted(f, value, text, node))
    return joined(f, parts)


def _converted(f: Function, value: Value, conversion: str, node: ast.AST) -> Value:
    if not conversion:
        return value
    if conversion == "s":
        return strings.as_text(f, value, node)
    return strings.representation(f, Arguments((value,), {}, node))


def by_percent(f: Function, text: str, value: Value, node: ast.AST) -> Value:
    """`text % value`."""
    held = value.value if isinstance(value, Constant) else None
    if isinstance(value, Held) and family(value.type) == "tuple":
        if not hasattr(value.type, "items"):
            raise f.refusal("`%` with a tuple of unknown length", "write an f-string", node)
        given: list[Value] = list(boxing.items(value))
    else:
        given = [Constant(one) for one in held] if isinstance(held, tuple) else [value]
    parts: list[Value] = []
    at = 0
    for found in _PERCENT.finditer(text):
        parts.append(Constant(text[at : found.start()]))
        at = found.end()
        if found["kind"] == "%":
            parts.append(Constant("%"))
            continue
        if not given:
            raise f.refusal("`%` with too few values", "give one value for each `%`", node)
        parts.append(_by_percent(f, found, given.pop(0), node))
    rest = text[at:]
    if (
        given
        or "%" in "".join(part.value for part in parts if isinstance(part, Constant) and part.value != "%") + rest
    ):
        raise f.refusal("a format with `%` that is not known here", "write an f-string", node)
    return joined(f, [*parts, Constant(rest)])


def _by_percent(f: Function, found: re.Match[str], value: Value, node: ast.AST) -> Value:
    kind = found["kind"]
    width = int(found["width"] or 0)
    if kind in ("s", "r"):
        if found["digits"] is not None:
            raise f.refusal("a format with `%` that is not known here", "write an f-string", node)
        return formatted(f, _converted(f, value, kind, node), f"{'<' if found['left'] else '>'}{width or ''}", node)
    align = "<" if found["left"] else "0" if found["zero"] else ">"
    if kind == "d":
        word = arithmetic.as_whole(f, value, node) if not isinstance(value, Constant) else None
        value = value if word is None else Held(INT, (word,))
        return formatted(f, value, f"{align}{width}d" if width else "d", node)
    digits = f".{found['digits'] or 6}f"
    return formatted(f, value, f"{align}{width}{digits}" if width else digits, node)


def by_method(f: Function, text: str, a: Arguments) -> Value:
    """`text.format(...)`."""
    parts: list[Value] = []
    for place, (before, name, spec, conversion) in enumerate(string.Formatter().parse(text)):
        parts.append(Constant(before))
        if name is None:
            continue
        value = a.named.get(name)
        if value is None and (not name or name.isdigit()):
            at = int(name) if name else place
            value = a.given[at] if at < len(a) else None
        if value is None or "{" in (spec or ""):
            raise f.refusal(f"the part `{name}` of a text with `format`", "write an f-string", a.node)
        parts.append(formatted(f, _converted(f, value, conversion or "", a.node), spec or "", a.node))
    return joined(f, parts)


def of_call(f: Function, a: Arguments) -> Value:
    """`format(value, text)`."""
    spec = a.given[1] if len(a) > 1 else Constant("")
    if not isinstance(spec, Constant):
        raise f.refusal("a format that is not constant", "use `str` and the methods `rjust`, `ljust`", a.node)
    return formatted(f, a.given[0], spec.value, a.node)
