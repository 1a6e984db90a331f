"""Searches in a notebook, stepped through with a sentence for each step."""

from __future__ import annotations

from typing import Any, Final

from advsearch.about import about
from advsearch.analysis.live.explaining import Explained
from advsearch.analysis.tracing import Trace
from advsearch.errors import InvalidSettings
from advsearch.notation import plural
from advsearch.notebook.answers import trace_view
from advsearch.notebook.modules import joined
from advsearch.notebook.view import style

try:
    import anywidget
    import traitlets
except ImportError:
    from advsearch.notebook.absent import anywidget, traitlets

MOST_NODES: Final = 5_000
"""The largest trace that is stepped through."""


class Stepped(anywidget.AnyWidget):  # type: ignore[misc]
    """One trace, or two that are stepped through together: `Stepped(traced)`, or `Stepped(minimax=one,
    alphabeta=two)` with their names. `step` is the number of steps that are shown; it can be set and observed.
    """

    _esm = joined("stepping.js")
    _css = style()

    step = traitlets.Int(0, min=0).tag(sync=True)
    _traces = traitlets.List().tag(sync=True)

    def __init__(self, *traced: Trace, **named: Trace) -> None:
        self.traces = {**({"the search": traced[0]} if traced else {}), **named}
        given = len(traced) + len(named)
        if not 1 <= given <= 2 or len(traced) > 1:
            raise InvalidSettings(
                f"expected one trace, or two as in Stepped(minimax=one, alphabeta=two), got {plural(given, 'trace')}"
            )
        super().__init__(_traces=[{"name": name, "data": _data(each)} for name, each in self.traces.items()])

    def __str__(self) -> str:
        """The trees as text, for places without pictures."""
        return "\n\n".join(f"{name}: {trace_view(each)}" for name, each in self.traces.items())

    def __repr__(self) -> str:
        return f"<{plural(len(self.traces), 'trace')} at step {self.step}; print it to see the tree>"


def _data(traced: Trace) -> dict[str, Any]:
    origin = about(traced)
    if origin is None:
        raise InvalidSettings(
            "expected a trace that was made in this process, got one that was copied; trace it here"
        )
    if len(traced.nodes) > MOST_NODES:
        raise InvalidSettings(
            f"expected a trace of at most {MOST_NODES:,} nodes, got {len(traced.nodes):,}; trace to a smaller depth, "
            f"or with nodes={MOST_NODES}"
        )
    return Explained(origin.game, traced).data()
