"""Charts and plots as SVG: what they show, and that unusual names and numbers do no harm."""

from __future__ import annotations

import math
from xml.etree import ElementTree

from advsearch.drawing.charts import bars, heat, histogram, ratings_chart
from advsearch.drawing.plots import Bar, interval_chart, line_chart
from advsearch.ratings import PairCounts

EVIL = '</svg><script>alert("1")</script>'


def texts(picture: str) -> list[str]:
    """The labels of a picture, which must be XML."""
    return [each.text or "" for each in ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]


def test_charts_accept_extreme_values() -> None:
    """Charts draw infinite intervals, single values and nothing at all, without `nan` or `inf` in the picture."""
    interval = PairCounts((0, 0, 0, 0, 9)).elo_interval()
    chart = ratings_chart([Bar(EVIL, interval.low, 0.0, interval.high)])
    assert EVIL not in chart
    assert "nan" not in chart
    assert "inf" not in chart.replace("+inf", "")
    assert histogram({}, "t", "u") == ""
    assert "<rect" in histogram({7: 3}, "t", "u")
    assert histogram(dict.fromkeys(range(500), 1), "t", "u").count("<rect") <= 41
    assert bars({}, "t").startswith("<svg")
    assert (heat(0.0), heat(0.5), heat(1.0)) == ("lost-4", "even", "won-4")


def test_ratings_are_on_one_scale() -> None:
    """The marks of a ratings chart are round numbers around 0. Only a side without an estimate has a dashed bar and
    no dot.
    """
    chart = ratings_chart([Bar("a", -40.0, 20.0, 90.0), Bar("b", -math.inf, None, -30.0)])
    assert texts(chart) == ["-50", "0", "+50", "+100", "Elo, with 95 % intervals", "a", "b"]
    assert (chart.count("<circle"), chart.count("stroke-dasharray")) == (1, 1)


def test_names_are_escaped() -> None:
    """Every picture is XML, whatever its title, names and units are."""
    pictures = [
        ratings_chart([Bar(EVIL, -1.0, 0.0, 1.0)]),
        histogram({1: 2}, EVIL, EVIL),
        bars({EVIL: 3}, EVIL),
        line_chart(EVIL, EVIL, {EVIL: {0: 1.0, 3: 2.5}}),
        interval_chart(EVIL, EVIL, [Bar(EVIL, -1.0, 0.5, 2.0)]),
    ]
    for picture in pictures:
        assert EVIL[:24] in texts(picture) or EVIL in texts(picture)
        assert EVIL not in picture


def test_intervals_are_coloured_by_what_is_decided() -> None:
    """Decided differences are blue above 0 and orange below it; undecided ones are grey."""
    drawn = [
        Bar("more", 1.0, 2.0, 3.0, True),
        Bar("less", -3.0, -2.0, -1.0, True),
        Bar("open", -1.0, 1.0, 3.0, False),
    ]
    tree = ElementTree.fromstring(interval_chart("t", "x", drawn))
    dots = [each.get("fill") for each in tree.iter("{http://www.w3.org/2000/svg}circle")]
    assert dots == ["#1f6feb", "#e8590c", "#888"]
