"""The progress of a tournament, as a live table in a terminal and lines of text elsewhere, and its results."""

from __future__ import annotations

import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import attrs
import click

from advsearch.cli.console import console, count, note, plural, show, table
from advsearch.cli.options import registry
from advsearch.courses.player import CoursePlayer
from advsearch.limits import now
from advsearch.match.clock import control_text, time_text
from advsearch.tournament import asked
from advsearch.tournament.records import RESULTS
from advsearch.tournament.report import Grid, adjudication_text, headline, pieces
from advsearch.tournament.runner import Play, Progress, Runner
from advsearch.tournament.schedule import Schedule
from advsearch.tournament.store import Outcome, Store
from advsearch.tournament.summary import Summary, Tally
from advsearch.tournament.workers import Workers

FINISHING = "finishing the games under way; Ctrl-C again stops immediately"
_EVERY_S = 10.0
"""Seconds between two progress lines, if the output is not a terminal."""
_LONG_S = 5.0
"""After `_LONG_S` seconds without a finished game, the progress line also gives the maximal length of games."""
_SILENT_S = 5.0
"""An agent that has not answered for `_SILENT_S` seconds is named."""
_LOOK_S = 1.0
"""Seconds between two looks at who has been asked for a move."""
_AROUND = 7
"""The number of lines that the live view shows outside its table of agents. A terminal cuts off a live view that is
too high."""


def play_schedule(
    schedule: Schedule, store: Store, workers: Workers, play: Play, *, silent: bool = False
) -> Progress:
    """Play the missing games and show the progress. After Ctrl-C, games that have begun are still finished. A second
    Ctrl-C stops immediately.
    """
    if not silent:
        note(f"limits: {_limits_text(schedule)}")
    shown = _Shown(schedule, store, silent)
    runner = Runner(schedule, store, play, report=shown.update)
    shown.earlier = runner.earlier
    for each in runner.progress.changed:
        note(each)
    with _interrupts(runner.drain, shown.say), shown:
        shown.update(runner.progress)
        return runner.run(workers)


def _limits_text(schedule: Schedule) -> str:
    """The limits of all agents. A course's player has the time of its course if the schedule limits no time."""
    control = schedule.conditions.control
    parts: list[str] = []
    for agent in schedule.agents:
        own = attrs.evolve(control, limits=agent.limits, total_s=None) if agent.limits else control
        if own.total_s is None and own.limits.time_s is None and agent.searcher is not None:
            searcher = registry().searcher(agent.searcher) if ":" in agent.searcher else None
            searcher = getattr(searcher, "searcher", searcher)
            if isinstance(searcher, CoursePlayer):
                time_s = searcher.time_s(registry().game(schedule.conditions.game))
                parts.append(f"{agent.name} {time_text(time_s)} a move, the time of its course")
                continue
        parts.append(control_text(own) if agent.limits is None else f"{agent.name} {control_text(own)}")
    return "; ".join(dict.fromkeys(parts))


@contextmanager
def _interrupts(drain: Callable[[], None], say: Callable[[str], None]) -> Iterator[None]:
    """At the first Ctrl-C, call `drain`, after which the runner starts no more games. The second Ctrl-C raises
    KeyboardInterrupt. Games that are already stored remain in the store.
    """
    asked = False

    def ask(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True
        drain()
        say(FINISHING)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def duration_text(seconds: float | None) -> str:
    """A duration as text, with "?" if it is unknown.

    >>> duration_text(42), duration_text(3725), duration_text(None)
    ('42 s', '1 h 02 min', '?')
    """
    if seconds is None:
        return "?"
    whole = round(seconds)
    if whole < 100:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


@attrs.define
class _Shown:
    """A live view of the results of all agents, updated after every game."""

    schedule: Schedule
    store: Store
    silent: bool
    tallies: dict[str, Tally] = attrs.field(factory=dict)
    progress: Progress | None = None
    earlier: list[Outcome] | None = None
    """The games stored before this run, if they have been read."""
    adjudicated: int = 0
    """The number of games in this run that ended by the limit on plies."""
    _waits: asked.Waits = attrs.field(factory=asked.Waits)
    _stopped: threading.Event = attrs.field(factory=threading.Event)
    _live: Any = None
    _printed: float = attrs.field(factory=now)

    def __enter__(self) -> _Shown:
        self.tallies = {agent.name: Tally() for agent in self.schedule.agents}
        for outcome in self.store.outcomes() if self.earlier is None else self.earlier:
            self._count(outcome.first, outcome.second, RESULTS[outcome.result])
        if not self.silent and console().is_terminal:
            from rich.live import Live

            self._live = Live(get_renderable=self._table, console=console(), refresh_per_second=4)
            self._live.start()
        if not self.silent:
            threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        if self._live is not None:
            self._live.stop()
        elif not self.silent and self.progress is not None:
            click.echo(self._status(), err=True)

    def update(self, progress: Progress) -> None:
        """Show the new progress. The tournament runner calls this method after every change."""
        self.progress = progress
        for game in progress.fresh:
            self._count(game.first, game.second, game.points)
        if adjudicated := sum(game.termination == "adjudicated" for game in progress.fresh):
            if not self.adjudicated and not self.silent:
                self.say(f"note: {self._rule()}")
            self.adjudicated += adjudicated
        self._print()

    def _watch(self) -> None:
        """Show the progress also while this process itself plays a game, and while no game ends."""
        while not self._stopped.wait(_LOOK_S):
            self._waits.look()
            if self._live is None and self._waits.longer_than(_SILENT_S):
                self._print()

    def _print(self) -> None:
        """Print the progress, at most once in `_EVERY_S` seconds."""
        if self._live is None and not self.silent and now() - self._printed >= _EVERY_S:
            self._printed = now()
            click.echo(self._status(), err=True)

    def say(self, text: str) -> None:
        """Show a message in the last line of the live table. Without a terminal, print the message."""
        if self._live is None:
            click.echo(text, err=True)

    def _count(self, first: str, second: str, points: float) -> None:
        for name, scored in ((first, points), (second, 1 - points)):
            if name in self.tallies:
                self.tallies[name].add(scored)

    def _status(self) -> str:
        progress = self.progress
        if progress is None:
            return "starting"
        parts = [f"{count(progress.done)} of {count(progress.total)} games"]
        if progress.played:
            parts.append(f"{progress.rate:.1f} games/s")
        if progress.draining:
            parts.append(FINISHING)
        elif progress.decision:
            parts.append("decided")
        elif progress.done + progress.set_aside < progress.total:
            left = progress.seconds_left
            parts.append(self._beginning(progress) if left is None else f"{duration_text(left)} left")
        if self.adjudicated:
            parts.append(f"{count(self.adjudicated)} ended by the limit on plies")
        if faults := sum(progress.faults.values()):
            parts.append(plural(faults, "fault"))
        if progress.set_aside:
            parts.append(f"{count(progress.set_aside)} set aside")
        if silent := [f"{name} ({duration_text(seconds)})" for name, seconds in self._waits.longer_than(_SILENT_S)]:
            parts.append(f"waiting for {', '.join(silent)}")
        return ", ".join(parts)

    def _beginning(self, progress: Progress) -> str:
        """The progress line before any game has ended. If the first game takes more than some seconds, the line also
        gives the maximal length of games.
        """
        if progress.seconds < _LONG_S:
            return "starting"
        rule = self._rule()
        return f"no game has ended in {duration_text(progress.seconds)}{f'; {rule}' if rule else ''}"

    def _rule(self) -> str:
        conditions = self.schedule.conditions
        if conditions.plies_allowed is None:
            return "no limit on plies is set, see max_plies"
        return adjudication_text(conditions.plies_allowed, default=conditions.max_plies is None)

    def _table(self) -> Any:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.text import Text

        faults: dict[str, int] = {}
        for (name, _), games in (self.progress.faults if self.progress else {}).items():
            faults[name] = faults.get(name, 0) + games
        ranked = sorted(self.tallies.items(), key=lambda item: -item[1].share)
        room = max(2, shutil.get_terminal_size().lines - _AROUND)
        seen = ranked if len(ranked) <= room else ranked[: room - 1]
        rows = [
            [
                name,
                count(tally.games),
                str(tally.wins),
                str(tally.draws),
                str(tally.losses),
                tally.share_text,
                str(faults.get(name, 0)),
            ]
            for name, tally in seen
        ]
        if len(seen) < len(ranked):
            rows.append([f"and {len(ranked) - len(seen)} more", *[""] * 6])
        shown = table(("agent", "games", "won", "drawn", "lost", "share", "faults"), rows, right=range(1, 7))
        total, done = (self.progress.total, self.progress.done) if self.progress else (1, 0)
        bar = ProgressBar(total=total, completed=done, width=60)
        return Group(shown, Text(), bar, Text(), Text(self._status(), style="dim"))


def show_summary(summary: Summary, *, pairings: bool = False) -> None:
    """Print the results of a tournament. With many pairings, only `pairings` prints each of them."""
    click.echo(headline(summary))
    for piece in pieces(summary, all_pairings=pairings):
        click.echo()
        if isinstance(piece, Grid):
            show(table(piece.headers, piece.rows, right=list(piece.right)))
        else:
            click.echo(piece if isinstance(piece, str) else "\n".join(piece))
