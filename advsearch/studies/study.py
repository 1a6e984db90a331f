"""What a study is: agents, pairings, conditions, and the published results."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from advsearch.limits import Limits

EVALUATOR: Final = "{evaluator}"
"""The place of the user's own evaluator in the study's `visitor` searcher."""


@attrs.frozen
class Agent:
    """One player of a study."""

    name: str
    searcher: str
    limits: Limits | None = None
    """Its own depth or nodes, in place of the study's except under a clock."""
    share: float | None = None
    """Its share of the study's nodes."""
    resigns: bool = False
    """Whether it gives up once its search has proved that it loses."""


@attrs.frozen
class Cell:
    """What was published of one agent against another: games won, batch by batch; empty where nothing was."""

    agent: str
    opponent: str
    won: tuple[int, ...] = ()
    games: int = 0
    """Of each batch."""

    @property
    def played(self) -> int:
        return self.games * len(self.won)

    @property
    def rate(self) -> float | None:
        """Won of one."""
        return sum(self.won) / self.played if self.played else None


@attrs.frozen
class Row:
    """An agent against its opponents."""

    agent: str
    cells: tuple[Cell, ...]
    rate: float | None = None
    """The rate as it was printed, in per cent, where one was."""

    @property
    def won(self) -> int:
        return sum(sum(cell.won) for cell in self.cells)

    @property
    def played(self) -> int:
        return sum(cell.played for cell in self.cells)

    @property
    def recomputed(self) -> float | None:
        """The rate the cells add up to, of one."""
        return self.won / self.played if self.played else None

    def batches(self) -> list[float]:
        """The rate of each batch, of one."""
        number = min((len(cell.won) for cell in self.cells), default=0)
        games = sum(cell.games for cell in self.cells)
        return [sum(cell.won[batch] for cell in self.cells) / games for batch in range(number)]


@attrs.frozen
class Openings:
    """What games begin with: random plies, from `start` if that is not the game's own beginning; or plies that the
    agents choose, which the second game of a pair replays with the seats swapped."""

    random_plies: int = 0
    chosen_plies: int = 0
    start: str | None = None


@attrs.frozen
class Table:
    """Agents that met the same field, or pairings one by one."""

    name: str
    rows: tuple[Row, ...]
    field: bool = True
    """Whether all rows met the same opponents, so that their rates can be compared."""
    game: str | None = None
    """In place of the study's."""
    openings: Openings | None = None
    pairs: int | None = None
    """Of games for each pairing and batch of a full run, where not the budget's."""
    visitors: bool = True
    """Whether a visitor's evaluator plays here, too."""

    @property
    def opponents(self) -> tuple[str, ...]:
        """All of them, in the order of their first meeting."""
        return tuple(dict.fromkeys(cell.opponent for row in self.rows for cell in row.cells))

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(row.agent for row in self.rows)

    def settles(self, better: str, worse: str) -> bool:
        """Whether the two met each other here, or the same field."""
        met = any({better, worse} == {cell.agent, cell.opponent} for cell in self.cells())
        return met or (self.field and {better, worse} <= set(self.agents))

    def cells(self) -> Iterator[Cell]:
        return itertools.chain.from_iterable(row.cells for row in self.rows)


@attrs.frozen
class Claim:
    """A sentence of the document that says one agent is better than another."""

    text: str
    better: str
    worse: str
    equal: bool = False
    """Whether it says instead that both are equally good."""


@attrs.frozen
class Measure:
    """A sentence of the document about how an agent plays: an evaluator that says so of positions it moved to, or
    without one how many actions it had."""

    text: str
    agent: str
    evaluator: str | None = None
    plies: tuple[int, int] | None = None
    """From the first of these up to the second, where not everywhere."""


@attrs.frozen
class Runs:
    """A sentence of the document about how alike an agent's runs were: that many of so many games each."""

    text: str
    agent: str
    runs: int
    games: int


@attrs.frozen
class Budget:
    """How much of it is run: limits of a move, pairs of games a pairing and batch, batches."""

    limits: Limits
    pairs: int
    batches: int = 1


@attrs.frozen
class Stage:
    """One budget at which a headline claim is measured."""

    limits: Limits
    pairs: int | None = None
    """Pairs of games for each pairing and batch, where not the table's."""
    batches: int | None = None
    """Where not the study's."""
    agents: tuple[str, str] | None = None
    """The agents that play as the better and the worse one of the claim, where not the claim's own."""
    about: int | None = None
    """The nodes a move that this budget comes to, where it counts plies."""
    authors: bool = False
    """Whether the authors' program searched this much."""

    @property
    def nodes(self) -> int:
        """Nodes a move, by which budgets are put in order."""
        return self.limits.nodes or self.about or 0


@attrs.frozen
class Headline:
    """The claim a study is known for, measured at several budgets: a verdict at one budget holds for that one."""

    claim: Claim
    stages: tuple[Stage, ...]
    """In the order of their nodes."""
    table: str
    """The table it is measured in."""
    speed: str = ""
    """How the authors' budget is known."""


@attrs.frozen
class Study:
    """A published experiment."""

    name: str
    title: str
    about: str
    game: str
    agents: Mapping[str, Agent]
    tables: tuple[Table, ...]
    openings: Openings
    full: Budget
    quick: Budget
    clock_s: float
    visitor: str | None = None
    """The searcher that a visitor's evaluator is put into."""
    claims: tuple[Claim, ...] = ()
    headlines: tuple[Headline, ...] = ()
    measures: tuple[Measure, ...] = ()
    runs: tuple[Runs, ...] = ()
    evaluators: tuple[str, ...] = ()
    """The evaluators whose cost is reported."""
