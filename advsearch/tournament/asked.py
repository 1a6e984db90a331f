"""Who has been asked for a move and has not answered yet, in each worker on this machine.

A run that waits for a silent agent can name the agent. Each worker has a line in memory that it shares with the
runner. The line contains a number, which changes with every question, and the name of the agent that was asked.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from advsearch.limits import now
from advsearch.match import Agent, Answer, Turn
from advsearch.match.agents import Prepares
from advsearch.protocol import AnyGame

LINE: Final = 256
"""The number of bytes in a worker's line."""
_NUMBER: Final = 4

_own: Any = bytearray(LINE)
_start: int = 0
_asked: int = 0
_read: Any = _own


def write_to(board: Any, number: int) -> None:
    """Write the questions of this process to the line with this number, modulo the number of lines."""
    global _own, _start
    _own, _start = board, LINE * (number % (len(board) // LINE))


def write_to_own() -> Any:
    """Write the questions of this process to memory of its own, and return that memory."""
    write_to(bytearray(LINE), 0)
    return _own


def read_from(board: Any) -> None:
    """Read the questions of the workers that write to this memory."""
    global _read
    _read = board


def _ask(name: str) -> None:
    global _asked
    _asked = (_asked + 1) % 2**31
    text = _asked.to_bytes(_NUMBER, "big") + name.encode(errors="replace")[: LINE - _NUMBER - 1]
    _own[_start : _start + LINE] = text.ljust(LINE, b"\0")


@attrs.frozen
class Announced:
    """An agent whose name is written down while it is asked for a move."""

    agent: Agent

    @property
    def name(self) -> str:
        return self.agent.name

    def prepare(self, game: AnyGame) -> None:
        if isinstance(self.agent, Prepares):
            _ask(f"{self.name} to get ready")
            try:
                self.agent.prepare(game)
            finally:
                _ask("")

    def choose(self, turn: Turn) -> Answer:
        _ask(self.name)
        try:
            return self.agent.choose(turn)
        finally:
            _ask("")


@attrs.define
class Waits:
    """How long each agent that was asked has been silent, as far as the calls of `look` show."""

    _since: dict[int, tuple[bytes, float]] = attrs.field(factory=dict)

    def look(self) -> None:
        """Look at all lines. A question that was there at the last look has been waiting since then."""
        board, seen = _read, {}
        for at in range(0, len(board), LINE):
            text = bytes(board[at : at + LINE])
            before = self._since.get(at)
            if text[_NUMBER]:
                seen[at] = before if before is not None and before[0] == text else (text, now())
        self._since = seen

    def longer_than(self, seconds: float) -> list[tuple[str, float]]:
        """The names of the agents that have been silent for longer, with their seconds, the longest first."""
        found = [
            (text[_NUMBER:].rstrip(b"\0").decode(errors="replace"), now() - since)
            for text, since in self._since.values()
        ]
        return sorted((each for each in found if each[1] > seconds), key=lambda each: -each[1])
