"""The results of a check: a report of all laws, or an error for a broken law with the smallest failing case found."""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import attrs

from advsearch.errors import InvalidSettings, near_names
from advsearch.testing.grades import Grade, Group, grade_of

SHOWN_CHARACTERS: Final = 400  # for an expected or actual result in a message

SHOWN_LINES: Final = 60  # for a tree in a message


class LawBroken(AssertionError):
    """Raised if a law is broken. The attributes are `law`, `subject`, `expected`, `got` and `case`."""

    def __init__(
        self,
        law: str,
        subject: str,
        says: str,
        *,
        expected: object,
        got: object,
        case: Mapping[str, object] | None = None,
        examples: int = 0,
        size: int = 0,
    ) -> None:
        self.law = law
        self.subject = subject
        self.says = says
        self.expected = expected
        self.got = got
        self.case = dict(case or {})
        self.examples = examples
        """The number of cases tried until the first failure."""
        self.size = size
        """The size of the smallest failing case. The size of a position is the number of plies played, and the size
        of a tree is the number of its positions."""
        super().__init__(self._text())

    def noting(self, note: str) -> LawBroken:
        """Return a copy of the error that also shows a note."""
        return type(self)(
            self.law,
            self.subject,
            self.says,
            expected=self.expected,
            got=self.got,
            case=self.case | {"note": note},
            examples=self.examples,
            size=self.size,
        )

    def __reduce__(self) -> Any:
        """Pickle the error as texts and numbers only, so that another process can read it."""
        told = {label: what if isinstance(what, str) else reprlib.repr(what) for label, what in self.case.items()}
        again = partial(type(self), self.law, self.subject, self.says, case=told)
        more = {"expected": str(self.expected), "got": str(self.got), "examples": self.examples, "size": self.size}
        return partial(again, **more), ()

    def _text(self) -> str:
        lines = [f"{self.subject} breaks the law {self.law!r}", f"  the law   {self.says}"]
        for label, what in (*self.case.items(), ("expected", self.expected), ("got", self.got)):
            lines.extend(_indented(label, what if isinstance(what, str) else reprlib.repr(what)))
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The object that `advsearch check --json` prints for a broken law."""
        return {
            "law": self.law,
            "claim": self.says,
            "case": {label: str(what) for label, what in self.case.items()},
            "expected": str(self.expected),
            "got": str(self.got),
        }


class Broken(Exception):
    """Raised by a law that does not hold, with the expected and the actual result. The runner converts a `Broken` to
    a `LawBroken` with the failing case.
    """

    def __init__(self, expected: object, got: object, **case: object) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected = expected
        self.got = got
        self.case = case
        self.tree: Any = None
        """The tree that was searched when the law broke, if the law knows it."""
        self.groups: tuple[Group, ...] = ()
        """What was wrong, such as the value; if empty, all that the law speaks of."""
        self.hangs = False
        """Whether a search did not end."""


@contextmanager
def noting(**case: object) -> Iterator[None]:
    """Add facts to the case of a `Broken`. In their labels, `_` stands for a space."""
    try:
        yield
    except Broken as broken:
        broken.case |= {label.replace("_", " "): str(what) for label, what in case.items()}
        raise


class NotTried(Exception):
    """Raised if a law cannot be tried, with the reason as message, such as "the game has no undo"."""


class Named(Protocol):
    """An object with a name, such as a law."""

    @property
    def name(self) -> str: ...


LawNames: TypeAlias = str | Iterable[str]
"""The name of one law, or several names."""
NamedLaw = TypeVar("NamedLaw", bound=Named)


def chosen_laws(laws: Iterable[NamedLaw], skip: LawNames, only: LawNames) -> list[NamedLaw]:
    """Return the laws to try. Raise an error if `skip` or `only` has a name that belongs to no law."""
    every = list(laws)
    skipped, wanted = _names(skip), _names(only)
    refuse_unknown_laws(skipped | wanted, (law.name for law in every))
    return [law for law in every if law.name not in skipped and (not wanted or law.name in wanted)]


def _names(given: LawNames) -> frozenset[str]:
    return frozenset([given] if isinstance(given, str) else given)


def refuse_unknown_laws(named: Iterable[str], known: Iterable[str]) -> None:
    """Raise an error if one of the names belongs to no law."""
    names = {name.lower(): name for name in known}
    for name in sorted(set(named).difference(names.values())):
        typed = name.lower().strip()
        near = [each for each in names if typed and typed in each] or near_names(typed, names)
        hint = f"did you mean {names[near[0]]!r}?" if near else "a check without it lists the names of all laws"
        raise InvalidSettings(f"expected the name of a law, got {name!r}; {hint}")


def show(thing: object) -> str:
    """Return the `repr` of an object. A long text is shortened. If `repr` raises an error, return a description of
    the error.
    """
    try:
        text = repr(thing)
    except Exception as error:
        return f"<{type(thing).__name__} whose repr raises {type(error).__name__}>"
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}… ({len(text)} characters)"


def shown_error(error: BaseException) -> str:
    """Return an exception as text for a report.

    >>> shown_error(KeyError("d4"))
    "KeyError('d4')"
    """
    text = f"{type(error).__name__}({', '.join(map(show, error.args))})"
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}…"


def _indented(label: str, text: str) -> list[str]:
    first, *rest = text.splitlines() or [""]
    if not rest:
        return [f"  {label:<9} {first}"]
    lines = [first, *rest]
    if len(lines) > SHOWN_LINES:
        lines[SHOWN_LINES:] = [f"… ({len(lines) - SHOWN_LINES:,} more lines)"]
    return [f"  {label}", *(f"    {line}" for line in lines)]


@attrs.frozen
class LawReport:
    """The result for one law. The law held, was broken, or was not tried."""

    law: str
    says: str
    examples: int
    not_tried: str = ""
    """The reason why the law was not tried, such as "the game has no undo"; "" if the law was tried."""
    planned: int = 0
    """The number of examples that would have been tried without a time limit."""
    broken: LawBroken | None = None
    """The error about the broken law, if the check continues after broken laws."""
    forms: Mapping[str, int] = {}
    """The number of examples that were also tried on the searcher's compiled form."""
    credits: Mapping[Group, float] = {}
    """What the law earns in each of its groups, from 0 to 1; empty if it was not tried."""
    weight: int = 1
    hangs: bool = False
    """Whether the law was broken by a search that did not end."""

    @property
    def untried(self) -> str:
        """The reason why some or all cases of the law were not tried; "" if all cases were tried."""
        missing = self.planned - self.examples
        return self.not_tried or (f"{missing:,} of {self.planned:,}, as its time was up" if missing > 0 else "")

    def as_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "law": self.law,
            "holds": None if self.not_tried else self.broken is None,
            "examples": self.examples,
            "planned": self.planned,
            "not_tried": self.not_tried,
        }
        shown |= {"credits": {group: round(credit, 3) for group, credit in self.credits.items()}}
        shown |= {"forms": dict(self.forms)} if self.forms else {}
        return shown if self.broken is None else shown | self.broken.as_json()


@attrs.frozen
class Report:
    """The results of a check for all laws."""

    subject: str
    laws: tuple[LawReport, ...]

    @property
    def tried(self) -> tuple[LawReport, ...]:
        return tuple(law for law in self.laws if not law.not_tried)

    @property
    def broken(self) -> tuple[LawBroken, ...]:
        """The errors about the broken laws, in the order in which the laws were tried. Without `keep_going` there is
        at most one broken law.
        """
        return tuple(law.broken for law in self.laws if law.broken is not None)

    @property
    def held(self) -> tuple[LawReport, ...]:
        return tuple(law for law in self.tried if law.broken is None)

    @property
    def grade(self) -> Grade:
        """The points that were earned, if the check continued after broken laws."""
        return grade_of(self.laws)

    @property
    def on_forms(self) -> str:
        """The end of a summary, such as `, 31 of them compiled too`; "" if no law was tried on another form."""
        counts = Counter(form for law in self.held for form in law.forms)
        return "".join(f", {count} of them {form} too" for form, count in counts.items())

    def __str__(self) -> str:
        width = max((len(law.law) for law in self.laws), default=0)
        broken = f", {len(self.broken)} are broken" if self.broken else ""
        lines = [f"{self.subject}: {len(self.held)} laws hold{self.on_forms}{broken}"]
        for law in self.laws:
            counts = [] if law.not_tried else [f"{law.examples:,} examples"] if law.broken is None else ["broken"]
            counts += [f"not tried: {law.untried}"] if law.untried else []
            lines.append(f"  {law.law:<{width}}  {'; '.join(counts)}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The object that `advsearch check --json` prints for a report."""
        return {"holds": not self.broken} | self.grade.as_json() | {"laws": [law.as_json() for law in self.laws]}
