"""Registers Isolation with its searchers, evaluators and studies. Classes and functions are registered by their
names, without an import of their modules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from advsearch.hookspecs import (
    RegisterCourse,
    RegisterEvaluator,
    RegisterGame,
    RegisterSearcher,
    RegisterStudy,
    hookimpl,
)

SEARCHERS: Final = (
    ("isolation-best", "players.best:Best", "proves, searches, and sets traps; the best player"),
    ("isolation-book", "players.book:BookPlayer", "won openings from the book, then another searcher"),
    ("fewer-nodes", "studies.fewer_nodes:FewerNodes", "fewer nodes once few cells are open"),
    ("compass", "studies.compass:Compass", "the first of equally good actions, in the order of 002's course"),
)
EVALUATORS: Final = (
    ("open", "evaluators:open_moves", "own moves"),
    ("improved", "evaluators:improved", "own moves minus the opponent's"),
    ("weighted", "evaluators:WeightedMobility", "own moves and the opponent's, weighted"),
    ("center", "evaluators:center", "squared distance from the middle, as published"),
    ("centered", "evaluators:centered", "nearness to the middle, the negative of center"),
    ("course:", "courses.course:course", "course:FILE.py:FUNCTION, written for either course's board"),
    ("heuristic", "studies.tie_breaks:Heuristic", "000: heuristic 1 to 6, printed or described"),
    *(
        (
            f"heuristic-{number}{end}",
            f"studies.tie_breaks:heuristic_{number}{way}",
            f"000: heuristic {number} as {how}",
        )
        for number in range(1, 7)
        for end, way, how in (("", "", "described"), ("-printed", "_printed", "printed"))
    ),
    ("edge", "studies.pressure:edge", "001: own moves divided by the opponent's"),
    ("mirror", "studies.pressure:mirror", "001: close to the opponent, as described"),
    ("mirror-printed", "studies.pressure:mirror_printed", "001: far from the opponent, as printed"),
    ("pressure", "studies.pressure:pressure", "001: mirror, then edge, as described"),
    ("pressure-printed", "studies.pressure:pressure_printed", "001: far from the opponent, then edge, as printed"),
    ("pressure-by-cells", "studies.pressure:Pressure", "001: pressure, which counts closed cells"),
    ("formula", "studies.between:Formula", "002: the greedy formula as printed"),
    ("formula-prose", "studies.between:FormulaProse", "002: the greedy formula as in prose"),
    ("formula-stored", "studies.between:formula_stored", "002: the greedy formula as in the file"),
    ("between", "studies.between:between", "002: 1 between opponent and centre, else 0"),
    ("score-1", "studies.place_values:score_1", "003: place values of own moves"),
    ("score-2", "studies.place_values:Score2", "003: score-1 minus the opponent's place values"),
    ("score-3", "studies.place_values:score_3", "003: score-2, weighted by how open each quarter is"),
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
    register(
        "course-greedy",
        "advsearch_isolation.studies.compass:CourseGreedy",
        game="isolation",
        summary="the greedy opponent of study 002, with any evaluator",
    )


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    for name, place, summary in EVALUATORS:
        register("isolation", name, f"advsearch_isolation.{place}", summary=summary)


@hookimpl
def advsearch_courses(register: RegisterCourse) -> None:
    register("isolation", "advsearch_isolation.courses.players:BOARD")
    register("isolation", "advsearch_isolation.courses.players:STATE")


@hookimpl
def advsearch_studies(register: RegisterStudy) -> None:
    for number in range(4):
        register(f"{number:03}", Path(__file__).parent / "studies" / f"{number:03}.toml")
