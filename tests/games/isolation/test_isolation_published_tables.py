"""The win rates in the reports, computed again from their own tables, which are copied here."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev

import attrs
import pytest

from advsearch.plugins.registry import default_registry
from advsearch.tournament.runner import Runner
from advsearch.tournament.store import Store
from advsearch.tournament.worker import play
from advsearch.tournament.workers import InProcess
from advsearch_studies.catalogue import load_study
from advsearch_studies.plan import plan

# 000: games won of 30 against each of seven opponents, by AB_Improved and the three custom heuristics.
WON_000_SHORT = {
    "improved": (29, 24, 27, 18, 16, 17, 13),
    "heuristic-1": (28, 26, 25, 21, 15, 20, 16),
    "heuristic-2": (29, 23, 26, 22, 20, 17, 15),
    "heuristic-3": (28, 26, 27, 24, 18, 18, 15),
}
WON_000_LONG = {
    "improved": (30, 23, 25, 18, 17, 17, 11),
    "heuristic-4": (29, 23, 27, 21, 16, 14, 14),
    "heuristic-5": (30, 21, 30, 21, 14, 16, 13),
    "heuristic-6": (29, 23, 29, 25, 15, 15, 17),
}
RATES_000 = {
    "heuristic-1": 71.9,
    "heuristic-2": 72.4,
    "heuristic-3": 74.3,
    "heuristic-4": 68.6,
    "heuristic-5": 69.0,
    "heuristic-6": 72.9,
}

# 001: games won of 200 against each of seven opponents; two cells are cut in print (165/3 and 130/7).
WON_001 = {
    "improved": [
        (167, 155, 125, 117, 143, 136, 117),
        (171, 152, 125, 132, 147, 137, 121),
        (165, 165, 136, 130, 144, 117, 119),
    ],
    "edge": [(172, 152, 130, 119, 145, 119, 114)],
    "mirror": [(162, 146, 126, 120, 136, 120, 106)],
    "pressure": [
        (168, 170, 128, 122, 163, 130, 120),
        (173, 176, 133, 129, 152, 138, 122),
        (173, 173, 138, 131, 165, 131, 107),
    ],
}

# 002: per cent won by the row against the column: Random, Greedy, Minimax, the report's player.
WON_002 = [(50, 30, 5, 5), (70, 50, 20, 15), (95, 80, 50, 40), (95, 85, 60, 50)]

# 003: games won of 10 against each of seven opponents.
WON_003 = {
    "improved": (9, 7, 8, 8, 3, 5, 3),
    "score-1": (9, 7, 8, 7, 6, 5, 5),
    "score-2": (10, 5, 9, 8, 7, 6, 6),
    "score-3": (9, 8, 9, 7, 6, 4, 4),
}


def rate(won: Sequence[int], each: int) -> float:
    return 100 * sum(won) / (each * len(won))


def z_score(won: int, base: int, games: int) -> float:
    """By how many standard errors two win rates over equally many games differ."""
    pooled = (won + base) / (2 * games)
    return (won - base) / games / math.sqrt(2 * pooled * (1 - pooled) / games)


def test_rates_of_000_recompute() -> None:
    """All printed win rates are those of the tables: 30 games per opponent, 210 per agent."""
    for table, base in ((WON_000_SHORT, 68.6), (WON_000_LONG, 67.1)):
        for name, won in table.items():
            assert rate(won, 30) == pytest.approx(RATES_000.get(name, base), abs=0.05)


def test_000_shows_no_difference() -> None:
    """The best heuristics of 000 are 1.30 and 1.28 standard errors above improved, which is not significant."""
    for table, best, expected in ((WON_000_SHORT, "heuristic-3", 1.30), (WON_000_LONG, "heuristic-6", 1.28)):
        z = z_score(sum(table[best]), sum(table["improved"]), 210)
        assert z == pytest.approx(expected, abs=0.005)
        assert z < 1.96


def test_rates_of_001_recompute() -> None:
    """With the cut cells filled in, the runs of 001 have these rates; the baseline's mean is 69.55, printed as
    69.4.
    """
    rates = {name: [round(rate(run, 200), 2) for run in runs] for name, runs in WON_001.items()}
    assert rates == {
        "improved": [68.57, 70.36, 69.71],
        "edge": [67.93],
        "mirror": [65.43],
        "pressure": [71.5, 73.07, 72.71],
    }
    assert mean(rates["improved"]) == pytest.approx(69.55, abs=0.005)
    assert mean(rates["pressure"]) == pytest.approx(72.43, abs=0.005)
    assert [stdev(rates[name]) for name in ("improved", "pressure")] == pytest.approx([0.90, 0.82], abs=0.01)


def test_001_shows_a_difference() -> None:
    """Over 4,200 games, each pressure as printed in 001 is 2.9 standard errors above improved."""
    won, base = (sum(map(sum, WON_001[name])) for name in ("pressure", "improved"))
    assert z_score(won, base, 4200) == pytest.approx(2.9, abs=0.05)


def test_100_tests_of_001_are_200_games() -> None:
    """Wins and losses add up to 200 in the baseline's row of 001, except in two cells that have lost their last
    digit.
    """
    row = "165/35 165/3 136/64 130/7 144/56 117/83 119/81"
    sums = [sum(map(int, cell.split("/"))) for cell in row.split()]
    assert sums == [200, 168, 200, 137, 200, 200, 200]
    assert [int(cell.split("/")[0]) for cell in row.split()] == list(WON_001["improved"][2])


def test_002_has_twenty_games_a_cell() -> None:
    """All entries of 002 are multiples of 5 %, and those of two players add up to 100, so one run of 20 games serves
    both.
    """
    assert all(cell % 5 == 0 for row in WON_002 for cell in row)
    assert all(WON_002[i][j] + WON_002[j][i] == 100 for i in range(4) for j in range(4))


def test_002_cannot_have_won_85_per_cent() -> None:
    """Two players without randomness play four different games in fair pairs, so a rate in 002 is a multiple of
    25 %.
    """
    assert WON_002[3][1] == 85
    assert WON_002[3][1] % 25 != 0


def test_readings_of_002_against_greedy_as_in_its_course(tmp_path: Path) -> None:
    """Of the four games against Greedy, in which each side chooses the opening once, the player as run wins two, the
    formula two and its prose three. The 160 games of each in the course's own program gave the same 50, 50 and 75 %.
    """
    registry = default_registry()
    table = plan(load_study("002", registry), registry, quick=True, pairs=2).parts[0].schedule
    readings = ("As_Run", "Formula", "Prose")
    schedule = attrs.evolve(table, pairings=tuple((name, "Greedy") for name in readings))
    won: Counter[str] = Counter()
    with Store(tmp_path / "games.db") as store:
        Runner(schedule, store, play).run(InProcess())
        for game in store.games():
            won.update({game.first: game.points, game.second: 1 - game.points})
    assert [won[name] for name in readings] == [2, 2, 3]


def test_rates_of_003_recompute() -> None:
    """In 003, 43, 47, 51 and 47 games of 70 give the printed rates, of which the best is 1.44 standard errors above
    improved.
    """
    assert [round(rate(won, 10), 1) for won in WON_003.values()] == [61.4, 67.1, 72.9, 67.1]
    z = z_score(sum(WON_003["score-2"]), sum(WON_003["improved"]), 70)
    assert z == pytest.approx(1.44, abs=0.005)
    assert z < 1.96
