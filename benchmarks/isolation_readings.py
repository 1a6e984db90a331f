"""Measure how often two interpretations of a published Isolation evaluator differ, and how long each takes. The
results are the table in games/isolation/README.md.

    python benchmarks/isolation_readings.py readings [GAMES]
    python benchmarks/isolation_readings.py walks
    python benchmarks/isolation_readings.py nodes

`nodes` measures the time per node of a search on the reference tier with an evaluator, in all positions and in
endgames. The time per node shows how much speed an expensive evaluator costs an agent of a study.

The positions are unfinished positions of random games in which both tokens are placed. Two interpretations *differ*
in a position if they give it different values for the side to move. Two interpretations *choose differently* if no
action is among the best actions of both in a search of one ply.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import advsearch
from advsearch.limits import Limits
from advsearch.search import AlphaBeta, Deepening
from advsearch.search.greedy import Greedy
from advsearch_isolation import Isolation, State
from advsearch_studies.isolation.walks import FEW, longest_walk

SEVEN, ELEVEN = Isolation(), Isolation(11, 9)
READINGS = [
    (SEVEN, "heuristic-1-printed", "heuristic-1"),
    (SEVEN, "heuristic-2-printed", "heuristic-2"),
    (SEVEN, "heuristic-3-printed", "heuristic-3"),
    (SEVEN, "heuristic-4-printed", "heuristic-4"),
    (SEVEN, "heuristic-5-printed", "heuristic-5"),
    (SEVEN, "heuristic-6-printed", "heuristic-6"),
    (SEVEN, "heuristic(number=2)", "heuristic(number=2, patch=diamond)"),
    (SEVEN, "mirror-printed", "mirror"),
    (SEVEN, "pressure-printed", "pressure"),
    (ELEVEN, "formula", "formula-prose"),
    (ELEVEN, "formula", "formula-stored"),
    (ELEVEN, "formula", "formula(distance=euclidean)"),
    (ELEVEN, "formula-stored", "improved"),
    (SEVEN, "score-2", "score-2(opponent=2)"),
    (SEVEN, "score-2", "score-2(opponent=3)"),
    (SEVEN, "score-2", "score-3"),
]


def positions(game: Isolation, games: int) -> Iterator[State]:
    source = random.Random(0)
    for _ in range(games):
        state = game.initial()
        while not game.terminal(state):
            if state.ply >= 2:
                yield state
            state = game.result(state, source.choice(game.actions(state)))


def microseconds(evaluate: Callable[[Any, Any, int], float], game: Isolation, states: list[State]) -> float:
    start = time.process_time()
    for state in states:
        evaluate(game, state, state.turn)
    return (time.process_time() - start) / len(states) * 1e6


def readings(games: int) -> None:
    sample = {game: list(positions(game, games)) for game in (SEVEN, ELEVEN)}
    print(f"{games} random games a board: {', '.join(f'{len(states):,} positions' for states in sample.values())}\n")
    print("| readings | differ | choose differently | us each |\n|---|---|---|---|")
    for game, one, other in READINGS:
        first, second = (advsearch.load_evaluator(spec, game) for spec in (one, other))
        states = sample[game]
        unlike = sum(first(game, state, state.turn) != second(game, state, state.turn) for state in states)
        some = states[::10]
        apart = sum(not set(best(game, state, first)) & set(best(game, state, second)) for state in some)
        costs = " / ".join(f"{microseconds(each, game, states):.1f}" for each in (first, second))
        print(f"| `{one}`, `{other}` | {unlike / len(states):.1%} | {apart / len(some):.1%} | {costs} |", flush=True)


def best(game: Isolation, state: State, evaluate: Callable[[Any, Any, int], float]) -> tuple[int, ...]:
    return Greedy(evaluate).search(game, state, every_action=True).best


def walks() -> None:
    sets = {
        "of random games": [state for state in positions(SEVEN, 400) if SEVEN.empty(state) <= FEW],
        "dense in moves": list(dense(100)),
    }
    for name, states in sets.items():
        costs = [microseconds(longest, SEVEN, [state]) for state in states]
        print(f"{name}: mean {sum(costs) / len(costs):.1f} us, most {max(costs):.0f} us, {len(costs)} positions")


def nodes() -> None:
    source = random.Random(2)
    there = [state for state in positions(SEVEN, 1000) if len(SEVEN.actions(state)) > 1]
    states = source.sample(there, 200)
    late = source.sample([state for state in there if FEW <= SEVEN.empty(state) <= FEW + 4], 200)
    print(f"us a node, of 1,000 at most; with {FEW} to {FEW + 4} open cells\n")
    for name in ("improved", "score-2", "score-3", "heuristic-3", "heuristic-6"):
        search = Deepening(search=AlphaBeta(evaluator=advsearch.load_evaluator(name, SEVEN), ties="random"))
        print(f"{name}: {a_node(search, states):.1f}; {a_node(search, late):.1f}", flush=True)


def a_node(search: Deepening, states: list[State]) -> float:
    start = time.process_time()
    entered = sum(search.search(SEVEN, state, limits=Limits(nodes=1000)).nodes for state in states)
    return (time.process_time() - start) / entered * 1e6


def longest(game: Isolation, state: State, player: int) -> int:
    return longest_walk(game, state, player)


def dense(count: int) -> Iterable[State]:
    """A position with a token and open cells around it. Each open cell is added where it has the most knight's moves
    to cells added before."""
    source = random.Random(1)
    for _ in range(count):
        cells = [source.randrange(49)]
        while len(cells) <= FEW:
            there = sum(1 << cell for cell in cells)
            others = [cell for cell in range(49) if cell not in cells]
            cells.append(max(others, key=lambda cell: SEVEN.targets(cell, there).bit_count() + source.random()))
        yield State(sum(1 << cell for cell in cells[1:]), cells[0], -1, 0, 35)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["readings", *games]:
            readings(int(games[0]) if games else 1000)
        case ["walks"]:
            walks()
        case ["nodes"]:
            nodes()
        case _:
            sys.exit(__doc__)
