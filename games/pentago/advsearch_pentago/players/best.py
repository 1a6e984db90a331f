"""Our best player, as a searcher with nothing to set.

At 1,000,000 nodes a move it won 16 of 16 games from random two-ply openings against document 004's player. With the
weights 1, 4, 16, 64 of `chances` it won 12 and drew 3, with 1, 6, 36, 150 it won 15 (`python benchmarks/arenas.py
straights --trial 1000000 --openings 8`); with `straights`, at 300,000 nodes, it won 9 of 12.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final

import attrs

import advsearch
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits, StopSignal
from advsearch.protocol import Searcher, name_of
from advsearch.results import Line, Result
from advsearch_pentago.rules import Pentago

PRESET: Final = "deepening(evaluator=chances(one=1, two=3, three=9, four=27))"


@functools.cache
def _preset() -> Searcher:
    return advsearch.load_searcher(PRESET)


@attrs.frozen
class Best:
    """Iterative deepening by `chances`, on the compiled tier where it can be had."""

    def prepare(self, game: Any) -> None:
        """Build what the search needs, before any clock runs."""
        if isinstance(game, Pentago):
            _preset().search(game, game.initial(), limits=Limits(depth=1))

    def search(
        self,
        game: Any,
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        if not isinstance(game, Pentago):
            raise InvalidSettings(f"expected pentago-best to play pentago, got {name_of(game)}")
        return _preset().search(
            game, state, limits=limits or Limits(time_s=1.0), stop=stop, report=report, every_action=every_action
        )
