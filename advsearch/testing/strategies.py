"""Hypothesis strategies: game trees, positions of any game, evaluators and limits.

    from hypothesis import given

    @given(game_trees(max_depth=4))
    def test_my_search(tree):
        assert my_search(tree, tree.height) == ...

Hypothesis shrinks a failing tree to few positions, small numbers, alternating turns and evaluations of 0.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.protocol import AnyGame
from advsearch.testing.growing import NUMBERS, Estimates, Numbers, Shape, grow
from advsearch.testing.trees import Tree
from advsearch.values import Utilities, Value

KINDS_OF_ESTIMATES: tuple[Estimates, ...] = ("none", "few", "numbers", "onesided", "adversarial")


@st.composite
def game_trees(
    draw: st.DrawFn,
    *,
    max_depth: int = 5,
    max_branching: int = 3,
    max_positions: int = 60,
    numbers: Numbers | Sequence[Numbers] = ("small", "outcome", "few", "equal", "wide", "floats"),
    utilities: Utilities | None = None,
    estimates: Estimates | Sequence[Estimates] = KINDS_OF_ESTIMATES,
    repeated_turns: bool = True,
    sharing: bool = True,
    cyclic: bool = False,
    colliding: bool = False,
) -> Tree:
    """Return a strategy for game trees (`Tree`). The trees have every shape within the given bounds.

    `numbers` is the kind of utilities (`outcome`, `equal`, `few`, `small`, `wide`, `fractions`, `floats`, `huge`), or
    several kinds to draw from. With `utilities="outcome"` the utilities are only -1, 0 and 1.

    `estimates` is the kind of values that `tree.evaluate` returns. With `none`, the values are always 0. With `few`,
    there are many ties. With `numbers`, the values are drawn from the same numbers as the utilities. With `onesided`,
    the values are not antisymmetric. With `adversarial`, `tree.evaluate` returns each position's minimax value with
    the opposite sign. With `infinite`, some values are infinite.

    With `sharing`, several paths may lead to one position. With `cyclic`, a path may reach a position twice, and
    `tree.cyclic` is true. With `colliding`, all states and actions of a tree have the same hash.
    """
    if max_depth < 1 or max_branching < 1:
        raise InvalidSettings(
            f"expected `max_depth` and `max_branching` to be at least 1, got {max_depth}, {max_branching}"
        )
    kinds = (numbers,) if isinstance(numbers, str) else tuple(numbers)
    if unknown := set(kinds) - set(NUMBERS):
        raise InvalidSettings(f"expected `numbers` to contain only {', '.join(NUMBERS)}, got {min(unknown)!r}")
    words = (estimates,) if isinstance(estimates, str) else tuple(estimates)
    outcome = utilities == "outcome" or (utilities is None and draw(st.booleans()))

    def choose(low: int, high: int) -> int:
        return draw(st.integers(low, high)) if low < high else low

    shape = Shape(
        height=choose(1, max_depth),
        branching=choose(1, max_branching),
        nodes=max_positions,
        numbers="outcome" if outcome else kinds[choose(0, len(kinds) - 1)],
        utilities="outcome" if outcome else "score",
        estimates=words[choose(0, len(words) - 1)],
        turns="any" if repeated_turns and choose(0, 1) else "alternate",
        sharing=sharing,
        lattice=sharing and not cyclic and choose(0, 3) == 3,
        cyclic=cyclic,
        salt=-1 if colliding else 0,
    )
    return grow(choose, shape)


@st.composite
def action_sequences(draw: st.DrawFn, game: AnyGame, *, max_plies: int = 200) -> tuple[Any, ...]:
    """Return a strategy for sequences of legal actions from the initial state. Hypothesis shrinks a failing example
    to a short sequence of actions that come first in `game.actions(state)`.
    """
    state = game.initial()
    path = []
    for _ in range(draw(st.integers(0, max_plies))):
        actions = game.actions(state)
        if not actions:
            break
        action = actions[draw(st.integers(0, len(actions) - 1))]
        path.append(action)
        state = game.result(state, action)
    return tuple(path)


def positions(game: AnyGame, *, max_plies: int = 200, finished: bool | None = None) -> st.SearchStrategy[Any]:
    """Return a strategy for states that can be reached in the game. With `finished=True`, the strategy draws only
    states in which the game is over. With `finished=False`, the strategy draws only states in which the game goes on.
    """

    def end(path: tuple[Any, ...]) -> Any:
        state = game.initial()
        for action in path:
            state = game.result(state, action)
        return state

    states = action_sequences(game, max_plies=max_plies).map(end)
    return states if finished is None else states.filter(lambda state: game.terminal(state) == finished)


def evaluators(
    *, values: Sequence[Value] = (-1, 0, 1), antisymmetric: bool | None = None
) -> st.SearchStrategy[Callable[[Any, Any, int], Value]]:
    """Return a strategy for evaluators with arbitrary values. A hash of the state's text chooses one of the few
    `values`, so ties are frequent.

    An evaluator gives the same values in every process. With `antisymmetric=True`, all evaluators are antisymmetric.
    With `antisymmetric=False`, no evaluator is antisymmetric. By default, some evaluators are antisymmetric and
    others are not. The evaluators have an attribute `antisymmetric`.
    """
    kinds = st.booleans() if antisymmetric is None else st.just(antisymmetric)
    return st.builds(HashEvaluator, st.integers(0, 2**16), st.just(tuple(values)), kinds)


class HashEvaluator:
    """An evaluator with few arbitrary values, which are the same in every process."""

    def __init__(self, seed: int, values: tuple[Value, ...], antisymmetric: bool) -> None:
        self.seed = seed
        self.values = values
        self.antisymmetric = antisymmetric

    def __call__(self, _game: Any, state: Any, player: int) -> Value:
        seen_by = 0 if self.antisymmetric else player
        value = self.values[zlib.crc32(f"{self.seed} {seen_by} {state!r}".encode()) % len(self.values)]
        return -value if self.antisymmetric and player == 1 else value

    def __repr__(self) -> str:
        return f"HashEvaluator({self.seed}, {self.values}, antisymmetric={self.antisymmetric})"


def limits(*, max_depth: int = 6, max_nodes: int = 500) -> st.SearchStrategy[Limits]:
    """Return a strategy for `Limits` with or without a depth limit, and with or without a node limit. There is no
    time limit, because no property should depend on time.
    """
    return st.builds(
        Limits,
        depth=st.none() | st.integers(0, max_depth),
        nodes=st.none() | st.integers(0, max_nodes),
    )
