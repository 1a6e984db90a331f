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
    register(
        "minimax",
        Minimax,
        summary="every action, every answer, to a depth: the definition of the value",
        compiled="advsearch.compiled.forms:minimax",
    )
    register(
        "alphabeta",
        AlphaBeta,
        summary="minimax that leaves out what cannot change the value",
        compiled="advsearch.compiled.forms:alphabeta",
    )
    register(
        "deepening",
        Deepening,
        summary="depth 1, 2, 3, ... until the limits; the one for a clock",
        compiled="advsearch.search.deepening:Deepening.bind",
    )
    register(
        "greedy",
        Greedy,
        summary="the best next state by the evaluator alone",
        compiled="advsearch.search.greedy:Greedy.bind",
    )
    register("random", Random, summary="any legal action", compiled="advsearch.search.random_choice:Random.bind")
    register(
        "hybrid",
        Hybrid,
        summary="a searcher for each stage of the game, switches=[ply(45)] between them",
        compiled="advsearch.search.hybrid:Hybrid.bind",
    )
    register("greedy-then-alphabeta", greedy_then_alphabeta, summary="greedy for 45 plies, then alphabeta(depth=6)")
