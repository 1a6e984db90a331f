"""Games of the gallery are searched by machine code as they are searched in Python."""

from __future__ import annotations

import random
import runpy
import sys
import time
from pathlib import Path

import pytest

from advsearch.lowering.refusals import Refused
from advsearch.search.alphabeta import AlphaBetaTree
from advsearch.search.pvs import PVSTree

sys.path.insert(0, str(Path(__file__).parent))
from searched import answered, built, expected

LISTED = runpy.run_path(str(Path(__file__).parents[1] / "gallery" / "games.py"))
REFUSED = {
    "green_trees.py:GreenTrees": "tuples",
    "plain/toads.py:ToadsAndFrogs": "Pattern",
}
"""Games that machine code cannot hold, each with a word of the refusal."""
COMPILED = [spec for spec in (*LISTED["GALLERY"], *LISTED["PLAIN"]) if spec not in REFUSED]
LONGEST_S = 0.4
"""Searches go one ply deeper until one takes longer in Python."""


def disagreement(spec: str) -> str | None:
    """How a compiled search of a game differs from one in Python, in values, lines or nodes; None if it does not."""
    game = LISTED["load"](spec)
    state = game.initial()
    for kind in (AlphaBetaTree, PVSTree):
        tree, program = built(kind, game)
        for depth in range(2, 8):
            begin = time.process_time()
            wanted = expected(kind, game, state, depth, tree.scale.real)
            if time.process_time() - begin > LONGEST_S:
                break
        if answered(tree, program, game, state, depth) != wanted:
            return f"{spec}: {kind.__name__} to depth {depth}"
    return None


def test_some_games_are_searched_as_in_python() -> None:
    """Four games that change from run to run have equal values, lines and numbers of nodes."""
    chosen = random.sample(COMPILED, 4)
    assert [found for spec in chosen if (found := disagreement(spec)) is not None] == []


@pytest.mark.nightly
@pytest.mark.parametrize("spec", COMPILED)
def test_a_game_is_searched_as_in_python(spec: str) -> None:
    """Each game of the gallery has equal values, lines and numbers of nodes."""
    assert disagreement(spec) is None


@pytest.mark.parametrize("spec", REFUSED)
def test_a_game_that_cannot_be_compiled_is_refused_with_its_line(spec: str) -> None:
    """The refusal names a line of the game's file, and what machine code cannot hold."""
    with pytest.raises(Refused, match=rf"{Path(spec.partition(':')[0]).name}:\d+: .*{REFUSED[spec]}"):
        built(AlphaBetaTree, LISTED["load"](spec))
