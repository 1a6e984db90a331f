"""Tries laws on their cases, one after another. If a law is broken, the module finds a small failing case.

A check tests a searcher (`subjects.Subject`) or a game (`visits.Ground`), which are both `Checked`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from advsearch.limits import cpu_now, now
from advsearch.testing.defining import Law, Trials
from advsearch.testing.grades import Group, credits_of
from advsearch.testing.reducing import REDUCING_S, smallest
from advsearch.testing.report import Broken, LawBroken, LawReport, NotTried, Report
from advsearch.testing.watching import Runaway

NIGHTLY: Final = 50_000
"""If a check uses at least `NIGHTLY` trees, every law is tried on all trees and on every form of the searcher."""
PROFILES: Final = {"fast": 40, "default": 250, "nightly": NIGHTLY}
"""For each profile, the number of trees for each law."""

SOON_S: Final = 1.0
"""The processor time for making a case smaller, if a check continues after broken laws."""
TIME_UP: Final = "the time of the whole check was up"
ON_OTHER_FORMS: Final = 4
"""Every fourth tree is also searched by the compiled form. The start of a compiled search takes longer than the
search of a small tree. In the nightly profile, the compiled form searches every tree."""


class Checked:
    """A searcher or a game under test, as the runner uses it."""

    @property
    def name(self) -> str:
        raise NotImplementedError

    @property
    def form(self) -> str:
        """The name of the form under test, such as the name of a tier."""
        return ""

    @property
    def allowance(self) -> float:
        """The seconds of processor time that the next law may use."""
        return math.inf

    def excuse(self, law: Law) -> str:
        """Return the reason why a law cannot be tried on this searcher or game; "" if it can be tried."""
        raise NotImplementedError

    def each_form(self, _law: Law) -> Sequence[Checked]:
        """Return the forms in which a law is tried. The first form is this object."""
        return [self]

    def attempt(self, law: Law, case: Any, seconds: float | None = None) -> Broken | None:
        """Try a law on a case. Return a `Broken` if the law is broken, and None if it holds. Raise `Runaway` or
        `NotTried` if the law could not be tried on the case. `seconds` limits the processor time.
        """
        raise NotImplementedError

    def own(self, law: Law) -> int:
        """Run a law that makes its own cases. Return the number of cases tried, or raise `Broken`."""
        try:
            return law.check(self) or 0
        except Exception as error:
            if (broken := self.broken_by(error)) is None:
                raise
            raise broken from error

    def broken_by(self, error: Exception) -> Broken | None:
        """Return the `Broken` that an exception of a law means, or None if it goes on as it is."""
        if not isinstance(error, AssertionError):
            return None
        broken = Broken("the law to hold", str(error) or "an assertion that fails")
        broken.__cause__ = error
        return broken

    def is_enough(self, _number: int, _seconds: float) -> bool:
        """Whether a law has been tried on enough cases, after so many cases and seconds of processor time."""
        return False

    def hurried(self) -> Checked:
        """Return the same searcher or game, for which less patience is left after a search that did not end."""
        return self

    def spend(self, seconds: float) -> None:
        """Record the processor time that a law has used."""

    def reduced(self, law: Law, case: Any, broken: Broken, seconds: float = REDUCING_S) -> tuple[Law, Any, Broken]:
        """Search for a smaller case that breaks a law, for some seconds of processor time. Return the law, the
        smallest case found, and its `Broken`.
        """
        raise NotImplementedError

    def plainest(self, _laws: Sequence[Law], law: Law, case: Any, broken: Broken) -> tuple[Law, Any, Broken]:
        """Return the plainest of the laws that the same case breaks, with its smallest case and its `Broken`."""
        return law, case, broken

    def shown(self, case: Any, broken: Broken) -> Mapping[str, object]:
        """Describe the failing case for the error message, as a mapping from labels, such as "tree", to texts."""
        raise NotImplementedError


@attrs.frozen
class Plan:
    """The number of cases that a check tries, and its time limit."""

    examples: int | range = PROFILES["default"]
    """The number of generated trees per law. With a range such as `range(100, 200)`, the check generates only the
    trees with the numbers 100 to 199."""
    seed: int = 0
    limit_s: float = math.inf
    """Seconds of wall-clock time after which no further law is tried."""
    deadline: float = math.inf
    keep_going: bool = False
    """Whether a broken law is tried on all of its cases, so that it is known how often it is broken."""

    def begun(self) -> Plan:
        """Return a copy of the plan, with the time limit starting now."""
        return attrs.evolve(self, deadline=now() + self.limit_s)

    def trials(self, law: Law) -> Trials:
        if isinstance(self.examples, range):
            return Trials(law.name, self.examples, self.seed)
        share = law.share if self.examples < NIGHTLY else 1.0
        return Trials(law.name, range(max(1, round(self.examples * share))), self.seed)

    def every(self, trials: Trials) -> int:
        """Return 1 to try every case on the other forms, and 4 to try every fourth case on the other forms."""
        return ON_OTHER_FORMS if len(trials.numbers) < NIGHTLY and not trials.numbers.start else 1


def try_laws(checked: Checked, laws: Sequence[Law], plan: Plan) -> Report:
    """Try laws. The first broken law is raised as `LawBroken`, unless the plan is to keep going."""
    reports: list[LawReport] = []
    hanging: dict[Group, str] = {}
    for law in laws:
        if found := next((hanging[group] for group in law.groups if group in hanging), ""):
            why = f"a search did not end in the law {found!r}, which costs the rest of the group"
            lost = dict.fromkeys(law.groups, 0.0) if not checked.excuse(law) else {}
            reports.append(LawReport(law.name, law.says, 0, why, credits=lost, weight=law.weight))
            continue
        reports.append(try_law(law, checked, plan, laws))
        if reports[-1].hangs:
            hanging |= dict.fromkeys(law.groups, law.name)
            checked = checked.hurried()
    return Report(checked.name, tuple(reports))


def try_law(law: Law, checked: Checked, plan: Plan | None = None, among: Sequence[Law] = ()) -> LawReport:
    """Try one law on a searcher or a game. Raise `LawBroken` with the smallest case. If the case also breaks a
    plainer law `among` others, the error names that law.
    """
    plan = plan or Plan()
    if reason := checked.excuse(law) or (TIME_UP if now() > plan.deadline else ""):
        return LawReport(law.name, law.says, 0, reason)
    begun = cpu_now()
    try:
        if law.prepare is not None:
            law.prepare(checked)
        if law.cases is None:
            return _own_cases(law, checked, plan, among)
        return _given_cases(law, checked, plan, among)
    except NotTried as excuse:
        return LawReport(law.name, law.says, 0, str(excuse))
    finally:
        if law.finish is not None:
            law.finish()
        checked.spend(cpu_now() - begun)


def _own_cases(law: Law, checked: Checked, plan: Plan, among: Sequence[Law]) -> LawReport:
    tried: dict[str, int] = {}
    for form in checked.each_form(law):
        try:
            tried[form.form] = form.own(law)
        except NotTried:
            if form is checked:
                raise
        except Broken as broken:
            if plan.keep_going:
                tally = Tally()
                tally.add(law, form, None, broken, 1)
                return tally.report(law, 1)
            named, least, found = form.plainest(among, law, None, broken)
            raise _verdict(named, form, least, found, 1) from found
    return _report(law, checked, tried, tried[checked.form])


def _given_cases(law: Law, checked: Checked, plan: Plan, among: Sequence[Law]) -> LawReport:
    """Try a law on its cases, beginning with the first. After half of the law's time, continue with the last case,
    the last but one, and so on.
    """
    assert law.cases is not None
    trials = plan.trials(law)
    cases, forms, every = law.cases(checked, trials), checked.each_form(law), plan.every(trials)
    allowed, begun = checked.allowance, cpu_now()
    front, back = 0, len(cases)
    tried: Counter[str] = Counter()
    tally = Tally()
    while front < back and (spent := cpu_now() - begun) <= allowed:
        if now() > plan.deadline:
            break
        if checked.is_enough(front, spent):
            return _report(law, checked, tried, tried[checked.form])
        if spent > allowed / 2:
            back -= 1
            number = back
        else:
            number = front
            front += 1
        case = cases[number]
        for form in forms if trials.numbers[number : number + 1] and number % every == 0 else forms[:1]:
            broken = _attempt(form, law, case, checked)
            if isinstance(broken, Broken) and not plan.keep_going:
                named, least, found = form.plainest(among, *form.reduced(law, case, broken))
                raise _verdict(named, form, least, found, number + 1) from found
            if isinstance(broken, Broken):
                tally.add(law, form, case, broken, number + 1)
                tried[form.form] += 1
                break
            tried[form.form] += broken
        if tally.hangs:
            return tally.report(law, front)
    return tally.report(law, sum(tried.values())) if tally.first else _report(law, checked, tried, len(cases))


@attrs.define
class Tally:
    """How often a law was broken, and the first case that broke it."""

    first: tuple[Checked, Any, Broken, int] | None = None
    wrong: Counter[Group] = attrs.field(factory=Counter)
    hangs: bool = False

    def add(self, law: Law, form: Checked, case: Any, broken: Broken, number: int) -> None:
        self.first = self.first or (form, case, broken, number)
        self.wrong.update(broken.groups or law.groups)
        if broken.hangs:
            self.first, self.hangs = (form, case, broken, number), True

    def report(self, law: Law, tried: int) -> LawReport:
        """Return the result of a broken law, with the smallest case that is soon found."""
        assert self.first is not None
        form, case, broken, number = self.first
        if case is not None:
            _, case, broken = form.reduced(law, case, broken, SOON_S)
        verdict = _verdict(law, form, case, broken, number)
        earned = dict.fromkeys(law.groups, 0.0) if self.hangs else credits_of(law.groups, self.wrong, tried)
        return LawReport(
            law.name, law.says, tried, broken=verdict, credits=earned, weight=law.weight, hangs=self.hangs
        )


def _attempt(form: Checked, law: Law, case: Any, checked: Checked) -> Broken | int:
    try:
        return form.attempt(law, case) or 1
    except Runaway:
        return 0
    except NotTried:
        if form is checked:
            raise
        return 0


def _report(law: Law, checked: Checked, tried: Mapping[str, int], planned: int) -> LawReport:
    forms = {form: count for form, count in tried.items() if count and form != checked.form}
    earned = credits_of(law.groups, {}, 1)
    count = tried.get(checked.form, 0)
    return LawReport(law.name, law.says, count, planned=planned, forms=forms, credits=earned, weight=law.weight)


def reduced(
    case: Any,
    broken: Broken,
    attempt: Callable[[Any], Broken | None],
    tries: int,
    seconds: float = REDUCING_S,
) -> tuple[Any, Broken]:
    """Return the smallest case found that still breaks the law, and its `Broken`. If `attempt` raises `NotTried` or
    `Runaway` for a case, the case does not count as breaking the law.
    """

    def fails(candidate: Any) -> Broken | None:
        try:
            return attempt(candidate)
        except (NotTried, Runaway):
            return None

    return smallest(case, broken, fails, tries=tries, seconds=seconds)


def _verdict(law: Law, checked: Checked, case: Any, broken: Broken, examples: int) -> LawBroken:
    size = len(broken.case.get("path", ())) if case is None else case.size  # type: ignore[arg-type]
    return LawBroken(
        law.name,
        checked.name,
        law.says,
        expected=str(broken.expected),
        got=str(broken.got),
        case=checked.shown(case, broken),
        examples=examples,
        size=size,
    )
