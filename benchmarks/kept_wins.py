"""Test whether a searcher loses a won position of Connect Four.

    python benchmarks/kept_wins.py                          mcts with 1 s a move, 50 positions of 8 stones
    python benchmarks/kept_wins.py --simulations 500000     a fixed number of simulations instead
    python benchmarks/kept_wins.py --searcher "mcts(playouts=decisive)" --time 200ms

In each position, the player to move wins with perfect play. The searcher plays this player, and the solver the other
one, which resists as long as it can. After each action of the searcher, the solver proves whether the win is still
there. The folder plugins/advsearch-connect4 has to be on PYTHONPATH.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import advsearch
from advsearch import Limits, Request, bind, load_game

PLUGIN = Path(__file__).parent.parent / "plugins" / "advsearch-connect4" / "advsearch_connect4"


def won_positions(game: Any, solver: Any, stones: int, count: int, seed: int) -> Iterator[Any]:
    """Yield positions after random actions in which the player to move wins, but not with its next two stones."""
    rng, found = random.Random(seed), set()
    while len(found) < count:
        state = game.initial()
        for _ in range(stones):
            if not game.terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        if game.terminal(state) or state in found:
            continue
        value = solver.solve(state).value
        if 0 < value < (game.width * game.height + 2) // 2 - stones // 2 - 2:
            found.add(state)
            yield state


def keeps(game: Any, solver: Any, search: Any, state: Any, limits: Limits) -> tuple[bool, str]:
    """Play a position to its end, or until the win is lost: whether it was kept, and the actions."""
    winner, played = game.player(state), ""
    search.new_game()
    while not game.terminal(state):
        own = game.player(state) == winner
        action = search(state, Request(limits)).action if own else solver.solve(state).action
        played += game.format_action(state, action)
        state = game.result(state, action)
        if game.terminal(state):
            return game.utility(state, winner) > 0, played
        if game.player(state) != winner and solver.solve(state).value >= 0:
            return False, played
    return False, played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--searcher", default="mcts")
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--stones", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time", default="1s", help="time a move, such as 200ms")
    parser.add_argument("--simulations", type=int, help="simulations a move, instead of a time")
    given = parser.parse_args()
    game = load_game(f"{PLUGIN}/game.py:ConnectFour")
    solver = advsearch.Solver(game, table_mb=256)
    text, limits = given.searcher, Limits()
    if given.simulations is None:
        number, unit = re.fullmatch(r"([0-9.]+)(ms|s)", given.time).groups()  # type: ignore[union-attr]
        limits = Limits(time_s=float(number) / (1000 if unit == "ms" else 1))
    else:
        more = f"simulations={given.simulations}"
        text = f"{text[:-1]}, {more})" if text.endswith(")") else f"{text}({more})"
    search = bind(text, game, evaluator=f"{PLUGIN}/evaluators.py:threats")
    search.settle()
    kept = 0
    for state in won_positions(game, solver, given.stones, given.positions, given.seed):
        good, played = keeps(game, solver, search, state, limits)
        kept += good
        if not good:
            print(f"lost: {game.format_state(state)} by {played}", flush=True)
    print(f"{text}: {kept} of {given.positions} wins kept")


if __name__ == "__main__":
    main()
