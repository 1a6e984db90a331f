"""Chooses an action in a lost position so that the opponent probably makes a mistake (sets a trap).

In a lost position every action loses, and the choice matters only against an opponent that makes mistakes. The
opponent is assumed to be a search of limited depth with one of the game's own evaluators. The opponent plays any of
the replies to which its search gives the highest value. On 7x7 an opponent's search reaches ten to fourteen plies in
150 ms on the reference tier, and gives most replies the same value. From about the sixteenth ply on, the opponent's
search sees the end of the game and the opponent is certain to win, so a trap must be set earlier. Proofs show what
the opponent's search is not deep enough to see.
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
"""The probability of each model of the opponent, followed by the probability that the opponent chooses among all
replies at random."""

UNKNOWN: Final[Belief] = (0.27, 0.27, 0.27, 0.05, 0.05, 0.05, 0.04)
"""The probabilities for an unknown opponent. Models that search deep get the largest probabilities, because they
leave the least time for traps."""

_UNLIKELY: Final = 0.02
"""Models less likely than this are not used."""
_DONE: Final = 1e-4
"""A plan is finished if it reaches no unexamined position with a probability above `_DONE`."""
EARLY: Final = 41
"""While more than `EARLY` cells are open, a plan does not test whether a reply gives the win away. Of 180 lost
positions with 43 to 47 open cells, only 3 % have an action after which every reply gives the win away. Proving a few
dozen positions takes the time of a whole move."""
_LATE: Final = 1e-5
"""If the opponent sees its win, the probability of success is `_LATE` times the number of plies to the win. A later
win of the opponent is a little better for this player, because the opponent may search less deep than assumed."""
_PER_MOVE: Final = 0.06
"""The estimated probability of success in a position is `_PER_MOVE` for each cell to which this player could move. Of
the facts that are quick to compute, the number of these cells predicts success best. In 250 lost positions, the
correlation of this number with the success probability of plans of three own moves is 0.3."""
_CROWDED, _ROOM, _LEAST_ROOM = 29, 8, 0.15
"""With 37 open cells or more, the estimated probability of success stays as it is. With fewer than 37 open cells the
estimate is multiplied by a factor below 1, because the opponent soon sees the end of the game."""
_BOLD: Final = 0.1
"""The optimistic estimate of a probability is three times the cautious estimate, plus this constant."""
_SLIP: Final = 0.1
"""The assumed share of replies that a model of the opponent does not expect. The opponent may search a different
depth than its model."""


@attrs.frozen
class View:
    """The replies that a model of the opponent may choose in a position."""

    replies: tuple[int, ...]
    depth: int
    win_in: int | None = None
    """The number of plies to the win that the model sees, if it sees one."""


def searches_by_evaluator(bind: Callable[[Searcher], Search]) -> dict[str, Search]:
    """Alpha-beta searches for each of the opponent's possible evaluators. The argument `bind` is a function that
    binds a searcher to the game."""
    return {name: bind(AlphaBeta(evaluator=evaluator)) for name, evaluator in EVALUATORS.items()}


class Sight:
    """The replies that each model of the opponent may choose (its views), kept from move to move. A model without a
    fixed depth searches up to `nodes` nodes.
    """

    def __init__(self, game: Isolation, nodes: int, searches: Mapping[str, Search] | None = None) -> None:
        """`searches` has an alpha-beta search for each evaluator. Without `searches`, the constructor itself makes an
        alpha-beta search for each evaluator."""
        self._game, self.nodes = game, nodes
        self._searches = searches or searches_by_evaluator(lambda searcher: advsearch.bind(searcher, game))
        self._views: dict[tuple[State, int], View] = {}

    def view(self, state: State, model: int, near: int) -> tuple[View, int]:
        """A model's view of a position, and the number of nodes that the search for it took. The search begins at the
        depth `near`.
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
        """Search again and again, each time one ply deeper, while the nodes suffice. If the nodes do not suffice for
        the first depth, search less and less deep until a search ends within the nodes."""
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
"""The approximate factor by which one more ply of depth raises the number of nodes."""
MOST_KEPT: Final = 100_000
"""The largest number of views and of proofs to remember, so that a long tournament does not fill the memory. One game
needs one or two thousand views and proofs."""


Estimates: TypeAlias = tuple[float, ...]
"""Three estimates of a probability. The three estimates assume that unknown probabilities are low, high, or 1."""
_HOPES: Final = range(3)


@attrs.define(eq=False)
class _Ours:
    """A lost position with this player to move. The position's probability of success is the highest among those of
    the player's actions.
    """

    offers: list[_Offer]
    chances: Estimates = (0.0, 0.0, 0.0)
    reaches: Estimates = (0.0, 0.0, 0.0)
    """For each of the three estimates, the highest probability with which the plan that is best by this estimate
    reaches some unexamined position."""

    def weigh(self) -> None:
        if self.offers:
            best = [self.best(hope) for hope in _HOPES]
            self.chances = tuple(offer.chances[hope] for hope, offer in enumerate(best))
            self.reaches = tuple(offer.reaches[hope] for hope, offer in enumerate(best))

    def best(self, hope: int) -> _Offer:
        return max(self.offers, key=lambda offer: offer.chances[hope])


@attrs.define(eq=False)
class _Offer:
    """An action of this player, with the opponent's possible replies. Until the action is examined, its probability
    of success is a guess.
    """

    action: int
    state: State
    belief: Belief
    near: int
    chances: Estimates
    reaches: Estimates = (1.0, 1.0, 1.0)
    known: bool = False
    thrown: float = 0.0
    """The probability that the opponent's next move gives the win away."""
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
    """The probability that the opponent gives its win away, with guesses for positions that the plan has not
    examined."""
    known: bool
    """Whether the probability is known without a guess. A choice whose probability is known is the best choice
    against these models."""


@attrs.define(eq=False)
class Plan:
    """Searches for the plan that most probably makes the opponent lose its win.

    A plan has an answer to every reply that a model may choose. The search examines the best plan so far, beginning
    with its most probable positions, until all positions of this plan are examined. After the best plan, the search
    examines plans that would be better under more optimistic guesses. The search ends when no plan can be better, or
    when the budget is spent.
    """

    game: Isolation
    sight: Sight
    won: Callable[[State], bool]
    """A function that returns whether the side to move is proven to win, or raises `Spent`."""
    budget: Budget
    nodes: int
    early: int = EARLY
    """While more than `early` cells are open, every reply is assumed to keep the win."""

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
        """Guesses at the probability of success in a position with the opponent to move. The guesses use the number
        of this player's moves and the number of open cells.
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
