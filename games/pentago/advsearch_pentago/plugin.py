"""Registers Pentago, its evaluators, and the player of document 004."""

from __future__ import annotations

from pathlib import Path

from advsearch.hookspecs import RegisterEvaluator, RegisterGame, RegisterSearcher, RegisterStudy, hookimpl


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
        (
            "straights-stored-100",
            "studies.stored:straights_stored_100",
            "document 004, first version: 100 for a four, no test for five",
        ),
        ("course:", "courses.course:course", "course:FILE.py:FUNCTION, written for the course program's board"),
        (
            "straights-stored-10",
            "studies.stored:straights_stored_10",
            "document 004, second version: 10 for a four, a five sets the value",
        ),
    ):
        register("pentago", name, f"advsearch_pentago.{place}", summary=summary)


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    for name, place, form, summary in (
        ("pentago-best", "players.best:Best", "players.best:Best.bind", "the best player"),
        (
            "two-ply-straights",
            "studies.two_ply:TwoPly",
            "studies.two_ply:compiled",
            "document 004's player: searches two plies, plays an immediate win",
        ),
    ):
        register(
            name,
            f"advsearch_pentago.{place}",
            compiled=f"advsearch_pentago.{form}",
            game="pentago",
            summary=summary,
        )


@hookimpl
def advsearch_studies(register: RegisterStudy) -> None:
    register("004", Path(__file__).parent / "studies" / "004.toml")
