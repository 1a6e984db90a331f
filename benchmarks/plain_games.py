"""Games of six plain methods: what derived rules gain over the reference tier, and what they cost.

    python benchmarks/plain_games.py FILE.py:Game ...    # these games; a setting as in 'nim.py:Nim(heaps=4)'
    python benchmarks/plain_games.py --check FILE.py:... # exit 1 below 20 times the reference tier's nodes a second

For each game alpha-beta without a table goes to the depth that the reference tier reaches in about half a second, on
both tiers, with the same nodes and value; then as deep as the compiled tier goes in about as long. Processor time,
best of several. Building is timed in an empty cache.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from typing import Any

import attrs

from advsearch import load_game
from advsearch.binding import BoundSearch, bind
from advsearch.lowering import derive, sample
from advsearch.lowering.row_rules import RowRules
from advsearch.protocol import null
from advsearch.search import AlphaBeta

LEAST = 20.0
SECONDS = 0.5
ROUNDS = 5


@attrs.frozen
class Speed:
    depth: int
    nodes: int
    value: Any
    seconds: float

    @property
    def per_second(self) -> float:
        return self.nodes / self.seconds


def timed(search: BoundSearch, state: Any, depth: int, rounds: int) -> Speed:
    best = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        result = search(state, depth=depth)
        best = min(best, time.process_time() - started)
        if best > SECONDS:
            break
    return Speed(depth, result.nodes, result.value, max(best, 1e-7))


def deepest(search: BoundSearch, state: Any, rounds: int = 1) -> Speed:
    """The speed at the depth that takes about as long as is allowed."""
    speed = timed(search, state, 1, rounds)
    while speed.seconds < SECONDS / 4 and speed.depth < 40:
        further = timed(search, state, speed.depth + 1, rounds)
        if further.nodes == speed.nodes:
            break
        speed = further
    return speed


def race(spec: str) -> float:
    """Show a game's line; the ratio of nodes a second, 0 where it is not derived."""
    game = load_game(spec)
    state = game.initial()
    started = time.perf_counter()
    met = sample.sample(game)
    sampled = time.perf_counter() - started
    plain = bind(AlphaBeta(evaluator=null), game, tier="reference")
    started = time.perf_counter()
    try:
        rules = derive(game)
    except Exception as error:
        print(f"{spec:40}  {error}")
        return 0.0
    derived = time.perf_counter() - started - sampled
    started = time.perf_counter()
    fast = bind(AlphaBeta(evaluator=null), game, tier="compiled")
    built = time.perf_counter() - started
    reference = deepest(plain, state)
    same = timed(fast, state, reference.depth, ROUNDS)
    assert (same.nodes, same.value) == (reference.nodes, reference.value), (spec, same, reference)
    compiled = deepest(fast, state, ROUNDS)
    if compiled.nodes < same.nodes:
        compiled = same
    ratio = compiled.per_second / reference.per_second
    how = f"{rules.cells} cells" if isinstance(rules, RowRules) else f"{rules.words} words"
    print(
        f"{spec:40}  {how:9}  {len(met.states):5} states {1e3 * sampled:4.0f} ms  lower+law {1e3 * derived:5.0f} ms  "
        f"build {built:4.1f} s  {reference.per_second / 1e3:7.0f} kn/s  {compiled.per_second / 1e6:6.1f} Mn/s  "
        f"x{ratio:.0f} (x{same.per_second / reference.per_second:.0f} at depth {same.depth})"
    )
    return ratio


def main(arguments: list[str]) -> int:
    games = [each for each in arguments if each != "--check"]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NUMBA_CACHE_DIR"] = folder
        ratios = [race(spec) for spec in games]
    derived = [ratio for ratio in ratios if ratio]
    if derived:
        least, median = min(derived), statistics.median(derived)
        print(f"{len(derived)} of {len(ratios)} derived; least x{least:.0f}, median x{median:.0f}")
    return int("--check" in arguments and (len(derived) < len(ratios) or min(derived, default=0) < LEAST))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
