"""Alternatives: pieces of code of which one runs, and what names are bound to after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from advsearch.machine.assembly import Block
from advsearch.machine.scopes import Binding, Names, Scope, Slot, Unclear, bring_back, is_same, names_of, root
from advsearch.machine.values import Bound, Closure, Held, Stream, Unreached, Value, known

if TYPE_CHECKING:
    from advsearch.machine.function import Function


class Join:
    """Alternatives that begin with the same names and end at the same place."""

    def __init__(self, f: Function, *key: Any) -> None:
        self._f = f
        self._key = key
        self._start = names_of(f.scope)
        self._ends: list[tuple[Block, Names]] = []
        self.out = f.block()

    def arm(self, enter: Block, work: Callable[[], None]) -> None:
        """One alternative, which begins in a block."""
        bring_back(self._start)
        self._f.start(enter)
        if self._f.live:
            self._f.attempt(work)
        self.close()

    def close(self) -> None:
        """End an alternative here."""
        here = self._f.suspend()
        if here is not None:
            self._ends.append((here, names_of(self._f.scope)))

    def finish(self) -> None:
        """Go on after the alternatives."""
        for place, (scope, _) in enumerate(self._start):
            names: dict[str, Binding] = {}
            for name in sorted({name for _, end in self._ends for name in end[place][1]}):
                names[name] = self._merged(scope, name, [end[place][1].get(name) for _, end in self._ends])
            scope.names = names
        for here, _ in self._ends:
            self._f.resume(here)
            self._f.jump(self.out)
        self._f.start(self.out)

    def _merged(self, scope: Scope, name: str, bound: list[Binding | None]) -> Binding:
        found = [one for one in bound if one is not None]
        if all(one is found[0] for one in found):
            return found[0]
        if all(is_same(one, found[0]) for one in found):  # narrowed in different ways
            return root(found[0])
        if name in scope.pins:
            return scope.pins[name]
        if any(isinstance(one, Closure | Bound | Stream | Unclear) for one in found):
            return Unclear(name)
        f = self._f
        slot = Slot((scope.path, name, *self._key))
        ends = []
        for (here, names), one in zip(self._ends, bound, strict=True):
            f.resume(here)
            unbound = isinstance(one, Slot) and one.key not in f.version.slots
            if one is not None and not unbound:
                value = one

                def store(value: Binding = value) -> None:
                    f.put(slot, f.binding(value))

                f.attempt(store)
            after = f.suspend()
            if after is not None:
                ends.append((after, names))
        self._ends = ends
        return slot


def choose(
    f: Function, key: Any, yes: Block, no: Block, one: Callable[[], Value], other: Callable[[], Value]
) -> Value:
    """The value of one of two expressions."""
    if not yes.jumps or not no.jumps:  # only one of them can be reached
        f.start(yes if yes.jumps else no)
        if not f.live:
            raise Unreached
        return one() if yes.jumps else other()
    slot = f.slot("choice", key)
    join = Join(f, "choice", key)
    join.arm(yes, lambda: f.put(slot, one()))
    join.arm(no, lambda: f.put(slot, other()))
    join.finish()
    if not f.live:
        raise Unreached
    return known(f.get(slot))


def pin(f: Function, names: tuple[str, ...], key: Any) -> dict[Scope, dict[str, Slot]]:
    """Give names that change in a loop one place each. Returns what `unpin` brings back."""
    before: dict[Scope, dict[str, Slot]] = {}
    for name in names:
        scope = f.scope
        if name in scope.outer:
            holder = scope.holder(name)
            if holder is None:
                continue
            scope = holder
        before.setdefault(scope, dict(scope.pins))
        old = scope.names.get(name)
        if isinstance(old, Closure | Bound | Unclear):
            continue
        if name in scope.pins:
            scope.names[name] = scope.pins[name]
            continue
        slot = Slot((scope.path, name, key))
        if old is not None:
            value = old

            def store(value: Binding = value, slot: Slot = slot) -> None:
                f.put(slot, f.binding(value))

            if not isinstance(old, Slot) or old.key in f.version.slots:
                store()
        scope.pins[name] = scope.names[name] = slot
    return before


def unpin(before: dict[Scope, dict[str, Slot]]) -> None:
    """After the loop, names are free again; they stay bound to their places."""
    for scope, pins in before.items():
        scope.pins = pins


def held_at(f: Function, scope: Scope, name: str) -> Held | None:
    """What a name is bound to, if that is a value in registers."""
    bound = scope.names.get(name)
    if isinstance(bound, Slot):
        if bound.key not in f.version.slots:
            return None
        held = f.get(bound)
        return Held(held.type, held.words, bound)
    return bound if isinstance(bound, Held) else None
