"""The best player of Pentago, as a searcher without settings.

With 1,000,000 nodes per move, the player won all of 16 games with random openings of two plies against the player of
document 004. With other weights of `chances`, the player won fewer of the 16 games: 12 with the weights 1, 4, 16, 64,
and 15 with the weights 1, 6, 36, 150. The command is
`python benchmarks/arenas.py straights --trial 1000000 --openings 8`.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from advsearch import Algorithm, Deepening
from advsearch.limits import NO_LIMITS, Limits, Request
from advsearch.protocol import Binding, Search
from advsearch.results import Result
from advsearch_pentago.evaluators import Chances

PRESET: Final = Deepening(evaluator=Chances(one=1, two=3, three=9, four=27))


@attrs.frozen
class Best(Algorithm):
    """A player that uses iterative deepening with the evaluator `chances`. Without limits the player searches for one
    second.
    """

    def bind(self, at: Binding, /) -> Search:
        preset = at.bind(PRESET)

        def search(state: Any, request: Request) -> Result:
            if request.limits == NO_LIMITS:
                request = attrs.evolve(request, limits=Limits(time_s=1.0))
            return preset(state, request)

        return search
