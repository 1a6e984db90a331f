"""Race UCT and uniform playouts against OpenSpiel's, both in machine code, by simulations per second.

    python benchmarks/openspiel_uct.py [--rounds 5]

OpenSpiel's `MCTSBot` and `RandomRolloutEvaluator` are C++, and are called once for all simulations of a round. The
playouts all begin at the start: OpenSpiel's evaluator is asked once for so many, and our tree has no room to grow.
Both sides use the same rules, exploration and number of simulations. The two sides run in turn, and the best round of
each counts, by processor time.

The package `open_spiel` and the folder plugins/advsearch-connect4 have to be on PYTHONPATH.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from advsearch import bind, load_game
from advsearch.protocol import null

PLUGIN = Path(__file__).parent.parent / "plugins" / "advsearch-connect4" / "advsearch_connect4"
GAMES = {
    "Connect Four": (f"{PLUGIN}/game.py:ConnectFour", "connect_four"),
    "Pentago": ("pentago(rules=after-turn)", "pentago"),
}
RACES = (
    ("UCT", "Connect Four", 200_000, 10.0),
    ("UCT with proofs", "Connect Four", 200_000, 10.0),
    ("UCT", "Pentago", 20_000, 5.0),
    ("UCT with proofs", "Pentago", 20_000, 5.0),
    ("uniform playouts", "Connect Four", 200_000, 10.0),
    ("uniform playouts", "Pentago", 20_000, 10.0),
)
"""For each race: what is done, the game, how often, and the ratio to reach."""
EXPLORATION = 0.7


def ours(kind: str, name: str, many: int) -> Callable[[], object]:
    game = load_game(GAMES[name][0])
    room = "room=2, " if kind == "uniform playouts" else "room=4194304, "
    proofs = str(kind == "UCT with proofs").lower()
    search = bind(
        f"mcts({room}simulations={many}, proofs={proofs}, exploration={EXPLORATION})",
        game,
        evaluator=null,
        tier="compiled",
    )
    search.settle()
    return lambda: search(game.initial())


def theirs(kind: str, name: str, many: int) -> Callable[[], object]:
    import pyspiel

    game = pyspiel.load_game(GAMES[name][1])
    state: Any = game.new_initial_state()
    playouts = many if kind == "uniform playouts" else 1
    evaluator = pyspiel.RandomRolloutEvaluator(playouts, 1)
    solve = kind == "UCT with proofs"
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, many // playouts, 2000, solve, 1, False)
    return lambda: bot.mcts_search(state)


def seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print("| work | game | advsearch | OpenSpiel | ratio | mark |\n|---|---|---|---|---|---|")
    for kind, name, many, mark in RACES:
        one, other = ours(kind, name, many), theirs(kind, name, many)
        best, their_best = float("inf"), float("inf")
        for _ in range(rounds):
            best, their_best = min(best, seconds(one)), min(their_best, seconds(other))
        shown = f"{many / best / 1000:,.0f} k/s | {many / their_best / 1000:,.0f} k/s | {their_best / best:.1f}"
        print(f"| {kind} | {name} | {shown} | {mark:g} |", flush=True)


if __name__ == "__main__":
    main()
