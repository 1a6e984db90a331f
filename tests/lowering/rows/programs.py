"""Generates small programs from a seed, with the constructs that rules use."""

from __future__ import annotations

import random
from typing import Any

from called import HEADER

KEYS = ("-v", "v % 3", "(v & 1, v)")


class Writer:
    """Writes one function `f(s)` of a state (numbers, text, number, set), with names of known types."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.lines: list[str] = []
        self.names: dict[str, list[str]] = {
            "int": ["n"], "tuple": ["t"], "text": ["w"], "set": ["m"], "list": [], "bool": [], "char": [],
            "maybe": [], "pair": [], "const": [],
        }  # fmt: skip
        self.count = 0
        self.depth = 1
        self.loops = 0
        self.grown: list[str] = []
        self.functions: list[str] = []

    def new(self, kind: str) -> str:
        self.count += 1
        return f"{kind[0]}{self.count}"

    def pick(self, *options: Any) -> Any:
        return self.rng.choice(options)

    def emit(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    # --- expressions ------------------------------------------------------------------------------------------------

    def int_(self, d: int = 2) -> str:
        if d <= 0 or self.rng.random() < 0.2:
            return str(self.pick(*self.names["int"], "n", self.rng.randrange(-3, 12)))
        make = self.pick(
            lambda: f"({self.int_(d - 1)} {self.pick('+', '-', '*', '+', '-')} {self.int_(d - 1)})",
            lambda: f"({self.int_(d - 1)} {self.pick('//', '%')} {self.pick(2, 3, 7, -3, self.int_(0))})",
            lambda: f"({self.int_(d - 1)} {self.pick('&', '|', '^')} {self.int_(d - 1)})",
            lambda: f"({self.int_(d - 1)} >> {self.rng.randrange(0, 5)})",
            lambda: f"(1 << {self.pick('abs(' + self.int_(0) + ') % 40', self.rng.randrange(0, 6))})",
            lambda: f"{self.tuple_(d - 1)}[{self.pick(0, 1, -1, 2, self.int_(d - 1))}]",
            lambda: f"len({self.pick(self.tuple_, self.text_, self.set_, self.list_)(d - 1)})",
            lambda: f"({self.int_(d - 1)} if {self.bool_(d - 1)} else {self.int_(d - 1)})",
            lambda: f"sum({self.tuple_(d - 1)})",
            lambda: f"sum({self.bool_over('x', d - 1)} for x in {self.items(d - 1)})",
            lambda: f"{self.pick('min', 'max')}({self.int_(d - 1)}, {self.int_(d - 1)})",
            lambda: f"{self.pick('min', 'max')}({self.tuple_(d - 1)})",
            lambda: f"{self.pick('min', 'max')}({self.tuple_(d - 1)}, key=lambda v: {self.pick(*KEYS)})",
            lambda: f"abs({self.int_(d - 1)})",
            lambda: f"{self.text_(d - 1)}.{self.pick('count', 'find')}({self.char_(d - 1)})",
            lambda: f"{self.tuple_(d - 1)}.count({self.int_(d - 1)})",
            lambda: f"abs({self.int_(d - 1)}).{self.pick('bit_count', 'bit_length')}()",
            lambda: f"next((x for x in {self.tuple_(d - 1)} if {self.bool_over('x', 1)}), {self.int_(0)})",
            lambda: f"divmod({self.int_(d - 1)}, {self.pick(2, 3, 5)})[{self.pick(0, 1)}]",
            lambda: f"{{'a': 1, 'b': 5, '.': -2}}.get({self.char_(d - 1)}, 9)",
            lambda: f"(7, 4, -1, 3)[{self.int_(d - 1)} % 4]",
            lambda: f"g({self.int_(d - 1)}, {self.tuple_(d - 1)})",
            lambda: f"int({self.bool_(d - 1)})",
            lambda: f"-{self.int_(d - 1)}",
            lambda: f"~{self.int_(d - 1)}",
        )
        return str(make())

    def bool_(self, d: int = 2) -> str:
        if d <= 0:
            return str(self.pick("n > 2", "n == 0", *self.names["bool"]))
        make = self.pick(
            lambda: f"{self.int_(d - 1)} {self.pick('<', '<=', '>', '==', '!=')} {self.int_(d - 1)}",
            lambda: f"{self.int_(0)} < {self.int_(d - 1)} <= {self.int_(d - 1)}",
            lambda: f"({self.bool_(d - 1)} {self.pick('and', 'or')} {self.bool_(d - 1)})",
            lambda: f"(not {self.bool_(d - 1)})",
            lambda: f"{self.int_(d - 1)} {self.pick('in', 'not in')} {self.items(d - 1)}",
            lambda: f"{self.char_(d - 1)} {self.pick('==', '!=', 'in', '<')} {self.pick(self.char_(d - 1))}",
            lambda: f"{self.char_(d - 1)} in {self.text_(d - 1)}",
            lambda: f"{self.pick('any', 'all')}({self.bool_over('x', d - 1)} for x in {self.items(d - 1)})",
            lambda: f"{self.tuple_(d - 1)} {self.pick('==', '<', '!=')} {self.tuple_(d - 1)}",
            lambda: f"{self.set_(d - 1)} {self.pick('==', '<=', '!=', '<')} {self.set_(d - 1)}",
            lambda: f"{self.text_(d - 1)} == {self.text_(d - 1)}",
            lambda: f"bool({self.pick(self.tuple_, self.text_, self.set_, self.int_)(d - 1)})",
            lambda: f"{self.maybe(d - 1)} is {self.pick('', 'not ')}None",
            lambda: f"{self.maybe(d - 1)} == {self.int_(d - 1)}",
            lambda: f"({self.int_(d - 1)}, {self.int_(0)}) {self.pick('==', '<', '>')} {self.pair(d - 1)}",
            lambda: f"h({self.text_(d - 1)}, {self.int_(d - 1)})",
        )
        return str(make())

    def bool_over(self, name: str, d: int) -> str:
        if d <= 0:
            return str(
                self.pick(f"{name} > 2", f"{name} == n", f"{name} % 2 == 1", f"{name} in t", f"{name} not in m")
            )
        return str(self.pick(f"{name} > {self.int_(0)}", f"{name} in {self.items(d - 1)}", f"{name} == n"))

    def char_(self, d: int = 1) -> str:
        if d <= 0:
            return str(self.pick("'a'", "'b'", "'.'", *self.names["char"]))
        return str(
            self.pick(
                f"{self.text_(d - 1)}[{self.pick(0, -1, 1, self.int_(d - 1))}]",
                f"'ab.'[{self.int_(d - 1)} % 3]",
                f"({self.char_(d - 1)} if {self.bool_(d - 1)} else {self.char_(d - 1)})",
            )
        )

    def text_(self, d: int = 1) -> str:
        if d <= 0:
            return str(self.pick("w", "w", "'ab'", *self.names["text"]))
        make = self.pick(
            lambda: f"{self.text_(d - 1)}.replace({self.char_(0)}, {self.char_(d - 1)})",
            lambda: f"{self.text_(d - 1)}[{self.bound(d - 1)}:{self.bound(d - 1)}]",
            lambda: f"({self.text_(d - 1)} + {self.char_(d - 1)})",
            lambda: f"''.join(x for x in {self.text_(d - 1)} if x != {self.char_(0)})",
            lambda: (
                f"({self.text_(d - 1)}[:{self.pick(1, 2, 'n')}] + {self.char_(d - 1)} "
                f"+ {self.text_(d - 1)}[{self.pick(1, 2)}:])"
            ),
            lambda: f"{self.text_(d - 1)}[::-1]",
        )
        return str(make())

    def bound(self, d: int) -> str:
        return str(self.pick("", "1", "-1", "2", self.int_(d)))

    def tuple_(self, d: int = 1) -> str:
        if d <= 0:
            return str(self.pick("t", "t", "(1, 2)", *self.names["tuple"]))
        make = self.pick(
            lambda: f"{self.tuple_(d - 1)}[{self.bound(d - 1)}:{self.bound(d - 1)}]",
            lambda: f"({self.tuple_(d - 1)} + ({self.int_(d - 1)},))",
            lambda: f"({self.tuple_(d - 1)} + {self.tuple_(d - 1)})",
            lambda: f"tuple({self.int_over('x')} for x in {self.items(d - 1)} if {self.bool_over('x', 1)})",
            lambda: f"tuple({self.int_over('x')} for x in {self.tuple_(d - 1)})",
            lambda: f"tuple(i * x for i, x in enumerate({self.tuple_(d - 1)}))",
            lambda: f"tuple(x - y for x, y in zip({self.tuple_(d - 1)}, {self.tuple_(d - 1)}))",
            lambda: f"tuple(sorted({self.items(d - 1)}{self.pick('', ', reverse=True')}))",
            lambda: f"tuple(sorted({self.tuple_(d - 1)}, key=lambda v: {self.pick('-v', 'v % 3', '(v % 2, -v)')}))",
            lambda: f"tuple(reversed({self.tuple_(d - 1)}))",
            lambda: f"(*{self.tuple_(d - 1)}, {self.int_(d - 1)})",
            lambda: f"({self.int_(d - 1)}, {self.int_(d - 1)}, {self.int_(0)})",
            lambda: f"tuple({self.list_(d - 1)})",
            lambda: f"tuple(walk({self.int_(d - 1)}, {self.tuple_(d - 1)}))",
            lambda: f"({self.tuple_(d - 1)} if {self.bool_(d - 1)} else {self.tuple_(d - 1)})",
            lambda: f"({self.tuple_(d - 1)} * {self.pick(0, 1, 2)})",
        )
        return str(make())

    def int_over(self, name: str) -> str:
        return str(self.pick(name, f"{name} + 1", f"{name} * {name}", f"{name} - n", f"-{name}", f"{name} % 3"))

    def list_(self, d: int = 1) -> str:
        if d <= 0:
            return str(self.pick(*self.names["list"], "list(t)", "[1, n]"))
        make = self.pick(
            lambda: f"list({self.tuple_(d - 1)})",
            lambda: f"[{self.int_over('x')} for x in {self.items(d - 1)} if {self.bool_over('x', 1)}]",
            lambda: f"[{self.int_(0)}, {self.int_(0)}]",
            lambda: f"([{self.int_(0)}] * {self.pick(0, 2, 3)})",
            lambda: f"[x * 10 + y for x in {self.tuple_(0)} for y in {self.tuple_(0)} if x != y]",
        )
        return str(make())

    def set_(self, d: int = 1) -> str:
        if d <= 0:
            return str(self.pick("m", "m", *self.names["set"]))
        make = self.pick(
            lambda: f"({self.set_(d - 1)} {self.pick('|', '&', '-', '^')} {self.set_(d - 1)})",
            lambda: f"({self.set_(d - 1)} | {{{self.int_(d - 1)} % 9}})",
            lambda: f"frozenset(x % 9 for x in {self.items(d - 1)} if {self.bool_over('x', 1)})",
            lambda: f"{{abs(x) % 12 for x in {self.tuple_(d - 1)}}}",
            lambda: "frozenset()",
        )
        return str(make())

    def maybe(self, d: int = 1) -> str:
        if d <= 0 and self.names["maybe"]:
            return str(self.pick(*self.names["maybe"]))
        return f"({self.int_(max(0, d - 1))} if {self.bool_(max(0, d - 1))} else None)"

    def pair(self, d: int = 1) -> str:
        if d <= 0 and self.names["pair"]:
            return str(self.pick(*self.names["pair"]))
        return f"({self.int_(max(0, d - 1))}, {self.int_(max(0, d - 1))})"

    def items(self, d: int = 1) -> str:
        """Expressions that contain ints and can be looped over."""
        if d <= 0:
            return str(self.pick("t", "range(3)", "range(n)", "(4, 1, 9)", *self.names["tuple"]))
        return str(self.pick(self.tuple_, self.tuple_, self.list_)(d))

    def any_(self, d: int = 2) -> tuple[str, str]:
        kind = self.pick("int", "int", "bool", "text", "tuple", "set", "list", "maybe", "pair", "char")
        return kind, self.of(kind, d)

    def of(self, kind: str, d: int) -> str:
        make = {
            "int": self.int_, "bool": self.bool_, "text": self.text_, "tuple": self.tuple_, "set": self.set_,
            "list": self.list_, "maybe": self.maybe, "pair": self.pair, "char": self.char_,
        }  # fmt: skip
        return make[kind](d)

    # --- statements ---

    def assignment(self) -> None:
        kind, text = self.any_(self.pick(1, 2, 2, 3))
        if kind == "list" and not text.startswith(("[", "list(", "(")):
            text = f"list({text})"
        known = [one for one in self.names[kind] if one not in "ntwm"]
        name = self.pick(*known) if known and self.rng.random() < 0.4 else self.new(kind)
        self.emit(f"{name} = {text}")
        if self.depth == 1 and name not in self.names[kind]:
            self.names[kind].append(name)

    def statement(self) -> None:
        choices = [
            self.assignment,
            self.assignment,
            self.augmented,
            self.if_,
            self.for_,
            self.while_,
            self.change,
            self.unpack,
            self.grow,
            self.grow,
            self.inner,
        ]
        self.rng.choice(choices)()

    def augmented(self) -> None:
        known = [one for one in self.names["int"] if one != "n"]
        if known:
            self.emit(f"{self.pick(*known)} {self.pick('+', '-', '|', '&', '+')}= {self.int_(2)}")

    def unpack(self) -> None:
        one, other = self.new("int"), self.new("int")
        self.emit(f"{one}, {other} = {self.pick(self.pair(1), f'divmod({self.int_(1)}, 4)')}")
        if self.depth == 1:
            self.names["int"] += [one, other]
            if self.rng.random() < 0.3:
                self.emit(f"{one}, {other} = {other}, {one}")

    def change(self) -> None:
        if not self.names["list"]:
            if self.depth == 1:
                name = self.new("list")
                self.emit(f"{name} = {self.list_(1)}" if self.rng.random() < 0.5 else f"{name} = []")
                self.names["list"].append(name)
            return
        name = self.pick(*self.names["list"])
        self.emit(
            self.pick(
                f"{name}.append({self.int_(2)})",
                f"{name}.extend({self.tuple_(1)})",
                f"{name}[{self.pick(0, -1, self.int_(0))}] = {self.int_(1)}",
                f"{name}[{self.pick(0, -1)}] {self.pick('+', '-')}= {self.int_(1)}",
                f"{name}.reverse()",
                f"{name}.sort()",
                f"{name}.insert({self.int_(0)}, {self.int_(0)})",
                f"if {name}: {name}.pop({self.pick('', '0', '-1')})",
            )
        )

    def grow(self) -> None:
        """A statement that changes a set made by the function."""
        if not self.grown:
            if self.depth == 1:
                name = self.new("set")
                self.emit(f"{name} = set({self.pick('', self.set_(1), 'x % 7 for x in ' + self.tuple_(1))})")
                self.grown.append(name)
                self.names["set"].append(name)
            return
        name = self.pick(*self.grown)
        self.emit(
            self.pick(
                f"{name}.add({self.int_(1)} % 9)",
                f"{name}.discard({self.int_(1)})",
                f"{name} |= {{{self.int_(0)} % 5, 2}}",
                f"{name}.update({self.set_(1)})",
                f"{name} -= {self.set_(1)}",
            )
        )

    def inner(self) -> None:
        """An inner function, which uses the names around it."""
        if self.depth > 1 or self.functions:
            return
        name = self.new("fn")
        self.emit(f"def {name}(x, y=2):")
        self.names["int"] += ["x", "y"]
        self.emit(f"    z = {self.int_(1)}")
        self.emit(f"    return {self.int_(1)} if {self.bool_(1)} else z")
        self.names["int"] = self.names["int"][:-2]
        self.functions.append(name)
        other = self.new("int")
        self.emit(f"{other} = {name}({self.int_(1)}) + {name}({self.int_(0)}, {self.int_(0)})")
        self.names["int"].append(other)

    def body(self, count: int) -> None:
        self.depth += 1
        for _ in range(count):
            self.statement()
        self.emit("pass")
        self.depth -= 1

    def if_(self) -> None:
        self.emit(f"if {self.bool_(2)}:")
        self.body(self.rng.randrange(1, 3))
        if self.rng.random() < 0.5:
            self.emit(f"{self.pick('else', 'elif ' + self.bool_(1))}:")
            self.body(1)
        if self.depth > 1 and self.loops and self.rng.random() < 0.3:
            self.emit(f"if {self.bool_(1)}: {self.pick('break', 'continue')}")

    def for_(self) -> None:
        if self.loops >= 2:
            return
        self.loops += 1
        name = self.new("int")
        kind = self.pick("items", "items", "enumerate", "text")
        if kind == "enumerate":
            other = self.new("int")
            self.emit(f"for {name}, {other} in enumerate({self.tuple_(1)}):")
        elif kind == "text":
            other = self.new("char")
            self.emit(f"for {other} in {self.text_(1)}:")
            self.names["char"].append(other)
        else:
            items = self.items(1)
            if items in self.names["list"]:
                items = f"list({items})"
            self.emit(f"for {name} in {items}:")
        if kind != "text":
            self.names["int"].append(name)
        self.body(self.rng.randrange(1, 3))
        (self.names["char"] if kind == "text" else self.names["int"]).pop()
        if self.rng.random() < 0.2:
            self.emit("else:")
            self.body(1)
        self.loops -= 1

    def while_(self) -> None:
        if self.loops >= 2 or self.depth > 1:
            return
        self.loops += 1
        name = self.new("int")
        self.emit(f"{name} = {self.rng.randrange(0, 6)}")
        self.emit(f"while {name} > 0 and {self.bool_(1)}:")
        self.depth += 1
        self.emit(f"{name} -= 1")
        self.depth -= 1
        self.body(1)
        self.loops -= 1

    def program(self) -> str:
        for _ in range(self.rng.randrange(2, 7)):
            self.statement()
        results = [self.any_(2)[1] for _ in range(self.rng.randrange(1, 3))]
        every = [
            name
            for kind in ("int", "tuple", "text", "list", "set", "bool", "maybe", "pair", "char")
            for name in self.names[kind]
        ]
        results += [self.pick(*every)]
        results = [
            f"tuple({one})" if one in self.names["list"] or one.startswith(("[", "list(", "([")) else one
            for one in results
        ]
        self.emit(f"return ({', '.join(results)},)")
        return HEADER + "\n".join(self.lines) + "\n"


def program(seed: int) -> str:
    return Writer(seed).program()


def samples(seed: int) -> list[Any]:
    """States on which a program is tried."""
    rng = random.Random(seed)
    size = rng.randrange(2, 5)
    width = rng.choice([1, 3, 3, 4])
    return [
        (
            tuple(rng.randrange(-2, 9) for _ in range(size if seed % 3 else rng.randrange(0, 5))),
            "".join(rng.choice("ab.") for _ in range(width + (rng.randrange(0, 2) if seed % 2 else 0) + 1)) + ".",
            rng.randrange(0, 9),
            frozenset(rng.randrange(0, 9) for _ in range(rng.randrange(0, 4))),
        )
        for _ in range(8)
    ]
