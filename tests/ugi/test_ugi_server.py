"""The UGI server of advsearch: every command, and the errors for wrong ones."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import attrs
import pytest

import advsearch
from advsearch import __version__
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits
from advsearch.match import Agent, FunctionAgent, Play, Resign, SearcherAgent, Turn
from advsearch.search import AlphaBeta, Deepening, Random
from advsearch.ugi.server import UgiServer, serve


class Talk:
    """A conversation with a server in this process."""

    def __init__(self, game: Any, make: Callable[[str | None, int], Agent]) -> None:
        self.heard: list[str] = []
        self.changed = threading.Condition()
        self.server = UgiServer(game, make, self.hear, searcher="plain")

    def hear(self, text: str) -> None:
        with self.changed:
            self.heard += text.splitlines()
            self.changed.notify_all()

    def ask(self, *lines: str) -> list[str]:
        """The answers to these lines, up to the end of a search that one of them started."""
        self.heard.clear()
        for line in lines:
            self.server.handle(line)
        with self.changed:
            assert self.changed.wait_for(lambda: not self.server.searching, 30)
        return list(self.heard)

    def best(self, *lines: str) -> str:
        """The action with which a search ends."""
        answers = self.ask(*lines)
        assert [line.split()[0] for line in answers].count("bestmove") == 1
        assert answers[-1].split()[0] == "bestmove"
        return answers[-1].split()[1]


def plain(_: str | None, seed: int) -> Agent:
    return SearcherAgent(AlphaBeta(), "plain", seed)


@pytest.fixture
def game(stones_file: str) -> Any:
    return advsearch.load_game(f"{stones_file}:Stones")


@pytest.fixture
def talk(game: Any) -> Talk:
    return Talk(game, plain)


class Patient:
    """A searcher that thinks until it is stopped."""

    name = "patient"

    def __init__(self) -> None:
        self.began = threading.Event()

    def choose(self, turn: Turn) -> Play:
        self.began.set()
        assert turn.stop is not None
        while not turn.stop.is_set():
            threading.Event().wait(0.001)
        return Play(turn.game.actions(turn.state)[0])


@pytest.fixture
def thinking(game: Any) -> Iterator[Talk]:
    """A conversation in the middle of a search."""
    agent = Patient()
    talk = Talk(game, lambda *_: agent)
    talk.server.handle("go infinite")
    agent.began.wait()
    yield talk
    talk.server.close()


def test_it_introduces_itself_with_its_options(talk: Talk) -> None:
    """The answer to `ugi` is the agent's name, its options, and ugiok."""
    assert talk.ask("ugi") == [
        f"id name advsearch {__version__} plain",
        "id author the advsearch maintainers",
        "option name Searcher type string default plain",
        "option name Seed type spin default 0 min 0 max 9223372036854775807",
        "ugiok",
    ]


def test_queries_report_turn_and_end(talk: Talk) -> None:
    """`query` prints the player to move, whether the game is over, and the winner."""
    ask = talk.ask
    assert ask("query p1turn", "query gameover", "query result") == [
        "response true",
        "response false",
        "response none",
    ]
    assert ask("moves take1", "query p1turn") == ["response false"]
    assert ask("position fen 1 left, B to move moves take1", "query gameover", "query result") == [
        "response true",
        "response p2win",
    ]
    assert ask("position fen 1 left, A to move moves take1", "query result") == ["response p1win"]


def test_draws_are_reported() -> None:
    """A drawn game's result is draw."""
    talk = Talk(Drawn(), plain)
    assert talk.ask("moves 1", "query result") == ["response draw"]


def test_a_second_turn_in_a_row_is_reported(talk: Talk) -> None:
    """A player that moves again is still the one to move."""
    assert talk.ask("position startpos moves take3 take2", "query p1turn") == ["response false"]


def test_nothing_is_said_twice(talk: Talk) -> None:
    """Each depth's line is printed once before `bestmove`, and the last line with nodes has those of the whole
    search.
    """
    for limits in ("depth 3", "nodes 9", "nodes 20", "nodes 60"):
        answers = talk.ask("position startpos", f"go {limits}")[:-1]
        depths = [line.split()[2] for line in answers if line.startswith("info depth ")]
        assert len(depths) == len(set(depths)) or len({line.partition(" pv ")[2] for line in answers[-2:]}) == 2
        nodes = [int(line.split()[line.split().index("nodes") + 1]) for line in answers]
        assert nodes == sorted(nodes)
        assert len(set(nodes)) == len(nodes)


def test_a_search_says_what_it_found(talk: Talk) -> None:
    """`go` ends with info and bestmove; a proven win is printed in plies."""
    answers = talk.ask("position fen 5 left, A to move", "go depth 9")
    assert answers[-1] == "bestmove take1"
    assert answers[-2].startswith("info depth 9 score mate 3 nodes ")
    assert answers[-2].endswith(" pv take1 take1 take3")


@pytest.mark.parametrize(
    "limits",
    [
        "depth 2",
        "depth 0",
        "nodes 1",
        "nodes 10",
        "movetime 5",
        "movetime 0",
        "p1time 1000 p2time 1 p1inc 10 p2inc 10",
        "wtime 100 btime 100",
        "wtime 100 btime 100 winc 5 binc 5 movestogo 3",
        "p1time -20 p2time 5",
        "depth 3 nodes 10 movetime 10",
        "infinite",
        "",
    ],
)
def test_every_kind_of_limit_ends_in_a_legal_action(game: Any, limits: str) -> None:
    """Depth, nodes, time, clocks of both spellings, no limit: each search answers with a legal action."""
    talk = Talk(game, lambda *_: SearcherAgent(Deepening(), "deepening"))
    assert talk.best("position startpos moves take1", f"go {limits}") in ("take1", "take2", "take3")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("movetime 150", Limits(time_s=0.15)),
        ("depth 4", Limits(depth=4)),
        ("nodes 500", Limits(nodes=500)),
        ("infinite", Limits()),
        ("p1time 9000 p2time 2500", Limits(time_s=0.1)),
        ("btime 2500 wtime 9000 binc 40", Limits(time_s=0.13)),
        ("btime 2500 wtime 9000 movestogo 5", Limits(time_s=0.5)),
        ("depth 3 movetime 20", Limits(depth=3, time_s=0.02)),
    ],
)
def test_limits_are_those_asked_for(game: Any, words: str, expected: Limits) -> None:
    """The second player's limits are read from `go`: its own clock, shared out, or a time, depth or number of
    nodes."""
    seen: list[Limits] = []

    def choose(game: Any, state: Any, limits: Limits) -> int:
        seen.append(limits)
        return 1

    talk = Talk(game, lambda *_: FunctionAgent(choose, "seeing"))
    talk.best("position startpos moves take1", f"go {words}")
    found = seen[0]
    assert (found.depth, found.nodes) == (expected.depth, expected.nodes)
    assert found.time_s == pytest.approx(expected.time_s)


def test_where_no_action_is_left_the_answer_is_0000(talk: Talk) -> None:
    """A search of a finished game answers 0000."""
    assert talk.ask("position fen 1 left, A to move moves take1", "go depth 3") == ["bestmove 0000"]


def test_a_search_is_stopped_and_answers(thinking: Talk) -> None:
    """`stop` ends a search, which gives its answer."""
    assert thinking.ask("stop") == ["bestmove take1"]


def test_while_searching_it_still_listens(thinking: Talk) -> None:
    """isready and query are answered during a search; commands that would change it give a one-line error."""
    for line in ("isready", "query p1turn", "go depth 1", "position startpos", "setoption name Seed value 1"):
        thinking.server.handle(line)
    refused = "info string error expected isready, stop or quit during a search, got"
    assert thinking.heard == [
        "readyok",
        "response true",
        f"{refused} go",
        f"{refused} position",
        f"{refused} setoption",
    ]


def test_quit_ends_a_search_with_its_answer(thinking: Talk) -> None:
    """`quit` during a search lets it answer, and ends the conversation."""
    assert thinking.server.handle("quit") is False
    assert thinking.heard == ["bestmove take1"]


def test_the_end_of_input_is_the_end(game: Any) -> None:
    """At the end of its input, a running search is stopped and the server ends."""
    agent = Patient()
    talk = Talk(game, lambda *_: agent)
    serve(talk.server, [b"go infinite\n"])
    assert talk.heard == ["bestmove take1"]


def test_nothing_after_quit_is_read(talk: Talk) -> None:
    """Lines after `quit` are not read."""
    serve(talk.server, [b"quit\n", b"ugi\n"])
    assert talk.heard == []


def test_a_new_game_begins_at_the_beginning(talk: Talk) -> None:
    """After `uginewgame` the position is the game's initial state."""
    assert talk.ask("position startpos moves take1", "uginewgame", "query p1turn") == ["response true"]


def test_positions_are_read_as_they_grow_and_as_they_change(talk: Talk, game: Any) -> None:
    """If several lines of play are set one after another, the position is that of the last one."""
    rng = random.Random(5)
    for _ in range(200):
        fen = rng.choice(["", "9 left, B to move", "12 left, A to move"])
        start = state = game.parse_state(fen) if fen else game.initial()
        words = []
        for _ in range(rng.randrange(6)):
            if not game.terminal(state):
                action = rng.choice(game.actions(state))
                words.append(game.format_action(state, action))
                state = game.result(state, action)
        given = words[: rng.randrange(len(words) + 1)]
        head = f"position fen {fen}" if fen else "position startpos"
        talk.server.handle(f"{head} moves {' '.join(given)}" if given else head)
        if words[len(given) :]:
            talk.server.handle(f"moves {' '.join(words[len(given) :])}")
        assert talk.server._position.state == state
        assert talk.server._position.states[0] == start
        assert len(talk.server._position.actions) == len(words)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("xyzzy", "expected a command such as position or go, got 'xyzzy'"),
        ("UGI", "expected a command such as position or go, got 'UGI'"),
        ("go depth", "expected a whole number after depth, got 'nothing'"),
        ("go depth two", "expected a whole number after depth, got 'two'"),
        ("go depth 1" + "0" * 30, f"expected a whole number after depth, got '1{'0' * 30}'"),
        (
            "go fast",
            "expected go with movetime, p1time, p2time, p1inc, p2inc, depth, nodes or infinite, got 'fast'",
        ),
        ("go p1time 100", "expected p2time, the time of the player to move, got only the other player's time"),
        ("position", "expected position startpos or position fen TEXT, got ''"),
        ("position fen", "expected position startpos or position fen TEXT, got 'fen'"),
        ("position startpos take1", "expected position startpos or position fen TEXT, got 'startpos take1'"),
        ("position fen x", "expected a position such as '7 left, A to move', got 'x'"),
        ("position startpos moves take1 take7", "expected an action such as take2, got 'take7'"),
        ("moves take9", "expected an action such as take2, got 'take9'"),
        ("query mood", "expected query p1turn, gameover, result or actions, got 'mood'"),
        (
            "setoption name Hash value 3",
            "expected setoption name Searcher value SPEC or name Seed value 0 to 9223372036854775807, "
            "got 'name Hash value 3'",
        ),
        (
            "setoption name Seed value -1",
            "expected setoption name Searcher value SPEC or name Seed value 0 to 9223372036854775807, "
            "got 'name Seed value -1'",
        ),
    ],
)
def test_nonsense_is_answered_in_one_line(talk: Talk, line: str, message: str) -> None:
    """A wrong line gives an error that says what was expected, and changes nothing."""
    talk.server.handle("position startpos moves take2")
    state = talk.server._position.state
    assert talk.ask(line) == [f"info string error {message}"]
    assert talk.server._position.state == state
    assert talk.ask("isready") == ["readyok"]


def test_blank_lines_say_nothing(talk: Talk) -> None:
    """Empty lines are ignored."""
    assert talk.ask("", "   ", "\t") == []


def test_the_seed_and_the_searcher_can_be_set(game: Any) -> None:
    """Options make a new agent: another seed gives other random choices, another searcher has another name."""
    made: list[tuple[str | None, int]] = []

    def make(text: str | None, seed: int) -> Agent:
        made.append((text, seed))
        if text == "nonsense":
            raise InvalidSettings("there is no such searcher")
        return SearcherAgent(Random(seed=seed), text or "plain")

    talk = Talk(game, make)
    talk.ask("setoption name Seed value 7", "setoption name searcher value random")
    assert made == [(None, 0), ("plain", 7), ("random", 7)]
    assert talk.ask("ugi")[0].endswith(" random")
    assert talk.ask("setoption name Searcher value nonsense") == [
        "info string error there is no such searcher",
    ]
    assert talk.ask("ugi")[0].endswith(" random")


def test_an_agent_prepares_before_it_says_that_it_is_ready(game: Any) -> None:
    """`isready` lets an agent prepare once per game, before readyok."""
    prepared: list[Any] = []

    @attrs.frozen
    class Preparing:
        name: str = "preparing"

        def prepare(self, game: Any) -> None:
            prepared.append(game)

        def choose(self, turn: Turn) -> Play:
            return Play(1)

    talk = Talk(game, lambda *_: Preparing())
    talk.ask("isready", "isready", "uginewgame", "isready")
    assert prepared == [game, game]


def test_what_an_agent_answers_is_passed_on_even_if_it_is_no_action(game: Any) -> None:
    """An answer that is not an action is still printed as one word, and resigning is printed as `resign`."""
    for answer, word in ((9, "take9"), ([1, 2], "[1,2]"), (None, "takeNone"), (Resign(), "resign")):
        talk = Talk(game, lambda *_, answer=answer: FunctionAgent(lambda *_: answer, "odd"))
        assert talk.best("go depth 1") == word


def test_a_game_whose_actions_hold_blanks_is_refused(stones_file: str) -> None:
    """A game whose actions contain spaces is refused with the remedy, because UGI cannot transmit them."""
    with pytest.raises(InvalidSettings) as caught:
        UgiServer(advsearch.load_game(f"{stones_file}:Wordy"), plain, print)
    assert str(caught.value) == (
        "expected actions without spaces for UGI, got 'take 1' in Wordy; "
        "write a format_action that returns text without spaces"
    )


@attrs.frozen
class Drawn:
    """A game with one action that ends in a draw. It has no notation."""

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return 0

    def actions(self, state: int) -> list[int]:
        return [1] if state == 0 else []

    def result(self, state: int, action: int) -> int:
        return 1

    def terminal(self, state: int) -> bool:
        return state == 1

    def utility(self, state: int, player: int) -> int:
        return 0
