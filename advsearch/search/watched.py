"""Makes a session report what it does, without a test in the code that nobody watches.

A watched search gets a class of its own, whose `visit` reports that a node is entered and left. The rules, the
evaluator and the table are attributes, so they are replaced by functions that report their calls. What a search does
between two calls follows from them: a child is entered by `result`, and is a leaf if `utility` or `evaluate` follows.
The code of the search is not changed, so any text can be watched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, cast

import attrs

from advsearch.protocol import AnyGame, utilities_of
from advsearch.search.kit.fields import NOTHING
from advsearch.search.kit.session import Session
from advsearch.search.kit.tree import Tree
from advsearch.search.probe import Stopped
from advsearch.values import MAX_PLIES, Value, clip_evaluation, outcome_value
from advsearch.watching import Began, Entered, Event, Known, Leaf, Left, Why

Report: TypeAlias = Callable[[Event], object]


@attrs.define
class _Node:
    """A node that was entered and not left."""

    mover: int
    actions: int | None = None
    tried: list[Any] = attrs.Factory(list)
    fresh: bool = False
    """Whether the child that was made last has not been entered."""
    child: Any = None
    """The child that was made last."""
    leaf: Any = None
    """The leaf that was reported last."""
    known: bool = False
    """Whether the table had an entry."""


class _Reporter:
    """Follows a search, and reports its events."""

    def __init__(self, report: Report, game: AnyGame, root: int, evaluator: Any, narrows: bool) -> None:
        self.report = report
        self.game = game
        self.root = root
        self.evaluator = evaluator
        self.outcome = utilities_of(game) == "outcome"
        self.narrows = narrows
        self.path: list[_Node] = []

    # --- what replaces the functions of the search ------------------------------------------------------------------

    def result(self, state: Any, action: Any) -> Any:
        child = self.game.result(state, action)
        if self.path:
            node = self.path[-1]
            node.fresh = True
            node.child = child
            if not (node.tried and node.tried[-1] == action):  # a null window may be searched again
                node.tried.append(action)
        return child

    def utility(self, state: Any, player: int) -> Value:
        utility: Value = self.game.utility(state, player)
        if self._is_child(state):
            self._leaf(state, outcome_value(utility, len(self.path)) if self.outcome else utility, "over")
        return utility

    def evaluate(self, _: Any, state: Any, player: int) -> Value:
        value: Value = self.evaluator(self.game, state, player)
        if self._is_child(state):
            own = clip_evaluation(value) if self.outcome else value
            self._leaf(state, own if self.path[-1].mover == player else -own, "horizon")
        return value

    def _is_child(self, state: Any) -> bool:
        return bool(self.path) and self.path[-1].child is state

    def _leaf(self, state: Any, value: Value, why: Literal["over", "horizon"]) -> None:
        node = self.path[-1]
        if node.leaf is not state:  # an exact value may be asked for again in a wider window
            node.leaf = state
            self.report(Leaf(len(self.path), node.tried[-1], state, value, why))

    def known(self, depth: int, kind: int, value: Value, action: Any) -> None:
        """The table has an entry for the last node."""
        self.path[-1].known = True
        kinds: tuple[Literal["lower", "upper", "exact"], ...] = ("lower", "upper", "exact")
        self.report(Known(len(self.path) - 1, depth, kinds[kind - 1], value, action))

    # --- nodes ------------------------------------------------------------------------------------------------------

    def entered(self, state: Any, mover: int, depth: int, alpha: Value, beta: Value) -> None:
        action, again = None, False
        if self.path:
            parent = self.path[-1]
            action, again = parent.tried[-1], not parent.fresh
            parent.fresh = False
        self.report(Entered(len(self.path), action, state, mover, depth, alpha, beta, again))
        self.path.append(_Node(mover))

    def left(self, value: Value | None, beta: Value, action: Any) -> None:
        node = self.path.pop()
        why: Why = "searched"
        if value is None:
            why = "stopped"
        elif node.known and not node.tried:
            why = "table"
        elif value >= beta and node.tried[-1:] == [action]:
            why = "cut"
        self.report(Left(len(self.path), value, why, None if value is None else action, tuple(node.tried)))

    def began(self, state: Any, depth: int | None, alpha: Value, beta: Value) -> None:
        plies = -1 if depth is None else depth
        self.report(Began(plies, alpha, beta, self.narrows))
        self.path.clear()
        self.entered(state, self.root, plies, alpha, beta)

    def ended(self, finished: bool, tree: Tree) -> None:
        """The search of the root is over. The tree has the root actions that were searched."""
        node = self.path.pop()
        why: Why = "searched" if finished else "stopped"
        if finished and tree.done < tree.of:
            why = "cut"
        done = tree.roots.first(tree.done)
        best = max(done, key=lambda root: root.value, default=None)
        value, action = (None, None) if best is None else (best.value, best.action)
        self.report(Left(0, value, why, action, tuple(node.tried)))


class _Game:
    """A game whose `result` and `utility` are those of a reporter."""

    def __init__(self, reporter: _Reporter) -> None:
        game = reporter.game
        self.player, self.actions, self.terminal = game.player, game.actions, game.terminal
        self.result, self.utility = reporter.result, reporter.utility
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def watched(session: Session, report: Report) -> Session:
    """Make a session report each event from now on, and return the session."""
    tree = session.tree
    reporter = _Reporter(report, tree.game, tree.root_player, tree.evaluate, tree.uses_window)
    tree.game, tree.evaluate = cast(AnyGame, _Game(reporter)), reporter.evaluate
    table = getattr(tree, "table", None)
    if table is not None:
        index_of = table.find

        def find(key: Any, at: int) -> int:
            index: int = index_of(key, at)
            if index >= 0:
                row = table.rows[index]
                reporter.known(row.depth, row.kind, row.value, None if row.action is NOTHING else row.action)
            return index

        table.find = find
    kind = type(tree)

    class Watched(kind):  # type: ignore[misc, valid-type]
        frames_per_ply = kind.frames_per_ply + 1

        def visit(
            self, state: Any, mover: int, depth: int, ply: int, alpha: Value, beta: Value
        ) -> tuple[Value, bool]:
            reporter.entered(state, mover, depth, alpha, beta)
            try:
                value, sure = super().visit(state, mover, depth, ply, alpha, beta)
            except Stopped:
                reporter.left(None, beta, None)
                raise
            line = self.line.rows[ply]
            reporter.left(value, beta, None if line is None else line[0])
            return value, sure

        def search(self, state: Any, depth: int, alpha: Value, beta: Value) -> bool:
            reporter.began(state, None if depth >= MAX_PLIES else depth, alpha, beta)
            finished = bool(super().search(state, depth, alpha, beta))
            reporter.ended(finished, self)
            return finished

    tree.__class__ = Watched
    return session
