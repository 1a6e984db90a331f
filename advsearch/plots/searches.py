"""How many positions searchers enter to reach a depth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from advsearch.binding import bind
from advsearch.drawing.charts import standing_alone
from advsearch.drawing.graphs import Point, Series, line_graph, logarithmic_axis, whole_axis
from advsearch.errors import InvalidSettings
from advsearch.plots.plot import Plot
from advsearch.plugins.registry import default_registry
from advsearch.protocol import AnyGame, Searcher, name_of, utilities_of
from advsearch.values import value_text

MOST_SEARCHERS: Final = 10
EACH_S: Final = 10.0
"""The seconds of one search. A searcher that does not finish a depth within them is not asked for the next one."""


def nodes(
    game: AnyGame | str,
    searchers: Sequence[Searcher | str],
    depth: int = 6,
    *,
    state: Any = None,
    time_s: float | None = EACH_S,
    names: Sequence[str] | None = None,
) -> Plot:
    """Return the number of positions that each searcher enters to finish each depth.

    Every depth is a search of its own, without what an earlier one has learnt. The points of a searcher end before
    the first depth that it does not finish within `time_s`, or that it does not reach at all. `names` are
    the names of the searchers in the plot.
    """
    rules: AnyGame = default_registry().game(game) if isinstance(game, str) else game
    if not 1 <= len(searchers) <= MOST_SEARCHERS:
        raise InvalidSettings(f"expected from 1 to {MOST_SEARCHERS} searchers, got {len(searchers)}")
    if depth < 1:
        raise InvalidSettings(f"expected a depth of at least 1, got {depth}")
    start = rules.initial() if state is None else state
    if rules.terminal(start):
        raise InvalidSettings("expected a position to search, got one in which the game is over")
    rows: list[tuple[Any, ...]] = []
    series = []
    for name, searcher in zip(_numbered(names or [str(each) for each in searchers]), searchers, strict=True):
        found = _depths(rules, start, searcher, depth, time_s)
        rows += [(name, *row) for row in found]
        points = [Point(at, number, f"{name}, depth {at}: {number:,} nodes") for at, number, _, _ in found]
        if points:
            series.append(Series(name, tuple(points)))
    if not series:
        raise InvalidSettings(
            f"expected a searcher that finishes depth 1 in {time_s:g} s, got none; name one that searches to a "
            "depth, or give it more time"
            if time_s is not None
            else "expected a searcher that searches to a depth, got none"
        )
    title = f"Nodes to finish a depth: {name_of(rules)}"
    across = whole_axis("depth in plies", (row[1] for row in rows))
    up = logarithmic_axis("nodes", (row[2] for row in rows))
    columns = ("searcher", "depth", "nodes", "seconds", "value")
    return Plot(title, columns, tuple(rows), standing_alone(line_graph(title, across, up, series)))


def _numbered(names: Sequence[str]) -> list[str]:
    """The names, with a number after names that are equal."""
    return [f"{name} ({n + 1})" if names.count(name) > 1 else name for n, name in enumerate(names)]


def _depths(
    game: AnyGame, state: Any, searcher: Searcher | str, depth: int, time_s: float | None
) -> list[tuple[int, int, float, str]]:
    rows: list[tuple[int, int, float, str]] = []
    for at in range(1, depth + 1):
        search = bind(searcher, game)  # anew for each depth, so that no table is filled before
        search.settle()
        result = search(state, depth=at, time_s=time_s)
        if result.depth < at:
            break
        rows.append((at, result.nodes, round(result.seconds, 6), value_text(result.value, utilities_of(game))))
        if result.exact:
            break
    return rows
