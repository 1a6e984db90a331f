"""Measure the time that a tournament game takes apart from the agents: the referee, the record, and the transfer to
another process and back.

    python benchmarks/tournament_cost.py [--game GAME] [--games 200] [--repeats 5]

Both agents take the first legal action, which takes almost no time. The time that the game's own methods take is
measured in the same run and subtracted. The program prints the best of the repeats in microseconds per ply, as
processor time of this process and as wall-clock time. For a move over a pipe, the program prints only the wall-clock
time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import advsearch
from advsearch.limits import Limits
from advsearch.match.clock import TimeControl
from advsearch.tournament.openings import Opening
from advsearch.tournament.runner import Task
from advsearch.tournament.schedule import AgentSpec, Conditions, Slot
from advsearch.tournament.worker import close_idle, play


def first_action(game: Any, state: Any) -> Any:
    return game.actions(state)[0]


HERE = f"{Path(__file__).resolve()}:first_action"


def tasks(game: str, games: int, isolated: bool) -> list[Task]:
    one, two = (AgentSpec(name, callable=HERE, isolated=isolated) for name in ("one", "two"))
    conditions = Conditions(game, control=TimeControl(Limits(nodes=1), grace_s=0.1))
    return [Task(Slot(str(n), str(n), one, two, Opening(), n), conditions, Opening()) for n in range(games)]


def bare(game: Any, plies: int) -> None:
    """Play the same plies without a referee, by calling only the methods of the game."""
    state = game.initial()
    for _ in range(plies):
        game.terminal(state)
        game.player(state)
        state = game.result(state, first_action(game, state))


def best(repeats: int, run: Callable[[], object]) -> tuple[float, float]:
    """The least processor time and the least wall-clock time of some runs."""
    found = []
    for _ in range(repeats):
        cpu, wall = time.process_time(), time.perf_counter()
        run()
        found.append((time.process_time() - cpu, time.perf_counter() - wall))
    return min(cpu for cpu, _ in found), min(wall for _, wall in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="isolation(width=7, height=7)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    game = advsearch.load_game(given.game)
    within, apart = tasks(given.game, given.games, False), tasks(given.game, max(1, given.games // 10), True)
    plies = len(play(within[0]).actions)
    play(apart[0])  # starts the processes
    cpu, wall = best(given.repeats, lambda: [play(task) for task in within])
    bare_cpu, bare_wall = best(given.repeats, lambda: [bare(game, plies) for _ in within])
    _, apart_wall = best(given.repeats, lambda: [play(task) for task in apart])
    moves = plies * len(within)
    print(f"{given.game}, {plies} plies a game, Python {sys.version.split()[0]}, microseconds a ply")
    print(f"{'':24}{'processor':>12}{'clock':>12}")
    print(f"{'the game alone':24}{bare_cpu / moves * 1e6:12.1f}{bare_wall / moves * 1e6:12.1f}")
    print(f"{'played and recorded':24}{cpu / moves * 1e6:12.1f}{wall / moves * 1e6:12.1f}")
    print(f"{'ours':24}{(cpu - bare_cpu) / moves * 1e6:12.1f}{(wall - bare_wall) / moves * 1e6:12.1f}")
    print(f"{'in processes of their own':24}{'':>11}{apart_wall / (plies * len(apart)) * 1e6:12.1f}")
    close_idle()


if __name__ == "__main__":
    main()
