"""Reads the settings of a searcher under test, and makes copies of it with other settings."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Final

from advsearch.search.settings import settings_of
from advsearch.search.settings import with_settings as replaced
from advsearch.testing.answers import Call
from advsearch.testing.trees import estimate

TABLE_SETTINGS: Final = ("table", "table_size", "table_entries")


def is_searcher(thing: Any) -> bool:
    return inspect.isroutine(getattr(thing, "search", None))


def is_frozen(thing: Any) -> bool:
    """Whether a searcher's class is frozen, so that a search cannot change the object."""
    if not is_searcher(thing):
        return False
    try:
        thing.advsearch_testing_mark = True
    except AttributeError:  # raised by frozen attrs classes, dataclasses and slots
        return True
    del thing.advsearch_testing_mark
    return False


def has_setting(searcher: Any, *names: str) -> bool:
    """Whether a searcher has a setting with one of the given names. Settings of inner searchers count, too."""
    settings = settings_of(searcher)
    inner = [_inner(settings[name]) for name in settings]
    return any(name in settings for name in names) or any(has_setting(each, *names) for each in inner if each)


def changes_for(call: Call) -> dict[str, Any]:
    """Return the settings that a call changes in a searcher: the evaluator and the depth, which is a number of
    simulations for a searcher that makes them. A call may also change the table size and the seed.
    """
    changes: dict[str, Any] = {
        "evaluator": call.evaluator or estimate,
        "depth": call.depth if call.own_depth is None else call.own_depth,
        "simulations": call.depth,
    }
    if call.table_size is not None:
        changes.update(dict.fromkeys(TABLE_SETTINGS, call.table_size))
    if call.seed is not None:
        changes["seed"] = call.seed
    return changes


def _inner(setting: Any) -> Any:
    return setting if is_searcher(setting) and not inspect.isclass(setting) else None


def draws_ties(searcher: Any) -> bool:
    """Whether a searcher chooses at random among equally good actions. A searcher with random ties enters more
    positions, because the search has to find all best actions.
    """
    settings = settings_of(searcher)
    inner = (_inner(setting) for setting in settings.values())
    return settings.get("ties") == "random" or any(draws_ties(each) for each in inner if each)


def with_settings(searcher: Any, changes: Mapping[str, Any]) -> Any:
    """Return a copy of a searcher with other settings. Settings that the searcher does not have are ignored. If the
    searcher contains another searcher, only the inner searcher gets the table size.
    """
    known = settings_of(searcher)
    inner = {name: with_settings(each, changes) for name in known if (each := _inner(known[name]))}
    mine = {name: value for name, value in changes.items() if name in known}
    if inner:
        mine = {name: value for name, value in mine.items() if name not in TABLE_SETTINGS}
    mine.update(inner)
    return replaced(searcher, mine)
