"""The functions `check_game` and `check_searcher`, and the class `Check` that they use."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.errors import InvalidSettings
from advsearch.protocol import AnyGame
from advsearch.testing.answers import Call
from advsearch.testing.catalogue import laws_of_game, laws_of_searchers
from advsearch.testing.defining import Law, Trials
from advsearch.testing.exploring import explore
from advsearch.testing.judging import ask, oracle_of
from advsearch.testing.laws.values import the_horizon
from advsearch.testing.processes import run_apart
from advsearch.testing.report import Broken, LawNames, LawReport, NotTried, Report, chosen_laws
from advsearch.testing.runner import PROFILES, Checked, Plan, try_law, try_laws
from advsearch.testing.settings import declared, with_declarations
from advsearch.testing.subjects import Subject, subject_of
from advsearch.testing.visits import EFFORTS, MAX_PLIES, Effort, Ground

TRIED: Final = 25
SHIFTS: Final = (0, -1, 1)


def plies_missed(subject: Subject, horizon: Law) -> int:
    """Return by how many plies every search of some trees differs from the depth that it was asked for: 0, 1 or -1.

    The trees are cases of the law `horizon`. If neither a ply more nor a ply less explains all values, return 0.
    """
    if not subject.can("horizon", "value") or horizon.cases is None:
        return 0
    possible = set(SHIFTS)
    for tree in horizon.cases(subject, Trials(horizon.name, range(TRIED))):
        oracle = oracle_of(subject, tree)
        for depth in range(2, tree.height + 1):
            try:
                answer, _ = ask(subject, tree, Call(depth))
            except (Broken, NotTried):
                return 0
            possible = {shift for shift in possible if oracle.verdict(depth + shift).value == answer.value}
    return possible.pop() if len(possible) == 1 else 0


def explained(missed: int) -> str:
    much = "more" if missed > 0 else "less"
    return f"every search goes one ply {much} than asked; the other laws are tried with the depth that it means"


ProfileName: TypeAlias = Literal["fast", "default", "nightly"]
_METHODS: Final = ("initial", "player", "actions", "result", "terminal", "utility")


@attrs.frozen
class Check:
    """A searcher or a game, the laws to try, and the number of cases."""

    checked: Checked
    laws: tuple[Law, ...]
    plan: Plan

    def run(
        self, *, skip: LawNames = (), only: LawNames = (), keep_going: bool = False, apart: bool = False
    ) -> Report:
        """Try all laws. Raise `LawBroken` for the first broken law, unless `keep_going` is set."""
        if apart:
            here = partial(self.run, skip=skip, only=only, keep_going=keep_going)
            return run_apart(here, self.checked.name, self.plan.limit_s)
        plan = self.plan.begun()
        chosen = chosen_laws(self.laws, skip, only)
        if not keep_going:
            return try_laws(self.checked, chosen, plan)
        return self._graded(chosen, attrs.evolve(plan, keep_going=True))

    def _graded(self, laws: list[Law], plan: Plan) -> Report:
        """Try all laws. If a searcher always searches a ply too much or too little, that breaks one law, and the
        others are tried with the depth that it means.
        """
        checked, alone = self.checked, [law for law in laws if law.name == the_horizon.name]
        missed = plies_missed(checked, the_horizon) if isinstance(checked, Subject) and alone else 0
        if not missed or not isinstance(checked, Subject):
            return try_laws(checked, laws, plan)
        (horizon,) = try_laws(checked, alone, plan).laws
        if horizon.broken is not None:
            horizon = attrs.evolve(horizon, broken=horizon.broken.noting(explained(missed)))
        others = try_laws(checked.missing(missed), [law for law in laws if law not in alone], plan)
        found = {each.law: each for each in (horizon, *others.laws)}
        return Report(checked.name, tuple(found[law.name] for law in laws))

    def try_law(self, law: Law) -> LawReport:
        """Try one of the laws. Raise `LawBroken` if the law is broken."""
        return try_law(law, self.checked, self.plan)


def game_check(
    game: AnyGame,
    *,
    evaluators: Mapping[str, Any] | None = None,
    against: AnyGame | str | None = None,
    limit_s: float = math.inf,
    **explored: Any,
) -> Check:
    """Make the check of a game that `check_game` runs. An object that is not a game is refused. Additional arguments
    are passed to `ground_of`.
    """
    if missing := [name for name in _METHODS if not callable(getattr(game, name, None))]:
        raise InvalidSettings(f"expected a game, got {game!r}, which has no method {missing[0]}")
    laws = laws_of_game(game, evaluators, against)
    return Check(ground_of(game, **explored), tuple(laws), Plan(seed=explored.get("seed", 0), limit_s=limit_s))


def ground_of(
    game: AnyGame, *, profile: ProfileName | Effort = "default", max_plies: int = MAX_PLIES, seed: int = 0
) -> Ground:
    """Explore a game, and return the positions at which laws are tried."""
    effort = EFFORTS[profile] if isinstance(profile, str) else profile
    return explore(game, effort, max_plies=max_plies, seed=seed)


def searcher_check(
    searcher: Any,
    *,
    profile: ProfileName | int = "default",
    seed: int = 0,
    limit_s: float = math.inf,
    **settings: Any,
) -> Check:
    """Make the check of a searcher that `check_searcher` runs. `settings` are the declarations about the searcher."""
    given = declared(settings)
    subject = subject_of(searcher, given)
    laws = laws_of_searchers(subject.settings.kind or "minimax")
    examples = PROFILES[profile] if isinstance(profile, str) else profile
    return Check(subject, tuple(laws), Plan(examples, seed, limit_s))


def check_game(
    game: AnyGame,
    *,
    evaluators: Mapping[str, Any] | None = None,
    against: AnyGame | str | None = None,
    profile: ProfileName | Effort = "default",
    max_plies: int = MAX_PLIES,
    seed: int = 0,
    skip: LawNames = (),
    only: LawNames = (),
    keep_going: bool = False,
    limit_s: float = math.inf,
    apart: bool = False,
) -> Report:
    """Test a game with every law of the protocol. Raise `LawBroken` for the first broken law.

    With `keep_going` every law is tried and nothing is raised. The report lists the broken laws in `broken`.

    The laws are tried at all positions near the start, and at positions of random games with fixed seeds. A check of
    the same game always visits the same positions. The error message shows the shortest path found to a position in
    which the law is broken. The check also tests the `evaluators` (a dictionary by names) and the evaluators in the
    game's kernel set. `against` is another implementation of the same rules; the check compares the two games after
    every move. A text such as `against="ugi:./mygame --ugi"` is the command line of a program that speaks UGI.
    `max_plies` limits the length of random games. `skip` names laws not to try, and `only` names the only laws to
    try. The check ends after `limit_s` seconds. With `apart` the check runs in a separate process.
    """
    check = game_check(
        game, evaluators=evaluators, against=against, profile=profile, max_plies=max_plies, seed=seed, limit_s=limit_s
    )
    return check.run(skip=skip, only=only, keep_going=keep_going, apart=apart)


@with_declarations
def check_searcher(
    searcher: Any,
    *,
    profile: ProfileName | int = "default",
    seed: int = 0,
    skip: LawNames = (),
    only: LawNames = (),
    keep_going: bool = False,
    limit_s: float = math.inf,
    apart: bool = False,
    **declared: Any,
) -> Report:
    """Test a searcher with every law that applies to the searcher. Raise `LawBroken` for the first broken law.

    With `keep_going` every law is tried and nothing is raised. The report lists the broken laws in `broken`. `skip`
    names laws not to try, and `only` names the only laws to try. The check ends after `limit_s` seconds. With `apart`
    the check runs in a separate process. The other keywords declare properties of the searcher, such as
    `ties="random"`; `advsearch.testing.settings.Declared` describes them.
    """
    check = searcher_check(searcher, profile=profile, seed=seed, limit_s=limit_s, **declared)
    return check.run(skip=skip, only=only, keep_going=keep_going, apart=apart)
