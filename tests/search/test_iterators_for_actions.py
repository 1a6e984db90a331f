"""Games whose `actions` can be iterated over only once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from advsearch.analysis.perft import divide, perft
from advsearch.binding import Tiered
from advsearch.limits import Limits
from advsearch.match import Referee, SearcherAgent
from advsearch.search import AlphaBeta, AtMostActions, Deepening, Greedy, Hybrid, Minimax, Random
from advsearch.search.returned import BrokenGame
from advsearch.solving import Solver

GUIDED = [AlphaBeta(9, table=99), AlphaBeta(9, order="killers"), AlphaBeta(9, order="history"), Deepening()]
SEARCHERS = [Minimax(9), AlphaBeta(9), *GUIDED, Deepening(Minimax()), Greedy(), Random(), Hybrid((Greedy(),))]
MESSAGE = r"expected (\w+)\.actions to return a sequence such as a list, got a (\w+); return list\(\.\.\.\) of it"


def once(toys: SimpleNamespace, kind: Any, until: int = 9) -> Any:
    """Tic-tac-toe whose actions are no list if at most `until` cells are empty."""

    class Once(toys.TicTacToe):  # type: ignore[misc,name-defined]
        name = "once"

        def actions(self, state: str) -> Any:
            actions = super().actions(state)
            return kind(actions) if len(actions) <= until else actions

    return Once()


KINDS = [iter, lambda each: (action for action in each), lambda each: filter(lambda _: True, each), set, reversed]


@pytest.mark.parametrize("kind", KINDS, ids=["iter", "generator", "filter", "set", "reversed"])
def test_actions_that_are_no_sequence_are_refused_everywhere(toys: SimpleNamespace, kind: Any) -> None:
    """Every searcher, the solver, perft and the referee refuse an iterator of actions with one line that gives the
    remedy.
    """
    game = once(toys, kind)
    start = game.initial()
    switching = Hybrid((Greedy(), Greedy()), (AtMostActions(4),))
    for searcher in (*SEARCHERS, switching):
        for options in ({}, {"every_action": True}):
            with pytest.raises(BrokenGame, match=MESSAGE):
                searcher.search(game, start, **options)
    agents = (SearcherAgent(Random(), "a"), SearcherAgent(Random(), "b"))
    for use in (
        lambda: Solver(game).solve(start),
        lambda: perft(game, 2),
        lambda: divide(game, 2),
        lambda: Referee(game, agents).play(),
    ):
        with pytest.raises(BrokenGame, match=MESSAGE):
            use()


@pytest.mark.parametrize("until", range(9))
@pytest.mark.parametrize("searcher", SEARCHERS, ids=repr)
def test_an_iterator_deeper_in_the_tree_never_changes_an_answer(
    toys: SimpleNamespace, searcher: Any, until: int
) -> None:
    """If only later states give iterators, a search returns the same result as for lists, or raises."""
    start, limits = ("X..O.....", None) if until < 7 else ("." * 9, Limits(depth=5))  # the whole tree takes seconds
    expected = Tiered(searcher, "reference").search(toys.TicTacToe(), start, limits=limits)
    game = once(toys, iter, until)
    try:
        found = Tiered(searcher, "reference").search(game, start, limits=limits)
    except BrokenGame:
        return
    assert attrs.evolve(found, seconds=0.0) == attrs.evolve(expected, seconds=0.0)


@pytest.mark.parametrize("until", range(1, 7))
def test_a_proof_meets_no_iterator_unnoticed(toys: SimpleNamespace, until: int) -> None:
    """In plain Python, the solver checks the actions of every state that it enters. Machine code makes lists of what
    iterators yield, and proves the value of the game with lists."""
    with pytest.raises(BrokenGame, match=MESSAGE):
        Solver(once(toys, iter, until), tier="reference").solve("X..O.....")
    try:
        proof = Solver(once(toys, iter, until)).solve("X..O.....")
    except BrokenGame:
        return
    assert proof.value == Solver(toys.TicTacToe(), tier="reference").solve("X..O.....").value


@pytest.mark.parametrize(
    "searcher", [Minimax(4), AlphaBeta(4), AlphaBeta(4, table=9), Deepening(max_depth=4)], ids=repr
)
def test_an_iterator_that_is_empty_is_a_dead_end(toys: SimpleNamespace, searcher: Any) -> None:
    """A state whose actions are an empty iterator is found, although such an iterator is true."""

    class Stuck(toys.TicTacToe):  # type: ignore[misc,name-defined]
        def actions(self, state: str) -> Any:
            return super().actions(state) if state.count(".") > 5 else iter(())

    for utilities in ("outcome", "score"):
        game = Stuck(utilities)
        with pytest.raises(BrokenGame, match="Stuck has no action in|Stuck.actions to return a sequence"):
            searcher.search(game, "X..O.....")
