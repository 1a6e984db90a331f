"""`bind`: the one place where a searcher meets a game.

A bound search has its evaluator looked up, its tier decided and its machine code built. It is called with a state and
a `Request`, or with the request's parts as keywords:

    search = bind("deepening(evaluator=improved)", "mygame")
    search.tier, search.why
    result = search(state, time_s=0.15)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, Final, Generic

import attrs

from advsearch.errors import CompiledTierUnavailable, InvalidSettings, PluginError
from advsearch.limits import NO_LIMITS, Limits, Request, StopSignal
from advsearch.plugins.named import GamesOwn
from advsearch.plugins.registry import Registry, default_registry
from advsearch.protocol import (
    TIERS,
    AnyGame,
    AnySearcher,
    Bindable,
    Evaluator,
    EvaluatorReference,
    Game,
    Search,
    Searcher,
    Tier,
    TierChoice,
    Ties,
    bind_evaluator,
    null,
)
from advsearch.results import Action, Line, Result, State
from advsearch.search.searcher import BoundSearcher, TreeSearch
from advsearch.search.settings import settings_of, with_settings

__all__ = [
    "BoundSearch",
    "Request",
    "Tiered",
    "Uncompiled",
    "bind",
    "check_settings",
    "tier_of",
    "why_never_compiled",
]


_around: ContextVar[TierChoice] = ContextVar("tier of the search around", default="auto")
"""What a searcher without `bind` calls within its own search runs on the tier of that search."""


def bind(
    searcher: Searcher | str,
    game: Game[State, Action] | str,
    *,
    evaluator: Evaluator | EvaluatorReference | str | None = None,
    tier: TierChoice | None = None,
    ties: Ties | None = None,
    seed: int | None = None,
    registry: Registry | None = None,
) -> BoundSearch[State, Action]:
    """The search of a game by a searcher. Both may be given as text.

    `evaluator` is for searchers that have none of their own; without it they use the game's. `ties` and `seed`
    replace the searcher's. `tier` is "auto" unless the searcher says otherwise: compiled where that can be had, else
    reference, with the reason in `why`. Machine code is built here, so that no search waits for it.
    """
    if isinstance(searcher, str) or isinstance(game, str) or isinstance(evaluator, str):
        registry = registry or default_registry()
    if isinstance(searcher, str):
        searcher = registry.searcher(searcher)  # type: ignore[union-attr]
    if isinstance(game, str):
        game = registry.game(game)  # type: ignore[union-attr]
    if isinstance(evaluator, str):
        evaluator = registry.named_evaluator(evaluator)  # type: ignore[union-attr]
    return _bound(searcher, _Binding(game, registry, evaluator, ties=ties, seed=seed), tier, build=True)


def tier_of(
    searcher: Searcher, game: AnyGame, tier: TierChoice | None = None, *, registry: Registry | None = None
) -> tuple[Tier, str | None]:
    """The tier `bind` would choose, and why it is not the compiled one; only a user's own evaluator is built."""
    found = _bound(searcher, _Binding(game, registry), tier, build=False)
    return found.tier, found.why


def why_never_compiled(searcher: Searcher, game: AnyGame, *, registry: Registry | None = None) -> str | None:
    """Why this searcher cannot run compiled on this game on any machine; None if it can where numba is installed."""
    from advsearch.compiled.engine import check_available, kernels_of

    inner = searcher.searcher if isinstance(searcher, Tiered) else searcher
    try:
        kernels_of(game)
    except CompiledTierUnavailable as error:
        return str(error)
    try:
        check_available()
        machine = True
    except CompiledTierUnavailable:
        machine = False
    at = _Binding(game, registry, tier="compiled", machine=machine)
    try:
        at.bind(inner)
    except CompiledTierUnavailable as error:
        return str(error)
    return None if at.begin else "it searches nothing that could be compiled"


def reference_tier_note(why: str) -> str:
    """The line that says why nothing is compiled."""
    return f"on the reference tier, in plain Python: {why}"


def check_settings(searcher: Searcher, game: AnyGame, *, registry: Registry | None = None) -> None:
    """Raise if the searcher, or an inner one, names an evaluator that the game does not have, or one of another game.
    Nothing is built."""
    inner = searcher.searcher if isinstance(searcher, Tiered) else searcher
    _bound(inner, _Binding(game, registry), "reference", build=False)


@attrs.frozen
class Tiered(BoundSearcher):
    """A searcher with the tier of a text spec, as in `alphabeta(depth=4, tier=reference)`."""

    searcher: Searcher
    tier: TierChoice = "auto"


@attrs.frozen
class Uncompiled(BoundSearcher):
    """A searcher on the compiled tier's own code, run as ordinary Python: to read, trace and test kernels."""

    searcher: Searcher


class BoundSearch(Generic[State, Action]):
    """A searcher that is ready for one game."""

    def __init__(
        self,
        searcher: Searcher,
        game: AnyGame,
        tier: Tier,
        unavailable: CompiledTierUnavailable | None,
        search: Search,
        binding: _Binding,
    ) -> None:
        self.searcher = searcher
        self.game = game
        self.tier: Final = tier
        self.unavailable: Final = unavailable
        self.why: Final = None if unavailable is None else str(unavailable)
        """Why the search does not run compiled, where the tier was left open; else None."""
        self._search = search
        self._binding = binding

    def __call__(
        self,
        state: State,
        request: Request | None = None,
        /,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time_s: float | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line[Action]], None] | None = None,
        every_action: bool = False,
    ) -> Result[Action]:
        """Search a state for its side to move, as a `Request` asks or as the keywords do."""
        if request is None:
            request = Request(Limits(depth, nodes, time_s), stop, report, every_action)
        notes = self._binding.notes
        notes.clear()
        result = self._search(state, request)
        if notes:
            return attrs.evolve(result, tier="reference", note=notes[-1])
        # a searcher that only has `search` may report itself on which tier it ran
        return attrs.evolve(result, tier="compiled") if self.tier == "compiled" else result

    def lines(self, state: State, request: Request | None = None, /, **asked: Any) -> Iterator[Line[Action]]:
        """The finished depths one by one, while the search goes on between them where the searcher deepens.

        To stop the search, stop iterating.
        """
        if request is None:
            request = Request(Limits(**asked))
        own = getattr(self._search, "lines", None)
        if own is not None:
            yield from own(state, request)
            return
        found: list[Line] = []
        self._search(state, attrs.evolve(request, report=found.append))
        yield from found

    def steered(self) -> TreeSearch:
        """The search as drivers steer it; raises `InvalidSettings` if it is not of one tree to one depth."""
        if not isinstance(self._search, TreeSearch):
            raise InvalidSettings(f"expected a search to a fixed depth, got {self.searcher!r}")
        return self._search

    def new_game(self) -> None:
        """A new game begins: forget what was kept between the moves of the last one."""
        self._binding.new_game()


def _bound(searcher: Searcher, at: _Binding, tier: TierChoice | None, *, build: bool) -> BoundSearch:
    """Decide the tier once, for the whole search: `auto` tries the compiled one."""
    if isinstance(searcher, Uncompiled):
        searcher, tier, at = searcher.searcher, "compiled", attrs.evolve(at, machine=False)
    if isinstance(searcher, Tiered):
        if tier not in (None, "auto", searcher.tier) and searcher.tier != "auto":
            raise InvalidSettings(f"expected tier {searcher.tier!r}, which the searcher asks for, got {tier!r}")
        tier = searcher.tier if tier in (None, "auto") else tier
        searcher = searcher.searcher
    tier = tier or _around.get()
    if tier not in TIERS:
        raise InvalidSettings(f"expected tier to be {' or '.join(TIERS)}, got {tier!r}")
    why: CompiledTierUnavailable | None = None
    if tier != "reference":
        on = attrs.evolve(at, tier="compiled", begin=[], keep=[], notes=[])
        try:
            on.check_compiles()
            search = on.bind(searcher)
            if build:
                on.build()
            return BoundSearch(searcher, at.game, "compiled", None, search, on)
        except CompiledTierUnavailable as error:
            if tier == "compiled":
                raise
            why = error
    on = attrs.evolve(at, tier="reference", begin=[], keep=[], notes=[])
    search = on.bind(searcher)
    if build:
        on.build()
    return BoundSearch(searcher, at.game, "reference", why, search, on)


@attrs.frozen(eq=False)
class _Binding:
    """A `Binding`: what a searcher may use while it is bound to a game."""

    game: AnyGame
    _registry: Registry | None = None
    default: Evaluator | EvaluatorReference | None = None
    """The evaluator for searchers that have none of their own."""
    ties: Ties | None = None
    seed: int | None = None
    tier: Tier = "reference"
    machine: bool = True
    """Whether the compiled tier's code is built; False runs it as Python."""
    begin: list[Callable[[], object]] = attrs.Factory(list)
    """The functions to call once the tier is decided: builds, and preparations of searchers."""
    notes: list[str] = attrs.Factory(list)
    """What happened in the search under way."""
    keep: list[Callable[[], object]] = attrs.Factory(list)
    """The functions that empty the tables kept between moves."""

    @property
    def registry(self) -> Registry:
        return self._registry or default_registry()

    # --- what searchers ask -------------------------------------------------------------------------------------

    def evaluator(self, own: Evaluator | EvaluatorReference | None) -> Evaluator:
        chosen = self.default if own is None or isinstance(own, GamesOwn) else own
        if chosen is None:
            named = hasattr(self.game, "default_evaluator")
            return self.registry.default_evaluator(self.game) if named else null
        return bind_evaluator(chosen, self.game)

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
        self,
        *,
        evaluator: Evaluator | EvaluatorReference | None = None,
        ties: Ties | None = None,
        seed: int | None = None,
    ) -> _Binding:
        return attrs.evolve(
            self,
            default=self.default if evaluator is None else evaluator,
            ties=ties if self.ties is None else self.ties,
            seed=seed if self.seed is None else self.seed,
        )

    def bind(self, searcher: Searcher) -> Search:
        if isinstance(searcher, Tiered):
            if searcher.tier == "reference" != self.tier:
                raise CompiledTierUnavailable(f"{searcher.searcher!r} within the searcher asks for tier=reference")
            if searcher.tier == "compiled" != self.tier:
                raise InvalidSettings(f"{searcher.searcher!r} within the searcher asks for tier=compiled")
            searcher = searcher.searcher
        self.registry.check_plays(type(searcher), self.game)
        if self.tier == "compiled":
            form = self.registry.form_of(type(searcher))
            if form is None:
                raise CompiledTierUnavailable(
                    f"{type(searcher).__name__} has no compiled form; ask for tier=reference"
                )
            return form(searcher, self)
        if isinstance(searcher, Bindable):
            search = searcher.bind(self)
            if not callable(search):
                raise PluginError(f"expected {type(searcher).__name__}.bind to return a search, got {search!r}")
            return search
        return self._called(searcher)

    # --- what the compiled tier asks ----------------------------------------------------------------------------

    def later(self, build: Callable[[], object]) -> None:
        """Call `build` once all inner searchers are bound."""
        self.begin.append(build)

    def note(self, what: str) -> None:
        self.notes.append(what)

    def keeps(self, forget: Callable[[], object]) -> None:
        """Call `forget` when a new game begins."""
        self.keep.append(forget)

    # --- the life of a binding ----------------------------------------------------------------------------------

    def check_compiles(self) -> None:
        """Raise `CompiledTierUnavailable` if nothing can be compiled for this game, or on this machine."""
        from advsearch.compiled.engine import check_available, kernels_of

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
        """The search of a searcher without `bind`. Searchers in its settings are bound, too."""
        game = self.game
        ready: Any = self._settled_throughout(searcher)
        prepare = getattr(ready, "prepare", None)
        if prepare is not None:
            self.later(lambda: prepare(game))
            self.keeps(lambda: prepare(game))

        def search(state: Any, request: Request) -> Result:
            before = _around.set(self.tier)
            try:
                found: Result = ready.search(
                    game,
                    state,
                    limits=None if request.limits == NO_LIMITS else request.limits,
                    stop=request.stop,
                    report=request.report,
                    every_action=request.every_action,
                )
            finally:
                _around.reset(before)
            return found

        return search

    def _settled_throughout(self, searcher: Any) -> Any:
        ready = self.settled(searcher)
        settings = settings_of(ready)
        inside = self.within(evaluator=settings_of(searcher).get("evaluator"))

        def nested(value: Any) -> Any:
            if isinstance(value, Tiered):
                value = value.searcher
            return Tiered(inside._settled_throughout(value), self.tier)

        changes: dict[str, Any] = {}
        for name, value in settings.items():
            if isinstance(value, Searcher):
                changes[name] = nested(value)
            elif isinstance(value, tuple) and value and all(isinstance(each, Searcher) for each in value):
                changes[name] = tuple(map(nested, value))
        return with_settings(ready, changes)
