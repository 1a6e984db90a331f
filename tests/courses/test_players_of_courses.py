"""Players that were written for two courses, for AIMA and for easyAI, in matches of advsearch."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import advsearch
from advsearch.courses.player import names_player
from advsearch.errors import AdvsearchError, PluginError
from advsearch.limits import Limits
from advsearch.match import Played, SearcherAgent, Turn, function_agent
from advsearch.plugins.registry import default_registry
from advsearch.results import Answered
from advsearch.specs import reference_in

Match = Callable[..., Played]
SMALL = "isolation(width=5, height=5)"
WIDE = "isolation(width=11, height=9)"
SCORED = "course:seven.py:AlphaBetaPlayer(score_fn=custom_score, timeout=5.0)"


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("game", "one", "two"),
    [
        ("isolation", SCORED, "course:seven.py:MinimaxPlayer(search_depth=2)"),
        ("isolation", "course:seven.py:CustomPlayer(method=alphabeta)", "course:seven.py:Copying"),
        ("isolation", "course:seven.py:ready", "course:seven.py:walk"),
        (SMALL, "course:seven.py:AlphaBetaPlayer(score_fn=scores.py:score)", "alphabeta(depth=2)"),
        (WIDE, "course:eleven.py:CustomPlayer", "course:eleven.py:OneMove"),
        (WIDE, "course:eleven.py:Careful", "course:eleven.py:CustomPlayer(clock=cpu)"),
        (SMALL, "course:aima.py:cutoff_player", "course:aima.py:own_minimax"),
        ("pentago", "course:aima.py:sometimes(bold=true)", "course:easy.py:algorithm"),
        (SMALL, "course:easy.py:from_library", "course:easy.py:Avoider"),
        (SMALL, "course:easy.py:AI_Player(Negamax(depth=1))", "course:aima.py:sometimes"),
        (SMALL, "hybrid(stages=[course:seven.py:walk, alphabeta(depth=2)], switches=[ply(5)])", "random"),
    ],
)
def test_players_of_any_style_play_to_the_end(match: Match, game: str, one: str, two: str) -> None:
    """A match between players of any style ends by the rules, from both seats."""
    for first, second in ((one, two), (two, one)):
        verdict = match(game, first, second).verdict
        assert (verdict.termination, verdict.detail) == ("normal", "")


@pytest.mark.parametrize(
    ("player", "termination", "detail"),
    [
        ("Loops", "stall", "gave no answer within 0.80 s, and was ended; it had 0.05 s"),
        ("Raises", "crash", "faulty.py line 21: IndexError: list index out of range"),
        ("GivesUp", "resigned", ""),
        (
            "Elsewhere",
            "illegal",
            "expected a pair (row, column) that is legal ((0, 0), (0, 1), (1, 0), (1, 1)), got (3, 99)",
        ),
        (
            "Nothing",
            "illegal",
            "expected a pair (row, column) that is legal ((0, 0), (0, 1), (1, 0), (1, 1)), got None",
        ),
        ("LetsItThrough", "crash", "faulty.py line 43: SearchTimeout"),
        ("Exits", "crash", "its process exited with status 3"),
        ("Leaves", "crash", "faulty.py line 53: SystemExit: bye"),
        ("Asks", "crash", "faulty.py line 58: EOFError: EOF when reading a line"),
        ("Forges", "crash", "gave no answer that can be read"),
    ],
)
def test_a_fault_ends_the_game_and_says_why(match: Match, player: str, termination: str, detail: str) -> None:
    """A player with a fault loses by the fault's kind. The detail has the line of the player's own file."""
    verdict = match("isolation(width=2, height=2)", f"course:faulty.py:{player}").verdict
    assert (verdict.termination, verdict.winner, verdict.detail) == (termination, 1, detail)
    assert verdict.stderr == {"Raises": "before the error", "Asks": "your move?"}.get(player, "")


@pytest.mark.parametrize(
    ("player", "termination", "detail"),
    [
        ("Empty", "illegal", "returned without an action on its queue"),
        ("Silent", "time", "put no action on its queue within 50 ms"),
        ("Stubborn", "stall", "gave no answer within 0.80 s, and was ended; it had 0.05 s"),
    ],
)
def test_a_queue_without_an_answer_loses(match: Match, player: str, termination: str, detail: str) -> None:
    """A player of the 11x9 course loses if its queue is empty at the limit, or if it cannot be interrupted."""
    verdict = match(WIDE, f"course:faulty.py:{player}").verdict
    assert (verdict.termination, verdict.winner, verdict.detail) == (termination, 1, detail)


def test_a_player_that_sleeps_is_late_by_the_wall_clock_only(match: Match) -> None:
    """With clock=cpu, the time of a player is the processor time of its process."""
    late = match(SMALL, "course:faulty.py:Sleeps", grace_s=0.1)
    assert (late.verdict.termination, late.verdict.winner) == ("time", 1)
    counted = match("isolation(width=3, height=3)", "course:faulty.py:Sleeps(clock=cpu)", grace_s=0.1)
    assert counted.verdict.termination == "normal"
    assert all(move.seconds < 0.3 for move in counted.moves)


def test_without_a_limit_of_time_a_player_has_the_time_of_its_course(match: Match) -> None:
    """If a match limits no time, the player's clock shows 150 ms, and a player that exceeds them loses."""
    verdict = match(SMALL, "course:faulty.py:Sleeps", time_s=None).verdict
    assert verdict.termination == "time"
    assert verdict.detail.endswith("ms of 150 ms, the time of its course")
    assert match(SMALL, "course:faulty.py:LetsItThrough", time_s=None).verdict.termination == "crash"


@pytest.mark.usefixtures("patient")
def test_what_a_player_prints_is_no_answer(match: Match) -> None:
    """A player may print anything, by any way, when it is loaded and when it moves."""
    assert match(SMALL, "course:talks.py:Talks").verdict.termination == "normal"


@pytest.mark.usefixtures("patient")
def test_the_seed_decides_the_players_random_numbers(match: Match) -> None:
    """Two games with the same seed have the same moves, and another seed gives others."""
    one, again, other = (match("isolation", "course:talks.py:Talks", seed=seed).actions for seed in (1, 1, 2))
    assert one == again != other


@pytest.mark.usefixtures("patient")
def test_no_process_is_left(match: Match, tmp_path: Path) -> None:
    """When the agents of a match are gone, the processes of their players are gone."""
    where = tmp_path / "pid"
    match(SMALL, f"course:talks.py:Talks(where='{where}')")
    gc.collect()
    process = Path("/proc") / where.read_text()
    for _ in range(100):
        if not process.exists():
            return
        time.sleep(0.05)
    assert not process.exists()


def test_a_result_of_a_player_has_no_value() -> None:
    """A search by a player returns its action, in any game, and says that it reports nothing else."""
    game = advsearch.load_game("pentago")
    result = advsearch.load_searcher("course:aima.py:sometimes").search(game, game.initial(), limits=Limits(time_s=5))
    assert isinstance(result, Answered)
    assert result.action in game.actions(game.initial())
    assert (result.depth, result.nodes, result.exact) == (0, 0, False)
    with pytest.raises(AdvsearchError, match="reports no values of actions; leave every_action"):
        advsearch.bind("course:aima.py:sometimes", game)(game.initial(), every_action=True)


def test_a_stopped_player_is_ended() -> None:
    """If a stop signal is set, the search returns a legal action at depth 0 without waiting for the player."""

    class Set:
        def is_set(self) -> bool:
            return True

    game = advsearch.load_game(SMALL)
    result = advsearch.bind("course:faulty.py:Loops", game)(game.initial(), time_s=60, stop=Set())
    assert result.action == 0


def test_a_player_as_an_object_has_a_name_for_other_processes(tmp_path: Path) -> None:
    """`compare` takes a player as an object, and names it by its spec, also in a store."""
    player = advsearch.load_searcher("course:seven.py:walk(clock=cpu)")
    store = tmp_path / "games.db"
    found = advsearch.compare(SMALL, player, "greedy", pairs=1, time_s=0.1, store=store)
    assert (found.one, found.two) == ("course:seven.py:walk(clock=cpu)", "greedy")
    assert found.wins + found.draws + found.losses == 2
    assert found.summary.faults == {}


# --- what is refused before a game ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("course:seven.py:AlphaBeta", "unknown name in seven.py 'AlphaBeta'; did you mean AlphaBetaPlayer"),
        ("course:nine.py:Player", "unknown file 'nine.py'"),
        ("course:faulty.py:NoMethod", "expected a class with a method get_move, get_action, ask_move, or a function"),
        ("course:faulty.py:evaluator", "write deepening(evaluator=course:faulty.py:evaluator)"),
        ("course:faulty.py:Needs", "TypeError: Needs.__init__() missing 1 required positional argument: 'depth'"),
        ("course:faulty.py:Needs(deep=3)", "unexpected keyword argument 'deep'"),
        ("course:eleven.py:OneMove", "expected isolation(width=11, height=9) for the course's state, got"),
        ("course:seven.py:ready(timeout=3)", "takes no settings"),
        ("course:faulty.py:Loops(clock=sand)", "expected `clock` of a course's player to be wall or cpu, got 'sand'"),
    ],
)
def test_a_player_that_cannot_be_made_is_refused(spec: str, message: str) -> None:
    """A player that cannot be made is an error when it is bound, not a lost game."""
    with pytest.raises(AdvsearchError) as caught:
        advsearch.bind(spec, SMALL)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["faulty.py:Loops.get_move", "faulty.py:Loops"])
def test_a_method_as_a_callable_is_refused_with_what_to_write(name: str) -> None:
    """`callable` with a class or its method names the searcher to write instead, and the searcher plays."""
    reference = reference_in(name)
    assert reference is not None
    with pytest.raises(PluginError) as caught:
        function_agent(reference, "mine")
    advice = str(caught.value).partition('write searcher = "')[2].rstrip('"')
    assert advice == "course:faulty.py:Loops"
    advsearch.load_searcher(advice)


def test_a_player_without_the_prefix_is_refused_with_what_to_write() -> None:
    """A class without `search` is refused, and the message has the name with the prefix."""
    with pytest.raises(PluginError, match="written for a course. name it course:faulty.py:Loops$"):
        advsearch.load_searcher("faulty.py:Loops")


def test_the_file_says_what_is_a_player() -> None:
    """A name after `course:` is told to be a player or an evaluator by reading the file, which is not run."""
    players = [
        "seven.py:AlphaBetaPlayer",
        "seven.py:ready",
        "seven.py:walk",
        "aima.py:sometimes",
        "easy.py:algorithm",
        "easy.py:AI_Player",
    ]
    others = [
        "faulty.py:evaluator",
        "seven.py:custom_score",
        "seven.py:CustomPlayer.get_move",
        "seven.py:improved_score",
    ]
    for name in [*players, *others, "no.py:P"]:
        reference = reference_in(f"course:{name}")
        assert reference is not None
        assert names_player(reference) == (name in players), name


def test_an_evaluator_beside_a_player_imports_stand_ins() -> None:
    """An evaluator in the same file can be used although the file imports modules of the course."""
    game = advsearch.load_game("isolation")
    evaluate = default_registry().evaluator("course:seven.py:custom_score", game)
    state = game.parse_state("......./......./......./...A.../......./.....B./....... A")
    assert isinstance(evaluate(game, state, 0), float)
    with pytest.raises(ModuleNotFoundError):
        __import__("sample_players")


def test_a_game_of_the_users_file_reaches_the_player(match: Match, tmp_path: Path) -> None:
    """A player also plays a game that is defined in a user's file."""
    stones = Path(__file__).parents[1] / "match" / "stones.py"
    assert match(f"{stones}:Stones(size=9)", "course:aima.py:sometimes").verdict.termination == "normal"


def test_a_game_of_the_running_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is defined in the program that runs cannot reach the player, and the error says what to do."""
    game = advsearch.load_game(f"{Path(__file__).parents[1] / 'match' / 'stones.py'}:Stones(size=8)")
    monkeypatch.setattr(type(game), "__module__", "__main__")
    with pytest.raises(AdvsearchError, match="put the class into a file of its own"):
        advsearch.bind("course:aima.py:sometimes", game)


def test_a_player_runs_in_its_own_folder(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player's file is found from any folder. It imports and opens the files beside it, and a file in its settings
    is found from the folder of the user.
    """
    here = Path.cwd()
    monkeypatch.chdir("/")
    folder = os.path.relpath(here)
    for player in ("seven.py:walk", "beside.py:Beside", f"beside.py:Beside(score={folder}/scores.py:score)"):
        assert match(SMALL, f"course:{folder}/{player}").verdict.termination == "normal"


def test_a_player_can_be_asked_again_after_a_fault() -> None:
    """A player whose process was ended is started again for its next move."""
    game = advsearch.load_game("isolation(width=2, height=2)")
    agent = SearcherAgent(advsearch.load_searcher("course:faulty.py:Exits"), "exits")
    for _ in range(2):
        with pytest.raises(AdvsearchError, match="its process exited with status 3"):
            agent.choose(Turn(game, game.initial(), 0, game.initial(), (), Limits(time_s=1)))
