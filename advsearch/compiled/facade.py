"""The searchers on the compiled tier: the same settings, the same results, and why not where they cannot run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias, TypeVar

import attrs

from advsearch.compiled import build
from advsearch.compiled.engine import (
    FULL,
    GUIDED,
    PLAIN,
    Engine,
    check_not_refused,
    engine,
    kernels_of,
    plain_engine,
)
from advsearch.compiled.evaluators import check_compiles, kernel_of
from advsearch.compiled.guided import Guidance
from advsearch.compiled.learnt import Kept
from advsearch.compiled.session import CompiledSearch
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import WordsEvaluator
from advsearch.limits import Limits, StopSignal
from advsearch.protocol import AnyGame, Evaluator, Searcher, bind_evaluator, null
from advsearch.results import Line, Result, Tier
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.deepening import Deepening
from advsearch.search.greedy import Greedy
from advsearch.search.hybrid import Hybrid
from advsearch.search.minimax import Minimax
from advsearch.search.random_choice import Random
from advsearch.search.settings import with_inner

TierChoice: TypeAlias = Literal["auto", "reference", "compiled"]


@attrs.frozen
class Choice:
    """Which tier a search runs on."""

    tier: Tier
    reason: str | None = None
    """Why it is not the compiled one, where that was left open."""


_T = TypeVar("_T")
_Parts: TypeAlias = Iterator[tuple[Evaluator, str]]


@attrs.frozen
class Tiered:
    """A searcher on a tier of one's choice; under `auto` the compiled one where it can be had.

    A deepening search that nothing but a clock ends keeps its table from one move to the next, until `prepare` is
    called for a new game: what a depth's value is does not depend on that, see `advsearch.compiled.learnt.Kept`.
    """

    searcher: Searcher
    tier: TierChoice = "auto"
    _kept: Kept = attrs.field(factory=Kept, init=False, repr=False, eq=False)

    def search(
        self,
        game: AnyGame,
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        # whatever has to be built or loaded is so here, before the search starts its clock
        kept = self._kept if _only_a_clock(limits) else None
        tier, runs = self._had(game, lambda: compiled(self.searcher, game, state, kept=kept), self.searcher)
        result = runs.search(game, state, limits=limits, stop=stop, report=report, every_action=every_action)
        # on the reference tier a searcher that is not ours may have searched compiled, and says so
        return attrs.evolve(result, tier=tier) if tier == "compiled" else result

    def prepare(self, game: AnyGame) -> None:
        """Build or load what searches of this game need, and begin a new game: nothing is kept from the last one.

        What cannot be built is not tried again.
        """
        self._kept.forget()
        self._had(game, lambda: prepare(self.searcher, game), None)
        for inner in tiered_within(self.searcher):
            inner.prepare(game)

    def _had(self, game: AnyGame, compile_it: Callable[[], _T], otherwise: _T) -> tuple[Tier, _T]:
        """What `compile_it` gives, if this searches a game compiled; under `auto` it may turn out that it cannot."""
        if choose(self.searcher, game, self.tier).tier == "reference":
            return "reference", otherwise
        try:
            return "compiled", compile_it()
        except CompiledTierUnavailable:
            if self.tier == "compiled":
                raise
            return "reference", otherwise


def tiered_within(searcher: Any) -> list[Tiered]:
    """The searchers with a tier of their own that an outside searcher holds, at any depth."""
    found: list[Tiered] = []

    def note(inner: Any) -> Any:
        found.extend([inner] if isinstance(inner, Tiered) else tiered_within(inner))
        return inner

    with_inner(searcher, note)
    return found


def _only_a_clock(limits: Limits | None) -> bool:
    return limits is not None and limits.time_s is not None and limits.nodes is None and limits.depth is None


@attrs.frozen
class Uncompiled:
    """A searcher of ours on the compiled tier's own code, run as ordinary Python: to read, trace and test kernels."""

    searcher: Searcher

    def search(
        self,
        game: AnyGame,
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        runs = compiled(self.searcher, game, state, plain_engine)
        return runs.search(game, state, limits=limits, stop=stop, report=report, every_action=every_action)


def choose(searcher: Searcher, game: AnyGame, tier: TierChoice = "auto") -> Choice:
    """Which tier `Tiered(searcher, tier)` searches a game on; raises where it cannot.

    Nothing is built yet but an evaluator that a person wrote, to see whether it compiles.
    """
    if tier == "reference":
        return Choice("reference")
    try:
        _check(searcher, game)
    except CompiledTierUnavailable as error:
        if tier == "compiled":
            raise
        return Choice("reference", str(error))
    return Choice("compiled")


def why_never_compiled(searcher: Searcher, game: AnyGame) -> str | None:
    """Why a searcher cannot run compiled on this game on any machine; None if it can where numba is installed."""
    try:
        kernels = kernels_of(game)
        parts = list(_parts(searcher, game))
        for evaluator, _ in parts:
            kernel_of(evaluator, kernels, game)
            if isinstance(evaluator, WordsEvaluator) and build.available() is None:
                check_compiles(evaluator, kernels)
    except CompiledTierUnavailable as error:
        return str(error)
    return None if parts else "it searches nothing that could be compiled"


def prepare(searcher: Searcher, game: AnyGame) -> None:
    """Build or load everything the searcher can need for this game, so that its first search need not."""
    for evaluator, kind in _parts(searcher, game):
        engine(game, evaluator, kind)


EngineOf: TypeAlias = Callable[[AnyGame, Evaluator, str], Engine]


def compiled(
    searcher: Searcher, game: AnyGame, state: Any, engine_of: EngineOf = engine, kept: Kept | None = None
) -> Searcher:
    """The searcher that does the same for this state on the compiled tier; `kept` is for one that only a clock
    ends."""
    if isinstance(searcher, Hybrid):
        return compiled(searcher.stage(game, state), game, state, engine_of, kept)
    if isinstance(searcher, Random):
        return searcher  # it looks at nothing, so there is nothing to compile
    if isinstance(searcher, Deepening):
        return Deepening(
            _inner(searcher, game, state, engine_of, kept if searcher.max_depth is None else None),
            max_depth=searcher.max_depth,
            aspiration=searcher.aspiration,
            stop_at_proven=searcher.stop_at_proven,
        )
    if isinstance(searcher, Greedy):
        return _search(searcher, game, PLAIN, engine_of, depth=1)
    if isinstance(searcher, Minimax):
        return _search(searcher, game, FULL, engine_of, depth=searcher.depth)
    if isinstance(searcher, AlphaBeta):
        return _alphabeta(searcher, game, Guidance(searcher.table, searcher.order), engine_of)
    raise _not_ours(searcher)


def _inner(searcher: Deepening, game: AnyGame, state: Any, engine_of: EngineOf, kept: Kept | None) -> Searcher:
    own = searcher.inner
    if not isinstance(own, AlphaBeta):
        return compiled(own, game, state, engine_of)
    free = searcher._search is None and searcher.table is None
    slots = Guidance.DEFAULT_TABLE if free else own.table
    kept = kept if slots and own.depth is None else None
    return _alphabeta(own, game, Guidance(slots, own.order, grows=free, kept=kept), engine_of)


def _alphabeta(searcher: AlphaBeta, game: AnyGame, guidance: Guidance, engine_of: EngineOf) -> CompiledSearch:
    if not searcher.table and not searcher.order:
        return _search(searcher, game, PLAIN, engine_of, depth=searcher.depth)
    return _search(searcher, game, GUIDED, engine_of, depth=searcher.depth, guidance=guidance)


def _search(
    searcher: Minimax | AlphaBeta | Greedy, game: AnyGame, kind: str, engine_of: EngineOf, **settings: Any
) -> CompiledSearch:
    evaluator = bind_evaluator(searcher.evaluator or null, game)
    made = engine_of(game, evaluator, kind)
    return CompiledSearch(made, evaluator, ties=searcher.ties, seed=searcher.seed, **settings)


def _check(searcher: Searcher, game: AnyGame) -> None:
    """Raise `CompiledTierUnavailable` if the searcher cannot run compiled on this game."""
    kernels = kernels_of(game)
    reason = build.available()
    if reason is not None:
        raise CompiledTierUnavailable(reason)
    for evaluator, kind in _parts(searcher, game):
        kernel_of(evaluator, kernels, game)
        if isinstance(evaluator, WordsEvaluator):
            check_compiles(evaluator, kernels)
        check_not_refused(game, evaluator, kind)


def _parts(searcher: Searcher, game: AnyGame) -> _Parts:
    """The evaluators the searcher uses, each with the kind of engine it needs."""
    if isinstance(searcher, Hybrid):
        for stage in searcher.stages:
            yield from _parts(stage, game)
    elif isinstance(searcher, Deepening):
        yield from _parts(searcher.inner, game)
    elif isinstance(searcher, Minimax | AlphaBeta | Greedy):
        kind = FULL if isinstance(searcher, Minimax) else PLAIN
        if isinstance(searcher, AlphaBeta) and (searcher.table or searcher.order):
            kind = GUIDED
        yield bind_evaluator(searcher.evaluator or null, game), kind
    elif not isinstance(searcher, Random):
        raise _not_ours(searcher)


def _not_ours(searcher: Searcher) -> CompiledTierUnavailable:
    return CompiledTierUnavailable(
        f"expected one of our own searchers for the compiled tier, got {searcher!r}; ask for tier=reference"
    )
