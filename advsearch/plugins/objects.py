"""Text specs for the games, searchers and evaluators that a program passes as objects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from advsearch import protocol
from advsearch.errors import AdvsearchError, InvalidSettings
from advsearch.plugins.entries import Entry, NamedEvaluator, as_spec, refuse_class
from advsearch.plugins.manager import Origin
from advsearch.plugins.registry import Registry
from advsearch.plugins.settings import parameters_of
from advsearch.search.settings import settings_of
from advsearch.specs import Spec, is_a_name

AnEvaluator: TypeAlias = protocol.Evaluator | protocol.EvaluatorReference | str | Spec
"""An evaluator, or text that names one."""

LONGEST: Final = 100
"""The largest number of characters in a searcher's description."""
_HERE: Final = Origin("this program", "", "objects")


class Objects:
    """A registry in which a program's own objects also have names.

    A registered game or evaluator keeps its registered name. A registered name means the same in every process. An
    object that is not registered gets a name that only this registry knows. `nameless` describes the objects that are
    not registered.
    """

    def __init__(self, registry: Registry) -> None:
        self.registry = registry.copy()
        self.nameless: list[str] = []
        """Descriptions of the objects that are not registered, such as "the game Nim", for messages. The oldest
        object comes first."""

    def game(self, game: protocol.AnyGame | str | Spec) -> str:
        """The text spec of a game."""
        if isinstance(game, str | Spec):
            return str(game)
        refuse_class("game", game)
        settings = _changed(game)
        plain = all(value is None or isinstance(value, str | int | float) for value in settings.values())
        for entry in self.registry.games.values() if plain else ():
            text = str(Spec(entry.name, (), settings))
            try:
                if entry.makes(type(game)) and self.registry.game(text) == game:
                    return text
            except AdvsearchError:  # the registered maker cannot make this class
                continue
        return str(self._named("game", protocol.name_of(game), game, self.registry.games))

    def searcher(self, searcher: protocol.Searcher | str | Spec) -> Spec:
        """The text spec of a searcher."""
        if isinstance(searcher, str | Spec):
            return as_spec(searcher)
        refuse_class("searcher", searcher)
        if isinstance(text := getattr(searcher, "spec_text", None), str):
            return as_spec(text)
        return self._named("searcher", type(searcher).__name__, searcher, self.registry.searchers)

    def evaluator(self, evaluator: AnEvaluator, game: protocol.AnyGame) -> Spec:
        """The text spec of an evaluator of this game."""
        if isinstance(evaluator, str | Spec):
            return as_spec(evaluator)
        if isinstance(evaluator, NamedEvaluator):
            return evaluator.spec
        for name, entry in self.registry.evaluators_of(game).items():
            if entry.makes(evaluator):
                return Spec(name)
        bound = protocol.bind_evaluator(evaluator, game)
        if not callable(bound) or isinstance(bound, type):
            raise InvalidSettings(
                f"expected an evaluator f(game, state, player), or an evaluator's name, got {evaluator!r}"
            )
        table = self.registry.evaluators.setdefault(protocol.name_of(game), dict(self.registry.evaluators_of(game)))
        return self._named("evaluator", protocol.evaluator_name(bound), bound, table)

    def _named(self, kind: str, called: str, thing: Any, table: dict[str, Entry]) -> Spec:
        self.nameless.append(f"the {kind} {called}")
        name = called if is_a_name(called) else kind
        if name in table:
            name = f"{name}-{len(self.nameless)}"
        made = thing if kind == "evaluator" else lambda: thing
        table[name] = Entry(kind, name, made, "", _HERE)
        return Spec(name)


def shown(searcher: protocol.Searcher) -> str:
    """A searcher as text: its class, with the settings that differ from their defaults.

    >>> from advsearch import AlphaBeta
    >>> shown(AlphaBeta(depth=3))
    'AlphaBeta(depth=3)'
    """
    if isinstance(text := getattr(searcher, "spec_text", None), str):
        return text
    settings = [f"{name}={_value(value)}" for name, value in _changed(searcher).items()]
    text = " ".join(f"{type(searcher).__name__}({', '.join(settings)})".split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _value(value: Any) -> str:
    if isinstance(value, protocol.Searcher):
        return shown(value)
    return protocol.evaluator_name(value) if callable(value) else str(value)


def _changed(thing: Any) -> Mapping[str, Any]:
    """The settings of an object that differ from their defaults."""
    parameters = parameters_of(type(thing)) or {}
    return {
        name: value
        for name, value in settings_of(thing).items()
        if name in parameters and not _same(value, parameters[name].default)
    }


def _same(value: Any, default: Any) -> bool:
    return value is default or bool(value == default)
