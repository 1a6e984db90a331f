"""The questions of the terminal to the process of its game, at most one of each purpose at a time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from advsearch.analysis.live.asking import Ask
from advsearch.analysis.live.desks import Desks, Question
from advsearch.cli.terminal.opening import Opened, Seat
from advsearch.cli.terminal.round import Moves, Position

Hear = Callable[[dict[str, Any]], None]
_MOST_KNOWN: Final = 400


class Wire:
    """The processes of the game, what they were asked, and the positions that they told."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._desks = Desks((opened.spec,), opened.named, quiet=True)
        self._asked: dict[str, Question] = {}
        self._known: OrderedDict[tuple[str, Moves], Position] = OrderedDict()

    async def close(self) -> None:
        """End the processes."""
        await self._desks.close()

    def ask(self, purpose: str, ask: Ask, hear: Hear) -> None:
        """Ask a question, and end the one before it of the same purpose. `hear` gets every answer."""
        self.stop(purpose)
        self._asked[purpose] = self._desks.ask(self._opened.spec, ask, hear)

    def stop(self, *purposes: str) -> None:
        """End questions. They get no more answers."""
        for purpose in purposes:
            question = self._asked.pop(purpose, None)
            if question is not None:
                self._desks.stop(question)

    def choose(self, purpose: str, start: str, moves: Moves, seat: Seat, hear: Hear) -> None:
        """Ask a seat for its action."""
        limits = seat.limits
        ask = Ask(
            "choose",
            start,
            moves,
            searcher=seat.player,
            depth=limits.depth,
            nodes=limits.nodes,
            time_s=limits.time_s,
            seed=self._opened.seed,
        )
        self.ask(purpose, ask, hear)

    def known(self, start: str, moves: Moves) -> Position | None:
        """Return a position that was asked before."""
        return self._known.get((start, moves))

    def position(self, purpose: str, start: str, moves: Moves, tell: Callable[[Position | str], None]) -> None:
        """Ask for a position. `tell` gets it, or the error; at once if it is known."""
        self.stop(purpose)
        known = self.known(start, moves)
        if known is not None:
            tell(known)
            return

        def hear(message: dict[str, Any]) -> None:
            if message["kind"] == "position":
                tell(self._remember(start, moves, Position.of(message)))
            elif message["kind"] == "error":
                tell(message["text"])

        self.ask(purpose, Ask("position", start, moves, cells=True), hear)

    def _remember(self, start: str, moves: Moves, position: Position) -> Position:
        self._known[start, moves] = position
        while len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        return position
