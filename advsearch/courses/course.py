"""Defines `Course`: how the program of a course shows a game to its players. A game's package registers a `Course`
with the hook `advsearch_courses`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import attrs

from advsearch.errors import AdvsearchError

TIME_S: Final = 0.15
"""The time that both Udacity courses give a player for each move, in seconds."""

View: TypeAlias = Callable[[Any, Any, tuple[Any, Any]], tuple[Any, ...]]
"""A function of the game, the state, and the objects that stand for the two players. It returns the first arguments
of the player's method, such as a board."""


class StopSearch(Exception):
    """Raised inside a player that puts an answer on its queue when its time is over."""


class NoMove(AdvsearchError):
    """Raised by `Course.action` if a player's answer is not a move of the course's program."""


@attrs.frozen
class Stranger:
    """An object that stands for the opponent of a course's player."""

    number: int


def no_moves(*_: Any) -> Sequence[Any]:
    """The list of moves of a course whose players do not ask for one."""
    return ()


@attrs.frozen
class Course:
    """How the program of a course shows a game to its players, and what their answers mean.

    A player is an object with the method `method`, or, if `method` is empty, a function with `takes` parameters. It
    is called with the arguments that `view` returns. A method with one parameter more also gets a function that
    returns the milliseconds left. A method with two parameters more gets the list of moves that `moves` returns, and
    this function.
    """

    method: str
    view: View
    action: Callable[[Any, Any, Any], Any]
    """A function of the game, the state and the player's answer. It returns the action of the game that the answer
    means, or raises `NoMove`."""
    takes: int = 0
    moves: Callable[..., Sequence[Any]] = no_moves
    """A function of the arguments that `view` returns. It returns the legal moves, as the course's program counts
    them."""
    stand_ins: Mapping[str, str] = attrs.field(factory=dict)
    """The modules of the course's program that a player's file may import, each with the module that is imported in
    its place."""
    gives_up: Sequence[Any] = ()
    """The answers by which a player resigns."""
    queue: bool = False
    """Whether the player puts its answers on `self.queue`, instead of returning one. The last answer in time counts.
    As in the 11x9 course, a new player is made for each move, and only `self.context` is kept."""
    time_s: float = TIME_S
    """The seconds for each move if a match has no limit of time."""
