"""The compiled forms of the built-in searchers (see `advsearch.protocol.Form`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

import attrs

from advsearch.compiled import machined
from advsearch.compiled.engine import Engine, check_not_refused, engine, grow, plain_engine, rules_with
from advsearch.compiled.evaluators import check_compiles
from advsearch.compiled.guided import Guidance, guided
from advsearch.compiled.learnt import Kept
from advsearch.compiled.orderings import strangers_in
from advsearch.compiled.second_try import SecondTry
from advsearch.compiled.session import CompiledSearch, CompiledSession
from advsearch.compiled.shape import Kernel, Moves, Scale, Template
from advsearch.errors import CompiledTierUnavailable
from advsearch.kernels import KernelSet, WordsEvaluator
from advsearch.limits import Budget
from advsearch.protocol import Binding, Evaluator, Form
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.minimax import Minimax
from advsearch.search.pvs import PVS, Guided
from advsearch.search.searcher import FixedDepth, Open, TreeSearch


def fixed_depth(make: Callable[[Moves, Scale], Kernel], name: str | None = None) -> Form:
    """The compiled form of a `FixedDepth` searcher. `make(moves, scale)` returns the recursive search function (see
    `advsearch.compiled.template`). Messages about the builds call them `name`.
    """
    template = Template(name or make.__module__.rpartition(".")[2], make)
    return lambda searcher, at: _tree(searcher, at, template)


def _alphabeta(searcher: AlphaBeta, at: Binding) -> TreeSearch:
    if searcher.table == 0 and not searcher.order:
        from advsearch.compiled.alphabeta import PLAIN

        return _tree(searcher, at, PLAIN)
    return _guided(searcher, at)


def _pvs(searcher: PVS, at: Binding) -> TreeSearch:
    if not searcher.scout and not machined.in_use():
        raise CompiledTierUnavailable("pvs(scout=false) has no compiled form; ask for tier=reference")
    return _guided(searcher, at)


def _guided(searcher: Guided, at: Binding) -> TreeSearch:
    for each in searcher.order:
        each.check_plays(at.game)
    free = searcher.table is None
    slots = Guidance.DEFAULT_TABLE if searcher.table is None else searcher.table
    return _tree(searcher, at, guided(strangers_in(searcher.order)), Guidance(slots, searcher.order, grows=free))


def _tree(searcher: FixedDepth, at: Binding, template: Template, guidance: Guidance | None = None) -> TreeSearch:
    if at.machine and machined.in_use() and type(searcher) in (AlphaBeta, Minimax, PVS):
        from advsearch.compiled.machined.forms import tree_search

        return tree_search(searcher, at)
    ready = at.settled(searcher)
    game, evaluator = at.game, cast(Evaluator, ready.evaluator)
    derived = not hasattr(game, "kernels")
    kernels, _ = rules_with(game, evaluator)
    if at.machine:
        if isinstance(evaluator, WordsEvaluator) and isinstance(kernels, KernelSet):
            check_compiles(evaluator, kernels)
        check_not_refused(game, evaluator, template)
    made: list[Engine] = []

    def build() -> Engine:
        if not made:
            made.append(engine(game, evaluator, template) if at.machine else plain_engine(game, evaluator, template))
        return made[0]

    def opening(guided: Guidance | None) -> Open:
        found: list[CompiledSearch] = []

        def compiled(state: Any, budget: Budget) -> CompiledSession:
            if not found or found[-1].engine is not build():
                found[:] = [CompiledSearch(build(), evaluator, ready.ties, ready.seed, guided)]
            return found[0].open(game, state, budget)

        def grown(state: Any, budget: Budget) -> CompiledSession | None:
            made.clear()
            return compiled(state, budget) if grow(game) else None

        def start(state: Any, budget: Budget) -> Any:
            if not derived:
                return compiled(state, budget)
            return SecondTry(
                partial(compiled, state, budget),
                partial(grown, state, budget),
                partial(ready.open, game, state, budget),
                at.note,
                budget,
            )

        return start

    at.later(build)
    keeping = None
    if guidance is not None and guidance.slots and searcher.depth is None:
        kept = Kept()
        at.keeps(kept.forget)
        keeping = opening(attrs.evolve(guidance, kept=kept))
    return TreeSearch(game, searcher.depth, opening(guidance), keeping)


alphabeta: Final[Form] = _alphabeta
pvs: Final[Form] = _pvs
