"""The law that all forms of a search agree with each other and with minimax.

The law is tried on games with kernels (`advsearch.testing.hashed`), because a compiled search needs kernels.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Final

import attrs

from advsearch.binding import Tiered, bind
from advsearch.errors import CompiledTierUnavailable
from advsearch.search.settings import settings_of
from advsearch.testing.adjusting import draws_ties, with_settings
from advsearch.testing.answers import Answer, Call
from advsearch.testing.asking import facts
from advsearch.testing.calling import searcher_of
from advsearch.testing.defining import Law, grown, law
from advsearch.testing.hashed import HashedGame, draw_game, letter_of
from advsearch.testing.laws.interruption import judge_stopped
from advsearch.testing.laws.minimax_value import judge_action, judge_value
from advsearch.testing.oracle import Oracle, nodes_of_full_search
from advsearch.testing.report import Broken, NotTried, show, shown_error
from advsearch.testing.subjects import Subject, subject_of
from advsearch.testing.trees import Tree, TreeAction, estimate
from advsearch.testing.watching import Runaway, cpu_limit

FULL_SEARCH: Final = 6_000
"""The largest number of positions of a full search. If plain minimax enters more positions at a depth, the law does
not search to this depth."""
SHARED: Final = ("value", "action", "depth", "line", "exact", "nodes", "scores")


@attrs.frozen
class Form:
    """One form of a search, such as its reference form or its compiled form."""

    name: str
    ask: Callable[[Any, Call], Answer]
    searcher: Any


@lru_cache(maxsize=4)
def forms_of(subject: Subject) -> list[Form]:
    """Return the forms of a searcher, or the searcher and the versions that the user declares as `twins`."""
    if subject.forms and not subject.settings.twins:
        return [Form(name, searcher_of(searcher)[0], searcher) for name, searcher in subject.forms.items()]
    others = [Form(name, subject_of(twin).ask, twin) for name, twin in (subject.settings.twins or {}).items()]
    return [Form(subject.name, subject.ask, subject.original), *others]


def works_alike(searcher: Any) -> bool:
    """Whether a searcher enters the same positions on both tiers. A search that orders actions by stored
    results may enter different positions, because the tiers store results in different tables. With
    `tiers_enter_alike = False` a searcher declares that its two tiers may enter different positions.
    """
    if not getattr(searcher, "tiers_enter_alike", True):
        return False
    settings = settings_of(searcher)
    inner = [each for each in settings.values() if hasattr(each, "search")]
    if "max_depth" in settings and not inner:
        return False  # deepening with its default search, which has a table
    if settings.get("table") or settings.get("table_entries") or settings.get("order"):
        return False
    return all(works_alike(each) for each in inner)


def _grow(rng: random.Random, subject: Subject) -> HashedGame:
    game = draw_game(rng, distances=subject.can("distances"), floats=subject.can("floats"))
    return game.plainer(turns=not subject.can("turns"), mirrored=not subject.can("onesided"))


@law(catches=("F16", "F17", "F31", "F40"), cases=grown(_grow), needs=("tiers",), share=0.5)
def tiers_agree(subject: Subject, game: HashedGame) -> None:
    """On both tiers, a search returns the minimax value at every depth, and a correct answer within every budget. If
    the search has no table and no move ordering, both tiers return the same answers.

    The answers are equal in all fields, also in the number of positions entered.
    """
    forms = forms_of(subject)
    _prepare(forms, game)
    tree = game.tree()
    oracle = Oracle(tree, distances=subject.can("distances"))
    shared = _shared(subject, game)
    for call in _calls(subject, tree):
        answers: list[Answer] = []
        for form in forms:
            answers.append(_ask(subject, form, game, call))
            try:
                _judge(subject, tree, oracle, call, answers[-1])
                _same(shared if call.nodes is None or shared == SHARED else (), form.name, answers, call)
            except Broken as broken:
                broken.case["tier"] = form.name
                raise


def _calls(subject: Subject, tree: Tree) -> Iterator[Call]:
    """Yield the calls to compare: one for every depth, one for the values of all actions at odd depths, and some with
    small budgets.
    """
    height = max(tree.height, 1)
    for depth in range(1 if subject.can("horizon") else height, height + 2):
        entered = nodes_of_full_search(tree, depth)
        if entered > FULL_SEARCH:
            return
        yield Call(depth)
        if subject.can("scores") and depth % 2:
            yield Call(depth, every_action=True)
        if subject.can("budget") and tree.nodes[0].moves and depth == max(2, height - 1):
            for budget in sorted({0, 2, entered // 7, entered // 3}):
                yield Call(depth, nodes=budget)


def _prepare(forms: list[Form], game: HashedGame) -> None:
    """Build the machine code before the clock of a search starts."""
    for form in forms:
        if isinstance(form.searcher, Tiered) and form.searcher.tier == "compiled":
            try:
                bind(with_settings(form.searcher, {"evaluator": estimate}), game)
            except CompiledTierUnavailable as error:
                raise NotTried(str(error)) from error


def _ask(subject: Subject, form: Form, game: HashedGame, call: Call) -> Answer:
    try:
        with cpu_limit(subject.patience_s):
            answer = form.ask(game, call)
    except (Exception, Runaway) as error:
        raise Broken("an answer", shown_error(error), tier=form.name, **facts(call)) from error
    return attrs.evolve(
        answer,
        action=_named(answer.action),
        line=None if answer.line is None else tuple(map(_named, answer.line)),
        scores=None if answer.scores is None else tuple((_named(a), value) for a, value in answer.scores),
    )


def _named(action: Any) -> Any:
    return TreeAction(letter_of(action)) if isinstance(action, int) else action


def _judge(subject: Subject, tree: Tree, oracle: Oracle, call: Call, answer: Answer) -> None:
    if call.nodes is not None:
        judge_stopped(tree, oracle, call, answer)
        if answer.nodes is not None and answer.nodes > call.nodes:
            raise Broken(f"the search to enter at most {call.nodes} positions", str(answer.nodes), **facts(call))
        return
    verdict = oracle.verdict(call.depth)
    judge_value(tree, call, verdict, answer)
    judge_action(subject, tree, call, verdict, answer)
    if call.every_action and answer.scores is not None and not answer.exact:
        expected = tuple((TreeAction(name), value) for name, value in verdict.actions)
        if answer.scores != expected:
            raise Broken(f"the values of the actions to be {show(expected)}", show(answer.scores), **facts(call))


def _shared(subject: Subject, game: HashedGame) -> tuple[str, ...]:
    """Return the names of the fields that must be equal in the answers of all forms."""
    if subject.settings.twins:
        return ()
    drawn = draws_ties(subject.original)
    if works_alike(subject.original) and not (drawn and game.fractions):
        return SHARED
    # Tables differ. If utilities are whole numbers and evaluations floats, the reference search opens its window for
    # equal values by 1, the compiled search by the smallest float.
    return ("action",) if drawn else ()


def _same(shared: tuple[str, ...], name: str, answers: list[Answer], call: Call) -> None:
    """Raise `Broken` if the last answer differs from the first in one of the fields `shared`."""
    for field in shared:
        one, two = getattr(answers[0], field), getattr(answers[-1], field)
        if one != two:
            raise Broken(
                f"{name} to return {field} {show(one)}, like the first form of the searcher",
                f"{field} {show(two)}",
                **facts(call),
            )


LAWS: Final[tuple[Law, ...]] = (tiers_agree,)
