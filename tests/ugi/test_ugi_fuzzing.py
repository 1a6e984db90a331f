"""Thousands of mutated UGI commands."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

import advsearch
from advsearch.errors import InvalidNotation
from advsearch.limits import now
from advsearch.match import SearcherAgent
from advsearch.search import AlphaBeta
from advsearch.ugi.server import UgiServer, read_lines
from advsearch.ugi.words import read_info, score_words
from advsearch.values import loss_in, win_in

SEEDS = (
    "ugi",
    "isready",
    "uginewgame",
    "setoption name Seed value 17",
    "setoption name Searcher value deepening(depth=3)",
    "position startpos",
    "position startpos moves take1 take2 take3",
    "position fen 9 left, B to move",
    "position fen 9 left, B to move moves take3 take3",
    "moves take1 take1",
    "go depth 2",
    "go nodes 40",
    "go movetime 1",
    "go p1time 20 p2time 20 p1inc 1 p2inc 1",
    "go wtime 20 btime 20 winc 0 binc 0 movestogo 4",
    "go infinite",
    "stop",
    "query p1turn",
    "query gameover",
    "query result",
    "info depth 3 score mate -4 nodes 12 pv take1",
)
PIECES = ("\0", "\r", "é", "—", "\U0001f600", "9" * 400, " ", "-", "moves", "fen", "startpos", "%s", "\x1b[31m", "(")


def mutated(rng: random.Random) -> str:
    line = rng.choice(SEEDS)
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(line) + 1)
        match rng.randrange(5):
            case 0:
                line = line[:place] + rng.choice(PIECES) + line[place:]
            case 1:
                line = line[:place] + line[place + rng.randrange(1, 5) :]
            case 2:
                line = line[:place] + chr(rng.randrange(1, 0x250)) + line[place + 1 :]
            case 3:
                line = f"{line} {rng.choice(SEEDS).partition(' ')[2]}"
            case _:
                line = line * rng.choice((1, 1, 2, 50))
    return line.replace("\n", " ")


@pytest.fixture
def heard(stones_file: str) -> Iterator[tuple[UgiServer, list[str]]]:
    said: list[str] = []
    game = advsearch.load_game(f"{stones_file}:Stones(size=9)")

    def make(text: str | None, seed: int) -> SearcherAgent:
        if text is not None and not text.startswith("deepening"):
            raise InvalidNotation(f"expected a searcher, got {text[:40]!r}")
        return SearcherAgent(AlphaBeta(seed=seed), "plain")

    server = UgiServer(game, make, said.append)
    yield server, said
    server.close()


def say_nonsense(heard: tuple[UgiServer, list[str]], count: int) -> float:
    """Send this many lines. Return the seconds that the slowest took."""
    server, said = heard
    rng = random.Random(9)
    slowest = 0.0
    for _ in range(count):
        line = mutated(rng)
        del said[:]
        searching = server.searching
        started = now()
        assert server.handle(line) or line.strip().partition(" ")[0] == "quit"
        slowest = max(slowest, now() - started)
        answers = "".join(said).splitlines()
        errors = [answer for answer in answers if answer.startswith("info string error ")]
        assert searching or len(errors) <= 1, line
        assert all(len(answer) < 1_000 and answer.isprintable() for answer in errors), line
    server.handle("stop")
    server.close()
    del said[:]
    assert server.handle("isready")
    assert said == ["readyok\n"]
    return slowest


def test_no_line_ends_the_conversation(heard: tuple[UgiServer, list[str]]) -> None:
    """2,000 mutated commands are each obeyed or refused with a one-line error, and the program is still ready at the
    end.
    """
    say_nonsense(heard, 2_000)


@pytest.mark.nightly
def test_no_line_ends_the_conversation_in_the_long_run(heard: tuple[UgiServer, list[str]]) -> None:
    """100,000 mutated commands are each handled in under a second, in less than 100 MB."""
    tracemalloc.start()
    assert say_nonsense(heard, 100_000) < 1
    assert tracemalloc.get_traced_memory()[1] < 100e6
    tracemalloc.stop()


def test_no_info_line_breaks_its_reader() -> None:
    """Any text that a program reports about its search is read or ignored."""
    rng = random.Random(4)
    for _ in range(2_000):
        reported = read_info([mutated(rng) for _ in range(3)])
        assert reported is None or (reported.depth or 0) >= 0


def test_overlong_lines_lose_their_end(tmp_path: Any) -> None:
    """A line of many megabytes is cut, and the line after it is read from its beginning."""
    file = tmp_path / "said"
    file.write_bytes(b"position " + b"x" * 5_000_000 + b"\nisready\nlast")
    with file.open("rb") as opened:
        lines = list(read_lines(opened.fileno()))
    assert [len(line) for line in lines] == [1_000_000, 8, 4]
    assert lines[1:] == [b"isready\n", b"last"]


def test_a_win_of_unknown_length_is_a_bound_on_both_ends() -> None:
    """A win or loss that may come sooner is written and read as such."""
    game = advsearch.load_game("isolation")
    for value, side in ((win_in(48), "lowerbound"), (loss_in(48), "upperbound")):
        words = score_words(value, game, bound=True)
        assert words.split() == ["score", "mate", "48" if value > 0 else "-48", side]
        reported = read_info([f"info depth 1 {words} nodes 1", "info string nothing"])
        assert reported is not None
        assert (reported.value, reported.bound) == (value, True)
        later = read_info([f"info {words}", f"info {score_words(win_in(5), game)}"])
        assert later is not None
        assert (later.value, later.bound) == (win_in(5), False)
