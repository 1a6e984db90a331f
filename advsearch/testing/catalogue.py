"""All laws, in the order in which a check tries them. A check reports the first broken law, so the laws about the
most harmful errors come first.

For a game, the first laws are about basic properties, such as *states and actions are hashable*. The last
laws are about notation. For a searcher, the first laws are about values, and the last laws are about the effort
of a search. The laws of plugins are tried after all other laws.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import attrs

from advsearch.errors import PluginError
from advsearch.plugins.entries import Entry
from advsearch.plugins.registry import Registry, default_registry
from advsearch.protocol import AnyGame, bind_evaluator
from advsearch.testing.asking import growing
from advsearch.testing.defining import About, Law, positions
from advsearch.testing.laws import (
    abilities,
    derived,
    effort,
    evaluation,
    forms,
    independence,
    interruption,
    kernels,
    large_games,
    large_trees,
    line_and_scores,
    minimax_value,
    named_defaults,
    notation,
    other_implementation,
    other_settings,
    other_states,
    promises,
    proofs,
    rules,
    sampling,
    searched_games,
    sharing_a_searcher,
    sharing_rules,
    states,
    symmetry,
    tables,
    windows,
)
from advsearch.testing.settings import Kind

SEARCH_LAWS: Final[tuple[Law, ...]] = (
    *minimax_value.LAWS,
    *windows.LAWS,
    *other_states.LAWS,
    *large_trees.LAWS,
    *independence.LAWS,
    *tables.LAWS,
    *searched_games.LAWS,
    *forms.LAWS,
    *line_and_scores.LAWS,
    *interruption.LAWS,
    *large_games.LAWS,
    *sharing_a_searcher.LAWS,
    *effort.LAWS,
)
LAWS_OF: Final[dict[Kind, tuple[Law, ...]]] = {
    "minimax": SEARCH_LAWS,
    "one-ply": promises.ONE_PLY,
    "legal": promises.LEGAL,
    "play": promises.PLAY,
    "sampling": sampling.LAWS,
    "prover": proofs.PROVER_LAWS,
    "table": proofs.TABLE_LAWS,
}
_ABOUT: Final[dict[Kind, About]] = {
    "minimax": "searcher",
    "one-ply": "searcher",
    "legal": "searcher",
    "play": "searcher",
    "sampling": "sampler",
    "prover": "prover",
    "table": "table",
}
_RULES: Final[tuple[Law, ...]] = (
    *rules.BASIC,
    *rules.VALUES,
    *rules.LAWS,
    *states.LAWS,
    *abilities.SEARCHED,
    *symmetry.LAWS,
    *kernels.LAWS,
    *derived.LAWS,
)
_LESSER: Final[tuple[Law, ...]] = (
    *other_settings.LAWS,
    *sharing_rules.LAWS,
    *states.COPYING,
    *rules.REFUSALS,
    *notation.LAWS,
    *abilities.SHOWN,
)


def laws_of_searchers(kind: Kind) -> list[Law]:
    """Return the laws for searchers of a kind, such as minimax or sampling."""
    return _with_those_of_plugins(list(LAWS_OF[kind]), _ABOUT[kind])


def laws_of_game(
    game: AnyGame, evaluators: Mapping[str, Any] | None = None, against: AnyGame | str | None = None
) -> list[Law]:
    """Return the laws for a game and its evaluators. With `against`, other laws compare the game with another
    implementation of its rules.
    """
    given = {name: bind_evaluator(evaluator, game) for name, evaluator in (evaluators or {}).items()}
    more, unmade = evaluation.kernel_evaluators(game, given.values())
    laws = [*_RULES, *_against(against)]
    laws.extend(named_defaults.laws_of(given))
    for name, evaluator in (given | {name: each for name, each in more.items() if name not in given}).items():
        laws.extend(evaluation.laws_of(name, evaluator))
        laws.append(derived.law_of_evaluator(name, evaluator))
    laws.extend(derived.laws_of_methods(game))
    laws.extend(evaluation.unmade_law(name) for name in unmade if name not in given)
    return _with_those_of_plugins([*laws, *_LESSER], "game")


def _against(other: AnyGame | str | None) -> list[Law]:
    if isinstance(other, str):
        from advsearch.testing.laws.other_program import law_against_program

        return [law_against_program(other)]
    return [] if other is None else other_implementation.laws_against(other)


def _with_those_of_plugins(laws: list[Law], about: About) -> list[Law]:
    return [*laws, *registered_laws(about, {law.name for law in laws})]


def registered_laws(about: About, taken: set[str], registry: Registry | None = None) -> list[Law]:
    """Return the laws that plugins register. If a plugin's law cannot be loaded, or its name is in `taken`, the
    function warns and leaves the law out.
    """
    registry = registry or default_registry()
    found: list[Law] = []
    for entry in registry.laws.values():
        one = registry.guarded(entry, partial(_loaded, entry))
        if one is None or one.about != about:
            continue
        if one.name in taken:
            registry.guarded(entry, partial(_refuse, one.name))
        else:
            taken.add(one.name)
            found.append(_with_cases(one))
    return found


def _loaded(entry: Entry) -> Law:
    made = entry.make
    if not isinstance(made, Law):
        raise PluginError(f"expected {entry.name} to be a law made by advsearch.testing.law, got {made!r}")
    return made


def _refuse(name: str) -> None:
    raise PluginError(f"the law {name!r} is refused, because another law has the same name")


def _with_cases(one: Law) -> Law:
    """Return a plugin's law with the cases on which the law is tried. A law about games is tried on positions. Every
    other law is tried on generated trees."""
    if one.about != "game":
        return attrs.evolve(one, cases=growing(nodes=60))
    function = one.check
    return attrs.evolve(one, cases=positions, check=lambda _ground, visit: function(visit.game, visit.state))
