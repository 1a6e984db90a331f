"""Registers Pentago, its evaluators and its best player."""

from __future__ import annotations

from advsearch.hookspecs import RegisterEvaluator, RegisterGame, RegisterSearcher, hookimpl


@hookimpl
def advsearch_games(register: RegisterGame) -> None:
    register(
        "pentago", "advsearch_pentago.rules:Pentago", summary="place a stone, turn a quadrant; five in a row win"
    )


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    for name, place, summary in (
        ("straights", "evaluators:Straights", "points for stones in a row and for fours, minus the opponent's"),
        ("chances", "evaluators:Chances", "lines that can still become five, weighted, minus the opponent's"),
        ("course:", "courses.course:course", "course:FILE.py:FUNCTION, written for the course program's board"),
    ):
        register("pentago", name, f"advsearch_pentago.{place}", summary=summary)


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    register(
        "pentago-best",
        "advsearch_pentago.players.best:Best",
        compiled="advsearch_pentago.players.best:Best.bind",
        game="pentago",
        summary="the best player",
    )
