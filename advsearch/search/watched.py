"""Makes a session report what it does, without a test in the code that nobody watches.

A watched session gets a class of its own, whose `visit` reports that a node is entered and left. The rules, the
evaluator and the table are attributes of a session, so they are replaced by functions that report their calls. What a
session does between two calls follows from them: a child is entered by `result`, and is a leaf if `utility` or
`evaluate` follows. The session's own code is not changed, so any subclass of `Session` can be watched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import attrs

from advsearch.search.probe import Probe, Stopped, Window
from advsearch.search.session import Session
from advsearch.values import Value, clip_evaluation, outcome_value
from advsearch.watching import Began, Entered, Event, Known, Leaf, Left, Why

Report: TypeAlias = Callable[[Event], object]


@attrs.define
class _Node:
    """A node that was entered and not left."""

    mover: int
    actions: int | None = None
    tried: list[Any] = attrs.Factory(list)
    child: Any = None
    """The child that was made last."""
    known: bool = False
    """Whether the table had an entry."""


class _Reporter:
    """Follows a session, and reports its events."""

    def __init__(self, session: Session, report: Report) -> None:
        self.session = session
        self.report = report
        self.path: list[_Node] = []
        self.evaluate, self.utility, self.result = session.evaluate, session.utility, session.result
        session.result, session.utility, session.evaluate = self._result, self._utility, self._evaluate
        table = getattr(session, "table", None)
        if table is not None:
            self.entry = table.get
            table.get = self._get

    # --- what replaces the session's functions ----------------------------------------------------------------------

    def _result(self, state: Any, action: Any) -> Any:
        child = self.result(state, action)
        if self.path:
            node = self.path[-1]
            node.child = child
            if not (node.tried and node.tried[-1] == action):  # a null window may be searched again
                node.tried.append(action)
        return child

    def _utility(self, state: Any, player: int) -> Value:
        utility = self.utility(state, player)
        if self._is_child(state):
            ply = len(self.path)
            self._leaf(state, outcome_value(utility, ply) if self.session.outcome else utility, "over")
        return utility

    def _evaluate(self, game: Any, state: Any, player: int) -> Value:
        value = self.evaluate(game, state, player)
        if self._is_child(state):
            own = clip_evaluation(value) if self.session.outcome else value
            self._leaf(state, own if self.path[-1].mover == player else -own, "horizon")
        return value

    def _is_child(self, state: Any) -> bool:
        return bool(self.path) and self.path[-1].child is state

    def _leaf(self, state: Any, value: Value, why: Literal["over", "horizon"]) -> None:
        node = self.path[-1]
        self.report(Leaf(len(self.path), node.tried[-1], state, value, why))

    def _get(self, state: Any) -> Any:
        entry = self.entry(state)
        if entry is not None:
            depth, value, kind, _, line = entry
            self.path[-1].known = True
            action = None if line is None else line[0]
            kinds: tuple[Literal["lower", "upper", "exact"], ...] = ("lower", "upper", "exact")
            self.report(Known(len(self.path) - 1, depth, kinds[kind - 1], value, action))
        return entry

    # --- nodes ------------------------------------------------------------------------------------------------------

    def entered(self, state: Any, mover: int, depth: int, alpha: Value, beta: Value) -> None:
        action = self.path[-1].tried[-1] if self.path else None
        self.report(Entered(len(self.path), action, state, mover, depth, alpha, beta))
        self.path.append(_Node(mover))

    def left(self, value: Value | None, beta: Value) -> None:
        node = self.path.pop()
        line = self.session.line
        why: Why = "searched"
        if value is None:
            why = "stopped"
        elif node.known and not node.tried:
            why = "table"
        elif value >= beta:
            why = "cut"
        action = None if value is None or line is None else line[0]
        self.report(Left(len(self.path), value, why, action, tuple(node.tried)))


def watched(session: Session, report: Report) -> Session:
    """Make a session report each event from now on, and return the session."""
    reporter = _Reporter(session, report)
    kind = type(session)

    class Watched(kind):  # type: ignore[misc, valid-type]
        frames_per_ply = kind.frames_per_ply + 1
        __slots__ = ()

        def visit(
            self, state: Any, mover: int, depth: int, alpha: Value, beta: Value, moves: Sequence[Any] | None = None
        ) -> Value:
            if moves is not None:  # one action of the root
                return super().visit(state, mover, depth, alpha, beta, moves)  # type: ignore[no-any-return]
            reporter.entered(state, mover, depth, alpha, beta)
            value: Value | None = None
            try:
                value = super().visit(state, mover, depth, alpha, beta)
            except Stopped:
                reporter.left(None, beta)
                raise
            reporter.left(value, beta)
            return value

        def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
            alpha = self.bottom if window[0] is None else window[0]
            beta = self.top if window[1] is None else window[1]
            plies = -1 if depth is None else depth
            report(Began(plies, alpha, beta))
            reporter.path.clear()
            reporter.entered(self.state, self.root, plies, alpha, beta)
            probe: Probe = super().search_root(depth, window, first, every_action)
            node = reporter.path.pop()
            why: Why = "searched" if probe.finished else "stopped"
            if probe.finished and probe.done < probe.of:
                why = "cut"
            report(Left(0, probe.value if probe.done else None, why, probe.action, tuple(node.tried)))
            return probe

    session.__class__ = Watched
    return session
