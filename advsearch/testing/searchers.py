"""`check_searcher`: every law of searching, held against a searcher or any function."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.errors import InvalidSettings
from advsearch.testing.declared import About, registered_laws
from advsearch.testing.laws import (
    company,
    effort,
    forms,
    interruption,
    line_and_scores,
    memory,
    minimax_value,
    proofs,
    sampling,
    windows,
)
from advsearch.testing.laws.search_law import OnceLaw, SearchLaw, TreeLaw
from advsearch.testing.subjects import Subject, subject_of
from advsearch.testing.tree_kernels import NoKernels
from advsearch.testing.verdicts import (
    Broken,
    LawBroken,
    LawNames,
    LawReport,
    NotTried,
    Report,
    chosen_laws,
    tried_laws,
)

SEARCH_LAWS: Final[tuple[SearchLaw, ...]] = (
    *minimax_value.LAWS,
    *windows.LAWS,
    *memory.LAWS,
    *forms.LAWS,
    *line_and_scores.LAWS,
    *interruption.LAWS,
    *company.LAWS,
    *effort.LAWS,
)
"""From the most harmful violation to the least, as the first that is broken is the one reported: wrong values, what
else an answer holds, searches that are stopped or share a searcher, and what a search costs."""

Kind: TypeAlias = Literal["minimax", "sampling", "prover", "table"]
LAWS_OF: Final[dict[Kind, tuple[SearchLaw, ...]]] = {
    "minimax": SEARCH_LAWS,
    "sampling": sampling.LAWS,
    "prover": proofs.PROVER_LAWS,
    "table": proofs.TABLE_LAWS,
}

_ABOUT: Final[dict[Kind, About]] = {
    "minimax": "searcher",
    "sampling": "sampler",
    "prover": "prover",
    "table": "table",
}


def laws_of(kind: Kind) -> list[SearchLaw]:
    """The laws of searchers of a kind; those of plugins come last."""
    ours = LAWS_OF[kind]
    return [*ours, *(each.for_searchers() for each in registered_laws(_ABOUT[kind], {law.name for law in ours}))]


PROFILES: Final = {"fast": 40, "default": 250, "nightly": 50_000}
"""Trees for each law."""

ON_OTHER_FORMS: Final = 4
"""A compiled form is asked on one tree in so many, and on every one in the nightly profile: handing a search over to
machine code takes longer than a search of a small tree."""

_IMPATIENT_S: Final = 0.2  # for the searches of ever smaller trees after one that did not end
_AGAIN: Final = 3
"""How often a failure is tried again to see whether it comes from the tree alone."""


def check_searcher(
    searcher: Any,
    *,
    kind: Kind = "minimax",
    profile: Literal["fast", "default", "nightly"] | int = "default",
    seed: int = 0,
    skip: LawNames = (),
    only: LawNames = (),
    distances: bool | None = None,
    horizon: bool | None = None,
    floats: bool = True,
    prunes: bool | None = None,
    threads: bool | None = None,
    first_best: bool = False,
    window: Literal["soft", "hard", "either"] = "either",
    entries: Callable[[], Any] | None = None,
    twins: Mapping[str, Any] | None = None,
    keep_going: bool = False,
) -> Report:
    """Hold every law that applies against a searcher; raise `LawBroken` for the first that fails.

    With `keep_going` every law is tried and nothing raised: the report says which are `broken`.
    `skip` names laws not to try, `only` the ones to try. `twins` are other forms of the same search, by name: in
    machine code, in C, in parallel. They answer as it does.
    """
    if kind not in LAWS_OF:
        raise InvalidSettings(f"expected kind to be one of {', '.join(LAWS_OF)}, got {kind!r}")
    subject = subject_of(
        searcher,
        answers=kind in ("minimax", "sampling"),
        distances=distances,
        horizon=horizon,
        floats=floats,
        prunes=prunes,
        threads=threads,
        first_best=first_best,
        window=window,
        entries=entries,
        twins=twins,
    )
    laws = chosen_laws(laws_of(kind), skip, only)
    examples = PROFILES[profile] if isinstance(profile, str) else profile
    return Report(subject.name, tried_laws(laws, lambda law: try_law(law, subject, examples, seed), keep_going))


def try_law(law: SearchLaw, subject: Subject, examples: int | range, seed: int = 0) -> LawReport:
    """Hold one law against a searcher; raise `LawBroken` with the smallest tree.

    `examples` is what a profile asks for, or a range: the trees of these numbers, all of them, so that a long run may
    be made in pieces.
    """
    if missing := [ability for ability in law.needs if not subject.can(ability)]:
        return LawReport(law.name, law.claim, 0, _WHY_NOT.get(missing[0], f"it has no {missing[0]}"))
    try:
        if isinstance(law, OnceLaw):
            tried, on_forms = _once(law, subject)
        else:
            tried, on_forms = _hunt(law, subject, _numbers(law, examples), seed)
    except NotTried as excuse:
        return LawReport(law.name, law.claim, 0, str(excuse))
    return LawReport(law.name, law.claim, tried, forms={form: count for form, count in on_forms.items() if count})


_WHY_NOT: Final = {
    "horizon": "it always searches to the end of the game",
    "distances": "its values are utilities, without distances to the end",
    "window": "it takes no window",
    "budget": "it takes no node budget",
    "stop": "it takes no stop signal",
    "line": "it returns no line of play",
    "scores": "it does not return every action's value",
    "entries": "it shows no table entries",
    "table sizes": "it has no table to size",
    "exact": "it does not say whether its value is exact",
    "visits": "it does not show its visits",
    "depth": "it takes no depth",
    "threads": "it promises one search at a time; declare threads=True if it can do more",
    "floats": "it is declared to be for whole numbers",
    "tiers": "it runs in one way only; give others as twins",
}


def _forms(law: SearchLaw, subject: Subject) -> list[Subject]:
    """The forms that are asked one after another; a law that compares forms asks them itself."""
    return [subject] if "tiers" in law.needs else subject.each_form()


def _once(law: OnceLaw, subject: Subject) -> tuple[int, dict[str, int]]:
    tried: dict[str, int] = {}
    for form in _forms(law, subject):
        try:
            tried[form.form] = law.check(form)
        except NoKernels:
            continue
        except Broken as broken:
            raise _verdict(law, form, broken, None, 1) from broken
    return tried.pop(subject.form, 0), tried


def _numbers(law: TreeLaw, examples: int | range) -> range:
    if isinstance(examples, range):
        return examples
    share = law.share if examples < PROFILES["nightly"] else 1.0
    return range(max(1, round(examples * share)))


def _hunt(law: TreeLaw, subject: Subject, numbers: range, seed: int) -> tuple[int, dict[str, int]]:
    """The trees tried, and how many of them on each other form."""
    every = ON_OTHER_FORMS if len(numbers) < PROFILES["nightly"] and not numbers.start else 1
    tried: Counter[str] = Counter()
    for number in numbers:
        tree = law.grow(random.Random(f"{seed}:{law.name}:{number}"), subject)
        for form in _forms(law, subject) if number % every == 0 else [subject]:
            try:
                broken = _failure(law, form, tree)
            except NoKernels:
                continue
            if broken:
                raise _smallest(law, form, tree, broken, number + 1) from broken
            tried[form.form] += 1
    tried.pop(subject.form, None)
    return len(numbers), tried


def _failure(law: TreeLaw, subject: Subject, tree: Any) -> Broken | None:
    try:
        law.check(subject.renewed(), tree)
    except Broken as broken:
        return broken
    return None


def _fails(law: TreeLaw, subject: Subject, tree: Any) -> bool:
    try:
        return _failure(law, subject, tree) is not None
    except NoKernels:
        return False


def _smallest(law: TreeLaw, subject: Subject, tree: Any, broken: Broken, number: int) -> LawBroken:
    if broken.expected != "the search to end" and not all(_fails(law, subject, tree) for _ in range(_AGAIN)):
        return _verdict(_INDEPENDENCE, subject, broken, tree, number)
    tries = 3_000
    if broken.expected == "the search to end":
        tries, subject = 40, attrs.evolve(subject, patience_s=_IMPATIENT_S)
    smallest = law.reduce(tree, lambda candidate: _fails(law, subject, candidate), tries=tries)
    last = _failure(law, subject, smallest)
    if last is None:
        return _verdict(_INDEPENDENCE, subject, broken, tree, number)
    return _verdict(law, subject, last, smallest, number)


@attrs.frozen
class _Named:
    name: str
    claim: str


_INDEPENDENCE: Final = _Named(
    "searches are independent",
    "a search answers for the tree it is given, whatever was searched before it (here the same search, made again, "
    "answered otherwise)",
)
AnyLaw: TypeAlias = SearchLaw | _Named


def _verdict(law: AnyLaw, subject: Subject, broken: Broken, tree: Any, examples: int) -> LawBroken:
    case: dict[str, object] = {}
    if subject.reference is not None:
        case["form"] = subject.form
    if tree is not None:
        case["tree"] = str(tree)
    case.update(broken.case)
    return LawBroken(
        law.name,
        subject.name,
        law.claim,
        expected=str(broken.expected),
        got=str(broken.got),
        case=case,
        examples=examples,
        size=tree.size if tree is not None else 0,
    )
