"""Our searchers, registered through the public hooks."""

from __future__ import annotations

from advsearch.hookspecs import RegisterSearcher, hookimpl
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.deepening import Deepening
from advsearch.search.greedy import Greedy
from advsearch.search.hybrid import Hybrid, greedy_then_alphabeta
from advsearch.search.minimax import Minimax
from advsearch.search.random_choice import Random


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    register("minimax", Minimax, summary="every action, every answer, to a depth: the definition of the value")
    register("alphabeta", AlphaBeta, summary="minimax that leaves out what cannot change the value")
    register("deepening", Deepening, summary="depth 1, 2, 3, ... until the limits; the one for a clock")
    register("greedy", Greedy, summary="the best next state by the evaluator alone")
    register("random", Random, summary="any legal action")
    register("hybrid", Hybrid, summary="a searcher for each stage of the game, switches=[ply(45)] between them")
    register("greedy-then-alphabeta", greedy_then_alphabeta, summary="greedy for 45 plies, then alphabeta(depth=6)")
