"""Chooses an action in a lost position so that the opponent probably makes a mistake (sets a trap).

In a lost position every action loses, and the choice matters only against an opponent that makes mistakes. The
opponent is assumed to be a search of limited depth with one of the game's own evaluators. The opponent plays any of
the replies to which its search gives the highest value.

On 7x7, a search on the reference tier reaches ten to fourteen plies in 150 ms, and gives most replies the same value.
From about the sixteenth ply on, the opponent's search reaches the end of the game, and no trap works. The player
proves the winner of a position by a deeper search than the opponent's.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import attrs

import advsearch
from advsearch import AlphaBeta
from advsearch.limits import Budget, Limits, Request
from advsearch.protocol import Evaluator, Search, Searcher
from advsearch.values import distance, is_win
from advsearch_isolation.evaluators import center, improved, open_moves
from advsearch_isolation.position import State
from advsearch_isolation.rules import Isolation

EVALUATORS: Final[dict[str, Evaluator]] = {"improved": improved, "open": open_moves, "center": center}
"""The evaluators that an opponent may use."""
SHORT_SIGHT: Final = 3
"""The number of plies that opponents with a fixed depth often look ahead."""


@attrs.frozen
class Model:
    """A model of an opponent: a search with `evaluator`. The opponent is assumed to play any of the replies to which
    the model's search gives the highest value."""

    evaluator: str
    depth: int | None
    """A fixed depth, or None for an opponent that searches as deep as its nodes allow."""


MODELS: Final = tuple(Model(evaluator, depth) for depth in (None, SHORT_SIGHT) for evaluator in EVALUATORS)
_CARELESS: Final = len(MODELS)

Belief: TypeAlias = tuple[float, ...]
"""The probabilities of the opponent's models (`MODELS`). The last probability is that of an opponent that plays
random replies."""

UNKNOWN: Final[Belief] = (0.27, 0.27, 0.27, 0.05, 0.05, 0.05, 0.04)
"""The probabilities of the models for an unknown opponent. Models without a fixed depth get the largest
probabilities, because an opponent with a deep search falls into traps only early in the game."""

_UNLIKELY: Final = 0.02
"""Models less likely than this are not used."""
_DONE: Final = 1e-4
"""A plan is finished if it reaches no unexamined position with a probability above `_DONE`."""
EARLY: Final = 41
"""While more than `EARLY` cells are open, a plan does not prove that a reply is a mistake: a few dozen proofs take
the time of a whole move."""
_LATE: Final = 1e-5
"""If the opponent's search sees a win, the probability of success is `_LATE` times the number of plies to the win."""
_PER_MOVE: Final = 0.06
"""The estimated probability of success in a position is `_PER_MOVE` times the number of moves that our player has."""
_CROWDED, _ROOM, _LEAST_ROOM = 29, 8, 0.15
"""If fewer than 37 cells are open, the estimated probability of success is multiplied by a factor below 1."""
_BOLD: Final = 0.1
"""The optimistic estimate of a probability is three times the cautious estimate, plus this constant."""
_SLIP: Final = 0.1
"""The assumed probability that the opponent plays a reply that its model does not choose."""


@attrs.frozen
class View:
    """The replies that a model of the opponent may choose in a position."""

    replies: tuple[int, ...]
    depth: int
    win_in: int | None = None
    """The number of plies after which the model's search wins; None if the search finds no win."""


def searches_by_evaluator(bind: Callable[[Searcher], Search]) -> dict[str, Search]:
    """An alpha-beta search for each evaluator in `EVALUATORS`. The function `bind` binds a searcher to the game."""
    return {name: bind(AlphaBeta(evaluator=evaluator)) for name, evaluator in EVALUATORS.items()}


class Sight:
    """A cache of views: for a model of the opponent and a position, the replies that the model may choose. A model
    without a fixed depth searches up to `nodes` nodes.
    """

    def __init__(self, game: Isolation, nodes: int, searches: Mapping[str, Search] | None = None) -> None:
        """`searches` has an alpha-beta search for each evaluator. Without `searches`, the constructor itself makes an
        alpha-beta search for each evaluator."""
        self._game, self.nodes = game, nodes
        self._searches = searches or searches_by_evaluator(lambda searcher: advsearch.bind(searcher, game))
        self._views: dict[tuple[State, int], View] = {}

    def view(self, state: State, model: int, near: int) -> tuple[View, int]:
        """A model's view of a position, and the number of nodes that the model's search entered. If the model has no
        fixed depth, its first search has the depth `near`.
        """
        known = self._views.get((state, model))
        if known is not None:
            return known, 0
        view, nodes = self._look(state, model, near)
        if len(self._views) >= MOST_KEPT:
            self._views.clear()
        self._views[state, model] = view
        return view, nodes

    def _look(self, state: State, model: int, near: int) -> tuple[View, int]:
        """Search by iterative deepening from the depth `near` on. If the first search exceeds the node limit, reduce
        the depth until a search ends within the limit."""
        fixed = MODELS[model].depth
        view, cost = self._at(state, model, fixed or near)
        nodes = cost
        if fixed is not None:
            return view or View(self._game.actions(state), 0), nodes
        while view is None and near > 1:
            near -= 1
            view, cost = self._at(state, model, near)
            nodes += cost
        deepest = state.open.bit_count()
        while view is not None and view.win_in is None and near < deepest and cost * _DEEPER <= self.nodes:
            near += 1
            deeper, cost = self._at(state, model, near)
            nodes += cost
            if deeper is None:
                break
            view = deeper
        return view or View(self._game.actions(state), 0), nodes

    def _at(self, state: State, model: int, depth: int) -> tuple[View | None, int]:
        request = Request(Limits(depth, self.nodes), every_action=True)
        found = self._searches[MODELS[model].evaluator](state, request)
        if found.scores is None:
            return None, found.nodes
        return View(found.best, depth, distance(found.value) if is_win(found.value) else None), found.nodes


_DEEPER: Final = 2.4
"""One more ply multiplies the number of nodes of a search by about `_DEEPER`."""
MOST_KEPT: Final = 100_000
"""The largest number of views and of proofs to remember, so that a long tournament does not fill the memory. One game
needs one or two thousand views and proofs."""


Estimates: TypeAlias = tuple[float, ...]
"""Three estimates of the probability of success: a cautious one, an optimistic one, and an upper bound."""
_HOPES: Final = range(3)


@attrs.define(eq=False)
class _Ours:
    """A lost position with our player to move. The probability of success is that of our player's best action."""

    offers: list[_Offer]
    chances: Estimates = (0.0, 0.0, 0.0)
    reaches: Estimates = (0.0, 0.0, 0.0)
    """For each estimate's best plan, the probability that play reaches the likeliest of the plan's unexamined
    positions."""

    def weigh(self) -> None:
        if self.offers:
            best = [self.best(hope) for hope in _HOPES]
            self.chances = tuple(offer.chances[hope] for hope, offer in enumerate(best))
            self.reaches = tuple(offer.reaches[hope] for hope, offer in enumerate(best))

    def best(self, hope: int) -> _Offer:
        return max(self.offers, key=lambda offer: offer.chances[hope])


@attrs.define(eq=False)
class _Offer:
    """An action of our player, with the opponent's possible replies. Until the action is examined, its probability of
    success is a guess.
    """

    action: int
    state: State
    belief: Belief
    near: int
    chances: Estimates
    reaches: Estimates = (1.0, 1.0, 1.0)
    known: bool = False
    thrown: float = 0.0
    """The probability that the opponent's next move is a mistake, after which our player wins."""
    replies: list[tuple[float, _Ours]] = attrs.field(factory=list)

    def weigh(self) -> None:
        self.chances = tuple(
            self.thrown + sum(share * after.chances[hope] for share, after in self.replies) for hope in _HOPES
        )
        self.reaches = tuple(
            max((share * after.reaches[hope] for share, after in self.replies), default=0.0) for hope in _HOPES
        )

    def likeliest(self, hope: int) -> _Ours:
        return max(self.replies, key=lambda each: each[0] * each[1].reaches[hope])[1]


class Spent(Exception):
    """Raised when the budget is spent."""


@attrs.frozen
class Choice:
    """The result of a plan: the action, and its probability of success."""

    action: int
    near: int
    """The depth to which the models search after the action."""
    chance: float
    """The cautious estimate of the probability that the opponent makes a mistake."""
    known: bool
    """Whether the plan has examined every position that affects the choice."""


@attrs.define(eq=False)
class Plan:
    """Searches for the plan with which a winning opponent most probably makes a losing mistake.

    For every reply that a model may choose, a plan contains an action of our player. The search first examines the
    plan with the best cautious estimate, and then plans with better optimistic estimates. The search ends when no
    plan can be better, or when the budget is spent.
    """

    game: Isolation
    sight: Sight
    won: Callable[[State], bool]
    """A function that returns whether the side to move is proven to win, or raises `Spent`."""
    budget: Budget
    nodes: int
    early: int = EARLY
    """While more than `early` cells are open, no reply of the opponent counts as a mistake."""

    def choice(self, state: State, belief: Belief, near: int) -> Choice:
        """The best action that was found within the budget."""
        root = self._ours(state, belief, near)
        with contextlib.suppress(Spent):
            while max(root.reaches) > _DONE:
                self._improve(root, next(hope for hope in _HOPES if root.reaches[hope] > _DONE))
        best = root.best(0)
        return Choice(best.action, best.near, best.chances[0], known=max(root.reaches) <= _DONE)

    def _improve(self, ours: _Ours, hope: int) -> None:
        offer = ours.best(hope)
        if offer.known:
            self._improve(offer.likeliest(hope), hope)
            offer.weigh()
        else:
            self._look_at(offer)
        ours.weigh()

    def _ours(self, state: State, belief: Belief, near: int) -> _Ours:
        offers = []
        for action in self.game.actions(state):
            after = self.game.result(state, action)
            if self.game.terminal(after):
                offers.append(_Offer(action, after, belief, near, (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), known=True))
            else:
                offers.append(_Offer(action, after, belief, near, self._hopes(after)))
        ours = _Ours(offers)
        ours.weigh()
        return ours

    def _hopes(self, state: State) -> Estimates:
        """Estimate the probability of success in a position with the opponent to move. The estimates depend on the
        number of our player's moves and on the number of open cells.
        """
        moves, room = self.game.mobility(state, 1 - state.turn), (self.game.empty(state) - _CROWDED) / _ROOM
        sober = _PER_MOVE * moves * min(1.0, max(_LEAST_ROOM, room))
        return sober, min(1.0, _BOLD + 3 * sober), 1.0

    def _look_at(self, offer: _Offer) -> None:
        offer.thrown, thrown, replies = 0.0, 0.0, []
        for reply, weights in self._expected(offer).items():
            share = sum(weights)
            after = self.game.result(offer.state, reply)
            if self.game.empty(after) <= self.early and self.won(after):
                thrown += share
            else:
                belief = tuple(weight / share for weight in weights)
                replies.append((share, self._ours(after, belief, offer.near)))
        offer.thrown, offer.replies, offer.known = offer.thrown + thrown, replies, True
        offer.weigh()

    def _expected(self, offer: _Offer) -> dict[int, list[float]]:
        """The opponent's possible replies, each with its probability for every model."""
        expected: dict[int, list[float]] = {}

        def add(model: int, replies: tuple[int, ...]) -> None:
            for reply in replies:
                expected.setdefault(reply, [0.0] * len(offer.belief))[model] += offer.belief[model] / len(replies)

        for model in range(_CARELESS):
            if offer.belief[model] >= _UNLIKELY:
                view = self.view(offer.state, model, offer.near)
                if MODELS[model].depth is None:
                    offer.near = view.depth
                if view.win_in is None:
                    add(model, view.replies)
                else:
                    offer.thrown += offer.belief[model] * _LATE * view.win_in
        if offer.belief[_CARELESS] > 0:
            add(_CARELESS, self.game.actions(offer.state))
        return expected

    def view(self, state: State, model: int, near: int) -> View:
        if self.budget.spent(self.nodes + self.sight.nodes):
            raise Spent
        view, nodes = self.sight.view(state, model, near)
        self.nodes += nodes
        return view

    def revised(self, belief: Belief, state: State, reply: int, near: int) -> Belief:
        """The new probabilities of the models after the opponent has played `reply` in a position."""
        chance = 1 / len(self.game.actions(state))
        revised = list(belief)
        for model in range(_CARELESS):
            if belief[model] >= _UNLIKELY / 4:
                replies = self.view(state, model, near).replies
                expected = (1 - _SLIP) / len(replies) if reply in replies else 0.0
                revised[model] *= expected + _SLIP * chance
        revised[_CARELESS] *= chance
        whole = sum(revised)
        return tuple(weight / whole for weight in revised)
