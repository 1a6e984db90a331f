"""SSS*: the best-first search of Stockman, as null windows that fall from above every value.

SSS* keeps a list of subtrees, and always expands the one with the best upper bound. Plaat, Schaeffer, Pijls and de
Bruin (1996) showed that null windows that begin above every value, each at the last upper bound, enter the same
nodes. So written, SSS* needs a table in place of the list, and no sorting.
"""

from __future__ import annotations

from typing import Final

import attrs

from advsearch.search.mtdf import MTDF
from advsearch.search.probe import Probe
from advsearch.values import Value

ABOVE_EVALUATIONS: Final = 1 << 60
"""A guess above every value of ordinary games. If a value is greater, the windows rise instead of falling."""


@attrs.frozen
class SSS(MTDF):
    """Searches depth 1, 2, 3, ..., and finds the value of each depth by null windows that fall from above every
    value.

    With a table that holds the whole tree, it never enters a node that alpha-beta would not enter. The guess from
    above takes more windows than the guess of `mtdf`. The game tree of a large depth does not fit into any table;
    then the search enters many nodes again.
    """

    @staticmethod
    def guess(last: Probe | None) -> Value | None:  # noqa: ARG004
        """Return a value above every other."""
        return ABOVE_EVALUATIONS
