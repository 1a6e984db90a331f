"""Race derived rules against kernels written by hand.

    python benchmarks/derived_rules.py words                    # Isolation against rivals/isolation_by_hand.py
    python benchmarks/derived_rules.py words "isolation queen"  # one race; also "isolation knight" or proofs

Times are processor times, the best of several runs. The two sides run in turn, and must find the same values in the
same nodes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rivals.isolation_by_hand import ByHand

from advsearch import Solver
from advsearch.binding import bind
from advsearch.compiled.perft import counter
from advsearch.lowering.sample import sample
from advsearch.lowering.words import derive
from advsearch.protocol import null
from advsearch.search import AlphaBeta, Deepening

ROUNDS = 7
LEAST = 0.03


class With:
    """A game with other kernels."""

    def __init__(self, game: Any, kernels: Any) -> None:
        self._game = game
        self._kernels = kernels

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def kernels(self) -> Any:
        return self._kernels


def played(game: Any, plies: int) -> Any:
    """A state some plies into a game, reached by always taking the action in the middle of the list."""
    state = game.initial()
    for number in range(plies):
        actions = game.actions(state)
        state = game.result(state, actions[(7 * number + 3) % len(actions)])
    return state


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    started = time.process_time()
    found = work()
    return found, time.process_time() - started


def race(name: str, hand: Callable[[], Any], derived: Callable[[], Any], rounds: int = ROUNDS) -> None:
    """Print the time with derived rules, divided by the time with kernels written by hand."""
    sides = hand, derived
    best = [float("inf"), float("inf")]
    results: list[Any] = [None, None]
    for number in range(rounds):
        for side in (0, 1) if number % 2 == 0 else (1, 0):
            results[side], seconds = timed(sides[side])
            best[side] = min(best[side], seconds)
    same = "" if results[0] == results[1] else f"DIFFERENT: {results}"
    print(f"{name:44} {best[1] / best[0]:5.2f}   {best[0] * 1e3:7.1f} ms   {same}", flush=True)


def searches(label: str, game: Any, derived: Any, state: Any, evaluator: Any) -> None:
    """Race plain alpha-beta, to the least depth at which the search with hand-written kernels takes `LEAST`
    seconds."""

    def side(one: Any, depth: int) -> Callable[[], Any]:
        return partial(found, bind(AlphaBeta(depth=depth, evaluator=evaluator), one, tier="compiled"), state)

    depth = next(depth for depth in range(2, 40) if timed(side(game, depth))[1] >= LEAST)
    race(f"{label} alpha-beta {depth}", side(game, depth), side(derived, depth))


def openings(game: Any) -> Any:
    """The result of a proof of each opening of two placements, and the number of positions that it entered."""
    solver = Solver(game, 16, tier="compiled")
    proofs = []
    for first in game.actions(game.initial()):
        placed = game.result(game.initial(), first)
        proofs += [solver.solve(game.result(placed, second)) for second in game.actions(placed)]
    return [(proof.value, proof.nodes) for proof in proofs]


def found(search: Any, state: Any) -> Any:
    result = search(state)
    return result.value, result.nodes, result.action


def perfts(label: str, game: Any, derived: Any, state: Any) -> None:
    counts = [counter(one) for one in (game, derived)]
    depth = next(depth for depth in range(1, 30) if timed(partial(counts[0], state, depth))[1] >= LEAST)
    race(f"{label} perft {depth}", *(partial(count, state, depth) for count in counts))


def guided(label: str, game: Any, derived: Any, state: Any, evaluator: Any) -> None:
    """Compare the time per node of searches with a table and an ordering. The two searches enter different nodes,
    because they hash states differently.
    """

    def side(one: Any, depth: int) -> Callable[[], Any]:
        searcher = Deepening(AlphaBeta(depth=depth, evaluator=evaluator, table=1 << 20, order=("table", "history")))
        return partial(found, bind(searcher, one, tier="compiled"), state)

    depth = next(depth for depth in range(2, 40) if timed(side(game, depth))[1] >= LEAST)
    sides = side(game, depth), side(derived, depth)
    nodes, times = [0, 0], [float("inf")] * 2
    for number in (0, 1) * ROUNDS:
        result, seconds = timed(sides[number])
        times[number], nodes[number] = min(times[number], seconds), result[1]
    ratio = times[1] / nodes[1] / (times[0] / nodes[0])
    print(f"{label + f' guided {depth}, a node':44} {ratio:5.2f}   nodes {nodes[0]} {nodes[1]}", flush=True)


def games() -> Iterator[tuple[str, Any, int]]:
    """The games to race. For each game: its name, the game with hand-written kernels, and the ply of the state to
    search."""
    yield "isolation knight", ByHand(), 4
    yield "isolation queen", ByHand(moves="queen"), 4


def over_words(game: Any) -> With:
    """The game with rules derived from its six methods."""
    return With(game, derive(game, sample(game)))


def words(only: str = "") -> None:
    for name, game, plies in games():
        if not name.startswith(only):
            continue
        derived = over_words(game)
        state = played(game, plies)
        searches(name, game, derived, state, null)
        perfts(name, game, derived, state)
        guided(name, game, derived, state, null)
    if "proofs".startswith(only):
        small = ByHand(5, 5)
        race("isolation 5x5 proofs of all openings", partial(openings, small), partial(openings, over_words(small)))


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] != "words":
        sys.exit(__doc__)
    words(*sys.argv[2:3])
