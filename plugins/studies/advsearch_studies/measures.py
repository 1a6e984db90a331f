"""Measurements of stored games: branching factors, search depths, and the cost of evaluators."""

from __future__ import annotations

import collections
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.limits import now
from advsearch.notation import read_action, read_state
from advsearch.plugins.registry import Registry
from advsearch.protocol import AnyGame
from advsearch.ratings.means import Mean, mean_of
from advsearch.tournament.records import GameRecord
from advsearch_studies.study import Measure, Study

MOST_GAMES: Final = 400
"""The largest number of games that are replayed for one measurement. The games are selected at random with a fixed
seed."""
MOST_POSITIONS: Final = 1_000
"""The largest number of positions on which an evaluator is timed."""
ROUNDS: Final = 5
PLIES: Final = 10
"""The number of plies in a group. The cost of an evaluator is averaged over each group of plies."""
FEWEST: Final = 10
"""The report gives a mean for a ply only if at least `FEWEST` games or positions reach the ply."""

ByPly: TypeAlias = dict[int, float]


@attrs.frozen
class Measured:
    """All measurements of the stored games of a study."""

    branching: ByPly
    """The mean number of legal actions for each ply that at least ten games reached."""
    depth: Mapping[str, ByPly]
    """For each agent and ply, the mean depth to which the agent's searches were finished."""
    depths: Mapping[str, float]
    """For each agent, the mean depth over all moves."""
    nodes: Mapping[str, float]
    """For each agent, the mean number of nodes per move."""
    cost_us: Mapping[str, float]
    """For each evaluator, the microseconds per call on the reference tier."""
    cost_by_ply: Mapping[str, ByPly]
    """For each evaluator and each group of ten plies with enough positions, the microseconds per call. The key of a
    group is its first ply."""
    shares: Sequence[tuple[Measure, Mean]]


def measure(study: Study, games: Sequence[GameRecord], registry: Registry) -> Measured:
    """All measurements of one study, on a sample of its games."""
    rng = random.Random(f"measures/{study.name}")
    own = [game for game in games if game.game == study.game]
    sample = rng.sample(own, min(MOST_GAMES, len(own)))
    rules = registry.game(study.game)
    walks = [(game, list(_states(rules, game))) for game in sample]
    positions = [(ply, state) for _, states in walks for ply, state in enumerate(states[:-1]) if ply > 1]
    positions = rng.sample(positions, min(MOST_POSITIONS, len(positions)))
    costs = {
        name: _costs(rules, registry.evaluator(name, rules), positions) for name in study.evaluators if positions
    }
    return Measured(
        _by_ply((ply, len(rules.actions(state))) for _, states in walks for ply, state in enumerate(states[:-1])),
        _depths(own),
        _means(own, "depth"),
        _means(own, "nodes"),
        {name: whole for name, (whole, _) in costs.items()},
        {name: by_ply for name, (_, by_ply) in costs.items()},
        [(each, _share(each, own, rules, registry)) for each in study.measures],
    )


def _states(rules: AnyGame, game: GameRecord) -> Iterator[Any]:
    """Every state of a game, from the first to the last."""
    state = rules.initial() if game.start is None else read_state(rules, game.start)
    yield state
    for text in game.actions:
        state = rules.result(state, read_action(rules, state, text))
        yield state


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


def _means(games: Iterable[GameRecord], what: Literal["depth", "nodes"]) -> dict[str, float]:
    """For each agent, the mean depth or the mean number of nodes of its recorded moves. `what` chooses between depth
    and nodes."""
    found: dict[str, list[int]] = collections.defaultdict(list)
    for game in games:
        for move in game.moves:
            if value := getattr(move, what):
                found[move.agent].append(value)
    return {name: round(fmean(values), 2) for name, values in sorted(found.items())}


def _costs(rules: AnyGame, evaluator: Any, positions: Sequence[tuple[int, Any]]) -> tuple[float, ByPly]:
    """The microseconds per call of an evaluator, for all positions and for each group of ten plies. Each number is
    from the fastest of several rounds, because other work on the machine disturbs the fastest round least."""
    groups: dict[int, list[Any]] = collections.defaultdict(list)
    for ply, state in positions:
        groups[ply // PLIES * PLIES].append(state)
    seconds = {
        ply: min(_seconds(rules, evaluator, states) for _ in range(ROUNDS)) for ply, states in sorted(groups.items())
    }
    whole = 1e6 * sum(seconds.values()) / len(positions)
    by_ply = {ply: 1e6 * found / len(groups[ply]) for ply, found in seconds.items() if len(groups[ply]) >= FEWEST}
    return round(whole, 2), {ply: round(us, 2) for ply, us in by_ply.items()}


def _seconds(rules: AnyGame, evaluator: Any, states: Sequence[Any]) -> float:
    started = now()
    for state in states:
        evaluator(rules, state, 0)
    return now() - started


def _share(each: Measure, games: Sequence[GameRecord], rules: AnyGame, registry: Registry) -> Mean:
    """The mean value that a measure's evaluator gives to the positions after an agent's moves. If the measure has no
    evaluator, `_share` returns the mean number of the agent's legal actions. The interval of the mean treats games as
    independent, but not the positions of one game."""
    evaluator = None if each.evaluator is None else registry.evaluator(each.evaluator, rules)
    first, last = each.plies or (0, 1 << 30)
    played = [game for game in games if each.agent in (game.first, game.second)]
    sample = random.Random(f"measures/{each.agent}").sample(played, min(MOST_GAMES, len(played)))
    means = []
    for game in sample:
        values = []
        for ply, state in enumerate(_states(rules, game)):
            if not max(first, len(game.opening) + (evaluator is not None)) <= ply < last:
                continue
            turn = rules.player(state)
            mover = turn if evaluator is None else 1 - turn  # players alternate in the measured games
            if each.agent != (game.second if mover else game.first):
                continue
            if evaluator is not None:
                values.append(evaluator(rules, state, mover))
            elif actions := rules.actions(state):
                values.append(len(actions))
        if values:
            means.append(fmean(values))
    return mean_of(means)
