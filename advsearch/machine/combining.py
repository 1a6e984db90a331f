"""Operators of containers: of sets, and `+` and `*` of tuples, lists and strings."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from advsearch.machine import bits, boxing, layout, sequences
from advsearch.machine.facts import Length
from advsearch.machine.types import (
    STR,
    Flat,
    Frozen,
    ListOf,
    Node,
    Row,
    SetOf,
    Type,
    family,
    item_of,
    join,
    needs_table,
    universe_of,
)
from advsearch.machine.values import Constant, Held, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

SETS: Final[dict[type[ast.operator], str]] = {
    ast.BitOr: "set_or", ast.Sub: "set_minus", ast.BitAnd: "set_and", ast.BitXor: "set_xor"
}  # fmt: skip


def sets(f: Function, op: ast.operator, one: Held, other: Held, node: ast.AST) -> Value:
    """A new set, of the class of the left operand."""
    item = item_of(one.type)
    if isinstance(op, ast.BitOr | ast.BitXor):
        item = join(item, item_of(other.type))
    made: Frozen | SetOf = Frozen(item, f.unit.universes)
    if isinstance(one.type, SetOf):
        site = f.unit.site(node)
        site.learn(item)
        made = SetOf(site.find())
    universe = universe_of(made)
    if universe is not None:
        words = [bits.words_of(f, held, universe) for held in (one, other)]
        if words[0] is not None and words[1] is not None:
            return bits.made(f, made, universe, bits.combined(f, type(op), words[0], words[1]))
    for kind in (made, one.type, other.type):
        needs_table(kind)
    header = layout.SET if isinstance(one.type, SetOf) else layout.FROZEN
    return bits.table(made, f.runtime(SETS[type(op)], header, one.word, other.word))


def joined(f: Function, one: Value, other: Value, left: Type, right: Type, node: ast.AST) -> Value | None:
    families = family(left), family(right)
    if families == ("tuple", "tuple"):
        if isinstance(left, Flat) and isinstance(right, Flat) and len(left.items) + len(right.items) <= 8:
            return boxing.flat(f, [*_flat_items(f, one), *_flat_items(f, other)])
        x, y = boxing.as_row(f, one), boxing.as_row(f, other)
        return Held(Row(join(item_of(left), item_of(right))), (_concatenated(f, layout.TUPLE, x, y),))
    if families == ("str", "str"):
        x, y = boxing.coerce(f, one, STR), boxing.coerce(f, other, STR)
        return Held(STR, (Word(f.runtime("concat", layout.STRING, x.word, y.word)),))
    if isinstance(left, ListOf) and isinstance(right, ListOf):
        site = f.unit.site(node)
        for kind in (left, right):
            site.learn(kind.node.item)
        return f.made_list(site.find(), _concatenated(f, layout.LIST, f.hold(one), f.hold(other)))
    return None


def _flat_items(f: Function, value: Value) -> list[Value]:
    if isinstance(value, Constant):
        return [Constant(item) for item in value.value]
    return list(boxing.items(f.hold(value)))


def _concatenated(f: Function, kind: int, one: Held, other: Held) -> Word:
    word = Word(f.runtime("concat", kind, one.word, other.word))
    counts = sequences.length(f, one).number, sequences.length(f, other).number
    if counts[0] is None or counts[1] is None:
        return word
    return word.known(Length(counts[0] + counts[1]))


def repeated(f: Function, held: Held, times: Held, node: ast.AST) -> Value:
    if isinstance(held.type, ListOf):
        site: Node = f.unit.site(node)
        site.learn(held.type.node.item)
        word = Word(f.runtime("repeat", layout.LIST, held.word, times.word))
        count = sequences.length(f, held).number
        if count is not None and times.word.number is not None:
            word = word.known(Length(count * max(0, times.word.number)))
        return f.made_list(site.find(), word)
    if family(held.type) == "str":
        text = boxing.coerce(f, held, STR)
        return Held(STR, (Word(f.runtime("repeat", layout.STRING, text.word, times.word)),))
    if family(held.type) == "tuple":
        row = boxing.as_row(f, held)
        return Held(row.type, (Word(f.runtime("repeat", layout.TUPLE, row.word, times.word)),))
    raise f.refusal(f"a value of type {held.type} times an int", "multiply numbers, strings, tuples or lists", node)
