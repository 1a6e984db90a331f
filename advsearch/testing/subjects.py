"""Searchers under test: searcher objects and functions behind one interface."""

from __future__ import annotations

import copy
import inspect
import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.protocol import Bindable
from advsearch.search.changed_states import refuse_changing_rules
from advsearch.testing.answers import Ability, Answer, Call, read_answer, tried_out
from advsearch.testing.calls import REFERENCE, AskForm, forms_of, function_of, is_frozen, is_searcher, searcher_of
from advsearch.testing.defining import Law
from advsearch.testing.reducing import REDUCING_S
from advsearch.testing.report import Broken, NotTried
from advsearch.testing.runner import Checked, reduced
from advsearch.testing.settings import Declared, Prunes, Returns, promised
from advsearch.testing.trees import Tree

ENDLESS: Final = "the search to end"
"""The text after `expected` in the message about a search that does not end."""
TRIES: Final = 3_000
_TRIES_OF_ENDLESS: Final = 40
_HURRIED_S: Final = 0.5  # the patience for later searches, after one that did not end
_IMPATIENT_S: Final = 0.2  # used when a failing tree is made smaller after a search that did not end
_OFTEN: Final = 8
_UNSEEN: Final = 1_000_000
"""A number that is added to the `place` of each state, to make states that no earlier search has seen."""
_MOST_NAMED: Final = 1_000
"""The most positions of a tree on which plainer laws are tried."""
_AGAIN: Final = 3
"""The number of times that a failed case is tried again, to find failures that depend on chance."""


@attrs.frozen(eq=False)
class Subject(Checked):
    """A searcher under test. The field `ask` is a function that makes one search."""

    name: str
    abilities: frozenset[Ability]
    ask: Callable[[Any, Call], Answer]
    original: Any
    """The searcher or function that the user passed to the check."""
    settings: Declared = attrs.field(factory=Declared)
    """The declarations about the searcher or function."""
    forms: Mapping[str, Any] = {}
    """The forms of the searcher by name, the reference form first; empty if there is only one form."""
    form: str = REFERENCE
    """The name of the form that this subject tests."""
    reference: Subject | None = None
    """The subject that tests the reference form; None if this subject itself tests the reference form."""
    _anew: Callable[[], Callable[[Any, Call], Answer]] | None = None

    def renewed(self) -> Subject:
        """Return a subject with an unused copy of the searcher. If searches cannot change the searcher, return this
        subject."""
        return self if self._anew is None else attrs.evolve(self, ask=self._anew())

    def missing(self, plies: int) -> Subject:
        """Return a subject for a search that goes so many `plies` deeper than it is asked, or less deep if the number
        is negative. The subject asks for the depth that the search means.
        """

        def meant(ask: Callable[[Any, Call], Answer]) -> Callable[[Any, Call], Answer]:
            def asked(game: Any, call: Call) -> Answer:
                means = call.depth - plies
                answer = ask(game, attrs.evolve(call, depth=means))
                return answer if answer.depth != means else attrs.evolve(answer, depth=call.depth)

            return asked

        anew = self._anew
        return attrs.evolve(self, ask=meant(self.ask), anew=None if anew is None else lambda: meant(anew()))

    def on(self, form: str) -> Subject:
        """Return a subject that tests another form of the searcher, such as "compiled"."""
        thing = self.forms[form]
        return attrs.evolve(self, ask=AskForm(thing), original=thing, form=form, reference=self, anew=None)

    def prepare(self, game: Any, call: Call) -> None:
        """Build the machine code that a compiled form needs for a game. Raise `NoKernels` if the form cannot search
        the game.
        """
        if isinstance(self.ask, AskForm):
            self.ask.prepare(game, call)

    def meet(self, game: Any) -> None:
        """Let a searcher try once whether a game's rules change its states, as binding does for every new game, so
        that the positions of this trial are not counted as those of a search.
        """
        if is_searcher(self.original):
            refuse_changing_rules(game)

    def ask_plainly(self, game: Any, call: Call) -> Answer:
        """Call a searcher in a game that it plays, with the searcher's own evaluator."""
        if not is_searcher(self.original):
            return self.ask(game, call)
        limits = Limits(depth=call.depth, time_s=call.time_s)
        start = game.initial() if call.start is None else call.start
        return read_answer(self.original.search(game, start, limits=limits))

    def can(self, *abilities: Ability) -> bool:
        return self.abilities.issuperset(abilities)

    def is_for(self, tree: Tree) -> bool:
        """Whether a tree is as the searcher is declared to assume, for example with players that alternate."""
        return (self.can("turns") or tree.alternates) and (self.can("onesided") or tree.mirrors)

    # --- as the runner meets it ---------------------------------------------------------------------------------

    @property
    def patience_s(self) -> float:
        """The seconds of processor time after which a search of a small tree counts as endless."""
        return self.settings.patience_s

    def excuse(self, law: Law) -> str:
        missing = next((need for need in law.needs if need not in self.abilities), None)
        return _WHY_NOT.get(missing, f"it has no {missing}") if missing else law.applies(self)

    def each_form(self, law: Law) -> Sequence[Subject]:
        """Return one subject for each form. If the law itself compares the forms, return only this subject."""
        if "tiers" in law.needs:
            return [self]
        return [self, *(self.on(form) for form in self.forms if form != self.form)]

    def attempt(self, law: Law, case: Any, _seconds: float | None = None) -> Broken | None:
        """Try a law on a tree, with an unused copy of the searcher and with fixed random numbers."""
        if isinstance(case, Tree) and not self.is_for(case):
            return None  # the tree was made smaller, so the law no longer applies to it
        chance = random.getstate()
        random.seed(0)
        try:
            law.check(self.renewed(), case)
        except Broken as broken:
            return broken
        except AssertionError as error:
            return self.broken_by(error)
        finally:
            random.setstate(chance)
        return None

    def hurried(self) -> Subject:
        patience = min(self.patience_s, _HURRIED_S)
        return attrs.evolve(self, settings=attrs.evolve(self.settings, patience_s=patience))

    def reduced(self, law: Law, case: Any, broken: Broken, seconds: float = REDUCING_S) -> tuple[Law, Any, Broken]:
        """Repeat a failing case to find the cause of the failure. If only some repetitions of the case fail, the
        cause is chance or an earlier search. If no repetition of the failing case fails, the cause is a search before
        the case.
        """
        if broken.expected == ENDLESS:
            impatient = attrs.evolve(self.settings, patience_s=_IMPATIENT_S)
            subject = attrs.evolve(self, settings=impatient)
            return law, *reduced(case, broken, lambda tree: subject.attempt(law, tree), _TRIES_OF_ENDLESS, seconds)
        found = [again for _ in range(_AGAIN) if (again := self._attempt_again(law, case))]
        if len(found) == _AGAIN:
            stays = law.plain if law.plain is not None and isinstance(case, Tree) and law.plain(case) else _any_case
            return law, *reduced(
                case, found[-1], lambda tree: self.attempt(law, tree) if stays(tree) else None, TRIES, seconds
            )
        found += [again for _ in range(_OFTEN) if (again := self._attempt_again(law, case))]
        if not found:
            return INDEPENDENCE, case, broken
        often = f"{len(found)} times of {_AGAIN + _OFTEN}: it depends on chance, or on earlier searches"
        least, last = reduced(case, found[-1], lambda tree: self._attempt_often(law, tree), TRIES // _OFTEN, seconds)
        last.case["broken"] = often
        return law, least, last

    def _attempt_again(self, law: Law, case: Any) -> Broken | None:
        try:
            return self.attempt(law, case)
        except NotTried:
            return None

    def _attempt_often(self, law: Law, case: Any) -> Broken | None:
        return next((broken for _ in range(_OFTEN) if (broken := self.attempt(law, case))), None)

    def plainest(self, laws: Sequence[Law], law: Law, case: Any, broken: Broken) -> tuple[Law, Any, Broken]:
        """Try the plain laws on the tree that was searched when a law broke. Return the first that breaks, too, with
        the smallest case; else the law as it was found.

        The tree gets states that no search has seen, so that the plain law is not broken by an earlier search.
        """
        tree = case if broken.tree is None else broken.tree
        if not isinstance(tree, Tree) or tree.size > _MOST_NAMED:
            return law, case, broken
        if tree is case and law is not INDEPENDENCE and not self._attempt_again(law, tree.shifted(_UNSEEN)):
            return self._remembering(laws, law, tree, broken)
        for plain in laws:
            if plain.plain is None or not plain.plain(tree) or self.excuse(plain):
                continue
            if plain is law:
                break
            if self._attempt_again(plain, tree.shifted(_UNSEEN)) and (again := self._attempt_again(plain, tree)):
                return self.reduced(plain, tree, again)
        return law, case, broken

    def _remembering(self, laws: Sequence[Law], law: Law, tree: Tree, broken: Broken) -> tuple[Law, Any, Broken]:
        """Name a law that a tree breaks only if states like its own were searched before. The laws that make several
        searches are tried on states that no search has seen.
        """
        unseen = itertools.count(2)
        for other in laws:
            if "F20" not in other.catches or other.cases is None or self.excuse(other):
                continue

            def afresh(tree: Tree, other: Law = other) -> Broken | None:
                return self.attempt(other, tree.shifted(next(unseen) * _UNSEEN))

            if (again := afresh(tree)) is not None:
                return other, *reduced(tree, again, afresh, TRIES)
        return law, tree, broken

    def shown(self, case: Any, broken: Broken) -> Mapping[str, object]:
        shown: dict[str, object] = {} if self.reference is None else {"form": self.form}
        return shown | ({} if case is None else {"tree": str(case)}) | broken.case


def _any_case(_case: Any) -> bool:
    return True


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
    "own depth": "it has no setting `depth` beside the depth of a call",
    "threads": "it promises one search at a time; declare threads=True if it can do more",
    "infinite": "it is declared to be for finite evaluations",
    "floats": "it is declared to be for whole numbers",
    "tiers": "it has only one form; declare other versions as twins",
    "turns": "it is declared to assume that the players move in turn",
    "onesided": "it is declared to assume that evaluators mirror",
    "value": "it returns no value",
    "same again": "a repeated search is declared to return other answers",
    "start": "it searches from the start of a game only",
    "evaluator": "it takes no evaluator",
    "time": "it takes no time limit",
    "nodes": "it does not report the positions it entered",
}


def subject_of(thing: Any, settings: Declared = Declared(), **changes: Any) -> Subject:  # noqa: B008 - is frozen
    """Return the subject for a searcher object, a searcher class or a function. `settings` are the user's
    declarations."""
    if inspect.isclass(thing):
        thing = thing()
    settings = attrs.evolve(settings, **changes)
    if settings.kind is None:
        settings = attrs.evolve(settings, kind=promised(thing))
    forms = forms_of(thing) if settings.twins is None and settings.kind not in ("play", "prover") else {}
    if forms:
        thing = forms[REFERENCE]
    if is_searcher(thing):
        ask, abilities = searcher_of(thing)
    elif callable(thing):
        ask, abilities = function_of(thing, settings.returns)
    else:
        raise InvalidSettings(f"expected a searcher or a function (tree, depth) -> (value, action), got {thing!r}")
    if settings.kind not in ("prover", "table", "play"):
        abilities |= tried_out(ask, abilities)
    if forms or settings.twins:
        abilities.add("tiers")
    named = getattr(thing, "searcher", thing) if forms else thing
    name = getattr(named, "__name__", None) or getattr(named, "name", None) or type(named).__name__
    return Subject(
        str(name),
        frozenset(_as_declared(abilities, settings, thing)),
        ask,
        thing,
        settings=attrs.evolve(settings, prunes=_claims_to_prune(str(name), settings.prunes)),
        forms=forms,
        anew=None if settings.entries is not None else _renewal(thing, settings.returns),
    )


def _as_declared(found: set[Ability], settings: Declared, thing: Any) -> set[Ability]:
    threads = is_frozen(thing) if settings.threads is None else settings.threads
    # a searcher of the protocol promises the same count in every process; a function promises only its answer
    counts = isinstance(thing, Bindable) if settings.counts is None else settings.counts
    says: dict[Ability, bool | None] = {
        "counts": counts,
        "onesided": not settings.mirrors,
        "floats": settings.floats,
        "infinite": settings.infinite,
        "horizon": settings.horizon,
        "distances": settings.distances,
        "threads": threads,
        "entries": settings.entries is not None,
        "turns": not settings.alternates,
        "same again": not settings.history and settings.ties != "random",
    }
    abilities = {each for each in found if says.get(each) is not False}
    return abilities | {each for each, so in says.items() if so}


def _renewal(thing: Any, returns: Returns | None) -> Callable[[], Callable[[Any, Call], Answer]] | None:
    """Return a function that makes unused copies of a searcher. For a searcher that cannot be copied, or that a
    search cannot change, return None.
    """
    if inspect.isroutine(thing) or (not getattr(thing, "__dict__", None) and not hasattr(thing, "__slots__")):
        return None
    if is_frozen(thing):
        return None
    try:
        pristine = copy.deepcopy(thing)
    except Exception:
        return None
    if is_searcher(thing):
        return lambda: searcher_of(copy.deepcopy(pristine))[0]
    return lambda: function_of(copy.deepcopy(pristine), returns)[0]


def _claims_to_prune(name: str, declared: Prunes | None) -> Prunes | None:
    """Return whether a search is declared to prune. Without a declaration, the name decides: a searcher with
    `alphabeta` or `mtd` in its name is assumed to prune.
    """
    plain = name.lower().replace("_", "").replace("-", "")
    speaks = any(word in plain for word in ("alphabeta", "negascout", "principalvariation", "mtd"))
    return True if declared is None and speaks else declared
