"""Generates small programs from a seed that make, change, compare and go through sets."""

from __future__ import annotations

import enum
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from advsearch.machine.types import BOOL, CHAR, INT, STR, Flat, Member, Type


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Point(NamedTuple):
    row: int
    column: int


class Members(NamedTuple):
    """The members that the sets of a program have."""

    kind: Type
    any_of: Callable[[random.Random], Any]
    changed: str
    """An expression of another member, of the member `v`."""


KINDS = (
    Members(
        STR,
        lambda rng: rng.choice(
            ("", "a", "ab", "h10", "north", "northeast", "ab\0", "zz\xff", "a long text of more", "éa", "Ā")
        )[: rng.choice((2, 30))],
        "(v + chr(98))[:9]",
    ),
    Members(
        Flat((STR, INT)),
        lambda rng: (rng.choice(("ab", "h10", "x", "northeasts")), rng.randrange(4)),
        "(v[0][:2], 1)",
    ),
    Members(INT, lambda rng: rng.randrange(-3, rng.choice((4, 12, 90, 300))), "(v * 3 - 1) % 11"),
    Members(Flat((INT, INT)), lambda rng: (rng.randrange(-1, 4), rng.randrange(rng.choice((3, 30)))), "(v[1], v[0])"),
    Members(Flat((INT, INT), Point), lambda rng: Point(rng.randrange(4), rng.randrange(5)), "Point(v.row + 1, 0)"),
    Members(CHAR, lambda rng: rng.choice("abcdxyzé"), "chr(ord(v) ^ 1)"),
    Members(Flat((Member(Colour), BOOL)), lambda rng: (rng.choice(list(Colour)), rng.random() < 0.5), "(v[0], True)"),
    Members(Member(Colour), lambda rng: rng.choice(list(Colour)), "Colour.RED"),
)


class Writer:
    """Writes `f(a, b, x, y)` of two frozensets and two members."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.members = self.rng.choice(KINDS)
        self.orders = self.members.kind in (INT, CHAR, Flat((INT, INT)), Flat((INT, INT), Point))
        self.frozen, self.sets, self.lines, self.results = ["a", "b"], ["s"], ["s = set(a)"], ["s"]
        self.indent = ""

    def pick(self, *options: str) -> str:
        return self.rng.choice(options)

    def emit(self, text: str) -> None:
        self.lines.append(self.indent + text)

    def one(self) -> str:
        return self.pick("x", "y", self.members.changed.replace("v", self.pick("x", "y")))

    def any_set(self) -> str:
        return self.pick(*self.frozen, *self.sets)

    def whole(self) -> str:
        """An expression of a set."""
        one, other = self.any_set(), self.any_set()
        if self.members.kind == INT and self.rng.random() < 0.2:
            return self.pick("set(range(3))", "frozenset((1, 2, 7))", f"set((1, 4)) | {one}", "set(range(-1, 20, 5))")
        return self.pick(
            f"{one} {self.pick('|', '&', '-', '^')} {other}",
            f"{{{self.one()}, {self.one()}}}",
            f"{{{self.members.changed} for v in {one} if v not in {other}}}",
            f"{one}.{self.pick('union', 'difference', 'intersection', 'symmetric_difference')}({other})",
            f"{one}.{self.pick('union', 'difference', 'intersection')}([{self.one()}])",
            f"({one} if {self.truth()} else {other})",
            f"h({self.pick(*self.frozen)}, {self.one()})",
            f"set({one})", f"frozenset({one})", f"{one}.copy()", "frozenset()", "set()",
            f"frozenset([{self.one()}, {self.one()}])", f"frozenset(v for v in {one} if v != {self.one()})",
        )  # fmt: skip

    def truth(self) -> str:
        one, other = self.any_set(), self.any_set()
        return self.pick(
            f"{self.one()} in {one}", f"{one} {self.pick('<=', '<', '>', '>=', '==', '!=')} {other}",
            f"bool({one})", f"any({self.members.changed} in {other} for v in {one})", f"{one}.isdisjoint({other})",
            f"all(v in {other} for v in {one})", f"len({one}) > {self.rng.randrange(4)}",
            f"({one}, {self.one()}) == ({other}, {self.one()})", f"{one}.issubset({other})", f"not {one}",
        )  # fmt: skip

    def number(self) -> str:
        one = self.any_set()
        options = [f"len({one})", f"sum(v in {self.any_set()} for v in {one})"]
        if self.orders:
            options += [f"sorted({one})", f"list(sorted({one}))[:2]", f"min({one}, default=None)"]
        if self.members.kind != CHAR and not isinstance(self.members.kind, Member) and self.orders:
            options += [f"list({one})", f"[v for v in {one}]"] * (self.rng.random() < 0.2)
        return self.pick(*options)

    def keeps(self) -> str:
        """An expression that puts sets into other values."""
        one, other = self.pick(*self.frozen), self.pick(*self.frozen)
        return self.pick(
            f"{{frozenset(({one})), frozenset(({other}))}}", f"len({{({one}): 1, ({other}): 2}})",
            f"[{one}, {other}].count({self.pick(*self.frozen)})", f"({one}, {other})",
            f"[({one}, 1), (frozenset(), 2)]",
            f"({one} if {self.truth()} else None)", f"({one}, {other}).index({one})",
            f"{{({one}, 3): {self.one()}}}", f"frozenset({{{one}}})",
        )  # fmt: skip

    def change(self) -> str:
        own = self.pick(*self.sets)
        return self.pick(
            f"{own}.add({self.one()})", f"{own}.discard({self.one()})", f"{own} |= {self.whole()}",
            f"{own} -= {self.whole()}", f"{own} &= {self.whole()}", f"{own} ^= {self.whole()}",
            f"{own}.update([{self.one()}])", f"{own}.clear()", f"{own}.remove({self.one()})",
        )  # fmt: skip

    def statement(self, depth: int = 0) -> None:
        draw = self.rng.random()
        if draw < 0.25:
            name = f"s{len(self.lines)}"
            self.emit(f"{name} = set({self.whole()})")
            self._new(self.sets, name, depth)
        elif draw < 0.45:
            name = f"f{len(self.lines)}"
            self.emit(f"{name} = frozenset({self.whole()})")
            self._new(self.frozen, name, depth)
        elif draw < 0.75 or depth > 1:
            self.emit(self.change())
        else:
            self.emit(self.pick(f"if {self.truth()}:", f"for v in sorted({self.any_set()}):") if self.orders
                      else f"if {self.truth()}:")  # fmt: skip
            self.indent += "    "
            for _ in range(self.rng.randrange(1, 3)):
                self.statement(depth + 1)
            self.indent = self.indent[4:]

    def _new(self, names: list[str], name: str, depth: int) -> None:
        if depth == 0:
            names.append(name)
            self.results.append(name)

    def text(self) -> str:
        for _ in range(self.rng.randrange(3, 9)):
            self.statement()
        parts = [*self.results, self.whole(), self.truth(), self.number(), self.number(), self.keeps()]
        body = "\n".join(f"    {line}" for line in [*self.lines, f"return ({', '.join(parts)},)"])
        return f"def h(g, w):\n    return g | {{w}}\n\n\ndef f(a, b, x, y):\n{body}\n"


def arguments(rng: random.Random, members: Members) -> tuple[Any, ...]:
    """What a program is called with."""
    sets = [frozenset(members.any_of(rng) for _ in range(rng.randrange(5))) for _ in range(2)]
    return *sets, members.any_of(rng), members.any_of(rng)
