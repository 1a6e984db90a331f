"""Games with states that are not terminal and have no action."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from advsearch.binding import Uncompiled
from advsearch.errors import AdvsearchError
from advsearch.kernel_game import KernelGame
from advsearch.kernels import ONGOING, KernelSet, Words
from advsearch.limits import Limits
from advsearch.protocol import Searcher
from advsearch.search import AlphaBeta, Deepening, Greedy, Minimax, Random
from advsearch.search.returned import refuse_dead_ends
from advsearch.values import WIN

SEARCHERS = [Minimax(4), AlphaBeta(4), AlphaBeta(4, table=99), Deepening(aspiration=1), Deepening(Minimax())]


class Track:
    """Advance by 1 or 2; the player that reaches `goal` wins, but `stuck` has no actions."""

    name: ClassVar[str] = "track"

    def __init__(self, utilities: str, start: int = 0, stuck: int = 4, goal: int = 9) -> None:
        self.utilities = utilities
        self.start = start
        self.stuck = stuck
        self.goal = goal

    def initial(self) -> tuple[int, int]:
        return (self.start, 0)

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> list[int]:
        return [1, 2] if state[0] < self.stuck else []

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (state[0] + action, 1 - state[1])

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] >= self.goal

    def utility(self, state: tuple[int, int], player: int) -> float:
        return 1 if state[1] != player else -1


def kernel_track(start: int) -> KernelGame:
    """The same track as kernels, as far as kernels can express it."""

    def actions(s: Words) -> int:
        return 0b110 if s[0] < 4 else 0

    def apply(s: Words, action: int) -> Words:
        return (s[0] + action,)

    def outcome(s: Words, _moves: Any) -> int:
        return -1 if s[0] >= 9 else ONGOING

    kernels = KernelSet(
        encode=lambda state: state.words, words=1, longest=9, actions=actions, apply=apply, outcome=outcome
    )
    return KernelGame(kernels, (start,), "track")


@pytest.mark.parametrize("start", [0, 1], ids=["for", "against"])
@pytest.mark.parametrize("utilities", ["outcome", "score"])
@pytest.mark.parametrize("searcher", SEARCHERS, ids=repr)
def test_a_value_that_comes_of_a_dead_end_is_refused(searcher: Searcher, utilities: str, start: int) -> None:
    """If a state without actions decides the value, for or against the root player, the error names the state and
    what to do.
    """
    game: Any = Track(utilities, start)
    refusal = r"track has no action in \([45], [01]\), but terminal\(state\) is False; run 'advsearch check'"
    with pytest.raises(AdvsearchError, match=refusal):
        searcher.search(game, game.initial(), limits=Limits(depth=6))


@pytest.mark.parametrize("searcher", [*SEARCHERS, Greedy(), Random()], ids=repr)
@pytest.mark.parametrize("limits", [Limits(depth=2), Limits(depth=0), Limits(nodes=0)], ids=repr)
def test_a_dead_end_at_the_root_is_refused(searcher: Searcher, limits: Limits) -> None:
    """No search returns an action for a state without actions, whatever the limits."""
    game: Any = Track("outcome", start=4)
    with pytest.raises(AdvsearchError, match=r"track has no action in \(4, 0\)"):
        searcher.search(game, game.initial(), limits=limits)


@pytest.mark.parametrize("searcher", [Minimax(4), AlphaBeta(4), Deepening()], ids=repr)
def test_the_compiled_tiers_searches_refuse_it_too(searcher: Searcher) -> None:
    """A compiled search that meets such a state raises the same error."""
    for start in (0, 1, 4):
        game = kernel_track(start)
        with pytest.raises(AdvsearchError, match=r"track has no action in KernelState\(words=\([45],\)"):
            Uncompiled(searcher).search(game, game.initial(), limits=Limits(depth=6))


def test_infinite_scores_are_no_dead_ends() -> None:
    """The values of a game with scores may be infinite."""

    class Endless(Track):
        def utility(self, state: tuple[int, int], player: int) -> float:
            return super().utility(state, player) * float("inf")

    game: Any = Endless("score", stuck=9)
    assert AlphaBeta().search(game, game.initial()).value == float("-inf")


def test_one_that_cannot_be_found_is_reported_without_its_place() -> None:
    """In an outcome game an impossible value shows that there is a state without actions, even if its place is
    unknown.
    """
    game: Any = Track("outcome", stuck=9)
    with pytest.raises(AdvsearchError, match="track has no action in a position of this search"):
        refuse_dead_ends(game, game.initial(), WIN + 1, ())
