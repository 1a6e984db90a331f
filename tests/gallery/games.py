"""Every game of the gallery, as the text that loads it: `file.py:Class(settings)`, relative to this folder."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import advsearch

HERE = Path(__file__).parent

GALLERY: tuple[str, ...] = (
    "amazons.py:Amazons",
    "amazons.py:Amazons(width=5, height=3)",
    "atari_go.py:AtariGo",
    "breakthrough.py:Breakthrough",
    "breakthrough.py:Breakthrough(width=3, height=5)",
    "chomp.py:Chomp",
    "clobber.py:Clobber",
    "clobber.py:Clobber(rows=2, columns=5)",
    "coins.py:Coins",
    "colouring.py:Colouring",
    "colouring.py:Colouring(width=3, height=3, snort=true)",
    "connect_four.py:ConnectFour",
    "connect_four.py:ConnectFour(columns=4, rows=5, need=3)",
    "cop_and_robber.py:CopAndRobber",
    "cop_and_robber.py:CopAndRobber(width=4, height=2, moves=6)",
    "cram.py:Cram",
    "cram.py:Cram(width=10, height=8)",
    "divisors.py:Divisors",
    "domineering.py:Domineering",
    "domineering.py:Domineering(rows=2, columns=5)",
    "dots_and_boxes.py:DotsAndBoxes",
    "dots_and_boxes.py:DotsAndBoxes(across=3, down=1)",
    "euclid.py:Euclid",
    "four_bits.py:FourBits",
    "ghost.py:Ghost",
    "gomoku.py:Gomoku",
    "gomoku.py:Gomoku(width=4, height=3, length=3)",
    "green_trees.py:GreenTrees",
    "grundy.py:Grundy",
    "hex_board.py:Hex",
    "hexapawn.py:Hexapawn",
    "hexapawn.py:Hexapawn(width=4, height=5)",
    "hounds.py:Hounds",
    "kalah.py:Kalah",
    "kalah.py:Kalah(houses=6, seeds=4)",
    "kayles.py:Kayles",
    "konane.py:Konane",
    "konane.py:Konane(rows=3, columns=5)",
    "l_game.py:LGame",
    "mancala.py:Mancala",
    "misere_nim.py:MisereNim",
    "morris.py:Morris",
    "mu_torere.py:MuTorere",
    "nim.py:Nim",
    "nim_pass.py:NimWithPass",
    "notakto.py:Notakto",
    "order_chaos.py:OrderAndChaos",
    "othello.py:Othello",
    "othello.py:Othello(rows=4, columns=6)",
    "pawns.py:Pawns",
    "peg_jumps.py:PegJumps",
    "quarto.py:Quarto",
    "quarto.py:Quarto(bits=3, side=2)",
    "relay.py:Relay",
    "reversi_bits.py:ReversiBits",
    "santorini.py:Santorini",
    "santorini.py:Santorini(rows=3, columns=4, top=3)",
    "sim.py:Sim",
    "sim.py:Sim(points=6)",
    "subtract_square.py:SubtractASquare",
    "teeko.py:Teeko",
    "tictactoe.py:TicTacToe",
    "toads_and_frogs.py:ToadsAndFrogs",
    "trap.py:Trap",
    "trap.py:Trap(width=5, height=4)",
    "tron.py:Tron",
    "tron.py:Tron(columns=4, rows=3)",
    "wythoff.py:Wythoff",
    "y_board.py:Y",
)

# Games whose rules are right, but cannot be lowered.
REFUSED: tuple[str, ...] = (
    "refused/arrays.py:Arrays",
    "refused/dicts.py:DictNim",
    "refused/globals.py:Globals",
    "refused/nonlocals.py:Nonlocals",
    "refused/powers.py:Powers",
    "refused/queues.py:Queues",
    "refused/seeded.py:Seeded",
    "refused/talking.py:Talking",
    "refused/tries.py:Tries",
)

# Games in plain Python that import nothing of advsearch. They do not refuse illegal actions as a law of games wants.
PLAIN: tuple[str, ...] = (
    "plain/amazons.py:Amazons",
    "plain/atarigo.py:AtariGo",
    "plain/bittoe.py:BitToe(misere=true)",
    "plain/chopsticks.py:Chopsticks",
    "plain/clobber.py:Clobber",
    "plain/coins.py:Coins",
    "plain/colgraph.py:ColGraph",
    "plain/domineer.py:Domineering",
    "plain/dominoes.py:Dominoes",
    "plain/dotsboxes.py:DotsAndBoxes",
    "plain/draughts.py:Draughts",
    "plain/drop3.py:Drop3",
    "plain/fifteen.py:Fifteen",
    "plain/fish.py:Fish",
    "plain/ghost.py:Ghost",
    "plain/grundy.py:Grundy",
    "plain/hackenbush.py:Hackenbush",
    "plain/hexapawn.py:Hexapawn",
    "plain/hexpath.py:HexPath",
    "plain/kalah.py:Kalah",
    "plain/kayles.py:Kayles",
    "plain/knightking.py:KnightKing",
    "plain/komi.py:Komi",
    "plain/konane.py:Konane",
    "plain/miniquarto.py:MiniQuarto",
    "plain/onitama.py:Onitama",
    "plain/othello4.py:Othello4",
    "plain/quixo.py:Quixo",
    "plain/sim.py:Sim",
    "plain/toads.py:ToadsAndFrogs",
)

# Games whose rules are not functions of their arguments.
IMPURE: tuple[str, ...] = (
    "impure/clocks.py:Blitz",
    "impure/clocks.py:Deadline",
    "impure/clocks.py:EvenMilliseconds",
    "impure/counters.py:Numbered",
    "impure/counters.py:Tiring",
    "impure/counters.py:TurnCounter",
    "impure/orders.py:FirstOfTheSet",
    "impure/orders.py:HashedWinner",
    "impure/orders.py:Letters",
)


def load(spec: str, **settings: Any) -> Any:
    """The game that a line of the gallery names. Settings may also be given as keywords."""
    return advsearch.load_game(f"{HERE / spec}", **settings)


if __name__ == "__main__":
    for spec in sys.argv[1:] or GALLERY:
        print(load(spec))
