"""Defines `BindingAt`: the object that a searcher's method `bind` receives. A `BindingAt` has the game and the tier
of the search."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, cast

import attrs

from advsearch.errors import CompiledTierUnavailable, InvalidSettings, PluginError
from advsearch.limits import NO_LIMITS, Request
from advsearch.plugins.entries import GamesOwn
from advsearch.plugins.registry import Registry, default_registry
from advsearch.protocol import (
    AnyGame,
    AnySearcher,
    Bindable,
    Evaluator,
    EvaluatorSetting,
    Form,
    Search,
    Searcher,
    Tier,
    TierChoice,
    Ties,
    bind_evaluator,
    null,
)
from advsearch.results import Result
from advsearch.search.changed_states import refuse_changing_evaluator
from advsearch.search.searcher import Algorithm, FixedDepth
from advsearch.search.settings import settings_of, with_settings

around: ContextVar[TierChoice] = ContextVar("tier of the search around", default="auto")
"""The tier of the current search. If a searcher without `bind` starts an inner search, the inner search runs on the
same tier."""


@contextlib.contextmanager
def searching_on(tier: TierChoice) -> Iterator[None]:
    """A context in which searches run on the given tier. A search that sets its own tier still runs on its own
    tier.
    """
    before = around.set(tier)
    try:
        yield
    finally:
        around.reset(before)


@attrs.frozen
class Tiered(Algorithm):
    """A searcher with a tier, if its class has no setting `tier`."""

    searcher: Searcher
    tier: TierChoice = "auto"


def on_tier(searcher: Searcher, tier: TierChoice) -> Searcher:
    """Return a copy of a searcher that sets a tier."""
    return with_settings(searcher, {"tier": tier}) if "tier" in settings_of(searcher) else Tiered(searcher, tier)


def tier_apart(searcher: Searcher) -> tuple[Searcher, TierChoice]:
    """Return a searcher without its tier, and the tier that it sets."""
    if isinstance(searcher, Tiered):
        inner, tier = tier_apart(searcher.searcher)
        return inner, agreed(tier, searcher.tier)
    tier = "auto" if isinstance(searcher, type) else settings_of(searcher).get("tier", "auto")  # refused elsewhere
    if tier == "auto":
        return searcher, "auto"
    return with_settings(searcher, {"tier": "auto"}), tier


def agreed(set_tier: TierChoice, given: TierChoice | None) -> TierChoice:
    """Return the tier that a searcher sets or else the tier that is given. Raise an error if they differ."""
    if given in (None, "auto", set_tier) or set_tier == "auto":
        return set_tier if given in (None, "auto") else given
    raise InvalidSettings(f"expected tier {set_tier!r}, as set in the searcher, got {given!r}")


@attrs.frozen
class Uncompiled(Algorithm):
    """A searcher that runs the compiled tier's code as ordinary Python, for debuggers and tests."""

    searcher: Searcher


def _as_bound(searcher: Any, at: Any) -> Search:
    """The compiled form of a searcher whose inner searches do the work. There has to be one."""
    before = len(at.begin)
    found: Search = searcher.bind(at)
    if len(at.begin) == before:
        raise CompiledTierUnavailable(
            f"{type(searcher).__name__} binds no search that could be compiled; ask for tier=reference"
        )
    return found


def _texts_compile() -> bool:
    from advsearch.compiled import machined

    return machined.in_use()


@attrs.frozen(eq=False)
class BindingAt:
    """The `Binding` that a searcher receives in its method `bind`."""

    game: AnyGame
    _registry: Registry | None = None
    default: EvaluatorSetting = None
    """The evaluator for searchers that set no evaluator."""
    ties: Ties | None = None
    seed: int | None = None
    tier: Tier = "reference"
    texts: bool = False
    """Whether inner searches are compiled from their texts, whatever else could compile them."""
    machine: bool = True
    """Whether the compiled tier's code is built as machine code. If `machine` is False, the code is run as Python."""
    begin: list[Callable[[], object]] = attrs.Factory(list)
    """Functions that build machine code or prepare searchers. The functions are called after the tier is decided."""
    notes: list[str] = attrs.Factory(list)
    """Remarks on the current search. The result of the search shows the last remark as its `note`."""
    keep: list[Callable[[], object]] = attrs.Factory(list)
    """Functions to call when a new game begins. Each function empties a table that a search keeps between moves."""

    @property
    def registry(self) -> Registry:
        return self._registry or default_registry()

    # --- called by searchers ------------------------------------------------------------------------------------

    def evaluator(self, own: EvaluatorSetting) -> Evaluator:
        chosen = self.default if own is None or isinstance(own, GamesOwn) else own
        if chosen is None:
            named = hasattr(self.game, "default_evaluator")
            found = self.registry.default_evaluator(self.game) if named else null
        else:
            found = bind_evaluator(chosen, self.game)
        if found is not null:
            refuse_changing_evaluator(self.game, found)
        return found

    def settled(self, searcher: AnySearcher) -> AnySearcher:
        settings = settings_of(searcher)
        changes: dict[str, Any] = {}
        if "evaluator" in settings:
            changes["evaluator"] = self.evaluator(settings["evaluator"])
        for name, value in (("ties", self.ties), ("seed", self.seed)):
            if name in settings and value is not None:
                changes[name] = value
        return with_settings(searcher, changes)

    def within(
        self, *, evaluator: EvaluatorSetting = None, ties: Ties | None = None, seed: int | None = None
    ) -> BindingAt:
        return attrs.evolve(
            self,
            default=self.default if evaluator is None else evaluator,
            ties=ties if self.ties is None else self.ties,
            seed=seed if self.seed is None else self.seed,
        )

    def bind(self, searcher: Searcher, form: Form | None = None) -> Search:
        searcher, tier = tier_apart(searcher)
        if tier == "reference" != self.tier:
            raise CompiledTierUnavailable(
                f"the inner searcher {searcher!r} sets tier=reference; ask for tier=reference in the whole search"
            )
        if tier == "compiled" != self.tier:
            raise InvalidSettings(
                f"the inner searcher {searcher!r} sets tier=compiled, but the search runs on the reference tier"
            )
        self.registry.check_plays(type(searcher), self.game)
        if self.tier == "compiled":
            found: Any = (form or self.form_of(searcher))(searcher, self)
            if not callable(found):
                named = type(searcher).__name__
                raise PluginError(f"expected the compiled form of {named} to return a search, got {found!r}")
            return found  # type: ignore[no-any-return]
        if isinstance(searcher, Bindable):
            search = searcher.bind(self)
            if not callable(search):
                raise PluginError(f"expected {type(searcher).__name__}.bind to return a search, got {search!r}")
            return search
        return self._called(searcher)

    def form_of(self, searcher: Searcher) -> Form:
        """The compiled form of a searcher. Raises `CompiledTierUnavailable` if the searcher has no compiled form.

        The text of a searcher is compiled as it stands. A searcher without a text, such as `hybrid`, is bound as it
        is on the reference tier, and the searches that it binds inside run compiled.
        """
        form = self.registry.form_of(type(searcher))
        if self.machine and (self.texts or _texts_compile()):
            if isinstance(searcher, FixedDepth):
                from advsearch.compiled.machined.forms import tree_search

                return cast(Form, tree_search)
            if form is None and isinstance(searcher, Bindable):
                return _as_bound
        if form is None:
            raise CompiledTierUnavailable(f"{type(searcher).__name__} has no compiled form; ask for tier=reference")
        return form

    # --- called by the compiled tier ----------------------------------------------------------------------------

    def later(self, build: Callable[[], object]) -> None:
        """Register `build`, a function that is called after all inner searchers are bound."""
        self.begin.append(build)

    def note(self, what: str) -> None:
        self.notes.append(what)

    def keeps(self, forget: Callable[[], object]) -> None:
        """Register `forget`, a function that is called when a new game begins."""
        self.keep.append(forget)

    # --- from the choice of a tier to the search ----------------------------------------------------------------

    def check_compiles(self, form: Form) -> None:
        """Raise `CompiledTierUnavailable` if this machine or the game's rules do not allow compilation."""
        from advsearch.compiled import machined
        from advsearch.compiled.engine import check_available, kernels_of

        if self.machine and machined.takes(form):
            machined.check_available()
            return
        kernels_of(self.game)
        if self.machine:
            check_available()

    def build(self) -> None:
        for each in self.begin:
            each()

    def new_game(self) -> None:
        for each in self.keep:
            each()

    def _called(self, searcher: Searcher) -> Search:
        """Return the search function of a searcher that has no method `bind`. Inner searchers in the settings of this
        searcher are bound, too.
        """
        game = self.game
        ready: Any = self._settled_throughout(searcher)
        prepare = getattr(ready, "prepare", None)
        if prepare is not None:
            self.later(lambda: prepare(game))
            self.keeps(lambda: prepare(game))

        def search(state: Any, request: Request) -> Result:
            with searching_on(self.tier):
                found: Result = ready.search(
                    game,
                    state,
                    limits=None if request.limits == NO_LIMITS else request.limits,
                    stop=request.stop,
                    report=request.report,
                    every_action=request.every_action,
                )
            return found

        return search

    def _settled_throughout(self, searcher: Any) -> Any:
        ready = self.settled(searcher)
        settings = settings_of(ready)
        inside = self.within(evaluator=settings_of(searcher).get("evaluator"))

        def nested(value: Any) -> Any:
            return on_tier(inside._settled_throughout(tier_apart(value)[0]), self.tier)

        changes: dict[str, Any] = {}
        for name, value in settings.items():
            if isinstance(value, Searcher):
                changes[name] = nested(value)
            elif isinstance(value, tuple) and value and all(isinstance(each, Searcher) for each in value):
                changes[name] = tuple(map(nested, value))
        return with_settings(ready, changes)
