"""How much a search may do, and how deep it must be able to go."""

from __future__ import annotations

from typing import Final

from advsearch.testing.adjusting import draws_ties
from advsearch.testing.laws.search_law import OnceLaw, SearchLaw, ask
from advsearch.testing.specimens import Chain, Ordered, Sheltered
from advsearch.testing.subjects import Call, Subject
from advsearch.testing.verdicts import Broken, NotTried
from advsearch.values import WIN

ALLOWANCE: Final = 4.5
"""Times the minimal tree that any searcher may enter: drivers search it several times over, iterative deepening 1.4
times and MTD(f) about 3; a root that forgets its bound enters 6.1 times as many, a cutoff that is too strict 50."""
SHELTERED: Final = 40
"""The same where the minimal tree has seven positions: a driver may search it many times, but never all 1,700."""

TASTE: Final = Ordered(3, 5)


def _minimal_tree(subject: Subject) -> int:
    """On perfectly ordered trees alpha-beta enters the minimal tree."""
    _, results = ask(subject, TASTE, Call(TASTE.plies))
    if subject.prunes is False:
        raise NotTried("it is declared to enter every position")
    if subject.prunes is None and results >= TASTE.all_positions:
        raise NotTried("it enters every position, as plain minimax does; declare prunes=True if it should not")
    games = [Ordered(16, 4), Ordered(40, 2)]
    if not draws_ties(subject.original):
        games += [Ordered(16, 4, ties=True), Ordered(40, 2, ties=True)]
    for game in games:
        kind = "all of equal value" if game.ties else "the best action always first"
        _sparing(subject, game, ALLOWANCE, f"{game.branching} actions at each of {game.plies} plies, {kind}")
    for late in (False, True):
        sheltered = Sheltered(late=late)
        what = "an action that ends the game, or single replies and, twice, 40, the first of them worse already"
        _sparing(subject, sheltered, SHELTERED, f"after a single action {what}" if late else what)
    return len(games) + 2


def _sparing(subject: Subject, game: Ordered | Sheltered, allowance: float, what: str) -> None:
    limit = round(allowance * game.minimal_positions)
    answer, results = ask(subject, game, Call(game.plies))
    if results > limit:
        few = f"at most {limit:,} positions, {allowance} times the minimal tree"
        raise Broken(few, f"{results:,} positions", tree=what)
    expected = -3 if game.player(game.initial()) else 3  # type: ignore[arg-type]
    if answer.value != expected:
        raise Broken(f"value {expected}", f"value {answer.value!r}", tree=what)


_LONG: Final = ((False, "score", 0), (True, "outcome", 0), (True, "score", 1), (False, "outcome", 1))


def _deep(subject: Subject) -> int:
    """Chains and combs of thousands of plies; fewer for searchers that go over them once for every depth."""
    plies = _bearable(subject)
    tried = 0
    for comb, utilities, last in _LONG:
        if utilities == "outcome" and not subject.can("distances"):
            continue
        if plies < 3_000 and last == 1:
            continue
        game = Chain(plies, comb, last, utilities)  # type: ignore[arg-type]
        what = "a comb: at each ply go on, or stop and lose" if comb else "a chain: one action at each ply"
        where = {"game": f"{what}, {plies:,} plies"}
        try:
            answer, _ = ask(subject, game, Call(plies))
        except Broken as broken:
            if "RecursionError" in str(broken.got):
                where["remedy"] = "a loop, or sys.setrecursionlimit; or skip=['deep chains']"
            raise Broken(broken.expected, broken.got, **where) from broken
        expected = WIN - plies if utilities == "outcome" and last else last
        if answer.value != expected:
            raise Broken(f"value {expected!r}", f"value {answer.value!r}", **where)
        if subject.can("action") and answer.action != "on":
            raise Broken("action 'on'", f"action {answer.action!r}", **where)
        tried += 1
    return tried


def _bearable(subject: Subject) -> int:
    _, results = ask(subject, Chain(60), Call(60))
    return 1_050 if results > 600 else 3_000


LAWS: Final[tuple[SearchLaw, ...]] = (
    OnceLaw(
        "the minimal tree",
        "where the best action always comes first, a search that prunes enters a few times the minimal tree at most: "
        "cutoffs come as soon as they may, on equal values too, and bounds are passed on from the root down",
        ("F4", "F5", "F23", "F25", "F26"),
        _minimal_tree,
    ),
    OnceLaw(
        "deep chains",
        "a game of thousands of plies is searched to its end like any other",
        ("F29", "F55"),
        _deep,
        needs=("depth",),
    ),
)
