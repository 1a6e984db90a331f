"""Programs that misbehave in every known way get the right verdict in time, and none of their processes is left."""

from __future__ import annotations

import resource
from typing import Any

import pytest

import advsearch
from advsearch.limits import Limits, now
from advsearch.match import FunctionAgent, Play, Played, Referee, TimeControl, Turn

LIMIT_S, GRACE_S, HANG_S = 0.2, 0.15, 0.4
LATE_S = LIMIT_S + GRACE_S + HANG_S / 3
PATIENT_S = 60.0
"""A limit for programs that answer immediately: a busy machine may delay an answer beyond any strict limit."""
MANNERS = {
    "no-start": "crash",
    "never-ready": "stall",
    "hang": "stall",
    "slow": "time",
    "crash-at-start": "crash",
    "crash-in-move": "crash",
    "crash-at-exit": "normal",
    "illegal": "illegal",
    "garbage": "illegal",
    "flood": "stall",
    "flood-without-newline": "stall",
    "closed-stdout": "crash",
    "ignores": "normal",
    "forks": "normal",
    "eats-memory": "crash",
}
"""How each kind of misbehaviour ends a game."""


@pytest.fixture
def game(stones_file: str) -> Any:
    return advsearch.load_game(f"{stones_file}:Stones(size=5)")


def played(game: Any, agent: Any, seat: int, hang_s: float = HANG_S, grace_s: float = GRACE_S) -> Played:
    """A game of this agent against one that takes the first action."""
    other = FunctionAgent(lambda game, state, _: game.actions(state)[0], "other")
    agents = [agent, other] if seat == 0 else [other, agent]
    agent.hang_s = hang_s
    strict, lenient = (TimeControl(Limits(time_s=LIMIT_S), grace_s=each) for each in (grace_s, PATIENT_S))
    return Referee(game, agents, control=(strict, lenient) if seat == 0 else (lenient, strict)).play()


def rogue(rogues: Any, manner: str) -> Any:
    agent = rogues(manner, str(LATE_S))
    if manner == "no-start":
        agent.command = ["there-is-no-such-program", rogues.token]
    if manner == "never-ready":
        agent.start_s = LIMIT_S
    if manner == "eats-memory":
        agent.memory_mb = 64
    return agent


def high_water_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@pytest.mark.parametrize("seat", [0, 1], ids=["first", "second"])
@pytest.mark.parametrize("manner", MANNERS)
def test_every_misbehaviour_has_its_verdict(rogues: Any, game: Any, manner: str, seat: int) -> None:
    """A misbehaving program loses by the right class, or plays on; none of its processes is left, and no memory is
    taken.
    """
    before = high_water_mb()
    agent = rogue(rogues, manner)
    ends = MANNERS[manner]
    hang_s = HANG_S if ends == "stall" else PATIENT_S
    grace_s = GRACE_S if ends in ("stall", "time") else PATIENT_S
    verdict = played(game, agent, seat, hang_s, grace_s).verdict
    agent.close()
    assert (verdict.termination, verdict.fault) == (ends, None if ends == "normal" else seat)
    assert rogues.left() == []
    assert high_water_mb() - before < 50


@pytest.mark.nightly
@pytest.mark.parametrize("seat", [0, 1], ids=["first", "second"])
@pytest.mark.parametrize("manner", MANNERS)
def test_every_verdict_comes_in_time(rogues: Any, game: Any, manner: str, seat: int) -> None:
    """With the usual limits, each verdict comes within limit, grace and a second, five times in a row."""
    before = high_water_mb()
    for _ in range(5):
        agent = rogue(rogues, manner)
        started = now()
        moves = played(game, agent, seat, hang_s=type(agent)("", []).hang_s)
        seconds = now() - started - sum(move.seconds for move in moves.moves)
        agent.close()
        assert moves.verdict.termination == MANNERS[manner]
        assert seconds < LIMIT_S + GRACE_S + 1
        assert rogues.left() == []
    assert high_water_mb() - before < 50


def test_a_crash_is_reported_with_its_status_and_last_words(rogues: Any, game: Any) -> None:
    """The verdict on a crash has the program's exit status and the end of its standard error."""
    verdict = played(game, rogues("crash-in-move"), 0).verdict
    assert (verdict.detail, verdict.stderr) == ("the program exited with status 3", "it broke here")


def test_a_program_killed_by_a_signal_is_reported_by_its_name(rogues: Any, game: Any) -> None:
    """A signal that ended a program is named."""
    agent = rogues("crash-in-move")
    agent.command = ["sh", "-c", f"kill -SEGV $$; : {rogues.token}"]
    assert played(game, agent, 0).verdict.detail == "the program was killed by SIGSEGV"


def test_a_program_that_is_not_there_is_reported_by_its_name(game: Any, rogues: Any) -> None:
    """A program that cannot be found is named."""
    verdict = played(game, rogue(rogues, "no-start"), 0).verdict
    assert verdict.detail == "expected a program that can be run, got 'there-is-no-such-program'"


def test_a_file_that_is_no_program_is_shown_as_such(game: Any, rogues: Any, tmp_path: Any) -> None:
    """A file that is marked executable but cannot be run is a crash with this reason."""
    file = tmp_path / "nothing"
    file.write_bytes(b"\x7fELF nonsense")
    file.chmod(0o755)
    agent = rogues("no-start")
    agent.command = [str(file)]
    verdict = played(game, agent, 0).verdict
    assert (verdict.termination, verdict.detail) == ("crash", "the program exited with status 127")
    assert verdict.stderr == f"{file} cannot be started: Exec format error"


def test_much_on_standard_error_does_no_harm(rogues: Any, game: Any) -> None:
    """A program that fills its standard error plays on, and its last lines are kept."""
    agent = rogues("flood-stderr")
    assert played(game, agent, 0, grace_s=PATIENT_S).verdict.termination == "normal"
    program = agent._program
    agent.close()
    assert program.stderr.endswith("the last of it")
    assert len(program.stderr) < 5_000


def test_an_answer_too_many_counts_for_no_other_question(rogues: Any, game: Any) -> None:
    """If a program answers twice, the extra answers are ignored, and each turn is asked again."""
    result = played(game, rogues("answers-twice"), 0, grace_s=PATIENT_S)
    assert (result.verdict.termination, len(result.moves)) == ("normal", 5)


def test_a_program_that_failed_starts_anew_for_its_next_game(rogues: Any, game: Any) -> None:
    """After a fault the same agent plays its next game with a new process."""
    agent = rogues("hang")
    assert played(game, agent, 0).verdict.termination == "stall"
    agent.command = rogues.command("good")
    assert played(game, agent, 0, grace_s=PATIENT_S).verdict.termination == "normal"


def test_without_a_limit_in_time_silence_is_a_stall_after_a_while(rogues: Any, game: Any) -> None:
    """A program without a time limit is given up after `stall_s`."""
    other = FunctionAgent(lambda game, state, _: game.actions(state)[0], "other")
    control = TimeControl(Limits(nodes=5), grace_s=0.1, stall_s=0.2)
    verdict = Referee(game, [rogues("hang"), other], control=control).play().verdict
    assert (verdict.termination, verdict.detail) == ("stall", "gave no answer within 0.20 s")


def test_an_option_a_program_does_not_have_is_reported(rogues: Any, game: Any) -> None:
    """An option that a program does not have is a fault, and the message lists the options that it has."""
    verdict = played(game, rogues("good", options={"Hash": "64"}), 0).verdict
    assert (verdict.termination, verdict.detail) == ("crash", "has no option 'Hash'; its options: Seed")


def test_a_program_answers_before_it_was_sent_a_game(rogues: Any, game: Any) -> None:
    """A program that is asked without preparation is started and prepared first."""
    turn = Turn(game, game.initial(), 0, game.initial(), (), Limits())
    assert rogues("good").choose(turn) == Play(1)
