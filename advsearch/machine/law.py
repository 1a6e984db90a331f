"""The law of each build: machine code tells of the states that were played what the game itself tells."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from typing import Any, Final

from advsearch.lowering.faults import Differs
from advsearch.machine.compiling import Entry
from advsearch.machine.fields import STATE
from advsearch.machine.instance import Failure, Grown, Rebuilt
from advsearch.machine.types import INT
from advsearch.machine.values import Constant
from advsearch.machine.witness import Witness as Witness
from advsearch.protocol import name_of

RESULTS: Final = 2_000
"""How many results of actions are compared. A number and no time, because a verdict must not depend on the load."""


def entries(witness: Witness) -> dict[str, Entry]:
    """The entry points that a program has for its law."""
    own = Constant(witness)
    return {
        "finished": Entry(Witness.finished, (own, STATE)),
        "ended": Entry(Witness.ended, (own, STATE)),
        "going_on": Entry(Witness.going_on, (own, STATE)),
        "estimate": Entry(Witness.estimate, (own, STATE, INT)),
    }


def hold(witness: Witness, states: Iterable[Any], call: Callable[..., Any], results: int = RESULTS) -> int:
    """Compare a program with the game, and return the number of compared states. Raises `Differs` if they differ.

    `call` is the method `call` of a program or of an instance. A state for which machine code ends with an error is
    passed over: a search that comes to it ends with that error.
    """
    told = 0
    for state in dict.fromkeys(states):
        if results <= 0:
            break
        told += 1
        over = witness.finished(state)
        _equal(witness, state, "terminal", over, _asked(call, "finished", state))
        if over:
            _equal(witness, state, "utility", witness.ended(state), _asked(call, "ended", state))
            continue
        expected = witness.going_on(state)
        _equal(witness, state, "player, actions and results", expected, _asked(call, "going_on", state))
        for player in (0, 1):
            estimate = witness.estimate(state, player)
            _equal(witness, state, "the evaluator", estimate, _asked(call, "estimate", state, player))
        results -= len(expected[1])
    return told


_FAILED: Final = object()


def _asked(call: Callable[..., Any], name: str, *given: Any) -> Any:
    for _ in range(4):
        try:
            return call(name, *given)
        except (Rebuilt, Grown):
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
