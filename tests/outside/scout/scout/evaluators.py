"""An evaluator of isolation over words: one function for both tiers."""

from __future__ import annotations

from typing import Any

from advsearch.bits import count
from advsearch.kernels import over_words


@over_words
def freedom(s: Any, own: Any, side: int) -> int:
    """The cells that the side to move can reach, more of them counting more than once."""
    reach = count(own)
    worth = reach + reach * reach // 4
    return worth if side == 0 else -worth
