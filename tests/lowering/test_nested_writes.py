"""A list inside a list is changed in many ways; the compiled rules lose none of the writes."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from advsearch import bind, lowering
from advsearch.binding import Uncompiled
from advsearch.errors import CompiledTierUnavailable
from advsearch.lowering.faults import Differs
from advsearch.search import AlphaBeta

GAME = """
class Grid:
    utilities = "outcome"

    def initial(self):
        return ((0, 0, 0), (0, 0, 0), (0, 0, 0))

    def player(self, s):
        return sum(1 for row in s for x in row if x) % 2

    def won(self, s):
        for k in (1, 2):
            for i in range(3):
                if s[i][0] == k and s[i][1] == k and s[i][2] == k:
                    return k
                if s[0][i] == k and s[1][i] == k and s[2][i] == k:
                    return k
        return 0

    def terminal(self, s):
        return all(x for row in s for x in row) or self.won(s) != 0

    def utility(self, s, player):
        won = self.won(s)
        return 0 if won == 0 else 1 if won == player + 1 else -1

    def actions(self, s):
        return [(r, c) for r in range(3) for c in range(3) if s[r][c] == 0]

    def result(self, s, a):
        r, c = a
        me = self.player(s) + 1
"""
WAYS = {
    "a name for the row": """
        b = [list(x) for x in s]
        row = b[r]
        row[c] = me
        return tuple(tuple(x) for x in b)""",
    "the transposed grid": """
        b = [list(x) for x in zip(*s)]
        b[c][r] = me
        return tuple(zip(*b))""",
    "two indices": """
        b = [list(x) for x in s]
        b[r][c] = me
        return tuple(tuple(x) for x in b)""",
    "a row added to": """
        b = [list(x) for x in s]
        b[r][c] += me
        return tuple(tuple(x) for x in b)""",
    "a row named and added to": """
        b = [list(x) for x in s]
        row = b[r]
        row[c] += me
        return tuple(tuple(x) for x in b)""",
    "a row from the end": """
        b = [list(x) for x in s]
        row = b[r - 3]
        row[c - 3] = me
        return tuple(tuple(x) for x in b)""",
    "a row of a row": """
        b = [[list(x) for x in s]]
        page = b[0]
        row = page[r]
        row[c] = me
        return tuple(tuple(x) for x in b[0])""",
    "rows in a tuple": """
        b = tuple(list(x) for x in s)
        row = b[r]
        row[c] = me
        return tuple(tuple(x) for x in b)""",
    "under a test": """
        b = [list(x) for x in s]
        row = b[r]
        if c > 0:
            row[c] = me
        else:
            row[0] = me
        return tuple(tuple(x) for x in b)""",
    "found in a loop": """
        b = [list(x) for x in s]
        for i, row in enumerate(b):
            if i == r:
                row[c] = me
        return tuple(tuple(x) for x in b)""",
    "a row that grows": """
        b = [list(x[:c]) for x in s]
        row = b[r]
        row.append(me)
        b = [x + list(y[len(x):]) for x, y in zip(b, s)]
        return tuple(tuple(x) for x in b)""",
    "a copy put back": """
        b = list(s)
        row = list(b[r])
        row[c] = me
        b[r] = tuple(row)
        return tuple(b)""",
    "one list of cells": """
        cells = [x for row in s for x in row]
        cells[r * 3 + c] = me
        return (tuple(cells[0:3]), tuple(cells[3:6]), tuple(cells[6:9]))""",
}


def game_that_changes(way: str, folder: Path) -> Any:
    path = folder / "grid.py"
    path.write_text(GAME + WAYS[way] + "\n")
    spec = importlib.util.spec_from_file_location("grid", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Grid()


@pytest.mark.parametrize("way", WAYS)
def test_no_write_is_lost(way: str, tmp_path: Path) -> None:
    """Rules that change a row of a grid are refused by name, or the compiled search finds what plain Python finds."""
    game = game_that_changes(way, tmp_path)
    refused: CompiledTierUnavailable | None = None
    try:
        lowering.derive(game)
    except CompiledTierUnavailable as error:
        refused = error
    if refused is not None:
        assert not isinstance(refused, Differs)
        assert "grid.py:" in str(refused)
        return
    searcher = AlphaBeta(depth=4)
    found = Uncompiled(searcher).search(game, game.initial())
    plain = bind(searcher, game, tier="reference")(game.initial())
    assert (found.value, found.nodes, found.pv) == (plain.value, plain.nodes, plain.pv)


@pytest.mark.parametrize("way", ["a name for the row", "the transposed grid", "two indices"])
def test_the_common_ways_compile(way: str, tmp_path: Path) -> None:
    """The ways in which most people write it compile."""
    assert lowering.derive(game_that_changes(way, tmp_path)) is not None
