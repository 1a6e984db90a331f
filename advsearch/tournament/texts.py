"""Record with a schedule what its agents and its game are made of: the text of files, and the tier of searches.

The digests become part of the ids of games. If a file is edited, the games of its earlier text stay in the store, and
the schedule has new games to play.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import attrs

from advsearch.errors import InvalidNotation, InvalidSettings
from advsearch.plugins.registry import Registry
from advsearch.plugins.texts import digest_of
from advsearch.protocol import Tier
from advsearch.specs import Reference, reference_in, references_in
from advsearch.tournament.schedule import AgentSpec, Schedule, changed
from advsearch.tournament.tiers import record_tiers
from advsearch.ugi.child import program_words


def record(schedule: Schedule, registry: Registry, asked: Tier | None = None) -> Schedule:
    """Return the schedule with the digest of each text that it names, and with the tier of each agent (see
    `record_tiers`)."""
    return record_tiers(record_texts(schedule), registry, asked)


def record_texts(schedule: Schedule) -> Schedule:
    """Return the schedule with the digest of each text that it names now."""
    return attrs.evolve(
        schedule,
        conditions=attrs.evolve(schedule.conditions, text=text_of_game(schedule.conditions.game)),
        agents=tuple(attrs.evolve(agent, text=text_of_agent(agent)) for agent in schedule.agents),
    )


def record_again(schedule: Schedule, registry: Registry) -> Schedule:
    """Return a stored schedule with the present texts. The tier of an agent is decided again if a text changed."""
    fresh = record_texts(schedule)
    names = set(changed(fresh, schedule))
    agents = (
        attrs.evolve(agent, tier=None) if not names.isdisjoint((None, agent.name)) else agent
        for agent in fresh.agents
    )
    return record_tiers(attrs.evolve(fresh, agents=tuple(agents)), registry)


def text_of_game(game: str) -> str | None:
    """Return the digest of the files and modules that the spec of a game names."""
    return digest_of(references_in(game))


def text_of_agent(agent: AgentSpec) -> str | None:
    """Return the digest of the files and modules that an agent names. For a program these are the files in its
    command line."""
    if agent.ugi is not None:
        words = program_words(agent.ugi)
        return digest_of(_references_of(words), words)
    if agent.callable is not None:
        return digest_of(_reference(agent.callable))
    return digest_of(references_in(agent.searcher))


def _references_of(words: list[str]) -> Iterator[Reference]:
    """Yield what a command line names as `file.py:name`, and the module after `-m`."""
    for before, word in itertools.pairwise(words):
        if before == "-m":
            yield Reference(word, "__main__")
        yield from (each for each in references_in(word) if each.is_file)


def _reference(name: str) -> list[Reference]:
    try:
        found = reference_in(name)
    except InvalidNotation:  # making the agent reports the error
        found = None
    return [] if found is None else [found]


def check_unchanged(schedule: Schedule, store: str, option: str) -> None:
    """Raise an error if a text that a stored schedule names has changed since its last run."""
    names = list(changed(record_texts(schedule), schedule))
    if names:
        who = " and ".join("the game" if name is None else f"agent {name!r}" for name in names)
        raise InvalidSettings(
            f"{who} changed after the last run of {store!r}; add {option} to play the games of {who} again with the "
            "new text, or put the old text back; the games of the old text stay in the store"
        )
