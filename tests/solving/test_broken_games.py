"""Games that break a law raise an error instead of being proven."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from advsearch import Solver, load_game
from advsearch.compiled.engine import kernels_of
from advsearch.errors import AdvsearchError

LAWS = "; run 'advsearch check' on the game"


@attrs.frozen
class Count:
    """Players add 1 or 2; the player who reaches five wins. `stuck` has no action, at `odd` player 2 moves."""

    stuck: int = -1
    odd: int = -1
    name = "count"
    utilities = "outcome"

    def initial(self) -> tuple[int, int]:
        return (0, 0)

    def player(self, state: tuple[int, int]) -> int:
        return 2 if state[0] == self.odd else state[1]

    def actions(self, state: tuple[int, int]) -> tuple[int, ...]:
        return () if self.terminal(state) or state[0] == self.stuck else (1, 2)

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] + action, 1 - state[1])

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] >= 5

    def utility(self, state: tuple[int, int], player: int) -> int:
        return -1 if player == state[1] else 1


@pytest.mark.parametrize("distance", [False, True])
@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Count(stuck=0), "count has no action in (0, 0), but terminal(state) is False"),
        (Count(stuck=1), "count has no action in (1, 1), but terminal(state) is False"),
        (Count(odd=0), "expected count.player to be 0 or 1, got 2 in (0, 0)"),
        (Count(odd=2), "expected count.player to be 0 or 1, got 2 in (2, 0)"),
    ],
    ids=["no action at the root", "no action below it", "no such player at the root", "no such player below it"],
)
def test_a_game_that_breaks_a_law_is_not_proven(game: Any, message: str, distance: bool) -> None:
    """A non-terminal state without actions, or with a player other than 0 and 1, raises a one-line error."""
    with pytest.raises(AdvsearchError) as refused:
        Solver(game, 1).solve(game.initial(), distance=distance)
    assert str(refused.value) == message + LAWS


def test_the_same_game_unbroken_is_proven() -> None:
    """Without such a state, the same game is proven: the first player wins."""
    assert Solver(Count(), 1).solve((0, 0)).value == 1


@pytest.mark.needs_numba
def test_a_game_with_kernels_without_actions_at_the_root() -> None:
    """The compiled tier raises for a root at which the game itself lists no actions."""
    plain = load_game("isolation", width=4, height=4)
    whole: Any = type(plain)
    rules = kernels_of(plain)

    class Stuck(whole):  # type: ignore[misc]
        def kernels(self) -> Any:
            return rules

        def actions(self, _state: Any) -> tuple[Any, ...]:
            return ()

    game = Stuck(width=4, height=4)
    with pytest.raises(AdvsearchError, match=r"has no action in .*, but terminal\(state\) is False"):
        Solver(game, 1, tier="compiled").solve(game.initial())
