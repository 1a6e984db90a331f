"""The limits of a searcher that chooses an action for a player who waits."""

from __future__ import annotations

from typing import Final

import attrs

from advsearch.binding import BoundSearch
from advsearch.limits import Limits
from advsearch.search.searcher import FixedDepth

OWN_DEPTH: Final = 4
"""The depth of a searcher that searches to one depth and sets none. Without a depth it would search to the end of the
game, and the clock would stop it before its first action was finished.
"""


def limits_for(search: BoundSearch, limits: Limits) -> Limits:
    """Return the limits within which a search finds an action, whatever its searcher is."""
    fixed = isinstance(search.searcher, FixedDepth) and search.searcher.depth is None
    return attrs.evolve(limits, depth=OWN_DEPTH) if fixed and limits.depth is None else limits
