"""`advsearch ugi` as a process, used by advsearch's own UGI agent, in both seats."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import advsearch
from advsearch.limits import Limits
from advsearch.match import FunctionAgent, Played, Referee, Reported, SearcherAgent, TimeControl
from advsearch.search import Minimax
from advsearch.ugi.agent import UgiAgent
from advsearch.values import win_in

NODES = TimeControl(Limits(nodes=200), grace_s=0.1)


@pytest.fixture
def game(stones_file: str) -> Any:
    return advsearch.load_game(f"{stones_file}:Stones")


@pytest.fixture
def ours(stones_file: str) -> Iterator[Callable[..., UgiAgent]]:
    """Agents that are `advsearch ugi` with these arguments."""
    made: list[UgiAgent] = []

    def make(*arguments: str, game: str = "Stones", **settings: Any) -> UgiAgent:
        command = [sys.executable, "-m", "advsearch", "ugi", f"{stones_file}:{game}", *arguments]
        made.append(UgiAgent("ours", command, start_s=60, **settings))
        return made[-1]

    yield make
    for agent in made:
        agent.close()


def first_action() -> FunctionAgent:
    return FunctionAgent(lambda game, state, _: game.actions(state)[0], "first action")


def against(game: Any, agent: Any, seat: int, control: TimeControl = NODES, **settings: Any) -> Played:
    agents = [agent, first_action()] if seat == 0 else [first_action(), agent]
    return Referee(game, agents, control=control, **settings).play()


def test_a_searcher_plays_the_same_game_in_another_process(game: Any, ours: Callable[..., UgiAgent]) -> None:
    """In both seats, an agent over UGI plays and reports the same as the same searcher in this process."""
    agent = ours("--agent", "minimax(depth=4)")
    for seat in (0, 1):
        there = against(game, agent, seat)
        here = against(game, SearcherAgent(Minimax(depth=4), "here"), seat)
        assert there.verdict == here.verdict
        assert there.actions == here.actions
        for one, other in zip(there.moves, here.moves, strict=True):
            if other.result is not None:
                reported = Reported(other.result.depth, other.result.nodes, other.result.value)
                assert one.reported == reported


def test_a_game_may_begin_anywhere_and_be_timed_in_any_way(game: Any, ours: Callable[..., UgiAgent]) -> None:
    """Start positions, openings, clocks, times and depths are sent over UGI; a player may move twice."""
    agent = ours("--agent", "deepening")
    start = game.parse_state("10 left, B to move")
    for control in (
        TimeControl(Limits(time_s=0.2), grace_s=5),
        TimeControl(Limits(), total_s=20, increment_s=0.1, grace_s=5),
        TimeControl(Limits(depth=3)),
    ):
        for seat in (0, 1):
            found = against(game, agent, seat, control, start=start, opening=[3])
            assert found.verdict.termination == "normal"
            assert [move.player for move in found.moves][:2] == [1, 1]


def test_a_mixed_clock_is_sent_to_both(game: Any, ours: Callable[..., UgiAgent]) -> None:
    """If one side has a clock and the other has none, each plays by its own limits."""
    controls = (TimeControl(Limits(), total_s=20, grace_s=5), TimeControl(Limits(nodes=50), grace_s=5))
    agents = (ours("--agent", "deepening"), ours("--agent", "deepening"))
    for swapped in (1, -1):
        verdict = Referee(game, agents[::swapped], control=controls).play().verdict
        assert verdict.termination == "normal"


def test_the_same_seed_is_the_same_game(game: Any, ours: Callable[..., UgiAgent]) -> None:
    """A program with a Seed option gets its seed before each game, and the same seed gives the same game."""
    agent = ours("--agent", "random")
    games = []
    for agent.seed in (5, 6, 7, 8, 5):
        games.append(against(game, agent, 0).actions)
    assert games[0] == games[-1]
    assert len(set(games)) > 1


def test_options_reach_the_program(game: Any, ours: Callable[..., UgiAgent]) -> None:
    """Options are set before the first game, whatever the case of their names."""
    agent = ours("--agent", "random", options={"SEARCHER": "minimax(depth=2)"})
    moves = against(game, agent, 0).moves
    assert moves[0].reported is not None
    assert moves[0].reported.depth == 2


def test_values_come_back_as_they_were(game: Any, ours: Callable[..., UgiAgent]) -> None:
    """A proven win arrives as the same proven win."""
    found = against(game, ours("--agent", "minimax"), 0, start=game.parse_state("5 left, A to move"))
    assert found.moves[0].reported == Reported(5, found.moves[0].reported.nodes, win_in(3))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("function", "termination"),
    [("takes_one", "normal"), ("takes_most", "normal"), ("takes_nine", "illegal"), ("leaves", "crash")],
)
def test_a_function_plays_in_a_process_of_its_own(
    game: Any, ours: Callable[..., UgiAgent], stones_file: str, function: str, termination: str
) -> None:
    """A user's function plays over UGI; its output does no harm, and its faults are the same as in this process."""
    played = against(game, ours("--callable", f"{stones_file}:{function}"), 1)
    assert played.verdict.termination == termination


def test_a_function_that_raises_is_a_crash_with_its_traceback(
    game: Any, ours: Callable[..., UgiAgent], stones_file: str
) -> None:
    """An error of a function ends its process; the verdict has the traceback, and in short its last line."""
    verdict = against(game, ours("--callable", f"{stones_file}:breaks"), 0).verdict
    assert (verdict.termination, verdict.fault) == ("crash", 0)
    assert "Traceback (most recent call last):" in verdict.stderr
    line = Path(stones_file).read_text().splitlines().index('    raise RuntimeError("nothing works")') + 1
    assert verdict.stderr.splitlines()[-1] == f"error: stones.py line {line}: RuntimeError: nothing works"


def test_an_agent_that_cannot_get_ready_is_a_crash(game: Any, ours: Callable[..., UgiAgent]) -> None:
    """An agent that fails while it prepares ends its process with the reason in one line."""
    agent = ours("--agent", "greedy(tier=compiled)", game="Loud")  # it prints, which nothing can compile
    verdict = against(game, agent, 0).verdict
    assert (verdict.termination, verdict.fault) == ("crash", 0)
    assert verdict.detail == "the program exited with status 1"
    assert verdict.stderr.startswith("error: stones.py:")
    assert "print(...)" in verdict.stderr
    assert verdict.stderr.count("\n") == 0


def test_a_stop_reaches_the_program(game: Any, ours: Callable[..., UgiAgent]) -> None:
    """When a game is stopped, a program that could think forever is stopped and answers."""

    class Set:
        def is_set(self) -> bool:
            return agent._program is not None and len(asked) > 0

    asked: list[int] = []
    agent = ours("--agent", "deepening", game="Stones(size=300)")
    large = type(game)(300)
    agent.prepare(large)
    asked.append(1)
    referee = Referee(large, [agent, first_action()], stop=Set())
    assert referee.play().verdict.termination == "stopped"
    assert referee._turn() is None
    assert len(referee.moves) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{file}:Wordy"], "expected actions without spaces for UGI, got 'take 1' in Wordy"),
        (["{file}:Stones", "--agent", "minmax"], "unknown searcher 'minmax'; did you mean minimax?"),
        (
            ["{file}:Stones", "--agent", "greedy(evaluator=unheard)"],
            "unknown evaluator of Stones 'unheard'; ",
        ),
        (["{file}:Stones", "--callable", "x"], "expected --callable file.py:name or package.module:name, got 'x'"),
        (
            ["{file}:Stones", "--callable", "{file}:of_four"],
            "to be a function f(game, state, limits), got f(game: ",
        ),
        (["{file}:Stones", "--callable", "{file}:NO_FUNCTION"], "to be a function f(game, state, limits), got 7"),
        (
            ["{file}:Stones", "--callable", "{file}:takes_one", "--agent", "random"],
            "--callable cannot be combined with --agent or --evaluator",
        ),
    ],
)
def test_wrong_arguments_are_reported_before_anything_is_said(
    stones_file: str, arguments: list[str], message: str
) -> None:
    """An agent that cannot play is a one-line error on standard error, with nothing on standard output."""
    command = [sys.executable, "-m", "advsearch", "ugi", *(each.format(file=stones_file) for each in arguments)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, input="")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert message in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_another_searcher_is_checked_before_it_is_taken(stones_file: str) -> None:
    """A searcher set by `setoption` with an unknown evaluator is refused, and the old one stays."""
    command = [sys.executable, "-m", "advsearch", "ugi", f"{stones_file}:Stones", "--agent", "minimax(depth=2)"]
    said = "setoption name Searcher value greedy(evaluator=unheard)\nposition startpos\ngo\n"
    answer = subprocess.run(command, capture_output=True, text=True, check=True, input=said)
    lines = answer.stdout.splitlines()
    assert lines[0].startswith("info string error unknown evaluator of Stones 'unheard'")
    assert lines[-1].startswith("bestmove take")


def test_a_conversation_by_hand(stones_file: str) -> None:
    """Piped commands are answered on standard output; `quit` and the end of input end the program with status 0."""
    command = [sys.executable, "-m", "advsearch", "ugi", f"{stones_file}:Stones", "--agent", "minimax(depth=2)"]
    for end in ("quit\n", ""):
        said = f"ugi\nisready\nposition startpos moves take3\nquery p1turn\ngo\n{end}"
        answer = subprocess.run(command, capture_output=True, text=True, check=True, input=said)
        lines = answer.stdout.splitlines()
        assert lines[1] == "id author the advsearch maintainers"
        assert lines[4:7] == ["ugiok", "readyok", "response false"]
        assert lines[-1].startswith("bestmove take")
        assert answer.stderr == ""


def test_what_is_printed_is_no_answer(stones_file: str, tmp_path: Path) -> None:
    """Lines that an agent prints, also past Python and by other programs, are on standard error."""
    (tmp_path / "noisy.py").write_text(
        "import os\n\n\ndef take(game, state, limits):\n    print('bestmove lies')\n"
        "    os.write(1, b'bestmove lies\\n')\n    os.system('echo bestmove lies')\n"
        "    return game.actions(state)[0]\n"
    )
    command = [sys.executable, "-m", "advsearch", "ugi", f"{stones_file}:Stones", "--callable", "noisy.py:take"]
    said = "position startpos\ngo\nisready\nquit\n"
    answer = subprocess.run(command, capture_output=True, text=True, check=True, input=said, cwd=tmp_path, timeout=60)
    moves = [line for line in answer.stdout.splitlines() if line.startswith("bestmove")]
    assert moves == ["bestmove take1"]
    assert answer.stderr.count("bestmove lies") == 3
