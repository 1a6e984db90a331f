"""What a text has instead of a clock when it is machine code: a ceiling of nodes, and a cell that stops it."""

from __future__ import annotations

import enum
import random
from typing import TYPE_CHECKING, Any, Final

from advsearch.search.kit.budget import Budget
from advsearch.search.kit.fields import Data

if TYPE_CHECKING:
    from advsearch.machine.unit import Unit

PORTION: Final = 512
"""How many nodes are entered between two looks at the cell that stops."""


PLAYED: Final = 200
"""How many states are played to see what states and actions look like."""
WATCHED: Final = 40
"""In so many of them, the sets are seen that rules make for themselves."""


def unit_for(game: Any, *, real: bool = False) -> Unit:
    """A unit of compilation that knows the types of some states and actions of a game, and infers the others."""
    from advsearch.machine.unit import Unit
    from advsearch.machine.universes import has_sets
    from advsearch.machine.watching import watched  # a kept build is run without the compiler

    unit = Unit(real=real)
    unit.guards = not isinstance(game, Data)  # what the states of one game have in common, those of others have not
    kind = unit.constants.type_of
    played: list[Any] = []
    chance, state = random.Random(1), game.initial()

    def play(count: int) -> None:
        nonlocal state
        for _ in range(count):
            unit.state.learn(kind(state))
            unit.samples.append(state)
            if game.terminal(state):
                state = game.initial()
                continue
            actions = list(game.actions(state))
            for action in actions:
                unit.fields.action.learn(kind(action))
            played.extend(actions)
            state = game.result(state, chance.choice(actions))

    with watched(game, unit.universes, unit.constants) as making:
        play(WATCHED)
    if any(making.values()):  # of what is in states, for the most part
        unit.universes.see_leaves(unit.state.item, unit.samples)
    play(PLAYED - WATCHED)
    for values, node in ((unit.samples, unit.state), (played, unit.fields.action)):
        if has_sets(node.item):
            for value in values:
                unit.universes.see_sets(node.item, value)
    sizes = [_bytes_of_key(state) for state in unit.samples]
    known = [size for size in sizes if size is not None]
    if len(known) == len(sizes):
        unit.fields.expect_words(max(known) // 8 + 1)
    return unit


def _bytes_of_key(value: Any) -> int | None:
    """How many bytes the key of a value of numbers takes, about; None for values of other kinds."""
    if value is None or isinstance(value, bool | enum.Enum):
        return 2
    if type(value) is int:
        return 1 if -8 <= value < 96 else 9 if abs(value) < 1 << 62 else 11 + value.bit_length() // 8
    from advsearch.machine.classes import field_values, fields_of

    kind: Any = type(value)
    if kind is not tuple and fields_of(kind) is None:
        return None
    sizes = [_bytes_of_key(item) for item in field_values(value)]
    return None if None in sizes else 3 + sum(size for size in sizes if size is not None)


def stopping() -> bool:
    """Return whether the search is asked to stop. Machine code reads a cell that other threads write."""
    return False


class CodeBudget(Budget):
    """The budget of machine code: nodes are counted to a ceiling, which the caller moves."""

    ceiling: int

    def __init__(self) -> None:
        self.left = self.granted = 0
        self.ceiling = 1 << 61

    def stopped(self) -> bool:
        return stopping()

    def more(self) -> int:
        """Return how many nodes may be entered before the next look at the cell, or 0 if the search must stop."""
        if stopping():
            return 0
        return max(0, min(PORTION, self.ceiling - (self.granted - self.left)))
