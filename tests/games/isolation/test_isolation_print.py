"""Faults that the printing of report 000 has put into its code."""

from __future__ import annotations

import pytest

WRAPPED = [
    "# The closer a player is to the center, the larger probability that the\nplayer would win\ncenter = 3",
    "# Using the longest path as evaluation when total number of blank spaces on board\nis less than 15\nblank = []",
    "if moves == None or\nmoves[0] == None:\n    pass",
    "if moves == [None] or moves == None or\nmoves[0] == None:\n    pass",
]


@pytest.mark.parametrize("text", WRAPPED)
def test_wrapped_lines_of_000_do_not_compile(text: str) -> None:
    """A comment or a condition that continues on the next line is not Python; with the lines joined it is."""
    with pytest.raises(SyntaxError):
        compile(text, "print", "exec")
    joined = text.replace("the\nplayer", "the player").replace("board\nis", "board is").replace("or\n", "or ")
    compile(joined, "print", "exec")
