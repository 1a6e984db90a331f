"""What stored games show besides who won: how wide they were, how deep searches came, what evaluators cost."""

from __future__ import annotations

import collections
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Final, TypeAlias

import attrs

from advsearch.limits import now
from advsearch.notation import read_action, read_state
from advsearch.plugins.registry import Registry
from advsearch.protocol import AnyGame
from advsearch.studies.statistics import Estimate, estimate
from advsearch.studies.study import Measure, Study
from advsearch.tournament.records import GameRecord

MOST_GAMES: Final = 400
"""Replayed for branching and measures; drawn with a fixed seed."""
MOST_POSITIONS: Final = 1_000
"""On which an evaluator is timed."""
ROUNDS: Final = 5

ByPly: TypeAlias = dict[int, float]


@attrs.frozen
class Measured:
    """What the games say besides their results."""

    branching: ByPly
    """Ply -> the mean number of legal actions, where at least ten games got there."""
    depth: Mapping[str, ByPly]
    """Agent -> ply -> the mean depth its searches finished."""
    nodes: Mapping[str, float]
    """Agent -> the mean nodes of a move."""
    cost_us: Mapping[str, float]
    """Evaluator -> microseconds a call on the reference tier."""
    shares: Sequence[tuple[Measure, Estimate]]


def measure(study: Study, games: Sequence[GameRecord], registry: Registry) -> Measured:
    """All measurements of one study, on a sample of its games."""
    rng = random.Random(f"measures/{study.name}")
    own = [game for game in games if game.game == study.game]
    sample = rng.sample(own, min(MOST_GAMES, len(own)))
    rules = registry.game(study.game)
    walks = [(game, list(_states(rules, game))) for game in sample]
    positions = [state for _, states in walks for state in states[2:-1]]
    positions = rng.sample(positions, min(MOST_POSITIONS, len(positions)))
    return Measured(
        _by_ply((ply, len(rules.actions(state))) for _, states in walks for ply, state in enumerate(states[:-1])),
        _depths(own),
        _nodes(own),
        {name: _cost(rules, registry.evaluator(name, rules), positions) for name in study.evaluators if positions},
        [(each, _share(each, own, rules, registry)) for each in study.measures],
    )


def _states(rules: AnyGame, game: GameRecord) -> Iterator[Any]:
    """Every state of a game, the first and the last included."""
    state = rules.initial() if game.start is None else read_state(rules, game.start)
    yield state
    for text in game.actions:
        state = rules.result(state, read_action(rules, state, text))
        yield state


FEWEST: Final = 10


def _by_ply(values: Iterable[tuple[int, float]]) -> ByPly:
    found: dict[int, list[float]] = collections.defaultdict(list)
    for ply, value in values:
        found[ply].append(value)
    return {ply: round(fmean(each), 3) for ply, each in sorted(found.items()) if len(each) >= FEWEST}


def _depths(games: Iterable[GameRecord]) -> dict[str, ByPly]:
    found: dict[str, list[tuple[int, float]]] = collections.defaultdict(list)
    for game in games:
        for ply, move in enumerate(game.moves, len(game.opening)):
            if move.depth:
                found[move.agent].append((ply, move.depth))
    return {name: _by_ply(values) for name, values in sorted(found.items())}


def _nodes(games: Iterable[GameRecord]) -> dict[str, float]:
    found: dict[str, list[int]] = collections.defaultdict(list)
    for game in games:
        for move in game.moves:
            if move.nodes is not None:
                found[move.agent].append(move.nodes)
    return {name: round(fmean(nodes), 1) for name, nodes in sorted(found.items())}


def _cost(rules: AnyGame, evaluator: Any, positions: Sequence[Any]) -> float:
    """The fastest of some rounds, so that other work on the machine counts least."""
    fastest = float("inf")
    for _ in range(ROUNDS):
        started = now()
        for state in positions:
            evaluator(rules, state, 0)
        fastest = min(fastest, now() - started)
    return round(1e6 * fastest / len(positions), 2)


def _share(each: Measure, games: Sequence[GameRecord], rules: AnyGame, registry: Registry) -> Estimate:
    """The mean of a measure over the positions an agent moved to; games are the units."""
    evaluator = registry.evaluator(each.evaluator, rules)
    first, last = each.plies or (0, 1 << 30)
    played = [game for game in games if each.agent in (game.first, game.second)]
    sample = random.Random(f"measures/{each.agent}").sample(played, min(MOST_GAMES, len(played)))
    means = []
    for game in sample:
        values = []
        for ply, state in enumerate(_states(rules, game)):
            mover = 1 - rules.player(state)  # who moved here, as sides alternate in the games that are measured
            named = game.first if mover == 0 else game.second
            if named == each.agent and max(first, len(game.opening) + 1) <= ply < last:
                values.append(evaluator(rules, state, mover))
        if values:
            means.append(fmean(values))
    return estimate(means)
