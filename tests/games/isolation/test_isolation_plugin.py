"""What the package registers and exports."""

from __future__ import annotations

import importlib
from typing import Any

import advsearch_isolation
from advsearch_isolation import Isolation, plugin


def test_the_game_is_registered() -> None:
    """The hook registers the class under `isolation`, by its place, with a summary."""
    found: dict[str, Any] = {}
    plugin.advsearch_games(lambda name, make, *, summary="": found.update({name: (loaded(make), bool(summary))}))
    assert found == {"isolation": (Isolation, True)}


def loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def test_evaluators_are_registered_for_the_game() -> None:
    """Each evaluator is registered under its name, for this game, with a summary."""
    found: dict[str, Any] = {}

    def register(game: str, name: str, evaluator: Any, *, summary: str = "") -> None:
        assert game == "isolation"
        assert summary
        assert callable(loaded(evaluator))
        assert name not in found
        found[name] = evaluator

    plugin.advsearch_evaluators(register)
    assert {"open", "improved", "weighted", "center", "centered"} <= set(found)
    assert Isolation.default_evaluator in found


def test_public_names_exist() -> None:
    """Every name in `__all__` exists."""
    for name in advsearch_isolation.__all__:
        assert hasattr(advsearch_isolation, name)
