"""Nodes that the searchers of the shelf enter to a depth, as a table for docs/searchers.md.

    python benchmarks/searchers.py                       # some positions of each game, at these depths
    python benchmarks/searchers.py --positions 20

Each searcher deepens to the same depth in the same positions, on the reference tier. The last column is the number of
positions in which it entered fewer nodes than `deepening`.
"""

from __future__ import annotations

import argparse
import random

from advsearch import bind, load_game

GAMES = {"isolation(width=5,height=5)": (9, 4), "isolation": (7, 6), "pentago": (3, 8)}
"""For each game the depth, and the number of plies after which the positions stand."""
SEARCHERS = {
    "deepening": "deepening",
    "deepening without a table": "deepening(table=0)",
    "alphabeta": "alphabeta",
    "pvs": "pvs",
    "mtdf": "mtdf",
    "sss": "sss",
}


def positions_of(spec: str, plies: int, count: int) -> list[object]:
    game, rng, found = load_game(spec), random.Random(1), []
    while len(found) < count:
        state = game.initial()
        for _ in range(plies):
            if not game.terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        if not game.terminal(state):
            found.append(state)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--positions", type=int, default=5)
    count = parser.parse_args().positions
    for spec, (depth, plies) in GAMES.items():
        game, states = load_game(spec), positions_of(spec, plies, count)
        print(f"\n| {spec}, depth {depth}, {count} positions | nodes | of deepening | fewer in |")
        print("|---|---|---|---|")
        first: list[int] = []
        for name, searcher in SEARCHERS.items():
            search = bind(searcher, game, tier="reference")
            nodes = [search(state, depth=depth).nodes for state in states]
            first = first or nodes
            fewer = sum(one < two for one, two in zip(nodes, first, strict=True))
            print(f"| {name} | {sum(nodes):,} | {sum(nodes) / sum(first):.2f} | {fewer} |", flush=True)


if __name__ == "__main__":
    main()
