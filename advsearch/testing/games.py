"""`check_game`: every law of the protocol, held against positions of a game."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal, TypeAlias

from advsearch.errors import InvalidSettings
from advsearch.limits import cpu_now
from advsearch.protocol import AnyGame, bind_evaluator, name_of
from advsearch.testing.declared import registered_laws
from advsearch.testing.exploring import EFFORTS, LEAST_S, MAX_PLIES, Effort, Ground, Path, Visit, explore, replay
from advsearch.testing.laws import defaults, derived, evaluation, kernels, notation, rules, sharing, states, symmetry
from advsearch.testing.laws.game_law import PositionLaw, WholeLaw
from advsearch.testing.verdicts import (
    Broken,
    LawBroken,
    LawNames,
    LawReport,
    NotTried,
    Report,
    chosen_laws,
    show,
    shown_error,
    tried_laws,
)
from advsearch.testing.watching import Runaway, cpu_limit

GameLaw: TypeAlias = PositionLaw | WholeLaw
ProfileName: TypeAlias = Literal["fast", "default", "nightly"]

RULES_LAWS: Final[tuple[GameLaw, ...]] = (
    *rules.BASIC,
    *rules.VALUES,
    *rules.LAWS,
    *states.LAWS,
    *notation.ABILITIES,
    *symmetry.LAWS,
    *kernels.LAWS,
    *derived.LAWS,
)
"""From the most harmful violation to the least, as the first that is broken is the one reported: what leaves nothing
to rely on, wrong values, wrong rules. Kernels come after the rules that they are held against."""
LESSER_LAWS: Final[tuple[GameLaw, ...]] = (*sharing.LAWS, *states.COPYING, *rules.REFUSALS, *notation.LAWS)
"""What follows the laws of evaluators: rules that are not shared well, refusals, and what people read and write."""

_METHODS: Final = ("initial", "player", "actions", "result", "terminal", "utility")
_SHORTENINGS: Final = 300  # shorter paths tried for a failure far from the start


def check_game(
    game: AnyGame,
    *,
    evaluators: Mapping[str, Any] | None = None,
    profile: ProfileName | Effort = "default",
    max_plies: int = MAX_PLIES,
    seed: int = 0,
    skip: LawNames = (),
    only: LawNames = (),
    keep_going: bool = False,
) -> Report:
    """Hold every law of the protocol against a game; raise `LawBroken` for the first that fails.

    With `keep_going` every law is tried and nothing raised: the report says which are `broken`.

    Positions come from the start breadth first and from seeded random walks, so a check of the same game always
    visits the same ones. The message shows the shortest path found to a position where the law fails. `evaluators`
    (by name) are checked with the game, and so are those in its kernel set. `max_plies` is the longest a walk may
    last; `skip` names laws not to try, `only` the ones to try.
    """
    laws = chosen_laws(laws_of(game, evaluators), skip, only)
    ground = ground_of(game, profile=profile, max_plies=max_plies, seed=seed)
    return Report(name_of(game), tried_laws(laws, lambda law: try_law(law, ground), keep_going))


def laws_of(game: AnyGame, evaluators: Mapping[str, Any] | None = None) -> list[GameLaw]:
    """The laws for a game, the evaluators given, and those in its kernel set; the laws of plugins come last."""
    given = {name: bind_evaluator(evaluator, game) for name, evaluator in (evaluators or {}).items()}
    more, unmade = evaluation.kernel_evaluators(game, given.values())
    laws: list[GameLaw] = [*RULES_LAWS, *defaults.laws_of(given)]
    for name, evaluator in (given | {name: each for name, each in more.items() if name not in given}).items():
        laws.extend(evaluation.laws_of(name, evaluator))
        laws.append(derived.law_of_evaluator(name, evaluator))
    laws.extend(evaluation.unmade_law(name) for name in unmade if name not in given)
    laws.extend(LESSER_LAWS)
    return [*laws, *(each.for_games() for each in registered_laws("game", {law.name for law in laws}))]


def ground_of(
    game: AnyGame, *, profile: ProfileName | Effort = "default", max_plies: int = MAX_PLIES, seed: int = 0
) -> Ground:
    """The positions at which laws are tried; what is no game is refused."""
    if missing := [name for name in _METHODS if not callable(getattr(game, name, None))]:
        raise InvalidSettings(f"expected a game, got {game!r}, which has no method {missing[0]}")
    effort = EFFORTS[profile] if isinstance(profile, str) else profile
    return explore(game, effort, max_plies=max_plies, seed=seed)


def try_law(law: GameLaw, ground: Ground) -> LawReport:
    """Hold one law against the positions found; raise `LawBroken` with the smallest case."""
    if reason := law.applies(ground.game):
        return LawReport(law.name, law.claim, 0, reason)
    before = cpu_now()
    try:
        if isinstance(law, PositionLaw):
            law.prepare(ground)
        examples = _whole(law, ground) if isinstance(law, WholeLaw) else _everywhere(law, ground)
    except NotTried as excuse:
        return LawReport(law.name, law.claim, 0, str(excuse))
    finally:
        ground.spent += cpu_now() - before
    planned = examples if isinstance(law, WholeLaw) else len(ground.visits)
    return LawReport(law.name, law.claim, examples, planned=planned)


def _whole(law: WholeLaw, ground: Ground) -> int:
    try:
        return law.check(ground)
    except Broken as broken:
        raise _verdict(law, ground, broken, broken.case.pop("path", ()), 1) from broken
    except NotTried:
        raise
    except Exception as error:
        raise _verdict(law, ground, Broken("an answer", shown_error(error)), (), 1) from error


def _everywhere(law: PositionLaw, ground: Ground) -> int:
    """Everywhere from the start on; a law that is slow to try, in half its time, then from the longest walks back."""
    allowed, begun = ground.allowance, cpu_now()
    visits, tried = deque(ground.visits), 0
    while visits and (spent := cpu_now() - begun) <= allowed:
        visit = visits.pop() if spent > allowed / 2 else visits.popleft()
        try:
            broken = _failure(law, ground, visit, allowed / 4)
        except Runaway:  # a position that takes too long
            continue
        tried += 1
        if broken:
            visit, broken = _smallest(law, ground, visit, broken)
            raise _verdict(law, ground, broken, visit.path, tried) from broken
    return tried


def _failure(law: PositionLaw, ground: Ground, visit: Visit, seconds: float) -> Broken | None:
    try:
        with cpu_limit(seconds):
            law.check(ground, visit)
    except Broken as broken:
        return broken
    except NotTried:
        raise
    except Exception as error:  # a law that cannot even be tried: the game raised where it must answer
        return Broken("an answer", shown_error(error))
    return None


def _smallest(law: PositionLaw, ground: Ground, visit: Visit, broken: Broken) -> tuple[Visit, Broken]:
    """Leave actions out of the path, one or two at a time, for as long as the law still fails where it ends.

    The breadth-first visits come first, so a failure near the start is already the shortest.
    """
    tries = 0
    shorter = True
    while shorter:
        shorter = False
        for path in _shorter(visit.path):
            tries += 1
            if tries > _SHORTENINGS:
                return visit, broken
            try:
                candidate = Visit(ground.game, path, replay(ground.game, path))
            except Exception:
                continue
            try:
                found = _failure(law, ground, candidate, LEAST_S)
            except Runaway:
                continue
            if found:
                visit, broken, shorter = candidate, found, True
                break
    return visit, broken


def _shorter(path: Path) -> Iterator[Path]:
    for length in (len(path) // 2, len(path) // 4):
        if length > 1:
            for start in range(0, len(path) - length + 1, length):
                yield path[:start] + path[start + length :]
    for width in (2, 1):
        for start in range(len(path) - width + 1):
            yield path[:start] + path[start + width :]


def _verdict(law: GameLaw, ground: Ground, broken: Broken, path: Any, examples: int) -> LawBroken:
    game = ground.game
    case: dict[str, object] = {"after": written(game, path)}
    try:
        state = replay(game, path)
        case["state"] = show(state)
        if hasattr(game, "format_state"):
            case["state"] = str(game.format_state(state))
    except Exception as error:
        case["state"] = f"unknown: {shown_error(error)}"
    for label, what in broken.case.items():
        case[label.replace("_", " ")] = written(game, what) if isinstance(what, tuple) else what
    return LawBroken(
        law.name,
        name_of(game),
        law.claim,
        expected=broken.expected,
        got=broken.got,
        case=case,
        examples=examples,
        size=len(path),
    )


def written(game: Any, path: Path) -> str:
    """A path as a person plays it over: `d4 e2 c6 (3 plies)`."""
    if not path:
        return "no action (the start)"
    words = []
    try:
        state = game.initial()
        for action in path:
            words.append(str(game.format_action(state, action)))
            state = game.result(state, action)
    except Exception:
        words = [repr(action) for action in path]
    if len(words) > 60:
        words[30:-30] = ["…"]
    return f"{' '.join(words)} ({len(path)} {'ply' if len(path) == 1 else 'plies'})"
