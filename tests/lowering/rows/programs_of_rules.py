"""Small programs by a seed, of the constructs that whole rules are written with: dicts, `match`, value classes,
ranges, lists of lists, and functions that change what they are given."""

from __future__ import annotations

from called import HEADER
from programs import Writer

CLASSES = """
from typing import NamedTuple
from enum import Enum
import dataclasses


class P(NamedTuple):
    r: int
    c: int

    def moved(self, by):
        return P(self.r + by, self.c)

    @property
    def inside(self):
        return 0 <= self.r < 4 and 0 <= self.c < 4


@dataclasses.dataclass(frozen=True)
class Q:
    at: P
    kind: str = "a"


class E(Enum):
    A = "a"
    B = "b"

    @property
    def other(self):
        return E.B if self is E.A else E.A


def fill(x, items, seen):
    if x in seen or not -3 < x < 9:
        return 0
    seen.add(x)
    total = 1
    for y in items:
        if (x + y) % 2:
            total += fill(y, items, seen)
    return total


def counted(counts, items):
    for x in items:
        counts[x % 4] = counts.get(x % 4, 0) + 1


def span(a, b):
    return range(a % 5, b % 9)


def change(rows, at, value):
    rows[at % 2][0] = value
    return len(rows[at % 2])


def one_of(a):
    if a % 3 == 0:
        return None
    if a % 3 == 1:
        return P(a % 4, 1)
    return P(1, a % 4)
"""


class RulesWriter(Writer):
    """Writes one function `f(s)` of the same state with more kinds of values."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.more: dict[str, list[str]] = {"dict": [], "span": [], "point": [], "points": [], "rows": [], "enum": []}

    def statement(self) -> None:
        if self.rng.random() < 0.5:
            super().statement()
            return
        self.pick(
            self.dict_, self.dict_, self.match_, self.match_pair, self.match_tuple, self.filled, self.span_,
            self.point_, self.points_, self.rows_, self.again, self.enum_, self.maybe_point,
        )()  # fmt: skip

    def made(self, kind: str, text: str) -> None:
        """Give a name to a value where every later statement sees it."""
        if self.depth == 1:
            name = self.new(kind)
            self.emit(f"{name}{kind} = {text}")
            self.more[kind].append(f"{name}{kind}")

    def number(self, text: str) -> None:
        """Give a name to a number."""
        name = self.new("int")
        self.emit(f"{name} = {text}")
        if self.depth == 1:
            self.names["int"].append(name)

    # --- dicts ------------------------------------------------------------------------------------------------------

    def dict_(self) -> None:
        if not self.more["dict"]:
            self.made(
                "dict",
                self.pick(
                    "{}",
                    f"{{x % 5: x for x in {self.tuple_(1)}}}",
                    f"dict(zip({self.tuple_(0)}, range(9)))",
                    f"{{{self.int_(0)}: {self.int_(0)}, 3: n}}",
                    f"dict(enumerate({self.tuple_(0)}))",
                ),
            )
            return
        name, key = self.pick(*self.more["dict"]), f"{self.int_(1)} % 5"
        if self.rng.random() < 0.5:
            self.emit(
                self.pick(
                    f"{name}[{key}] = {self.int_(1)}",
                    f"{name}[{key}] = {name}.get({key}, 0) + {self.int_(0)}",
                    f"counted({name}, {self.tuple_(1)})",
                    f"if {key} in {name}: del {name}[{key}]",
                    f"{name}.pop({key}, None)",
                    f"{name}.setdefault({key}, 7)",
                    f"{name}.update({{2: {self.int_(0)}}})",
                )
            )
            return
        self.number(
            self.pick(
                f"{name}.get({key}, -1)",
                f"len({name})",
                f"sum({name}.values())",
                f"sum(k * v for k, v in {name}.items())",
                f"max({name}, default=-9)",
                f"sum(1 for k in {name} if k > {self.int_(0)})",
                f"{name}[{key}] if {key} in {name} else 0",
                f"sorted({name}.items())[0][1] if {name} else 1",
                f"min({name}, key={name}.get) if {name} else 0",
            )
        )

    # --- match ------------------------------------------------------------------------------------------------------

    def match_(self) -> None:
        self.emit(f"match {self.int_(1)} % 5:")
        name = self.new("int")
        self.emit(f"    case {self.pick('0 | 1', '2', '3 | 4 | 0')}:")
        self.case(f"{name} = {self.int_(1)}")
        self.emit(f"    case {name} if {name} > {self.pick(1, 2, 'n')}:")
        self.case(f"{name} += {self.int_(1)}")
        self.emit("    case _:")
        self.case(f"{name} = {self.int_(0)}")
        if self.depth == 1:
            self.names["int"].append(name)

    def match_pair(self) -> None:
        one, other = self.new("int"), self.new("int")
        self.emit(f"{other} = {self.int_(0)}")
        self.emit(f"match ({self.int_(1)} % 3, {self.char_(1)}):")
        self.emit(f"    case (0, {self.pick(repr('a'), repr('b'))}):")
        self.case(f"{other} = {self.int_(1)}")
        self.emit(f"    case ({one}, 'a' | '.') if {one} != {self.int_(0)}:")
        self.case(f"{other} = {one} * 2")
        self.emit(f"    case ({one}, _):")
        self.case(f"{other} -= {one}")
        if self.depth == 1:
            self.names["int"].append(other)

    def match_tuple(self) -> None:
        one, rest, found = self.new("int"), self.new("tuple"), self.new("int")
        self.emit(f"match {self.tuple_(1)}:")
        self.emit("    case ():")
        self.case(f"{found} = {self.int_(0)}")
        self.emit(f"    case ({one},):")
        self.case(f"{found} = {one}")
        self.emit(f"    case ({one}, *{rest}):")
        self.case(f"{found} = {one} + len({rest})")
        if self.depth == 1:
            self.names["int"].append(found)

    def case(self, text: str) -> None:
        self.emit(f"        {text}")

    # --- functions that change what they are given ------------------------------------------------------------------

    def filled(self) -> None:
        seen = self.new("set")
        self.emit(f"{seen} = set({self.pick('', self.set_(1))})")
        self.number(f"fill({self.int_(1)}, {self.tuple_(1)}, {seen})")
        if self.depth == 1:
            self.names["set"].append(seen)

    def rows_(self) -> None:
        if not self.more["rows"]:
            self.made("rows", self.pick("[list(t) + [1], [n, 2]]", "[[x, n] for x in (1, 2)]", "[[0] * 2, [n]]"))
            return
        name = self.pick(*self.more["rows"])
        self.pick(
            lambda: self.number(f"change({name}, {self.int_(0)}, {self.int_(1)})"),
            lambda: self.emit(f"{name}[{self.pick(0, 1, -1)}].append({self.int_(1)})"),
            lambda: self.emit(f"{name}[0][0], {name}[1][0] = {name}[1][0], {self.int_(0)}"),
            lambda: self.number(f"sum(sum(row) for row in {name})"),
            lambda: self.made("rows", f"[row[:] for row in {name}]"),
            lambda: self.made("rows", f"[list(row) for row in {name}]"),
            lambda: self.number(f"max(max(row) for row in {name})"),
        )()

    # --- ranges -----------------------------------------------------------------------------------------------------

    def span_(self) -> None:
        if not self.more["span"]:
            self.made(
                "span",
                self.pick(
                    f"span({self.int_(0)}, {self.int_(1)})",
                    f"range({self.int_(0)}, 4) if {self.bool_(1)} else range(3)",
                    f"range(5, {self.int_(0)}, -1)",
                    "range(n)",
                ),
            )
            return
        name = self.pick(*self.more["span"])
        self.number(
            self.pick(
                f"len({name})",
                f"sum({name})",
                f"sum(x * x for x in {name} if {self.bool_over('x', 1)})",
                f"int({self.int_(1)} in {name})",
                f"{name}.start + {name}.stop",
                f"sum(1 for x in reversed({name}) if x > 1)",
                f"max({name}, default=2)",
                f"len(t[{name}.start:{name}.stop])",
                f"sum({self.tuple_(0)}[i % 2 - 1] for i in {name} if len({self.tuple_(0)}) > 1) if len(t) > 1 else 0",
            )
        )

    # --- value classes ----------------------------------------------------------------------------------------------

    def point(self) -> str:
        if self.more["point"] and self.rng.random() < 0.5:
            return str(self.pick(*self.more["point"]))
        return str(self.pick(f"P({self.int_(0)} % 4, {self.int_(1)} % 4)", f"P(1, 2).moved({self.int_(0)} % 3)"))

    def point_(self) -> None:
        if not self.more["point"] or self.rng.random() < 0.3:
            self.made("point", self.point())
            return
        name = self.pick(*self.more["point"])
        self.number(
            self.pick(
                f"{name}.r - {name}.c",
                f"int({name} == {self.point()})",
                f"int({name} < {self.point()})",
                f"int({name}.inside)",
                f"Q({name}).at.r + len(Q({name}, {self.char_(0)}).kind)",
                f"int(Q({name}) == Q({self.point()}))",
                f"sum({name})",
                f"{name}._replace(r={self.int_(0)} % 4).r",
                f"max({name}, {self.point()}).c",
            )
        )

    def points_(self) -> None:
        if not self.more["points"] or self.rng.random() < 0.3:
            made = self.pick(
                f"{{P(x % 4, {self.int_(0)} % 4) for x in {self.tuple_(1)}}}",
                f"frozenset(P(x % 3, y % 2) for x in {self.tuple_(0)} for y in range(2) if {self.bool_over('x', 1)})",
                f"frozenset({{{self.point()}, {self.point()}}})",
            )
            self.made("points", made)
            return
        name = self.pick(*self.more["points"])
        other = self.pick(*self.more["points"])
        self.number(
            self.pick(
                f"len({name})",
                f"int({self.point()} in {name})",
                f"sum(p.r * 5 + p.c for p in {name})",
                f"sorted({name})[0].c if {name} else 9",
                f"max({name}, key=lambda p: (p.c, p.r)).r if {name} else 8",
                f"len({name} | {other})",
                f"len({name} - {{{self.point()}}})",
                f"int({name} <= {other})",
                f"sum(1 for p in {name} if p.moved(1) in {other})",
                f"int(any(p.inside for p in {name}))",
            )
        )

    def maybe_point(self) -> None:
        name = self.new("maybe") + "p"
        self.emit(f"{name} = one_of({self.int_(1)})")
        self.number(
            self.pick(
                f"{name}.r if {name} is not None else -1",
                f"0 if {name} is None else {name}.c",
                f"int({name} == {self.point()})",
                f"int({name} is None or {name}.inside)",
            )
        )

    def enum_(self) -> None:
        if not self.more["enum"]:
            self.made("enum", self.pick(f"E.A if {self.bool_(1)} else E.B", "E('b').other"))
            return
        name = self.pick(*self.more["enum"])
        self.number(
            self.pick(
                f"int({name} is E.A)",
                f"{{E.A: 3, E.B: {self.int_(0)}}}[{name}]",
                f"int({name}.value == {self.char_(1)})",
                f"int({name}.other == E.B)",
                f"[E.A, E.B].index({name})",
            )
        )

    def again(self) -> None:
        """One name for two kinds of value, one after the other."""
        name = self.new("x")
        first, then = self.any_(1), self.any_(1)
        self.emit(f"{name} = {first[1]}")
        self.emit(f"{name}_ = {name} == {first[1]}")
        self.emit(f"{name} = {then[1]}")
        self.number(f"int({name} == {then[1]}) + {name}_")

    def program(self) -> str:
        text = super().program()
        body, last = text.rsplit("    return (", 1)
        results = [f"tuple(sorted({name}.items()))" for name in self.more["dict"]]
        results += [f"tuple({name})" for name in self.more["span"]]
        results += [f"tuple(map(tuple, {name}))" for name in self.more["rows"]]
        results += [f"tuple(sorted({name}))" for name in self.more["points"]]
        results += self.more["point"] + self.more["enum"]
        chosen = self.rng.sample(results, min(len(results), 2))
        return f"{body}    return ({''.join(one + ', ' for one in chosen)}{last}"


def rules_program(seed: int) -> str:
    """The text of the program of this seed."""
    text = RulesWriter(seed).program()
    return CLASSES + text


assert HEADER.endswith("t, w, n, m = s\n")
