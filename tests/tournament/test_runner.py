import random
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.ratings import SequentialTest
from advsearch.tournament.openings import Opening
from advsearch.tournament.records import GameRecord
from advsearch.tournament.runner import ATTEMPTS, Runner
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.workers import InProcess, NoWorkers

NAMES = ("one", "two", "three", "four")


def make_schedule(agents=2, openings=4, **changes):
    return Schedule(
        Conditions("take"),
        tuple(AgentSpec(name, searcher="random") for name in NAMES[:agents]),
        tuple(Opening((f"take{n}",)) for n in range(openings)),
        **changes,
    )


def play(task):
    """A game whose outcome its seed decides, as a deterministic engine's would be."""
    slot, opening = task.slot, task.opening
    return GameRecord(
        slot.id,
        slot.pair,
        "take",
        slot.first.name,
        slot.second.name,
        opening.actions,
        (*opening.actions, f"take{slot.seed % 3 + 1}", "take1"),
        ("1-0", "0-1", "1/2-1/2")[slot.seed % 3],
        "normal",
        seed=slot.seed,
    )


class Killed(BaseException):
    """An exception that replaces a kill: our code may not catch it."""


@attrs.define
class Mortal:
    """Workers that finish tasks in a random order and now and then die, taking every running task with them."""

    rng: random.Random
    deaths: float = 0.0
    poison: frozenset[str] = frozenset()
    kill_after: int | None = None
    count: int = 2

    @contextmanager
    def open(self):
        yield _MortalExecutor(self)


class _MortalExecutor(Executor):
    def __init__(self, workers):
        self.workers = workers
        self.queue = []
        self.broken = False

    def submit(self, function, play, task):
        if self.broken:
            raise BrokenExecutor
        future = Future()
        self.queue.append((future, lambda task: function(play, task), task))
        if len(self.queue) >= 2 or self.workers.rng.random() < 0.5:
            self._work()
        return future

    def _work(self):
        """Finish some tasks, at least the one that has waited longest, or die."""
        rng = self.workers.rng
        poisoned = any(task.slot.id in self.workers.poison for _, _, task in self.queue)
        if poisoned or rng.random() < self.workers.deaths:
            self.broken = True
            for future, _, _ in self.queue:
                future.set_exception(BrokenExecutor())
            self.queue.clear()
            return
        rng.shuffle(self.queue)
        for _ in range(rng.randint(1, len(self.queue))):
            future, function, task = self.queue.pop()
            if self.workers.kill_after is not None:
                self.workers.kill_after -= 1
                if self.workers.kill_after < 0:
                    raise Killed
            future.set_result(function(task))


@pytest.fixture
def pending_futures_finish(monkeypatch):
    """Lets the runner's wait for a future drive the mortal executor's queue."""
    import advsearch.tournament.runner as module

    plain = module.wait

    def wait(futures, **options):
        for executor in _MortalExecutor.alive:
            if executor.queue and not executor.broken:
                executor._work()
        return plain(futures, **{**options, "timeout": 0})

    _MortalExecutor.alive = []
    original = _MortalExecutor.__init__

    def remember(self, workers):
        original(self, workers)
        _MortalExecutor.alive = [self]

    monkeypatch.setattr(_MortalExecutor, "__init__", remember)
    monkeypatch.setattr(module, "wait", wait)


def finished(store):
    return {game.id: game for game in store.games()}


def expected(schedule):
    """The records that an undisturbed run stores, computed without the runner."""
    with_all = {}
    for slot in schedule.slots():
        opening = slot.opening
        if slot.follows is not None:
            opening = Opening(with_all[slot.follows].actions[: opening.chosen])
        task = type("Task", (), {"slot": slot, "opening": opening})
        with_all[slot.id] = play(task)
    return with_all


@pytest.mark.usefixtures("pending_futures_finish")
def test_whatever_dies_the_same_games_are_stored(tmp_path):
    """With workers dying and runners killed at random moments, 40 resumed tournaments end as undisturbed ones do."""
    for seed in range(40):
        rng = random.Random(seed)
        schedule = make_schedule(agents=rng.choice((2, 4)), openings=5)
        path = tmp_path / f"{seed}.db"
        for _ in range(50):
            workers = Mortal(rng, deaths=0.1, kill_after=rng.choice((None, rng.randint(0, 20))))
            with Store(path) as store:
                try:
                    Runner(schedule, store, play).run(workers)
                except Killed:
                    continue
                break
        with Store(path) as store:
            assert finished(store) == expected(schedule)


@pytest.mark.usefixtures("pending_futures_finish")
def test_a_poison_game_is_set_aside_and_the_rest_goes_on(tmp_path):
    """A game that always kills its worker is tried three times, then set aside; the rest are played, none blamed."""
    for seed in range(20):
        rng = random.Random(seed)
        schedule = make_schedule(agents=3)
        slots = list(schedule.slots())
        poison = rng.choice(slots).id
        with Store(tmp_path / f"{seed}.db") as store:
            progress = Runner(schedule, store, play).run(Mortal(rng, poison=frozenset({poison})))
            assert store.failures() == {poison: ["the worker process died"] * ATTEMPTS}
            assert store.ids() == {slot.id for slot in slots} - {poison}
            assert (progress.done, progress.set_aside, progress.total) == (len(slots) - 1, 1, len(slots))
            again = Runner(schedule, store, play).run(Mortal(rng, poison=frozenset({poison})))
            assert (again.played, again.set_aside) == (0, 1)


@attrs.define
class Unborn:
    """Workers none of which can start; their exit reports it."""

    count: int = 2

    @contextmanager
    def open(self):
        workers = Mortal(random.Random(1), deaths=1.0)
        yield _MortalExecutor(workers)
        raise NoWorkers


@pytest.mark.usefixtures("pending_futures_finish")
@pytest.mark.parametrize("openings", [1, 4])
def test_where_no_worker_can_start_no_game_is_blamed(tmp_path, openings):
    """A run whose workers cannot start ends with that error, with many games or one left; no game is blamed, and the
    same run continues with workers that can."""
    chosen = tuple(Opening(chosen=1, number=number) for number in range(openings))
    schedule = attrs.evolve(make_schedule(openings=0), openings=chosen)
    with Store(tmp_path / "s.db") as store:
        runner = Runner(schedule, store, play)
        with pytest.raises(NoWorkers, match="no worker process could start"):
            runner.run(Unborn())
        assert (store.failures(), store.ids()) == ({}, set())
        assert runner.run(InProcess()).played == 2 * openings


@pytest.mark.usefixtures("pending_futures_finish")
def test_workers_that_were_interrupted_while_they_started_are_not_missed(tmp_path):
    """If a run is asked to stop before a worker has started, and Ctrl-C has also ended the workers, the run ends
    without an error."""
    with Store(tmp_path / "s.db") as store:
        runner = Runner(make_schedule(), store, play, report=lambda _: None)
        workers = Unborn()
        opened = workers.open

        @contextmanager
        def open_and_drain():
            with opened() as executor:
                runner.drain()
                yield executor

        assert runner.run(type("Workers", (), {"count": 2, "open": staticmethod(open_and_drain)})()).played == 0
        assert store.failures() == {}


def test_a_raising_game_is_set_aside_with_its_reason(tmp_path):
    """A game whose playing raises is set aside with the error's line and text, reported once, and its follower with a
    reason of its own; the next run, which may find what was missing, tries again."""
    schedule = make_schedule(openings=0)
    schedule = attrs.evolve(schedule, openings=(Opening(chosen=1, number=0), Opening(chosen=1, number=1)))
    bad, follower = (slot.id for slot in list(schedule.slots())[:2])

    def fail(task):
        if task.slot.id == bad:
            raise ValueError("a broken rule")
        return play(task)

    raised_at = fail.__code__.co_firstlineno + 2
    reasons = {
        bad: [f"test_runner.py line {raised_at}: ValueError: a broken rule"],
        follower: [f"its first plies are chosen in game {bad}, which could not be played"],
    }

    with Store(tmp_path / "s.db") as store:
        progress = Runner(schedule, store, fail).run(InProcess())
        assert store.failures() == reasons
        assert (progress.done, progress.set_aside) == (2, 2)
        Runner(schedule, store, fail).run(InProcess())
        assert store.failures() == reasons
        assert Runner(schedule, store, play).run(InProcess()).done == 4


def test_swapped_seats_replay_the_chosen_plies(tmp_path):
    """The second game of a chosen opening begins with the first game's plies, also when resumed between the two."""
    schedule = attrs.evolve(make_schedule(openings=0), openings=tuple(Opening(chosen=1, number=n) for n in range(3)))
    with Store(tmp_path / "s.db") as store:
        runner = Runner(schedule, store, play)

        def once(task):
            runner.drain()
            return play(task)

        runner.play = once
        assert runner.run(InProcess()).played == 1
        Runner(schedule, store, play).run(InProcess())
        assert finished(store) == expected(schedule)
        for slot in schedule.slots():
            if slot.follows:
                assert store.game(slot.id).opening == store.game(slot.follows).actions[:1]


def test_the_follower_of_a_game_given_up_is_given_up(tmp_path):
    """If a game was set aside in an earlier run, the game that replays its plies is set aside too, with the
    reason."""
    schedule = attrs.evolve(make_schedule(openings=0), openings=(Opening(chosen=1),))
    bad, follower = (slot.id for slot in schedule.slots())
    with Store(tmp_path / "s.db") as store:
        for _ in range(ATTEMPTS):
            store.add_failure(bad, "the worker process died")
        progress = Runner(schedule, store, play).run(InProcess())
        assert (progress.played, progress.set_aside) == (0, 2)
        assert bad in store.failures()[follower][0]


def test_pairs_of_chosen_openings_are_completed_one_by_one(tmp_path):
    """The second game of a pair comes soon after its first, so that a match which is decided early ends early."""
    openings = tuple(Opening(chosen=1, number=n) for n in range(100))
    schedule = attrs.evolve(make_schedule(openings=0), openings=openings, test=SequentialTest(margin=200))
    order = []

    def won(task):
        order.append(task.slot.pair)
        return attrs.evolve(play(task), result="1-0" if task.slot.first.name == "one" else "0-1")

    with Store(tmp_path / "s.db") as store:
        assert Runner(schedule, store, won).run(InProcess()).decision == "first"
    assert len(order) < 60
    assert len(order) - len(set(order)) >= len(set(order)) - 2  # all but the two in play are complete


def test_draining_stores_what_runs_and_starts_no_more(tmp_path):
    """After `drain`, running games are stored and no other begins; a later run plays the rest."""
    schedule = make_schedule(openings=10)
    with Store(tmp_path / "s.db") as store:
        runner = Runner(schedule, store, play, report=lambda progress: progress.played >= 5 and runner.drain())
        first = runner.run(InProcess())
        assert 5 <= first.played < 20
        assert len(store.ids()) == first.played
        assert Runner(schedule, store, play).run(InProcess()).played == 20 - first.played


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_a_decision_does_not_depend_on_the_order(tmp_path_factory, seed):
    """However the games of a tested match finish, it is decided on the same pairs in the schedule's order."""
    rng = random.Random(seed)
    schedule = make_schedule(openings=200, test=SequentialTest(margin=200))

    def strong(task):
        record = play(task)
        won = "1-0" if record.first == "one" else "0-1"
        return attrs.evolve(record, result=won if task.slot.seed % 10 else record.result)

    def run(workers):
        with Store(tmp_path_factory.mktemp("s") / "s.db") as store:
            runner = Runner(schedule, store, strong)
            progress = runner.run(workers)
            return progress.decision, runner._pairs.counts, progress.played

    decision, counts, played = run(InProcess())
    assert decision == "first"
    assert played < 400
    assert run(InProcess(count=rng.randint(1, 9)))[:2] == (decision, counts)


def test_what_is_shown_while_playing(tmp_path):
    """Progress counts games, faults and what is left."""
    schedule = make_schedule(openings=3)

    def faulty(task):
        return attrs.evolve(play(task), termination="illegal", fault="one", result="0-1")

    seen = []
    with Store(tmp_path / "s.db") as store:
        ids_seen = []

        def report(progress):
            seen.append((progress.done, progress.seconds_left))
            ids_seen.extend(game.id for game in progress.fresh)

        progress = Runner(schedule, store, faulty, report=report).run(InProcess())
        assert sorted(ids_seen) == sorted(store.ids())
        assert Runner(schedule, store, faulty).progress.faults == progress.faults
    assert progress.faults == {("one", "illegal"): 6}
    assert [done for done, _ in seen][-1] == 6
    assert seen[-1][1] == 0


class Idle(Executor):
    """An executor that begins the first task it gets and none of the others."""

    def __init__(self):
        self.begun = []

    def submit(self, function, *arguments):
        future = Future()
        if not self.begun:
            future.set_running_or_notify_cancel()
            self.begun.append((future, function, arguments))
        return future


def test_draining_takes_back_what_no_worker_has_begun(tmp_path, monkeypatch):
    """Games handed out ahead but not begun when draining starts are not waited for."""
    import advsearch.tournament.runner as module

    executor, plain = Idle(), module.wait
    workers = type("Workers", (), {"count": 4, "open": contextmanager(lambda self: (yield executor))})()
    with Store(tmp_path / "s.db") as store:
        runner = Runner(make_schedule(openings=10), store, play)

        def wait(futures, **options):
            if runner.progress.draining and len(futures) == 1:
                (future, function, arguments) = executor.begun[0]
                future.set_result(function(*arguments))
            runner.drain()
            return plain(futures, **{**options, "timeout": 0})

        monkeypatch.setattr(module, "wait", wait)
        assert runner.run(workers).played == 1
