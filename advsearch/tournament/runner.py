"""Play and store every game of a schedule that is not in the store yet.

A run keeps its state only in the store. If a run was killed, another run plays the missing games. If the result of a
game is delivered twice, the result is stored once. A game that kills its worker is tried again alone, because another
game might be the cause. If a game has killed `ATTEMPTS` workers, the run continues without the game.
"""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable, Iterator, Set
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Final

import attrs

from advsearch.limits import now
from advsearch.notation import plural
from advsearch.plugins.manager import cause_and_line
from advsearch.ratings import Decision, PairCounts
from advsearch.tournament.openings import Opening
from advsearch.tournament.records import GameRecord
from advsearch.tournament.schedule import Conditions, Schedule, Slot, changed
from advsearch.tournament.store import Outcome, Store
from advsearch.tournament.workers import NoWorkers, Workers

ATTEMPTS: Final = 3
_AHEAD: Final = 2
"""The number of games per worker that are submitted at a time. A worker with two games does not
wait for its next game."""
_LOOK_S: Final = 0.2
"""A waiting runner checks every `_LOOK_S` seconds whether it was told to stop."""


@attrs.frozen
class Task:
    """Everything that a worker needs to play one game. A task is sent to other processes and machines."""

    slot: Slot
    conditions: Conditions
    opening: Opening
    """The opening of the game. If agents choose openings, the second game of a pair begins with the plies chosen in
    the first game."""


Play = Callable[[Task], GameRecord]
Lost = tuple[Slot, str]
"""A game whose worker died, and a text about the cause."""


@attrs.frozen
class Refusal:
    """The reason why a game cannot be played. The schedule, the rules or a program has an error, and another attempt
    would fail too."""

    detail: str


def attempt(play: Play, task: Task) -> GameRecord | Refusal:
    """Play one game in a worker. `attempt` catches every error of the game and returns it as a `Refusal`. An error
    that the executor itself raises means that the worker has died or that its data is lost."""
    try:
        return play(task)
    except Exception as error:
        return Refusal(cause_and_line(error))


def missing(slots: Iterable[Slot], stored: Set[str], aside: Set[str]) -> list[Slot]:
    """Return the games of a schedule that are not stored and not set aside."""
    return [slot for slot in slots if slot.id not in stored and slot.id not in aside]


@attrs.define
class Progress:
    """The progress of a tournament's run, which is reported after every change."""

    total: int
    done: int = 0
    """The number of games in the store, from this run and earlier ones."""
    played: int = 0
    """The number of games that this run has played."""
    set_aside: int = 0
    faults: collections.Counter[tuple[str, str]] = attrs.field(factory=collections.Counter)
    """For each agent and kind of fault, the number of stored games that the agent lost by this kind of fault."""
    seconds: float = 0.0
    draining: bool = False
    decision: Decision | None = None
    changed: tuple[str, ...] = ()
    """For each agent whose file was edited after the last run, and for the game, a sentence about the games that no
    longer count."""
    fresh: list[GameRecord] = attrs.field(factory=list)
    """The games stored since the last report."""

    @property
    def rate(self) -> float:
        return self.played / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        left = self.total - self.done - self.set_aside
        return left / self.rate if self.rate else None


class Runner:
    """One run of a schedule, with a store for the games. After a call of `drain()`, the run finishes the games that
    have begun, and starts no other game."""

    def __init__(
        self,
        schedule: Schedule,
        store: Store,
        play: Play,
        *,
        report: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        self.schedule, self.store, self.play, self.report = schedule, store, play, report
        earlier = store.earlier_schedule()
        self.earlier = outcomes = store.outcomes()
        """The games that were in the store before this run."""
        self._failures = store.failures()
        store.begin(
            schedule.conditions.as_json(),
            {agent.name: agent.definition() for agent in schedule.agents},
            schedule.to_text(),
        )
        self._slots = list(schedule.slots())
        self._stored = {outcome.id for outcome in outcomes}
        failed = {identity for identity, details in self._failures.items() if len(details) >= ATTEMPTS}
        self._aside = failed - self._stored
        self._alone: collections.deque[Slot] = collections.deque()
        self._waiting: collections.deque[Slot] = collections.deque()
        self._followers: dict[str, Slot] = {}
        """The games that wait for an opening, by the id of the game in which agents choose the opening."""
        self._pairs = PairScan(schedule, store)
        self.progress = Progress(total=len(self._slots))
        planned = {slot.id for slot in self._slots}
        if earlier is not None:
            self.progress.changed = tuple(_changed(schedule, earlier, outcomes, planned))
        self.progress.done = len(planned & self._stored)
        self.progress.set_aside = len(self._aside & planned)
        for slot in missing(self._slots, self._stored, self._aside):
            self._enlist(slot)
        self.progress.faults.update(
            (outcome.fault, outcome.termination)
            for outcome in outcomes
            if outcome.fault is not None and outcome.id in planned
        )
        self._draining = False

    def drain(self) -> None:
        self._draining = self.progress.draining = True

    def run(self, workers: Workers) -> Progress:
        """Play until every game is stored or set aside. If the match is decided, or `drain` is called, the run ends
        earlier."""
        started = now()
        self._decide([])
        while (self._waiting or self._alone) and not self._draining:
            try:
                with workers.open() as executor:
                    suspects = self._play_on(executor, workers.count, started)
            except NoWorkers:
                if self.progress.draining:  # Ctrl-C, which may have ended workers that were starting
                    break
                raise
            for slot, detail in suspects:  # after the `with` block, which raises an error if no worker has started
                self._died(slot, detail)
        self.store.check_place()
        self._tell(started)
        return self.progress

    def _play_on(self, executor: Executor, count: int, started: float) -> list[Lost]:
        """Play with one executor until no game is left, or until the executor breaks. If the executor breaks, and
        only one game can be the cause, return this game."""
        running: dict[Future[GameRecord | Refusal], Slot] = {}
        while True:
            alone = bool(self._alone)
            room = 1 if alone else count * _AHEAD
            while len(running) < room and not self._draining:
                if not (queue := self._alone if alone else self._waiting):
                    break
                slot = queue.popleft()
                try:
                    running[executor.submit(attempt, self.play, self._task(slot))] = slot
                except BrokenExecutor:
                    self._alone.extendleft([slot, *running.values()])
                    return []
                if alone:
                    break
            if not running:
                return []
            if self._draining:
                running = {future: slot for future, slot in running.items() if not future.cancel()}
            done, _ = wait(running, timeout=_LOOK_S, return_when=FIRST_COMPLETED)
            suspects = self._collect({future: running.pop(future) for future in done}, running)
            if suspects is not None:
                return suspects
            self._tell(started)

    def _enlist(self, slot: Slot) -> None:
        """Put a game into the queue of games to play. A game that replays the opening of another game waits for the
        other game."""
        if slot.follows is None or slot.follows in self._stored:
            self._waiting.append(slot)
        elif slot.follows in self._aside:
            self._refused(slot, f"its first plies are chosen in game {slot.follows}, which could not be played")
        else:
            self._followers[slot.follows] = slot

    def _task(self, slot: Slot) -> Task:
        opening = slot.opening
        if slot.follows is not None:
            forerunner = self.store.game(slot.follows)
            assert forerunner is not None
            opening = Opening(forerunner.actions[: opening.chosen], opening.start)
        return Task(slot, self.schedule.conditions, opening)

    def _collect(
        self, done: dict[Future[GameRecord | Refusal], Slot], running: dict[Future[GameRecord | Refusal], Slot]
    ) -> list[Lost] | None:
        """Store finished games in one transaction. If the executor has not broken, return None. If the executor has
        broken, return a list of suspects. If only one game was running, the list contains this game. If several games
        were running, the list is empty."""
        records: list[GameRecord] = []
        lost: list[Lost] = []
        broken = False
        for future, slot in done.items():
            error = future.exception()
            if error is None:
                answer = future.result()
                if isinstance(answer, Refusal):
                    self._refused(slot, answer.detail)
                else:
                    records.append(answer)
            elif isinstance(error, Exception):
                broken = broken or isinstance(error, BrokenExecutor)
                lost.append((slot, "the worker process died" if broken else f"{type(error).__name__}: {error}"))
            else:
                raise error
        self._keep(records)
        self._alone.extend(slot for slot, _ in lost)
        suspects = lost if len(done) + len(running) == 1 else []
        if broken:
            self._alone.extend(running.values())
            return suspects
        for slot, detail in suspects:
            self._died(slot, detail)
        return None

    def _keep(self, records: list[GameRecord]) -> None:
        if not records:
            return
        self.store.add(records)
        for record in records:
            self._stored.add(record.id)
            if record.id in self._followers:  # first in the queue, so that the pair is completed before others begin
                self._waiting.appendleft(self._followers.pop(record.id))
            self.progress.done += 1
            self.progress.played += 1
            self.progress.fresh.append(record)
            if record.fault is not None:
                self.progress.faults[record.fault, record.termination] += 1
        self._decide(records)

    def _died(self, slot: Slot, detail: str) -> None:
        """Record that a worker died in a game that was played alone. If a game has killed `ATTEMPTS` workers, the run
        continues without the game."""
        if self.store.add_failure(slot.id, detail) >= ATTEMPTS:
            self._alone.remove(slot)
            self._set_aside(slot)

    def _refused(self, slot: Slot, detail: str) -> None:
        """Record why a game cannot be played, and continue without the game. The next run tries the game again."""
        if detail not in self._failures.get(slot.id, ()):
            self.store.add_failure(slot.id, detail)
        self._set_aside(slot)

    def _set_aside(self, slot: Slot) -> None:
        self._aside.add(slot.id)
        self.progress.set_aside += 1
        if slot.id in self._followers:
            self._enlist(self._followers.pop(slot.id))

    def _decide(self, records: Iterable[GameRecord]) -> None:
        if self.schedule.test is None:
            return
        self.progress.decision = self._pairs.add(records)
        if self.progress.decision is not None:
            self._draining = True

    def _tell(self, started: float) -> None:
        self.progress.seconds = now() - started
        self.report(self.progress)
        self.progress.fresh.clear()


def _changed(schedule: Schedule, earlier: Schedule, outcomes: Iterable[Outcome], planned: Set[str]) -> Iterator[str]:
    """Yield a sentence about each agent that differs from the last run, and about the game if it differs."""
    others = [outcome for outcome in outcomes if outcome.id not in planned]
    for agent in changed(schedule, earlier):
        left = [each for each in others if agent is None or agent in (each.first, each.second)]
        who = "the game" if agent is None else f"agent {agent!r}"
        if left:
            yield (
                f"{who} has changed since the last run; {plural(len(left), 'earlier game')} "
                f"{'stays' if len(left) == 1 else 'stay'} in the store, but {'does' if len(left) == 1 else 'do'} not "
                "count"
            )


Run = Callable[[Schedule, Store, Play], Progress]
"""A function that plays the missing games of a schedule into a store."""


def run_on(workers: Workers, report: Callable[[Progress], None] | None = None) -> Run:
    """Make a function that plays the missing games of a schedule on `workers`. The function calls `report` after
    every change."""

    def run(schedule: Schedule, store: Store, play: Play) -> Progress:
        return Runner(schedule, store, play, report=report or (lambda _: None)).run(workers)

    return run


class PairScan:
    """The sequential test of a match between two agents.

    Pairs of games count in the schedule's order, up to the first incomplete pair. The decision does not depend on the
    order in which games finish, because that order differs from run to run.
    """

    def __init__(self, schedule: Schedule, store: Store) -> None:
        self._test = schedule.test
        self._points: dict[str, float] = {}
        self._order: list[tuple[str, str]] = []
        """The two ids of each pair of games. In the game with the first id, the first agent of the match moves first.
        """
        self.counts = PairCounts()
        self.decision: Decision | None = None
        self.clean_counts = PairCounts()
        """The counts of the pairs in which no side made a fault."""
        self.clean_decision: Decision | None = None
        """What the test decides from the pairs without a fault."""
        self._faulty: set[str] = set()
        self._counted = 0
        if self._test is not None:
            slots, (first, _) = list(schedule.slots()), schedule.matches()[0]
            pairs = zip(slots[::2], slots[1::2], strict=True)
            self._order = [(one.id, two.id) if one.first == first else (two.id, one.id) for one, two in pairs]
            self.add(store.games(costs=False))

    @property
    def games(self) -> set[str]:
        """The ids of the games that count for the decision."""
        return {identity for pair in self._order[: self._counted] for identity in pair}

    def add(self, records: Iterable[GameRecord]) -> Decision | None:
        """Add games, and return the decision of the sequential test, or None. After the decision, no further pairs
        count."""
        for record in records:
            self._points[record.id] = record.points
            if record.fault is not None:
                self._faulty.add(record.id)
        while self.decision is None and self._test is not None and self._counted < len(self._order):
            one, two = self._order[self._counted]
            if one not in self._points or two not in self._points:
                break
            place = round(2 * (self._points[one] + 1 - self._points[two]))
            self.counts = self.counts.plus(place)
            self._counted += 1
            self.decision = self._test.decide(self.counts)
            if self._faulty.isdisjoint((one, two)):
                self.clean_counts = self.clean_counts.plus(place)
                self.clean_decision = self.clean_decision or self._test.decide(self.clean_counts)
        return self.decision
