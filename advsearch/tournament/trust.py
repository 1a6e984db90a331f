"""Check that a store names only objects that may be loaded. A store may come from another person, so its names are
looked up only among the installed games, searchers and evaluators.

A schedule file that a user runs is the user's own, so it may name files, modules and programs. In a store, names of
files, modules and programs are refused, because loading them runs code. The user can decide to trust a store.
"""

from __future__ import annotations

from collections.abc import Iterator

from advsearch.errors import InvalidSettings
from advsearch.specs import references_in
from advsearch.tournament.schedule import Schedule


def check_trusted(schedule: Schedule, store: str) -> None:
    """Raise an error if the game or an agent of a stored schedule names a file, a module or a program."""
    for code_kind, name in (*code_of_game(schedule), *code_of_agents(schedule)):
        raise InvalidSettings(
            f"the store {store!r} names code to run: {code_kind} {name!r}; add --trust if you trust the store, "
            "or run your own schedule file with 'advsearch tournament run'"
        )


def check_trusted_game(schedule: Schedule, store: str) -> None:
    """Raise an error if the game of a stored schedule names a file or a module. Commands that need only the game, and
    no agents, call this function."""
    for code_kind, name in code_of_game(schedule):
        raise InvalidSettings(
            f"the store {store!r} names code to run: {code_kind} {name!r}; add --trust if you trust the store"
        )


def names_code(schedule: Schedule) -> bool:
    """Whether a schedule names a file, a module or a program. A store whose schedule names code is resumed only if
    the user trusts the store."""
    return any((*code_of_game(schedule), *code_of_agents(schedule)))


def code_of_game(schedule: Schedule) -> Iterator[tuple[str, str]]:
    """Yield every name of a file or a module in the spec of the schedule's game."""
    for name in references_in(schedule.conditions.game):
        yield "game", str(name)


def code_of_agents(schedule: Schedule) -> Iterator[tuple[str, str]]:
    """Yield every file, module and program that the agents of a schedule name."""
    for agent in schedule.agents:
        what = f"agent {agent.name!r},"
        if agent.searcher is not None:
            for name in references_in(agent.searcher):
                yield what, str(name)
        if agent.callable is not None:
            yield what, agent.callable
        if agent.ugi is not None:
            yield what, agent.ugi
