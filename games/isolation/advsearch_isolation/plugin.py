"""Registers Isolation with its searchers, evaluators and courses. Classes and functions are registered by their
names, without an import of their modules.
"""

from __future__ import annotations

from typing import Final

from advsearch.hookspecs import (
    RegisterCourse,
    RegisterEvaluator,
    RegisterGame,
    RegisterSearcher,
    hookimpl,
)

SEARCHERS: Final = (
    ("isolation-best", "players.best:Best", "proves, searches, and sets traps; the best player"),
    ("isolation-book", "players.book:BookPlayer", "won openings from the book, then another searcher"),
)
EVALUATORS: Final = (
    ("open", "evaluators:open_moves", "own moves"),
    ("improved", "evaluators:improved", "own moves minus the opponent's"),
    ("weighted", "evaluators:WeightedMobility", "own moves and the opponent's, weighted"),
    ("center", "evaluators:center", "squared distance from the middle, as published"),
    ("centered", "evaluators:centered", "nearness to the middle, the negative of center"),
    ("course:", "courses.course:course", "course:FILE.py:FUNCTION, written for either course's board"),
)
"""For each evaluator: its name, its module and function (such as `evaluators:center`), and a summary."""


@hookimpl
def advsearch_games(register: RegisterGame) -> None:
    summary = "two tokens that block every cell they leave; a player who cannot move loses"
    register("isolation", "advsearch_isolation.rules:Isolation", summary=summary)


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    for name, place, summary in SEARCHERS:
        place = f"advsearch_isolation.{place}"
        register(name, place, compiled=f"{place}.bind", game="isolation", summary=summary)


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    for name, place, summary in EVALUATORS:
        register("isolation", name, f"advsearch_isolation.{place}", summary=summary)


@hookimpl
def advsearch_courses(register: RegisterCourse) -> None:
    register("isolation", "advsearch_isolation.courses.players:BOARD")
    register("isolation", "advsearch_isolation.courses.players:STATE")
