"""What is checked: a searcher object or any function, met through one interface."""

from __future__ import annotations

import copy
import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.testing.adjusting import is_frozen, is_searcher
from advsearch.testing.answers import Answer, Call
from advsearch.testing.calling import Ability, function_of, searcher_of
from advsearch.testing.defining import Law
from advsearch.testing.forms import REFERENCE, AskForm, forms_of
from advsearch.testing.report import Broken, NotTried
from advsearch.testing.runner import reduced
from advsearch.testing.settings import CPU_S, Declared, Window
from advsearch.testing.trees import Node, Tree
from advsearch.testing.watching import Runaway, Watched, cpu_limit
from advsearch.values import win_in

ENDLESS: Final = "the search to end"
"""What a law expects of a search that does not end."""
TRIES: Final = 3_000
_TRIES_OF_ENDLESS: Final = 40
_IMPATIENT_S: Final = 0.2  # for the searches of ever smaller trees after one that did not end
_AGAIN: Final = 3
"""How often a failure is tried again to see whether it comes from the tree alone."""


@attrs.frozen(eq=False)
class Subject:
    """A searcher under test: `ask` makes one search from the start of a game."""

    name: str
    abilities: frozenset[Ability]
    ask: Callable[[Any, Call], Answer]
    original: Any
    """The searcher or function as it was given."""
    prunes: bool | None = None
    """Whether it claims to enter no more than alpha-beta would; None: found out by trying."""
    first_best: bool = False
    """Whether of equally good actions it returns the first."""
    window: Window = "either"
    entries: Callable[[], Any] | None = None
    """Table entries after a search, as (state, depth, lower, upper)."""
    twins: Mapping[str, Any] = {}
    """Other forms of the same search, by name."""
    forms: Mapping[str, Any] = {}
    """A searcher in each of its forms, the reference first; empty where it has one alone."""
    form: str = REFERENCE
    """The form that is asked."""
    reference: Subject | None = None
    """The subject on the reference tier, where another form is asked."""
    patience_s: float = CPU_S
    """Processor time for one search of a small tree, after which it is taken not to end."""
    _anew: Callable[[], Callable[[Any, Call], Answer]] | None = None

    def renewed(self) -> Subject:
        """The subject as it was before its first search, where it is an object that may have changed since."""
        return self if self._anew is None else attrs.evolve(self, ask=self._anew())

    def on(self, form: str) -> Subject:
        """The subject in another of its forms."""
        thing = self.forms[form]
        return attrs.evolve(self, ask=AskForm(thing), original=thing, form=form, reference=self, anew=None)

    def prepare(self, game: Any, call: Call) -> None:
        """Build what a form needs for a game; raises `NoKernels` where it cannot play it."""
        if isinstance(self.ask, AskForm):
            self.ask.prepare(game, call)

    def can(self, *abilities: Ability) -> bool:
        return self.abilities.issuperset(abilities)

    # --- as the runner meets it ---------------------------------------------------------------------------------

    @property
    def allowance(self) -> float:
        return math.inf

    def spend(self, seconds: float) -> None:
        """Laws of searchers are tried on as many trees as they are to be, however long it takes."""

    def excuse(self, law: Law) -> str:
        missing = next((need for need in law.needs if need not in self.abilities), None)
        return _WHY_NOT.get(missing, f"it has no {missing}") if missing else law.applies(self)

    def each_form(self, law: Law) -> Sequence[Subject]:
        """The subject in every form; a law that compares forms asks them itself."""
        if "tiers" in law.needs:
            return [self]
        return [self, *(self.on(form) for form in self.forms if form != self.form)]

    def attempt(self, law: Law, case: Any) -> Broken | None:
        """How a tree breaks a law, with the searcher as it was before its first search."""
        try:
            law.check(self.renewed(), case)
        except Broken as broken:
            return broken
        except AssertionError as error:
            return _failed(error)
        return None

    def own(self, law: Law) -> int:
        try:
            return law.check(self) or 0
        except AssertionError as error:
            raise _failed(error) from error

    def reduced(self, law: Law, case: Any, broken: Broken) -> tuple[Law, Any, Broken]:
        """A failure that does not come again is not the tree's: then the searches are not independent."""
        tries, subject = TRIES, self
        if broken.expected == ENDLESS:
            tries, subject = _TRIES_OF_ENDLESS, attrs.evolve(self, patience_s=_IMPATIENT_S)
        else:
            for _ in range(_AGAIN):
                again = self._attempt_again(law, case)
                if again is None:
                    return INDEPENDENCE, case, broken
                broken = again
        return law, *reduced(case, broken, lambda tree: subject.attempt(law, tree), tries)

    def _attempt_again(self, law: Law, case: Any) -> Broken | None:
        try:
            return self.attempt(law, case)
        except NotTried:
            return None

    def shown(self, case: Any, broken: Broken) -> Mapping[str, object]:
        shown: dict[str, object] = {} if self.reference is None else {"form": self.form}
        return shown | ({} if case is None else {"tree": str(case)}) | broken.case


def _failed(error: AssertionError) -> Broken:
    broken = Broken("the law to hold", str(error) or "an assertion that fails")
    broken.__cause__ = error
    return broken


INDEPENDENCE: Final = Law(
    "searches are independent",
    "a search answers for the tree it is given, whatever was searched before it (here the same search, made again, "
    "answered otherwise)",
    ("F20",),
    lambda _subject: 0,
)
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


def subject_of(thing: Any, settings: Declared = Declared(), **changes: Any) -> Subject:  # noqa: B008 - is frozen
    """The subject for a searcher object, a searcher class or a function, as it is declared."""
    settings = attrs.evolve(settings, **changes)
    if inspect.isclass(thing):
        thing = thing()
    forms = forms_of(thing) if settings.twins is None else {}
    if forms:
        thing = forms[REFERENCE]
    if is_searcher(thing):
        ask, abilities = searcher_of(thing)
    elif callable(thing):
        ask, abilities = function_of(thing)
    else:
        raise InvalidSettings(f"expected a searcher or a function (tree, depth) -> (value, action), got {thing!r}")
    anew = None if settings.entries is not None else _renewal(thing)
    abilities |= {"floats"} if settings.floats else set()
    if settings.horizon is not None:
        abilities = abilities | {"horizon"} if settings.horizon else abilities - {"horizon"}
    abilities |= _tried_out(ask, abilities) if settings.kind in ("minimax", "sampling") else set()
    if settings.distances is not None:
        abilities = abilities | {"distances"} if settings.distances else abilities - {"distances"}
    if settings.threads if settings.threads is not None else is_frozen(thing):
        abilities.add("threads")
    abilities |= {"entries"} if settings.entries is not None else set()
    abilities |= {"tiers"} if forms or settings.twins else set()
    named = getattr(thing, "searcher", thing) if forms else thing
    name = getattr(named, "__name__", None) or getattr(named, "name", None) or type(named).__name__
    return Subject(
        str(name),
        frozenset(abilities),
        ask,
        thing,
        prunes=_claims_to_prune(str(name), settings.prunes),
        first_best=settings.first_best,
        window=settings.window,
        entries=settings.entries,
        twins=settings.twins or {},
        forms=forms,
        anew=anew,
    )


def _renewal(thing: Any) -> Callable[[], Callable[[Any, Call], Answer]] | None:
    """How to have an object as it was before its first search; None for what cannot change or be copied."""
    if inspect.isroutine(thing) or (not getattr(thing, "__dict__", None) and not hasattr(thing, "__slots__")):
        return None
    if is_frozen(thing):
        return None
    try:
        pristine = copy.deepcopy(thing)
    except Exception:
        return None
    make = searcher_of if is_searcher(thing) else function_of
    return lambda: make(copy.deepcopy(pristine))[0]


def _claims_to_prune(name: str, declared: bool | None) -> bool | None:
    """A search that says alpha-beta in its name is taken at its word."""
    plain = name.lower().replace("_", "").replace("-", "")
    speaks = any(word in plain for word in ("alphabeta", "negascout", "principalvariation", "mtd"))
    return True if declared is None and speaks else declared


# --- finding out ------------------------------------------------------------------------------------------------

_TASTER: Final = Tree((Node(0, 0, (("a", 1),)), Node(1, 1, (), 1)), utilities="outcome", name="taster")
_LONGER: Final = Tree(
    (
        Node(0, 0, (("a", 1), ("b", 2))),
        Node(1, 1, (("c", 3),)),
        Node(2, 1),
        Node(3, 0, (("d", 4),)),
        Node(4, 1, (), 1),
    ),
    utilities="outcome",
    name="longer taster",
)


def _tried_out(ask: Callable[[Any, Call], Answer], abilities: set[Ability]) -> set[Ability]:
    """What searches of two tiny trees show: whether an action comes back, which scale values are on, and what else.

    A subject that fails even here has shown nothing; the laws will say how it fails.
    """
    found: set[Ability] = set()
    for tree, depth in ((_TASTER, 1), (_LONGER, 3)):
        try:
            with cpu_limit():
                answer = ask(Watched(tree, ceiling=10_000), Call(depth))
        except (Exception, Runaway):
            return found | {"action"}
        if not answer.silent or "distances" in abilities:
            found.add("action")
        if answer.value == win_in(1):
            found.add("distances")
        for ability, part in (("line", answer.line), ("exact", answer.exact), ("visits", answer.visits)):
            if part:
                found.add(ability)  # type: ignore[arg-type]
    return found
