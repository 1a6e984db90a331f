"""A session that goes on with larger builds, or in plain Python, where derived rules give up."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from advsearch.compiled.waiting import NotBuilt, at_once
from advsearch.errors import CompiledTierUnavailable
from advsearch.limits import Budget
from advsearch.results import Tier
from advsearch.search.kit.session import Session
from advsearch.search.probe import Probe, Probing, Window
from advsearch.values import Value

if TYPE_CHECKING:
    from advsearch.compiled.session import CompiledSession
    from advsearch.search.kit.session import Session


class SecondTry(Probing):
    """A session that runs compiled code until the derived rules of the game raise `GaveUp`.

    `compiled` opens a compiled session. `grown` opens a compiled session with more room for lists and plies, or
    returns None if no more room is allowed. `reference` opens a session in plain Python. When the session in plain
    Python begins, `note` is called with a message. A search with a clock never waits for a build, because a build
    cannot be stopped at the time limit.
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
        self._clocked = budget.limits.time_s is not None
        try:
            with at_once() if self._clocked else contextlib.nullcontext():
                self._session: CompiledSession | Session = compiled()
        except NotBuilt as missing:
            self._session = self._in_python(f"the machine code of {missing.wanted.label} is not built", 0)
        except CompiledTierUnavailable as error:
            self._session = self._next(error, 0)

    @property
    def nodes(self) -> int:
        return self._session.nodes

    @property
    def tier(self) -> Tier:
        return self._session.tier

    def fallback(self) -> tuple[Any, Value]:
        return self._session.fallback()

    def search_root(self, depth: int | None, window: Window, first: Sequence[Any], every_action: bool) -> Probe:
        """Search the root to one depth. If a probe ends with `GaveUp`, its positions are not counted."""
        while True:
            before = self._session.nodes
            try:
                return self._session.search_root(depth, window, first, every_action)
            except CompiledTierUnavailable as error:
                self._session = self._next(error, before)

    def _next(self, error: CompiledTierUnavailable, nodes: int) -> CompiledSession | Session:
        from advsearch.lowering.row_rules import GaveUp

        if isinstance(error, GaveUp) and error.needs_room and not self._clocked:
            try:
                grown = self._grown()
            except CompiledTierUnavailable as worse:
                error, grown = worse, None
            if grown is not None:
                grown.nodes = nodes
                return grown
        return self._in_python(str(error), nodes)

    def _in_python(self, why: str, nodes: int) -> Session:
        self._note(f"searched again on the reference tier: {why}")
        session = self._reference()
        session.skip(nodes)
        return session
