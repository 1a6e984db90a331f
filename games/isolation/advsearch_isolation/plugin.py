"""Registers the game and its evaluators."""

from __future__ import annotations

from pathlib import Path

from advsearch.hookspecs import RegisterEvaluator, RegisterGame, RegisterSearcher, RegisterStudy, hookimpl
from advsearch_isolation import evaluators
from advsearch_isolation.best import Best
from advsearch_isolation.book import BookPlayer
from advsearch_isolation.course import course
from advsearch_isolation.rules import Isolation
from advsearch_isolation.studies import between, compass, fewer_nodes, place_values, pressure, tie_breaks


@hookimpl
def advsearch_games(register: RegisterGame) -> None:
    register("isolation", Isolation, summary="two tokens that block every cell they leave; who cannot move loses")


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    register("isolation-best", Best, summary="isolation: proves, searches, and sets traps; our best player")
    register("isolation-book", BookPlayer, summary="isolation: won openings from the book, then another searcher")
    register("course-greedy", compass.CourseGreedy, summary="isolation: 002's greedy opponent, or by any evaluator")
    register(
        "fewer-nodes",
        fewer_nodes.FewerNodes,
        compiled="advsearch_isolation.studies.fewer_nodes:FewerNodes.bind",
        summary="isolation: fewer nodes once few cells are open",
    )
    register(
        "compass",
        compass.Compass,
        compiled="advsearch_isolation.studies.compass:Compass.bind",
        summary="isolation: of equally good actions the first in 002's course order",
    )


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    register("isolation", "open", evaluators.open_moves, summary="own moves")
    register("isolation", "improved", evaluators.improved, summary="own moves less the opponent's")
    register("isolation", "weighted", evaluators.WeightedMobility, summary="own moves and the opponent's, weighted")
    register("isolation", "center", evaluators.center, summary="squared distance from the middle, as published")
    register("isolation", "centered", evaluators.centered, summary="nearness to the middle, the opposite of center")
    register("isolation", "course:", course, summary="course:FILE.py:FUNCTION, written for either course's board")
    _register_studies(register)


def _register_studies(register: RegisterEvaluator) -> None:
    """The evaluators of the reports 000 to 003."""
    register("isolation", "heuristic", tie_breaks.Heuristic, summary="000: heuristic 1 to 6, any reading")
    for number in range(1, 7):
        described, printed = tie_breaks.Heuristic(number), tie_breaks.Heuristic(number, printed=True)
        register("isolation", f"heuristic-{number}", described, summary=f"000: heuristic {number} as described")
        register("isolation", f"heuristic-{number}-printed", printed, summary=f"000: heuristic {number} as printed")
    register("isolation", "edge", pressure.edge, summary="001: own moves by the opponent's")
    register("isolation", "mirror", pressure.mirror, summary="001: close to the opponent, as described")
    register("isolation", "mirror-printed", pressure.mirror_printed, summary="001: far from it, as printed")
    register("isolation", "pressure", pressure.pressure, summary="001: mirror, then edge, as described")
    register("isolation", "pressure-printed", pressure.pressure_printed, summary="001: far, then edge, as printed")
    register("isolation", "pressure-by-cells", pressure.Pressure, summary="001: pressure, which counts closed cells")
    register("isolation", "formula", between.Formula, summary="002: the greedy formula as printed")
    register("isolation", "formula-prose", between.FormulaProse, summary="002: the greedy formula as in prose")
    register("isolation", "formula-stored", between.formula_stored, summary="002: the greedy formula as in the file")
    register("isolation", "between", between.between, summary="002: 1 between opponent and centre, else 0")
    register("isolation", "score-1", place_values.score_1, summary="003: place values of own moves")
    register("isolation", "score-2", place_values.Score2, summary="003: and less those of the opponent's")
    register("isolation", "score-3", place_values.score_3, summary="003: and each by how open its partition is")


@hookimpl
def advsearch_studies(register: RegisterStudy) -> None:
    for number in range(4):
        register(f"{number:03}", Path(__file__).parent / "studies" / f"{number:03}.toml")
