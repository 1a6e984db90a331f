"""A searcher from outside is its text: both tiers run it as it is, without a second form."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar

import attrs
import pytest

from advsearch import AlphaBeta, CompiledTierUnavailable, Deepening, Ordering, bind, load_game
from advsearch.limits import Limits, Request
from advsearch.search import PVS, FixedDepth, Order, Session, Tree
from advsearch.search.kit.fields import NOTHING, Action, State, Value
from advsearch.search.kit.orders import Weights
from advsearch.search.probe import Probe, Window

sys.path.insert(0, str(Path(__file__).parents[1] / "gallery"))
sys.path.insert(0, str(Path(__file__).parents[1] / "outside" / "scout"))
from hexapawn import Hexapawn
from nim import Nim
from scout.search import NegaScout


class BeamTree(Tree):
    """Searches the first actions only. `width` is a constant of the text."""

    def __init__(self, game: Any, evaluate: Any, allowed: Any, *, width: int) -> None:
        super().__init__(game, evaluate, allowed)
        self.width = width

    def visit(self, state: State, mover: int, depth: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, bool]:
        if depth < self.deepest:
            self.deepest = depth
        best = self.scale.bottom
        self.line.end(ply)
        for tried, action in enumerate(self.game.actions(state)):
            if tried == self.width:
                break
            self.budget.enter()
            value, _ = self.below(self.game.result(state, action), mover, depth - 1, ply + 1, alpha, beta)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.line.extend(ply, action)
                    if value >= beta:
                        break
        return best, False


@attrs.frozen
class Beam(FixedDepth):
    """Its settings."""

    width: int = 2

    text: ClassVar[type[Tree]] = BeamTree


class Recent(Order):
    """An ordering that learns: the last action that cut, and how often each did."""

    last: Action
    cuts: int

    def __init__(self, game: Any) -> None:
        self.last = NOTHING
        self.cuts = 0
        self.known = Weights()

    def first(self, state: Any, mover: int, ply: int, known: Any | None) -> list[Any]:
        return [] if self.last is NOTHING else [self.last]

    def weight(self, state: Any, mover: int, ply: int, action: Any) -> float:
        return self.known.get(action) / 2

    def cut(self, action: Any, mover: int, ply: int, depth: int) -> None:
        self.last = action
        self.cuts += 1
        self.known.add(action, depth + self.cuts % 3)


class Later(Order):
    """An ordering by a constant of the game."""

    def __init__(self, game: Any) -> None:
        self.place = {action: place for place, action in enumerate(game.actions(game.initial()))}

    def weight(self, state: Any, mover: int, ply: int, action: Any) -> int:
        return self.place.get(action, 99)


RECENT, LATER = Ordering("recent", Recent), Ordering("later", Later)


class Twice(Session):
    """Searches the root once more in a narrow window around the value."""

    def search_root(self, depth: int | None, window: Window, first: Any, every_action: bool) -> Probe:
        found = super().search_root(depth, window, first, every_action)
        if every_action or not found.pv:
            return found
        return super().search_root(depth, (found.value - 1, found.value + 1), (found.action,), False)


@attrs.frozen
class BeamTwice(Beam):
    """The same text with another driver."""

    driver: ClassVar[type[Session]] = Twice


SEARCHERS = [
    NegaScout(),
    NegaScout(ties="random", seed=3),
    Beam(width=3),
    BeamTwice(width=2),
    PVS(scout=False),
    Deepening(NegaScout()),
    PVS(table=300, order=("killers", RECENT)),
    PVS(table=0, order=(LATER,)),
    AlphaBeta(table=500, order=("table", "history", LATER, RECENT)),
]


@pytest.mark.needs_numba
@pytest.mark.parametrize("searcher", SEARCHERS, ids=lambda each: repr(each)[:60])
def test_a_text_runs_on_both_tiers_alike(searcher: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every field of the results is equal, nodes included, with several lines and with limits."""
    monkeypatch.setenv("ADVSEARCH_MACHINE", "1")
    for game in (load_game("isolation(width=4, height=4)"), Hexapawn()):
        one, other = (bind(searcher, game, tier=tier) for tier in ("reference", "compiled"))
        state: Any = game.initial()
        for nodes in (None, 60, 7):
            request = Request(Limits(depth=4, nodes=nodes), lines=1 if nodes else 2)
            found = [attrs.evolve(search(state, request), seconds=0, tier="auto") for search in (one, other)]
            assert found[0] == found[1]
            assert other(state, request).tier == "compiled"


def test_a_searcher_that_opens_its_own_sessions_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code cannot replace a session that it does not know; the message names the remedy."""

    class Opens(Beam):
        def open(self, game: Any, state: Any, budget: Any) -> Any:
            return super().open(game, state, budget)

    monkeypatch.setenv("ADVSEARCH_MACHINE", "1")
    with pytest.raises(CompiledTierUnavailable, match="set `driver` in place of `open`"):
        bind(Opens(depth=2), Nim(), tier="compiled")
