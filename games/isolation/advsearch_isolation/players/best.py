"""The strongest player of Isolation. The player tries to prove the winner of each position, and otherwise searches.
In a lost position the player sets traps (see `advsearch_isolation.players.traps`).

On 7x7 with knights, a proof after the two placements takes less than a tenth of a second. The player therefore makes
no mistake in a won position.
"""

from __future__ import annotations

import contextlib
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final, TypeAlias, cast

import attrs

import advsearch
from advsearch import Algorithm, Deepening
from advsearch.errors import InvalidSettings
from advsearch.limits import NO_LIMITS, Budget, Limits, Request, StopSignal
from advsearch.protocol import Binding, Search
from advsearch.results import Result
from advsearch.values import Value, loss_in, win_in
from advsearch_isolation.evaluators import improved
from advsearch_isolation.players.book import book_of
from advsearch_isolation.players.traps import MOST_KEPT, UNKNOWN, Belief, Plan, Sight, Spent, searches_by_evaluator
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation

SEARCH: Final = Deepening(evaluator=improved)
"""The searcher that chooses an action if the position is not proven within the limits."""

_TABLE_MB: Final = 64
_GAMES: Final = 64
"""The largest number of positions in `Knowledge.met`, for all games together."""
_LOOKS: Final = 32
_FIRST_DEPTH: Final = 9
"""The depth of the first search by a model of an unknown opponent."""
_SLOWER: Final = 100
"""The time of a search on the reference tier, divided by the time on the compiled tier. On the reference tier, a
model of an opponent searches only `nodes // _SLOWER` nodes instead of `nodes`."""
_PROOFS_PER_S: Final = 10_000_000
"""The number of nodes per second that a proof enters on a busy machine. On an idle machine a proof enters five times
as many nodes per second."""


def _share(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise InvalidSettings(f"expected `{field.name}` to be a share above 0 and at most 1, got {value!r}")


_Met: TypeAlias = tuple[int, int, int, int]
"""The key of a position in which the opponent is to move: the open cells, the cell of our player's token, the
opponent's number, and the ply."""


@attrs.define(eq=False)
class Knowledge:
    """The data that the best player keeps between moves: proofs, the replies that models of opponents expect, and
    facts about opponents. Only one search at a time uses a `Knowledge`.
    """

    game: Isolation
    searches: Mapping[str, Search]
    """For each evaluator that opponents may use, an alpha-beta search."""
    compiled: bool
    solver: Any = None
    sights: dict[int, Sight] = attrs.field(factory=dict)
    lock: threading.Lock = attrs.field(factory=threading.Lock)
    proven: dict[State, bool] = attrs.field(factory=dict)
    met: OrderedDict[_Met, tuple[State, Belief, int]] = attrs.field(factory=OrderedDict)
    """An entry for each position in which the opponent is about to reply: the state, the probability of each model of
    the opponent, and the depth at which the models begin to search."""

    def prepare(self) -> None:
        """Build the machine code for proofs before any clock runs."""
        self.solver = advsearch.Solver(self.game, _TABLE_MB, tier="auto" if self.compiled else "reference")
        self.solver.prepare()

    def sight(self, nodes: int) -> Sight:
        """The cache of replies that models of the opponent choose if they search up to `nodes` nodes."""
        if nodes not in self.sights:
            self.sights[nodes] = Sight(self.game, nodes if self.compiled else max(1, nodes // _SLOWER), self.searches)
        return self.sights[nodes]

    def left(self, state: State, belief: Belief, near: int) -> None:
        self.met[state.open, state.waiting, state.turn, state.ply] = state, belief, near
        if len(self.met) > _GAMES:
            self.met.popitem(last=False)

    def before(self, state: State) -> tuple[State, Belief, int] | None:
        """The entry in `met` for the position before the opponent's last move; None if there is no entry."""
        before = self.met.get((state.open | 1 << state.waiting, state.mover, 1 - state.turn, state.ply - 1))
        reached = before is not None and self.game.reach(before[0], before[0].turn) >> state.waiting & 1
        return before if reached else None


@attrs.frozen
class Best(Algorithm):
    """A player that proves positions, searches them, and sets traps.

    With `proving=0.7`, proofs may use 70 % of each limit, such as the nodes or the time. If more than `within` cells
    are open, the player tries no proof, because the proof would take too long. In a lost position the player assumes
    that its opponent searches up to `sight` nodes per move. During a game, the player infers the opponent's evaluator
    from the opponent's replies. The player remembers the positions after its own moves, so earlier searches change
    later moves. This player is not minimax, so the laws of minimax searches do not apply to it.
    """

    proving: float = attrs.field(default=0.7, validator=_share)
    within: int = 49
    sight: int = 90_000

    def sight_within(self, limits: Limits) -> int:
        """The number of nodes of one search by a model of the opponent. Under a node limit, each search gets at most
        1/32 of the limit, because a plan needs a few dozen searches.
        """
        return self.sight if limits.nodes is None else max(1, min(self.sight, limits.nodes // _LOOKS))

    def bind(self, at: Binding, /) -> BestSearch:
        searches = searches_by_evaluator(at.bind)
        known = Knowledge(cast(Isolation, at.game), searches, compiled=at.tier == "compiled" and at.machine)
        at.later(known.prepare)
        at.keeps(known.met.clear)
        return BestSearch(self, at.bind(SEARCH), known)


@attrs.frozen(eq=False)
class BestSearch:
    """The player `Best`, bound to a game."""

    player: Best
    inner: Search
    known: Knowledge

    def __call__(self, state: State, request: Request, /) -> Result:
        game = self.known.game
        limits = Limits(time_s=1.0) if request.limits == NO_LIMITS else request.limits
        request = attrs.evolve(request, limits=limits)
        provable = limits.depth is None and game.empty(state) <= self.player.within and not request.every_action
        if not provable or len(game.actions(state)) < 2:
            return self.inner(state, request)
        sight = self.known.sight(self.player.sight_within(limits))
        move = _Move(self.player, self.known, sight, state, limits, request.budget(), request.stop)
        found = move.proven()
        if found is not None:
            return found
        left = attrs.evolve(
            limits,
            nodes=None if limits.nodes is None else max(1, limits.nodes - move.nodes),
            time_s=None if limits.time_s is None else max(0.001, limits.time_s - move.budget.seconds()),
        )
        searched = self.inner(state, attrs.evolve(request, limits=left))
        return attrs.evolve(searched, nodes=searched.nodes + move.nodes, seconds=move.budget.seconds())


@attrs.define(eq=False)
class _Move:
    """Tries to prove who wins a position, and chooses one move."""

    player: Best
    known: Knowledge
    sight: Sight
    state: State
    limits: Limits
    budget: Budget
    stop: StopSignal | None
    nodes: int = 0

    def proven(self) -> Result | None:
        """The result of the move if the winner is proven; otherwise None."""
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
        plies = self.state.open.bit_count()  # the latest end
        value: Value = win_in(plies) if won else loss_in(plies)
        nodes = max(1, self.nodes)
        return Result(action, value, depth=1, nodes=nodes, pv=(action,), proven=True, seconds=self.budget.seconds())

    def _trap(self) -> int:
        known, game = self.known, self.known.game
        plan = Plan(game, self.sight, self._won, self.budget, self.nodes)
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
        """Whether a proof within the budget shows that the side to move wins."""
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
