"""A session that searches with a text: it writes the root's actions into the tree, calls it, and reads the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from advsearch import limits
from advsearch.protocol import AnyGame, Ties
from advsearch.results import RootLine
from advsearch.search.kit.tree import EVERY, FIRST, TIES, Root, Tree
from advsearch.search.probe import Probe, Probing, Window, is_decided, line_of, root_line
from advsearch.search.recursion import deep_recursion
from advsearch.search.returned import player_of, refuse_dead_ends, root_actions
from advsearch.search.settings import chance
from advsearch.values import MAX_PLIES, Value, is_proven


class Session(Probing):
    """One call of a search. The root may be searched several times, as `deepening` does: tables and orders stay."""

    longest: ClassVar[int] = MAX_PLIES
    """The depth to which the text can search."""

    def __init__(self, tree: Tree, state: Any, budget: limits.Budget, ties: Ties, seed: int) -> None:
        self.tree = tree
        self.game: AnyGame = tree.game
        self.state = state
        self._budget = budget
        self._ties = ties
        self._seed = seed
        self._request = budget.request
        tree.root_player = player_of(tree.game, state)
        tree.wanted = self._request.lines
        self._actions: Sequence[Any] | None = None

    @property
    def nodes(self) -> int:
        return self.tree.budget.entered

    def skip(self, nodes: int) -> None:
        """Count nodes that were entered elsewhere."""
        self.tree.budget.granted += nodes

    @property
    def actions(self) -> Sequence[Any]:
        """The root actions to search, in the game's order."""
        if self._actions is None:
            self._actions = root_actions(self.game, self.state, self._request.actions)
        return self._actions

    def fallback(self) -> tuple[Any, Value]:
        return self.actions[0], self.tree.estimated(self.state, self.tree.root_player)

    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
        tree = self.tree
        horizon = self.longest if depth is None else min(depth, self.longest)
        alpha, beta = window
        order = [*first, *(each for each in self.actions if each not in first)]
        tree.roots.put("action", order)
        tree.of = len(order)
        tree.mode = EVERY if every_action else TIES if self._ties == "random" else FIRST
        floor = tree.scale.bottom if alpha is None else alpha
        roof = tree.scale.top if beta is None else beta
        if self._request.progress is not None and self.tier == "reference":
            tree.root_done = partial(self.report_progress, horizon, window)  # type: ignore[method-assign]
        with deep_recursion(horizon, tree.frames_per_ply):
            finished = self._searched(horizon, floor, roof)
        reported = horizon - tree.deepest + 1 if depth is None else depth
        probe = self._probe(reported, finished, window, every_action)
        refuse_dead_ends(self.game, self.state, probe.value, probe.pv)
        return probe

    def _searched(self, depth: int, alpha: Value, beta: Value) -> bool:
        return self.tree.search(self.state, depth, alpha, beta)

    def _probe(self, depth: int, finished: bool, window: Window, every_action: bool) -> Probe:
        tree = self.tree
        floor, roof = window
        done, of = tree.done, tree.of
        found = tree.roots.first(done)
        if not found:
            return Probe(depth, finished=False, of=of)
        value = max(root.value for root in found)
        inside = (floor is None or value > floor) and (roof is None or value < roof)
        if not inside and not finished:
            return Probe(depth, finished=False, done=done, of=of)
        best = self._best(found, value, finished and inside)
        outcome = tree.scale.outcome
        low = floor is not None and value <= floor
        high = roof is not None and value >= roof
        decided = outcome and is_decided(value, finished=finished, low=low, high=high)
        exact = finished and inside and (tree.sure or (outcome and is_proven(value)))
        return Probe(
            depth=depth,
            finished=finished,
            action=found[best].action,
            value=self.reported(found, best),
            pv=self._pv(found, best) if inside else (),
            exact=exact,
            proven=exact or decided,
            scores=self._scores(found) if finished and every_action else None,
            lines=self._lines(found, best, roof) if inside else (),
            done=done,
            of=of,
        )

    def _best(self, found: Sequence[Root], value: Value, whole: bool) -> int:
        """The number of the root action to play: the first of the best, or any of them if ties are random."""
        equal = [index for index, root in enumerate(found) if root.value == value]
        if self._ties == "first" or not whole:
            return equal[0]
        if self.tree.mode == EVERY:
            place = {action: index for index, action in enumerate(self.actions)}
            equal.sort(key=lambda index: place[found[index].action])
        return chance(self.game, self.state, self._seed).choice(equal)

    def reported(self, found: Sequence[Root], index: int) -> Value:
        """The value of a root action as the result shows it."""
        value: Value = found[index].value + 0  # -0.0 becomes 0.0
        return value

    def _pv(self, found: Sequence[Root], index: int) -> tuple[Any, ...]:
        return (found[index].action, *self.tree.line.read(self.tree.line.kept + index))

    def _scores(self, found: Sequence[Root]) -> tuple[tuple[Any, Value], ...]:
        value_of = {root.action: self.reported(found, index) for index, root in enumerate(found)}
        return tuple((action, value_of[action]) for action in self.actions)

    def _lines(self, found: Sequence[Root], best: int, roof: Value | None) -> tuple[RootLine, ...]:
        others = [index for index, root in enumerate(found) if root.inside and index != best]
        others = [index for index in others if roof is None or found[index].value < roof]
        others.sort(key=lambda index: -found[index].value)
        return tuple(
            root_line(
                found[index].action,
                self.reported(found, index),
                self._pv(found, index),
                found[index].sure,
                self.tree.scale.outcome,
            )
            for index in [best, *others[: self.tree.wanted - 1]]
        )

    def report_progress(self, depth: int, window: Window) -> None:
        """Call `Request.progress` with the root actions that are done."""
        report = self._request.progress
        if report is not None and self.tree.done < self.tree.of:
            probe = self._probe(depth, False, window, False)
            report(line_of(probe, self.nodes, self._budget.seconds(), self.tier))
