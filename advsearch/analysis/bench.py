"""A benchmark of every kind of search on reproducible positions. The sum of all node counts is the benchmark's
signature.

The node counts depend only on the code of games and searches, not on the machine or its load. If a commit alters the
signature, the commit's message must say so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import attrs

from advsearch.analysis.perft import perft
from advsearch.binding import bind
from advsearch.compiled.engine import kernels_of
from advsearch.limits import Limits, cpu_now
from advsearch.notation import state_text
from advsearch.protocol import AnyGame, Searcher
from advsearch.search.alphabeta import AlphaBeta
from advsearch.search.deepening import Deepening
from advsearch.solving import Solver


@attrs.frozen
class Timing:
    """The time that one kind of work took on one game."""

    game: str
    work: str
    """The kind of work. `perft` counts positions. `alphabeta` searches to a fixed depth. `deepening` searches to the
    same depth, with a table and an ordering. `solving` proves the values of later positions."""
    depth: int
    """The depth in plies; 0 if the search went to the end of the game."""
    nodes: int
    seconds: float
    """Processor time of the fastest repetition."""

    @property
    def rate(self) -> float:
        """Nodes per second."""
        return self.nodes / self.seconds if self.seconds else 0.0


@attrs.frozen
class Bench:
    """The timings of one run, and the positions of each game."""

    timings: tuple[Timing, ...]
    positions: dict[str, tuple[str, ...]]

    @property
    def signature(self) -> int:
        """The sum of the nodes of all timings."""
        return sum(timing.nodes for timing in self.timings)


LEAST_NODES: Final = 200_000
"""The least number of nodes per game and kind of search. A search goes to the smallest depth at which it enters
`LEAST_NODES` nodes."""
POSITIONS: Final = 4
_DEEPEST: Final = 40
_TRIES: Final = 1_000


def bench(
    games: Sequence[tuple[str, AnyGame]],
    *,
    repeat: int = 3,
    report: Callable[[Timing], None] | None = None,
) -> Bench:
    """Measure the time of perft, of searches and of solving on each game. All measurements run on the compiled tier,
    so the games' rules must compile.

    Each search uses the game's own evaluator. `report` is called with each timing as soon as it is measured.
    """
    timings = []
    positions = {}
    for name, game in games:
        states = list(positions_of(name, game))
        positions[name] = tuple(state_text(game, state) for state in states)
        for timing in _timings(name, game, states, repeat):
            timings.append(timing)
            if report is not None:
                report(timing)
    return Bench(tuple(timings), positions)


def positions_of(name: str, game: AnyGame, first: int = 4, step: int = 3) -> Iterator[Any]:
    """The positions to search in a game. The positions are reached by random plies. The positions are the same in
    every run."""
    for number in range(POSITIONS):
        chance = random.Random(f"bench:{name}:{number}")
        for _ in range(_TRIES):
            state = _walked(game, first + step * number, chance)
            if not game.terminal(state):
                yield state
                break


def _walked(game: AnyGame, plies: int, chance: random.Random) -> Any:
    state = game.initial()
    for _ in range(plies):
        if game.terminal(state):
            break
        state = game.result(state, chance.choice(game.actions(state)))
    return state


def _timings(name: str, game: AnyGame, states: list[Any], repeat: int) -> Iterator[Timing]:
    def leaves(depth: int) -> int:
        return sum(perft(game, depth, state, tier="compiled").nodes for state in states)

    def plain(depth: int) -> int:
        return _nodes(AlphaBeta(depth=depth), game, states)

    def deepening(depth: int) -> int:
        return _nodes(Deepening(max_depth=depth, stop_at_proven=False), game, states)

    late = list(positions_of(name, game, kernels_of(game).longest // 3, 0))

    def solving(_: int) -> int:
        solver = Solver(game, table_mb=16, tier="compiled")
        return sum(solver.solve(state, limits=Limits(nodes=LEAST_NODES)).nodes for state in late)

    yield _timed(name, "perft", _deep_enough(leaves), leaves, repeat)
    depth = _deep_enough(plain)
    yield _timed(name, "alphabeta", depth, plain, repeat)
    deepening(1)  # compiles before the time starts
    yield _timed(name, "deepening", depth, deepening, repeat)
    if late:
        solving(0)
        yield _timed(name, "solving", 0, solving, repeat)


def _nodes(searcher: Searcher, game: AnyGame, states: list[Any]) -> int:
    search = bind(searcher, game, tier="compiled")
    return sum(search(state).nodes for state in states)


def _deep_enough(nodes: Callable[[int], int]) -> int:
    depth = 1
    while nodes(depth) < LEAST_NODES and depth < _DEEPEST:
        depth += 1
    return depth


def _timed(game: str, work: str, depth: int, nodes: Callable[[int], int], repeat: int) -> Timing:
    best = float("inf")
    entered = 0
    for _ in range(max(1, repeat)):
        started = cpu_now()
        entered = nodes(depth)
        best = min(best, cpu_now() - started)
    return Timing(game, work, depth, entered, best)
