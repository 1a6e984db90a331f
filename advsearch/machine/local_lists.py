"""Lists that stay in the function that makes them: their length and the place of their items are registers.

A list is local until something else holds it, too: a container, a field, a caller. It is made at most once in a call,
outside of loops, so that its header has one place on the stack, which LLVM turns into registers. Its items stand in
the arena, with room before them for the header of a tuple: `return tuple(found)` writes that header, and copies
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advsearch.machine import layout
from advsearch.machine.facts import Length
from advsearch.machine.types import Either, Flat, ListOf, Node, Type
from advsearch.machine.values import Held, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function

FIRST: Final = 16
"""So many items have room at first."""
MOST: Final = 256
"""A list that begins with more items is made by the runtime."""


def may_be_local(f: Function, node: Node) -> bool:
    """Whether a list made here and now is a local one."""
    return f.repeats == 0 and not node.find().escapes


def made(f: Function, node: Node, words: list[Word], room: int = FIRST) -> Held:
    """A new list of these items."""
    if not may_be_local(f, node) or len(words) > MOST:
        return _in_arena(f, node, words, max(4, len(words)) if words else 8)
    room = max(room, len(words))
    header = f.cell(f"[{layout.LIST_WORDS} x i64]", None)
    row = f.row([], 2 + room)
    items = f.address(f.pointer(row), layout.ITEMS)
    f.store(layout.LIST, header)
    f.store(len(words), f.address(header, layout.LENGTH))
    f.store(f.new(f"ptrtoint ptr {items} to i64"), f.address(header, layout.LIST_ITEMS))
    f.store(room, f.address(header, layout.LIST_CAPACITY))
    for place, word in enumerate(words):
        f.store(word, f.address(items, place, 8))
    return f.made_list(node, Word(f.new(f"ptrtoint ptr {header} to i64"), Length(len(words)) if words else None))


def _in_arena(f: Function, node: Node, words: list[Word], room: int) -> Held:
    made = Word(f.runtime("new_list", room))
    if words:
        items = f.pointer(f.peek(made, layout.LIST_ITEMS))
        for place, word in enumerate(words):
            f.store(word, f.address(items, place, 8))
        f.poke(len(words), made, layout.LENGTH)
    return f.made_list(node, made.known(Length(len(words))) if words else made)


def append(f: Function, held: Held, word: Word) -> None:
    """Append an item."""
    assert isinstance(held.type, ListOf)
    if held.type.node.find().escapes:
        f.runtime("append", held.word, word)
        return
    header = f.pointer(held.word)
    places = [f.address(header, offset) for offset in (layout.LENGTH, layout.LIST_ITEMS, layout.LIST_CAPACITY)]
    length, room = f.load(places[0]), f.load(places[2])
    full, good = f.block(), f.block()
    f.branch(f.op("icmp eq", length, room), full, good)
    f.start(full)
    f.store(f.runtime("more_room", f.load(places[1]), length), places[1])
    f.store(f.op("add", f.op("shl", room, 1), 4), places[2])
    f.jump(good)
    f.start(good)
    f.store(word, f.address(f.pointer(f.load(places[1])), length, 8))
    f.store(f.op("add", length, 1), places[0])


def let_go(kind: Type | None) -> None:
    """Note that something else holds the lists in a value of this type."""
    if isinstance(kind, ListOf):
        kind.node.escape()
    elif isinstance(kind, Flat):
        for item in kind.items:
            let_go(item)
    elif isinstance(kind, Either):
        for one in kind.alternatives:
            let_go(one)
