"""The strongest player: it proves what it can, searches what it cannot, and sets traps where it has lost.

On 7x7 with knights a position after the placements is proven in less than a tenth of a second, so that from a won one
it does not err. In a lost one every action loses, and which it takes matters only against an opponent that errs: see
`advsearch_isolation.traps`.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import attrs

import advsearch
from advsearch.errors import InvalidSettings
from advsearch.limits import Budget, Limits, StopSignal
from advsearch.protocol import Searcher, name_of
from advsearch.results import Line, Result
from advsearch.values import Value, loss_in, win_in
from advsearch_isolation.book import book_of
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation
from advsearch_isolation.traps import EVALUATORS, MOST_KEPT, UNKNOWN, Belief, Plan, Sight, Spent

SEARCH: Final = "deepening(evaluator=improved)"
"""What plays where nothing can be proven in time."""

_TABLE_MB: Final = 64
_GAMES: Final = 64
"""Games under way that are remembered."""
_LOOKS: Final = 32
_FIRST_DEPTH: Final = 9
"""Where looking for the depth of an unknown opponent begins."""
_SLOWER: Final = 100
"""How many times slower the reference tier is; there the models search less, so that a look takes no longer than a
move."""
_PROOFS_PER_S: Final = 10_000_000
"""Nodes of a proof per second, with room for a busy machine: an idle one has five times as many."""


def _share(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise InvalidSettings(f"expected {field.name} to be a share above 0 and at most 1, got {value!r}")


_Met: TypeAlias = tuple[int, int, int, int]
"""What a position shares with those one ply after it: open cells, both tokens' cells, player to move, ply."""


@attrs.define(eq=False)
class _Knowledge:
    """What is known of a game in this process: proofs, views, and the opponents met. One move at a time uses it."""

    game: Isolation
    solver: Any
    sight: Sight
    lock: threading.Lock = attrs.field(factory=threading.Lock)
    proven: dict[State, bool] = attrs.field(factory=dict)
    met: OrderedDict[_Met, tuple[State, Belief, int]] = attrs.field(factory=OrderedDict)
    """Positions in which we left an opponent, with what we believed of it and how deep it saw."""

    def left(self, state: State, belief: Belief, near: int) -> None:
        self.met[state.open, state.waiting, state.turn, state.ply] = state, belief, near
        if len(self.met) > _GAMES:
            self.met.popitem(last=False)

    def before(self, state: State) -> tuple[State, Belief, int] | None:
        """The position in which we left the opponent that has led to this one, if we remember it."""
        before = self.met.get((state.open | 1 << state.waiting, state.mover, 1 - state.turn, state.ply - 1))
        reached = before is not None and self.game.reach(before[0], before[0].turn) >> state.waiting & 1
        return before if reached else None


@functools.lru_cache(maxsize=4)
def knowledge(game: Isolation, sight: int) -> _Knowledge:
    solver = advsearch.Solver(game, table_mb=_TABLE_MB)
    return _Knowledge(game, solver, Sight(game, sight if solver.kernels is not None else max(1, sight // _SLOWER)))


@functools.cache
def _searcher(spec: str) -> Searcher:
    return advsearch.load_searcher(spec)


@attrs.frozen
class Best:
    """Proof, search, and traps.

    Not more than `proving` of the limits goes into proving the position, and none with more than `within` cells open,
    where no proof would end. In a lost position the opponent is assumed to search up to `sight` nodes. From the
    replies within a game it learns which evaluator the opponent searches by; it recognises a game by the positions it
    left. So its play depends on what this process has seen. It is not a minimax search, and the law of searchers does
    not apply.
    """

    proving: float = attrs.field(default=0.7, validator=_share)
    within: int = 49
    sight: int = 90_000

    def _sight(self, limits: Limits) -> int:
        """Of few nodes a look takes a small share, so that a plan can be made of a few dozen."""
        return self.sight if limits.nodes is None else max(1, min(self.sight, limits.nodes // _LOOKS))

    def prepare(self, game: Any) -> None:
        """Build what proofs and searches need, before any clock runs."""
        if isinstance(game, Isolation):
            knowledge(game, self.sight).solver.prepare()
            specs = (f"alphabeta(evaluator={name})" for name in EVALUATORS)
            for spec in (SEARCH, *specs):
                _searcher(spec).search(game, game.initial(), limits=Limits(depth=1))

    def search(
        self,
        game: Any,
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        if not isinstance(game, Isolation):
            raise InvalidSettings(f"expected isolation-best to play isolation, got {name_of(game)}")
        limits = limits or Limits(time_s=1.0)
        actions = game.actions(state)
        provable = limits.depth is None and game.empty(state) <= self.within and not every_action
        if not provable or len(actions) < 2:
            return _searcher(SEARCH).search(
                game, state, limits=limits, stop=stop, report=report, every_action=every_action
            )
        move = _Move(self, knowledge(game, self._sight(limits)), state, limits, Budget(limits, stop), stop)
        found = move.proven()
        if found is not None:
            return found
        left = attrs.evolve(
            limits,
            nodes=None if limits.nodes is None else max(1, limits.nodes - move.nodes),
            time_s=None if limits.time_s is None else max(0.001, limits.time_s - move.budget.seconds()),
        )
        searched = _searcher(SEARCH).search(game, state, limits=left, stop=stop, report=report)
        return attrs.evolve(searched, nodes=searched.nodes + move.nodes, seconds=move.budget.seconds())


@attrs.define(eq=False)
class _Move:
    """One move in a position that may be proven."""

    player: Best
    known: _Knowledge
    state: State
    limits: Limits
    budget: Budget
    stop: StopSignal | None
    nodes: int = 0

    def proven(self) -> Result | None:
        """The result, if it is known which player wins."""
        with self.known.lock:
            book = book_of(self.known.game)
            opening = None if book is None else book.action(self.state)
            if opening is not None and opening[0]:
                return self._result(opening[1], won=True)
            proof = self.known.solver.solve(
                self.state, limits=_part(self.limits, self.player.proving), stop=self.stop
            )
            self.nodes += proof.nodes
            if not proof.exact:
                return None
            if proof.value > 0:
                return self._result(proof.action, won=True)
            return self._result(self._trap(), won=False)

    def _result(self, action: int, *, won: bool) -> Result:
        plies = self.state.open.bit_count()  # at the latest
        value: Value = win_in(plies) if won else loss_in(plies)
        nodes = max(1, self.nodes)
        return Result(action, value, depth=1, nodes=nodes, pv=(action,), proven=True, seconds=self.budget.seconds())

    def _trap(self) -> int:
        known, game = self.known, self.known.game
        plan = Plan(game, known.sight, self._won, self.budget, self.nodes)
        belief, near = UNKNOWN, _FIRST_DEPTH
        before = known.before(self.state)
        if before is not None:
            state, belief, near = before
            with contextlib.suppress(Spent):
                belief = plan.revised(belief, state, self.state.waiting, near)
        choice = plan.choice(self.state, belief, near)
        known.left(game.result(self.state, choice.action), belief, choice.near)
        self.nodes = plan.nodes
        return choice.action

    def _won(self, state: State) -> bool:
        """Whether the side to move has won; no longer than the budget lasts."""
        proven = self.known.proven
        if state not in proven:
            if self.budget.spent(self.nodes):
                raise Spent
            if len(proven) >= MOST_KEPT:
                proven.clear()
            proof = self.known.solver.solve(state, limits=Limits(nodes=self._affordable()), stop=self.stop)
            self.nodes += proof.nodes
            if not proof.exact:  # too long for the time left
                return False
            proven[state] = proof.value is not None and proof.value > 0
        return proven[state]

    def _affordable(self) -> int:
        limits, nodes = self.limits, 1 << 40
        if limits.nodes is not None:
            nodes = max(1, limits.nodes - self.nodes)
        if limits.time_s is not None:
            nodes = min(nodes, max(1, int(self.budget.seconds_left() * _PROOFS_PER_S)))
        return nodes


def _part(limits: Limits, share: float) -> Limits:
    return Limits(
        nodes=None if limits.nodes is None else int(limits.nodes * share),
        time_s=None if limits.time_s is None else limits.time_s * share,
    )
