"""The player of document 004: two plies, and nothing but its evaluator."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch import machine_code
from advsearch.errors import CompiledTierUnavailable, InvalidSettings
from advsearch.limits import Budget, Limits, StopSignal
from advsearch.protocol import Evaluator, EvaluatorReference, Game, bind_evaluator, evaluator_name
from advsearch.results import Line, Result
from advsearch.values import Value, checked_number, clip_evaluation, outcome_value
from advsearch_pentago.geometry import BITS, FULL, TURNS, turned
from advsearch_pentago.position import State
from advsearch_pentago.rules import Pentago
from advsearch_pentago.studies.stored import straights_stored_10
from advsearch_pentago.studies.two_ply_kernel import NO_ACTION, NO_REPLY, WON, Settings, make_look, settings_of

DEPTH: Final = 2
TierChoice: TypeAlias = Literal["auto", "reference", "compiled"]


def _usable(_: object, __: object, value: object) -> None:
    if not callable(value) and not isinstance(value, EvaluatorReference):
        raise InvalidSettings(f"expected the evaluator of TwoPly to be a function, got {value!r}")


def _known(_: object, __: object, value: object) -> None:
    if value not in ("auto", "reference", "compiled"):
        raise InvalidSettings(f"expected tier to be auto or reference or compiled, got {str(value)!r}")


@attrs.frozen
class _Found:
    """What a root action is worth, and the line behind it."""

    value: Value
    line: tuple[int, ...]


class _OutOfBudget(Exception):
    pass


@attrs.frozen
class TwoPly:
    """The highest of the lowest evaluations after a reply; an action that wins is played without looking further.

    It is not minimax, because it knows of no other end of the game: it counts replies to an action that ended it,
    and thinks best of an action after which the board is full. Equally good actions: the first. Replies that can no
    longer matter are left out, which the program did not do, and which changes neither the action nor the value.

    With straights of any kind it runs compiled, unless nodes or time are limited or every action is asked for.
    """

    evaluator: Evaluator | EvaluatorReference = attrs.field(default=straights_stored_10, validator=_usable)
    tier: TierChoice = attrs.field(default="auto", validator=_known)

    def search(
        self,
        game: Game[Any, Any],
        state: Any,
        *,
        limits: Limits | None = None,
        stop: StopSignal | None = None,
        report: Callable[[Line], None] | None = None,
        every_action: bool = False,
    ) -> Result:
        if not isinstance(game, Pentago):
            raise InvalidSettings(f"expected two-ply-straights to play pentago, got {game!r}")
        evaluate, budget = bind_evaluator(self.evaluator, game), Budget(limits, stop)
        settings = self._settings(evaluate)
        bounded = budget.limits.nodes is not None or budget.limits.time_s is not None or budget.spent(1)
        shallow = budget.limits.depth is not None and budget.limits.depth < DEPTH
        result = None
        if settings is not None and not (bounded or shallow or every_action or game.terminal(state)):
            result = self._compiled(game, state, settings, budget)
        if result is None:
            result = _Look(game, state, evaluate, budget, every_action).result()
        if report is not None and result.depth:
            report(Line(result.depth, result.value, result.nodes, result.seconds, result.pv))
        return result

    def _settings(self, evaluate: Evaluator) -> Settings | None:
        """What the machine code is given; None on the reference tier."""
        if self.tier == "reference":
            return None
        found = settings_of(evaluate)
        if found is None and self.tier == "compiled":
            raise CompiledTierUnavailable(
                f"expected straights for two-ply-straights on the compiled tier, got {evaluate!r}"
            )
        return found

    def _compiled(self, game: Pentago, state: State, settings: Settings, budget: Budget) -> Result | None:
        """The search in machine code; None where there cannot be any and it need not be."""
        try:
            return _native(game, state, settings, budget)
        except CompiledTierUnavailable:
            if self.tier == "compiled":
                raise
            return None


@functools.cache
def _machine_code(game: Pentago) -> Callable[..., tuple[int, int, int, int]]:
    return machine_code(make_look(game.kernels()), ((0, 0), 0, 0, 0, 0), "two plies of pentago")


def _native(game: Pentago, state: State, settings: Settings, budget: Budget) -> Result:
    """The same search in machine code: some tenths of a millisecond, so that nothing has to stop it."""
    kernels = game.kernels()
    number, reply, value, nodes = _machine_code(game)(kernels.encode(state), *settings)
    line = tuple(kernels.action(each) for each in (number, reply) if each != NO_ACTION)
    return Result(
        line[0],
        value,
        depth=DEPTH,
        nodes=nodes,
        pv=line,
        exact=value == WON,
        seconds=budget.seconds(),
        tier="compiled",
    )


class _Look:
    """One search."""

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
        value = self.evaluate(self.game, state, self.player)
        return clip_evaluation(checked_number(f"evaluator {evaluator_name(self.evaluate)}", value))

    def _enter(self) -> None:
        if self.nodes >= self.budget.ceiling and self.budget.spent(self.nodes + 1):
            raise _OutOfBudget
        self.nodes += 1

    def _worth(self, action: int, enough: Value | None) -> _Found:
        """The lowest evaluation after a reply; once it is known to be at most `enough`, any of those."""
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


def _replies(game: Pentago, state: State) -> Iterator[tuple[int | None, State]]:
    """Every action of the opponent and where it leads; after an end of the game, the moves there would be."""
    if not game.terminal(state):
        for action in game.actions(state):
            yield action, game.result(state, action)
        return
    opponent_is_o = game.player(state) == 1
    for bit in BITS:
        if bit & (FULL ^ (state.x | state.o)):
            x, o = (state.x, state.o | bit) if opponent_is_o else (state.x | bit, state.o)
            for turn in range(TURNS):
                yield None, State(turned(x, turn), turned(o, turn))
