"""Refusals name a construct that cannot be lowered, its place in the code, and what to write instead."""

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
"""What to write instead of each refused statement. The keys are names of classes in `ast`."""


@attrs.frozen(order=True)
class Refusal:
    """A construct that cannot be lowered, its place in the code, and what to write instead.

    >>> print(Refusal("nim.py", 12, "try", "test with `if` before"))
    nim.py:12: try; test with `if` before
    """

    file: str
    """The name of the file without its folder, or "" if the construct has no source."""
    line: int
    """The line in the file, or 0 if the line is not known."""
    construct: str
    instead: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.construct}{'; ' if self.instead else ''}{self.instead}"


class NotLowered(CompiledTierUnavailable):
    """Raised if rules or an evaluator cannot be lowered. `refusals` are all reasons, sorted by file and line.

    `for_words` are the constructs that only the faster form, rules over words, refuses.
    """

    def __init__(self, refusals: Iterable[Refusal], for_words: Iterable[Refusal] = ()) -> None:
        self.refusals = tuple(sorted(set(refusals)))
        self.for_words = tuple(sorted(set(for_words)))
        message = "; ".join(map(str, self.refusals))
        if self.for_words:
            further = "; ".join(map(str, self.for_words))
            message += f"; for the faster form, which stores states in integers, change this as well: {further}"
        super().__init__(message)


def both_refused(words: CompiledTierUnavailable, rows: CompiledTierUnavailable) -> CompiledTierUnavailable:
    """Make one error from the errors of both forms, rules over words and rules over rows.

    A second list in the message names the code that only rules over words, the faster form, refuse.
    """
    if not isinstance(words, NotLowered) or not isinstance(rows, NotLowered):
        return rows
    places = {(one.file, one.line) for one in rows.refusals}
    further = [one for one in words.refusals if one.line and (one.file, one.line) not in places]
    return NotLowered(rows.refusals, further)


class Refused(Exception):
    """Raised at a construct that cannot be lowered. All `Refused` errors together become one `NotLowered`."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(str(refusal))


def refuse(file: str, line: int, construct: str, instead: str) -> Refused:
    return Refused(Refusal(PurePath(file).name, line, construct, instead))
