"""Race plain alpha-beta on rules in plain Python against OpenSpiel's C++ games, by positions entered per second.

    python benchmarks/openspiel.py [--rounds 5]
    python benchmarks/openspiel.py --program PATH [--rounds 5]

Without --program, OpenSpiel is used through its Python package. The package has no alpha-beta in C++, so a loop over
its public calls (child, is_terminal, legal_actions) does the search. With --program, PATH is an executable that runs
OpenSpiel's C++ `AlphaBetaSearch` with an evaluation of 0. The executable is called with the game's OpenSpiel name,
the depth, and optionally `undo`, and prints {"nodes": ..., "seconds": ...}. The folder plugins/advsearch-connect4 has
to be on PYTHONPATH.

The two sides run in turn, and the best round of each side counts, by processor time. The sides list actions in
different orders, so they enter different trees. For this reason, only the nodes per second of the two sides can be
compared.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from advsearch import AlphaBeta, bind, load_game
from advsearch.protocol import null

PLUGIN = Path(__file__).parent.parent / "plugins" / "advsearch-connect4" / "advsearch_connect4"
GALLERY = Path(__file__).parent.parent / "tests" / "gallery"
RACES: tuple[tuple[str, str, int, int, float, tuple[str, ...]], ...] = (
    (f"{PLUGIN}/game.py:ConnectFour", "connect_four", 12, 11, 3.0, ()),
    (f"{GALLERY}/connect_four.py:ConnectFour", "connect_four", 9, 10, 3.0, ()),
    (f"{GALLERY}/breakthrough.py:Breakthrough", "breakthrough(rows=8,columns=8)", 6, 6, 3.0, ()),
    (f"{GALLERY}/tictactoe.py:TicTacToe", "tic_tac_toe", 9, 9, 1.0, ("undo",)),
)
"""For each race: advsearch's game, OpenSpiel's game, the depth of each side, the ratio to reach, and further
arguments of the program."""


def ours(name: str) -> Any:
    return bind(AlphaBeta(evaluator=null, table=0), load_game(name), tier="compiled")


def our_rate(search: Any, depth: int) -> tuple[int, float]:
    state = search.game.initial()
    repeats, nodes = 0, 0
    started = time.process_time()
    while time.process_time() - started < 0.2:
        nodes += search(state, depth=depth).nodes
        repeats += 1
    return nodes // repeats, nodes / (time.process_time() - started)


def program_rate(program: str, name: str, depth: int, more: tuple[str, ...]) -> tuple[int, float]:
    printed = json.loads(subprocess.run([program, name, str(depth), *more], check=True, capture_output=True).stdout)
    return printed["nodes"], printed["nodes"] / printed["seconds"]


def package_rate(name: str, depth: int) -> tuple[int, float]:
    import pyspiel

    nodes = 0

    def value(state: Any, depth: int, alpha: float, beta: float) -> float:
        nonlocal nodes
        nodes += 1
        if state.is_terminal():
            return -1.0 if any(state.returns()) else 0.0
        if depth == 0:
            return 0.0
        best = -2.0
        for action in state.legal_actions():
            best = max(best, -value(state.child(action), depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best

    started = time.process_time()
    value(pyspiel.load_game(name).new_initial_state(), depth, -2.0, 2.0)
    return nodes, nodes / (time.process_time() - started)


def main() -> None:
    arguments = sys.argv[1:]
    rounds = int(arguments[arguments.index("--rounds") + 1]) if "--rounds" in arguments else 5
    program = arguments[arguments.index("--program") + 1] if "--program" in arguments else None
    print(f"{'game':52}{'ours':>22}{'OpenSpiel':>22}{'ratio':>8}{'mark':>6}")
    for game, other, depth, their_depth, mark, more in RACES:
        search = ours(game)
        mine, theirs = (0, 0.0), (0, 0.0)
        for _ in range(rounds):
            mine = max(mine, our_rate(search, depth), key=lambda each: each[1])
            found = (
                program_rate(program, other, their_depth, more) if program else package_rate(other, their_depth - 3)
            )
            theirs = max(theirs, found, key=lambda each: each[1])
        ratio = mine[1] / theirs[1]
        shown = game.rpartition("/")[2]
        print(f"{shown:52}{_rate(mine):>22}{_rate(theirs):>22}{ratio:8.1f}{mark:6.1f}")


def _rate(found: tuple[int, float]) -> str:
    return f"{found[0]:,} at {found[1] / 1e6:.1f} M/s"


if __name__ == "__main__":
    main()
