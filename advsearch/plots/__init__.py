"""Plots of games, searches and tournaments. Each function returns a `Plot`: its data, and its picture as SVG.

from advsearch import plots

plots.nodes("mygame", ["minimax", "alphabeta"], depth=5).svg
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from advsearch.lazy import lazily

_HOMES: Final = {
    "Plot": "advsearch.plots.plot",
    "match": "advsearch.plots.games",
    "nodes": "advsearch.plots.searches",
    "ratings": "advsearch.plots.stores",
    "results": "advsearch.plots.stores",
    "values": "advsearch.plots.games",
}

if TYPE_CHECKING:
    from advsearch.plots.games import match, values
    from advsearch.plots.plot import Plot
    from advsearch.plots.searches import nodes
    from advsearch.plots.stores import ratings, results
else:
    __getattr__, __dir__ = lazily(__name__, _HOMES)

__all__ = ["Plot", "match", "nodes", "ratings", "results", "values"]
