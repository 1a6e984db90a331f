"""Schedules. A schedule determines every game's id, seats, opening and seed before play.

A schedule is a TOML file (docs/tournaments.md describes all its entries):

    game = "mygame(width=7)"
    seed = 1
    [openings]
    random_plies = 2
    count = 20              # each from both seats: 40 games per pairing
    [limits]
    nodes = 1000
    [[agents]]
    name = "one"
    searcher = "deepening(evaluator=mine.py:count)"
    [[agents]]
    name = "two"
    ugi = "path/to/program --its arguments"

The id of a game is a hash of everything that determines how the game is played. If agents or openings are added to a
file, the stored games keep their ids and are not played again.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.match.clock import TimeControl
from advsearch.ratings import SequentialTest
from advsearch.results import Tier
from advsearch.system.typed import read_as
from advsearch.tournament.openings import Opening

Kind: TypeAlias = Literal["round-robin", "gauntlet", "pairs"]
DEFAULT_GRACE_S: Final = 0.1
"""An answer may exceed its limit by `DEFAULT_GRACE_S` seconds before the agent loses on time. The summary counts all
late answers, also answers within the grace."""

DEFAULT_MAX_PLIES: Final = 1_000
"""If the schedule sets no limit, a game is a draw after `DEFAULT_MAX_PLIES` plies. The limit keeps a game without end
from blocking a run."""


def _canonical(part: Any) -> str:
    return json.dumps(part, sort_keys=True)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _digest(pair: str, turn: int) -> str:
    """Return the hash of one game of a pair. The game's id and seed are parts of the hash."""
    return _hash(f'["{pair}", {turn}]')


@attrs.frozen
class AgentSpec:
    """An agent in a schedule: a searcher, a Python function or a program. Exactly one of the fields `searcher`,
    `callable` and `ugi` is set. `searcher` is the text spec of a searcher. `callable` names a function, as
    `package.module:function` or `file.py:function`. `ugi` is the command line of a program. A function is called with
    game, state and limits.
    """

    name: str
    searcher: str | None = None
    callable: str | None = None
    ugi: str | None = None
    seed: int = 0
    limits: Limits | None = None
    """The agent's own limits, which replace the tournament's limits."""
    isolated: bool = False
    """Whether the agent runs in a separate process, which can be killed and measured. A program (`ugi`) always runs
    in a separate process."""
    memory_mb: int | None = None
    cpu_s: int | None = None
    """The seconds of processor time that the agent's process may take in all its games."""
    start_s: float | None = None
    """The seconds that a program may take until it is ready for a game."""
    options: Mapping[str, str] = attrs.field(factory=dict)
    """The options that are sent to a program by `setoption`."""
    resigns: bool = False
    """Whether the agent resigns when its own search has proved that it loses."""
    tier: Tier | None = None
    """The tier on which the agent searches if nodes are limited (see `tiers.record_tiers`). `tier` is None if the
    searcher's spec names a tier, or if the tier does not affect the agent's play."""
    text: str | None = None
    """The digest of the files and modules that the agent names (see `texts.record`), or None if it names none."""

    def definition(self) -> dict[str, Any]:
        """Return all settings that determine how the agent plays."""
        return {
            key: value
            for key, value in attrs.asdict(self).items()
            if key != "name" and value not in (None, {}, False, 0)
        }


@attrs.frozen
class Conditions:
    """The conditions under which every game of a tournament is played."""

    game: str
    seed: int = 0
    control: TimeControl = attrs.field(factory=lambda: TimeControl(grace_s=DEFAULT_GRACE_S))
    max_plies: int | None = None
    """The number of plies after which a game is adjudicated a draw. 0 means no limit; None means
    `DEFAULT_MAX_PLIES`."""

    text: str | None = None
    """The digest of the files and modules that `game` names (see `texts.record`), or None if it names none."""

    @property
    def plies_allowed(self) -> int | None:
        """The number of plies after which a game is adjudicated a draw; None if there is no limit."""
        return DEFAULT_MAX_PLIES if self.max_plies is None else self.max_plies or None

    def as_json(self) -> dict[str, Any]:
        return {key: value for key, value in attrs.asdict(self).items() if key != "text" or value is not None}


@attrs.frozen
class Slot:
    """One game of a schedule, which may not have been played yet."""

    id: str
    pair: str
    first: AgentSpec
    second: AgentSpec
    opening: Opening
    seed: int
    follows: str | None = None
    """The id of the game whose opening this game replays, or None. If agents choose the opening in the first game of
    a pair, the second game replays the chosen plies with exchanged seats."""


@attrs.frozen
class Schedule:
    conditions: Conditions
    agents: tuple[AgentSpec, ...]
    openings: tuple[Opening, ...]
    kind: Kind = "round-robin"
    pairings: tuple[tuple[str, str], ...] = ()
    """For kind "pairs": the names of the agents that play each other."""
    test: SequentialTest | None = None
    """The sequential test of a match of two agents; the match ends as soon as the test has decided."""
    mixed_tiers: bool = False
    """Whether agents may run on different tiers under a clock."""

    def to_text(self) -> str:
        """Return the whole schedule as JSON. The store keeps this text for runs that are resumed."""
        return json.dumps(attrs.asdict(self))

    @classmethod
    def from_text(cls, text: str) -> Schedule:
        """Read the text of a schedule from a store. Raises `InvalidSettings` if the text is not a schedule."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise InvalidSettings("expected the stored schedule to be JSON, got other text") from None
        found: Schedule = read_as(cls, data, "the stored schedule")
        check_agents(found.agents)
        named = {agent.name for agent in found.agents}
        if unknown := sorted({name for pairing in found.pairings for name in pairing} - named):
            raise InvalidSettings(f"expected `pairings` of the stored schedule to name agents, got {unknown[0]!r}")
        return found

    def matches(self) -> list[tuple[AgentSpec, AgentSpec]]:
        """Return the pairings of agents in a schedule. The first agent of a pairing moves first in the first game of
        each pair. If the agents choose the openings, the two agents of a pairing take turns in moving first."""
        if self.kind == "round-robin":
            return list(itertools.combinations(self.agents, 2))
        if self.kind == "gauntlet":
            return [(self.agents[0], other) for other in self.agents[1:]]
        named = {agent.name: agent for agent in self.agents}
        return [(named[a], named[b]) for a, b in self.pairings]

    def slots(self) -> Iterator[Slot]:
        """Yield every game of the schedule, opening by opening. If a run is stopped early, every pairing has played
        about the same number of games. The two games of a pair are adjacent."""
        for pair, one, two, opening in self._pairs():
            first = self._slot(pair, 0, one, two, opening, None)
            yield first
            yield self._slot(pair, 1, two, one, opening, first.id if opening.chosen else None)

    def ids(self) -> set[str]:
        """The ids of all games in the schedule."""
        return {_digest(pair, turn)[:16] for pair, _, _, _ in self._pairs() for turn in (0, 1)}

    def _pairs(self) -> Iterator[tuple[str, AgentSpec, AgentSpec, Opening]]:
        """Yield, for every pair of games, the pair's id, the two agents, and the opening. The first of the two agents
        moves first in the pair's first game."""
        base = _canonical(self.conditions.as_json())
        # computed once, because 50 agents and 1,000 openings make 2.4 million games
        sides, turned = _written(self.matches()), _written((two, one) for one, two in self.matches())
        for opening in self.openings:
            key = _canonical(opening.key)
            # the agent that moves first chooses first, and the pair's second game replays the opening, so the two
            # alternate
            for one, two, both in turned if opening.chosen and opening.number % 2 else sides:
                yield _hash(f"[{base}, {both}, {key}]")[:16], one, two, opening

    def _slot(
        self, pair: str, turn: int, first: AgentSpec, second: AgentSpec, opening: Opening, follows: str | None
    ) -> Slot:
        digest = _digest(pair, turn)
        return Slot(digest[:16], pair, first, second, opening, int(digest[16:31], 16), follows)

    @property
    def games(self) -> int:
        return 2 * len(self.openings) * len(self.matches())


def _written(matches: Iterable[tuple[AgentSpec, AgentSpec]]) -> list[tuple[AgentSpec, AgentSpec, str]]:
    return [
        (one, two, _canonical([(agent.name, agent.definition()) for agent in (one, two)])) for one, two in matches
    ]


def changed(schedule: Schedule, earlier: Schedule) -> Iterator[str | None]:
    """Yield the name of each agent that differs between two schedules, because its text or its tier differs. First,
    yield None if the game differs."""
    if schedule.conditions.text != earlier.conditions.text:
        yield None
    before = {agent.name: agent.definition() for agent in earlier.agents}
    for agent in schedule.agents:
        if agent.name in before and agent.definition() != before[agent.name]:
            yield agent.name


def check_agents(agents: Sequence[AgentSpec]) -> None:
    """Check that agents have different printable names. Check that each agent sets exactly one of `searcher`,
    `callable` and `ugi`."""
    if len(agents) < 2:
        raise InvalidSettings(f"expected at least two agents, got {len(agents)}")
    seen: set[str] = set()
    for agent in agents:
        if not agent.name or not agent.name.isprintable() or len(agent.name) > 200:
            raise InvalidSettings(f"expected an agent's name to be a short printable string, got {agent.name!r}")
        if agent.name in seen:
            raise InvalidSettings(f"two agents are called {agent.name!r}; rename one agent")
        seen.add(agent.name)
        kinds = [kind for kind in ("searcher", "callable", "ugi") if getattr(agent, kind) is not None]
        if len(kinds) != 1:
            raise InvalidSettings(
                f"expected agent {agent.name!r} to have one of `searcher`, `callable` and `ugi`, "
                f"got {' and '.join(kinds) or 'none'}"
            )
