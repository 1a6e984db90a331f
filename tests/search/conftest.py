"""Explicit games drawn by Hypothesis, an oracle that shares no code with the searchers, and toy games from
textbooks.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from hypothesis import strategies as st

from advsearch.binding.within import searching_on

LETTERS = "abcdefgh"


@pytest.fixture(autouse=True)
def _reference_tier() -> Iterator[None]:
    """Searches run on the reference tier unless a test names another one.

    Most games here are drawn at random, and deriving and building one takes seconds. tests/compiled and
    tests/lowering have the other tier.
    """
    with searching_on("reference"):
        yield


@attrs.frozen
class Written:
    """A game as a table: node -> (mover, children, utility to player 0, the evaluation for each player).

    States are strings, so that equal states are different objects and have other hashes in every process.
    """

    nodes: tuple[tuple[int, tuple[int, ...], float, tuple[float, float]], ...]
    utilities: str = "score"

    def initial(self) -> str:
        return "n0"

    def player(self, state: str) -> int:
        return self.nodes[int(state[1:])][0]

    def actions(self, state: str) -> tuple[str, ...]:
        return tuple(LETTERS[: len(self.nodes[int(state[1:])][1])])

    def result(self, state: str, action: str) -> str:
        return f"n{self.nodes[int(state[1:])][1][LETTERS.index(action)]}"

    def terminal(self, state: str) -> bool:
        return not self.nodes[int(state[1:])][1]

    def utility(self, state: str, player: int) -> float:
        utility = self.nodes[int(state[1:])][2]
        return utility if player == 0 else -utility


def seen(game: Written, state: str, player: int) -> float:
    """An evaluator in which the two players' values are unrelated."""
    return game.nodes[int(state[1:])][3][player]


@st.composite
def games(draw: st.DrawFn, utilities: str | None = None, nodes: int = 16) -> Written:
    """Games whose children come later in the list, so lines have different lengths and positions are reached after
    different numbers of plies.
    """
    kind = utilities or draw(st.sampled_from(["outcome", "score"]))
    number = draw(st.sampled_from([st.integers(-2, 2), st.sampled_from([-0.5, 0.0, 0.1, 0.30000000000000004, 2, 1])]))
    worth = st.integers(-1, 1) if kind == "outcome" else number
    look = st.one_of(number, st.sampled_from([1e12, -1e12])) if kind == "outcome" else number
    count = draw(st.integers(2, nodes))
    near = draw(st.sampled_from([3, count]))  # how far down the list an action leads: deep or bushy
    written = []
    for index in range(count):
        later = st.integers(index + 1, min(count - 1, index + near))
        least = 1 if index == 0 else 0
        children = draw(st.lists(later, min_size=least, max_size=4)) if index < count - 1 else []
        written.append((draw(st.integers(0, 1)), tuple(children), draw(worth), (draw(look), draw(look))))
    return Written(tuple(written), kind)


def truth(game: Any, state: Any, depth: int, evaluator: Any, root: int | None = None, ply: int = 0) -> float:
    """The value of plain minimax for the player to move at the root."""
    root = game.player(state) if root is None else root
    outcome = getattr(game, "utilities", "score") == "outcome"
    if game.terminal(state):
        utility = game.utility(state, root)
        return utility * (10**9 - ply) if outcome else utility
    if depth == 0:
        estimate = evaluator(game, state, root)
        limit = 10**9 - 10**6 - 1
        return max(-limit, min(limit, estimate)) if outcome else estimate
    below = [
        truth(game, game.result(state, action), depth - 1, evaluator, root, ply + 1) for action in game.actions(state)
    ]
    return max(below) if game.player(state) == root else min(below)


def action_values(game: Any, state: Any, depth: int, evaluator: Any) -> dict[Any, float]:
    """The oracle's value of each root action for the player to move."""
    root = game.player(state)
    return {
        action: truth(game, game.result(state, action), depth - 1, evaluator, root, 1)
        for action in game.actions(state)
    }


def height(game: Any, state: Any) -> int:
    """The number of plies of the longest line."""
    return max((1 + height(game, game.result(state, action)) for action in game.actions(state)), default=0)


ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@attrs.frozen
class TicTacToe:
    """Tic-tac-toe on a board that is a string, with cells row by row."""

    utilities: str = "outcome"

    def initial(self) -> str:
        return "." * 9

    def player(self, state: str) -> int:
        return (9 - state.count(".")) % 2

    def actions(self, state: str) -> list[int]:
        return [] if self.terminal(state) else [cell for cell in range(9) if state[cell] == "."]

    def result(self, state: str, action: int) -> str:
        return state[:action] + "XO"[self.player(state)] + state[action + 1 :]

    def terminal(self, state: str) -> bool:
        return "." not in state or any(state[a] == state[b] == state[c] != "." for a, b, c in ROWS)

    def utility(self, state: str, player: int) -> int:
        for a, b, c in ROWS:
            if state[a] == state[b] == state[c] != ".":
                return 1 if "XO"[player] == state[a] else -1
        return 0

    def ply(self, state: str) -> int:
        return 9 - state.count(".")

    def empty(self, state: str) -> int:
        return state.count(".")


@attrs.frozen
class Chain:
    """A game with one action in each state, for a given number of plies; player 0 wins."""

    plies: int
    utilities: str = "outcome"

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return state % 2

    def actions(self, state: int) -> tuple[str, ...]:
        return () if state == self.plies else ("on",)

    def result(self, state: int, action: str) -> int:
        return state + 1

    def terminal(self, state: int) -> bool:
        return state == self.plies

    def utility(self, state: int, player: int) -> int:
        return 1 if player == 0 else -1


@attrs.frozen
class Outsider:
    """A third-party searcher: plain minimax to `limits.depth`, which drivers cannot steer; `short` makes it
    give up.
    """

    evaluator: Any
    short: int = 99

    def search(self, game: Any, state: Any, *, limits: Any = None, every_action: bool = False, **_: Any) -> Any:
        from advsearch.results import Result

        values = action_values(game, state, max(1, limits.depth), self.evaluator)
        best = max(values, key=lambda action: values[action])
        if limits.depth > self.short or limits.depth == 0 or (limits.nodes is not None and limits.nodes < 10):
            return Result(best, values[best], depth=0, nodes=0)
        scores = tuple(values.items()) if every_action else None
        exact = height(game, state) <= limits.depth
        return Result(best, values[best], limits.depth, nodes=10, pv=(best,), exact=exact, scores=scores)


@pytest.fixture(scope="session")
def toys() -> SimpleNamespace:
    return SimpleNamespace(
        Chain=Chain,
        Outsider=Outsider,
        TicTacToe=TicTacToe,
        Written=Written,
        action_values=action_values,
        games=games,
        height=height,
        seen=seen,
        truth=truth,
    )
