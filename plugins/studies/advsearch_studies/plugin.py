"""Registers the command `study`, the five studies, and their evaluators and players. Everything is registered by its
name, and loaded when it is used.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from advsearch.hookspecs import RegisterCommand, RegisterEvaluator, RegisterSearcher, RegisterStudy, hookimpl

HOME: Final = "advsearch_studies"
STUDIES: Final = {"000": "isolation", "001": "isolation", "002": "isolation", "003": "isolation", "004": "pentago"}
"""The game of each study."""
EVALUATORS: Final = (
    ("000", "heuristic", "tie_breaks:Heuristic", "heuristic 1 to 6, printed or described"),
    *(
        ("000", f"heuristic-{number}{end}", f"tie_breaks:heuristic_{number}{way}", f"heuristic {number} as {how}")
        for number in range(1, 7)
        for end, way, how in (("", "", "described"), ("-printed", "_printed", "printed"))
    ),
    ("001", "edge", "pressure:edge", "own moves divided by the opponent's"),
    ("001", "mirror", "pressure:mirror", "close to the opponent, as described"),
    ("001", "mirror-printed", "pressure:mirror_printed", "far from the opponent, as printed"),
    ("001", "pressure", "pressure:pressure", "mirror, then edge, as described"),
    ("001", "pressure-printed", "pressure:pressure_printed", "far from the opponent, then edge, as printed"),
    ("001", "pressure-by-cells", "pressure:Pressure", "pressure, which counts closed cells"),
    ("002", "formula", "between:Formula", "the greedy formula as printed"),
    ("002", "formula-prose", "between:FormulaProse", "the greedy formula as in prose"),
    ("002", "formula-stored", "between:formula_stored", "the greedy formula as in the file"),
    ("002", "between", "between:between", "1 between opponent and centre, else 0"),
    ("003", "score-1", "place_values:score_1", "place values of own moves"),
    ("003", "score-2", "place_values:Score2", "score-1 minus the opponent's place values"),
    ("003", "score-3", "place_values:score_3", "score-2, weighted by how open each quarter is"),
    ("004", "straights-stored-100", "stored:straights_stored_100", "first version: 100 for a four, no test for five"),
    (
        "004",
        "straights-stored-10",
        "stored:straights_stored_10",
        "second version: 10 for a four, a five decides",
    ),
)
"""For each evaluator: its study, its name, its place (such as `pressure:edge`), and a summary."""
PLAYERS: Final = (
    ("isolation", "fewer-nodes", "fewer_nodes:FewerNodes", "fewer nodes once few cells are open"),
    ("isolation", "compass", "compass:Compass", "the first of equally good actions, in the order of 002's course"),
    ("isolation", "course-greedy", "compass:CourseGreedy", "the greedy opponent of 002, with any evaluator"),
    ("pentago", "two-ply-straights", "two_ply:TwoPly", "004: searches two plies, plays an immediate win"),
)
"""For each player: its game, its name, its class, and a summary."""
COMPILED: Final = {
    "fewer-nodes": "fewer_nodes:FewerNodes.bind",
    "compass": "compass:Compass.bind",
    "two-ply-straights": "two_ply:compiled",
}
"""The compiled form of each player that has one."""


@hookimpl
def advsearch_commands(register: RegisterCommand) -> None:
    register("study", f"{HOME}.command:command", summary="Repeat published experiments, and test their claims")


@hookimpl
def advsearch_studies(register: RegisterStudy) -> None:
    for name, game in STUDIES.items():
        register(name, Path(__file__).parent / game / f"{name}.toml")


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    for study, name, place, summary in EVALUATORS:
        game = STUDIES[study]
        register(game, name, f"{HOME}.{game}.{place}", summary=summary, study=study)


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    for game, name, place, summary in PLAYERS:
        form = f"{HOME}.{game}.{COMPILED[name]}" if name in COMPILED else None
        register(name, f"{HOME}.{game}.{place}", compiled=form, game=game, summary=summary)
