"""Race the solver against C, time it on sets of positions, and compare two threads with one.

    python benchmarks/solving.py isolation         # all openings of 6x6 and 7x7 against benchmarks/c (needs gcc)
    python benchmarks/solving.py pentago           # endgames of 24, 22 and 20 stones, equally many of each value
    python benchmarks/solving.py connect4          # exact scores by stones and difficulty (needs advsearch-connect4)
    python benchmarks/solving.py threads           # two threads against one on hard positions
    python benchmarks/solving.py isolation --check # exit 1 if a mark is missed

Times are processor times, but for `threads` they are wall-clock times. The two sides of a race run in turn.
"""

from __future__ import annotations

import itertools
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import advsearch
from advsearch import Solver

C = Path(__file__).parent / "c" / "isolation_solve.c"
ROUNDS = {6: 5, 7: 2}
MARKS = {6: 1.25, 7: 1.5}
TABLE_MB = {6: 128, 7: 1024}


def cpu(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.process_time()
    found = work()
    return found, time.process_time() - started


# --- Isolation against C --------------------------------------------------------------------------------------------


def all_openings(size: int) -> list[int]:
    """For each first placement up to symmetry, the number of replies after which player A wins. The C program
    computes the same numbers.
    """
    game: Any = advsearch.load_game("isolation", width=size, height=size)
    solver = Solver(game, TABLE_MB[size])
    solver.prepare()
    found = []
    for row in range((size + 1) // 2):
        for column in range(row + 1):
            placed = game.result(game.initial(), row * size + column)
            replies = (game.result(placed, second) for second in game.actions(placed))
            found.append(sum(solver.solve(state).value == 1 for state in replies))
    return found


def of_c(program: Path) -> tuple[list[int], float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    printed = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return [int(line.split("first wins ")[1].split()[0]) for line in printed.splitlines()], spent


def isolation() -> bool:
    kept = True
    all_openings(6)
    Solver(advsearch.load_game("isolation")).prepare()
    with tempfile.TemporaryDirectory() as folder:
        for size, bits in ((6, 24), (7, 27)):
            program = Path(folder) / f"solve{size}"
            flags = [f"-DW={size}", f"-DH={size}", f"-DTB={bits}"]
            subprocess.run(["gcc", "-O3", "-march=native", *flags, "-o", str(program), str(C)], check=True)
            ours, theirs = [], []
            for _ in range(ROUNDS[size]):
                found, seconds = cpu(lambda size=size: all_openings(size))
                expected, c_seconds = of_c(program)
                assert sorted(found) == sorted(expected), (found, expected)
                ours.append(seconds)
                theirs.append(c_seconds)
            ratio = min(ours) / min(theirs)
            kept = kept and ratio <= MARKS[size]
            print(
                f"{size}x{size} all openings: C {min(theirs):.2f} s, ours {min(ours):.2f} s, "
                f"ratio {ratio:.2f} (mark {MARKS[size]})"
            )
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")
    return kept


# --- sets of positions ----------------------------------------------------------------------------------------------


def after_random_play(game: Any, stones: int, seed: int) -> Iterator[Any]:
    """Unfinished positions after a number of random plies, without positions in which the mover can win
    immediately."""
    chance = random.Random(f"{seed} {stones}")
    while True:
        state = game.initial()
        for _ in range(stones):
            if game.terminal(state):
                break
            state = game.result(state, chance.choice(game.actions(state)))
        mover = game.player(state)
        after = (game.result(state, action) for action in game.actions(state))
        if not game.terminal(state) and not any(game.terminal(t) and game.utility(t, mover) > 0 for t in after):
            yield state


def printed(name: str, times: list[float], nodes: list[int], mark: float) -> bool:
    mean = statistics.mean(times)
    print(
        f"{name:44}{len(times):5}  mean {mean * 1e3:9.3f} ms  median {statistics.median(times) * 1e3:9.3f}  "
        f"max {max(times) * 1e3:9.1f}  nodes {statistics.mean(nodes):12,.0f}  (mark {mark * 1e3:g} ms)"
    )
    return mean <= mark


def pentago() -> bool:
    kept = True
    for rules in ("official", "after-turn"):
        game = advsearch.load_game("pentago", rules=rules)
        solver = Solver(game)
        solver.prepare()
        for stones, mark, wanted in ((24, 0.15, 10), (22, 2.0, 6), (20, 60.0, 3)):
            times: dict[Any, list[float]] = {-1: [], 0: [], 1: []}
            nodes = []
            for tried, state in enumerate(after_random_play(game, stones, 1)):
                proof, seconds = cpu(lambda state=state, solver=solver: solver.solve(state))
                if len(times[proof.value]) < wanted:
                    times[proof.value].append(seconds)
                    nodes.append(proof.nodes)
                if min(map(len, times.values())) == wanted or tried > 2_000:
                    break
            kept &= printed(
                f"pentago {rules}, {stones} stones",
                [seconds for some in times.values() for seconds in some],
                nodes,
                mark,
            )
    return kept


def remaining(stones: int, score: int) -> int:
    """The number of plies to the end of a 7x6 game under best play."""
    if score == 0:
        return 42 - stones
    own = stones // 2 if score > 0 else (stones + 1) // 2
    more = 22 - abs(score) - own
    return 2 * more - 1 if score > 0 else 2 * more


def connect4() -> bool:
    game: Any = advsearch.load_game("connect4")
    solver = Solver(game)
    solver.prepare()
    kept = True
    for name, counts, plies, mark, wanted in (
        ("connect4, 28 stones or more", range(28, 38), range(43), 0.0001, 300),
        ("connect4, 14 to 27 stones, 14 to 27 to go", range(14, 28), range(14, 28), 0.01, 200),
        ("connect4, 8 to 13 stones, 14 to 27 to go", range(8, 14), range(14, 28), 1.0, 60),
    ):
        times, nodes = [], []
        sources = {stones: after_random_play(game, stones, 2) for stones in counts}
        while len(times) < wanted:
            for stones, source in sources.items():
                state = next(source)
                proof, seconds = cpu(lambda state=state: solver.solve(state))
                if remaining(stones, proof.value) in plies and len(times) < wanted:
                    times.append(seconds)
                    nodes.append(proof.nodes)
        kept &= printed(name, times, nodes, mark)
    return kept


# --- threads --------------------------------------------------------------------------------------------------------


def hard() -> Iterator[tuple[str, Any, list[Any]]]:
    """Positions whose proof takes one thread some seconds."""
    queens: Any = advsearch.load_game("isolation", moves="queen")
    yield "isolation, queens, 14 plies", queens, [next(after_random_play(queens, 14, 1))]
    four: Any = advsearch.load_game("connect4")
    yield "connect4, 6 stones", four, list(itertools.islice(after_random_play(four, 6, 5), 1, 3))
    six: Any = advsearch.load_game("pentago")
    yield "pentago, 15 stones", six, list(itertools.islice(after_random_play(six, 15, 5), 3, 4))


def threads() -> bool:
    """Compare two threads with one by wall-clock time. The comparison needs two idle cores."""
    kept = True
    for name, game, states in hard():
        best: dict[int, tuple[float, list[Any], int]] = {}
        for _ in range(3):
            for number in (1, 2):
                solver = Solver(game, threads=number)
                solver.prepare()
                started = time.perf_counter()
                proofs = [solver.solve(state) for state in states]
                seconds = time.perf_counter() - started
                found = seconds, [proof.value for proof in proofs], sum(proof.nodes for proof in proofs)
                best[number] = min(best.get(number, found), found)
        (one, values, nodes), (two, same, more) = best[1], best[2]
        assert values == same
        kept &= one / two >= 1.5
        times = f"one {one:6.2f} s  two {two:6.2f} s, {more / nodes:.2f} times the nodes"
        print(f"{name:36} {times}  speed-up {one / two:.2f} (mark 1.5)")
    return kept


PARTS: dict[str, Callable[[], bool]] = {
    "isolation": isolation,
    "pentago": pentago,
    "connect4": connect4,
    "threads": threads,
}


def main() -> None:
    chosen = [word for word in sys.argv[1:] if word != "--check"] or list(PARTS)
    unknown = [word for word in chosen if word not in PARTS]
    if unknown:
        sys.exit(f"expected {', '.join(PARTS)} or --check, got {unknown[0]!r}")
    kept = [PARTS[name]() for name in chosen]
    if "--check" in sys.argv and not all(kept):
        sys.exit(1)


if __name__ == "__main__":
    main()
