"""What a user writes: a game, an evaluator, a searcher, a plugin and a script. Type checkers read it, see
`test_types.py`; every `assert_type` is a type that a user relies on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_type

import attrs

from advsearch import (
    AlphaBeta,
    BoundSearch,
    Comparison,
    Deepening,
    Game,
    GameRecord,
    Limits,
    Line,
    Ordering,
    Request,
    Result,
    Searcher,
    bind,
    compare,
    evaluator,
    hookimpl,
    run_study,
)
from advsearch.hookspecs import RegisterEvaluator, RegisterFormat, RegisterGame, RegisterOrdering, RegisterSearcher
from advsearch.protocol import Binding, Search, Tier, Value
from advsearch.search import FixedDepth, Order, Probe, Session, Tree, TreeSearch, result_of
from advsearch_studies.report import StudyReport
from advsearch_studies.run import HeadlineReport


@attrs.frozen
class Heap:
    """The number of stones left, and the player to move."""

    stones: int
    player: int


@attrs.frozen
class Stones:
    """Take one to three stones of a heap; the last one wins."""

    stones: int = 12

    def initial(self) -> Heap:
        return Heap(self.stones, 0)

    def player(self, state: Heap) -> int:
        return state.player

    def actions(self, state: Heap) -> Sequence[int]:
        return range(1, min(3, state.stones) + 1)

    def result(self, state: Heap, action: int) -> Heap:
        return Heap(state.stones - action, 1 - state.player)

    def terminal(self, state: Heap) -> bool:
        return state.stones == 0

    def utility(self, state: Heap, player: int) -> Value:
        return -1 if state.player == player else 1


def fours_terms(game: Stones, state: Heap, player: int) -> dict[str, int]:
    return {"fours": 1 if (state.stones % 4 == 0) == (state.player != player) else -1}


@evaluator(antisymmetric=True, terms=fours_terms)
def fours(game: Stones, state: Heap, player: int) -> int:
    """For the side that waits, multiples of four are good."""
    return 1 if (state.stones % 4 == 0) == (state.player != player) else -1


class Plain(Tree):
    """Minimax, as a plugin writes it."""


@attrs.frozen
class PlainSearch(FixedDepth):
    """A searcher that is bound as built-in ones are."""

    text = Plain
    driver = Session


class Most(Order):
    """Many stones first."""

    def __init__(self, game: Stones) -> None:
        self.game = game

    def weight(self, state: Heap, mover: int, ply: int, action: int) -> int:
        return action


most = Ordering("most", Most, game="stones")


def as_lines(games: Iterable[GameRecord]) -> Iterator[str]:
    for game in games:
        yield f"{game.first} {game.result} {game.second}\n"


@hookimpl
def advsearch_games(register: RegisterGame) -> None:
    register("stones", Stones, summary="take one to three")


@hookimpl
def advsearch_evaluators(register: RegisterEvaluator) -> None:
    register("stones", "fours", fours)


@hookimpl
def advsearch_searchers(register: RegisterSearcher) -> None:
    register("plain", PlainSearch)


@hookimpl
def advsearch_formats(register: RegisterFormat) -> None:
    register("lines", as_lines)


@hookimpl
def advsearch_orderings(register: RegisterOrdering) -> None:
    register(most, summary="many stones first")


def wrapped(searcher: Searcher) -> Searcher:
    """A built-in searcher is a `Searcher`, and so is a user's own."""
    return searcher


def within(at: Binding) -> Search:
    inner = at.bind(AlphaBeta(depth=2, order=most, evaluator=at.evaluator(None)))
    assert isinstance(inner, TreeSearch)

    def search(state: Heap, request: Request) -> Result[int]:
        session = inner.start(state, request.budget())
        probe = session.probe(2, -1, 1)
        assert_type(probe, Probe)
        if not probe.finished:
            return Result(inner.game.actions(state)[0], 0, depth=0, nodes=session.nodes)
        return result_of(probe, session.nodes, 0.0)

    return search


def script() -> None:
    """A program that uses the game, the evaluator and the searcher."""
    game: Game[Heap, int] = Stones()
    search = bind(Deepening(evaluator=fours), game)
    assert_type(search, BoundSearch[Heap, int])
    result = search(game.initial(), time_s=0.01)
    assert_type(result, Result[int])
    assert_type(result.action, int)
    assert_type(result.value, Value)
    assert_type(result.pv, tuple[int, ...])
    assert_type(result.tier, Tier)
    for line in search.lines(game.initial(), depth=3):
        assert_type(line, Line[int])
    direct = AlphaBeta(depth=3).search(Stones(), Heap(9, 0), limits=Limits(nodes=50))
    assert_type(direct, Result[int])
    by_text = bind("alphabeta(depth=3)", "stones")
    by_text(Heap(3, 0), depth=2)
    found = compare(Stones(), Deepening(evaluator=fours), wrapped(PlainSearch(depth=2)), nodes=100, pairs=2)
    assert_type(found, Comparison)
    assert_type(found.elo, float)
    assert_type(found.verdict, str)
    assert_type(found.wins, int)
    assert_type(compare("stones", fours, "null", depth=1, pairs=2).winner, str | None)
    assert_type(run_study("000", quick=True), StudyReport)
    assert_type(run_study("000", headline=True), HeadlineReport)
