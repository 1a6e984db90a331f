"""Lowers one plain function by itself, so that its results can be compared with Python's."""

from __future__ import annotations

import itertools
import linecache
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from advsearch.lowering.row_rules import ERROR
from advsearch.lowering.rows import book as books
from advsearch.lowering.rows import deriving as derive
from advsearch.lowering.rows import entries, types
from advsearch.lowering.rows.convert import type_of
from advsearch.lowering.rows.functions import call_function, room_of
from advsearch.lowering.rows.program import Program, Spec
from advsearch.lowering.rows.storing import store
from advsearch.lowering.rows.types import Int
from advsearch.lowering.rows.values import NotYet, Place
from advsearch.lowering.sample import Sample
from advsearch.lowering.source import source_of

_numbers = itertools.count(1)
FAILED = "the error cell is set"


def compiled_from(text: str, name: str = "f") -> Callable[..., Any]:
    """The function in a text, compiled so that its source can be read."""
    file = f"<text {next(_numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    module = sys.modules["one_function_text"] = ModuleType("one_function_text")  # dataclasses look for their module
    exec(compile(text, file, "exec"), vars(module))
    return vars(module)[name]  # type: ignore[no-any-return]


class Nothing:
    """A game whose methods are never called."""

    def initial(self) -> int:
        return 0

    player = terminal = utility = actions = result = initial


class Lowered:
    """A function of one argument, lowered for values like the samples."""

    def __init__(self, function: Callable[[Any], Any], samples: Sequence[Any], room: int = 1) -> None:
        empty = Sample(samples[0], tuple(samples), (), (), (), 1, True, 8)
        lowering = derive.Lowering(Nothing(), empty, room)  # type: ignore[arg-type]
        self.program: Program = lowering.program
        spec = Spec(source_of(function), "row_function", "function")  # type: ignore[arg-type]
        program = self.program

        def write() -> None:
            body = entries.entry_body(program, spec, ["state", "target"])
            node = spec.source.tree

            def inside() -> None:
                value = call_function(body, node, function, [derive._state(program, False)], {})
                kind = program.learn(("given",), type_of(body, value))
                if isinstance(kind, types.Never):
                    raise NotYet
                store(body, value, Place(kind, "target"), node)

            entries.guarded(body, spec, inside, "return")

        lowering._rounds(write)
        self.kind = program.fact(("given",))
        self.argument = program.fact(("state",))
        self.function = lowering._functions([spec])["row_function"]
        self.room = room_of(spec)

    def __call__(self, argument: Any) -> Any:
        assert self.kind is not None
        assert self.argument is not None
        row: list[Any] = []
        books.put_cells(argument, self.argument, self.program.book, row)
        start = ERROR + 16
        target = start + len(row)
        free = target + types.cells(self.kind)
        block: list[Any] = [0] * (free + self.room + 64)
        block[start:target] = row
        self.function(block, start, target, free)
        if block[ERROR]:
            return FAILED
        return books.taken(block, target, self.kind, self.program.book)

    @property
    def text(self) -> str:
        """The source text of the generated functions."""
        return "".join(linecache.cache[self.function.__code__.co_filename][2])


__all__ = ["FAILED", "Int", "Lowered", "compiled_from"]


def lowered(header: str, body: str, samples: Sequence[Any]) -> tuple[Callable[[Any], Any], Lowered]:
    """A function `f(s)` with a body, after a text of definitions, and the same function lowered for the samples."""
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    function = compiled_from(f"{header}\ndef f(s):\n{lines}")
    return function, Lowered(function, samples)


def check_claim(header: str, body: str, samples: Sequence[Any], *, types: bool = False) -> None:
    """Assert that the lowered function gives Python's value for every sample. With `types`, the values must also have
    the same class.
    """
    function, made = lowered(header, body, samples)
    for sample in samples:
        expected = function(sample)
        got = made(sample)
        assert got == expected, (sample, got, expected, made.text)
        assert not types or repr(type(got)) == repr(type(expected)), (sample, type(got), type(expected))


def check_errors(header: str, body: str, samples: Sequence[Any]) -> None:
    """Assert that the error cell is set for those samples for which Python raises an error, and for no other sample.
    Some samples must raise an error, and some must not.
    """
    function, made = lowered(header, body, samples)
    failed = 0
    for sample in samples:
        try:
            expected = function(sample)
        except Exception:
            expected = FAILED
        got = made(sample)
        assert got == expected, (sample, got, expected, made.text)
        failed += expected == FAILED
    assert 0 < failed < len(samples)
