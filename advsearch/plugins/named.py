"""Evaluators known by name, which are looked up when the game is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from advsearch import protocol
from advsearch.specs import Spec

if TYPE_CHECKING:
    from advsearch.plugins.registry import Registry


@attrs.frozen
class NamedEvaluator:
    """An evaluator known by a spec, which is looked up when the game is known."""

    spec: Spec
    registry: Registry | None = attrs.field(default=None, eq=False, repr=False)

    def bind(self, game: protocol.AnyGame) -> protocol.Evaluator:
        return (self.registry or _default()).evaluator(self.spec, game)

    def __str__(self) -> str:
        return str(self.spec)

    def __reduce__(self) -> tuple[Any, ...]:  # a registry stays in its process
        return NamedEvaluator, (self.spec,)


@attrs.frozen
class GamesOwn:
    """The game's own evaluator, for searchers whose settings `bind` cannot read."""

    registry: Registry = attrs.field(eq=False, repr=False)

    def bind(self, game: protocol.AnyGame) -> protocol.Evaluator:
        return self.registry.default_evaluator(game)

    def __str__(self) -> str:
        return "the game's default"


def _default() -> Registry:
    from advsearch.plugins.registry import default_registry

    return default_registry()
