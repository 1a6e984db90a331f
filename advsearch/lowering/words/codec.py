"""Between a game's states and actions and words and numbers; what is kept on disk with derived kernels."""

from __future__ import annotations

from typing import Any

import attrs

from advsearch.lowering.words.fields import Field, Shape


@attrs.frozen(eq=False)
class Encode:
    """The words of a state, seen from the side to move where fields change places."""

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
    """The action of a number, from a list of all."""

    actions: tuple[Any, ...]

    def __call__(self, number: int) -> Any:
        return self.actions[number]
