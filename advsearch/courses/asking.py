"""Make the player of a course's program, and ask it for moves. This module runs in the player's process."""

from __future__ import annotations

import functools
import inspect
import os
import random
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.courses import aima, easy_ai
from advsearch.courses.clock import MoveClock, TimeIsUp
from advsearch.courses.course import Course, NoMove, StopSearch, Stranger
from advsearch.errors import AdvsearchError, Fault, InvalidSettings, without_places
from advsearch.plugins.outside import load_reference, module_of
from advsearch.plugins.settings import parameters_of
from advsearch.specs import Reference, Spec, reference_in

GENERAL: Final = (aima.COURSE, easy_ai.COURSE, easy_ai.ALGORITHM)
"""The courses of libraries whose players can play any game."""


class Unanswered(AdvsearchError):
    """Raised if a player gives no answer that is a legal move, or no answer in time."""

    def __init__(self, message: str, fault: Fault = "illegal") -> None:
        super().__init__(message)
        self.fault = fault


class GivesUp(Exception):
    """Raised if a player resigns."""


@attrs.define
class Seat:
    """The player of one side in one game."""

    course: Course
    player: Any
    context: Any = None


class Players:
    """The players of both sides in one game, made from the object that a spec names."""

    def __init__(self, game: Any, courses: Sequence[Course], reference: Reference, spec: Spec) -> None:
        self._game = game
        self._courses = (*courses, *GENERAL)
        self._spec = spec
        self._here = Path.cwd()
        path = Path(reference.source).expanduser().absolute()
        if reference.is_file and path.is_file():  # the player opens its own files from its own folder
            os.chdir(path.parent)
            reference = attrs.evolve(reference, source=path.name)
        self._module = module_of(reference)
        self._named = load_reference(reference)
        self._seats: dict[int, Seat] = {}
        self._spare: Seat | None = None

    def new_game(self, seed: int) -> None:
        """Make a new player, and set the seed of the random numbers."""
        random.seed(seed)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(seed % 2**32)
        self._seats = {}
        made = self._player(0)
        course = self._course_of(made)
        course.view(self._game, self._game.initial(), (made, Stranger(1)))  # refuses a game that has no such board
        self._spare = Seat(course, made)

    def answer(self, state: Any, limit_s: float | None, kind: str) -> tuple[Any, float]:
        """Ask the player whose turn it is for a move. Return the action, and the seconds that the player took."""
        side = self._game.player(state)
        seat = self._seat(side)
        course = seat.course
        view = course.view(self._game, state, (seat.player, Stranger(1)) if side == 0 else (Stranger(0), seat.player))
        asked = getattr(seat.player, course.method) if course.method else seat.player
        extra = len(_required(asked)) - len(view)
        arguments = [*view, course.moves(*view)] if extra == 2 else [*view]
        clock = MoveClock(course.time_s if limit_s is None else limit_s, kind)
        if extra > 0:
            arguments.append(clock.time_left)
        answer = _queued(seat, asked, arguments, clock) if course.queue else asked(*arguments)
        seconds = clock.seconds()
        if any(type(answer) is type(resigned) and answer == resigned for resigned in course.gives_up):
            raise GivesUp
        try:
            return course.action(self._game, state, answer), seconds
        except NoMove as error:
            raise Unanswered(str(error)) from None

    def _seat(self, side: int) -> Seat:
        """The player of side 0 or 1."""
        seat = self._seats.get(side)
        if seat is None:
            if side == 0 or not _takes_number(self._named):
                seat, self._spare = self._spare, None
            if seat is None:
                made = self._player(side)
                seat = Seat(self._course_of(made), made)
            self._seats[side] = seat
        elif seat.course.queue:
            seat.player = self._player(side)
        if seat.course.queue:
            seat.player.context = seat.context
        return seat

    def _player(self, side: int) -> Any:
        offered = {"player_id": side} if _takes_number(self._named) and "player_id" not in self._spec.settings else {}
        if inspect.isclass(self._named) or self._spec.arguments or self._spec.settings:
            return self._called(self._named, self._spec, offered)
        return self._named

    def _course_of(self, made: Any) -> Course:
        for course in self._courses:
            if course.method and callable(getattr(made, course.method, None)):
                return course
        if callable(made):
            names = _required(made)
            if len(names) == 2 and names[1] in ("player", "player_id"):
                raise InvalidSettings(
                    f"expected a player, got an evaluator f({', '.join(names)}); for a search with this evaluator, "
                    f"write deepening(evaluator={self._spec.name})"
                )
            if len(names) == 2 and "time" in names[1]:
                return attrs.evolve(self._courses[0], method="")
            for course in self._courses:
                if course.takes and course.takes == len(names):
                    return course
        methods = [each.method for each in self._courses if each.method]
        raise InvalidSettings(
            f"expected a class with a method {', '.join(dict.fromkeys(methods))}, or a function player(game, state), "
            f"got {without_places(repr(made))}"
        )

    # --- the settings of the player -------------------------------------------------------------------------------

    def _called(self, named: Any, spec: Spec, offered: Mapping[str, Any]) -> Any:
        """Call the class that a spec names. For a function, return the function with the arguments of the spec."""
        arguments = [self._value(value) for value in spec.arguments]
        settings = {key: self._value(value) for key, value in spec.settings.items()}
        if inspect.isclass(named):
            return named(*arguments, **offered, **settings)
        if not callable(named):
            raise InvalidSettings(f"{spec.name} takes no settings, because {spec.name} is neither class nor function")
        return functools.partial(named, *arguments, **settings)

    def _value(self, value: Any) -> Any:
        """The value of a setting. A bare name means the object of this name in the player's file. If the file has no
        such name, it is a string."""
        if isinstance(value, tuple):
            return [self._value(each) for each in value]
        if not isinstance(value, Spec):
            return value
        reference = reference_in(value.name)
        if reference is None:
            found = _attribute(self._module, value.name)
        else:
            source = str(self._here / reference.source) if reference.is_file else reference.source
            found = load_reference(attrs.evolve(reference, source=source))
        if value.arguments or value.settings:
            return self._called(found, value, {})
        return value.name if found is None else found


class _LastPut:
    """The queue of a player that puts its answers on a queue. Only the last answer is kept."""

    def __init__(self, player: Any, clock: MoveClock) -> None:
        self._player, self._clock = player, clock
        self.filled = False
        self.item: Any = None
        self.context: Any = None

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:  # noqa: ARG002
        if self._clock.time_left() <= 0:
            raise StopSearch
        self.item, self.context, self.filled = item, getattr(self._player, "context", None), True

    put_nowait = put

    def get(self, block: bool = True, timeout: float | None = None) -> Any:  # noqa: ARG002
        return self.item

    get_nowait = get

    def empty(self) -> bool:
        return not self.filled

    def full(self) -> bool:
        return self.filled

    def qsize(self) -> int:
        return int(self.filled)


def _queued(seat: Seat, asked: Callable[..., Any], arguments: Sequence[Any], clock: MoveClock) -> Any:
    """Return the last answer that the player puts on its queue in time."""
    queue = seat.player.queue = _LastPut(seat.player, clock)
    try:
        with clock.interrupting():
            asked(*arguments)
    except (StopSearch, TimeIsUp):
        if not queue.filled:
            raise Unanswered(f"put no action on its queue within {1000 * clock.limit_s:g} ms", "time") from None
    except Exception:
        if not queue.filled:
            raise
        traceback.print_exc()  # as in the course's program, an action on the queue counts
    if not queue.filled:
        raise Unanswered("returned without an action on its queue")
    seat.context = queue.context
    return queue.item


def _attribute(module: Any, name: str) -> Any:
    for part in name.split("."):
        module = getattr(module, part, None)
    return module


def _takes_number(named: Any) -> bool:
    return inspect.isclass(named) and "player_id" in (parameters_of(named) or {})


def _required(called: Any) -> list[str]:
    """The names of the positional parameters without a default."""
    parameters = parameters_of(called) or {}
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [
        each.name
        for each in parameters.values()
        if each.kind in positional and each.default is inspect.Parameter.empty
    ]
