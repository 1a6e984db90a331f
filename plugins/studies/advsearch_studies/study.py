"""The parts of a study: agents, pairings, conditions, and published results."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from advsearch.limits import Limits


@attrs.frozen
class Agent:
    """One agent of a study."""

    name: str
    searcher: str
    limits: Limits | None = None
    """The agent's own limit of depth or nodes. The agent's own limit replaces the study's limit, but is ignored in
    runs with a clock."""
    share: float | None = None
    """The share of the study's nodes per move that the agent may use."""
    resigns: bool = False
    """Whether the agent resigns when its search has proved that it loses."""


@attrs.frozen
class Cell:
    """The published result of one agent against another. `won` has the number of games won in each batch; `won` is
    empty if no result was published."""

    agent: str
    opponent: str
    won: tuple[int, ...] = ()
    games: int = 0
    """The number of games in each batch."""

    @property
    def played(self) -> int:
        return self.games * len(self.won)

    @property
    def rate(self) -> float | None:
        """Games won divided by games played; None if nothing was published."""
        return sum(self.won) / self.played if self.played else None


@attrs.frozen
class Row:
    """An agent and its results against its opponents."""

    agent: str
    cells: tuple[Cell, ...]
    rate: float | None = None
    """The rate in per cent that the study's document prints; None if there is none."""

    @property
    def won(self) -> int:
        return sum(sum(cell.won) for cell in self.cells)

    @property
    def played(self) -> int:
        return sum(cell.played for cell in self.cells)

    @property
    def recomputed(self) -> float | None:
        """The rate that follows from the cells, as a number from 0 to 1; None if nothing was published."""
        return self.won / self.played if self.played else None

    def batches(self) -> list[float]:
        """The rate in each batch, as a number from 0 to 1."""
        number = min((len(cell.won) for cell in self.cells), default=0)
        games = sum(cell.games for cell in self.cells)
        return [sum(cell.won[batch] for cell in self.cells) / games for batch in range(number)]


@attrs.frozen
class Openings:
    """The openings of games. An opening is a number of random plies from the position `start`, or of plies that the
    agents choose. The default of `start` is the game's initial state. In the second game of a pair, the agents
    exchange seats and play the same opening."""

    random_plies: int = 0
    chosen_plies: int = 0
    start: str | None = None


@attrs.frozen
class Table:
    """A table of agents that played the same opponents, or of separate pairings."""

    name: str
    rows: tuple[Row, ...]
    field: bool = True
    """Whether all agents met the same opponents. If `field` is true, the rates of all rows can be compared."""
    game: str | None = None
    """The game of this table, if it differs from the study's game."""
    openings: Openings | None = None
    pairs: int | None = None
    """The number of pairs of games per pairing and batch in a full run. If `pairs` is None, the number in the budget
    is used."""
    visitors: bool = True
    """Whether the agent with the user's evaluator (the visitor) also plays in this table."""

    @property
    def opponents(self) -> tuple[str, ...]:
        """All opponents in the table, in the order in which they first appear."""
        return tuple(dict.fromkeys(cell.opponent for row in self.rows for cell in row.cells))

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(row.agent for row in self.rows)

    def settles(self, better: str, worse: str) -> bool:
        """Whether this table compares the two agents: they played each other, or they played the same opponents."""
        met = any({better, worse} == {cell.agent, cell.opponent} for cell in self.cells())
        return met or (self.field and {better, worse} <= set(self.agents))

    def cells(self) -> Iterator[Cell]:
        return itertools.chain.from_iterable(row.cells for row in self.rows)


@attrs.frozen
class Measure:
    """A statement of the study's document about how an agent plays. The measure's evaluator is called for each
    position after a move of the agent. The evaluator returns how well the position agrees with the statement. If
    `evaluator` is None, the statement is about how many legal actions the agent has."""

    text: str
    agent: str
    evaluator: str | None = None
    plies: tuple[int, int] | None = None
    """The range (start, stop) of the plies that count; None if all plies count."""


@attrs.frozen
class Runs:
    """A statement of the study's document about the differences between several runs. There were `runs` runs of an
    agent, with `games` games in each run."""

    text: str
    agent: str
    runs: int
    games: int


@attrs.frozen
class Budget:
    """The limits per move of a run, and its size: the pairs of games for each pairing and batch, and the number of
    batches."""

    limits: Limits
    pairs: int
    batches: int = 1
    agents: tuple[str, str] | None = None
    """The agents that replace the two agents of a headline; None if the claim's own agents play."""
    about: int | None = None
    """The approximate number of nodes per move, if the limit is a number of plies."""
    authors: bool = False
    """Whether this was the budget of the authors' program."""

    @property
    def nodes(self) -> int:
        """The number of nodes per move, by which the budgets of a headline are sorted."""
        return self.limits.nodes or self.about or 0


@attrs.frozen
class Claim:
    """A claim of the study's document: usually that one agent is better than another.

    A headline is a claim with budgets: the best-known claim of a study, measured at each of them, because a verdict
    holds only for its budget.
    """

    text: str
    better: str
    worse: str
    equal: bool = False
    """Whether the claim is that both agents are equally good."""
    budgets: tuple[Budget, ...] = ()
    """The budgets of a headline, in ascending order of nodes."""
    table: str = ""
    """The name of the table in which a headline is measured."""
    speed: str = ""
    """A sentence that gives the source of the authors' budget."""


@attrs.frozen
class Study:
    """A published experiment that can be repeated."""

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
    """The searcher that plays with the user's evaluator. The text contains a placeholder for the evaluator."""
    claims: tuple[Claim, ...] = ()
    measures: tuple[Measure, ...] = ()
    runs: tuple[Runs, ...] = ()
    evaluators: tuple[str, ...] = ()
    """The evaluators whose cost is reported."""

    @property
    def headlines(self) -> tuple[Claim, ...]:
        """The claims that are measured at several budgets."""
        return tuple(claim for claim in self.claims if claim.budgets)


EVALUATOR: Final = "{evaluator}"
"""The placeholder for the user's evaluator in the searcher `visitor` of a study."""
