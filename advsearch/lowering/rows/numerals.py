"""Numbers and strings: `str(n)`, `int(text)`, `f"{n}"`, `"%d" % n` and `"{}".format(n)`."""

from __future__ import annotations

import ast
import enum
import re
import string
from collections.abc import Callable
from typing import Any, Final

from advsearch.lowering.row_rules import RAISED
from advsearch.lowering.rows import classes, flags, mixed, special, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import atom, exploded, load
from advsearch.lowering.rows.marks import by_case
from advsearch.lowering.rows.numbers import bounds, wrapped
from advsearch.lowering.rows.sequences import as_sequence, item_place, length_of, made_list, put_length
from advsearch.lowering.rows.types import Bool, Int, Mark, Maybe, Seq
from advsearch.lowering.rows.values import Known, Scalar, Value
from advsearch.lowering.source import Method, class_attribute

# A table contains the strings of at most this many consecutive numbers.
_NUMBERS: Final = 1 << 10
# An int of at most this many digits fits into 64 bits.
_DIGITS: Final = 18
REPR: Final = 114
_CONVERSIONS: Final[dict[int, Callable[[Any], Any]]] = {-1: lambda one: one, 115: str, REPR: repr, 97: ascii}


def as_text(f: Body, value: Value, node: ast.AST, spec: str | None = None, conversion: int = -1) -> Value:
    """Generate `str(value)` or `format(value, spec)`."""
    convert = _CONVERSIONS[conversion]

    def shown(one: Any) -> str:
        return str(one) if spec is None else format(convert(one), spec)

    if isinstance(value, Known) and not special.has(value, "__str__"):
        return Known(shown(value.value))
    own_form = spec is not None and special.has(value, "__format__")
    if not spec and conversion in (-1, 115) and special.has(value, "__str__") and not own_form:
        made = special.called(f, node, value, "__str__")
        assert made is not None
        return made
    kind = getattr(value, "kind", None)
    plain = not spec and conversion in (-1, 115)
    if isinstance(kind, Seq) and kind.kind is str and plain:
        return value
    if isinstance(kind, Mark):
        if plain and all(isinstance(one, str) and not isinstance(one, enum.Enum) for one in kind.values):
            return value
        if not kind.any_character:
            for one in kind.values:
                for name in ("__str__", "__format__", "__repr__"):
                    found = class_attribute(type(one), name)
                    if isinstance(found, Method) and found.function.__module__ != "enum":
                        f.check_function(found.function, node)
            scalar = exploded(f, value)
            assert isinstance(scalar, Scalar)
            return by_case(f, node, scalar, [(one, shown(one)) for one in f.program.book.ordered(kind)])
    if isinstance(kind, Bool):
        assert isinstance(value, Scalar)
        number = atom(f, Scalar(Int(0, 1), f"(1 if {value.text} else 0)"), "truth")
        return by_case(f, node, number, [(0, shown(False)), (1, shown(True))])
    if isinstance(kind, Int) and not classes.show_as_ints(kind.beside, spec, conversion in (REPR, 97)):
        raise f.refuse(node, f"{types.named(kind)} is converted to a string", "write int(...) around the value")
    if isinstance(kind, Int) and types.cells(kind) == 1:
        if kind.members is not None and not plain:
            return flags.looked_up(f, node, shown, [value])
        return _of_number(f, value, kind, node, shown, plain)
    if isinstance(kind, Maybe) and isinstance(kind.inner, Int | Bool):
        from advsearch.lowering.rows.comparisons import equal
        from advsearch.lowering.rows.conditions import chosen

        scalar = exploded(f, value)
        assert isinstance(scalar, Scalar)
        maybe = atom(f, scalar)
        test = equal(f, node, maybe, Known(None))
        limits = bounds(kind.inner)
        held = Scalar(kind.inner, f"({limits.low} if {maybe.text} == ({types.NONE}) else {maybe.text})")
        text = as_text(f, held, node, spec, conversion)
        return chosen(f, node, test, Known(shown(None)), text) if isinstance(test, Scalar) else text
    if isinstance(kind, types.Mixed) and not kind.marks.any_character:
        return mixed.as_text(f, value, node, lambda part: as_text(f, part, node, spec, conversion))
    raise f.refuse(
        node, f"{types.named(kind) if kind else 'this value'} is converted to a string", "use the value itself"
    )


def _of_number(f: Body, value: Value, kind: Int, node: ast.AST, shown: Any, plain: bool) -> Value:
    from advsearch.lowering.rows.attributes import constant_table

    number = exploded(f, value)
    assert isinstance(number, Scalar)
    if plain and kind.low >= 0 and kind.high <= 9:
        return Scalar(
            Mark(frozenset(str(one) for one in range(kind.low, kind.high + 1))), f"{wrapped(number.text)} + 48"
        )
    if kind.high - kind.low < _NUMBERS:
        texts = tuple(map(shown, range(kind.low, kind.high + 1)))
        place = constant_table(f, f.program.constants.setdefault((texts, "numbers"), texts), "numbers")
        return load(f, item_place(place, f"{wrapped(number.text)} - ({kind.low})" if kind.low else number.text))
    if not plain:
        raise f.refuse(
            node,
            f"an f-string formats a number with more than {_NUMBERS:,} possible values",
            "use tuples instead of strings",
        )
    signs = "0123456789-" if kind.low < 0 else "0123456789"
    most = max(len(str(kind.low)), len(str(kind.high)))
    made = made_list(f, node, Seq(str, Mark(frozenset(signs)), 1, most), "digits")
    number = atom(f, number, "number")
    left, size, rest, at = f.fresh("left"), f.fresh("size"), f.fresh("rest"), f.fresh("at")
    f.emit(f"{left} = abs({number.text})")
    f.emit(f"{size} = 1 if {number.text} >= 0 else 2")
    f.emit(f"{rest} = {left} // 10")
    with f.block(f"while {rest} > 0:"):
        f.emit(f"{size} += 1")
        f.emit(f"{rest} //= 10")
    put_length(f, made, size)
    with f.block(f"for {at} in range({size} - 1, -1 if {number.text} >= 0 else 0, -1):"):
        f.emit(f"put(block, {item_place(made, at).start}, 48 + {left} % 10)")
        f.emit(f"{left} //= 10")
    with f.block(f"if {number.text} < 0:"):
        f.emit(f"put(block, {item_place(made, '0').start}, {ord('-')})")
    return made


# --- texts as numbers -----------------------------------------------------------------------------------------


def as_number(f: Body, node: ast.Call, value: Value) -> Value:
    # Unless all possible values of the text are known, `" 1"` and `"1_000"` are errors at run time.
    kind = getattr(value, "kind", None)
    if isinstance(kind, Mark) and not kind.any_character:
        cases = [(one, _number(one)) for one in f.program.book.ordered(kind)]
        scalar = exploded(f, value)
        if isinstance(scalar, Scalar) and any(number is not None for _, number in cases):
            return by_case(f, node, scalar, [(one, number) for one, number in cases if number is not None])
    if not (isinstance(kind, Seq) and kind.kind is str) and not (isinstance(kind, Mark) and kind.any_character):
        raise f.refuse(
            node,
            f"int is called with {types.named(kind) if kind else 'this value'}",
            "store numbers as ints, not as strings",
        )
    place = as_sequence(f, value)
    own = place.kind
    assert isinstance(own, Seq)
    if own.most == 0 or isinstance(own.item, types.Never):
        raise f.refuse(node, "int is called with an empty string", "store numbers as ints, not as strings")
    length = atom(f, length_of(f, place), "length")
    total, first, digit, at = f.fresh("total"), f.fresh("first"), f.fresh("digit"), f.fresh("at")
    line = f.line_of(node)
    start = load(f, item_place(place, "0"))
    sign = exploded(f, start)
    assert isinstance(sign, Scalar)
    sign = atom(f, sign, "sign")
    f.emit(f"{first} = 1 if {length.text} > 0 and ({sign.text} == {ord('-')} or {sign.text} == {ord('+')}) else 0")
    f.emit(f"there(block, {length.text} > {first} and {length.text} - {first} <= {_DIGITS}, {line})")
    f.emit(f"{total} = 0")
    with f.block(f"for {at} in range({first}, {length.text} if {length.text} - {first} <= {_DIGITS} else 0):"):
        character = exploded(f, load(f, item_place(place, at)))
        assert isinstance(character, Scalar)
        f.emit(f"{digit} = {character.text}")
        f.emit(f"if {digit} < 48 or {digit} > 57:")
        f.emit(f"    {digit} = 48 + fail(block, {RAISED}, {line})")
        f.emit(f"{total} = {total} * 10 + ({digit} - 48)")
    most = 10 ** min(own.most, _DIGITS) - 1
    item = own.item
    if isinstance(item, Mark) and not item.any_character and "-" not in item.values:
        return Scalar(Int(0, most), total)
    f.emit(f"if {first} == 1 and {sign.text} == {ord('-')}:")
    f.emit(f"    {total} = -{total}")
    return Scalar(Int(-most, most), total)


def _number(text: Any) -> int | None:
    try:
        return int(text)
    except (TypeError, ValueError):
        return None


# --- constant texts with fields -------------------------------------------------------------------------------

_FIELD: Final = re.compile(r"%([-0 +#]*\d*)([dsr%])")


def filled_in(f: Body, node: ast.AST, text: str, values: Value) -> Value | None:
    """Generate `text % values`; None for fields other than `%s`, `%d` and `%r`."""
    from advsearch.lowering.rows.convert import item_of, type_of

    kind = type_of(f, values)
    many = isinstance(kind, types.Tup) and kind.kind is tuple
    given = (
        [item_of(f, values, at) for at in range(len(kind.items))]
        if isinstance(kind, types.Tup) and many
        else [values]
    )
    if "%" in _FIELD.sub("", text):
        return None
    pieces: list[Value] = []
    at = 0
    for found in _FIELD.finditer(text):
        pieces.append(Known(text[at : found.start()]))
        at = found.end()
        flags, sign = found.groups()
        if sign == "%":
            pieces.append(Known("%"))
            continue
        if flags or not given:
            return None
        one = classes.plain(given.pop(0)) if sign == "d" else given.pop(0)
        pieces.append(as_text(f, one, node, "" if sign == "r" else None, REPR if sign == "r" else -1))
    return None if given else together(f, node, [*pieces, Known(text[at:])])


def formatted(f: Body, node: ast.AST, text: str, given: list[Value], named: dict[str, Value]) -> Value | None:
    """Generate `text.format(...)`; None for the fields `{x.y}` and `{x[0]}`."""
    pieces: list[Value] = []
    count = 0
    for before, field, spec, conversion in string.Formatter().parse(text):
        pieces.append(Known(before))
        if field is None:
            continue
        if field == "":
            field, count = str(count), count + 1
        value = named.get(field) if not field.isdigit() else given[int(field)] if int(field) < len(given) else None
        if value is None or "{" in (spec or ""):
            return None
        pieces.append(as_text(f, value, node, spec or "", ord(conversion) if conversion else -1))
    return together(f, node, pieces)


def together(f: Body, node: ast.AST, pieces: list[Value]) -> Value:
    from advsearch.lowering.rows import slices

    if all(isinstance(piece, Known) for piece in pieces):
        return Known("".join(str(piece.value) for piece in pieces if isinstance(piece, Known)))
    return slices.concatenated(f, node, [one for one in pieces if not (isinstance(one, Known) and one.value == "")])
