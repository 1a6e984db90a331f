"""The law of each build: machine code tells of the states that were played what the game itself tells."""

from __future__ import annotations

import struct
from typing import Any, Final

from advsearch.lowering.faults import Differs
from advsearch.machine.compiling import Entry
from advsearch.machine.fields import STATE
from advsearch.machine.program import Failure, Program, Rebuilt
from advsearch.machine.types import INT
from advsearch.machine.values import Constant
from advsearch.protocol import name_of
from advsearch.search.kit.fields import Machine, State

RESULTS: Final = 2_000
"""How many results of actions are compared. A number and no time, because a verdict must not depend on the load."""


class Witness(Machine):
    """Asks a game about a state, as the text of a search does."""

    def __init__(self, game: Any, evaluate: Any) -> None:
        self.game = game
        self.evaluate = evaluate

    def finished(self, state: State) -> bool:
        """Return whether the game is over."""
        return bool(self.game.terminal(state))

    def ended(self, state: State) -> tuple[Any, Any]:
        """Return the utilities of a finished game for both players."""
        return self.game.utility(state, 0), self.game.utility(state, 1)

    def going_on(self, state: State) -> tuple[Any, list[Any]]:
        """Return the player to move, and each action with the state after it."""
        game = self.game
        return game.player(state), [(action, game.result(state, action)) for action in game.actions(state)]

    def estimate(self, state: State, player: int) -> Any:
        """Return the evaluation of an unfinished state for a player."""
        return self.evaluate(self.game, state, player)


def entries(witness: Witness) -> dict[str, Entry]:
    """The entry points that a program has for its law."""
    own = Constant(witness)
    return {
        "finished": Entry(Witness.finished, (own, STATE)),
        "ended": Entry(Witness.ended, (own, STATE)),
        "going_on": Entry(Witness.going_on, (own, STATE)),
        "estimate": Entry(Witness.estimate, (own, STATE, INT)),
    }


def hold(witness: Witness, program: Program, results: int = RESULTS) -> int:
    """Compare a program with the game, and return the number of compared states. Raises `Differs` if they differ.

    A state for which machine code ends with an error is passed over: a search that comes to it ends with that error.
    """
    told = 0
    for state in dict.fromkeys(program.unit.samples):
        if results <= 0:
            break
        told += 1
        over = witness.finished(state)
        _equal(witness, state, "terminal", over, _asked(program, "finished", state))
        if over:
            _equal(witness, state, "utility", witness.ended(state), _asked(program, "ended", state))
            continue
        expected = witness.going_on(state)
        _equal(witness, state, "player, actions and results", expected, _asked(program, "going_on", state))
        for player in (0, 1):
            estimate = witness.estimate(state, player)
            _equal(witness, state, "the evaluator", estimate, _asked(program, "estimate", state, player))
        results -= len(expected[1])
    return told


_FAILED: Final = object()


def _asked(program: Program, name: str, *given: Any) -> Any:
    for _ in range(4):
        try:
            return program.call(name, *given)
        except Rebuilt:
            continue
        except Failure:
            return _FAILED
    return _FAILED


def _equal(witness: Witness, state: Any, what: str, expected: Any, got: Any) -> None:
    if got is not _FAILED and not _same(expected, got):
        raise Differs(
            f"the compiled rules of {name_of(witness.game)} differ in {what} at {_shown(state)}: "
            f"expected {_shown(expected)}, got {_shown(got)}"
        )


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal: floats bit by bit, but -0.0 equals 0.0."""
    if isinstance(one, float) and isinstance(other, float):
        return struct.pack("d", one + 0.0) == struct.pack("d", other + 0.0)
    return bool(one == other)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 160 else f"{text[:157]}..."
