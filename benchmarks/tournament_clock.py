"""Measure whether moves are made in time, in games of two compiled agents with a time limit, one game per core.

    python benchmarks/tournament_clock.py --games 1000
    python benchmarks/tournament_clock.py --games 60 --check

The program prints how many games were lost on time, and by how much moves exceeded their limit. A search aims at 15
ms less than the limit, and the referee tolerates 100 ms more than the limit; every move above the limit is counted.
If a game was lost on time, the exit status is 1.

A game may also be lost on time because other programs used the processors. With `--check`, a loss does not count if,
in the last second before it, other programs or other guests of the machine used more processor time than the referee
tolerates. For each loss that does not count, another game is played, in up to three rounds. If games are still
missing after three rounds, their number is printed. The processor times are read from /proc; on systems without
/proc, every loss counts.
"""

from __future__ import annotations

import argparse
import collections
import os
import sys
import tempfile
from pathlib import Path

import attrs

from advsearch import load_game
from advsearch.limits import now
from advsearch.tournament.records import GameRecord
from advsearch.tournament.runner import Progress, Runner
from advsearch.tournament.schedule import DEFAULT_GRACE_S
from advsearch.tournament.schedule_file import schedule_of
from advsearch.tournament.store import Store
from advsearch.tournament.worker import play
from advsearch.tournament.workers import ProcessPool

ROUNDS = 3
WINDOW_S = 1.0
SAMPLES = 1_000


def foreign_seconds() -> float:
    """The processor time that other programs have used since the machine started."""
    tick = os.sysconf("SC_CLK_TCK")
    user, nice, system, _, _, irq, softirq, steal = map(int, Path("/proc/stat").read_text().split()[1:9])
    busy = user + nice + system + irq + softirq + steal
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # the process has just ended
                continue
            if os.getpid() in (int(folder.name), int(fields[1])):
                busy -= int(fields[11]) + int(fields[12])
    return busy / tick


@attrs.define
class Watch:
    """Watches the processor time of other programs, to find out which losses on time they may have caused."""

    samples: collections.deque[tuple[float, float]] = attrs.field(
        factory=lambda: collections.deque([(now(), foreign_seconds())] if sys.platform == "linux" else [], SAMPLES)
    )
    excused: set[str] = attrs.field(factory=set)

    def update(self, progress: Progress) -> None:
        if sys.platform != "linux":
            return
        self.samples.append((now(), foreign_seconds()))
        lost = [game.id for game in progress.fresh if game.termination == "time"]
        if lost and self._lately() > DEFAULT_GRACE_S:
            self.excused.update(lost)

    def _lately(self) -> float:
        """The processor time that other programs used in the last second, or a little longer."""
        at, taken = self.samples[-1]
        before = [sample for sample in self.samples if sample[0] <= at - WINDOW_S]
        return taken - (before[-1] if before else self.samples[0])[1]


def games_of(options: argparse.Namespace, number: int, seed: int, watch: Watch) -> tuple[list[GameRecord], int]:
    """Play a number of games. Return the games, and the number of games that could not be played."""
    schedule = schedule_of(
        {
            "game": options.game,
            "seed": seed,
            "openings": {"random_plies": 2, "count": -(-number // 2)},
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
        progress = Runner(schedule, store, play, report=watch.update).run(ProcessPool(options.workers))
        return list(store.games()), progress.set_aside


def show(games: list[GameRecord], set_aside: int, options: argparse.Namespace, seconds: float) -> None:
    times = sorted(move.seconds * 1000 for game in games for move in game.moves)
    forfeits = sum(game.termination == "time" for game in games)
    faults = sum(game.fault is not None for game in games)
    print(f"{len(games)} games, {len(times):,} moves in {seconds:.0f} s, {options.workers} at a time")
    print(f"lost on time: {forfeits}; other faults: {faults - forfeits}; set aside: {set_aside}")
    print(f"moves over {options.time * 1000:.0f} ms: {sum(each > options.time * 1000 for each in times)}")
    for share in (0.99, 0.999, 1.0):
        print(f"p{share * 100:g}: {times[min(len(times) - 1, int(share * len(times)))]:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--time", type=float, default=0.15)
    parser.add_argument("--game", default="isolation")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    watch, started = Watch(), now()
    games: list[GameRecord] = []
    missing, set_aside = options.games, 0
    for seed in range(1, ROUNDS + 1):
        played, given_up = games_of(options, missing, seed, watch)
        games += [game for game in played if not (options.check and game.id in watch.excused)]
        missing, set_aside = options.games - len(games), set_aside + given_up
        if missing <= 0 or not options.check or set_aside:
            break
    if games:
        show(games, set_aside, options, now() - started)
    if missing > 0 and not set_aside:
        print(f"not judged: {missing} of {options.games} games, since other programs took the processors")
    sys.exit(bool(set_aside or any(game.fault is not None for game in games)))


if __name__ == "__main__":
    main()
