"""Textbook trees, node counts, long games and repeatability."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from advsearch.errors import AdvsearchError
from advsearch.limits import Limits
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.search import recursion as recursion_module
from advsearch.search.ordering import ORDERS
from advsearch.search.recursion import deep_recursion


@pytest.fixture
def three_ply_example(toys: SimpleNamespace) -> Any:
    """Russell and Norvig, Artificial Intelligence: A Modern Approach, figure 5.2: leaves 3 12 8, 2 4 6, 14 5 2."""
    leaves = [3, 12, 8, 2, 4, 6, 14, 5, 2]
    nodes: list[Any] = [(0, (1, 2, 3), 0, (0, 0))]
    nodes += [(1, (4 + 3 * b, 5 + 3 * b, 6 + 3 * b), 0, (0, 0)) for b in range(3)]
    nodes += [(0, (), leaf, (0, 0)) for leaf in leaves]
    return toys.Written(tuple(nodes))


def test_three_ply_example_is_worth_3(three_ply_example: Any) -> None:
    """The three-ply example of Russell and Norvig has the value 3 by its first move, and alpha-beta skips two
    leaves.
    """
    for searcher in (Minimax(), AlphaBeta(), AlphaBeta(table=9, order=ORDERS), Deepening()):
        result = searcher.search(three_ply_example, "n0")
        assert (result.action, result.value, result.pv, result.exact) == ("a", 3, ("a", "a"), True)
    assert Minimax().search(three_ply_example, "n0").nodes == 13
    assert AlphaBeta().search(three_ply_example, "n0").nodes == 11
    scores = AlphaBeta().search(three_ply_example, "n0", every_action=True).scores
    assert scores == (("a", 3), ("b", 2), ("c", 2))


def test_full_minimax_of_tic_tac_toe(toys: SimpleNamespace) -> None:
    """Tic-tac-toe is a draw after 549,946 positions of full minimax."""
    game = toys.TicTacToe()
    result = Minimax().search(game, game.initial())
    assert (result.value, result.nodes, result.depth, result.exact) == (0, 549_946, 9, True)


@pytest.mark.parametrize(("utilities", "nodes"), [("score", 18_297), ("outcome", 20_866)])
def test_alphabeta_enters_the_textbook_nodes(toys: SimpleNamespace, utilities: str, nodes: int) -> None:
    """Alpha-beta in row-major order enters 18,297 positions of tic-tac-toe with plain utilities and 20,866 with win
    distances.
    """
    game = toys.TicTacToe(utilities)
    result = AlphaBeta().search(game, game.initial())
    assert (result.value, result.nodes, result.exact) == (0, nodes, True)


def test_quick_wins_and_slow_losses_are_preferred(toys: SimpleNamespace) -> None:
    """A win now is preferred to a later one, and a loss is delayed as long as possible."""
    game = toys.TicTacToe()
    for searcher in (Minimax(), AlphaBeta(), AlphaBeta(table=99, order=ORDERS), Deepening()):
        win = searcher.search(game, "XX.OO....")
        assert (win.action, win.value) == (2, 10**9 - 1)
        loss = searcher.search(game, "X.X.O.X.O")  # O to move: X threatens twice
        assert loss.value == -(10**9 - 2)


def test_deepening_stops_when_nothing_can_change(toys: SimpleNamespace) -> None:
    """A proven win ends the deepening; with `stop_at_proven=False` it continues until the whole tree is searched."""
    game = toys.TicTacToe()
    early = Deepening().search(game, "XX.OO....")
    late = Deepening(search=AlphaBeta(), stop_at_proven=False).search(game, "XX.OO....")
    assert (early.depth, early.value, early.exact) == (1, 10**9 - 1, True)
    assert late.depth > 3
    assert (late.value, late.action) == (early.value, early.action)


# --- long games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "searcher",
    [Minimax(), AlphaBeta(), AlphaBeta(5000), AlphaBeta(table=100, order=ORDERS)],
    ids=repr,
)
def test_a_chain_of_5000_plies(toys: SimpleNamespace, searcher: Any) -> None:
    """A game of 5,000 plies is searched to its end, and Python's recursion limit is as before."""
    before = sys.getrecursionlimit()
    result = searcher.search(toys.Chain(5000), 0)
    assert (result.value, result.nodes, len(result.pv)) == (10**9 - 5000, 5001, 5000)
    assert sys.getrecursionlimit() == before


def test_deepening_gets_to_the_end_of_a_chain(toys: SimpleNamespace) -> None:
    """Deepening also searches a chain of 5,000 plies to its end: ply by ply to 64, then in growing steps, and to
    exactly a given depth.
    """
    lines: list[Any] = []
    result = Deepening().search(toys.Chain(5000), 0, report=lines.append)
    assert (result.value, len(result.pv), result.exact) == (10**9 - 5000, 5000, True)
    depths = [line.depth for line in lines]
    assert depths[:65] == [*range(1, 65), 66]
    assert all(now <= before + before // 32 for before, now in itertools.pairwise(depths[64:]))
    assert len(depths) < 300
    assert Deepening().search(toys.Chain(5000), 0, limits=Limits(depth=1100)).depth == 1100


def test_beyond_the_deepest_ply_the_error_is_ours(toys: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game longer than a search can recurse gives an error with a remedy, and the recursion limit is restored."""
    monkeypatch.setattr(recursion_module, "DEEPEST", 2000)
    before = sys.getrecursionlimit()
    with pytest.raises(AdvsearchError, match="expected at most 2000 plies .* give the search a smaller depth"):
        Minimax().search(toys.Chain(4000), 0)
    assert sys.getrecursionlimit() == before
    assert Minimax(1500).search(toys.Chain(4000), 0).depth == 1500


def test_the_recursion_limit_serves_the_neediest_of_several_searches() -> None:
    """If searches in several threads overlap, the recursion limit is the highest needed; the last one to end restores
    it.
    """
    before = sys.getrecursionlimit()
    entered, leave = threading.Event(), threading.Event()

    def other() -> None:
        with deep_recursion(50_000):
            entered.set()
            leave.wait(10)

    thread = threading.Thread(target=other)
    with deep_recursion(3000):
        thread.start()
        assert entered.wait(10)
        assert sys.getrecursionlimit() > 50_000
    assert sys.getrecursionlimit() > 50_000
    leave.set()
    thread.join()
    assert sys.getrecursionlimit() == before


# --- repeatability ----------------------------------------------------------------------------------------------

PROGRAM = """
import sys; sys.path.insert(0, {here!r})
from conftest import TicTacToe
from advsearch.search import *
game = TicTacToe()
for searcher in (AlphaBeta(6, table=50, order=("table", "killers", "history"), ties="random", seed=3),
                 Deepening(table=77, ties="random", seed=4), Random(9), Minimax(4, ties="random")):
    for state in (game.initial(), "X...O....", "XO.X.O..."):
        found = searcher.search(game, state)
        print(found.action, found.value, found.depth, found.nodes, found.pv)
"""


def test_every_process_gives_the_same_answers() -> None:
    """The same settings and seed give the same action, value, line and node count for every hash seed of the
    process.
    """
    answers = set()
    for hash_seed in ("0", "1", "4242"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        program = PROGRAM.format(here=str(Path(__file__).parent))
        run = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        answers.add(run.stdout)
    assert len(answers) == 1
    assert len(answers.pop().splitlines()) == 12
