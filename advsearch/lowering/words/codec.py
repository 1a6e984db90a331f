"""Translation of states to words and of action numbers to actions, in a form that can be kept on disk."""

from __future__ import annotations

from typing import Any

import attrs

from advsearch.lowering.words.fields import Field, Shape


@attrs.frozen(eq=False)
class Encode:
    """A function from a state to its words, seen from the side to move if the fields of the players are exchanged."""

    game: Any
    shape: Shape
    fields: tuple[Field, ...]
    live: tuple[int, ...]
    """The fields that words are kept of."""
    swap: tuple[int, ...] | None

    def __call__(self, state: Any) -> tuple[int, ...]:
        scalars = self.shape.scalars(state)
        order = self.swap if self.swap is not None and self.game.player(state) == 1 else range(len(scalars))
        words: list[int] = []
        for place in self.live:
            words += self.fields[place].encoded(scalars[order[place]])
        return tuple(words)


@attrs.frozen(eq=False)
class Numbered:
    """A function from an action number to the action, by a list of all actions."""

    actions: tuple[Any, ...]

    def __call__(self, number: int) -> Any:
        return self.actions[number]
