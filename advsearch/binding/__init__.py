"""Defines `bind`. The function `bind` makes a searcher ready for one game.

To bind a searcher is to look up its evaluator, decide its tier and build its machine code. The bound search is called
with a state and a `Request`, or with the request's parts as keywords:

    search = bind("deepening(evaluator=improved)", "mygame")
    result = search(state, time_s=0.15)
    search.tier, search.why
"""

from __future__ import annotations

from typing import Final

import attrs

from advsearch.binding.bound import BoundSearch
from advsearch.binding.given import check_game, check_searcher
from advsearch.binding.takeover import Building, building_of
from advsearch.binding.within import BindingAt, Tiered, Uncompiled, agreed, around, on_tier, tier_apart
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import Request
from advsearch.plugins.registry import Registry, default_registry
from advsearch.protocol import (
    TIERS,
    AnyGame,
    Evaluator,
    EvaluatorReference,
    Form,
    Game,
    Searcher,
    Tier,
    TierChoice,
    Ties,
)
from advsearch.results import Action, State
from advsearch.search.changed_states import refuse_changing_rules

__all__ = [
    "BoundSearch",
    "Request",
    "Tiered",
    "Uncompiled",
    "bind",
    "check_settings",
    "on_tier",
    "tier_apart",
    "tier_of",
    "why_never_compiled",
]


NO_BUILD: Final = 0
BUILD: Final = 1
AT_ONCE: Final = 2
"""The choices for the argument `build` of `_bound`. `NO_BUILD` ignores machine code, `BUILD` waits for a build, and
`AT_ONCE` only loads machine code from the disk."""


def bind(
    searcher: Searcher | str,
    game: Game[State, Action] | str,
    *,
    evaluator: Evaluator | EvaluatorReference | str | None = None,
    tier: TierChoice | None = None,
    ties: Ties | None = None,
    seed: int | None = None,
    registry: Registry | None = None,
    at_once: bool = True,
) -> BoundSearch[State, Action]:
    """Make a searcher ready for one game, and return the bound search. The searcher and the game may be text specs.

    Searchers that set no evaluator use `evaluator` or, if `evaluator` is None, the game's default evaluator. The
    arguments `ties` and `seed` replace the searcher's settings. `tier` is "auto" unless the searcher sets a tier.
    "auto" chooses the compiled tier if the search can run compiled, else the reference tier. If the search runs on
    the reference tier, the attribute `why` of the bound search says why.

    Loading machine code from the disk takes some milliseconds. Building machine code takes seconds. With `at_once`,
    `bind` loads machine code but does not build it. If the machine code is missing, a search that is limited only by
    a clock begins on the reference tier. A search that is limited by nodes waits for the machine code (see
    `advsearch.binding.takeover`). Without `at_once`, or if `tier` is given, `bind` builds missing machine code.
    """
    if isinstance(searcher, str) or isinstance(game, str) or isinstance(evaluator, str):
        registry = registry or default_registry()
    if isinstance(searcher, str):
        searcher = registry.searcher(searcher)  # type: ignore[union-attr]
    if isinstance(game, str):
        game = registry.game(game)  # type: ignore[union-attr]
    if isinstance(evaluator, str):
        evaluator = registry.named_evaluator(evaluator)  # type: ignore[union-attr]
    check_game(game)
    check_searcher(searcher)
    build = AT_ONCE if at_once else BUILD
    return _bound(searcher, BindingAt(game, registry, evaluator, ties=ties, seed=seed), tier, build)


def tier_of(
    searcher: Searcher, game: AnyGame, tier: TierChoice | None = None, *, registry: Registry | None = None
) -> tuple[Tier, str | None]:
    """Return the tier that `bind` would choose. For the reference tier, also return the reason. `tier_of` builds
    machine code only for evaluators that the user wrote.
    """
    from advsearch.compiled import machined

    # machine code of a text is known to be possible only once it is there
    build = BUILD if machined.in_use() else NO_BUILD
    found = _bound(searcher, BindingAt(game, registry), tier, build)
    return found.tier, found.why


def why_never_compiled(searcher: Searcher, game: AnyGame, *, registry: Registry | None = None) -> str | None:
    """Why no machine can run this searcher compiled on this game; None if a machine with a compiler can."""
    from advsearch.compiled import machined
    from advsearch.compiled.engine import check_available, kernels_of

    inner, _ = tier_apart(searcher)
    if machined.takes((registry or default_registry()).form_of(type(inner))):
        at = BindingAt(game, registry, tier="compiled")
        try:
            at.bind(inner)
            at.build()
        except machined.NotHere:
            return None
        except CompiledTierUnavailable as error:
            return str(error)
        return None if at.begin else "it searches nothing that could be compiled"
    try:
        kernels_of(game)
    except CompiledTierUnavailable as error:
        return str(error)
    try:
        check_available()
        machine = True
    except CompiledTierUnavailable:
        machine = False
    at = BindingAt(game, registry, tier="compiled", machine=machine)
    try:
        at.bind(inner)
    except CompiledTierUnavailable as error:
        return str(error)
    return None if at.begin else "it searches nothing that could be compiled"


def reference_tier_note(why: str) -> str:
    """A note that says why a search does not run compiled."""
    return f"on the reference tier, in plain Python: {why}"


def check_settings(searcher: Searcher, game: AnyGame, *, registry: Registry | None = None) -> None:
    """Raise an error if the searcher, or a searcher inside it, names an evaluator that this game does not have.
    `check_settings` builds no machine code.
    """
    inner, _ = tier_apart(searcher)
    _bound(inner, BindingAt(game, registry), "reference", NO_BUILD)


def _bound(searcher: Searcher, at: BindingAt, tier: TierChoice | None, build: int) -> BoundSearch:
    """Bind a searcher, and decide the tier of the whole search. `auto` tries the compiled tier first."""
    if isinstance(searcher, Uncompiled):
        searcher, tier, at = searcher.searcher, "compiled", attrs.evolve(at, machine=False)
    searcher, own = tier_apart(searcher)
    if own != "auto":
        tier = agreed(own, tier)
    refuse_changing_rules(at.game)
    tier = tier or around.get()
    if tier not in TIERS:
        raise InvalidSettings(f"expected `tier` to be {' or '.join(TIERS)}, got {tier!r}")
    if tier == "compiled":
        return _on_compiled(searcher, at.form_of(searcher), at, build)
    why: CompiledTierUnavailable | None = None
    building: Building | None = None
    if tier == "auto":
        try:
            form = at.form_of(searcher)
            if build != AT_ONCE:
                return _on_compiled(searcher, form, at, build)
            building = building_of(lambda: _on_compiled(searcher, form, at, BUILD), at.game, form)
            if building.ready is not None:
                return building.ready
        except CompiledTierUnavailable as error:
            why = error
    on = attrs.evolve(at, tier="reference", begin=[], keep=[], notes=[])
    search = on.bind(searcher)
    if build:
        on.build()
    return BoundSearch(searcher, at.game, "reference", why, search, on, building)


def _on_compiled(searcher: Searcher, form: Form, at: BindingAt, build: int) -> BoundSearch:
    on = attrs.evolve(at, tier="compiled", begin=[], keep=[], notes=[])
    on.check_compiles(form)
    search = on.bind(searcher, form)
    if build:
        on.build()
    return BoundSearch(searcher, at.game, "compiled", None, search, on)
