"""Counts in words, as messages and tables write them."""

from __future__ import annotations


def count(number: float) -> str:
    """
    >>> count(12345)
    '12,345'
    """
    return f"{number:,.0f}"


def plural(number: int, one: str, many: str = "") -> str:
    """
    >>> plural(1, "game"), plural(2, "ply", "plies")
    ('1 game', '2 plies')
    """
    return f"{count(number)} {one if number == 1 else many or one + 's'}"
