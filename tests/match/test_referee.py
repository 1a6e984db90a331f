"""The referee: every way in which a game can end, and that only the game decides the rules."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import AdvsearchError, AgentFault, IllegalAction, InvalidSettings
from advsearch.limits import Limits
from advsearch.match import (
    Clocks,
    FunctionAgent,
    Leave,
    Move,
    Play,
    Referee,
    Resign,
    SearcherAgent,
    TakeBack,
    TimeControl,
    Turn,
    Verdict,
)
from advsearch.search.minimax import Minimax


@attrs.frozen
class Pile:
    """Take 1 to 3 from a pile; the player who takes the last wins. After an odd pile of 7 the same player moves
    again."""

    size: int = 10
    utilities = "outcome"

    def initial(self) -> tuple[int, int]:
        return (self.size, 0)

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def actions(self, state: tuple[int, int]) -> list[int]:
        return [n for n in (1, 2, 3) if n <= state[0]]

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        if action not in self.actions(state):
            raise IllegalAction(f"expected 1 to 3 of the pile, got {action!r}")
        left = state[0] - action
        return (left, state[1] if left == 7 else 1 - state[1])

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def utility(self, state: tuple[int, int], player: int) -> int:
        return -1 if state[1] == player else 1


@attrs.frozen
class Scripted:
    """An agent that returns given answers, one after another."""

    answers: list[Any]
    name: str = "scripted"
    turns: list[Turn] = attrs.field(factory=list)

    def choose(self, turn: Turn) -> Any:
        self.turns.append(turn)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return Play(answer) if isinstance(answer, int | str) else answer


def play(first: Sequence[Any], second: Sequence[Any], size: int = 6, **options: Any) -> Any:
    return Referee(Pile(size), [Scripted(list(first)), Scripted(list(second))], **options).play()


def test_a_game_to_its_end() -> None:
    """The moves lead from the start to the end, and the rules give the verdict."""
    played = play([1, 3], [2])
    assert played.verdict == Verdict("normal", 0, utility=1)
    assert played.actions == (1, 2, 3)
    assert [move.player for move in played.moves] == [0, 1, 0]
    assert (played.start, played.state) == ((6, 0), (0, 1))


def test_a_player_may_move_twice_in_a_row() -> None:
    """The game decides the player to move."""
    played = play([3, 3, 3], [1], size=10)
    assert [move.player for move in played.moves] == [0, 0, 1, 0]
    assert played.verdict.winner == 0


@given(st.lists(st.integers(1, 3), min_size=1, max_size=12), st.integers(1, 12))
def test_played_games_replay(choices: list[int], size: int) -> None:
    """In every game the actions lead from the start to the final state."""
    agents = [Scripted(choices * 12, "one"), Scripted(choices * 12, "two")]
    played = Referee(Pile(size), agents).play()
    state = played.start
    for move in played.moves:
        assert Pile(size).player(state) == move.player
        state = Pile(size).result(state, move.action)
    assert state == played.state
    if played.verdict.termination == "normal":
        assert Pile(size).terminal(state)
    else:
        assert played.verdict.termination == "illegal"
        assert played.verdict.winner == 1 - played.verdict.fault


RAISED_AT = Scripted.choose.__code__.co_firstlineno + 4

FAULTS: list[tuple[Any, str, str]] = [
    (4, "illegal", "expected 1 to 3 of the pile, got 4"),
    ("x", "illegal", "expected 1 to 3 of the pile, got 'x'"),
    (None, "illegal", "answered None instead of an action"),
    (Play(None), "illegal", "expected 1 to 3 of the pile, got None"),
    (TakeBack(), "illegal", "answered TakeBack() instead of an action"),
    (Leave(), "illegal", "answered Leave() instead of an action"),
    (ZeroDivisionError("two\nlines"), "crash", f"test_referee.py line {RAISED_AT}: ZeroDivisionError: two lines"),
    (AgentFault("no answer", termination="stall", stderr="tail"), "stall", "no answer"),
    (AgentFault("gone"), "crash", "gone"),
]


@pytest.mark.parametrize(("answer", "termination", "detail"), FAULTS)
@pytest.mark.parametrize("seat", [0, 1])
def test_faults_lose(answer: Any, termination: str, detail: str, seat: int) -> None:
    """An agent that returns anything but a legal action loses, from either seat, and the game says why."""
    played = play([answer], [], size=6) if seat == 0 else play([1], [answer], size=6)
    verdict = played.verdict
    assert (verdict.termination, verdict.fault, verdict.winner) == (termination, seat, 1 - seat)
    assert verdict.detail == detail
    assert verdict.stderr == ("tail" if termination == "stall" else "")
    assert len(played.moves) == seat


def test_an_action_that_breaks_the_game_is_illegal_unless_it_is_legal() -> None:
    """If a game raises for an illegal action, the agent is at fault; an error for a legal action is the game's, and
    is raised.
    """

    class Fragile(Pile):
        def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
            return (state[0] // (action - 1), 1 - state[1])

    verdict = Referee(Fragile(), [Scripted(["x"]), Scripted([])]).play().verdict
    assert verdict.detail == "answered 'x': TypeError: unsupported operand type(s) for -: 'str' and 'int'"
    with pytest.raises(ZeroDivisionError):
        Referee(Fragile(), [Scripted([1]), Scripted([])]).play()


class Stuck(Pile):
    """A state of three has no actions, but neither player has won."""

    def actions(self, state: tuple[int, int]) -> list[int]:
        return [] if state[0] == 3 else super().actions(state)


class Shaky(Pile):
    """A game that fails if three are left."""

    def terminal(self, state: tuple[int, int]) -> bool:
        if state[0] == 3:
            raise KeyError(state)
        return super().terminal(state)


@pytest.mark.parametrize(
    ("game", "error", "words"),
    [(Stuck(5), AdvsearchError, "has no action in"), (Shaky(5), KeyError, "3")],
)
def test_a_search_that_meets_a_broken_game_is_not_at_fault(game: Any, error: type[Exception], words: str) -> None:
    """An error of the game during a built-in search is raised, and neither agent loses."""
    with pytest.raises(error, match=words):
        Referee(game, [SearcherAgent(Minimax(), "one"), Scripted([])]).play()


def test_who_calls_a_method_of_the_game_answers_for_it() -> None:
    """If a third-party agent called the game, the error is the agent's fault, with the line that raised."""
    agent = FunctionAgent(lambda game, state, _: game.terminal((3, 0)), "curious")
    verdict = Referee(Shaky(5), [agent, Scripted([])]).play().verdict
    assert (verdict.termination, verdict.fault) == ("crash", 0)
    line = Shaky.terminal.__code__.co_firstlineno + 2
    assert verdict.detail == f"test_referee.py line {line}: KeyError: (3, 0)"


def test_resigning_is_no_fault() -> None:
    """An agent that resigns loses without a fault."""
    assert play([1], [Resign()]).verdict == Verdict("resigned", 0)


def test_ctrl_c_passes_through() -> None:
    """An interrupt is not an agent's crash."""
    with pytest.raises(KeyboardInterrupt):
        play([KeyboardInterrupt()], [])


def test_a_stop_ends_it_undecided() -> None:
    """After a stop, the referee asks no agent."""
    stop = threading.Event()
    stop.set()
    played = play([1], [], stop=stop)
    assert played.verdict == Verdict("stopped", None)


def test_adjudication_comes_before_a_turn() -> None:
    """The program that runs the referee may end the game before a turn; it gets the state and the moves."""

    def after_two(state: Any, moves: Sequence[Move]) -> Verdict | None:
        return Verdict("adjudicated", None, detail=f"{state[0]} left") if len(moves) == 2 else None

    played = play([1, 1], [1], adjudicate=after_two)
    assert played.verdict == Verdict("adjudicated", None, detail="4 left")


def test_openings_and_other_starts() -> None:
    """An opening is played before any agent is asked, and counts as moves; a game may start anywhere."""
    played = play([3], [], opening=[1, 2])
    assert played.actions == (1, 2, 3)
    assert play([2], [], start=(2, 0)).actions == (2,)
    with pytest.raises(IllegalAction):
        play([], [], opening=[5])


def test_taking_back() -> None:
    """A take-back undoes the player's own last action and all after it; with nothing to undo, the player is asked
    again."""
    seen: list[tuple[int, ...]] = []
    played = play(
        [TakeBack(), 1, TakeBack(), 2, 3],
        [1, 1],
        take_backs=True,
        watch=lambda referee: seen.append(tuple(move.action for move in referee.moves)),
    )
    assert played.actions == (2, 1, 3)
    assert seen == [(1,), (1, 1), (), (2,), (2, 1), (2, 1, 3)]
    assert play([Leave()], [], take_backs=True).verdict.termination == "stopped"


def test_what_an_agent_gets() -> None:
    """The request to an agent has the position, the start, the actions so far, limits and clocks."""
    agents = [Scripted([1, 3]), Scripted([2])]
    control = TimeControl(Limits(nodes=10), total_s=50, increment_s=4)
    Referee(Pile(6), agents, control=control).play()
    turn = agents[0].turns[1]
    assert (turn.state, turn.player, turn.start, turn.actions) == ((3, 0), 0, (6, 0), (1, 2))
    assert turn.limits.nodes == 10
    assert turn.limits.time_s == pytest.approx(54 / 25 + 3, abs=0.1)
    assert turn.clocks[0] == pytest.approx(54, abs=0.1)


def test_searchers_and_functions_play() -> None:
    """A perfect player wins against one that always takes one."""
    perfect = SearcherAgent(Minimax(), "perfect")
    ones = FunctionAgent(lambda game, state, limits: 1, "ones")
    played = Referee(Pile(6), [perfect, ones]).play()
    assert played.verdict.winner == 0
    assert played.moves[0].result is not None
    assert played.moves[0].result.exact
    assert played.moves[1].result is None


def test_lateness(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer within limit and grace counts, and its lateness is recorded; a later one loses."""
    moment = [0.0]
    monkeypatch.setattr("advsearch.match.referee.now", lambda: moment[0])

    def takes(seconds: float) -> Callable[..., int]:
        def function(_game: Any, _state: Any, _limits: Limits) -> int:
            moment[0] += seconds
            return 1

        return function

    control = TimeControl(Limits(time_s=1.0), grace_s=0.5)
    agents = [FunctionAgent(takes(1.25), "slow"), FunctionAgent(takes(1.75), "late")]
    played = Referee(Pile(6), agents, control=control).play()
    assert [(move.seconds, move.late_s) for move in played.moves] == [(1.25, 0.25)]
    verdict = played.verdict
    assert (verdict.termination, verdict.fault, verdict.detail) == ("time", 1, "750 ms late, 500 ms allowed")
    lenient = Referee(Pile(3), agents, control=TimeControl(Limits(time_s=1.0))).play()
    assert lenient.verdict.termination == "normal"


@given(
    st.lists(st.floats(0, 10), max_size=30),
    st.floats(0.1, 20),
    st.floats(0, 3),
)
def test_a_game_clock_never_grants_more_than_there_is(spent: list[float], total: float, increment: float) -> None:
    """The share of a whole-game clock given for a move never exceeds the time left, and the time used is
    subtracted.
    """
    clocks = Clocks(TimeControl(total_s=total, increment_s=increment), TimeControl(total_s=total))
    for seconds in spent:
        left = clocks.left[0]
        allowed = clocks.limits(0).time_s
        assert left is not None
        assert allowed is not None
        assert 0 <= allowed <= left
        assert clocks.late_by(0, seconds) == max(0.0, seconds - left)
        assert clocks.left[0] == max(0.0, left - seconds) + increment
    assert clocks.left[1] == total


def test_a_move_limit_holds_beside_a_clock() -> None:
    """The smaller of the move's limit and the clock's share applies."""
    clocks = Clocks(TimeControl(Limits(time_s=0.5), total_s=100), TimeControl(Limits(depth=3)))
    assert clocks.limits(0) == Limits(time_s=0.5)
    assert clocks.limits(1) == Limits(depth=3)


def test_each_side_may_have_its_own_conditions() -> None:
    """A pair of time controls gives each player their own."""
    agents = [Scripted([1, 3]), Scripted([2])]
    Referee(Pile(6), agents, control=(TimeControl(Limits(nodes=10)), TimeControl(Limits(depth=2)))).play()
    assert agents[0].turns[0].limits == Limits(nodes=10)
    assert agents[1].turns[0].limits == Limits(depth=2)


@pytest.mark.parametrize("setting", ["total_s", "increment_s", "grace_s"])
def test_times_are_not_negative(setting: str) -> None:
    """A negative time is refused."""
    with pytest.raises(InvalidSettings, match=f"expected `{setting}` to be at least 0 seconds, got -1"):
        TimeControl(**{setting: -1})
