"""The compiled tier of searchers by their texts."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, cast

import attrs

from advsearch.compiled.machined import TextForm
from advsearch.compiled.machined.code import Code, Kept, code_of
from advsearch.compiled.machined.session import CodeSession, Settings
from advsearch.compiled.machined.trees import kind_of
from advsearch.compiled.second_try import SecondTry
from advsearch.limits import Budget
from advsearch.protocol import Binding, Evaluator, Search
from advsearch.search.kit.session import Session
from advsearch.search.searcher import FixedDepth, Open, TreeSearch


def tree_search(searcher: FixedDepth, at: Binding) -> TreeSearch:
    """Return the search of one tree by the text of a searcher, in machine code."""
    for each in getattr(searcher, "order", ()):
        each.check_plays(at.game)
    ready = at.settled(searcher)
    game, evaluate, kind = at.game, cast(Evaluator, ready.evaluator), kind_of(ready)
    settings = Settings.of(ready)
    session = CodeSession if ready.driver is Session else type("Driven", (ready.driver, CodeSession), {})

    def build() -> Code:
        return code_of(kind, game, evaluate)

    def opening(chosen: Settings) -> Open:
        def start(state: Any, budget: Budget) -> Any:
            def compiled() -> Any:
                return session(build(), game, state, budget, chosen)

            reference = partial(ready.open, game, state, budget)
            return SecondTry(compiled, lambda: None, reference, at.note, budget)

        return start

    at.later(build)
    keeping = None
    if kind.table and searcher.depth is None:
        kept = Kept()
        at.keeps(kept.forget)
        keeping = opening(attrs.evolve(settings, kept=kept))
    return TreeSearch(game, searcher.depth, opening(settings), keeping)


def _within(searcher: Any, at: Any) -> Search:
    found: Search = searcher.bind(attrs.evolve(at, texts=True))
    return found


WITHIN: Final = TextForm(_within)
"""The form of a searcher whose inner searches have an evaluator that only their texts can call."""
