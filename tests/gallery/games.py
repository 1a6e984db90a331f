"""Every game of the gallery, as the text that loads it: `file.py:Class(settings)`, relative to this folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import advsearch

HERE = Path(__file__).parent

GALLERY: tuple[str, ...] = (
    "breakthrough.py:Breakthrough",
    "breakthrough.py:Breakthrough(width=3, height=5)",
    "chomp.py:Chomp",
    "connect_four.py:ConnectFour",
    "connect_four.py:ConnectFour(columns=4, rows=5, need=3)",
    "cram.py:Cram",
    "cram.py:Cram(width=10, height=8)",
    "domineering.py:Domineering",
    "domineering.py:Domineering(rows=2, columns=5)",
    "euclid.py:Euclid",
    "gomoku.py:Gomoku",
    "gomoku.py:Gomoku(width=4, height=3, length=3)",
    "grundy.py:Grundy",
    "hex_board.py:Hex",
    "hexapawn.py:Hexapawn",
    "hexapawn.py:Hexapawn(width=4, height=5)",
    "kayles.py:Kayles",
    "misere_nim.py:MisereNim",
    "nim.py:Nim",
    "notakto.py:Notakto",
    "othello.py:Othello",
    "othello.py:Othello(rows=4, columns=6)",
    "subtract_square.py:SubtractASquare",
    "tictactoe.py:TicTacToe",
    "wythoff.py:Wythoff",
    "y_board.py:Y",
)


def load(spec: str, **settings: Any) -> Any:
    """The game that a line of the gallery names; settings may also be given as keywords."""
    return advsearch.load_game(f"{HERE / spec}", **settings)


if __name__ == "__main__":
    for spec in sys.argv[1:] or GALLERY:
        print(load(spec))
