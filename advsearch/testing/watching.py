"""Watches searches. A search calls the methods of a `Watched` game, which counts the calls and can raise errors."""

from __future__ import annotations

import gc
import math
import random
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from advsearch.limits import cpu_now
from advsearch.testing.report import Broken, show
from advsearch.testing.settings import CPU_S

WAITING: Final = 10.0
"""The wall-clock limit of a search, as a multiple of its processor time limit. The wall-clock limit ends a search
that sleeps, or waits for an event that never comes."""
WAITING_S: Final = 2.0
AGAIN_S: Final = 0.001  # seconds until the next alarm, if an exception raised now would be lost
UNHEARD_S: Final = 0.1  # seconds until the next alarm, in case the exception was lost
WAIT_S: Final = 0.05  # how long a thread waits for its turn before it continues anyway


class Runaway(BaseException):
    """Raised in a search that does not end. `Runaway` is not a subclass of `Exception`, so that a search does not
    catch it by accident.
    """


class Overtime(Runaway):
    """Raised in a search that computes or waits too long."""


class Disturbed(Exception):
    """Raised by a game on purpose, to test how a search handles an exception."""


class Wrapped:
    """A game around another game, to which it passes on everything that it does not do itself."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        if name == "game":  # looked up while the object is being copied
            raise AttributeError(name)
        return getattr(self.game, name)


class Watched(Wrapped):
    """A game whose attribute `results` counts the calls of `result`.

    After `ceiling` calls, or `allowed()` calls if this number is larger, `result` raises `Runaway`. Each call of
    `result` first calls `before_result` with the number of calls so far.
    """

    def __init__(
        self,
        game: Any,
        *,
        ceiling: int | None = None,
        allowed: Callable[[], int] | None = None,
        before_result: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__(game)
        self.allowed = allowed
        self.watch(ceiling, before_result)
        self.initial = game.initial
        self.player = game.player
        self.terminal = game.terminal
        self.actions = game.actions
        self.utility = game.utility

    def watch(self, ceiling: int | None, before_result: Callable[[int], None] | None = None) -> None:
        """Set new limits, and start counting again from 0."""
        self.ceiling, self.before_result, self.results = ceiling, before_result, 0

    def result(self, state: Any, action: Any) -> Any:
        self.results += 1
        if self.ceiling is not None and self.results > self.ceiling:
            self._look_again(self.ceiling)
        if self.before_result is not None:
            self.before_result(self.results)
        return self.game.result(state, action)

    def _look_again(self, ceiling: int) -> None:
        if self.allowed is not None:
            self.ceiling, self.allowed = max(ceiling, self.allowed()), None
        if self.results > (self.ceiling or 0):
            raise Runaway(f"the search entered more than {self.ceiling:,} positions")


@contextmanager
def cpu_limit(seconds: float = CPU_S) -> Iterator[None]:
    """Raise `Runaway` in code that computes or waits too long. The limit has an effect only in the main thread and on
    POSIX systems."""
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if seconds == math.inf or not able:
        yield
        return
    over = collecting = False

    def collector(phase: str, _info: dict[str, int]) -> None:
        nonlocal collecting
        collecting = phase == "start"

    gc.callbacks.insert(0, collector)
    lasting, begun = seconds * WAITING + WAITING_S, cpu_now()

    def alarm(timer: int) -> Callable[[int, FrameType | None], None]:
        def ring(_number: int, frame: FrameType | None) -> None:
            if over:
                return
            if collecting or _would_be_lost(frame):
                signal.setitimer(timer, AGAIN_S)
                return
            signal.setitimer(timer, UNHEARD_S)
            if timer == signal.ITIMER_VIRTUAL or cpu_now() - begun > seconds:  # the other alarm may have waited, too
                raise Overtime(f"the search took more than {seconds:g} s of processor time")
            raise Overtime(f"the search took more than {lasting:g} s, and mostly waited instead of computing")

        return ring

    previous = signal.signal(signal.SIGVTALRM, alarm(signal.ITIMER_VIRTUAL))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    free = signal.getitimer(signal.ITIMER_REAL)[0] == 0  # False if other code has set an alarm
    awake = signal.signal(signal.SIGALRM, alarm(signal.ITIMER_REAL)) if free else None
    if free:
        signal.setitimer(signal.ITIMER_REAL, lasting)
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)
        if free:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, awake)
        gc.callbacks.remove(collector)


def _would_be_lost(frame: FrameType | None) -> bool:
    """Whether Python would ignore an exception raised now. In the garbage collector and in `__del__`, Python prints
    an exception and continues.
    """
    callbacks = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    while frame is not None:
        if frame.f_code in callbacks or frame.f_code.co_name == "__del__":
            return True
        frame = frame.f_back
    return False


def in_threads(*tasks: Callable[[], Any]) -> list[Any]:
    """Call functions, each in a thread of its own. Return their results; for a function that raises an exception, the
    exception."""
    results: list[Any] = [None] * len(tasks)

    def run(number: int) -> None:
        try:
            results[number] = tasks[number]()
        except Exception as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(len(tasks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


class Baton:
    """Lets only one of several threads run at a time. At each step, a seeded random generator chooses the next
    thread.
    """

    def __init__(self, runners: int, rng: random.Random) -> None:
        self.turn = threading.Condition()
        self.running = list(range(runners))
        self.holder = 0
        self.rng = rng

    def step(self, runner: int) -> None:
        with self.turn:
            self.holder = self.rng.choice(self.running)
            self.turn.notify_all()
            self.turn.wait_for(lambda: self.holder == runner, timeout=WAIT_S)

    def leave(self, runner: int) -> None:
        with self.turn:
            self.running.remove(runner)
            self.holder = self.rng.choice(self.running) if self.running else -1
            self.turn.notify_all()


class OwnLists(Wrapped):
    """A game that keeps its lists of actions, and returns the same list at every call. If a search changes the list,
    the rules of the game change.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.lists: dict[Any, list[Any]] = {}

    def actions(self, state: Any) -> list[Any]:
        return self.lists.setdefault(state, list(self.game.actions(state)))

    def refuse_changes(self, **case: object) -> None:
        """Raise `Broken` if a search has changed a list."""
        for state, own in self.lists.items():
            if own != list(self.game.actions(state)):
                what = "the search to leave the game's lists of actions unchanged"
                raise Broken(what, f"a changed list at {show(state)}", **case)


class Followed(Wrapped):
    """A game that records in which order a search tries the actions of each position.

    An *eager* search first makes all next states of a position, for example to sort them, and then searches the
    first. For an eager search, a position counts as searched if the search called `result` in this position.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.gone: dict[Any, list[Any]] = {}
        self.eager = False
        self.descents = 0
        """The number of calls of `result` in another position than in the call before. The first call counts too."""
        self.rounds = 0
        """The number of times that the root was searched. Iterative deepening searches the root many times."""
        self.visits = 0
        """How often the search asked for the actions, an evaluation or a utility of a position."""
        self._round: list[Any] = []
        self._from: Any = None
        self._made: list[Any] = []

    def result(self, state: Any, action: Any) -> Any:
        gone = self.gone.setdefault(state, [])
        if action not in gone:
            gone.append(action)
        if state == self.game.initial():
            self._began(action)
        if self._from is None or self._from[0] != state:
            self.descents += 1
            at_the_start = self._from is None or self._from[0] == self.game.initial()  # where deepening returns
            self.eager = self.eager or (not at_the_start and len(self._made) > 1 and state in self._made)
            self._from, self._made = (state,), []
        made = self.game.result(state, action)
        if made not in self._made:
            self._made.append(made)
        return made

    def actions(self, state: Any) -> Any:
        self.visits += 1
        return self.game.actions(state)

    def utility(self, state: Any, player: int) -> Any:
        self.visits += 1
        return self.game.utility(state, player)

    def evaluate(self, state: Any, player: int) -> Any:
        self.visits += 1
        return self.game.evaluate(state, player)

    def _began(self, action: Any) -> None:
        if action in self._round or not self._round:
            self.rounds += 1
            self._round = []
        self._round.append(action)

    @property
    def opens_all(self) -> bool:
        """Whether the search made every next state of each position in which it made one."""
        return all(len(gone) == len(self.game.actions(state)) for state, gone in self.gone.items())

    @property
    def as_listed(self) -> bool:
        return all(
            gone == [each for each in self.game.actions(state) if each in gone] for state, gone in self.gone.items()
        )
