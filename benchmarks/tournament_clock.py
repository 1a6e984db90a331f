"""Whether answers come in time: games of two compiled agents under a clock, as many at a time as there are cores.

    python benchmarks/tournament_clock.py --games 1000 --time 0.15

Prints how many games were lost on time, and by how much moves overran their limit (the search aims 15 ms below it,
the referee grants 100 ms above it before a loss; being late at all is counted). Exits 1 if a game was lost on time.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from advsearch import load_game
from advsearch.tournament.runner import Runner
from advsearch.tournament.schedule_file import schedule_of
from advsearch.tournament.store import Store
from advsearch.tournament.worker import play
from advsearch.tournament.workers import ProcessPool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--time", type=float, default=0.15)
    parser.add_argument("--game", default="isolation")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    options = parser.parse_args()
    schedule = schedule_of(
        {
            "game": options.game,
            "seed": 1,
            "openings": {"random_plies": 2, "count": -(-options.games // 2)},
            "limits": {"time_s": options.time},
            "agents": [
                {"name": "one", "searcher": "deepening(tier=compiled)"},
                {"name": "two", "searcher": "deepening(evaluator=null, tier=compiled)"},
            ],
        },
        load_game(options.game),
        Path(),
    )
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games.db") as store:
        progress = Runner(schedule, store, play).run(ProcessPool(options.workers))
        games = list(store.games())
    overruns = sorted(move.seconds - options.time for game in games for move in game.moves)
    forfeits = sum(game.termination == "time" for game in games)
    faults = sum(game.fault is not None for game in games)
    late = sum(overrun > 0 for overrun in overruns)
    print(f"{len(games)} games, {len(overruns):,} moves in {progress.seconds:.0f} s, {options.workers} at a time")
    print(f"lost on time: {forfeits}; other faults: {faults - forfeits}; set aside: {progress.set_aside}")
    print(f"moves over {options.time * 1000:.0f} ms: {late}")
    for share in (0.99, 0.999, 1.0):
        place = min(len(overruns) - 1, int(share * len(overruns)))
        print(f"p{share * 100:g}: {(overruns[place] + options.time) * 1000:.1f} ms")
    sys.exit(bool(faults or progress.set_aside))


if __name__ == "__main__":
    main()
