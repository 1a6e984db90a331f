"""Measure how often a player who knows its opponent wins lost positions of 7x7 Isolation.

    python benchmarks/lost_seats.py                       16 of the arena's openings, 30 seconds per move
    python benchmarks/lost_seats.py --nodes 6000          against opponents that enter 6,000 positions per move
    python benchmarks/lost_seats.py --first 1 --step 3    the openings 1, 4, 7, … of the arena

The openings are those of `arenas.py courses`. In each opening, advsearch's player has the side that loses under best
play. The opponent runs alpha-beta with `--nodes` nodes per move, and plays a random one of the actions that are best.
The opponent's evaluators are `improved`, `open` and `center` in turn. advsearch's player knows how the opponent
chooses, and plans with `advsearch_isolation.players.traps`, as `isolation-best` does, for `--seconds` per move.

Each line of output shows, for one game, the probability that the plan wins at each move of advsearch's player. A `*`
means that this probability is known exactly, so no player could have a higher one.
"""

from __future__ import annotations

import argparse
import functools
import random
import statistics
from collections.abc import Callable
from typing import Final

import attrs

import advsearch
from advsearch.limits import Budget, Limits
from advsearch.ratings.means import wilson
from advsearch.tournament.openings import random_openings, replay
from advsearch_isolation import Isolation
from advsearch_isolation.players.traps import EVALUATORS, MODELS, Belief, Choice, Model, Plan, Sight
from advsearch_isolation.position import State

ARENA_OPENINGS: Final = 50
FIRST_DEPTH: Final = 9
"""The first depth to try when the program determines the depth that an opponent's search reaches."""
DECIDED: Final = 0.003
"""A known probability below this counts as 0, because the opponent will find its win later."""


@attrs.define(eq=False)
class Seat:
    """A lost position in which advsearch's player plays to the end against one opponent."""

    game: Isolation
    won: Callable[[State], bool]
    """A function that returns whether the side to move has won."""
    evaluator: str
    nodes: int
    seconds: float
    choices: list[Choice] = attrs.field(factory=list)
    near: int = FIRST_DEPTH

    def play(self, state: State, rng: random.Random) -> bool:
        """Play the position to its end. Return whether the opponent gives its win away."""
        sight, model = Sight(self.game, self.nodes), MODELS.index(Model(self.evaluator, depth=None))
        belief: Belief = tuple(float(number == model) for number in range(len(MODELS) + 1))
        ours = 1 - state.turn if self.won(state) else state.turn
        while not self.game.terminal(state):
            if state.turn != ours:
                view, _ = sight.view(state, model, self.near)
                if view.win_in is not None:
                    return False
                state = self.game.result(state, rng.choice(view.replies))
                continue
            if self.won(state):
                return True
            state = self.game.result(state, self._ours(state, sight, belief).action)
            if self.choices[-1].known and self.choices[-1].chance < DECIDED:
                return False
        return True

    def _ours(self, state: State, sight: Sight, belief: Belief) -> Choice:
        budget = Budget(Limits(time_s=self.seconds))
        plan = Plan(self.game, sight, self.won, budget, nodes=0, early=self.game.width * self.game.height)
        choice = plan.choice(state, belief, self.near)
        self.near = choice.near
        self.choices.append(choice)
        return choice


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=90_000, help="nodes per move of the opponent")
    parser.add_argument("--seconds", type=float, default=30.0, help="seconds per move of advsearch's player")
    parser.add_argument("--first", type=int, default=0, help=f"first opening, 0 to {ARENA_OPENINGS - 1}")
    parser.add_argument("--step", type=int, default=3, help="step from one opening's number to the next")
    parser.add_argument("--count", type=int, default=16, help="largest number of openings")
    given = parser.parse_args()
    if not 0 <= given.first < ARENA_OPENINGS or min(given.step, given.count, given.nodes) < 1 or given.seconds <= 0:
        parser.error(f"expected --first of 0 to {ARENA_OPENINGS - 1}, and the other numbers above 0")
    game = Isolation()
    solver = advsearch.Solver(game, table_mb=256)
    won_by_mover = functools.cache(lambda state: solver.solve(state).value == 1)
    openings = random_openings(game, 2, ARENA_OPENINGS, seed=0)[given.first :: given.step][: given.count]
    won, first_known = 0, []
    for number, opening in enumerate(openings):
        seat = Seat(game, won_by_mover, EVALUATORS[number % len(EVALUATORS)], given.nodes, given.seconds)
        result = seat.play(replay(game, opening), random.Random(number))
        won += result
        first_known += [choice.chance for choice in seat.choices if choice.known][:1]
        printed = " ".join(f"{choice.chance:.2f}{'*' if choice.known else ''}" for choice in seat.choices)
        print(
            f"{' '.join(opening.actions)}  {seat.evaluator:9} {'won ' if result else 'lost'}  {printed}", flush=True
        )
    interval = wilson(won / len(openings), len(openings))
    print(f"{won} of {len(openings)} won, {won / len(openings):.0%} ({interval.low:.0%} to {interval.high:.0%})")
    if first_known:
        print(f"chance where a plan was first known to its end: {statistics.mean(first_known):.2f}")


if __name__ == "__main__":
    main()
