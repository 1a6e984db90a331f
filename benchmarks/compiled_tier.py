"""Race the compiled tier against C programs, and searches with a table and orderings against plain alpha-beta.

    python benchmarks/compiled_tier.py             # everything; about a minute, and half a minute more to compile
    python benchmarks/compiled_tier.py c           # against benchmarks/c/*.c (needs gcc)
    python benchmarks/compiled_tier.py options     # nodes and time to a depth, with and without table and ordering
    python benchmarks/compiled_tier.py moves 300   # how late 300 moves of 150 ms are while both cores are busy
    python benchmarks/compiled_tier.py --check     # exit 1 if a race with C misses its mark

Times are processor times, the best of several runs. The two sides of a race run in turn, and must do the same work.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from advsearch.binding import BoundSearch, bind
from advsearch.compiled import session
from advsearch.compiled.perft import perft
from advsearch.protocol import null
from advsearch.search import AlphaBeta, Deepening
from advsearch_isolation.evaluators import improved
from advsearch_isolation.rules import Isolation
from advsearch_pentago.evaluators import Straights
from advsearch_pentago.rules import Pentago

ROUNDS = 5
C = Path(__file__).parent / "c"
DUEL = "......./.B...../......./...A.../......./......./....... A"
MIDGAME = "....../X...O./.O.OX./X...OX/.OXX.X/O.OO.X"


@attrs.frozen
class Race:
    """A race between advsearch and a C program, with the largest allowed ratio of their times."""

    name: str
    ours: Callable[[], int]
    theirs: Callable[[], tuple[int, float]]
    mark: float


def cpu(work: Callable[[], int]) -> tuple[int, float]:
    started = time.process_time()
    nodes = work()
    return nodes, time.process_time() - started


def built(name: str, folder: Path) -> Path:
    program = folder / name
    command = ["gcc", "-O3", "-march=native", "-o", str(program), str(C / f"{name}.c")]
    subprocess.run(command, check=True)
    return program


def printed(*command: str | Path) -> dict[str, Any]:
    answer = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def cells(text: str, stone: str) -> str:
    return ",".join(str(cell) for cell, look in enumerate(text.replace("/", "")) if look == stone)


def against_c(check: bool) -> bool:
    """Race against the C programs isolation_ab.c and pentago_perft.c. Return whether all marks were reached."""
    with tempfile.TemporaryDirectory() as folder:
        duel, turns = (built(name, Path(folder)) for name in ("isolation_ab", "pentago_perft"))
        isolation, pentago = Isolation(), Pentago("after-turn")
        start, state = isolation.parse_state(DUEL), pentago.parse_state(MIDGAME)
        search = bind(AlphaBeta(depth=16, evaluator=improved), isolation, tier="compiled")
        blind = bind(AlphaBeta(depth=4, evaluator=null), pentago, tier="compiled")

        def c_perft(*position: str) -> tuple[int, float]:
            found = printed(turns, "3", "1", *position)
            return found["nodes"] + 1, found["seconds"]

        def c_duel() -> tuple[int, float]:
            found = printed(duel, "16", "2", "24", "8")
            return found["nodes"], found["seconds"]

        races = [
            Race("isolation, alpha-beta, 16 plies", lambda: search(start).nodes, c_duel, 1.25),
            Race("pentago, perft 3", lambda: perft(pentago, pentago.initial(), 3)[2], c_perft, 1.0),
            Race(
                "pentago, perft 3, midgame",
                lambda: perft(pentago, state, 3)[2],
                lambda: c_perft(cells(MIDGAME, "X"), cells(MIDGAME, "O")),
                1.0,
            ),
        ]
        print(f"{'race':36}{'nodes':>12}{'C':>10}{'compiled':>10}{'ratio':>8}{'mark':>7}")
        kept = [raced(race) for race in races]
        nodes, seconds = min((cpu(lambda: blind(state).nodes) for _ in range(ROUNDS)), key=last)
        c_nodes, c_seconds = min((c_perft() for _ in range(ROUNDS)), key=last)
        share = nodes / seconds / (c_nodes / c_seconds)
        print(f"{'pentago, alpha-beta 4, evaluation 0':36}{nodes:12,}{'':10}{seconds * 1e3:8.1f}ms")
        print(f"  {nodes / seconds / 1e6:.0f} M nodes/s, {share:.2f} of the C perft's (mark 0.35)")
        return all(kept) and share >= 0.35 if check else True


def last(pair: tuple[int, float]) -> float:
    return pair[1]


def raced(race: Race) -> bool:
    race.ours()  # builds the machine code
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(cpu(race.ours))
        theirs.append(race.theirs())
    (nodes, our_best), (their_nodes, their_best) = min(ours, key=last), min(theirs, key=last)
    assert nodes == their_nodes, (race.name, nodes, their_nodes)
    ratio = our_best / their_best
    times = f"{their_best * 1e3:8.1f}ms{our_best * 1e3:8.1f}ms"
    print(f"{race.name:36}{nodes:12,}{times}{ratio:8.2f}{race.mark:7.2f}")
    return ratio <= race.mark


# --- options --------------------------------------------------------------------------------------------------------


def midgames(game: Any, plies: int, number: int = 10) -> Iterator[Any]:
    """Positions that are reached by random plies, and that a search of two plies does not decide."""
    chance = random.Random(1)
    looks_ahead = AlphaBeta(depth=2)
    while number:
        state = game.initial()
        for _ in range(plies):
            if not game.terminal(state):
                state = game.result(state, chance.choice(game.actions(state)))
        if len(game.actions(state)) > 1 and not looks_ahead.search(game, state).exact:
            number -= 1
            yield state


MIDGAMES: tuple[tuple[Any, Any, int, tuple[int, ...]], ...] = (
    (Pentago(), Straights(), 4, (14, 18)),
    (Isolation(moves="queen"), improved, 8, (6, 10, 14)),
    (Isolation(), improved, 8, (6, 10, 14)),
    (Isolation(9, 9), improved, 8, (8, 20)),
    (Isolation(11, 9), improved, 8, (8, 20)),
    (Isolation(11, 11), improved, 8, (8, 20)),
    (Isolation(), improved, 14, (6, 10)),
    (Isolation(11, 11), improved, 12, (8, 20)),
)
"""A game, its evaluator, a depth, and the numbers of random plies after which the positions are taken."""


def options() -> None:
    """Compare `deepening`, with table and ordering, to plain alpha-beta, by nodes and time to a depth, on ten
    positions of each game.
    """
    session.run = lambda function, arguments, *_: function(*arguments)  # no switch to machine code in the time
    print(f"{'ten midgames, plies played, depth':48}{'plain':>24}{'deepening':>22}{'plain / deepening':>24}")
    for game, evaluator, depth, played in MIDGAMES:
        plain = AlphaBeta(depth=depth, evaluator=evaluator)
        deepening = Deepening(max_depth=depth, evaluator=evaluator, stop_at_proven=False)
        for plies in played:
            raced_to_depth(f"{game!r}, {plies}, {depth}", game, list(midgames(game, plies)), plain, deepening)


def entered(search: BoundSearch, state: Any) -> int:
    return search(state).nodes


def raced_to_depth(name: str, game: Any, states: list[Any], *searchers: Any) -> None:
    """Race two searchers to a depth. The two searchers search each position in turn, and the best of three runs
    counts."""
    bound = [bind(searcher, game, tier="compiled") for searcher in searchers]
    nodes, seconds = [0, 0], [0.0, 0.0]
    for state in states:
        rounds = [[cpu(partial(entered, each, state)) for each in bound] for _ in range(3)]
        for side in range(2):
            number, took = min((both[side] for both in rounds), key=last)
            nodes[side] += number
            seconds[side] += took
    cells = "".join(f"{n:12,}{t * 1e3:8.2f} ms" for n, t in zip(nodes, seconds, strict=True))
    print(f"{name:48} {cells}   nodes {nodes[0] / nodes[1]:5.1f}  time {seconds[0] / seconds[1]:5.1f}")


# --- moves ----------------------------------------------------------------------------------------------------------


def moves(number: int) -> None:
    """Time moves of 150 ms while as many busy loops run as there are cores."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        took = sorted(one_move(turn) for turn in range(number))
    finally:
        for program in busy:
            program.kill()
    late = sum(seconds > 0.15 for seconds in took)
    middle, latest = took[number // 2] * 1e3, took[-1] * 1e3
    print(f"{number} moves of 150 ms: median {middle:.1f} ms, latest {latest:.1f} ms, {late} late")
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def one_move(turn: int) -> float:
    game, evaluator = ((Isolation(), improved), (Pentago(), Straights()))[turn % 2]
    search = bind(Deepening(evaluator=evaluator), game, tier="compiled")
    state = next(midgames(game, 2 + turn % 9, 1))
    started = time.perf_counter()
    search(state, time_s=0.15)
    return time.perf_counter() - started


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    wanted = [each for each in arguments if each != "--check"]
    kept = True
    if not wanted or "c" in wanted:
        kept = against_c(check)
    if "moves" in wanted:
        moves(int(wanted[wanted.index("moves") + 1]))
    if (not wanted and not check) or "options" in wanted:
        options()
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
