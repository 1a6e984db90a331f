"""Functions for the settings of all searchers: validation, copies with changed settings, and random generators from
seeds.
"""

from __future__ import annotations

import copy
import dataclasses
import inspect
import random
from collections.abc import Mapping
from types import FunctionType
from typing import Any

import attrs

from advsearch.errors import InvalidSettings
from advsearch.protocol import TIERS, AnyGame, AnySearcher, EvaluatorReference, HasPly

# --- checks -----------------------------------------------------------------------------------------------------


def whole_number(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    """Raise an error if the value is not a whole number of at least 0. If the setting's default is None, None is also
    allowed.
    """
    if value is None and field.default is None:
        return
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidSettings(
            f"expected `{field.name}` of {_name(owner)} to be a whole number, at least 0, got {value!r}"
        )


def whole_number_or_none(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if value is not None:
        whole_number(owner, field, value)


def any_integer(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidSettings(f"expected `{field.name}` of {_name(owner)} to be a whole number, got {value!r}")


def known_ties(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if value not in ("first", "random"):
        raise InvalidSettings(f"expected `{field.name}` of {_name(owner)} to be 'first' or 'random', got {value!r}")


def known_tier(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if value not in TIERS:
        expected = " or ".join(map(repr, TIERS))
        raise InvalidSettings(f"expected `{field.name}` of {_name(owner)} to be {expected}, got {value!r}")


def true_or_false(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, bool):
        raise InvalidSettings(f"expected `{field.name}` of {_name(owner)} to be true or false, got {value!r}")


def usable_evaluator(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if value is None or isinstance(value, EvaluatorReference):
        return
    if isinstance(value, FunctionType):
        _check_parameters(owner, field, value)
    if callable(value):
        return
    raise InvalidSettings(
        f"expected `{field.name}` of {_name(owner)} to be a function of game, state and player, got {value!r}; "
        "to choose an evaluator by its name, use load_searcher"
    )


def _check_parameters(owner: object, field: attrs.Attribute[Any], function: FunctionType) -> None:
    """Raise an error for a function that cannot be called with a game, a state and a player."""
    code = function.__code__
    given = code.co_varnames[: code.co_argcount]
    least = len(given) - len(function.__defaults__ or ())
    name = function.__qualname__
    method = given[:1] == ("self",) and "." in name
    if least <= 3 <= len(given) and not method:
        return
    if code.co_flags & inspect.CO_VARARGS and least <= 3:
        return
    expected = f"expected `{field.name}` of {_name(owner)} to be a function of game, state and player, got {name}"
    if method:
        kind = name.rpartition(".")[0].rpartition(".")[2]
        raise InvalidSettings(f"{expected}, a method without its object; write {kind}().{function.__name__}")
    raise InvalidSettings(f"{expected}({', '.join(given)})")


def _name(owner: object) -> str:
    return type(owner).__name__


# --- settings of any searcher ------------------------------------------------------------------------------------


def settings_of(searcher: Any) -> dict[str, Any]:
    """The settings of a searcher by name. Fields of an attrs class or dataclass are settings. In any other class, the
    attributes of the object are settings.
    """
    if attrs.has(type(searcher)):
        return {field.alias: getattr(searcher, field.name) for field in attrs.fields(type(searcher)) if field.init}
    if dataclasses.is_dataclass(searcher):
        return {field.name: getattr(searcher, field.name) for field in dataclasses.fields(searcher) if field.init}
    return dict(vars(searcher)) if hasattr(searcher, "__dict__") else {}


def with_settings(searcher: AnySearcher, changes: Mapping[str, Any]) -> AnySearcher:
    """A copy of the searcher with the settings in `changes`."""
    if not changes:
        return searcher
    if attrs.has(type(searcher)):
        return attrs.evolve(searcher, **changes)  # type: ignore[misc]
    if dataclasses.is_dataclass(searcher) and not isinstance(searcher, type):
        return dataclasses.replace(searcher, **changes)
    changed = copy.copy(searcher)
    vars(changed).update(changes)
    return changed


def is_as_written(searcher: Any) -> bool:
    """Return whether a searcher runs somebody's program as it is written, on no tier and with a clock of its own. Its
    class says so in the attribute `as_written`."""
    return bool(getattr(searcher, "as_written", False))


# --- randomness -------------------------------------------------------------------------------------------------


def chance(game: AnyGame, state: Any, seed: int) -> random.Random:
    """The random generator of one search. The seed and the ply determine the generator, so the numbers are the same
    in every process.

    In games without the method `ply`, the seed and the number of legal actions determine the generator. If the seed
    alone determined the generator, a random player would draw the same number at every move.
    """
    moment = game.ply(state) if isinstance(game, HasPly) else len(game.actions(state))
    return random.Random(f"{seed}:{moment}")
