"""The results of a tournament's stored games: ratings, pairings, faults, and verdicts."""

from __future__ import annotations

import collections
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Final

import attrs

from advsearch.ratings import Estimate, FaultyGames, PairCounts, Rating, by_interval, holm, rate, verdict
from advsearch.ratings.means import Interval
from advsearch.ratings.standings import PairResult
from advsearch.tournament.records import FAULTS, GameRecord
from advsearch.tournament.runner import PairScan
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.tiers import tiers_of


@attrs.define
class Tally:
    """The wins, draws and losses of one side against others."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, points: float) -> None:
        if points == 1:
            self.wins += 1
        elif points == 0:
            self.losses += 1
        else:
            self.draws += 1

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        return self.points / self.games if self.games else 0.5

    @property
    def share_text(self) -> str:
        """The share of the points that the side won, as text; "-" if there are no games.

        >>> Tally(2, 1, 0).share_text, Tally().share_text
        ('83.3%', '-')
        """
        return f"{self.share:.1%}" if self.games else "-"


@attrs.frozen
class Pairing:
    """The results between two agents, from the point of view of `one`.

    If a sequential test decides the match, later games are left out, because their number depends on the speed of the
    machine.
    """

    one: str
    two: str
    tally: Tally
    first: Tally
    """The results of the games in which `one` moved first."""
    counts: PairCounts
    """The counts of complete pairs, from which the verdict is computed."""
    distinct: int
    """The number of different games. Deterministic agents repeat games."""
    verdict: str
    by_faults: bool
    """Whether games lost by faults decided the match."""
    adjusted_p: float
    """The two-sided p value for the hypothesis that both agents are equally strong, adjusted for
    the number of pairings."""


@attrs.frozen
class Summary:
    """The results of a whole tournament."""

    game: str
    planned: int
    games: tuple[GameRecord, ...]
    """The games. The costs of moves are left out, to save memory."""
    pairings: tuple[Pairing, ...]
    ratings: tuple[Rating, ...]
    first_move: Estimate | None
    """The advantage of moving first; None if there are no games to rate."""
    faults: Mapping[str, Mapping[str, int]]
    """For each agent and kind of fault, the number of games that the agent lost by this kind of fault."""
    reasons: Mapping[tuple[str, str], str]
    """For each agent and kind of fault, the details of one game that the agent lost by this kind of fault."""
    late: Mapping[str, int]
    """For each agent, the number of moves that exceeded the time limit by at most the grace."""
    set_aside: Mapping[str, str]
    """The reasons why games could not be played, by the id of the game."""

    distinct: int
    """The number of different games."""
    tiers: Mapping[str, str | None]
    """For each agent, its tier. The tier is None if it depends on the machine, or if the agent does not search."""
    plies_allowed: int | None
    """The number of plies after which a game is adjudicated a draw; None if there is no limit."""
    default_plies: bool
    """Whether `plies_allowed` is the default limit."""

    @property
    def repeated(self) -> int:
        return len(self.games) - self.distinct

    def pair_points(self) -> dict[str, dict[tuple[str, Hashable], float]]:
        """For each agent, its points in each complete pair of games without a fault, by opponent and opening."""
        halves: dict[str, GameRecord] = {}
        points: dict[str, dict[tuple[str, Hashable], float]] = {}
        for game in self.games:
            other = halves.pop(game.pair, None)
            if other is None:
                halves[game.pair] = game
            elif game.fault is None and other.fault is None:
                got = game.points + 1 - other.points
                opening = (game.start, game.opening)
                points.setdefault(game.first, {})[game.second, opening] = got
                points.setdefault(game.second, {})[game.first, opening] = 2 - got
        return points


@attrs.frozen
class Status:
    """The progress of a tournament, which may still be running."""

    game: str
    agents: tuple[str, ...]
    tiers: Mapping[str, str | None]
    planned: int
    played: int
    faults: int
    """The number of games that an agent lost by a fault."""
    set_aside: int
    """The number of games that could not be played so far."""
    decided: bool
    """Whether a sequential test has decided the match."""
    playing_seconds: float

    def as_json(self) -> dict[str, Any]:
        """The object that `advsearch tournament status --json` prints."""
        return {**attrs.asdict(self, recurse=False), "playing_seconds": round(self.playing_seconds, 3)}


def status(schedule: Schedule, store: Store) -> Status:
    """Compute the progress of a tournament from its schedule and its store."""
    planned = schedule.ids()
    games = [outcome for outcome in store.outcomes() if outcome.id in planned]
    return Status(
        game=schedule.conditions.game,
        agents=tuple(agent.name for agent in schedule.agents),
        tiers=tiers_of(schedule),
        planned=schedule.games,
        played=len(games),
        faults=sum(game.fault is not None for game in games),
        set_aside=len((store.failures().keys() & planned) - {game.id for game in games}),
        decided=schedule.test is not None and PairScan(schedule, store).decision is not None,
        playing_seconds=sum(game.seconds for game in games),
    )


def _played(game: GameRecord) -> tuple[Any, ...]:
    """Return the agents, the start and the actions of a game: the same tuple for every repetition of a game."""
    return game.first, game.second, game.start, game.actions


def summarize(schedule: Schedule, store: Store) -> Summary:
    """Compute the results of the schedule's games from the store."""
    planned = schedule.ids()
    games, late = _read(schedule, store, planned)
    pairs = pair_results(games)
    standings = rate(pairs) if pairs else None
    stored = {game.id for game in games}
    failures = {identity: details[-1] for identity, details in store.failures().items() if identity in planned}
    return Summary(
        game=schedule.conditions.game,
        planned=schedule.games,
        games=games,
        pairings=tuple(_pairings(schedule, store, games)),
        ratings=() if standings is None else standings.ratings,
        first_move=None if standings is None else standings.first_move,
        faults=faults_of(games),
        reasons=reasons_of(games),
        late=late,
        set_aside={identity: why for identity, why in failures.items() if identity not in stored},
        distinct=len({_played(game) for game in games}),
        tiers=tiers_of(schedule),
        plies_allowed=schedule.conditions.plies_allowed,
        default_plies=schedule.conditions.max_plies is None,
    )


def _read(schedule: Schedule, store: Store, planned: set[str]) -> tuple[tuple[GameRecord, ...], dict[str, int]]:
    """Read the schedule's games without the costs of their moves. For each agent, count the moves that took longer
    than the agent's limit.

    The costs of moves are read for one game at a time. If there is no time limit, the costs are not read.
    """
    limits = {agent.name: (agent.limits or schedule.conditions.control.limits).time_s for agent in schedule.agents}
    timed = any(limit is not None for limit in limits.values())
    late: collections.Counter[str] = collections.Counter()
    games = []
    for game in store.games(costs=timed):
        if game.id not in planned:
            continue
        for move in game.moves:
            limit = limits.get(move.agent)
            if limit is not None and move.seconds > limit:
                late[move.agent] += 1
        games.append(attrs.evolve(game, moves=()) if timed else game)
    return tuple(games), dict(late)


def pair_results(games: Iterable[GameRecord]) -> list[PairResult]:
    """Return the results of the complete pairs of games. A result contains the two names in alphabetical order, and
    the points of the first name in each game."""
    halves: dict[str, GameRecord] = {}
    pairs = []
    for game in games:
        other = halves.pop(game.pair, None)
        if other is None:
            halves[game.pair] = game
            continue
        began, replied = (game, other) if game.first < game.second else (other, game)
        pairs.append((began.first, began.second, began.points, 1 - replied.points))
    return pairs


def _pairings(schedule: Schedule, store: Store, games: tuple[GameRecord, ...]) -> Iterable[Pairing]:
    scan = PairScan(schedule, store) if schedule.test is not None else None
    if scan is not None and scan.decision is not None:
        counted = scan.games
        games = tuple(game for game in games if game.id in counted)
    by_names: dict[frozenset[str], list[GameRecord]] = collections.defaultdict(list)
    for game in games:
        by_names[frozenset((game.first, game.second))].append(game)
    drafts = []
    for one, two in schedule.matches():
        between = by_names[frozenset((one.name, two.name))]
        drafts.append((one.name, two.name, between, _counts(one.name, pair_results(between))))
    adjusted = holm([counts.p_value for _, _, _, counts in drafts])
    for (one_name, two_name, between, counts), p_value in zip(drafts, adjusted, strict=True):
        tally, first = Tally(), Tally()
        for game in between:
            points = game.points if game.first == one_name else 1 - game.points
            tally.add(points)
            if game.first == one_name:
                first.add(points)
        distinct = len({_played(game) for game in between})
        judged, decision = (counts, None) if scan is None else (scan.counts, scan.decision)
        faulty = _faulty(one_name, between, scan)
        words = verdict(
            one_name, two_name, judged, decision, test=schedule.test, distinct_games=distinct, faults=faulty
        )
        said = decision if scan is not None else by_interval(judged)
        by_faults = faulty.decided(judged, said)
        yield Pairing(one_name, two_name, tally, first, judged, distinct, words, by_faults, p_value)


def _faulty(one: str, between: list[GameRecord], scan: PairScan | None) -> FaultyGames:
    """What faults did in the games of a pairing."""
    lost = tuple((name, kind, games) for name, kinds in faults_of(between).items() for kind, games in kinds.items())
    if scan is not None:
        return FaultyGames(lost, scan.clean_counts, scan.clean_decision)
    broken = {game.pair for game in between if game.fault is not None}
    others = pair_results(game for game in between if game.pair not in broken)
    counts = _counts(one, others)
    return FaultyGames(lost, counts, by_interval(counts))


def _counts(one: str, results: Iterable[PairResult]) -> PairCounts:
    """Count the pairs of a pairing by the points of `one`."""
    return PairCounts.of_points(
        began + replied if name == one else 2 - began - replied for name, _, began, replied in results
    )


def faults_of(games: Iterable[GameRecord]) -> dict[str, dict[str, int]]:
    """The number of games that each agent lost by each kind of fault."""
    found: dict[str, dict[str, int]] = {}
    for game in games:
        if game.termination in FAULTS and game.fault is not None:
            kinds = found.setdefault(game.fault, {})
            kinds[game.termination] = kinds.get(game.termination, 0) + 1
    return found


_REASON: Final = 120
"""A table shows at most `_REASON` characters of a fault's details."""


def reasons_of(games: Iterable[GameRecord]) -> dict[tuple[str, str], str]:
    """For each agent and kind of fault, return the details of the first game that the agent lost in this way. If a
    program crashed, the details end with the last line of the program's output."""
    found: dict[tuple[str, str], str] = {}
    for game in games:
        if game.termination in FAULTS and game.fault is not None and game.detail.strip():
            first, *rest = game.detail.strip().splitlines()
            reason = f"{first}: {rest[-1].strip()}" if rest and game.termination == "crash" else first
            found.setdefault((game.fault, game.termination), reason[:_REASON])
    return collections.defaultdict(str, found)


def summary_object(summary: Summary) -> dict[str, Any]:
    """The summary of a tournament as one JSON object, in which infinite numbers are null."""
    return {
        "game": summary.game,
        "tiers": dict(summary.tiers),
        "max_plies": summary.plies_allowed,
        "games": len(summary.games),
        "planned": summary.planned,
        "distinct": summary.distinct,
        "first_move": None if summary.first_move is None else _estimate_object(summary.first_move),
        "ratings": [
            {
                "name": rating.name,
                **_estimate_object(rating),
                "games": rating.games,
                "points": rating.points,
            }
            for rating in summary.ratings
        ],
        "pairings": [pairing_object(pairing) for pairing in summary.pairings],
        "terminations": dict(collections.Counter(game.termination for game in summary.games)),
        "faults": summary.faults,
        "reasons": [
            {"agent": agent, "termination": kind, "detail": text} for (agent, kind), text in summary.reasons.items()
        ],
        "late_moves": summary.late,
        "set_aside": summary.set_aside,
    }


def _estimate_object(found: Estimate | Rating) -> dict[str, float | None]:
    return {"elo": _finite(found.elo), "low": _finite(found.interval.low), "high": _finite(found.interval.high)}


def pairing_object(pairing: Pairing) -> dict[str, Any]:
    interval: Interval = pairing.counts.elo_interval()
    return {
        "one": pairing.one,
        "two": pairing.two,
        "wins": pairing.tally.wins,
        "draws": pairing.tally.draws,
        "losses": pairing.tally.losses,
        "wins_first": pairing.first.wins,
        "pentanomial": pairing.counts.counts,
        "elo": _finite(pairing.counts.elo),
        "low": _finite(interval.low),
        "high": _finite(interval.high),
        "superiority": pairing.counts.superiority,
        "adjusted_p": pairing.adjusted_p,
        "distinct": pairing.distinct,
        "verdict": pairing.verdict,
        "decided_by_faults": pairing.by_faults,
    }


def _finite(value: float | None) -> float | None:
    return None if value is None or value in (float("inf"), float("-inf")) else round(value, 3)
