"""Compile the functions in `runtime/`, Python over numbers of 64 bits, to the text of LLVM IR.

Only what is called is read: `Runtime.text(names)` returns the functions of these names and those that they call. A
function is parsed and compiled once in a process.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import attrs

from advsearch.errors import CompiledTierUnavailable
from advsearch.machine.raw_function import PREFIX, Function, FunctionCompiler, RawError
from advsearch.since_start import has_changed

FOLDER: Final = Path(__file__).parent / "runtime"
_COMPILERS: Final = ("layout", "raw", "raw_function", "building")
_DEFINITION: Final = re.compile(r"^((?:@\w+\n)*)def (\w+)\(", re.M)
_CALL: Final = re.compile(r"\b([a-z_0-9]+)\(")


@attrs.frozen
class Effects:
    """What a call of a function of the runtime may do. A build relies on these."""

    fails: bool
    """It may set ERR."""
    allocates: bool
    """It may take memory from the arena."""
    changes: bool
    """It may change a list, set or dict that existed before."""


class Runtime:
    """The functions of the files in a folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        if any(map(has_changed, Path(__file__).parent.rglob("*.py"))):
            raise CompiledTierUnavailable(
                "the files of advsearch have changed since this process was started; start it again"
            )
        self._sources: dict[str, tuple[str, str]] = {}
        files = [(path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob("[a-z]*.py"))]
        compilers = [Path(__file__).with_name(f"{name}.py") for name in _COMPILERS]
        said = repr([files, [path.read_bytes() for path in compilers]])
        self.digest = hashlib.sha256(said.encode()).hexdigest()
        """A hash of all that decides the code of the runtime."""
        for name, text in files:
            places = [*_DEFINITION.finditer(text)]
            ends = [*(place.start() for place in places[1:]), len(text)]
            for place, end in zip(places, ends, strict=True):
                self._sources[place[2]] = (name, text[place.start() : end])
        self._compiled: dict[str, Function] = {}
        self._effects: dict[str, Effects] = {}
        self._failing: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._sources

    def names(self) -> list[str]:
        return list(self._sources)

    def signature(self, name: str) -> ast.FunctionDef:
        """Return the definition of a function, as a syntax tree."""
        file, text = self._sources[name]
        tree = ast.parse(text, file).body[0]
        if not isinstance(tree, ast.FunctionDef):
            raise RawError(f"{file}: expected a function, got {text[:40]!r}")
        return tree

    def function(self, name: str) -> Function:
        """Return a function, compiled."""
        if name not in self._compiled:
            self._compiled[name] = FunctionCompiler(self, self._sources[name][0], self.signature(name)).function()
        return self._compiled[name]

    def may_fail(self, name: str) -> bool:
        """Return whether a call of a function may set ERR."""
        if not self._failing:
            calls = {each: {*_CALL.findall(text)} for each, (_, text) in self._sources.items()}
            self._failing.add("fail")
            while more := {each for each in calls if calls[each] & self._failing} - self._failing:
                self._failing |= more
        return name in self._failing

    def _head(self, name: str) -> str:
        """The source of a function up to the colon behind its result."""
        text = self._sources[name][1]
        return text[: text.index(":\n", text.index("->"))]

    def returns_word(self, name: str) -> bool:
        """Return whether the result 0 of a function means that it failed."""
        return self._head(name).endswith("Word")

    def parameters(self, name: str) -> int:
        """Return the number of a function's parameters."""
        return self._head(name).count(": int")

    def reached(self, names: Iterable[str]) -> list[Function]:
        """Return the functions of these names and those that they call, in a fixed order."""
        found: dict[str, Function] = {}
        waiting = sorted(set(names), reverse=True)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = self.function(name)
                waiting.extend(reversed(found[name].calls))
        return list(found.values())

    def unit_of(self, name: str) -> str:
        """Return the unit of a function: the name of its file, without the suffix."""
        return self._sources[name][0].removesuffix(".py")

    def functions_of(self, unit: str) -> list[Function]:
        """Return all functions of a unit."""
        return [self.function(name) for name in self._sources if self.unit_of(name) == unit]

    def used(self, names: Iterable[str]) -> tuple[list[str], list[str]]:
        """Return the IR that a text needs which calls these functions, and the units that it has to be linked with.

        The IR has copies of the functions that are inlined, and declares the others.
        """
        parts: dict[str, str] = {}
        units: dict[str, None] = {}
        waiting = sorted(set(names), reverse=True)
        while waiting:
            name = waiting.pop()
            if name in parts:
                continue
            if self._head(name).startswith("@inline\n"):
                function = self.function(name)
                parts[name] = function.definition(public=False)
                waiting.extend(function.calls)
            else:
                given = ", ".join(["i64"] * self.parameters(name))
                parts[name] = f"declare i64 @{PREFIX}{name}({given}) nounwind"
                units[self.unit_of(name)] = None
        return list(parts.values()), list(units)

    def reached_text(self, names: Iterable[str]) -> str:
        """Return the IR of these functions and all that they call; inlined ones are public only if named."""
        public = {*names}
        return "\n".join(
            each.definition(public=each.name in public or not self._head(each.name).startswith("@inline\n"))
            for each in self.reached(public)
        )

    def unit_text(self, unit: str) -> tuple[str, list[str]]:
        """Return the IR of a unit, in which all its functions are public, and the units that it calls."""
        own = self.functions_of(unit)
        names = {function.name for function in own}
        others, units = self.used({name for each in own for name in each.calls} - names)
        more = [text for text in others if not any(f"@{PREFIX}{name}(" in text.split("\n")[0] for name in names)]
        text = "\n".join([*(function.definition(public=True) for function in own), *more])
        return text, [each for each in units if each != unit]

    def effects(self, name: str) -> Effects:
        """Return what a call of this function may do."""
        if name not in self._effects:
            reached = {each.name for each in self.reached([name])}
            changes = any("@changes" in self._sources[one][1].partition("def ")[0] for one in reached)
            self._effects[name] = Effects("fail" in reached, "alloc" in reached, changes)
        return self._effects[name]


@cache
def runtime() -> Runtime:
    """Return the runtime of this package."""
    return Runtime()
