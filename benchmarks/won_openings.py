"""Test whether the player `isolation-best` ever loses a won opening of 7x7 Isolation.

    python benchmarks/won_openings.py              all openings of two placements, up to symmetry
    python benchmarks/won_openings.py --first 40   the first 40 of them

For each opening, the program first proves which side wins. `isolation-best` then plays the winning side. The other
side is played in turn by a random player, by minimax three plies deep, and by iterative deepening with 10,000 nodes
per move.
"""

from __future__ import annotations

import argparse
import collections
import itertools
from typing import Any

import advsearch
from advsearch import Limits
from advsearch.match import Referee, SearcherAgent, TimeControl
from advsearch_isolation import Isolation

OPPONENTS = {
    "random": (advsearch.load_searcher("random"), Limits()),
    "minimax, 3 plies": (
        advsearch.load_searcher("minimax(depth=3, evaluator=improved, ties=random)"),
        Limits(depth=3),
    ),
    "deepening, 10,000 nodes": (
        advsearch.load_searcher("deepening(search=alphabeta(ties=random), evaluator=improved)"),
        Limits(nodes=10_000),
    ),
}


def openings(game: Isolation) -> list[Any]:
    """Openings with both tokens placed, one of each set of symmetric positions."""
    found: dict[Any, Any] = {}
    start = game.initial()
    for first, second in itertools.permutations(range(49), 2):
        state = game.result(game.result(start, first), second)
        alike = (each.state(state) for each in game.symmetries())
        found.setdefault(min(alike, key=lambda one: (one.open, one.mover)), state)
    return list(found.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, help="number of openings to test instead of all")
    parser.add_argument("--nodes", type=int, default=20_000_000, help="nodes per move of the best player")
    given = parser.parse_args()
    game = Isolation()
    solver = advsearch.Solver(game, table_mb=64)
    best = advsearch.load_searcher("isolation-best")
    won: collections.Counter[str] = collections.Counter()
    played: collections.Counter[str] = collections.Counter()
    for number, state in enumerate(openings(game)[: given.first]):
        winner = game.player(state) if solver.solve(state).value == 1 else 1 - game.player(state)
        for name, (opponent, limits) in OPPONENTS.items():
            agents = [SearcherAgent(best, "best"), SearcherAgent(opponent, name, number)]
            controls = [TimeControl(Limits(nodes=given.nodes)), TimeControl(limits)]
            order = 1 if winner == 0 else -1
            referee = Referee(game, agents[::order], start=state, control=(*controls[::order],))
            verdict = referee.play().verdict
            played[name] += 1
            won[name] += verdict.winner == winner
    for name in OPPONENTS:
        print(f"{name:24} {won[name]} of {played[name]} won")


if __name__ == "__main__":
    main()
