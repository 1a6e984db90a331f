"""A search as a tree of data: which nodes it entered in which order, with which windows, and why it cut.

    from advsearch import trace

    traced = trace(game, game.initial(), "alphabeta", depth=3)
    [node.cut for node in traced.nodes if node.cut]

The tree comes from the real search, which is watched on the reference tier. Values and windows are for *max*, the
player to move at the root; the other player is *min*.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import attrs

from advsearch.about import remember
from advsearch.binding import bind
from advsearch.limits import Limits, Request
from advsearch.plugins.registry import Registry
from advsearch.protocol import AnyGame, Evaluator, EvaluatorReference, Searcher, utilities_of
from advsearch.results import Result
from advsearch.values import WIN, Value
from advsearch.watching import Began, Entered, Event, Known, Leaf, Left, Why

MOST_NODES: Final = 20_000
"""The largest number of nodes of a trace, unless more are asked for."""

Ends: TypeAlias = "tuple[Value | None, Value | None]"
"""A window for max. None is an end without a bound."""

Kind: TypeAlias = Literal["began", "entered", "leaf", "known", "returned", "cut", "left"]


@attrs.define(eq=False)
class TraceNode:
    """A position that the search entered. A position entered twice is two nodes."""

    number: int
    """The place of the node in the order of the search, from 0."""
    parent: int | None
    ply: int
    action: Any
    """The action that led here; None at the root of a search."""
    state: Any
    mover: int | None
    """The player to move; None at a leaf."""
    maximises: bool
    """Whether max moves here, or chose the leaf."""
    window: Ends = (None, None)
    """The window with which the node was entered."""
    value: Value | None = None
    """The value that the search found; None if it stopped before."""
    bound: Literal["exact", "at most", "at least"] = "exact"
    """Whether the value is exact at this depth, or only a bound, because it lies outside the window."""
    leaf: Literal["", "over", "horizon"] = ""
    why: Why = "searched"
    best: Any = None
    """The best action that was found, or the one that cut."""
    children: list[int] = attrs.field(factory=list)
    cut: tuple[Any, ...] = ()
    """The actions that were not tried, because the value could no longer matter."""
    again: bool = False
    """Whether the node before was left a moment ago, and is searched once more with a wider window. A search does not
    count it again."""
    known: tuple[str, Value, int] | None = None
    """What the table knew of the position: `exact`, `at least` or `at most`, the value, and its depth."""


@attrs.frozen
class Step:
    """One event of the search, in order."""

    kind: Kind
    node: int
    value: Value | None = None
    """The value of a leaf or a node that is left; the best value so far of a node to which a value returned."""
    window: Ends = (None, None)
    """The window of the node after the step."""


@attrs.frozen
class Trace:
    """A search as data."""

    root_player: int
    nodes: tuple[TraceNode, ...]
    steps: tuple[Step, ...]
    roots: tuple[int, ...]
    """The roots of the searches. Deepening searches the root once for each depth."""
    result: Result
    complete: bool
    """Whether the search ended by itself, and not by the limit of nodes."""


def trace(
    game: AnyGame,
    state: Any,
    searcher: Searcher | str = "alphabeta",
    depth: int | None = None,
    *,
    evaluator: Evaluator | EvaluatorReference | str | None = None,
    nodes: int = MOST_NODES,
    registry: Registry | None = None,
) -> Trace:
    """Search a state, and return every node and every step of the search. `nodes` limits the size of the tree."""
    tracer = _Tracer(game, state)
    search = bind(searcher, game, evaluator=evaluator, tier="reference", registry=registry)
    result = search(state, Request(Limits(depth=depth, nodes=nodes), watch=tracer.heard))
    complete = not any(node.why == "stopped" for node in tracer.nodes)
    traced = Trace(tracer.root, tuple(tracer.nodes), tuple(tracer.steps), tuple(tracer.roots), result, complete)
    return remember(traced, game, state)


class _Tracer:
    """Builds the tree from the events of a search."""

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.outcome = utilities_of(game) == "outcome"
        self.root: int = game.player(state)
        self.nodes: list[TraceNode] = []
        self.steps: list[Step] = []
        self.roots: list[int] = []
        self.path: list[TraceNode] = []
        self.windows: dict[int, Ends] = {}
        """The window of each node of the path, as its children have narrowed it."""
        self.best: dict[int, Value] = {}
        self.narrows = True

    def heard(self, event: Event) -> None:
        match event:
            case Began():
                self.path.clear()
                self.narrows = event.narrows
            case Entered():
                self._entered(event)
            case Known():
                node = self.path[-1]
                kinds = ("at least", "at most") if node.maximises else ("at most", "at least")
                kind = {"exact": "exact", "lower": kinds[0], "upper": kinds[1]}[event.kind]
                node.known = (kind, self._for_max(event.value, node), event.depth)
                self.steps.append(Step("known", node.number, node.known[1], self.windows[node.number]))
            case Leaf():
                self._leaf(event)
            case Left():
                self._left(event)

    def _add(self, action: Any, state: Any, ply: int, mover: int | None) -> TraceNode:
        parent = self.path[-1] if self.path else None
        maximises = mover == self.root if mover is not None else parent is not None and parent.maximises
        number = len(self.nodes)
        node = TraceNode(number, None if parent is None else parent.number, ply, action, state, mover, maximises)
        self.nodes.append(node)
        if parent is None:
            self.roots.append(number)
        else:
            parent.children.append(number)
        return node

    def _entered(self, event: Entered) -> None:
        node = self._add(event.action, event.state, event.ply, event.mover)
        node.again = event.again
        low, high = (event.alpha, event.beta) if node.maximises else (-event.beta, -event.alpha)
        if self.narrows:
            node.window = (self._end(low), self._end(high))
        self.windows[node.number] = node.window
        first = not self.path
        self.path.append(node)
        self.steps.append(Step("began" if first else "entered", node.number, None, node.window))

    def _leaf(self, event: Leaf) -> None:
        node = self._add(event.action, event.state, event.ply, None)
        node.leaf = event.why
        node.value = event.value if node.maximises else -event.value
        self.steps.append(Step("leaf", node.number, node.value))
        self._returned(node.value)

    def _left(self, event: Left) -> None:
        node = self.path.pop()
        node.why, node.best = event.why, event.action
        if event.value is not None:
            node.value = self._for_max(event.value, node)
            low, high = (None, None) if self._is_exact(node) else node.window
            if low is not None and node.value <= low:
                node.bound = "at most"
            elif high is not None and node.value >= high:
                node.bound = "at least"
        if event.why == "cut":
            node.cut = tuple(action for action in self.game.actions(node.state) if action not in event.tried)
            if node.cut:
                self.steps.append(Step("cut", node.number, node.value, self.windows[node.number]))
        self.steps.append(Step("left", node.number, node.value, self.windows[node.number]))
        if self.path and node.value is not None:
            self._returned(node.value)

    def _is_exact(self, node: TraceNode) -> bool:
        """Whether the children decide the value: all actions were tried, and the value of each child is exact."""
        children = [self.nodes[number] for number in node.children]
        values = {each.action: each.value for each in children if each.value is not None and each.bound == "exact"}
        if node.why in ("table", "stopped") or any(action not in values for action in self.game.actions(node.state)):
            return False
        return bool(values) and node.value == (max if node.maximises else min)(values.values())

    def _returned(self, value: Value) -> None:
        """A child's value has come back: the best value of its parent may be better, and its window narrower."""
        parent = self.path[-1]
        before = self.best.get(parent.number)
        better = before is None or (value > before if parent.maximises else value < before)
        if not better:
            return
        self.best[parent.number] = value
        low, high = self.windows[parent.number]
        if not self.narrows:
            pass
        elif parent.maximises:
            low = value if low is None else max(low, value)
        else:
            high = value if high is None else min(high, value)
        self.windows[parent.number] = (low, high)
        self.steps.append(Step("returned", parent.number, value, (low, high)))

    def _for_max(self, value: Value, node: TraceNode) -> Value:
        return value if node.maximises else -value

    def _end(self, end: Value) -> Value | None:
        return None if abs(end) > WIN and (self.outcome or abs(end) == float("inf")) else end
