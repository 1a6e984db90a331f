"""The rules of a game as another program implements them: the program answers queries about positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from advsearch.limits import now
from advsearch.protocol import AnyGame
from advsearch.ugi.agent import UgiAgent

ANSWER_S: Final = 30.0
"""The seconds that a program may take for one answer."""
_ERROR: Final = ("error", "illegal", "unknown", "invalid")
"""The words with which a program refuses a position. A refusal begins a line, or the text of an `info string`, with
such a word."""


@attrs.frozen
class Told:
    """The answers of a program about a position. A field is None if the program does not answer the query."""

    refused: str = ""
    """The line with which the program refused the position."""
    first_to_move: bool | None = None
    over: bool | None = None
    result: str | None = None
    """The result of the game: p1win, p2win, draw or none."""
    actions: tuple[str, ...] | None = None
    """All legal actions, as the program answers `query actions`. The query `query actions` is an extension of the
    protocol by advsearch."""
    move: str | None = None
    """The program's move. If the game is over, or if the program has answered `query actions`, no move is
    requested.
    """


@attrs.define(eq=False)
class UgiRules(UgiAgent):
    """A program that answers queries about positions. A position is given by the actions that lead to it from the
    start."""

    start_s: float = 120.0

    def told(self, game: AnyGame, words: Sequence[str]) -> Told:
        """Ask the program about a position, and return its answers. Raises `AgentFault` if the program ends or does
        not answer. After an `AgentFault`, the program is started again for the next position."""
        if self._program is None:
            self.prepare(game)
        try:
            return self._told(words)
        except BaseException:
            self.close()  # later output would be read as the answer to another query
            raise

    def _told(self, words: Sequence[str]) -> Told:
        lines = self._lines(f"position startpos moves {' '.join(words)}" if words else "position startpos")
        refused = next((line for line in lines if _refuses(line)), "")
        if refused:
            return Told(refused)
        first, over = (self._query(what) for what in ("p1turn", "gameover"))
        result, actions = self._query("result"), self._query("actions")
        move = None
        if actions is None and over != "true":
            self._send("go depth 1", now() + ANSWER_S)
            while move is None:
                line = self._receive(now() + ANSWER_S, f"gave no bestmove within {ANSWER_S:g} s").split()
                move = line[1] if line[:1] == ["bestmove"] and len(line) > 1 else None
        return Told(
            first_to_move=_truth(first),
            over=_truth(over),
            result=result,
            actions=None if actions is None else tuple(actions.split()),
            move=move,
        )

    def _query(self, what: str) -> str | None:
        for line in self._lines(f"query {what}"):
            word, _, answer = line.partition(" ")
            if word == "response":
                return answer.strip()
        return None

    def _lines(self, command: str) -> list[str]:
        """Send a command to the program, and return all lines of its answer."""
        deadline = now() + ANSWER_S
        self._send(f"{command}\nisready", deadline)
        lines: list[str] = []
        while not lines or lines[-1].split() != ["readyok"]:
            lines.append(self._receive(deadline, f"gave no answer to {command[:40]!r} within {ANSWER_S:g} s"))
        return lines[:-1]


def _refuses(line: str) -> bool:
    return line.removeprefix("info string ").lower().startswith(_ERROR)


def _truth(answer: str | None) -> bool | None:
    return None if answer is None else answer == "true"
