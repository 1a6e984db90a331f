"""The board games of the gallery have the counts and the values that are known for them."""

from __future__ import annotations

import itertools
import math
import runpy
from pathlib import Path

import pytest

HERE = Path(__file__).parent
load = runpy.run_path(str(HERE / "games.py"))["load"]
counting = runpy.run_path(str(HERE / "counting.py"))
perft, solve, reachable = counting["perft"], counting["solve"], counting["reachable"]


def test_breakthrough_has_the_counts_of_other_programs() -> None:
    """The first four depths of Breakthrough have the counts 22, 484, 11,132 and 256,036."""
    game = load("breakthrough.py:Breakthrough")
    assert [perft(game, depth) for depth in range(1, 5)] == [22, 484, 11_132, 256_036]


@pytest.mark.slow
def test_breakthrough_has_the_count_of_depth_six() -> None:
    """Depth 6 of Breakthrough has 149,264,638 positions."""
    assert perft(load("breakthrough.py:Breakthrough"), 6) == 149_264_638


def test_tic_tac_toe_is_a_draw_of_255168_games() -> None:
    """Tic-tac-toe has 5,478 positions and 255,168 games, and perfect play draws."""
    game = load("tictactoe.py:TicTacToe")
    assert [perft(game, depth) for depth in range(1, 10)] == [
        9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872,
    ]  # fmt: skip
    states = reachable(game)
    assert len(states) == 5478
    assert sum(game.terminal(state) for state in states) == 958
    assert solve(game) == 0


def test_connect_four_has_the_known_counts() -> None:
    """The counts of the first eight depths on the 7x6 board are those of the literature."""
    game = load("connect_four.py:ConnectFour")
    assert [perft(game, depth) for depth in range(1, 8)] == [7, 49, 343, 2401, 16807, 117649, 823536]


def test_connect_three_agrees_with_the_square_game_without_gravity_on_one_row() -> None:
    """On a board of one row gravity does nothing, so Connect Three has the counts of three in a row."""
    line = load("gomoku.py:Gomoku", width=6, height=1, length=3)
    drop = load("connect_four.py:ConnectFour", columns=6, rows=1, need=3)
    assert [perft(line, depth) for depth in range(7)] == [perft(drop, depth) for depth in range(7)]


def test_gomoku_has_the_counts_of_tic_tac_toe_and_of_falling_factorials() -> None:
    """Three in a row on 3x3 has the counts of tic-tac-toe. Before a win is possible, n cells give n(n-1)(n-2)...
    positions.
    """
    small = load("gomoku.py:Gomoku", width=3, height=3, length=3)
    assert len(reachable(small)) == 5478
    assert perft(small, 9) == 127_872
    large = load("gomoku.py:Gomoku", width=5, height=4, length=4)
    assert [perft(large, depth) for depth in range(1, 5)] == [math.perm(20, depth) for depth in range(1, 5)]


def test_hexapawn_is_won_by_the_second_player() -> None:
    """Gardner's 3x3 Hexapawn is lost for the player who begins."""
    assert solve(load("hexapawn.py:Hexapawn")) == -1
    assert (
        len(
            load("hexapawn.py:Hexapawn", width=4, height=5).actions(
                load("hexapawn.py:Hexapawn", width=4, height=5).initial()
            )
        )
        == 4
    )


def test_othello_has_the_known_counts() -> None:
    """The first six counts of Othello on 8x8 are those of the literature, and white wins 4x4 by eight."""
    game = load("othello.py:Othello", rows=8, columns=8)
    assert [perft(game, depth) for depth in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]
    assert solve(load("othello.py:Othello", rows=4, columns=4)) == -8


@pytest.mark.parametrize(
    ("rows", "columns", "winner"),
    [
        (2, 2, "first"),
        (3, 3, "first"),
        (4, 4, "first"),
        (1, 4, "across"),
        (2, 1, "upright"),
        (1, 1, "second"),
        (5, 1, "upright"),
    ],
)
def test_domineering_has_the_known_outcomes(rows: int, columns: int, winner: str) -> None:
    """On 2x2, 3x3 and 4x4 the player who begins wins; strips belong to the player who fits."""
    game = load("domineering.py:Domineering", rows=rows, columns=columns)
    start = game.initial()
    upright = solve(game, start), solve(game, type(start)(start.free, True))
    expected = {"first": (1, -1), "across": (-1, -1), "upright": (1, 1), "second": (-1, 1)}
    assert upright == expected[winner]


def test_hex_is_won_by_the_first_player_and_never_drawn() -> None:
    """The first player wins Hex on 3x3 by the centre, and each full board has exactly one winner."""
    game = load("hex_board.py:Hex")
    assert solve(game) == 1
    assert solve(game, game.result(game.initial(), (1, 1))) == 1
    assert solve(load("hex_board.py:Hex", size=2)) == 1
    cells = list(itertools.product(range(3), repeat=2))
    for white in itertools.chain.from_iterable(itertools.combinations(cells, n) for n in range(10)):
        black = frozenset(cells) - set(white)
        assert game.connected(frozenset(white), 1) != game.connected(black, 0)


def test_y_is_won_by_the_first_player_and_never_drawn() -> None:
    """The first player wins Y with a side of 2 and of 3, and each full board has exactly one winner."""
    assert solve(load("y_board.py:Y", side=2)) == 1
    game = load("y_board.py:Y")
    assert solve(game) == 1
    for marks in itertools.product("XO", repeat=6):
        text = "".join(marks)
        assert game.wins(text, "X") != game.wins(text, "O")
