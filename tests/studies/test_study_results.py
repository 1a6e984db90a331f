"""The results of studies, computed from stored games."""

from __future__ import annotations

import math
import random
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.ratings.means import Interval, Mean, beyond, mean_of, student, wilson
from advsearch.tournament.records import GameRecord
from advsearch_studies.results import Games, claim_results, range_of_runs, table_result
from advsearch_studies.statistics import answer, z_between, z_from_half
from advsearch_studies.study import Cell, Claim, Row, Runs, Table


def game(identity: int, first: str, second: str, opening: str, points: float) -> GameRecord:
    pair = f"{min(first, second)}-{max(first, second)}-{opening}"
    result = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}[points]
    return GameRecord(str(identity), pair, "x", first, second, (opening,), (opening, str(identity)), result, "normal")


def pair(one: str, two: str, opening: str, share: float) -> list[GameRecord]:
    """Two games in which `one` gets 0, half or all of the points."""
    first = {0.0: (0, 1), 0.5: (1, 1), 1.0: (1, 0)}[share]
    base = hash((one, two, opening)) & 0xFFFFFFFF
    return [game(base, one, two, opening, first[0]), game(base + 1, two, one, opening, first[1])]


def table(*rows: Row) -> Table:
    return Table("t", rows)


def test_shares_are_counted_by_opening() -> None:
    """An agent's rate is the mean over openings of its share against all opponents; incomplete pairs are left out."""
    records = [
        *pair("a", "x", "o1", 1.0),
        *pair("a", "y", "o1", 0.5),
        *pair("a", "x", "o2", 0.0),
        *pair("a", "y", "o2", 0.0),
        *pair("a", "x", "o3", 1.0),
        game(99, "a", "y", "o3", 1),
    ]
    found = table_result(Games(table(Row("a", (Cell("a", "x"), Cell("a", "y")))), None, {0: tuple(records)}))
    (row,) = found.rows
    assert row.ours.mean == pytest.approx((0.75 + 0.0) / 2)
    assert (row.ours.units, row.games) == (2, 8)
    assert [cell.ours.mean for cell in found.cells] == pytest.approx([2 / 3, 0.25])
    assert [cell.games for cell in found.cells] == [6, 5]


def test_differences_are_taken_opening_by_opening() -> None:
    """The difference between two agents that are equal at every opening is 0, however openings differ."""
    records = []
    for number in range(20):
        share = (0.0, 0.5, 1.0)[number % 3]
        records += [*pair("a", "x", f"o{number}", share), *pair("b", "x", f"o{number}", share)]
    rows = Row("a", (Cell("a", "x", (6,), 10),)), Row("b", (Cell("b", "x", (7,), 10),))
    (difference,) = table_result(Games(table(*rows), None, {0: tuple(records)})).differences
    assert (difference.better, difference.worse) == ("b", "a")
    assert difference.published == pytest.approx(0.1)
    assert difference.ours.mean == 0
    assert difference.at_theirs == difference.at_ours == "not decidable"


@pytest.mark.parametrize(("ahead", "found_verdict"), [("a", "supported"), ("b", "refuted")])
def test_a_clear_difference_is_reported(ahead: str, found_verdict: str) -> None:
    """If one side wins nearly all of sixty openings, the difference is decided; the verdict depends on the agent
    that was published as ahead."""
    records = []
    for number in range(60):
        better, worse = ("a", "b")
        records += pair(better, "x", f"o{number}", 1.0 if number % 10 else 0.5)
        records += pair(worse, "x", f"o{number}", 0.0 if number % 7 else 0.5)
    won = {"a": (9, 2), "b": (2, 9)}[ahead]
    rows = Row("a", (Cell("a", "x", (won[0],), 10),)), Row("b", (Cell("b", "x", (won[1],), 10),))
    (difference,) = table_result(Games(table(*rows), None, {0: tuple(records)})).differences
    assert difference.better == ahead
    assert difference.at_theirs == "supported"
    assert difference.at_ours == found_verdict


def test_claims_of_equality() -> None:
    """A claim of equality is refuted by a difference, supported by an interval within three points, and otherwise
    undecided."""

    def found_verdict(shares: list[float]) -> str:
        records = []
        for number, share in enumerate(shares):
            records += [*pair("a", "x", f"o{number}", share), *pair("b", "x", f"o{number}", 0.5)]
        rows = Row("a", (Cell("a", "x"),)), Row("b", (Cell("b", "x"),))
        games = Games(table(*rows), None, {0: tuple(records)})
        (claim,) = claim_results([Claim("equal", "a", "b", equal=True)], [games])
        return claim.at_ours

    assert found_verdict([1.0] * 30 + [0.5] * 10) == "refuted"
    assert found_verdict([0.5] * 3000 + [1.0, 0.0]) == "supported"
    assert found_verdict([1.0, 0.0, 0.5, 0.5]) == "not decidable"


def test_meetings_are_compared_with_a_half() -> None:
    """If agents did not meet the same opponents, each published cell is a separate difference."""
    rows = (Row("a", (Cell("a", "x", (3,), 20),)), Row("b", (Cell("b", "a"),)))
    records = [each for number in range(30) for each in pair("a", "x", f"o{number}", 0.0 if number % 9 else 0.5)]
    found = table_result(Games(Table("t", rows, field=False), None, {0: tuple(records)}))
    (difference,) = found.differences
    assert (difference.better, difference.worse, difference.against) == ("x", "a", "each other")
    assert difference.published == pytest.approx(17 / 20 - 0.5)
    assert difference.z == pytest.approx(z_from_half(17, 20))
    assert difference.at_ours == "supported"
    assert found.rows == ()


def test_games_that_are_alike_have_no_interval() -> None:
    """Ten pairs of the same two games count as two different games, and their cell says so."""
    records = [
        GameRecord(f"{n}{seat}", f"p{n}", "x", *names, (), ("same",), "1-0" if seat else "0-1", "normal")
        for n in range(10)
        for seat, names in enumerate([("a", "x"), ("x", "a")])
    ]
    rows = (Row("a", (Cell("a", "x", (17,), 20),)),)
    (cell,) = table_result(Games(Table("t", rows, field=False), None, {0: tuple(records)})).cells
    assert (cell.games, cell.distinct, cell.alike) == (20, 2, True)
    assert cell.agrees is False


def test_agents_without_chance_need_no_interval() -> None:
    """If the same few games repeat, their result is certain, so an equal score counts as not better, and as equal."""

    def found_verdict(points: tuple[float, float], *, equal: bool) -> str:
        records = [
            GameRecord(f"{n}{seat}", f"p{n}", "x", *names, (), ("same",), result, "normal")
            for n in range(10)
            for seat, (names, result) in enumerate(
                zip([("a", "x"), ("x", "a")], ["1-0" if won else "0-1" for won in points], strict=True)
            )
        ]
        games = Games(Table("t", (Row("a", (Cell("a", "x"),)),), field=False), None, {0: tuple(records)})
        (claim,) = claim_results([Claim("better", "a", "x", equal=equal)], [games])
        assert claim.distinct == 2
        return claim.at_ours

    assert found_verdict((1, 1), equal=False) == "refuted"  # the first player wins both
    assert found_verdict((1, 1), equal=True) == "supported"
    assert found_verdict((1, 0), equal=False) == "supported"
    assert found_verdict((0, 1), equal=False) == "refuted"


def test_a_claim_is_measured_wherever_its_agents_met() -> None:
    """A claim is measured against the field and between the two agents. Each has its own verdict, and the p values
    are adjusted for both."""
    field, direct = [], []
    for number in range(60):
        field += [*pair("a", "x", f"o{number}", 0.5), *pair("b", "x", f"o{number}", (0.0, 0.5, 1.0)[number % 3])]
        direct += pair("a", "b", f"o{number}", 1.0 if number % 10 else 0.0)
    rows = Row("a", (Cell("a", "x"),)), Row("b", (Cell("b", "x"),))
    tables = [
        Games(table(*rows), None, {0: tuple(field)}),
        Games(Table("direct", (Row("a", (Cell("a", "b"),)),), field=False), None, {0: tuple(direct)}),
        Games(Table("far", (Row("b", (Cell("b", "a"),)),), field=False, game="y"), None, {0: tuple(direct)}),
        Games(Table("others", (Row("x", (Cell("x", "y"),)),), field=False), None, {}),
    ]
    found = claim_results([Claim("a is better", "a", "b")], tables)
    assert [(each.against, each.games, each.at_ours) for each in found] == [
        ("the field", 120, "not decidable"),
        ("each other", 120, "supported"),
        ("each other, far", 120, "supported"),
    ]
    assert [each.p_value >= each.ours.p_value for each in found] == [True] * 3


def test_the_range_of_runs() -> None:
    """Openings are combined into runs as long as the published ones; each five of these give the best minus the
    worst."""
    rng = random.Random(1)
    records = [
        each
        for number in range(400)
        for opponent in "xy"
        for each in pair("a", opponent, f"o{number}", rng.choice([0.0, 0.5, 1.0]))
    ]
    games = Games(table(Row("a", (Cell("a", "x"), Cell("a", "y")))), None, {0: tuple(records)})
    found = range_of_runs(Runs("alike", "a", 5, 40), [games])
    assert found.units == 400 // 10 // 5
    # five means of 20 shares with deviation 0.41 each: 2.33 deviations of 0.091 apart on the mean
    assert found.mean == pytest.approx(2.33 * 0.41 / math.sqrt(20), rel=0.3)
    assert range_of_runs(Runs("alike", "b", 5, 40), [games]).units == 0


# --- statistics -------------------------------------------------------------------------------------------------


def test_students_factors() -> None:
    """The half-width of the interval is within two hundredths of Student's tables, from four degrees of freedom
    on.
    """
    for freedom, exact in ((4, 2.776), (9, 2.262), (29, 2.045), (99, 1.984), (999, 1.962)):
        assert student(freedom) == pytest.approx(exact, abs=0.02)


def test_p_values_of_few_units() -> None:
    """The p values of few units are those of Student's t: they agree with its tables and its interval, and come
    near the normal distribution's with many degrees of freedom."""
    for freedom, t, p in ((1, 63.657, 0.01), (2, 9.925, 0.01), (3, 3.182, 0.05), (7, 5.408, 0.001), (30, 2.75, 0.01)):
        assert beyond(t, freedom) == pytest.approx(p, rel=0.01)
    for t in (1.0, 1.96, 3.0):
        assert beyond(t, 20_000) == pytest.approx(2 * (1 - NormalDist().cdf(t)), rel=0.01)
    for values in ([-0.2, -0.1, -0.3], [0.3, 0.1, 0.2, 0.2, -0.1], [0.1] * 30 + [0.0] * 5):
        found = mean_of(values)
        assert (found.p_value < 0.05) == (not found.interval.low <= 0 <= found.interval.high)
    assert mean_of([-0.2, -0.19, -0.21]).p_value > 0.0005  # a normal's would be below 10 ** -200


@given(st.integers(1, 500), st.floats(0, 50))
def test_p_values_are_probabilities(freedom: int, t: float) -> None:
    """The p value is 1 at a distance of 0, falls with the distance, and is smaller with more degrees of freedom."""
    assert 0.0 <= beyond(t, freedom) <= 1.0
    assert beyond(0.0, freedom) == pytest.approx(1.0)
    assert beyond(t, freedom) >= beyond(t + 1, freedom) - 1e-12


def test_wilsons_interval() -> None:
    """Wilson's interval of 12 of 20 is 39 to 78 per cent, and no rate is certain."""
    found = wilson(12 / 20, 20)
    assert (found.low, found.high) == pytest.approx((0.387, 0.781), abs=0.002)
    assert wilson(20 / 20, 20).low < 0.9
    assert wilson(0, 0) == Interval(0.0, 1.0)


def test_z_scores_of_the_documents() -> None:
    """The z values are 1.30 and 1.28 for the best heuristics of 000, 2.9 for 001's pressure, and 1.44 for 003's
    score 2."""
    assert z_between(156, 210, 144, 210) == pytest.approx(1.30, abs=0.005)
    assert z_between(153, 210, 141, 210) == pytest.approx(1.28, abs=0.005)
    assert z_between(3042, 4200, 2921, 4200) == pytest.approx(2.9, abs=0.05)
    assert z_between(51, 70, 43, 70) == pytest.approx(1.44, abs=0.005)


def test_the_interval_covers_the_truth() -> None:
    """The 95 % interval contains the true mean in 92 to 98 % of 400 samples of 12 shares."""
    rng = random.Random(3)
    held = 0
    for _ in range(400):
        found = mean_of([rng.choice([0.0, 0.5, 0.5, 1.0]) for _ in range(12)])
        held += found.interval.low <= 0.5 <= found.interval.high
    assert 0.92 <= held / 400 <= 0.98


@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), max_size=30))
def test_estimates_never_claim_certainty(values: list[float]) -> None:
    """The interval contains the mean, stays within the bounds and has a width, whatever the results."""
    found = mean_of(values, 0.0, 1.0)
    if not values:
        assert math.isnan(found.mean)
        return
    assert 0.0 <= found.interval.low <= found.mean <= found.interval.high <= 1.0
    assert found.interval.high > found.interval.low
    assert 0.0 <= found.p_value <= 1.0


@given(st.integers(1, 40), st.integers(2, 14), st.integers(2, 9))
def test_rounding_is_no_evidence(points: int, opponents: int, units: int) -> None:
    """Equal shares, computed in different ways, have the interval of equal numbers."""
    share = points / opponents
    values = [share if unit % 2 else (share + 0.1) - 0.1 for unit in range(units)]
    found, exact = mean_of(values), mean_of([share] * units)
    assert found.interval.high - found.interval.low == pytest.approx(exact.interval.high - exact.interval.low)
    assert found.interval.high - found.interval.low > 0.5 / units


def test_answers() -> None:
    """A result decides if its interval is on one side of 0, and the published sign gives the verdict."""
    above = Mean(0.1, Interval(0.05, 0.15), 9)
    assert answer(0.2, above) == "supported"
    assert answer(-0.2, above) == "refuted"
    assert answer(0.2, Mean(0.1, Interval(-0.05, 0.25), 9)) == "not decidable"
    assert answer(0.2, Mean(0.1, Interval(0.05, 0.15), 1)) == "not decidable"
