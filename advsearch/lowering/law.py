"""Checks that the rules that the lowering derives return the same results as the game's own methods.

The check runs the derived functions as ordinary Python, with lists as memory.
"""

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

RESULTS: Final = 3_000
"""Before machine code is built, this many results of the derived rules are compared with the game's, in 0.1 to 1 s.
The comparison has no time limit, because its verdict must not depend on the load of the machine."""
ACTIONS: Final = 12
"""Before machine code is built, at most this many actions are compared in each state."""
IMAGES: Final = 100
"""Before machine code is built, the images of at most this many states are compared."""
EVALUATED: Final = 200
"""Before machine code is built, the values of an evaluator are compared in at most this many states."""


class Twin:
    """Derived rules that run as ordinary Python and accept states of the game."""

    def __init__(self, game: AnyGame, rules: KernelSet | RowRules) -> None:
        self.game = game
        self.rules = rules
        self.moves = moves_of(rules)
        self._block = plain_memory(HEADER + self.moves.room(2))
        self._evaluators: dict[int, tuple[Any, Any]] = {}

    def at(self, state: Any) -> Any:
        """The state of the derived rules that represents a state of the game."""
        moves = self.moves
        s = moves.place(self._block, self._block, HEADER, moves.encode(state))
        moves.begin(s)
        self.check()
        return s

    def check(self) -> None:
        """Raise `GaveUp` if the error cell is set, and clear the cell."""
        number = int(self._block[ERROR])
        self._block[ERROR] = 0
        if number and self.moves.complaint is not None:
            raise GaveUp(number, self.moves.complaint(number))

    def numbers(self, s: Any) -> list[int]:
        """The legal actions of a state, as numbers, in the order in which compiled searches try them."""
        moves = self.moves
        cells = moves.actions(s)
        found: list[int] = []
        while moves.some(cells):
            cell, cells = moves.take(cells)
            found += [cell * moves.fan + choice for choice in range(*moves.choices(s, cell))]
        self.check()
        return found

    def know(self, evaluator: Any, kernel: EvaluatorKernel) -> tuple[Any, Any]:
        """Record the kernel that was derived from an evaluator, for calls of `evaluated`."""
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
    """Compares results of derived rules in one state with those of the game. If two results differ, `equal` raises
    `Differs` with the two results.
    """

    game: AnyGame
    state: Any

    def equal(self, what: str, expected: Any, got: Any) -> None:
        if not same(expected, got):
            raise Differs(
                f"the rules derived from {name_of(self.game)} differ in {what} at {_shown(self.state)}: expected "
                f"{_shown(expected)}, got {_shown(got)}"
            )


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal; floats must have the same bits."""
    if isinstance(one, float) or isinstance(other, float):
        return struct.pack("d", one + 0.0) == struct.pack("d", other + 0.0)
    return bool(one == other)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:157]}..."


def hold(
    game: AnyGame, rules: KernelSet | RowRules, met: Sample, evaluators: Iterable[Any] = (), results: int = RESULTS
) -> int:
    """Compare the results of derived rules with the game's in the states of a sample, and return how many states were
    checked.

    States from openings and endings are checked first. The check ends when `results` results were compared. This
    function raises `Differs` if a result differs, and `GaveUp` if the derived rules could not continue.
    """
    twin = Twin(game, rules)
    keys: dict[tuple[int, ...], Any] = {}
    actions = dict(met.unfinished)
    tried = 0
    for state in _turn_about(met.states):
        if results <= 0:
            break
        results -= held_at(twin, state, actions.get(state), evaluators, keys, ACTIONS, tried)
        tried += 1
    if getattr(rules, "symmetries", ()):
        for state in islice(_turn_about(met.states), IMAGES):
            _hold_images(game, rules, state)
    return tried


def _hold_images(game: Any, rules: Any, state: Any) -> None:
    """Check that the derived images of a state equal the game's, and that the images have the same successors as the
    state, up to symmetry.
    """
    expected, words, images = _Expected(game, state), rules.encode(state), game.images(state)
    following = _next_of(game, state)
    for place, (image, derived) in enumerate(zip(images, rules.symmetries, strict=True)):
        expected.equal(f"image {place}", tuple(rules.encode(image)), tuple(derived(words)))
        expected.equal(f"what follows image {place}", following, _next_of(game, image))


def _next_of(game: Any, state: Any) -> tuple[Any, ...]:
    """Three things to compare: the images of a state; the player to move; and the utility if the game is over, else
    the next states. Each next state is a set of images, so that symmetric next states count as equal.
    """
    around = frozenset((state, *game.images(state)))
    if game.terminal(state):
        return around, game.player(state), game.utility(state, 0)
    after = (game.result(state, action) for action in game.actions(state))
    return around, game.player(state), {frozenset((one, *game.images(one))) for one in after}


def hold_evaluator(game: AnyGame, rules: KernelSet | RowRules, evaluator: Any, kernel: EvaluatorKernel) -> None:
    """Compare a derived evaluator with the original on states of random games, unless the two were compared before.

    Raises `Differs` if a value differs in any bit.
    """
    game = game.game if isinstance(game, Plain) else game
    verdict = verdicts.place_of_evaluator(game, evaluator, kernel.function)
    if verdicts.is_held(verdict):
        return
    twin, tried = Twin(game, rules), 0
    twin.know(evaluator, kernel)
    for state, _ in islice(_turn_about(sample(game).unfinished), EVALUATED):
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


def _turn_about(states: Sequence[Any]) -> Iterable[Any]:
    """Yield the first state, the last, the second, the last but one, and so on, so that states from openings and
    endings come first.
    """
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
    """Compare derived rules with the game in one state, and return how many results were compared.

    `actions` are the legal actions; None if the game is over or the actions are not known. At most `most` actions are
    tried, evenly spread over `actions`, and `turn` decides which action is tried first.
    """
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
            f"the rules derived from {name_of(twin.game)} give two states the same key: "
            f"{_shown(other)} and {_shown(state)}"
        )
