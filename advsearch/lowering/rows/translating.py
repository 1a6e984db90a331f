"""`str.maketrans(...)`, and `text.translate(table)` with a table that is known only at run time."""

from __future__ import annotations

import ast

from advsearch.lowering.rows import comprehensions, dicts, growing_dicts, sequences, texts, types
from advsearch.lowering.rows.body import Body
from advsearch.lowering.rows.convert import exploded, load, type_of
from advsearch.lowering.rows.types import Int, Mark, Seq
from advsearch.lowering.rows.values import Entries, Known, Scalar, Stream, Table, Value


def maketrans_call(f: Body, node: ast.Call, given: list[Value], named: dict[str, Value]) -> Value:
    from advsearch.lowering.rows.calls import folded, folds

    if folds(given, named):
        return folded(f, node, str.maketrans, given, named)
    if len(given) == 1 and isinstance(given[0], Table):
        table = given[0]
        return Table(tuple(_code(f, node, key) for key in table.keys), table.values, table.node)
    parts = [_characters(f, node, one) for one in given]
    if len(given) not in (2, 3) or len(parts[0]) != len(parts[1]):
        raise _refused(f, node)
    gone = parts[2] if len(given) == 3 else []
    keys = [*parts[0], *gone]
    values = [*[_code(f, node, one) for one in parts[1]], *[Known(None)] * len(gone)]
    return Table(tuple(_code(f, node, key) for key in keys), tuple(values), node)


def _refused(f: Body, node: ast.AST) -> Exception:
    return f.refuse(
        node, "this call of str.maketrans is not supported", "give it a dict, or two strings of the same known length"
    )


def _characters(f: Body, node: ast.AST, text: Value) -> list[Value]:
    # Copied, so that later assignments change nothing.
    if isinstance(text, Known):
        return [Known(one) for one in text.value]
    kind = type_of(f, text)
    if isinstance(kind, Mark) and all(isinstance(one, str) and len(one) == 1 for one in kind.values):
        return [dicts.entered(f, text)]
    if not isinstance(kind, Seq) or kind.kind is not str or not kind.fixed:
        raise _refused(f, node)
    place = sequences.as_sequence(f, text)
    return [dicts.entered(f, load(f, sequences.item_place(place, str(at)))) for at in range(kind.most)]


def _code(f: Body, node: ast.AST, key: Value) -> Value:
    if isinstance(key, Known):
        return Known(ord(key.value)) if isinstance(key.value, str) and len(key.value) == 1 else key
    if isinstance(type_of(f, key), Int):
        return key
    from advsearch.lowering.rows.conversions import ord_call

    return ord_call(f, node, [key], {})  # type: ignore[arg-type]


def translated(f: Body, node: ast.Call, owner: Value, table: Table | Entries) -> Value:
    place = sequences.as_sequence(f, owner)
    if isinstance(sequences.as_kind(place.kind).item, types.Never):
        return owner
    if isinstance(table, Table):
        table = Table(table.keys, tuple(_piece(f, node, one) for one in table.values), table.node)

    def at(index: Scalar) -> Value:
        character = exploded(f, load(f, sequences.item_place(place, index.text)))
        code = _code(f, node, character)
        if isinstance(table, Table):
            return dicts.entry(f, node, table, code, character)
        as_code = isinstance(growing_dicts.value_type(table), Int)
        found = growing_dicts.entry(f, node, table, code, code if as_code else character)
        return _piece(f, node, found)

    length = sequences.length_of(f, place)
    made = comprehensions.from_stream(f, Stream(length, at), tuple, node, "translate")
    return texts.joined_text(f, node, Known(""), made)


def _piece(f: Body, node: ast.Call, value: Value) -> Value:
    # The entry 97 stands for "a", and None for an empty string.
    from advsearch.lowering.rows.conversions import chr_call

    if isinstance(value, Known):
        plain = value.value
        return Known("" if plain is None else chr(plain) if isinstance(plain, int) else plain)
    kind = type_of(f, value)
    if isinstance(kind, Int):
        return chr_call(f, node, [value], {})
    if not isinstance(kind, Mark | Seq) or (isinstance(kind, Mark) and None in kind.values):
        raise f.refuse(
            node, f"translate replaces a character by {types.named(kind)}", "use strings as the values of the dict"
        )
    return value
