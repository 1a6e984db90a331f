"""An agent that is a program with the Universal Game Interface."""

from __future__ import annotations

import collections
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn

import attrs

from advsearch.errors import AdvsearchError, AgentFault, Fault
from advsearch.limits import now
from advsearch.match.agents import Answer, Play, Resign, Turn
from advsearch.notation import read_action
from advsearch.protocol import AnyGame
from advsearch.ugi.child import Program
from advsearch.ugi.words import NONE, RESIGN, Writer, go_line, read_info, refuse_spaces

START_S: Final = 10.0
"""The seconds that a program has before each game to become ready."""
HANG_S: Final = 0.75
"""A program that exceeds the sum of its limit and the grace by `HANG_S` seconds has stalled. If a program answers
after its limit, but before it has stalled, its answer is only late."""
_STOP_LOOK_S: Final = 0.05
_INFO_LINES: Final = 20


@attrs.define(eq=False)
class UgiAgent:
    """An agent whose moves are chosen by a program. The program is started for the first game, kept from game to
    game, and ended if it fails.

    The fault is `crash` if the program cannot be started or its output ends. The fault is `stall` if the program is
    not ready in time. If the program exceeds its limit and the grace by `hang_s` seconds, the fault is also `stall`.
    The fault is `illegal` if the program's answer is not an action. The referee decides whether an answer is late.
    """

    name: str
    command: Sequence[str]
    options: Mapping[str, str] = attrs.field(factory=dict)
    memory_mb: int | None = None
    cpu_s: int | None = None
    start_s: float = START_S
    hang_s: float = HANG_S
    seed: int | None = None
    """The seed that is sent before each game, if the program has the option `seed`."""
    _program: Program | None = attrs.field(default=None, init=False, repr=False)
    _offered: dict[str, str] = attrs.field(factory=dict, init=False, repr=False)
    """The program's options by their names in lower case."""
    _writer: Writer = attrs.field(factory=Writer, init=False, repr=False)

    def prepare(self, game: AnyGame) -> None:
        """Start the program if necessary, and make it ready for a new game."""
        deadline = now() + self.start_s
        if self._program is None:
            refuse_spaces(game)
            self._start(deadline)
        if self.seed is not None and "seed" in self._offered:
            self._send(f"setoption name {self._offered['seed']} value {self.seed}", deadline)
        self._writer = Writer()
        self._send("uginewgame\nisready", deadline)
        self._wait_for("readyok", deadline, f"was not ready for a game within {self.start_s:g} s")

    def choose(self, turn: Turn) -> Answer:
        started = now()
        grace_s = turn.controls[turn.player].grace_s
        if turn.allowed_s is None or grace_s is None:
            patience = (turn.allowed_s or 0.0) + turn.controls[turn.player].stall_s
        else:
            patience = turn.allowed_s + grace_s + self.hang_s
        deadline = started + patience
        if self._program is None:
            self.prepare(turn.game)
        # output before this point is ignored, because an answer belongs to the command before it
        self._send(f"{self._writer.line(turn)}\nisready", deadline)
        silence = f"gave no answer within {patience:.2f} s"
        self._wait_for("readyok", deadline, silence)
        self._send(go_line(turn), deadline)
        return self._answer(turn, deadline, silence)

    def close(self) -> None:
        """End the program, and wait until it has ended."""
        if self._program is not None:
            self._program.close("quit")
            self._program = None

    def _start(self, deadline: float) -> None:
        self._program = Program(self.command, memory_mb=self.memory_mb, cpu_s=self.cpu_s)
        self._offered = {}
        self._send("ugi", deadline)
        silence = f"did not say ugiok within {self.start_s:g} s"
        while (words := self._receive(deadline, silence).split()) != ["ugiok"]:
            if words[:2] == ["option", "name"]:
                name = " ".join(words[2 : words.index("type") if "type" in words else None])
                self._offered[name.lower()] = name
        for option, value in self.options.items():
            if option.lower() not in self._offered:
                offers = ", ".join(self._offered.values()) or "none"
                self._fail("crash", f"has no option {option!r}; its options: {offers}")
            self._send(f"setoption name {self._offered[option.lower()]} value {value}", deadline)

    def _answer(self, turn: Turn, deadline: float, silence: str) -> Answer:
        """Wait for the program's answer `bestmove`, and return it."""
        infos: collections.deque[str] = collections.deque(maxlen=_INFO_LINES)
        asked_to_stop = False
        while True:
            if turn.stop is not None and turn.stop.is_set() and not asked_to_stop:
                self._send("stop", deadline)
                asked_to_stop, deadline = True, min(deadline, now() + self.hang_s)
            line = self._next(deadline if turn.stop is None or asked_to_stop else min(deadline, now() + _STOP_LOOK_S))
            if line is not None and line.split(None, 1)[:1] == ["bestmove"]:
                return self._understood(turn, line, infos)
            if now() >= deadline:
                self._fail("stall", silence)
            if line is not None and line.startswith("info "):
                infos.append(line)

    def _understood(self, turn: Turn, line: str, infos: Sequence[str]) -> Answer:
        words = line.split()
        if words[1:] == [RESIGN]:
            return Resign()
        if len(words) < 2 or words[1] == NONE:
            raise AgentFault(f"expected an action, got {line[:80]!r}", termination="illegal", stderr=self._stderr())
        try:
            action = read_action(turn.game, turn.state, words[1])
        except AdvsearchError as error:
            raise AgentFault(str(error), termination="illegal", stderr=self._stderr()) from None
        return Play(action, reported=read_info(infos))

    # --- the program ----------------------------------------------------------------------------------------------

    def _send(self, text: str, deadline: float) -> None:
        assert self._program is not None
        self._program.send(text, deadline)

    def _wait_for(self, word: str, deadline: float, silence: str) -> None:
        while self._receive(deadline, silence).split() != [word]:
            pass

    def _receive(self, deadline: float, silence: str) -> str:
        """Return the next line of the program's output. If there is no line by the deadline, the program has
        stalled."""
        line = self._next(deadline)
        if line is None or now() >= deadline:
            self._fail("stall", silence)
        return line

    def _next(self, deadline: float) -> str | None:
        assert self._program is not None
        try:
            return self._program.receive(deadline)
        except EOFError:
            self._fail("crash", f"the program {self._program.fate()}")

    def _fail(self, termination: Fault, detail: str) -> NoReturn:
        """End the program without waiting for it, and raise an `AgentFault` with the reason."""
        stderr = self._stderr()
        assert self._program is not None
        self._program.kill()
        self._program = None
        raise AgentFault(detail, termination=termination, stderr=stderr)

    def _stderr(self) -> str:
        return "" if self._program is None else self._program.stderr
