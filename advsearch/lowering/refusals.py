"""Errors for code that cannot be compiled: its place in the file, and what to write instead."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

import attrs

from advsearch.errors import CompiledTierUnavailable

INSTEAD_OF: Final[dict[str, str]] = {
    "Try": "test with `if` first, instead of catching the error",
    "With": "write the statements without it",
    "Global": "pass the outer variable as an argument, and return its new value",
    "Nonlocal": "pass the outer variable as an argument, and return its new value",
    "Delete": "make a new list without the item",
    "Import": "import at the top of the file",
    "ImportFrom": "import at the top of the file",
    "ClassDef": "write the class at the top level of the file",
    "AsyncFunctionDef": "write a plain function",
}
"""What to write instead of a refused statement: the key `Try` means `try`."""


def instead_of_impure(what: str) -> str:
    """What to write instead of code whose result depends on more than its arguments."""
    if what.startswith("`print("):
        return "remove it; to look at one position, call the function in a program of its own"
    return "write rules that depend on their arguments alone, so that a state has the same value in every search"


@attrs.frozen(order=True)
class Refusal:
    """Code that cannot be compiled, its place, and what to write instead.

    >>> print(Refusal("nim.py", 12, "try", "test with `if` before"))
    nim.py:12: try; test with `if` before
    """

    file: str
    line: int
    construct: str
    instead: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.construct}{'; ' if self.instead else ''}{self.instead}"


class NotLowered(CompiledTierUnavailable):
    """All reasons why rules or an evaluator cannot be compiled, sorted by line."""

    def __init__(self, refusals: Iterable[Refusal], for_words: Iterable[Refusal] = ()) -> None:
        self.refusals = tuple(sorted(set(refusals)))
        self.for_words = tuple(sorted(set(for_words)))
        message = "; ".join(map(str, self.refusals))
        if self.for_words:
            further = "; ".join(map(str, self.for_words))
            message += f"; for the faster form, which stores states in integers, change this as well: {further}"
        super().__init__(message)


def both_refused(words: CompiledTierUnavailable, rows: CompiledTierUnavailable) -> CompiledTierUnavailable:
    """Join the errors of the packages `words` and `rows` into one."""
    if not isinstance(words, NotLowered) or not isinstance(rows, NotLowered):
        return rows
    places = {(one.file, one.line) for one in rows.refusals}
    further = [one for one in words.refusals if one.line and (one.file, one.line) not in places]
    return NotLowered(rows.refusals, further)


class Refused(Exception):
    """Raised at code that cannot be compiled, and later collected in one `NotLowered`."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


def refuse(file: str, line: int, construct: str, instead: str) -> Refused:
    return Refused(Refusal(PurePath(file).name, line, construct, instead))
