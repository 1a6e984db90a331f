"""What the settings of all searchers have in common: how they are checked, filled in and seeded."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar, cast

import attrs

from advsearch.errors import InvalidSettings
from advsearch.protocol import AnyGame, Evaluator, EvaluatorReference, HasPly, Ties

EvaluatorSetting: TypeAlias = Evaluator | EvaluatorReference | None
"""An evaluator or a name for one; None is the game's default for searchers made from text, else 0 everywhere."""

AnySearcher = TypeVar("AnySearcher")


# --- checks -----------------------------------------------------------------------------------------------------


def whole_number(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    """At least 0; None where that is the default."""
    if value is None and field.default is None:
        return
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidSettings(
            f"expected {field.name} of {_name(owner)} to be a whole number, at least 0, got {value!r}"
        )


def any_integer(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidSettings(f"expected {field.name} of {_name(owner)} to be a whole number, got {value!r}")


def known_ties(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if value not in ("first", "random"):
        raise InvalidSettings(f"expected {field.name} of {_name(owner)} to be 'first' or 'random', got {value!r}")


def true_or_false(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if not isinstance(value, bool):
        raise InvalidSettings(f"expected {field.name} of {_name(owner)} to be true or false, got {value!r}")


def usable_evaluator(owner: object, field: attrs.Attribute[Any], value: object) -> None:
    if value is None or callable(value) or isinstance(value, EvaluatorReference):
        return
    raise InvalidSettings(
        f"expected {field.name} of {_name(owner)} to be a function of game, state and player, got {value!r}; "
        "names of evaluators are understood by load_searcher"
    )


def _name(owner: object) -> str:
    return type(owner).__name__


# --- filling in -------------------------------------------------------------------------------------------------


def with_evaluator(searcher: AnySearcher, evaluator: Evaluator | EvaluatorReference) -> AnySearcher:
    """The searcher with every evaluator that is not set filled in, those of nested searchers included; a searcher
    that has one of its own hands that one on.

    Searchers that keep their settings in attrs classes or dataclasses are understood, whoever wrote them.
    """
    settings = _settings(searcher)
    own = settings.get("evaluator")
    changes = _nested(settings, lambda inner: with_evaluator(inner, evaluator if own is None else own))
    if "evaluator" in settings and own is None:
        changes["evaluator"] = evaluator
    return _evolved(searcher, changes)


def with_seed(searcher: AnySearcher, seed: int) -> AnySearcher:
    """The searcher with this seed, nested searchers included."""
    return _with(searcher, "seed", seed)


def with_ties(searcher: AnySearcher, ties: Ties) -> AnySearcher:
    """The searcher with ties broken this way, nested searchers included."""
    return _with(searcher, "ties", ties)


def with_inner(searcher: AnySearcher, change: Callable[[Any], Any]) -> AnySearcher:
    """The searcher with the searchers directly within it changed."""
    return _evolved(searcher, _nested(_settings(searcher), change))


def _with(searcher: AnySearcher, name: str, value: object) -> AnySearcher:
    settings = _settings(searcher)
    changes = _nested(settings, lambda inner: _with(inner, name, value))
    if name in settings:
        changes[name] = value
    return _evolved(searcher, changes)


def _nested(settings: Mapping[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    """The settings that are searchers or tuples of searchers and that a change leaves different, changed."""
    changed: dict[str, Any] = {}
    for name, value in settings.items():
        if hasattr(value, "search"):
            other = change(value)
            if other is not value:
                changed[name] = other
        elif isinstance(value, tuple) and value and all(hasattr(each, "search") for each in value):
            others = tuple(map(change, value))
            if any(other is not each for other, each in zip(others, value, strict=True)):
                changed[name] = others
    return changed


def _evolved(searcher: AnySearcher, changes: Mapping[str, Any]) -> AnySearcher:
    if not changes:
        return searcher
    evolve: Callable[..., Any] = attrs.evolve if attrs.has(type(searcher)) else dataclasses.replace
    return cast(AnySearcher, evolve(searcher, **changes))


def _settings(searcher: Any) -> dict[str, Any]:
    """The arguments that would make the searcher again."""
    if attrs.has(type(searcher)):
        return {field.alias: getattr(searcher, field.name) for field in attrs.fields(type(searcher)) if field.init}
    if dataclasses.is_dataclass(searcher):
        return {field.name: getattr(searcher, field.name) for field in dataclasses.fields(searcher) if field.init}
    return {}


# --- chance -----------------------------------------------------------------------------------------------------


def chance(game: AnyGame, state: Any, seed: int) -> random.Random:
    """The random numbers of one search: the same for the same seed and ply, in any process.

    Games that do not tell the ply count their actions instead: with one number for a whole game, a player at random
    would always choose from the same end of the list.
    """
    moment = game.ply(state) if isinstance(game, HasPly) else len(game.actions(state))
    return random.Random(f"{seed}:{moment}")
