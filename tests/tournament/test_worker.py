"""A worker turns a task into a record: the seats, the costs, and the same game in every process."""

from __future__ import annotations

import gc
import json
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import attrs
import pytest

from advsearch.errors import InvalidNotation, InvalidSettings, UnknownName
from advsearch.limits import Limits
from advsearch.match import Played, Referee
from advsearch.match.clock import TimeControl
from advsearch.tournament.openings import Opening
from advsearch.tournament.records import GameRecord, read_line
from advsearch.tournament.runner import Task
from advsearch.tournament.schedule import DEFAULT_MAX_PLIES, AgentSpec, Conditions, Schedule, Slot
from advsearch.tournament.schedule_file import read_schedule
from advsearch.tournament.worker import close_idle, play

STONES = Path(__file__).parents[1] / "match" / "stones.py"
GAME = f"{STONES}:Stones"
ROGUE = STONES.parents[1] / "ugi" / "misbehaving.py"
MINIMAX = AgentSpec("minimax", searcher="minimax(depth=3)")
RANDOM = AgentSpec("random", searcher="random")


@pytest.fixture(autouse=True)
def _nothing_left_running() -> Iterator[None]:
    yield
    close_idle()


def task(
    first: AgentSpec = MINIMAX,
    second: AgentSpec = RANDOM,
    *,
    opening: Opening | None = None,
    seed: int = 1,
    follows: str | None = None,
    **conditions: Any,
) -> Task:
    given = opening or Opening()
    control = conditions.pop("control", TimeControl(Limits(nodes=100), grace_s=5))
    slot = Slot("id", "pair", first, second, given, seed, follows)
    return Task(slot, Conditions(conditions.pop("game", GAME), control=control, **conditions), given)


def lasting(record: GameRecord) -> GameRecord:
    """A record without the fields that depend on time."""
    return attrs.evolve(record, seconds=0, moves=tuple(move._replace(seconds=0) for move in record.moves))


def test_a_record_identifies_the_game() -> None:
    """A record has seats, opening, actions, result and the cost of each action; it is read back unchanged."""
    record = play(task(opening=Opening(("take1", "take2")), seed=3))
    assert (record.id, record.pair, record.game, record.seed) == ("id", "pair", GAME, 3)
    assert (record.first, record.second) == ("minimax", "random")
    assert record.actions[:2] == record.opening == ("take1", "take2")
    assert (record.termination, record.fault, record.detail) == ("normal", None, "")
    assert len(record.moves) == len(record.actions) - 2
    assert [move.agent for move in record.moves[:2]] == ["minimax", "random"]
    assert record.moves[0].depth == 3
    assert record.moves[0].nodes is not None
    assert record.moves[0].value == "0"
    assert record.moves[-1].value is not None
    assert record.points == {1: 1.0, -1: 0.0}[record.utility]
    assert record.seconds >= sum(move.seconds for move in record.moves) > 0
    assert read_line(record.to_line()).to_line() == record.to_line()


@pytest.mark.parametrize("start", ["3 left, A to move", "3 left, B to move"])
def test_the_first_named_moves_first_wherever_the_game_starts(start: str) -> None:
    """If the second player moves first at the start position, the first named agent is that player and gets its
    points.
    """
    record = play(task(opening=Opening(start=start)))
    assert (record.actions, record.moves[0].agent) == (("take3",), "minimax")
    assert (record.result, record.utility, record.start) == ("1-0", 1, start)
    lost = play(task(RANDOM, MINIMAX, opening=Opening(start=start.replace("3", "4"))))
    assert (lost.result, lost.utility, lost.moves[0].agent) == ("0-1", -1, "random")


def test_faults_are_reported_by_name_in_both_seats() -> None:
    """The agent at fault is named, whichever player it is, with what happened."""
    wrong = AgentSpec("wrong", callable=f"{STONES}:takes_nine")
    for start in ("5 left, A to move", "5 left, B to move"):
        for first, second, result in ((wrong, RANDOM, "0-1"), (RANDOM, wrong, "1-0")):
            record = play(task(first, second, opening=Opening(start=start)))
            assert (record.termination, record.fault, record.result) == ("illegal", "wrong", result)
            assert record.detail.startswith("expected to take 1 to 3 of ")
            assert record.utility is None


def test_a_game_that_is_too_long_is_a_draw() -> None:
    """At `max_plies`, which includes the opening, a game is adjudicated a draw."""
    one = AgentSpec("one", callable=f"{STONES}:takes_one")
    record = play(task(one, RANDOM, opening=Opening(("take1",)), max_plies=3, game=f"{STONES}:Stones(size=60)"))
    assert (record.result, record.termination, len(record.actions)) == ("1/2-1/2", "adjudicated", 3)
    assert record.detail == "a draw after 3 plies"


def test_the_same_task_is_the_same_game_in_any_process() -> None:
    """A task played twice in this process, and once in another after pickling, gives one record."""
    mine = task(RANDOM, AgentSpec("other", searcher="minimax(depth=2, ties=random)"), seed=99)
    here = play(mine)
    assert lasting(play(mine)) == lasting(here)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert lasting(pool.submit(play, pickle.loads(pickle.dumps(mine))).result()) == lasting(here)


def test_an_isolated_agent_plays_the_same_game() -> None:
    """A searcher in its own process plays the same as in the worker's, with the same seeds."""
    for spec in (AgentSpec("a", searcher="random"), AgentSpec("a", searcher="minimax(depth=2, ties=random)")):
        for seats in (0, 1):
            alone = attrs.evolve(spec, isolated=True)
            here = play(task(*((spec, RANDOM) if seats == 0 else (RANDOM, spec)), seed=5))
            there = play(task(*((alone, RANDOM) if seats == 0 else (RANDOM, alone)), seed=5))
            assert there.actions == here.actions
            assert [move.depth for move in there.moves] == [move.depth for move in here.moves]


def test_an_isolated_function_eats_and_hangs_at_its_own_cost() -> None:
    """A function that takes all memory crashes at its limit, and one that never returns counts as stalled."""
    eats = AgentSpec("eats", callable=f"{STONES}:eats", isolated=True, memory_mb=400)
    record = play(task(eats, RANDOM))
    assert (record.termination, record.fault) == ("crash", "eats")
    assert record.detail.endswith("MemoryError")
    hangs = AgentSpec("hangs", callable=f"{STONES}:hangs", isolated=True)
    record = play(task(RANDOM, hangs, control=TimeControl(Limits(time_s=0.2), grace_s=0.1)))
    assert (record.termination, record.fault) == ("stall", "hangs")


def test_a_schedule_limits_processor_time_and_patience(take: Any) -> None:
    """The limits of a schedule on processor time and on silence reach the game."""
    agents = f"""game = "{GAME}"
[openings]
random_plies = 1
count = 1
[limits]
nodes = 5
stall_s = 0.3
[[agents]]
name = "hangs"
callable = "{STONES}:hangs"
isolated = true
cpu_s = 60
[[agents]]
name = "random"
searcher = "random"
"""
    schedule = Schedule.from_text(read_schedule(agents, take, STONES.parent).to_text())
    assert schedule.agents[0].cpu_s == 60
    record = play(task(*schedule.agents, control=schedule.conditions.control))
    assert (record.termination, record.detail) == ("stall", "gave no answer within 0.30 s")
    eager = attrs.evolve(schedule.agents[0], cpu_s=1)
    record = play(task(eager, RANDOM))
    assert (record.termination, record.detail) == ("crash", "the program was killed by SIGXCPU")


def test_a_schedule_limits_the_time_to_start(take: Any) -> None:
    """The limit of a schedule on the time to start reaches the game, for programs and for built-in agents."""
    agents = f"""game = "{GAME}"
[openings]
random_plies = 1
count = 1
[[agents]]
name = "hurried"
searcher = "random"
isolated = true
start_s = 0.01
[[agents]]
name = "program"
ugi = "{sys.executable} -m advsearch ugi {GAME!r}"
start_s = 0.01
"""
    schedule = Schedule.from_text(read_schedule(agents, take, STONES.parent).to_text())
    for agent in schedule.agents:
        record = play(task(agent, RANDOM))
        assert (record.termination, record.fault) == ("stall", agent.name)
        assert record.detail == "did not say ugiok within 0.01 s"


@pytest.mark.parametrize("isolated", [False, True])
def test_who_resigns_gives_up_at_a_proven_loss(isolated: bool) -> None:
    """An agent that resigns ends the game once its search has proved that it loses, in any process."""
    loser = AgentSpec("loser", searcher="minimax", isolated=isolated, resigns=True)
    for seats in ((loser, MINIMAX), (MINIMAX, loser)):
        lost = Opening(("take1",) * seats.index(loser), f"{4 + seats.index(loser)} left, A to move")
        record = play(task(*seats, opening=lost))
        assert (record.termination, record.fault) == ("resigned", None)
        assert record.points == seats.index(loser)
        assert record.actions == record.opening


def test_seeds_differ_between_games_sides_and_agents() -> None:
    """Random agents play other games with other seeds, and two of them do not mirror each other."""
    twin = AgentSpec("twin", searcher="random", seed=RANDOM.seed)
    games = {play(task(RANDOM, twin, seed=seed)).actions for seed in range(8)}
    seeded = {play(task(attrs.evolve(RANDOM, seed=seed), twin, seed=1)).actions for seed in range(8)}
    assert len(games) > 3
    assert len(seeded) > 3


def test_memory_rests_while_a_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """During a game under a clock, and only then, the garbage collector skips the objects that existed before."""
    frozen: list[int] = []
    referees_play = Referee.play

    def play_and_look(referee: Referee) -> Played:
        frozen.append(gc.get_freeze_count())
        return referees_play(referee)

    monkeypatch.setattr(Referee, "play", play_and_look)
    clocks = (Limits(nodes=10), None), (Limits(time_s=5.0), None), (Limits(nodes=10), 60.0)
    for limits, total_s in clocks:
        play(task(control=TimeControl(limits, total_s=total_s, grace_s=5)))
    assert [count > 0 for count in frozen] == [False, True, True]
    assert gc.get_freeze_count() == 0


def test_an_agents_own_limits_stand_in_place_of_the_tournaments() -> None:
    """An agent with its own limits plays only by these, and without the game's clock."""
    deep = AgentSpec("deep", searcher="deepening", limits=Limits(depth=2))
    for control in (TimeControl(Limits(depth=1)), TimeControl(total_s=0.0, grace_s=None)):
        record = play(task(deep, AgentSpec("shallow", searcher="deepening"), control=control))
        depths = {move.agent: move.depth for move in record.moves[:4]}
        assert depths["deep"] == 2
        assert depths["shallow"] in (0, 1)


def test_a_lent_program_is_used_again_and_ended_at_the_end() -> None:
    """A program plays game after game in one process, and is ended when the worker closes."""
    rogue = AgentSpec("rogue", ugi=f"{sys.executable} -I -S {ROGUE} good")
    first, second = (play(task(rogue, RANDOM, seed=seed)) for seed in (1, 2))
    assert first.termination == second.termination == "normal"
    assert first.moves[0].depth is None
    close_idle()
    assert play(task(rogue, RANDOM)).termination == "normal"


def test_a_program_meets_itself() -> None:
    """Two agents with one command line are two processes."""
    one, two = (AgentSpec(name, ugi=f"{sys.executable} -I -S {ROGUE} good") for name in "ab")
    assert play(task(one, two)).termination == "normal"


def test_last_words_are_in_the_record() -> None:
    """A crash is recorded with the end of standard error, as text that any store can keep."""
    rogue = AgentSpec("rogue", ugi=f"{sys.executable} -I -S {ROGUE} crash-in-move")
    record = play(task(rogue, RANDOM))
    assert record.detail == "the program exited with status 3\nit broke here"
    assert read_line(record.to_line()).detail == record.detail


def test_an_opening_that_ends_the_game_is_refused_unless_it_was_chosen() -> None:
    """A book's opening must leave a game to play; plies that another game chose are replayed even if they end it."""
    over = Opening(("take3",), "3 left, A to move")
    with pytest.raises(InvalidNotation, match="expected an opening that does not end the game"):
        play(task(opening=over))
    record = play(task(opening=over, follows="another"))
    assert (record.result, record.actions, record.moves) == ("1-0", ("take3",), ())


@pytest.mark.parametrize(
    ("agent", "error", "message"),
    [
        (AgentSpec("a", searcher="minmax"), UnknownName, "unknown searcher 'minmax'; did you mean minimax?"),
        (AgentSpec("a", searcher="minmax", isolated=True), UnknownName, "unknown searcher 'minmax'"),
        (
            AgentSpec("a", callable="takes_one"),
            InvalidSettings,
            "expected agent 'a' to be file.py:function or package.module:function, got 'takes_one'",
        ),
        (AgentSpec("a", ugi="program 'half"), InvalidSettings, 'expected a command line, got "program \'half": no'),
        (AgentSpec("a", ugi="  "), InvalidSettings, "expected a command line, got '  '"),
    ],
)
def test_what_the_schedule_got_wrong_is_raised(agent: AgentSpec, error: type[Exception], message: str) -> None:
    """A name or command that can never play is an error of the schedule, not a lost game."""
    with pytest.raises(error) as caught:
        play(task(agent, RANDOM))
    assert str(caught.value).startswith(message)


ENDLESS = """
import attrs
from advsearch import IllegalAction


@attrs.frozen
class Endless:
    name = "endless"

    def initial(self): return (0, 0)
    def player(self, state): return state[1]
    def actions(self, state): return (1, 2, 3)
    def terminal(self, state): return False
    def utility(self, state, player): return 0

    def result(self, state, action):
        if action not in (1, 2, 3):
            raise IllegalAction(f"expected 1, 2 or 3, got {action!r}")
        return ((state[0] + action) % 50, 1 - state[1])
"""


def test_a_game_that_never_ends_is_a_draw_at_the_default_limit(tmp_path: Path) -> None:
    """Without `max_plies` a game that reaches the default limit is adjudicated a draw, and its record says so."""
    (tmp_path / "endless.py").write_text(ENDLESS)
    record = play(task(RANDOM, attrs.evolve(RANDOM, name="b"), game=f"{tmp_path}/endless.py:Endless"))
    assert (record.result, record.termination, len(record.actions)) == ("1/2-1/2", "adjudicated", DEFAULT_MAX_PLIES)
    assert record.detail == f"a draw after {DEFAULT_MAX_PLIES} plies, the default limit; max_plies sets another"


def test_plies_allowed() -> None:
    """Without `max_plies` the limit is the default, 0 means none, and only a given number is part of the ids."""
    assert Conditions("take").plies_allowed == DEFAULT_MAX_PLIES
    assert Conditions("take", max_plies=0).plies_allowed is None
    assert Conditions("take", max_plies=7).plies_allowed == 7
    assert Conditions("take").as_json()["max_plies"] is None


def test_commands_end_games_that_never_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`compare`, `tournament run` and `play` end a game that does not end by itself, and name the limit."""
    from click.testing import CliRunner

    from advsearch.cli.program import program

    monkeypatch.chdir(tmp_path)
    (tmp_path / "endless.py").write_text(ENDLESS)

    def run(*arguments: str) -> str:
        result = CliRunner().invoke(program, list(arguments))
        assert result.exit_code == 0, result.output
        return result.stdout

    game = "endless.py:Endless"
    compared = ("compare", game, "null", "null", "--pairs", "1", "--depth", "1", "--workers", "0")
    rule = (
        "a game that reaches 1,000 plies is adjudicated a draw: the default limit; max_plies in [rules] or --max-pl"
    )
    assert f"2 of 2 games did not end by the rules; {rule}" in run(*compared)
    assert "games did not end by the rules; a game that reaches 12 plies is adjudicated a draw\n" in run(
        *compared, "--max-plies", "12"
    )
    played = ("tournament", "run", "--game", game, "--agent", "a=random", "--agent", "b=random", "--openings", "1")
    assert rule in run(*played, "--store", "a.db", "--workers", "0")
    found = json.loads(run(*played, "--store", "b.db", "--max-plies", "9", "--workers", "0", "--json"))
    assert (found["max_plies"], found["terminations"]) == (9, {"adjudicated": 2})
    ended = run("play", game, "--first", "random", "--second", "random", "--max-plies", "8")
    assert "\na draw after 8 plies, the limit; --max-plies sets another\n" in ended
