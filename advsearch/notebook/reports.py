"""How comparisons, tournaments and plots look in a notebook."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from advsearch.drawing.charts import ratings_chart, standing_alone
from advsearch.drawing.plots import Bar
from advsearch.notebook.view import Drawn, Folded, Part, Table, View, Words
from advsearch.plots.plot import Plot
from advsearch.tournament import report as texts
from advsearch.tournament.compared import Comparison
from advsearch.tournament.summary import Summary


def comparison_view(found: Comparison) -> View:
    """Return a comparison: the verdict, the interval, and how the games were played."""
    interval = found.interval
    mean = found.elo if math.isfinite(found.elo) else None
    bar = Bar(f"{found.one} − {found.two}", interval.low, mean, interval.high)
    chart = ratings_chart([bar], "difference in Elo, with its 95 % interval")
    counts = Table(
        ("", "won", "drawn", "lost"),
        [(found.one, str(found.wins), str(found.draws), str(found.losses))],
        right=(1, 2, 3),
    )
    notes = [Words(note, "soft") for note in found.notes]
    parts: list[Part] = [Words(found.verdict, "h"), Drawn(chart), counts, Words(found.conditions, "soft"), *notes]
    return View(tuple(parts), standing_alone(chart))


def plot_view(plot: Plot) -> View:
    """Return a plot and its data."""
    rows = [tuple("" if each is None else str(each) for each in row) for row in plot.rows]
    numbers = [not any(isinstance(each, str) for each in column) for column in zip(*plot.rows, strict=True)]
    table = Table(plot.columns, rows, right=tuple(n for n, number in enumerate(numbers) if number))
    return View((Drawn(plot.svg, f"{plot.title}\n{table.plain()}"), Folded("data", (table,))), plot.svg)


def check_view(found: Any) -> View:
    """Return the report of a check: how many laws hold, the broken ones with their cases, and all laws in a table."""
    head, *lines = str(found).splitlines()
    rows = [
        (law.law, law.says, line.strip().removeprefix(law.law).strip())
        for law, line in zip(found.laws, lines, strict=True)
    ]
    broken = [Words(str(each), "pre") for each in found.broken]
    laws = Folded("every law", (Table(("law", "what it says", "tried with"), rows),))
    return View((Words(head, "h"), *broken, laws))


def summary_view(found: Summary) -> View:
    """Return the results of a tournament: ratings, pairings and faults."""
    chart = ratings_chart([Bar(r.name, r.interval.low, r.elo, r.interval.high) for r in found.ratings])
    return View(tuple(_summary(found, chart)), standing_alone(chart) if found.ratings else "")


def _summary(found: Summary, chart: str) -> Iterator[Part]:
    yield Words(texts.headline(found), "h")
    yield Drawn(chart) if found.ratings else Words("no pair of games is complete yet")
    yield from _pieces(texts.pieces(found))
    if texts.is_ranking(found):
        yield Folded(f"{len(found.pairings):,} pairings", tuple(_pieces(texts.pairings(found))))


def _pieces(pieces: Iterable[texts.Piece]) -> Iterator[Part]:
    for piece in pieces:
        if isinstance(piece, texts.Grid):
            yield Table(tuple(piece.headers), [tuple(row) for row in piece.rows], piece.right)
        elif isinstance(piece, str):
            yield Words(piece, "soft")
        else:
            yield from map(Words, piece)
