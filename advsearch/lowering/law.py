"""Checks that derived rules return the same results as the game's own methods."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Final

import attrs

from advsearch.compiled.evaluators import EvaluatorKernel, kernel_of
from advsearch.compiled.layout import HEADER
from advsearch.compiled.memory import plain_memory
from advsearch.compiled.moves import moves_of
from advsearch.kernels import ONGOING, KernelSet
from advsearch.lowering import Plain, verdicts
from advsearch.lowering.faults import Differs
from advsearch.lowering.row_rules import ERROR, GaveUp, RowRules
from advsearch.lowering.sample import Sample, sample
from advsearch.protocol import AnyGame, evaluator_name, name_of

# A number instead of a time limit, because the verdict must not depend on the load of the machine.
RESULTS: Final = 3_000
ACTIONS: Final = 12
IMAGES: Final = 100
EVALUATED: Final = 200


class Twin:
    """Runs derived rules as plain Python on states of the game."""

    def __init__(self, game: AnyGame, rules: KernelSet | RowRules) -> None:
        self.game = game
        self.rules = rules
        self.moves = moves_of(rules)
        self._block = plain_memory(HEADER + self.moves.room(2))
        self._evaluators: dict[int, tuple[Any, Any]] = {}

    def at(self, state: Any) -> Any:
        moves = self.moves
        s = moves.place(self._block, self._block, HEADER, moves.encode(state))
        moves.begin(s)
        self.check()
        return s

    def check(self) -> None:
        """Raise `GaveUp` if derived rules reported an error, and clear the error."""
        number = int(self._block[ERROR])
        self._block[ERROR] = 0
        if number and self.moves.complaint is not None:
            raise GaveUp(number, self.moves.complaint(number))

    def numbers(self, s: Any) -> list[int]:
        moves = self.moves
        cells = moves.actions(s)
        found: list[int] = []
        while moves.some(cells):
            cell, cells = moves.take(cells)
            found += [cell * moves.fan + choice for choice in range(*moves.choices(s, cell))]
        self.check()
        return found

    def know(self, evaluator: Any, kernel: EvaluatorKernel) -> tuple[Any, Any]:
        self._block.extend(plain_memory(kernel.room))
        known = self._evaluators[id(evaluator)] = evaluator, kernel.function
        return known

    def evaluated(self, evaluator: Any, s: Any, side: int) -> Any:
        known = self._evaluators.get(id(evaluator))
        if known is None:
            known = self.know(evaluator, kernel_of(evaluator, self.rules, self.game))
        value = known[1](s, self.moves.actions(s), side)
        self.check()
        return value


@attrs.frozen
class _Expected:
    game: AnyGame
    state: Any

    def equal(self, value_name: str, expected: Any, got: Any) -> None:
        if not same(expected, got):
            raise Differs(
                f"the compiled rules of {name_of(self.game)} differ in {value_name} at {_shown(self.state)}: "
                f"expected {_shown(expected)}, got {_shown(got)}"
            )


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal: floats bit by bit, but `-0.0` equals `0.0`, and every nan every nan."""
    if isinstance(one, float) or isinstance(other, float):
        if one != one and other != other:
            return True
        return struct.pack("d", one + 0.0) == struct.pack("d", other + 0.0)
    return bool(one == other)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:157]}..."


def hold(
    game: AnyGame, rules: KernelSet | RowRules, met: Sample, evaluators: Iterable[Any] = (), results: int = RESULTS
) -> int:
    """Compare derived rules with the game, and return the number of compared states."""
    twin = Twin(game, rules)
    keys: dict[tuple[int, ...], Any] = {}
    actions = dict(met.unfinished)
    tried = 0
    for state in _from_both_ends(met.states):
        if results <= 0:
            break
        results -= held_at(twin, state, actions.get(state), evaluators, keys, ACTIONS, tried)
        tried += 1
    if getattr(rules, "symmetries", ()):
        for state in islice(_from_both_ends(met.states), IMAGES):
            _hold_images(game, rules, state)
    return tried


def _hold_images(game: Any, rules: Any, state: Any) -> None:
    # Each symmetric state must have the same next states as `state`, up to symmetry.
    expected, words, images = _Expected(game, state), rules.encode(state), game.images(state)
    following = _next_of(game, state)
    for place, (image, derived) in enumerate(zip(images, rules.symmetries, strict=True)):
        expected.equal(f"image {place}", tuple(rules.encode(image)), tuple(derived(words)))
        expected.equal(f"what follows image {place}", following, _next_of(game, image))


def _next_of(game: Any, state: Any) -> tuple[Any, ...]:
    # Each next state is represented by the set of its symmetric states.
    around = frozenset((state, *game.images(state)))
    if game.terminal(state):
        return around, game.player(state), game.utility(state, 0)
    after = (game.result(state, action) for action in game.actions(state))
    return around, game.player(state), {frozenset((one, *game.images(one))) for one in after}


def hold_evaluator(game: AnyGame, rules: KernelSet | RowRules, evaluator: Any, kernel: EvaluatorKernel) -> None:
    """Compare a derived evaluator with the original, and raise `Differs` if they differ."""
    game = game.game if isinstance(game, Plain) else game
    verdict = verdicts.place_of_evaluator(game, evaluator, kernel.function)
    if verdicts.is_held(verdict):
        return
    twin, tried = Twin(game, rules), 0
    twin.know(evaluator, kernel)
    for state, _ in islice(_from_both_ends(sample(game).unfinished), EVALUATED):
        expected = _Expected(game, state)
        try:
            s = twin.at(state)
            for side, player in ((0, game.player(state)), (1, 1 - game.player(state))):
                value = twin.evaluated(evaluator, s, side)
                expected.equal(f"evaluator {evaluator_name(evaluator)}", evaluator(game, state, player), value)
        except GaveUp:  # such a state is searched on the reference tier
            continue
        tried += 1
    verdicts.note_held(verdict, tried)


def _from_both_ends(states: Sequence[Any]) -> Iterable[Any]:
    first, last = 0, len(states) - 1
    while first <= last:
        yield states[first]
        if first < last:
            yield states[last]
        first, last = first + 1, last - 1


def held_at(
    twin: Twin,
    state: Any,
    actions: tuple[Any, ...] | None,
    evaluators: Iterable[Any] = (),
    keys: dict[tuple[int, ...], Any] | None = None,
    most: int = 1 << 62,
    turn: int = 0,
) -> int:
    """Compare derived rules with the game in one state, and count the compared results."""
    game, moves, expected = twin.game, twin.moves, _Expected(twin.game, state)
    s = twin.at(state)
    over = bool(game.terminal(state))
    outcome = moves.outcome(s, moves.actions(s))
    twin.check()
    expected.equal("terminal", over, bool(outcome != ONGOING))
    _held_key(twin, state, s, keys)
    if over:
        expected.equal("utility", game.utility(state, game.player(state)), outcome)
        return 1
    actions = tuple(game.actions(state)) if actions is None else actions
    expected.equal("actions", actions, moves.listed(game, state, s))
    twin.check()
    numbers = twin.numbers(s)
    expected.equal("the number of actions", len(actions), len(numbers))
    step = max(1, -(-len(actions) // most))
    chosen = list(zip(actions, numbers, strict=True))[turn % step :: step]
    for action, number in chosen:
        after = game.result(state, action)
        t = moves.apply(s, number)
        twin.check()
        expected.equal(f"result by {_shown(action)}", moves.encode(after), moves.written(t))
        stays = bool(moves.stays(s, number))
        over = moves.outcome(t, moves.actions(t)) != ONGOING
        twin.check()
        expected.equal(f"terminal after {_shown(action)}", bool(game.terminal(after)), over)
        if not over:
            expected.equal(f"player after {_shown(action)}", game.player(after) == game.player(state), stays)
    for evaluator in evaluators:
        for side, player in ((0, game.player(state)), (1, 1 - game.player(state))):
            what = f"evaluator {evaluator_name(evaluator)}"
            expected.equal(what, evaluator(game, state, player), twin.evaluated(evaluator, s, side))
    return 1 + len(chosen)


def _held_key(twin: Twin, state: Any, s: Any, keys: dict[tuple[int, ...], Any] | None) -> None:
    key = twin.moves.key(s)
    twin.check()
    if keys is None:
        return
    other = keys.setdefault(tuple(key), state)
    if other != state and twin.moves.encode(other) != twin.moves.encode(state):
        raise Differs(
            f"the compiled rules of {name_of(twin.game)} give two different states the same key: "
            f"{_shown(other)} and {_shown(state)}"
        )
