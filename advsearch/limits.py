"""The limits that a caller sets, and the budget that enforces them during a search. All searches read the clock
through this module.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, Protocol

import attrs

from advsearch.errors import InvalidSettings

if TYPE_CHECKING:
    from advsearch.results import Line
    from advsearch.watching import Event

NEVER: Final = 1 << 62  # a node count that no search reaches

# A search stops this margin before its time limit, so that the caller *has* the result by the limit. With both cores
# of a two-core machine loaded, 2 of 300 moves were late with 15 ms, and 13 with 5 ms.
MARGIN_S: Final = 0.015
MARGIN_SHARE: Final = 0.1

_POLL_AIM_S: Final = 0.000_25
_MOST_UNPOLLED: Final = 16
"""The most nodes that a search enters between two readings of the clock. If positions suddenly become slow, a search
is late by at most this many of them. For positions of 1.5 microseconds, reading the clock at every 16th node takes
3 % of the time of a search, and at every node 30 %."""


def now() -> float:
    """The time in seconds on the clock that is used for all time limits and reports."""
    return time.perf_counter()


def cpu_now() -> float:
    """The processor time of this process in seconds. Benchmarks compare processor times, because other processes
    hardly affect them.
    """
    return time.process_time()


class StopSignal(Protocol):
    """An object that can request a search to stop, such as a `threading.Event`."""

    def is_set(self) -> bool: ...


def _check_limit(_: object, field: attrs.Attribute[Any], value: int | float | None) -> None:
    whole = field.name != "time_s"
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        kind = "a whole number" if whole else "a number of seconds"
        raise InvalidSettings(f"expected `{field.name}` to be {kind}, got {value!r}")
    if not value >= 0:  # also refuses nan
        raise InvalidSettings(f"expected `{field.name}` to be at least 0, got {value!r}")


@attrs.frozen
class Limits:
    """The limits at which a search must stop: a depth, a number of nodes, or a time, whichever is reached first.

    >>> Limits(time_s=0.15)
    Limits(depth=None, nodes=None, time_s=0.15)
    """

    depth: int | None = attrs.field(default=None, validator=_check_limit)
    nodes: int | None = attrs.field(default=None, validator=_check_limit)
    time_s: float | None = attrs.field(default=None, validator=_check_limit)

    @property
    def only_a_clock(self) -> bool:
        """Whether the search has a time limit, but no limit of nodes or depth."""
        return self.time_s is not None and self.nodes is None and self.depth is None


NO_LIMITS: Final = Limits()


def _check_lines(_: object, __: object, lines: object) -> None:
    if isinstance(lines, bool) or not isinstance(lines, int) or lines < 1:
        raise InvalidSettings(f"expected `lines` to be a whole number, at least 1, got {lines!r}")


def _as_tuple(actions: Iterable[Any] | None) -> tuple[Any, ...] | None:
    return None if actions is None else tuple(actions)


def _check_some(_: object, __: object, actions: tuple[Any, ...] | None) -> None:
    if actions == ():
        raise InvalidSettings("expected `actions` to be at least one root action, or None for all, got none")


@attrs.frozen
class Request:
    """The arguments of a call of a search, except the state."""

    limits: Limits = NO_LIMITS
    stop: StopSignal | None = None
    """A stop signal. When the stop signal is set, the search ends with its best result so far."""
    report: Callable[[Line], None] | None = None
    """A function that the search calls with a `Line` for each finished depth."""
    every_action: bool = False
    """Whether the search finds the exact value of every root action, in `Result.scores`."""
    lines: int = attrs.field(default=1, kw_only=True, validator=_check_lines)
    """How many of the best root actions get an exact value and a line of play, in `Result.lines`. A search opens the
    root's window only to the value of the last of them. Deepening ends early only if all of them are exact."""
    actions: tuple[Any, ...] | None = attrs.field(
        default=None, kw_only=True, converter=_as_tuple, validator=_check_some
    )
    """The root actions to search; None for all. With `actions`, every part of the result is about the root as if no
    other action were legal there."""
    progress: Callable[[Line], None] | None = attrs.field(default=None, kw_only=True)
    """A function that the search calls while a depth is under way, with a `Line` of the root actions that are done.
    On the compiled tier it is called at most every hundredth of a second."""
    watch: Callable[[Event], object] | None = attrs.field(default=None, kw_only=True)
    """A function that receives each `Event` of the search (see `advsearch.watching`). Only searches on the reference
    tier can be watched."""

    def budget(self) -> Budget:
        """Start the clock now, and return the budget of these limits."""
        return Budget(self.limits, self.stop, self)


class Budget:
    """The limits of a search after its clock has started.

    When the number of nodes that a search has entered passes `ceiling`, the search calls `spent(nodes)`. The method
    `spent` reads the clock and the stop signal, and increases `ceiling`: to the next node after positions that took
    long, then to the second, fourth and at most 16th.
    """

    def __init__(
        self, limits: Limits | None = None, stop: StopSignal | None = None, request: Request | None = None
    ) -> None:
        limits = limits or NO_LIMITS
        self.limits = limits
        self.request = request or Request(limits, stop)
        """The request that these limits belong to. Sessions read from it which root actions and lines are wanted."""
        self.started = now()
        self.max_nodes = NEVER if limits.nodes is None else limits.nodes
        self.deadline = float("inf")
        if limits.time_s is not None:
            margin = min(MARGIN_S, limits.time_s * MARGIN_SHARE)
            self.deadline = self.started + limits.time_s - margin
        self._stop = stop
        self._polled = self.started
        self._step = 1
        self.watched = stop is not None or limits.time_s is not None
        """Whether a clock or a signal may end the search."""
        self.ceiling = min(self.max_nodes, 0 if self.watched else NEVER)

    def spent(self, nodes: int) -> bool:
        """Whether a search must stop before it enters node number `nodes`."""
        if nodes > self.max_nodes:
            return True
        if not self.watched:
            return False
        if self._stop is not None and self._stop.is_set():
            return True
        moment = now()
        if moment >= self.deadline:
            return True
        quick = moment - self._polled < _POLL_AIM_S
        self._step = min(2 * self._step, _MOST_UNPOLLED) if quick else 1
        self._polled = moment
        self.ceiling = min(self.max_nodes, nodes + self._step)
        return False

    def seconds(self) -> float:
        return now() - self.started

    def seconds_left(self) -> float:
        return self.deadline - now()
