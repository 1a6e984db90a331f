"""What can be won from the lost seats of 7x7 Isolation, by a player that knows whom it plays?

    python benchmarks/lost_seats.py                       16 of the arena's openings, half a minute a move
    python benchmarks/lost_seats.py --nodes 6000          against opponents that look at 6,000 positions a move
    python benchmarks/lost_seats.py --first 1 --step 3    the openings 1, 4, 7, … of the arena

The openings are those of `arenas.py courses`, seen from the seat that has lost. The opponent takes a random one of
the replies that alpha-beta values most, as deep as it gets in `--nodes`, by `improved`, `open` and `center` in turn.
Ours knows all of that and plans as `isolation-best` does (`advsearch_isolation.players.traps`), in `--seconds` a
move.

A line has the chance of the plan at each move of ours, marked `*` once it is known to its end: from there no
player, however good, has a better one.
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
"""The first depth that is tried when the depth of an opponent is searched for."""
DECIDED: Final = 0.003
"""A known probability below this counts as 0: the opponent sees its win, only later."""


@attrs.define(eq=False)
class Seat:
    """A lost position that is played on against one opponent."""

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
    parser.add_argument("--nodes", type=int, default=90_000, help="an opponent's, a move")
    parser.add_argument("--seconds", type=float, default=30.0, help="ours, a move")
    parser.add_argument("--first", type=int, default=0, help=f"opening of the arena's {ARENA_OPENINGS}, from 0 on")
    parser.add_argument("--step", type=int, default=3, help="from one opening to the next")
    parser.add_argument("--count", type=int, default=16, help="openings, at most")
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
