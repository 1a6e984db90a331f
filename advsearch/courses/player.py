"""The searcher `course:file.py:Player`: a player that was written for the program of a course, or for a library. The
player runs in a process of its own, which is ended if the player does not answer.
"""

from __future__ import annotations

import ast
import base64
import json
import pickle
import sys
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, NoReturn, TypeAlias, get_args

import attrs

from advsearch.courses.course import TIME_S, Course
from advsearch.errors import NAMED_FILE, AgentFault, Fault, InvalidSettings, Resigned
from advsearch.limits import Request, now
from advsearch.plugins.registry import Registry, default_registry
from advsearch.plugins.texts import digest_of
from advsearch.protocol import AnyGame, Binding, name_of
from advsearch.results import Answered, Result
from advsearch.search.returned import actions_of
from advsearch.search.searcher import Algorithm, finished_game
from advsearch.search.settings import any_integer
from advsearch.specs import Reference, Spec, plain
from advsearch.ugi.child import Program

PlayerClock: TypeAlias = Literal["wall", "cpu"]
START_S: Final = 10.0
"""The seconds that a player's file may take to load, and a player to be made."""
HANG_S: Final = 0.75
"""A player that exceeds its limit by `HANG_S` seconds is ended."""
GRACE_S: Final = 0.1
"""The seconds by which a player may exceed the time of its course, if the match has no limit of time."""
IDLE_SHARE: Final = 10
"""With a clock of processor time, a player is ended after this many times its limit, because it may be waiting."""
_LOOK_S: Final = 0.05
_tried: Final[set[tuple[Any, ...]]] = set()
"""The players that were made in this process: the digest of the text, the spec and the game."""
_COMMAND: Final = ("-P", "-m", "advsearch.courses.playing")


def _known_clock(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if value not in get_args(PlayerClock):
        raise InvalidSettings(f"expected `{field.name}` of a course's player to be wall or cpu, got {value!r}")


@attrs.frozen
class CoursePlayer(Algorithm):
    """A player that was written for the program of a course, or for another library.

    The result of a search has the player's action, and no value. The player gets the limit of time, and no other
    limit. If no time is given, the player has the time of its course. With `clock="cpu"`, its time is the processor
    time of its process.
    """

    reference: Reference
    spec: Spec
    """The name of the player, with the settings that its class is made with."""
    clock: PlayerClock = attrs.field(default="wall", validator=_known_clock)
    seed: int = attrs.field(default=0, validator=any_integer)
    registry: Registry | None = attrs.field(default=None, eq=False, repr=False)

    promises: ClassVar[str] = "play"
    as_written: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return str(self.spec)

    @property
    def spec_text(self) -> str:
        """The text spec of this player. Another process makes the same player from it."""
        return str(self.spec.with_settings(clock=Spec(self.clock)) if self.clock != "wall" else self.spec)

    def courses_of(self, game: AnyGame) -> list[Course]:
        return (self.registry or default_registry()).courses_of(game)

    def time_s(self, game: AnyGame) -> float:
        """The seconds that this player has for each move if a match has no limit of time."""
        return max([course.time_s for course in self.courses_of(game)], default=TIME_S)

    def bind(self, at: Binding, /) -> _Playing:
        ready = at.settled(self)
        search = _Playing(at.game, self.courses_of(at.game), ready)
        search.try_out()
        at.later(search.new_game)
        at.keeps(search.new_game)
        return search

    def __reduce__(self) -> tuple[Any, ...]:  # a registry is not sent to another process
        return CoursePlayer, (self.reference, self.spec, self.clock, self.seed)


def course_player(
    reference: Reference,
    spec: Spec,
    registry: Registry,
    defaults: Mapping[str, Any] = {},
) -> CoursePlayer:
    """Make the searcher for a spec such as `course:mine.py:Player(depth=3, clock=cpu)`. The setting `clock` is the
    searcher's. All other settings are those of the player's class."""
    settings = dict(spec.settings)
    clock = plain(settings.pop("clock", "wall"))
    return CoursePlayer(
        attrs.evolve(reference, prefix=""),
        attrs.evolve(spec, settings=settings),
        clock,
        defaults.get("seed", 0),
        registry,
    )


course_player.promises = CoursePlayer.promises  # type: ignore[attr-defined]


def names_player(reference: Reference) -> bool:
    """Whether a reference such as `course:mine.py:Player` names a player: a class, a function `f(game, state)`,
    `f(game, time_left)` or `f(game)`, or an object that the file makes. An imported name is a class if it begins with
    a capital. The file is parsed, and not run.
    """
    if "." in reference.attribute or not reference.is_file:
        return not reference.is_file and reference.attribute[:1].isupper()
    try:
        body = ast.parse(Path(reference.source).expanduser().read_bytes()).body
    except (OSError, RuntimeError, SyntaxError, ValueError):
        return False
    for node in reversed(body):
        match node:
            case ast.ClassDef(name=reference.attribute):
                return True
            case ast.FunctionDef(name=reference.attribute, args=arguments):
                required = [each.arg for each in arguments.args][: len(arguments.args) - len(arguments.defaults)]
                return len(required) == 1 or (
                    len(required) == 2 and (required[1] == "state" or "time" in required[1])
                )
            case ast.ImportFrom(names=names):
                if any(reference.attribute == (each.asname or each.name) for each in names):
                    return reference.attribute[:1].isupper()
            case ast.Assign(targets=[ast.Name(id=reference.attribute)], value=value):
                return isinstance(value, ast.Call)
    return False


class _Playing:
    """The player in a game, and its process. The process is ended when this object is no longer used."""

    def __init__(self, game: AnyGame, courses: Sequence[Course], player: CoursePlayer) -> None:
        self._game, self._courses, self._player = game, courses, player
        self._running: list[Program] = []
        weakref.finalize(self, _leave, self._running)

    def try_out(self) -> None:
        """Raise an error if the player cannot be made. A player that was made once in this process is not tried
        again, unless its text has changed."""
        key = (digest_of([self._player.reference]), str(self._player.spec), repr(self._game))
        if key not in _tried:
            self.new_game()
            _tried.add(key)

    def new_game(self) -> None:
        """Start the process if necessary, and let it make a new player."""
        deadline = now() + START_S
        if type(self._game).__module__ == "__main__":
            raise InvalidSettings(
                f"expected {name_of(self._game)} to be in a file that the player's process can import, got a class "
                "of the program that runs; put the class into a file of its own"
            )
        if not self._running:
            self._running.append(Program((sys.executable, *_COMMAND)))
            self._ready(f"start {self._setting()} {_pickled(self._subject(), self._game)}", deadline)
        self._ready(f"game {self._player.seed}", deadline)

    def __call__(self, state: Any, request: Request, /) -> Result:
        budget = request.budget()
        if self._game.terminal(state):
            return finished_game(self._game, state, budget)
        if request.every_action:
            raise InvalidSettings(f"{self._player.name} reports no values of actions; leave every_action (--all) out")
        if not self._running:
            self.new_game()
        time_s = request.limits.time_s
        own = self._player.time_s(self._game) if time_s is None else time_s
        patience = own + HANG_S if self._player.clock == "wall" else IDLE_SHARE * own + HANG_S
        started = now()
        limit = "-" if time_s is None else repr(time_s)
        self._send(f"move {_pickled(state, self._game)} {limit} {self._player.clock}", started + patience)
        while True:
            if request.stop is not None and request.stop.is_set():
                _end(self._running)
                return Answered(actions_of(self._game, state)[0], 0, 0, 0, seconds=budget.seconds())
            look = started + patience if request.stop is None else min(started + patience, now() + _LOOK_S)
            answer = self._next(look)
            if answer is not None:
                break
            if now() >= started + patience:
                self._fail("stall", f"gave no answer within {patience:.2f} s, and was ended; it had {own:g} s")
        counted = self._seconds(answer, now() - started)
        if time_s is None and counted > own + GRACE_S:
            self._fail("time", f"took {1000 * counted:.0f} ms of {1000 * own:.0f} ms, the time of its course")
        return Answered(
            self._action(state, answer),
            0,
            0,
            0,
            seconds=budget.seconds(),
            counted_s=counted if self._player.clock == "cpu" else None,
        )

    # --- the conversation -----------------------------------------------------------------------------------------

    def _setting(self) -> str:
        files = {
            name: str(module.__file__) for name, module in list(sys.modules.items()) if name.startswith(NAMED_FILE)
        }
        return _text(json.dumps({"path": sys.path, "files": files}).encode())

    def _subject(self) -> tuple[Any, ...]:
        return self._game, tuple(self._courses), self._player.reference, self._player.spec

    def _ready(self, command: str, deadline: float) -> None:
        self._send(command, deadline)
        answer = self._next(deadline)
        if answer is None:
            self._fail("stall", f"{self._player.spec.name} was not ready within {START_S:g} s")
        if "ready" not in answer:
            self._fail("crash", f"{self._player.spec.name}: {self._detail(answer)}")

    def _send(self, text: str, deadline: float) -> None:
        self._running[0].send(text, deadline)

    def _next(self, deadline: float) -> dict[str, Any] | None:
        """Return the next answer; None if there is no answer by the deadline."""
        try:
            line = self._running[0].receive(deadline)
        except EOFError:
            self._fail("crash", f"its process {self._running[0].fate()}")
        if line is None:
            return None
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        return answer if isinstance(answer, dict) else {}

    def _action(self, state: Any, answer: Mapping[str, Any]) -> Any:
        """The action of an answer. The answer may have been forged by the player, so it is checked."""
        if answer.get("resigns"):
            raise Resigned(f"{self._player.spec.name} gives up")
        index, actions = answer.get("action"), self._game.actions(state)
        if type(index) is not int or not 0 <= index < len(actions):
            fault: Fault = answer["fault"] if answer.get("fault") in ("illegal", "time") else "crash"
            self._fail(fault, self._detail(answer))
        return actions[index]

    def _detail(self, answer: Mapping[str, Any]) -> str:
        """What the player's process says about a fault. The process ends after a fault, so that everything that the
        player has printed is read."""
        self._running[0].fate()
        return str(answer.get("detail", "gave no answer that can be read"))[:500]

    def _seconds(self, answer: Mapping[str, Any], passed: float) -> float:
        seconds = answer.get("seconds")
        if self._player.clock == "wall" or not isinstance(seconds, float) or not 0 <= seconds <= passed:
            return passed
        return seconds

    def _fail(self, fault: Fault, detail: str) -> NoReturn:
        stderr = self._running[0].stderr
        _end(self._running)
        raise AgentFault(detail, termination=fault, stderr=stderr)


def _end(running: list[Program]) -> None:
    """End the process of a player that may be busy, without waiting for its end."""
    while running:
        running.pop().kill()


def _leave(running: list[Program]) -> None:
    """End the process of a player that waits for its next move."""
    while running:
        running.pop().close("quit")


def _pickled(thing: Any, game: AnyGame) -> str:
    try:
        return _text(pickle.dumps(thing))
    except Exception as error:
        raise InvalidSettings(
            f"expected {name_of(game)} and its states to be sent to the process of a player, but they cannot be "
            f"pickled: {error}"
        ) from None


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
