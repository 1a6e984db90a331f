"""Which game and position an answer is about.

A result names an action and a value, and neither the game nor the position. `bind`, `trace` and `Solver` remember
them here, so that a face can show an answer in the game's notation. What is remembered is forgotten with the answer.
"""

from __future__ import annotations

import contextlib
import weakref
from typing import Any, TypeVar

import attrs

Given = TypeVar("Given")


@attrs.frozen(eq=False)
class About:
    """The game and the position that an answer is about."""

    game: Any
    state: Any


_abouts: dict[int, tuple[weakref.ref[Any], About]] = {}
"""By the identity of the answer, because equal answers may be about different positions."""


def remember(answer: Given, game: Any, state: Any) -> Given:
    """Remember what an answer is about, and return the answer."""
    key = id(answer)
    with contextlib.suppress(TypeError):  # a searcher may report what cannot be referred to weakly
        _abouts[key] = weakref.ref(answer, lambda _: _abouts.pop(key, None)), About(game, state)
    return answer


def about(answer: Any) -> About | None:
    """Return what an answer is about; None if it was made by hand, copied, or sent from another process."""
    found = _abouts.get(id(answer))
    return found[1] if found is not None and found[0]() is answer else None
