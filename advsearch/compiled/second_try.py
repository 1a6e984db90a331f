"""What happens when derived rules give up: the probe is repeated with more memory, or on the reference tier.

Rules over integers that are derived from a game's methods stop when they could become wrong: for example at a number
beyond 64 bits, or at a list that is longer than any seen while they were derived. The probe then has no result.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from advsearch.compiled.session import CompiledSession
from advsearch.errors import CompiledTierUnavailable
from advsearch.limits import Budget
from advsearch.lowering.row_rules import GaveUp
from advsearch.search.session import Probe, Session
from advsearch.values import Value

TIME_TO_BUILD_S: Final = 30.0
"""With less time left nothing is built again."""


class SecondTry:
    """A session that is compiled until its derived rules give up.

    `compiled` opens a compiled session. `grown` opens one with twice the room, or returns None. `reference` opens one
    in plain Python. `note` is called with what happened.
    """

    def __init__(
        self,
        compiled: Callable[[], CompiledSession],
        grown: Callable[[], CompiledSession | None],
        reference: Callable[[], Session],
        note: Callable[[str], None],
        budget: Budget,
    ) -> None:
        self._grown = grown
        self._reference = reference
        self._note = note
        self._budget = budget
        try:
            self._session: CompiledSession | Session = compiled()
        except CompiledTierUnavailable as error:
            self._session = self._next(error, 0)

    @property
    def nodes(self) -> int:
        return self._session.nodes

    def fallback(self) -> tuple[Any, Value]:
        return self._session.fallback()

    def probe(self, depth: int | None, *window: Value | None, **how: Any) -> Probe:
        """The contract of `advsearch.search.session.Session.probe`. Positions of a probe that was given up are not
        counted.
        """
        while True:
            before = self._session.nodes
            try:
                return self._session.probe(depth, *window, **how)
            except CompiledTierUnavailable as error:
                self._session = self._next(error, before)

    def _next(self, error: CompiledTierUnavailable, nodes: int) -> CompiledSession | Session:
        if isinstance(error, GaveUp) and error.needs_room and self._budget.seconds_left() > TIME_TO_BUILD_S:
            try:
                grown = self._grown()
            except CompiledTierUnavailable as worse:
                error, grown = worse, None
            if grown is not None:
                grown.nodes = nodes
                return grown
        self._note(f"searched again on the reference tier: {error}")
        session = self._reference()
        session.left -= nodes
        return session
