"""The ratings and the results of a store of games."""

from __future__ import annotations

import math
import os

from advsearch.drawing.charts import ratings_chart, standing_alone
from advsearch.drawing.graphs import Score, tally_chart
from advsearch.drawing.plots import Bar
from advsearch.errors import InvalidSettings
from advsearch.plots.plot import Plot
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.summary import Summary, summarize


def ratings(store: str | os.PathLike[str]) -> Plot:
    """Return the ratings of a store's agents in Elo, with their 95 % intervals, best first."""
    summary = _summary(store)
    if not summary.ratings:
        raise InvalidSettings(f"expected a store with a complete pair of games, got {os.fspath(store)!r} without one")
    rows = tuple(
        (
            each.name,
            _finite(each.elo),
            _finite(each.interval.low),
            _finite(each.interval.high),
            each.points,
            each.games,
        )
        for each in summary.ratings
    )
    bars = [Bar(each.name, each.interval.low, each.elo, each.interval.high) for each in summary.ratings]
    columns = ("agent", "elo", "low", "high", "points", "games")
    return Plot(f"Ratings: {summary.game}", columns, rows, standing_alone(ratings_chart(bars)))


def results(store: str | os.PathLike[str]) -> Plot:
    """Return the games that each pairing of a store won, drew and lost."""
    summary = _summary(store)
    played = [each for each in summary.pairings if each.tally.games]
    if not played:
        raise InvalidSettings(f"expected a store with games, got {os.fspath(store)!r} without any")
    rows = tuple(
        (each.one, each.two, each.tally.wins, each.tally.draws, each.tally.losses, round(each.tally.share, 6))
        for each in played
    )
    title = f"Results: {summary.game}"
    chart = tally_chart(title, [Score(*row[:5]) for row in rows])
    return Plot(title, ("one", "two", "won", "drawn", "lost", "share"), rows, standing_alone(chart))


def _summary(store: str | os.PathLike[str]) -> Summary:
    with Store(store, writable=False, make=False) as opened:
        return summarize(Schedule.from_text(opened.schedule), opened)


def _finite(number: float | None) -> float | None:
    return round(number, 3) if number is not None and math.isfinite(number) else None
