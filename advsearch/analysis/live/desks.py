"""The side of the face: processes that answer questions, one for each game, watched and replaced.

A question that takes longer than it may, or a game that crashes or eats memory, ends the process. The question that
did it gets an error, and the others are asked again in a new process. After a crash with several questions under way,
nobody knows which one did it, so that each is asked again in a process of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import attrs

from advsearch.analysis.live.asking import Ask
from advsearch.limits import now
from advsearch.system.bounds import memory_bytes

Tell = Callable[[dict[str, Any]], None]

GRACE_S: Final = 5.0
"""How long a question may take beyond its time, for starting and on a busy machine."""
STOP_S: Final = 2.0
"""How long a stopped question may go on. A search looks at its stop signal many times a second."""
WATCH_S: Final = 0.25
MOST_BYTES: Final = 3 << 30
"""The memory that a process may use, unless the machine has little."""
MOST_QUESTIONS: Final = 64
"""The largest number of questions that one process answers at the same time."""
MOST_ALONE: Final = 4
START_S: Final = 60.0
"""How long a process may take until it is ready."""
LATE: Final = "a question took too long"
_KILL: Final = getattr(signal, "SIGKILL", signal.SIGTERM)
_LONGEST_LINE: Final = 16 << 20


@attrs.define(eq=False)
class Question:
    """A question under way, and where its answers go."""

    ask: Ask
    tell: Tell
    number: int = 0
    deadline: float = 0.0
    stopped: bool = False
    tries: int = 0
    over: bool = False
    process: _Process | None = None

    def end(self, error: str = "") -> None:
        if not self.over:
            self.over = True
            if error:
                self.tell({"kind": "error", "text": error, "game": True})
            self.tell({"kind": "done"})


@attrs.define(eq=False)
class _Process:
    """One process and its questions."""

    game: str
    named: tuple[str, ...]
    quiet: bool
    lost: Callable[[_Process, list[Question], str], None]
    """Called with the questions that were under way when the process ended, and the reason."""
    questions: dict[int, Question] = attrs.field(factory=dict)
    numbers: Any = attrs.field(factory=itertools.count)
    child: asyncio.subprocess.Process | None = None
    waiting: list[Question] = attrs.field(factory=list)
    """Questions that came before the process was ready."""
    ready: bool = False
    fatal: str = ""
    ended: str = ""
    alone: bool = False
    """Whether the process ends after its first question."""

    async def run(self) -> None:
        """Start the process and pass its answers on until it ends."""
        self.child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "advsearch.analysis.live.desk",
            self.game,
            *self.named,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL if self.quiet else None,
            start_new_session=True,  # Linux shares the processor among sessions before it looks at priorities
            limit=_LONGEST_LINE,
        )
        watcher = asyncio.create_task(self._watch())
        assert self.child.stdout is not None
        try:
            async for line in self.child.stdout:
                with contextlib.suppress(ValueError):  # what a game has printed past Python
                    self._heard(json.loads(line))
        finally:
            watcher.cancel()
            self.kill()
            code = await self.child.wait()
            left = [each for each in (*self.questions.values(), *self.waiting) if not each.over]
            self.questions.clear()
            self.waiting.clear()
            self.ended = self.ended or self.fatal or f"the process of {self.game} ended with status {code}"
            self.lost(self, left, self.ended)

    def put(self, question: Question) -> None:
        question.process = self
        if not self.ready:
            question.deadline = now() + question.ask.seconds + START_S
            self.waiting.append(question)
            return
        question.number = next(self.numbers)
        question.deadline = now() + question.ask.seconds + GRACE_S
        self.questions[question.number] = question
        self._send({"id": question.number, **_data(question.ask)})

    def stop(self, question: Question) -> None:
        question.stopped = True
        if question in self.waiting:
            self.waiting.remove(question)
            question.end()
        else:
            question.deadline = min(question.deadline, now() + STOP_S)
            self._send({"id": question.number, "do": "stop"})

    def _send(self, message: dict[str, Any]) -> None:
        assert self.child is not None
        assert self.child.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):  # the process has ended, which `run` notices
            self.child.stdin.write(json.dumps(message).encode() + b"\n")

    def _heard(self, message: dict[str, Any]) -> None:
        kind = message["kind"]
        if kind == "ready":
            self.ready = True
            waiting, self.waiting = self.waiting, []
            for question in waiting:
                self.put(question)
        elif kind in ("building", "built"):
            for question in self.questions.values():
                question.deadline = max(question.deadline, now() + question.ask.seconds + 10 * GRACE_S)
                question.tell(message)
        elif message.get("fatal"):
            self.fatal = message["text"]
        else:
            number = message.pop("id")
            found = self.questions.get(number)
            if found is not None and kind == "done":
                del self.questions[number]
                found.end()
                if self.alone:
                    self.kill()
            elif found is not None and not found.stopped:
                found.tell(message)

    async def _watch(self) -> None:
        """Kill the process when a question is late, or when it uses too much memory."""
        assert self.child is not None
        bound = min(MOST_BYTES, (memory_bytes() or MOST_BYTES) // 2)
        while True:
            await asyncio.sleep(WATCH_S)
            late = [each for each in (*self.questions.values(), *self.waiting) if now() > each.deadline]
            for question in late:
                limit = f"{question.ask.seconds:g} s"
                question.end("" if question.stopped else f"the game did not answer within {limit}, and was stopped")
            if late:
                self.ended = LATE
            elif _resident(self.child.pid) > bound:
                self.ended = f"the game used more than {bound >> 20:,} MB of memory, and was stopped"
            else:
                continue
            self.kill()
            return

    def kill(self) -> None:
        """End the process at once. `Popen.kill` would take the exit status away from the event loop, which warns."""
        if self.child is not None and self.child.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.child.pid, _KILL)


class Desks:
    """The processes of all games that a face offers. Questions may name registered searchers and those in `named`.

    `quiet` processes print nothing, for a face that has the whole terminal. No process hears Ctrl-C.
    """

    def __init__(self, games: tuple[str, ...], named: tuple[str, ...] = (), *, quiet: bool = False) -> None:
        self.games = games
        self._named, self._quiet = named, quiet
        self._main: dict[str, _Process] = {}
        self._alone: set[_Process] = set()
        self._queue: list[tuple[str, Question]] = []
        """Questions that wait for a process of their own."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def ask(self, game: str, ask: Ask, tell: Tell) -> Question:
        """Ask a question about one of the games. `tell` is called with each answer, the last of which is `done`."""
        question = Question(ask, tell)
        process = self._process(game)
        if len(process.questions) + len(process.waiting) >= MOST_QUESTIONS:
            question.end(f"expected at most {MOST_QUESTIONS} searches of a game at a time; close some pages")
            return question
        process.put(question)
        return question

    def stop(self, question: Question) -> None:
        """End a question early. It gets no more answers."""
        if question.process is not None and not question.over:
            question.process.stop(question)

    def warm(self, game: str) -> None:
        """Start the process of a game before the first question."""
        self._process(game)

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for process in (*self._main.values(), *self._alone):
            process.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _process(self, game: str) -> _Process:
        found = self._main.get(game)
        if found is None:
            found = self._main[game] = self._started(game)
        return found

    def _started(self, game: str, *, alone: bool = False) -> _Process:
        process = _Process(game, self._named, self._quiet, self._lost, alone=alone)
        task = asyncio.create_task(process.run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return process

    def _lost(self, process: _Process, left: list[Question], why: str) -> None:
        """Ask the questions of an ended process again, or give them up."""
        if self._main.get(process.game) is process:
            del self._main[process.game]
        self._alone.discard(process)
        known = why == LATE  # the question that was late has its error, and the others did nothing wrong
        for question in left:
            if question.stopped or self._closed:
                question.end("" if question.stopped else "the server ends")
            elif known and not process.fatal:
                self._process(process.game).put(question)
            elif process.fatal or len(left) == 1 or question.tries:
                question.end(why)
            else:
                question.tries += 1
                self._queue.append((process.game, question))
        while self._queue and len(self._alone) < MOST_ALONE and not self._closed:
            game, question = self._queue.pop(0)
            alone = self._started(game, alone=True)
            self._alone.add(alone)
            alone.put(question)


def _data(ask: Ask) -> dict[str, Any]:
    rows = [
        [number, *("" if each is None else repr(each) for each in (given.value, given.low, given.high)), given.cut]
        for number, given in ask.answers
    ]
    return {**attrs.asdict(ask, recurse=False), "moves": list(ask.moves), "answers": rows}


def _resident(pid: int) -> int:
    """The bytes of memory that a process uses; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * 4096
    except (OSError, ValueError, IndexError):
        return 0
