"""What a search of the root to one depth returns, and the interface of the sessions that search it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, TypeAlias

import attrs

from advsearch.results import Line, RootLine, Tier
from advsearch.values import Value, is_proven


@attrs.frozen
class Probe:
    """The result of one search of the root to one depth."""

    depth: int
    """The depth that was requested. The field `finished` says whether the search reached this depth."""
    finished: bool
    """Whether the search of this depth was completed. An unfinished probe has the `action`, `value` and `pv` of the
    best root action that was finished. If no root action was finished, `action` is None."""
    action: Any = None
    """The root action with the largest value found. If `value` is at or below `alpha`, another action may be better
    than `action`."""
    value: Value = 0
    """The value found. A value between `alpha` and `beta` is the true value at this depth. A value at or below
    `alpha` is an upper bound of the true value. A value at or above `beta` is a lower bound of the true value."""
    pv: tuple[Any, ...] = ()
    """The principal variation; empty if the value lies outside the window, or if no root action was finished."""
    exact: bool = False
    """Whether the value is the same at every greater depth."""
    proven: bool = False
    """Whether the winner is known. The number of plies may be unknown."""
    scores: tuple[tuple[Any, Value], ...] | None = None
    """All root actions with their exact values, if `every_action` was given; else None."""
    lines: tuple[RootLine, ...] = ()
    """The best root actions with exact values, best first, at most as many as `Request.lines` asks for. With a
    window, only actions whose values are inside."""
    done: int = 0
    """The number of root actions whose search is finished."""
    of: int = 0
    """The number of root actions to search."""


class Stopped(Exception):
    """Raised before a node beyond the budget is entered."""


def line_of(probe: Probe, nodes: int, seconds: float, tier: Tier) -> Line:
    """The `Line` that reports a probe."""
    return Line(
        probe.depth,
        probe.value,
        nodes,
        seconds,
        probe.pv,
        scores=probe.scores,
        lines=probe.lines,
        exact=probe.exact,
        proven=probe.proven,
        tier=tier,
        done=probe.done,
        of=probe.of,
    )


Window: TypeAlias = tuple[Value | None, Value | None]
"""The window (alpha, beta) of a search. None for `alpha` or `beta` means no bound."""


class Probing(ABC):
    """The part of a session that searchers such as `deepening` use: `probe`, `nodes`, `fallback` and `tier`."""

    __slots__ = ()

    @property
    def tier(self) -> Tier:
        """The tier on which the next probe runs."""
        return "reference"

    def probe(
        self,
        depth: int | None,
        alpha: Value | None = None,
        beta: Value | None = None,
        *,
        first: Sequence[Any] = (),
        every_action: bool = False,
    ) -> Probe:
        """Search the root to `depth` (at least 1; None for the end of the game). `alpha` and `beta` may set a window.

        The actions in `first` are tried before the others. If the budget ends the probe early, the probe has the best
        root action that was finished. With `every_action`, the window is ignored, and the exact values of all root
        actions are found.
        """
        return self.search_root(depth, (None, None) if every_action else (alpha, beta), first, every_action)

    @abstractmethod
    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
        """Search the root once, as `probe` requests. If `every_action` is true, `window` is (None, None)."""

    @abstractmethod
    def fallback(self) -> tuple[Any, Value]:
        """The first legal action and the evaluation of the root, for a search that finished no root action."""

    @property
    @abstractmethod
    def nodes(self) -> int:
        """The number of positions entered so far."""


def root_line(action: Any, value: Value, pv: Sequence[Any], sure: bool, outcome: bool) -> RootLine:
    """The `RootLine` of a root action. `sure` says whether the value is the same at every greater depth."""
    exact = sure or (outcome and is_proven(value))
    return RootLine(action, value, tuple(pv) or (action,), exact, exact)


def is_decided(value: Value, *, finished: bool, low: bool, high: bool) -> bool:
    """Whether a value proves who wins an outcome game from the root.

    If `low` or `high` is true, the value is only a bound outside the window. `finished` says whether all root actions
    were searched. One winning root action proves a win. Only a search of all root actions proves a loss.
    """
    if value > 0:
        return is_proven(value) and not low
    return is_proven(value) and finished and not high


def just_below(value: Value) -> Value:
    """The integer or float just below `value`. To test whether the true value is smaller than `value`, search with
    the window `(just_below(value), value)`.

    For an integer the result is `value - 1`, also in a game with fractional values.
    """
    return value - 1 if isinstance(value, int) else math.nextafter(value, -math.inf)


def just_above(value: Value) -> Value:
    """The integer or float just above `value`. To test whether the true value is greater than `value`, search with
    the window `(value, just_above(value))`.

    For an integer the result is `value + 1`, also in a game with fractional values.
    """
    return value + 1 if isinstance(value, int) else math.nextafter(value, math.inf)
