"""Check before the first game whether a schedule's agents can play.

If agents were not checked, an agent with a misspelt evaluator would lose every game and look weak.
"""

from __future__ import annotations

import shutil

from advsearch.binding import check_settings
from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.match import function_agent
from advsearch.plugins.registry import Registry
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.worker import reference_of
from advsearch.ugi.child import program_words


def check_entrants(schedule: Schedule, registry: Registry, *, here: bool = True) -> None:
    """Raise an error if a schedule names a game, searcher, evaluator or function that does not exist. If `here` is
    true, games are played on this machine, and a missing program is an error too."""
    game = registry.game(schedule.conditions.game)
    for agent in schedule.agents:
        try:
            if agent.searcher is not None:
                check_settings(registry.searcher(agent.searcher), game)
            elif agent.callable is not None:
                function_agent(reference_of(agent), agent.name)
            elif agent.ugi is not None and here:
                _check_program(agent.ugi)
        except AdvsearchError as error:
            raise type(error)(f"agent {agent.name!r}: {error}") from error


def _check_program(command: str) -> None:
    program = program_words(command)[0]
    if shutil.which(program) is None:
        raise InvalidSettings(f"expected a program that can be started, got {program!r}")
