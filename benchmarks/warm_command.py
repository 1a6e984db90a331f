"""Measure the time that a command takes besides its search, with and without machine code on the disk.

    python benchmarks/warm_command.py                          # the warm command, and the first lines
    python benchmarks/warm_command.py --against DIRECTORY      # in turn with the advsearch of another environment
    python benchmarks/warm_command.py --check                  # exit 1 if a mark is missed

DIRECTORY is a virtual environment of the older commit: run `git worktree add --detach ../base dd72b2a`, then install
that tree with its games into the environment. The warm command is `advsearch search isolation --depth 8`, from its
start to its end, when its machine code is already built. The first line is measured in a search with only a time
limit, of a game whose machine code has never been built. The time begins with the import of advsearch.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

ROUNDS = 15
WARM = 0.5
"""The largest time of the warm command, as a share of the older commit's time."""
FIRST_S = 0.3
"""The largest time to the first line, in seconds."""
GAMES = ("isolation", "isolation(width=8,height=8)", "pentago")

FIRST_LINE = """
import time
began, processor = time.perf_counter(), time.process_time()
import sys
from advsearch import Deepening, bind, load_game
game = load_game(sys.argv[1])
line = next(bind(Deepening(), game).lines(game.initial(), time_s=5.0))
print(time.perf_counter() - began, time.process_time() - processor)
"""

LOADED = """
import contextlib, io, json, sys
from advsearch.cli.program import program
with contextlib.redirect_stdout(io.StringIO()):
    program(["search", "isolation", "--depth", "8"], standalone_mode=False)
print(json.dumps(sorted({"numba", "numpy"} & set(sys.modules))))
"""


@attrs.define
class Side:
    """An environment whose command is timed."""

    name: str
    python: str
    cache: str
    wall: list[float] = attrs.field(factory=list)
    processor: list[float] = attrs.field(factory=list)

    def run(self, *arguments: str) -> str:
        """Run Python in this environment, in a directory that contains no advsearch."""
        environment = {**os.environ, "NUMBA_CACHE_DIR": self.cache}
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(
            [self.python, *arguments], env=environment, cwd=self.cache, stdout=subprocess.PIPE, text=True, check=True
        )
        return done.stdout

    def time_once(self) -> None:
        before, began = _children_s(), time.perf_counter()
        self.run("-m", "advsearch", "search", "isolation", "--depth", "8")
        self.wall.append(time.perf_counter() - began)
        self.processor.append(_children_s() - before)


def _children_s() -> float:
    """The processor time of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def warm(ours: Side, other: Side | None) -> bool:
    """Time the warm command at this commit and at the older commit, in turn. Return whether the mark is reached."""
    sides = [ours] if other is None else [other, ours]
    for side in sides:
        side.run("-m", "advsearch", "search", "isolation", "--depth", "8")
    for _ in range(ROUNDS):
        for side in sides:
            side.time_once()
    for side in sides:
        print(
            f"{side.name:8} {1000 * min(side.wall):6.0f} ms, {1000 * min(side.processor):6.0f} ms of processor time"
        )
    loaded: list[str] = json.loads(ours.run("-c", LOADED))
    print(f"loaded by the warm command: {', '.join(loaded) or 'neither numba nor numpy'}")
    if other is None:
        return not loaded
    ratio = min(ours.wall) / min(other.wall)
    by_processor = min(ours.processor) / min(other.processor)
    print(f"ratio    {ratio:.2f}, by processor time {by_processor:.2f} (mark {WARM})")
    return not loaded and ratio <= WARM


def first_lines(python: str) -> Iterator[bool]:
    """Time the first line of each game, with an empty cache each time. Return whether the mark is reached."""
    for game in GAMES:
        found = []
        for _ in range(5):
            with tempfile.TemporaryDirectory() as cache:
                found.append(tuple(map(float, Side("cold", python, cache).run("-c", FIRST_LINE, game).split())))
        walls, processor = [wall for wall, _ in found], min(processor for _, processor in found)
        print(f"first line of {game}: {1000 * min(walls):.0f} to {1000 * max(walls):.0f} ms, ", end="")
        print(f"{1000 * processor:.0f} ms of processor time (mark {1000 * FIRST_S:.0f})")
        yield min(walls) <= FIRST_S


def main() -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", type=Path, help="a virtual environment of an older commit")
    parser.add_argument("--check", action="store_true", help="exit 1 if a mark is missed")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        other = None if given.against is None else Side("before", str(given.against / "bin" / "python"), two)
        reached = [warm(Side("now", sys.executable, one), other), *first_lines(sys.executable)]
    return 1 if given.check and not all(reached) else 0


if __name__ == "__main__":
    sys.exit(main())
