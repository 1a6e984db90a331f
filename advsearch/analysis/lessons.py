"""Exercises in alpha-beta: the tree of a position, and the first mistake in a learner's answers.

A learner fills in what the search does, in its order: the window with which each position is entered, the best value
that is found there, and the actions that are not tried.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import attrs

from advsearch.errors import InvalidSettings
from advsearch.notation import action_text
from advsearch.protocol import AnyGame
from advsearch.values import Value, value_text

if TYPE_CHECKING:
    from advsearch.analysis.tracing import Ends, Trace

MOST_NODES: Final = 120
"""The largest tree that is an exercise."""
_SHARE: Final = 1e-5
"""How far an answer may be from the value, which is shown with six digits."""


@attrs.frozen
class Position:
    """A position of the tree of an exercise."""

    number: int
    parent: int | None
    name: str
    """The action that led here; "the root" for the root."""
    state: Any
    over: bool
    maximises: bool
    ply: int


@attrs.frozen
class Reply:
    """What a learner says of a position. None is a field that was left empty."""

    value: Value | None = None
    low: Value | None = None
    """The lower end of the window; minus infinity for no bound."""
    high: Value | None = None
    cut: bool = False
    """Whether the action that leads here is not tried."""


@attrs.frozen
class Mistake:
    """The first mistake in a learner's answers."""

    number: int
    """The position at which it is."""
    text: str


def positions_of(game: AnyGame, state: Any, plies: int) -> list[Position]:
    """Return all positions down to a depth, parents before children, in the order of the actions. Raises
    `InvalidSettings` for a tree of more than `MOST_NODES` positions.
    """
    root = game.player(state)
    found: list[Position] = []

    def add(here: Any, parent: int | None, name: str, ply: int) -> None:
        over = bool(game.terminal(here))
        maximises = found[parent].maximises if over and parent is not None else game.player(here) == root
        if len(found) >= MOST_NODES:
            raise InvalidSettings(f"expected a tree of at most {MOST_NODES} positions; choose a smaller depth")
        found.append(Position(len(found), parent, name, here, over, maximises, ply))
        number = len(found) - 1
        if not over and ply < plies:
            for action in game.actions(here):
                add(game.result(here, action), number, action_text(game, here, action), ply + 1)

    add(state, None, "the root", 0)
    return found


def first_mistake(
    game: AnyGame, traced: Trace, positions: list[Position], answers: Mapping[int, Reply], *, windows: bool = False
) -> Mistake | None:
    """Return the first mistake in the order of the search, or None if all is right. The windows of the positions are
    only checked if `windows` is true.
    """
    return _Checker(game, traced, positions, answers).first(windows)


class _Checker:
    def __init__(self, game: AnyGame, traced: Trace, positions: list[Position], answers: Mapping[int, Reply]) -> None:
        self.game, self.traced, self.positions, self.answers = game, traced, positions, answers
        children: dict[tuple[int | None, str], int] = {(each.parent, each.name): each.number for each in positions}
        self.place: dict[int, int] = {}
        """The number of each node of the trace in the list of positions."""
        for node in traced.nodes:
            if node.parent is None:
                self.place[node.number] = 0
            else:
                above = traced.nodes[node.parent]
                name = action_text(game, above.state, node.action)
                self.place[node.number] = children[self.place[node.parent], name]
        self.children = children

    def first(self, windows: bool) -> Mistake | None:
        for step in self.traced.steps:
            node = self.traced.nodes[step.node]
            number = self.place[step.node]
            found: Mistake | None = None
            if step.kind in ("entered", "leaf"):
                found = self._tried(number)
            if not found and windows and step.kind in ("began", "entered"):
                found = self._window(number, node.window)
            if not found and step.kind == "cut":
                found = self._cut(step.node, number)
            if not found and step.kind == "left" and node.value is not None:
                found = self._value(number, node.value)
            if found:
                return found
        return None

    def _answer(self, number: int) -> Reply:
        return self.answers.get(number, Reply())

    def _name(self, number: int) -> str:
        return self.positions[number].name

    def _tried(self, number: int) -> Mistake | None:
        if not self._answer(number).cut:
            return None
        return Mistake(number, f"{self._name(number)} is tried: its value can still matter, so it is not pruned.")

    def _window(self, number: int, window: Ends) -> Mistake | None:
        low, high = window
        right = (-math.inf if low is None else low, math.inf if high is None else high)
        given = self._answer(number)
        if (
            given.low is not None
            and given.high is not None
            and _same(given.low, right[0])
            and _same(given.high, right[1])
        ):
            return None
        ends = f"{_shown(given.low)} to {_shown(given.high)}"
        why = "max has found nothing elsewhere yet" if low is None else f"max already has {_shown(low)} elsewhere"
        more = "min has found nothing elsewhere yet" if high is None else f"min already has {_shown(high)}"
        asked = "is missing" if given.low is None and given.high is None else f"is not {ends}"
        return Mistake(number, f"The window of {self._name(number)} {asked}: {why}, and {more}.")

    def _cut(self, node: int, number: int) -> Mistake | None:
        traced = self.traced.nodes[node]
        for action in traced.cut:
            name = action_text(self.game, traced.state, action)
            child = self.children[number, name]
            if not self._answer(child).cut:
                who, other = ("max", "min") if traced.maximises else ("min", "max")
                theirs = traced.window[1] if traced.maximises else traced.window[0]
                assert traced.value is not None
                return Mistake(
                    child,
                    f"{name} is pruned: {who} already has {_shown(traced.value)} at {self._name(number)}, "
                    f"and {other} has {_shown(theirs)} elsewhere.",
                )
        return None

    def _value(self, number: int, value: Value) -> Mistake | None:
        given = self._answer(number).value
        if given is not None and _same(given, value):
            return None
        who = "max" if self.positions[number].maximises else "min"
        best = "largest" if who == "max" else "smallest"
        asked = "is missing" if given is None else f"is not {_shown(given)}"
        rule = f"{who} moves there, and takes the {best} value that it has seen"
        return Mistake(number, f"The value of {self._name(number)} {asked}: {rule}.")


def _same(one: Value, two: Value) -> bool:
    if math.isinf(one) or math.isinf(two):
        return one == two
    return abs(one - two) <= _SHARE * max(1.0, abs(two))


def _shown(value: Value | None) -> str:
    if value is None:
        return "nothing"
    if math.isinf(value):
        return "−∞" if value < 0 else "∞"
    text = value_text(value, "score")
    return text[1:] if text.startswith("+") else text
