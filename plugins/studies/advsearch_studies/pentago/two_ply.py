"""The player of document 004, which searches two plies."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import Any, Final, TypeAlias, cast

import attrs

from advsearch import Algorithm, load_kernels, machine_code
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.kernels import KernelSet
from advsearch.limits import Budget, Request
from advsearch.protocol import Binding, Evaluator, EvaluatorReference, Search, evaluator_name
from advsearch.results import Line, Result
from advsearch.values import Value, checked_number, clip_evaluation, outcome_value
from advsearch_pentago.evaluators import Straights
from advsearch_pentago.geometry import FULL
from advsearch_pentago.position import State
from advsearch_pentago.rules import Pentago
from advsearch_studies.pentago.stored import straights_stored_10
from advsearch_studies.pentago.two_ply_form import NO_ACTION, NO_REPLY, UNLIMITED, WON, make_look

MOST: Final = 100_000
"""On the compiled tier, the settings `four` and `five` of a `straights` evaluator are at most `MOST`. With settings
of at most `MOST`, no value has to be clipped."""
DEPTH: Final = 2
_Code: TypeAlias = Callable[..., tuple[int, int, int, int, int]]


def _usable(_: object, __: object, value: object) -> None:
    if not callable(value) and not isinstance(value, EvaluatorReference):
        raise InvalidSettings(f"expected `evaluator` of TwoPly to be a function, got {value!r}")


@attrs.frozen
class _Found:
    """The value of a root action, and the line of play after it."""

    value: Value
    line: tuple[int, ...]


class _OutOfBudget(Exception):
    pass


@attrs.frozen
class TwoPly(Algorithm):
    """A player that searches two plies. The value of an action is the lowest evaluation after a reply. The player
    plays an action that wins immediately, and otherwise the first action with the highest value.

    This player is not minimax, because it does not notice when the opponent wins or the game is drawn. After an
    action that gives the opponent a five, the player evaluates the replies as if the game went on. An action that
    fills the board has no reply, and is better than all actions that do not win. The player skips replies that cannot
    change the result; the document's program tried all replies.
    """

    evaluator: Evaluator | EvaluatorReference = attrs.field(default=straights_stored_10, validator=_usable)

    def bind(self, at: Binding, /) -> Search:
        game, evaluate = cast(Pentago, at.game), at.evaluator(self.evaluator)

        def search(state: State, request: Request) -> Result:
            return _reported(_Look(game, state, evaluate, request.budget(), request.every_action).result(), request)

        return search


@attrs.frozen
class Continued(Pentago):
    """Pentago by the rules of document 004's two-ply search. A quadrant is always turned, and a five does not end the
    game."""

    def terminal(self, state: State) -> bool:
        return state.x | state.o == FULL


CONTINUED: Final = Continued("after-turn")


def compiled(searcher: TwoPly, at: Binding, /) -> Search:
    """The compiled form of the player, for evaluators that count straights. The search reads the clock and the stop
    signal only before it begins.
    """
    game, evaluate = cast(Pentago, at.game), at.evaluator(searcher.evaluator)
    of_lines = isinstance(evaluate, Straights) and max(evaluate.four, evaluate.five) <= MOST
    if not (of_lines or evaluate is straights_stored_10):
        raise CompiledTierUnavailable(
            f"expected `straights` with `four` and `five` of at most {MOST:,} on the compiled tier, got {evaluate!r}"
        )
    kernels, look = kernels_and_look(game, cast(Hashable, evaluate))
    code: list[_Code] = []

    def build() -> None:
        code.append(machine_code(look, ((0, 0), 0, 0), "two plies of pentago") if at.machine else look)

    def search(state: State, request: Request) -> Result:
        budget = request.budget()
        if game.terminal(state) or budget.limits.depth in range(DEPTH) or budget.spent(1):
            found = _Look(game, state, evaluate, budget, request.every_action).result()
        else:
            found = _CompiledLook(game, state, evaluate, budget, kernels, code[0]).result(
                every_action=request.every_action
            )
        return _reported(found, request)

    at.later(build)
    return search


@cache
def kernels_and_look(game: Pentago, evaluate: Hashable) -> tuple[KernelSet, Callable[..., Any]]:
    """The kernels of the rules, and a function that searches two plies with the kernels. Kernels and function are
    plain Python, not machine code."""
    kernels, _ = load_kernels(game)
    return kernels, make_look(kernels, *load_kernels(CONTINUED, cast(Evaluator, evaluate)))


def _reported(result: Result, request: Request) -> Result:
    if request.report is not None and result.depth:
        request.report(Line(result.depth, result.value, result.nodes, result.seconds, result.pv))
    return result


@attrs.frozen
class _CompiledLook:
    """One search in machine code."""

    game: Pentago
    state: State
    evaluate: Evaluator
    budget: Budget
    kernels: KernelSet
    code: _Code

    def result(self, *, every_action: bool) -> Result:
        return self._every_action() if every_action else self._best()

    def _best(self) -> Result:
        words, most = self.kernels.encode(self.state), min(self.budget.max_nodes, UNLIMITED)
        number, reply, value, nodes, finished = self.code(words, most, NO_ACTION)
        line = tuple(self.kernels.action(each) for each in (number, reply) if each != NO_ACTION)
        return self._answer(_Found(value, line) if line else None, nodes, finished=bool(finished))

    def _every_action(self) -> Result:
        words, most, nodes = self.kernels.encode(self.state), min(self.budget.max_nodes, UNLIMITED), 1
        best: _Found | None = None
        scores: list[tuple[int, Value]] = []
        for each in self.kernels.each_action(words):
            number, reply, value, entered, finished = self.code(words, most - nodes + 1, each)
            nodes += entered - 1  # each call counts the root
            if not finished:
                return self._answer(best, nodes, finished=False)
            line = tuple(self.kernels.action(one) for one in (number, reply) if one != NO_ACTION)
            scores.append((line[0], value))
            if best is None or value > best.value:
                best = _Found(value, line)
        return self._answer(best, nodes, finished=True, scores=tuple(scores))

    def _answer(
        self, best: _Found | None, nodes: int, *, finished: bool, scores: tuple[tuple[int, Value], ...] | None = None
    ) -> Result:
        seconds = self.budget.seconds()
        if best is None:
            value = _evaluation(self.game, self.evaluate, self.state, self.game.player(self.state))
            return Result(self.game.actions(self.state)[0], value, depth=0, nodes=nodes, seconds=seconds)
        if not finished:
            return Result(best.line[0], best.value, depth=0, nodes=nodes, seconds=seconds)
        return Result(
            best.line[0],
            best.value,
            depth=DEPTH,
            nodes=nodes,
            pv=best.line,
            exact=best.value == WON,
            seconds=seconds,
            scores=scores,
        )


class _Look:
    """One two-ply search on the reference tier."""

    def __init__(self, game: Pentago, state: State, evaluate: Evaluator, budget: Budget, every_action: bool) -> None:
        self.game = game
        self.state = state
        self.player = game.player(state)
        self.evaluate = evaluate
        self.budget = budget
        self.every_action = every_action
        self.nodes = 0

    def result(self) -> Result:
        best: _Found | None = None
        scores: list[tuple[int, Value]] = []
        actions = self.game.actions(self.state)
        try:
            self._enter()
            if not actions:
                value = outcome_value(self.game.utility(self.state, self.player), 0)
                return Result(None, value, depth=0, nodes=self.nodes, exact=True, seconds=self.budget.seconds())
            if self.budget.limits.depth is not None and self.budget.limits.depth < DEPTH:
                raise _OutOfBudget
            for action in actions:
                found = self._worth(action, None if best is None or self.every_action else best.value)
                scores.append((action, found.value))
                if best is None or found.value > best.value:
                    best = found
                if found.value == WON and not self.every_action:
                    break
        except _OutOfBudget:
            return self._interrupted(best)
        assert best is not None
        return Result(
            best.line[0],
            best.value,
            depth=DEPTH,
            nodes=self.nodes,
            pv=best.line,
            exact=best.value == WON,
            seconds=self.budget.seconds(),
            scores=tuple(scores) if self.every_action else None,
        )

    def _interrupted(self, best: _Found | None) -> Result:
        if best is None:
            first = next(iter(self.game.actions(self.state)), None)
            value = self._evaluation(self.state)
            return Result(first, value, depth=0, nodes=self.nodes, seconds=self.budget.seconds())
        return Result(best.line[0], best.value, depth=0, nodes=self.nodes, seconds=self.budget.seconds())

    def _evaluation(self, state: State) -> Value:
        return _evaluation(self.game, self.evaluate, state, self.player)

    def _enter(self) -> None:
        if self.nodes >= self.budget.ceiling and self.budget.spent(self.nodes + 1):
            raise _OutOfBudget
        self.nodes += 1

    def _worth(self, action: int, enough: Value | None) -> _Found:
        """The lowest evaluation after a reply to an action. If the evaluation after a reply is at most `enough`, the
        method does not examine the remaining replies.
        """
        self._enter()
        after = self.game.result(self.state, action)
        if self.game.terminal(after) and self.game.utility(after, self.player) > 0:
            return _Found(WON, (action,))
        lowest = _Found(NO_REPLY, (action,))
        for reply, end in _replies(self.game, after):
            self._enter()
            value = self._evaluation(end)
            if value < lowest.value:
                lowest = _Found(value, (action,) if reply is None else (action, reply))
                if enough is not None and value <= enough:
                    break
        return lowest


def _evaluation(game: Pentago, evaluate: Evaluator, state: State, player: int) -> Value:
    value = evaluate(game, state, player)
    return clip_evaluation(checked_number(f"evaluator {evaluator_name(evaluate)}", value))


def _replies(game: Pentago, state: State) -> Iterator[tuple[int | None, State]]:
    """The opponent's replies, each with the next state. If a five has ended the game, the replies are the actions in
    `CONTINUED`. In `CONTINUED`, a five does not end the game."""
    if not game.terminal(state):
        for action in game.actions(state):
            yield action, game.result(state, action)
        return
    for action in CONTINUED.actions(state):
        yield None, CONTINUED.result(state, action)
