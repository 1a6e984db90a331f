import os
import random
import signal
import threading
import time

import pytest

from advsearch.errors import AdvsearchError
from advsearch.tournament.openings import random_openings
from advsearch.tournament.runner import Runner
from advsearch.tournament.schedule import AgentSpec, Conditions, Schedule
from advsearch.tournament.store import Store
from advsearch.tournament.worker import play
from advsearch.tournament.workers import DaskCluster, InProcess, workers_of

GAME = "isolation(width=5, height=5)"


def small_cup(openings):
    from advsearch import Limits, load_game
    from advsearch.match.clock import TimeControl

    agents = (
        AgentSpec("improved", searcher="deepening(evaluator=improved, tier=reference)"),
        AgentSpec("greedy", searcher="greedy(tier=reference)"),
    )
    conditions = Conditions(GAME, 1, TimeControl(Limits(nodes=150)))
    return Schedule(conditions, agents, tuple(random_openings(load_game(GAME), 2, openings, 1)))


def listed(path):
    with Store(path, writable=False) as store:
        return [(game.id, game.actions, game.result) for game in store.games()]


def play_with_kills(schedule, path, kills, seed):
    """Play on a local cluster whose workers are killed at random moments; return the number of kills in time."""
    from distributed import LocalCluster

    rng = random.Random(seed)
    done = threading.Event()
    killed = []
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster:

        def kill():
            while len(killed) < kills and not done.wait(rng.random() * 1.5):
                nanny = rng.choice(list(cluster.workers.values()))
                if nanny.pid is not None:
                    os.kill(nanny.pid, signal.SIGKILL)
                    killed.append(time.monotonic())

        killer = threading.Thread(target=kill)
        with Store(path) as store:
            runner = Runner(schedule, store, play)
            killer.start()
            try:
                runner.run(DaskCluster(2, cluster.scheduler_address))
            finally:
                done.set()
                killer.join()
    return len(killed)


@pytest.mark.needs_dask
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_killed_dask_workers_lose_and_repeat_nothing(tmp_path):
    """With workers of a local Dask cluster killed twice, the store holds the games of an undisturbed run."""
    schedule = small_cup(30)
    play_with_kills(schedule, tmp_path / "dask.db", kills=2, seed=1)
    with Store(tmp_path / "alone.db") as store:
        Runner(schedule, store, play).run(InProcess())
    assert listed(tmp_path / "dask.db") == listed(tmp_path / "alone.db")


@pytest.mark.needs_dask
@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_twenty_killed_dask_workers(tmp_path):
    """With 20 SIGKILLs of workers at random moments of 200-game runs, no game is lost and none stored twice."""
    schedule = small_cup(100)
    with Store(tmp_path / "alone.db") as store:
        Runner(schedule, store, play).run(InProcess())
    kills = 0
    for run in range(20):
        kills += play_with_kills(schedule, tmp_path / f"dask{run}.db", kills=20 - kills, seed=run)
        assert listed(tmp_path / f"dask{run}.db") == listed(tmp_path / "alone.db")
        if kills >= 20:
            break
    assert kills >= 20


@pytest.mark.needs_dask
@pytest.mark.filterwarnings("ignore")
def test_a_scheduler_that_does_not_answer_is_reported():
    """An address without a scheduler gives a one-line error."""
    with (
        pytest.raises(AdvsearchError, match="no scheduler answers at 'nonsense://x'"),
        DaskCluster(1, "nonsense://x").open(),
    ):
        pass


def test_the_workers_a_command_line_asks_for():
    """0 workers play in this process, a number in that many processes, an address on its cluster. More workers than
    cores cause a warning."""
    assert workers_of(0, None) == (InProcess(), None)
    many = (os.cpu_count() or 1) + 1
    chosen, warning = workers_of(many, None)
    assert chosen.count == many
    assert f"{many} workers on" in warning
    assert workers_of(2, None)[0].count == 2
    assert workers_of(None, "tcp://host:1")[0].address == "tcp://host:1"
    assert workers_of(3, "local")[0] == DaskCluster(3, None)
    with pytest.raises(AdvsearchError, match="expected at least 0 workers, got -1"):
        workers_of(-1, None)
