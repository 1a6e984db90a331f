"""All laws, in the order in which a check tries them. A check reports the first broken law, so the laws about the
most harmful errors come first.

For a game, the first laws are about basic properties, such as *states and actions are hashable*. The last
laws are about notation. For a searcher, the first laws are about values, and the last laws are about the effort
of a search. In a file, the laws stand in the order in which they are tried. The laws of plugins come last.
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
from advsearch.testing.defining import About, Law, laws_in, positions
from advsearch.testing.growing import growing
from advsearch.testing.laws import (
    answer_fields,
    any_game,
    effort,
    evaluators,
    independence,
    kernels,
    notation,
    optional_methods,
    promises,
    rules,
    sampling,
    shared_rules,
    stopping,
    values,
)
from advsearch.testing.settings import Kind

SEARCH_LAWS: Final = laws_in(values, any_game, independence, answer_fields, stopping, effort)
LAWS_OF: Final[dict[Kind, tuple[Law, ...]]] = {
    "minimax": SEARCH_LAWS,
    "one-ply": (promises.the_best_of_one_ply, *promises.LEGAL),
    "legal": promises.LEGAL,
    "play": (promises.a_legal_action_in_its_games,),
    "sampling": laws_in(sampling),
    "prover": promises.PROVER,
    "table": (promises.a_table_of_everything,),
}
_ABOUT: Final[dict[Kind, About]] = {"sampling": "sampler", "prover": "prover", "table": "table"}


def laws_of_searchers(kind: Kind) -> list[Law]:
    """Return the laws for searchers of a kind, such as minimax or sampling."""
    return _with_those_of_plugins(list(LAWS_OF[kind]), _ABOUT.get(kind, "searcher"))


def laws_of_game(
    game: AnyGame, named: Mapping[str, Any] | None = None, against: AnyGame | str | None = None
) -> list[Law]:
    """Return the laws for a game and its evaluators. With `against`, other laws compare the game with another
    implementation of its rules.
    """
    given = {name: bind_evaluator(evaluator, game) for name, evaluator in (named or {}).items()}
    more, unmade = evaluators.kernel_evaluators(game, given.values())
    laws = [*laws_in(rules, optional_methods, kernels), *_against(against), *evaluators.default_laws(given)]
    for name, evaluator in (given | {name: each for name, each in more.items() if name not in given}).items():
        laws += [*evaluators.laws_of(name, evaluator), kernels.law_of_evaluator(name, evaluator)]
    laws.extend(kernels.laws_of_methods(game))
    laws.extend(evaluators.unmade_law(name) for name in unmade if name not in given)
    return _with_those_of_plugins([*laws, *laws_in(shared_rules, notation)], "game")


def _against(other: AnyGame | str | None) -> list[Law]:
    if other is None:
        return []
    from advsearch.testing.laws import comparison  # which loads the modules of UGI

    return [comparison.law_against_program(other)] if isinstance(other, str) else comparison.laws_against(other)


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
    if one.about != "game":
        return attrs.evolve(one, cases=growing(nodes=60))
    function = one.check
    return attrs.evolve(one, cases=positions, check=lambda _ground, visit: function(visit.game, visit.state))
