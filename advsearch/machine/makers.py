"""New containers from anything: `list(x)`, `set(x)`, `dict(x)`, `Counter(x)`."""

from __future__ import annotations

import ast
import collections
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from advsearch.machine import arithmetic, bits, changes, items, iteration, layout, sequences
from advsearch.machine.types import INT, DictOf, Frozen, ListOf, SetOf, item_of, needs_table, universe_of
from advsearch.machine.values import Arguments, Body, Bound, Constant, Held, Stream, Value, Word

if TYPE_CHECKING:
    from advsearch.machine.function import Function


def new_list(f: Function, a: Arguments) -> Value:
    if a.given:
        return iteration.listed(f, a.given[0], a.node)
    return sequences.new_list(f, f.unit.site(a.node), [])


def new_tuple(f: Function, a: Arguments) -> Value:
    if not a.given:
        return Constant(())
    value = a.given[0]
    if isinstance(value, Stream):
        return sequences.taken_over(f, iteration.listed(f, value, a.node))
    made_here = isinstance(a.node, ast.Call) and a.node.args and isinstance(a.node.args[0], ast.List | ast.ListComp)
    if made_here and isinstance(value, Held) and isinstance(value.type, ListOf):
        return sequences.taken_over(f, value)
    return sequences.as_tuple(f, value)


def new_set(f: Function, a: Arguments) -> Value:
    made = sequences.new_set(f, f.unit.site(a.node))
    if not a.given:
        return made
    value = a.given[0]
    if isinstance(value, Held | Constant):
        held = f.hold_row(value)
        if isinstance(held.type, SetOf | Frozen):
            assert isinstance(made.type, SetOf)
            made.type.node.learn(item_of(held.type))
            return _copied(f, SetOf(made.type.node.find()), held)
    changes.add_all(f, made, value, a.node)
    return made


def new_frozenset(f: Function, a: Arguments) -> Value:
    if not a.given:
        return Constant(frozenset())
    value = a.given[0]
    if isinstance(value, Held | Constant):
        held = f.hold_row(value)
        if isinstance(held.type, Frozen):
            return held
        if isinstance(held.type, SetOf):
            return _copied(f, Frozen(held.type.node.item, f.unit.universes), held)
    made = sequences.new_set(f, f.unit.site(a.node), layout.FROZEN)
    changes.add_all(f, made, value, a.node)
    return frozen(f, made)


def _copied(f: Function, kind: SetOf | Frozen, held: Held, header: int | None = None) -> Held:
    """A new set of the members of another one."""
    universe = universe_of(kind)
    words = None if universe is None else bits.words_of(f, held, universe)
    if universe is not None and words is not None:
        return bits.made(f, kind, universe, words)
    needs_table(kind)
    needs_table(held.type)
    header = header or (layout.SET if isinstance(kind, SetOf) else layout.FROZEN)
    return bits.table(kind, f.runtime("set_copy", header, held.word))


def frozen(f: Function, made: Held) -> Held:
    """A new set, which is not changed any more, as a frozenset."""
    assert isinstance(made.type, SetOf)
    kind = Frozen(made.type.node.item, f.unit.universes)
    universe = universe_of(kind)
    words = None if universe is None else bits.words_of(f, made, universe)
    if words is not None:
        return Held(kind, tuple(map(Word, words)))
    needs_table(kind)
    needs_table(made.type)
    return bits.table(kind, str(made.word))


def new_dict(f: Function, a: Arguments) -> Value:
    return _filled_dict(f, a, a.given[0] if a.given else None, None)


def _filled_dict(f: Function, a: Arguments, value: Value | None, default: Any) -> Value:
    made = sequences.new_dict(f, a.node, default)
    if value is not None:
        changes.update_dict(f, made, value)
    for name, item in a.named.items():
        changes.set_key(f, made, Constant(name), item)
    return made


def _default_dict(f: Function, a: Arguments) -> Value:
    factory = a.given[0] if a.given else Constant(None)
    if not isinstance(factory, Constant):
        raise f.refusal(
            "a `defaultdict` of an inner function", "pass `int`, `list` or a function of the module", a.node
        )
    return _filled_dict(f, a, a.given[1] if len(a) > 1 else None, factory.value)


def _counter(f: Function, a: Arguments) -> Value:
    made = sequences.new_dict(f, a.node, collections.Counter)
    assert isinstance(made.type, DictOf)
    made.type.values.learn(INT)
    if a.given:
        value = a.given[0]
        if isinstance(value, Held) and isinstance(value.type, DictOf):
            changes.update_dict(f, made, value)
        else:
            count_items(f, made, value, a.node)
    return made


def count_items(f: Function, counter: Held, value: Value, node: ast.AST) -> None:
    """Count the items of anything."""

    def one(item: Value) -> None:
        key = f.hold(item)
        known = items.looked_up(f, counter, key, Constant(0), node)
        changes.set_key(f, counter, key, arithmetic.binary(f, ast.Add(), known, Constant(1), node))

    f.each(value, one)


def from_keys(f: Function, a: Arguments) -> Value:
    made = sequences.new_dict(f, a.node)
    value = f.hold(a.given[1]) if len(a) > 1 else Constant(None)
    f.each(a.given[0], lambda item: changes.set_key(f, made, item, value))
    return made


def _deque(f: Function, a: Arguments) -> Value:
    if a.named or len(a) > 1:
        instead = "leave `maxlen` out, and remove an item before one is appended: `if len(q) == 5: q.popleft()`"
        raise f.refusal("a `deque` with `maxlen`", instead, a.node)
    made = f.hold(new_list(f, a))
    assert isinstance(made.type, ListOf)
    return Held(ListOf(made.type.node, collections.deque), made.words)


def is_spread(value: Value) -> bool:
    """Whether a value stands for all the arguments behind a star."""
    return isinstance(value, Bound) and value.function == "*"


def each_given(f: Function, values: Sequence[Value], body: Body) -> None:
    """Go through the arguments of a call, those behind a star included."""
    for value in values:
        if isinstance(value, Bound) and value.function == "*":
            f.each(value.receiver, body)
        elif f.live:
            body(value)


def new_copy(f: Function, held: Held, a: Arguments) -> Held:
    """A copy that can be changed until `finished` gives it the type of the set again."""
    return _copied(f, _changeable(f, held, a), held, _header(held))


def changeable(f: Function, held: Held, a: Arguments) -> Held:
    """A set of which no other name knows yet, until `finished` gives it its type again."""
    kind = _changeable(f, held, a)
    universe = universe_of(kind)
    words = None if universe is None else bits.words_of(f, held, universe)
    if universe is not None and words is not None:
        return bits.new_set(f, kind.node, universe, words)
    needs_table(kind)
    needs_table(held.type)
    return Held(kind, held.words[:1])


def new_empty(f: Function, held: Held, a: Arguments) -> Held:
    """An empty set for members of another one, which can be changed until `finished` gives it the type of that."""
    return sequences.new_set(f, _changeable(f, held, a).node, _header(held))


def _header(held: Held) -> int:
    return layout.FROZEN if isinstance(held.type, Frozen) else layout.SET


def _changeable(f: Function, held: Held, a: Arguments) -> SetOf:
    site = f.unit.site(a.node, "changed")
    site.learn(item_of(held.type))
    return SetOf(site.find())


def finished(f: Function, made: Held, like: Held) -> Held:
    return frozen(f, made) if isinstance(like.type, Frozen) else made


def union(f: Function, a: Arguments) -> Value:
    """`set().union(*sets)`."""
    first = f.hold(a.given[0])
    made = new_copy(f, first, a)
    each_given(f, a.given[1:], lambda value: changes.add_all(f, made, value, a.node))
    return finished(f, made, first)


HANDLERS: Final[dict[Any, Callable[[Any, Arguments], Value]]] = {
    collections.defaultdict: _default_dict, collections.Counter: _counter, collections.deque: _deque,
    set.union: union, frozenset.union: union,
}  # fmt: skip
