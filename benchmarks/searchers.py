"""Count the nodes of searchers to a depth for docs/searchers.md, and rate the searchers at equal time.

    python benchmarks/searchers.py nodes         # writes the table and the plot of the page
    python benchmarks/searchers.py strength      # prints a table; the plots go into the working folder
    python benchmarks/searchers.py strength --pairs 20 --time 50ms

Nodes: in ten positions of each game, each searcher deepens to the same depth. Strength: the searchers of AGENTS play
a round robin with the same time for each move, which says little on a busy machine.
The folder plugins/advsearch-connect4 is used as it stands in the checkout.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

os.environ.setdefault("ADVSEARCH_MACHINE", "1")
ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "searchers.md"
PLUGIN = ROOT / "plugins" / "advsearch-connect4" / "advsearch_connect4"

from advsearch import bind, load_game, plots  # noqa: E402

GAMES = {
    "isolation(width=5,height=5)": (9, 4),
    "isolation": (7, 6),
    "pentago": (3, 8),
    "connect4": (8, 8),
}
"""For each game the depth, and the number of plies after which the positions stand."""
WITHOUT = "pvs(scout=false)"
SEARCHERS = {
    "pvs without null windows": f"deepening(search={WITHOUT})",
    "pvs": "deepening(search=pvs)",
    "mtdf": "mtdf",
    "sss": "sss",
    "alphabeta, no table": "deepening(search=alphabeta)",
}
PLOTTED = ("minimax", "alphabeta", "pvs", "deepening", "mtdf", "sss")
STRONG = ("isolation", "pentago")
AGENTS = {
    "deepening": "deepening",
    "mtdf": "mtdf",
    "sss": "sss",
    "mcts": "mcts",
    "mcts-puct": "mcts(priors=true,playouts=none)",
    "best-first": "best-first",
    "greedy": "greedy",
}


def rules(name: str) -> Any:
    return load_game(f"{PLUGIN}/game.py:ConnectFour" if name == "connect4" else name)


def positions_of(game: Any, plies: int, count: int) -> list[Any]:
    rng, found = random.Random(1), []
    while len(found) < count:
        state = game.initial()
        for _ in range(plies):
            if not game.terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        if not game.terminal(state):
            found.append(state)
    return found


def nodes(count: int) -> list[str]:
    """The table of nodes. `fewer` is the number of positions with fewer nodes than without null windows."""
    rows = [["| |"], ["|---|"], *([f"| `{name}` |"] for name in SEARCHERS)]
    for name, (depth, plies) in GAMES.items():
        game = rules(name)
        states = positions_of(game, plies, count)
        judge = f"{PLUGIN}/evaluators.py:threats" if name == "connect4" else None
        rows[0].append(f" {name.replace('(width=5,height=5)', ' 5x5')}, depth {depth} | fewer in |")
        rows[1].append("---|---|")
        first: list[int] = []
        for row, searcher in zip(rows[2:], SEARCHERS.values(), strict=True):
            search = bind(searcher, game, evaluator=judge, tier="compiled")
            search.settle()
            entered = [search(state, depth=depth).nodes for state in states]
            fewer = sum(one < two for one, two in zip(entered, first, strict=True)) if first else None
            first = first or entered
            row.append(f" {sum(entered):,} | {'-' if fewer is None else f'{fewer} of {count}'} |")
            print(name, searcher, *row[-1:], flush=True)
    plot = plots.nodes("isolation", PLOTTED, depth=7, state=positions_of(rules("isolation"), 6, 1)[0])
    (ROOT / "docs" / "searchers-nodes.svg").write_text(plot.svg, encoding="utf-8")
    return ["".join(row) for row in rows]


def strength(pairs: int, time: str) -> list[str]:
    """The table of ratings, with their 95 % intervals."""
    lines = ["| game | searcher | Elo | 95 % interval | points | games |", "|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as folder:
        for name in STRONG:
            store = f"{folder}/{name}.db"
            agents = [part for each in AGENTS.items() for part in ("--agent", "=".join(each))]
            command = [sys.executable, "-m", "advsearch", "tournament", "run", "--game", name, *agents]
            more = ["--time", time, "--openings", str(pairs), "--workers", "1", "--store", store]
            subprocess.run([*command, *more], check=True)
            plot = plots.ratings(store)
            for agent, elo, low, high, points, games in plot.rows:
                lines.append(
                    f"| {name} | `{agent}` | {elo:+.0f} | {low:+.0f} to {high:+.0f} | {points:g} | {games} |"
                )
            Path(f"searchers-{name}.svg").write_text(plot.svg, encoding="utf-8")
    return lines


def write(marker: str, lines: Iterable[str]) -> None:
    """Replace what stands between two markers of the page."""
    text = PAGE.read_text(encoding="utf-8")
    start, end = f"<!-- {marker} -->\n", f"<!-- end of {marker} -->\n"
    before, rest = text.split(start)
    PAGE.write_text(before + start + "\n" + "\n".join(lines) + "\n\n" + end + rest.split(end)[1], encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("nodes", "strength"))
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--time", default="20ms")
    given = parser.parse_args()
    if given.what == "nodes":
        write("nodes", nodes(given.positions))
    else:
        print("\n".join(strength(given.pairs, given.time)))


if __name__ == "__main__":
    main()
