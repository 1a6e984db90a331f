"""The results of a study: the published number and the new number for each cell, row and difference of a table. In
the code, "ours" means the new games that advsearch played.

Games from the same opening are not independent, so the opening is the unit of the statistics. From each opening, an
agent plays in both seats against all its opponents. One observation is the agent's share of the points from one
opening. An agent's rate is its mean share of the points per opening. Two agents are compared opening by opening.
"""

from __future__ import annotations

import collections
import itertools
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final, Literal, TypeAlias

import attrs

from advsearch.ratings.means import Interval, Mean, mean_of, wilson
from advsearch.ratings.verdict import holm
from advsearch.tournament.records import GameRecord
from advsearch_studies.plan import OURS, Part, Plan
from advsearch_studies.statistics import (
    Answer,
    answer,
    sample_deviation,
    significant,
    z_between,
    z_from_half,
)
from advsearch_studies.study import Cell, Claim, Row, Runs, Table

LEVEL: Final = 0.05
MARGIN: Final = 0.03
"""If two rates differ by less than 3 per cent of the points (about 20 Elo), the agents count as equally good."""
ALIKE: Final = 4
"""If all games of two agents repeat at most `ALIKE` different games, the results do not depend on chance. Two
openings, each played from both seats, give four different games."""
Unit: TypeAlias = tuple[int, str]
"""The number of a batch, and the name of an opening in the batch."""
Points: TypeAlias = dict[tuple[str, str], dict[Unit, float]]
"""`points[agent, opponent][unit]` is the agent's share of the points from one opening, played in both seats."""


@attrs.frozen
class CellResult:
    """The result of one agent against another."""

    agent: str
    opponent: str
    published: float | None
    published_games: int
    published_interval: Interval | None
    ours: Mean
    games: int
    distinct: int
    faults: int

    @property
    def alike(self) -> bool:
        return without_chance(self.games, self.distinct)

    @property
    def agrees(self) -> bool | None:
        """Whether chance may explain the difference between the published rate and the rate in the new games. If a
        rate is missing, the result is None."""
        if self.published is None or self.published_interval is None or self.ours.units < 2:
            return None
        theirs, mine = self.published_interval, self.ours.interval
        gap = abs(self.published - self.ours.mean)
        return gap <= math.hypot(theirs.high - theirs.low, mine.high - mine.low) / 2


@attrs.frozen
class RowResult:
    """The result of one agent against all its opponents. The opponents of an agent are called its field."""

    agent: str
    printed: float | None
    recomputed: float | None
    published_games: int
    published_batches: tuple[float, ...]
    ours: Mean
    games: int
    batches: tuple[float, ...]

    @property
    def deviation(self) -> float | None:
        """The standard deviation of the agent's rates in the batches of the new games."""
        return sample_deviation(self.batches)


@attrs.frozen
class Difference:
    """The difference between two agents: the published difference and the difference in the new games."""

    better: str
    worse: str
    against: str
    """How the agents are compared: `the field`, `each other` or, for example, `each other, the 11x9 board`."""
    published: float | None
    published_games: int
    z: float | None
    ours: Mean
    games: int
    published_games_of_worse: int = 0
    """The worse agent's published games; the same as `published_games` if the agents played each other."""
    p_value: float = 1.0
    """The p value of `ours` if there is no true difference, adjusted for the number of tested differences."""
    text: str = ""
    """The sentence in the study's document that claims the difference."""
    equal: bool = False
    """Whether the sentence in `text` claims that there is no difference."""
    distinct: int | None = None
    """The number of different games between the two agents; None if they did not play each other."""

    @property
    def alike(self) -> bool:
        return self.distinct is not None and without_chance(self.games, self.distinct)

    @property
    def level(self) -> bool:
        """Whether the verdict is `not decidable`, and the whole interval lies between `-MARGIN` and `MARGIN`."""
        low, high = self.ours.interval.low, self.ours.interval.high
        return self.at_ours == "not decidable" and self.ours.units > 1 and low >= -MARGIN and high <= MARGIN

    @property
    def at_theirs(self) -> Answer | None:
        """Whether the published number of games is enough to show the published difference."""
        if self.z is None:
            return None
        return "supported" if significant(self.z) else "not decidable"

    @property
    def which(self) -> Literal["ahead", "behind", "level", "not decidable"]:
        """Whether the new games show that the first agent is ahead, or behind, or neither."""
        if self.alike:
            return "ahead" if self.ours.mean > 0 else "behind" if self.ours.mean < 0 else "level"
        if self.p_value >= LEVEL or answer(1.0, self.ours) == "not decidable":
            return "not decidable"
        return "ahead" if self.ours.mean > 0 else "behind"

    @property
    def at_ours(self) -> Answer:
        """Whether the new games support the claim. If the claim is a difference, the new games must confirm the sign
        of the difference. If the claim is equality, the new games must show that the agents are equally good."""
        if self.alike:  # no other games are possible, so nothing depends on chance
            return "supported" if (self.ours.mean == 0 if self.equal else self.ours.mean > 0) else "refuted"
        if self.equal:
            low, high = self.ours.interval.low, self.ours.interval.high
            if self.p_value < LEVEL:
                return "refuted"
            return "supported" if self.ours.units > 1 and low >= -MARGIN and high <= MARGIN else "not decidable"
        found = answer(1.0 if self.published is None else self.published or 1.0, self.ours)
        return found if self.p_value < LEVEL else "not decidable"


@attrs.frozen
class TableResult:
    table: Table
    cells: tuple[CellResult, ...]
    rows: tuple[RowResult, ...]
    differences: tuple[Difference, ...]


@attrs.frozen
class Games:
    """The stored games of all batches of one table."""

    table: Table
    visitor: str | None
    by_batch: Mapping[int, tuple[GameRecord, ...]]

    def all(self) -> Iterator[GameRecord]:
        return itertools.chain.from_iterable(self.by_batch.values())


def gather(plan: Plan, games: Iterable[tuple[Part, Iterable[GameRecord]]]) -> list[Games]:
    """The games of each table of a plan. Stored games that are not in the plan are ignored."""
    found: dict[str, dict[int, tuple[GameRecord, ...]]] = {table.name: {} for table in plan.study.tables}
    for part, records in games:
        found[part.table.name][part.batch] = planned_games(part, records)
    name = None if plan.visitor is None else plan.visitor.name
    return [Games(table, name if table.visitors else None, found[table.name]) for table in plan.study.tables]


def planned_games(part: Part, records: Iterable[GameRecord]) -> tuple[GameRecord, ...]:
    """The games of a store that belong to the schedule of this part."""
    planned = part.schedule.ids()
    return tuple(record for record in records if record.id in planned)


def without_chance(games: int, distinct: int) -> bool:
    return 0 < distinct <= ALIKE and games > 2 * distinct


def table_result(games: Games) -> TableResult:
    """The published results and the new results of a table."""
    points, by_meeting = _points(games), _by_meeting(games)
    rows = [*games.table.rows]
    if games.visitor is not None:
        there = dict.fromkeys((*games.table.opponents, *games.table.agents))
        opponents = [opponent for opponent in there if (games.visitor, opponent) in points]
        rows.append(Row(games.visitor, tuple(Cell(games.visitor, opponent) for opponent in opponents)))
    cells = tuple(_cell(cell, points, by_meeting) for row in rows for cell in row.cells)
    results = tuple(_row(row, points) for row in rows) if games.table.field else ()
    differences = _of_rows(rows, points) if games.table.field else _of_cells(rows, points, by_meeting)
    return TableResult(games.table, cells, results, adjusted(differences))


def claim_results(claims: Iterable[Claim], tables: Sequence[Games]) -> tuple[Difference, ...]:
    """The results for the claims of the study's document. Each claim is measured in every table in which its two
    agents can be compared. The p values are adjusted for the number of all claims."""
    prepared = [(games, _points(games), _by_meeting(games)) for games in tables]
    found = []
    for claim in claims:
        for games, points, by_meeting in prepared:
            each = _of_claim(claim, games.table, points, by_meeting)
            if each is not None:
                elsewhere = games.table.game is not None or (games.table.field and games is not tables[0])
                where = f"{each.against}, {games.table.name}" if elsewhere else each.against
                found.append(attrs.evolve(each, against=where))
    return adjusted(found)


def settle(claim: Claim, games: Games) -> Difference | None:
    """The result for a claim in one table. The p value is not adjusted for the number of claims. If the table does
    not compare the agents, the result is None."""
    return _of_claim(claim, games.table, _points(games), _by_meeting(games))


def range_of_runs(runs: Runs, tables: Sequence[Games]) -> Mean:
    """The mean difference between an agent's best and worst run. Each run is a random part of the new games."""
    for games in tables:
        for row in games.table.rows if games.table.field else ():
            if row.agent == runs.agent:
                shares = list(_shares(row, _points(games)).values())
                random.Random("runs").shuffle(shares)
                length = max(1, runs.games // (2 * len(row.cells)))
                means = [fmean(shares[at : at + length]) for at in range(0, len(shares) - length + 1, length)]
                groups = range(0, len(means) - runs.runs + 1, runs.runs)
                each = [means[at : at + runs.runs] for at in groups]
                return mean_of([max(group) - min(group) for group in each], 0.0, 1.0)
    return mean_of([])


Meetings: TypeAlias = Mapping[tuple[str, str], Sequence[GameRecord]]


def _by_meeting(games: Games) -> Meetings:
    found: dict[tuple[str, str], list[GameRecord]] = collections.defaultdict(list)
    for game in games.all():
        found[_both(game.first, game.second)].append(game)
    return found


def _both(one: str, two: str) -> tuple[str, str]:
    return min(one, two), max(one, two)


def _distinct(games: Iterable[GameRecord]) -> int:
    return len({(game.first, game.start, game.actions) for game in games})


def _points(games: Games) -> Points:
    found: Points = collections.defaultdict(dict)
    for batch, records in games.by_batch.items():
        halves: dict[str, GameRecord] = {}
        for game in records:
            other = halves.pop(game.pair, None)
            if other is None:
                halves[game.pair] = game
                continue
            unit = batch, " ".join(game.opening) if game.opening == other.opening and game.opening else game.pair
            share = (game.points + 1 - other.points) / 2
            found[game.first, game.second][unit] = share
            found[game.second, game.first][unit] = 1 - share
    return found


def _cell(cell: Cell, points: Points, games: Meetings) -> CellResult:
    between = games.get(_both(cell.agent, cell.opponent), [])
    published = wilson(sum(cell.won) / cell.played, cell.played) if cell.played else None
    return CellResult(
        cell.agent,
        cell.opponent,
        cell.rate,
        cell.played,
        published,
        mean_of(list(points.get((cell.agent, cell.opponent), {}).values()), 0.0, 1.0),
        len(between),
        _distinct(between),
        sum(game.fault is not None for game in between),
    )


def _shares(row: Row, points: Points) -> dict[Unit, float]:
    """An agent's share of the points from each opening, over all opponents. Openings that the agent has not yet
    played against all opponents are ignored."""
    each = [points.get((row.agent, cell.opponent), {}) for cell in row.cells]
    common = set(each[0]).intersection(*each[1:]) if each else set()
    return {unit: sum(cell[unit] for cell in each) / len(each) for unit in sorted(common)}


def _row(row: Row, points: Points) -> RowResult:
    shares = _shares(row, points)
    batches = collections.defaultdict(list)
    for (batch, _), share in shares.items():
        batches[batch].append(share)
    return RowResult(
        row.agent,
        row.rate,
        row.recomputed,
        row.played,
        tuple(row.batches()),
        mean_of(list(shares.values()), 0.0, 1.0),
        2 * len(shares) * len(row.cells),
        tuple(sum(each) / len(each) for _, each in sorted(batches.items())),
    )


def _of_rows(rows: Sequence[Row], points: Points) -> list[Difference]:
    """The differences between all pairs of agents with published rates, the agent with the higher rate first. The
    user's agent is also compared with every other agent."""
    found = []
    for one, two in itertools.combinations(rows, 2):
        if one.played and two.played and one.recomputed != two.recomputed:
            better, worse = (two, one) if (two.recomputed or 0) > (one.recomputed or 0) else (one, two)
            found.append(_between(better, worse, points))
        elif two.agent.startswith(OURS):
            found.append(_between(two, one, points))
    return found


def _between(better: Row, worse: Row, points: Points) -> Difference:
    """The difference between two agents that played the same opponents, compared opening by opening."""
    shares, others = _shares(better, points), _shares(worse, points)
    common = sorted(set(shares) & set(others))
    ours = mean_of([shares[unit] - others[unit] for unit in common], -1.0, 1.0)
    gap, z = None, None
    if better.played and worse.played:
        gap = (better.recomputed or 0) - (worse.recomputed or 0)
        z = z_between(better.won, better.played, worse.won, worse.played)
    games = 2 * len(common) * len(better.cells)
    played = (better.played, worse.played) if z is not None else (0, 0)
    return Difference(better.agent, worse.agent, "the field", gap, played[0], z, ours, games, played[1])


def _of_cells(rows: Sequence[Row], points: Points, games: Meetings) -> list[Difference]:
    """The difference for each pairing with a published result, and for each pairing of the user's agent. If the table
    has no published result, the differences of all pairings are returned."""
    found = []
    cells = [cell for row in rows for cell in row.cells]
    silent = not any(cell.played for cell in cells)
    for cell in cells:
        if not (cell.played or silent or cell.agent.startswith(OURS)):
            continue
        won, ahead = sum(cell.won), 2 * sum(cell.won) >= cell.played
        better, worse = (cell.agent, cell.opponent) if ahead else (cell.opponent, cell.agent)
        gap, z = None, None
        if cell.played:
            won = won if ahead else cell.played - won
            gap, z = won / cell.played - 0.5, z_from_half(won, cell.played)
        found.append(
            attrs.evolve(
                _met(better, worse, points, games),
                published=gap,
                published_games=cell.played,
                published_games_of_worse=cell.played,
                z=z,
            )
        )
    return found


def _met(better: str, worse: str, points: Points, games: Meetings) -> Difference:
    """The difference between two agents that played each other, as the first agent's rate minus 0.5."""
    shares = points.get((better, worse), {}).values()
    ours = mean_of([share - 0.5 for share in shares], -0.5, 0.5)
    distinct = _distinct(games.get(_both(better, worse), ()))
    return Difference(better, worse, "each other", None, 0, None, ours, 2 * ours.units, distinct=distinct)


def _of_claim(claim: Claim, table: Table, points: Points, games: Meetings) -> Difference | None:
    named = {row.agent: row for row in table.rows}
    if any({claim.better, claim.worse} == {cell.agent, cell.opponent} for cell in table.cells()):
        found = _met(claim.better, claim.worse, points, games)
    elif table.field and claim.better in named and claim.worse in named:
        found = _between(named[claim.better], named[claim.worse], points)
    else:
        return None
    return attrs.evolve(found, text=claim.text, equal=claim.equal)


def adjusted(differences: Sequence[Difference]) -> tuple[Difference, ...]:
    """The differences, with p values adjusted for the number of differences (Holm)."""
    values = holm([each.ours.p_value for each in differences])
    return tuple(attrs.evolve(each, p_value=p) for each, p in zip(differences, values, strict=True))
