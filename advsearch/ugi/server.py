"""Run an agent of advsearch as a UGI program. One thread reads commands and answers them, while another thread
searches."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterable
from typing import Any, Final

import attrs

from advsearch import __version__
from advsearch.errors import AdvsearchError
from advsearch.limits import now
from advsearch.match.agents import Agent, Play, Prepares, Resign, Turn
from advsearch.match.clock import TimeControl
from advsearch.notation import line_text
from advsearch.plugins.manager import cause_and_line, one_line
from advsearch.protocol import AnyGame
from advsearch.results import Line, Result
from advsearch.search.returned import utility_of
from advsearch.ugi.words import (
    NONE,
    RESIGN,
    Reader,
    action_word,
    read_limits,
    refuse_spaces,
    score_words,
)

MAX_LINE: Final = 1_000_000
MAX_SEED: Final = 2**63 - 1
LEAVE_S: Final = 1.0
"""After `quit`, the server stops the search, and waits at most `LEAVE_S` seconds for its end. Built-in searches take
milliseconds to stop."""
END_S: Final = 10.0
"""The seconds to wait for a running search after the end of the input. If commands come from a file, the input may
end while the first search still loads its machine code."""

MakeAgent = Callable[[str | None, int], Agent]
"""A function that makes the agent from the spec of a searcher and a seed. If the spec is None, the agent gets the
searcher with which the server was started."""
Write = Callable[[str], None]


@attrs.define
class _Search:
    """A search that is running."""

    thread: threading.Thread
    stop: threading.Event = attrs.field(factory=threading.Event)
    answered: bool = False
    """Whether the search has found its answer. `answered` is set before the answer is printed, because the next
    command may come immediately."""


class UgiServer:
    """One conversation with another program. `handle` takes a line and returns False after `quit`. `handle` raises no
    error, whatever the line contains."""

    def __init__(self, game: AnyGame, make_agent: MakeAgent, write: Write, *, searcher: str = "") -> None:
        refuse_spaces(game)
        self.game = game
        self._make_agent = make_agent
        self._searcher, self._seed = searcher, 0
        self.agent = make_agent(None, 0)
        self._ready = False
        """Whether the agent has prepared for the game."""
        self._position = Reader(game)
        self._search: _Search | None = None
        self._write = write
        self._speaking = threading.Lock()
        self._commands: dict[str, Callable[[str], None]] = {
            "ugi": self._introduce,
            "isready": self._say_ready,
            "setoption": self._set_option,
            "uginewgame": self._new_game,
            "position": lambda text: self._position.position(text),
            "moves": lambda text: self._position.moves(text.split()),
            "go": self._go,
            "stop": lambda _: self._stop(),
            "query": self._query,
        }

    # --- the conversation -----------------------------------------------------------------------------------------

    def handle(self, line: str) -> bool:
        """Carry out the command in one line of input. The answer to a wrong line is a one-line error."""
        command, _, rest = line.strip().partition(" ")
        if command == "quit":
            self.close()
            return False
        if not command:
            return True
        try:
            if command not in self._commands:
                self._error(f"expected a command such as position or go, got {command[:40]!r}")
            elif self.searching and command not in ("isready", "stop", "query"):
                self._error(f"expected isready, stop or quit during a search, got {command}")
            else:
                self._commands[command](rest.strip())
        except Exception as error:  # a game's parser may raise any error; it is reported like wrong input
            name = "" if isinstance(error, AdvsearchError) else f"{type(error).__name__}: "
            self._error(f"{name}{error}")
        return True

    @property
    def searching(self) -> bool:
        return self._search is not None and not self._search.answered

    def close(self, patience_s: float = LEAVE_S) -> None:
        """Stop the current search, and wait until it has printed its answer."""
        self._stop()
        if self._search is not None:
            self._search.thread.join(patience_s)

    def _say(self, *lines: str) -> None:
        with self._speaking:
            self._write("".join(f"{line}\n" for line in lines))

    def _error(self, message: str) -> None:
        self._say(f"info string error {one_line(message)}")

    # --- commands -------------------------------------------------------------------------------------------------

    def _introduce(self, _: str) -> None:
        self._say(
            f"id name advsearch {__version__} {one_line(self.agent.name)}",
            "id author the advsearch maintainers",
            f"option name Searcher type string default {self._searcher or '<empty>'}",
            f"option name Seed type spin default 0 min 0 max {MAX_SEED}",
            "ugiok",
        )

    def _say_ready(self, _: str) -> None:
        if not self.searching and not self._ready:
            try:
                if isinstance(self.agent, Prepares):
                    self.agent.prepare(self.game)
            except BaseException as error:
                self._crash(error)
                return
            self._ready = True
        self._say("readyok")

    def _set_option(self, text: str) -> None:
        name, _, value = text.removeprefix("name ").strip().partition(" value ")
        searcher, seed = self._searcher, self._seed
        match name.strip().lower():
            case "searcher" if value.strip():
                searcher = value.strip()
            case "seed" if value.strip().isdecimal() and len(value.strip()) < 20 and int(value) <= MAX_SEED:
                seed = int(value)
            case _:
                expected = f"setoption name Searcher value SPEC or name Seed value 0 to {MAX_SEED}"
                self._error(f"expected {expected}, got {text[:60]!r}")
                return
        self.agent = self._make_agent(searcher or None, seed)
        self._searcher, self._seed, self._ready = searcher, seed, False

    def _new_game(self, _: str) -> None:
        self._ready = False
        self._position = Reader(self.game)

    def _query(self, what: str) -> None:
        game, state = self.game, self._position.state
        match what:
            case "p1turn":
                answer = "true" if game.player(state) == 0 else "false"
            case "gameover":
                answer = "true" if game.terminal(state) else "false"
            case "result":
                answer = "none"
                if game.terminal(state):
                    utility = utility_of(game, state, 0)
                    answer = "draw" if utility == 0 else "p1win" if utility > 0 else "p2win"
            case "actions":
                legal = () if game.terminal(state) else game.actions(state)
                answer = " ".join(action_word(game, state, action) for action in legal)
            case _:
                self._error(f"expected query p1turn, gameover, result or actions, got {what[:40]!r}")
                return
        self._say(f"response {answer}")

    # --- search ---------------------------------------------------------------------------------------------------

    def _go(self, text: str) -> None:
        state = self._position.state
        if self.game.terminal(state):
            self._say(f"bestmove {NONE}")
            return
        player = self.game.player(state)
        limits = read_limits(text.split(), player)
        search = _Search(threading.Thread(target=lambda: self._answer(search, turn), daemon=True, name="search"))
        turn = Turn(
            self.game,
            state,
            player,
            self._position.states[0],
            self._position.actions,
            limits,
            stop=search.stop,
            controls=(TimeControl(limits), TimeControl(limits)),
        )
        self._search = search
        search.thread.start()

    def _stop(self) -> None:
        if self._search is not None:
            self._search.stop.set()

    def _answer(self, search: _Search, turn: Turn) -> None:
        """Search, and print the result. An agent that raises an error ends the program."""
        started = now()
        said: list[Line] = []
        try:
            answer = self.agent.choose(attrs.evolve(turn, report=lambda line: self._report(turn.state, line, said)))
        except BaseException as error:
            self._crash(error)
            return
        lines = []
        if isinstance(answer, Play) and answer.result is not None:
            found = answer.result
            if not said or _findings(said[-1]) != _findings(found):
                lines.append(f"info {self._info(turn.state, found, now() - started)}")
            elif said[-1].nodes != found.nodes:  # the result includes nodes of a depth that was not finished
                lines.append(f"info {_effort(found, now() - started)}")
        lines.append(f"bestmove {self._word(turn, answer)}")
        search.answered = True
        self._say(*lines)

    def _crash(self, error: BaseException) -> None:
        """End the program after an agent has failed, so that the other program stops waiting for an answer."""
        if isinstance(error, AdvsearchError):
            print(f"error: {error}", file=sys.stderr)
        else:
            traceback.print_exception(error)
            print(f"error: {cause_and_line(error)}", file=sys.stderr)
        sys.stderr.flush()
        self._error(f"the agent failed: {cause_and_line(error)}")
        os._exit(1)

    def _word(self, turn: Turn, answer: object) -> str:
        """The agent's answer as a string without spaces. `_word` does not check whether the answer is legal, because
        the other program refuses illegal answers."""
        if isinstance(answer, Resign):
            return RESIGN
        action = answer.action if isinstance(answer, Play) else answer
        try:
            return action_word(self.game, turn.state, action)
        except Exception:
            return "".join(repr(action).split())[:80]

    def _info(self, state: Any, found: Line | Result, seconds: float) -> str:
        """The text of an `info` line for a search's result."""
        line = " ".join(line_text(self.game, state, found.pv))
        score = score_words(found.value, self.game, bound=_is_bound(found))
        words = f"depth {found.depth} {score} {_effort(found, seconds)}"
        return f"{words}{f' pv {line}' if line else ''}"

    def _report(self, state: Any, line: Line, said: list[Line]) -> None:
        """Print the result of a finished depth as an `info` line."""
        said.append(line)
        self._say(f"info {self._info(state, line, line.seconds)}")


def _effort(found: Line | Result, seconds: float) -> str:
    speed = int(found.nodes / seconds) if seconds > 0 else 0
    return f"nodes {found.nodes} time {int(seconds * 1000)} nps {speed}"


def _findings(found: Line | Result) -> tuple[Any, ...]:
    """The fields of an `info` line for the result of a search, without the nodes and the time."""
    return found.depth, found.value, _is_bound(found), tuple(found.pv)


def _is_bound(found: Line | Result) -> bool:
    return isinstance(found, Result) and found.bound


def serve(server: UgiServer, lines: Iterable[bytes]) -> None:
    """Let the server handle lines until `quit` or the end of the input."""
    for line in lines:
        if not server.handle(line.decode(errors="replace")):
            return
    server.close(END_S)


def read_lines(descriptor: int) -> Iterable[bytes]:
    """Yield the lines of the input. A line longer than `MAX_LINE` bytes is cut, and its end is lost."""
    with open(descriptor, "rb", closefd=False) as file:
        while line := file.readline(MAX_LINE):
            rest = line
            while not rest.endswith(b"\n") and len(rest) == MAX_LINE:
                rest = file.readline(MAX_LINE)
            yield line
