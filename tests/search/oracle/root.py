"""The loop over the actions of the root, for all sessions in plain Python."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from advsearch.results import RootLine
from advsearch.search.kit.fields import above
from advsearch.search.probe import Probe, Stopped, is_decided, just_below, root_line
from advsearch.search.returned import root_actions
from advsearch.search.settings import chance
from advsearch.values import Value, is_proven

if TYPE_CHECKING:
    from oracle.session import Session


Linked: TypeAlias = "tuple[Any, Any] | None"
"""A line of play as nested pairs: `(a, (b, None))` is the action a and then the action b."""


class Bar:
    """The value that the next root action has to beat: that of the last of the `lines` best, or none before there are
    so many."""

    def __init__(self, lines: int, bottom: Value) -> None:
        self._lines = lines
        self._best: list[Value] = []
        self.value = bottom

    def take(self, value: Value) -> None:
        """Take the value of a finished root action, or a bound that is at most the bar."""
        best = self._best
        if len(best) < self._lines:
            insort(best, value)
        elif value > best[0]:
            del best[0]
            insort(best, value)
        if len(best) == self._lines:
            self.value = best[0]


@attrs.frozen
class _Found:
    """A root action that was searched."""

    action: Any
    value: Value
    line: Linked
    sure: bool
    inside: bool
    """Whether `value` is the true value, and not a bound."""


class RootLoop:
    """The loop over the root actions of one probe."""

    def __init__(self, session: Session, alpha: Value, beta: Value, every_action: bool) -> None:
        self.session = session
        self.alpha = alpha
        self.beta = beta
        self.every_action = every_action
        self.value: Value = session.bottom
        self.bar = Bar(session.lines, session.bottom)
        self.actions: Sequence[Any] = ()
        self.found: list[_Found] = []
        self.best: _Found | None = None
        self.sure = True

    def search(self, first: Sequence[Any]) -> Probe:
        session = self.session
        actions = self.actions = root_actions(session.game, session.state, session.only)
        try:
            session.left -= 1
            if session.left < 0:
                session.poll()
            for action in [*first, *(each for each in actions if each not in first)]:
                if self._try(action):
                    break
                if session.progress is not None and len(self.found) < len(actions):
                    session.progress(self._probe(finished=False))
        except Stopped:
            return self._probe(finished=False)
        return self._probe(finished=True)

    def _lowest(self) -> Value:
        """The lower bound of the next root action's window: only a value above it is exact."""
        session, bar = self.session, self.bar.value
        if self.every_action:
            return session.bottom
        if session.ties == "random" and bar > session.bottom:
            bar = just_below(bar)
        return max(self.alpha, bar)

    def _try(self, action: Any) -> bool:
        """Search one root action. Return True, which ends the probe, if the action's value is at least beta."""
        session = self.session
        lowest, roof = self._lowest(), self.beta
        if session.lines > 1 and not self.every_action and self.bar.value > session.bottom:
            roof = min(roof, above(lowest))  # most actions are worse than the best ones so far
        value = session.visit(session.state, session.root, session.horizon, lowest, roof, (action,))
        if value > lowest and roof < self.beta:
            session.skip(-1)  # the child is not counted twice
            value = session.visit(session.state, session.root, session.horizon, lowest, self.beta, (action,))
        value += 0  # -0.0 becomes 0.0
        inside = value > lowest and (value < self.beta or self.beta >= session.top)
        self.found.append(_Found(action, value, session.line, session.sure, inside))
        self.bar.take(value)
        if self.best is None or value > self.value:
            self.value = value
            self.best = self.found[-1]
            if value >= self.beta and not self.every_action:
                self.sure = session.sure
                return True
        self.sure = self.sure and session.sure
        return False

    def _probe(self, *, finished: bool) -> Probe:
        session = self.session
        done, of = len(self.found), len(self.actions)
        low = self.value <= self.alpha and self.alpha > session.bottom
        high = self.value >= self.beta and self.beta < session.top
        inside = not low and not high
        chosen = self._chosen() if finished and inside else self.best
        if chosen is None or not (finished or inside):
            return Probe(session.horizon, finished, done=done, of=of)
        value = chosen.value
        decided = session.outcome and is_decided(value, finished=finished, low=low, high=high)
        exact = finished and inside and (self.sure or (session.outcome and is_proven(value)))
        return Probe(
            depth=session.horizon,
            finished=finished,
            action=chosen.action,
            value=value,
            pv=(actions_along(chosen.line) or (chosen.action,)) if inside else (),
            exact=exact,
            proven=exact or decided,
            scores=self._scores() if finished and self.every_action else None,
            lines=self._lines(chosen) if inside else (),
            done=done,
            of=of,
        )

    def _chosen(self) -> _Found | None:
        """The best root action. If ties are random, one of the equally good root actions is selected at random."""
        if self.session.ties == "first":
            return self.best
        found = self._in_order() if self.every_action else self.found
        equal = [each for each in found if each.value == self.value]
        return chance(self.session.game, self.session.state, self.session.seed).choice(equal)

    def _in_order(self) -> list[_Found]:
        order = {action: place for place, action in enumerate(self.actions)}
        return sorted(self.found, key=lambda each: order[each.action])

    def _scores(self) -> tuple[tuple[Any, Value], ...]:
        return tuple((each.action, each.value) for each in self._in_order())

    def _lines(self, chosen: _Found) -> tuple[RootLine, ...]:
        session = self.session
        others = sorted(
            (each for each in self.found if each.inside and each is not chosen), key=lambda each: -each.value
        )
        return tuple(
            root_line(each.action, each.value, actions_along(each.line), each.sure, session.outcome)
            for each in [chosen, *others[: session.lines - 1]]
        )


def actions_along(line: Linked) -> tuple[Any, ...]:
    """Convert a line of play from nested pairs to a tuple of actions, from first to last."""
    actions = []
    while line is not None:
        action, line = line
        actions.append(action)
    return tuple(actions)
