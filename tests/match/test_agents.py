"""Functions as agents, called outside of any game."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import advsearch
from advsearch.errors import PluginError
from advsearch.limits import Limits
from advsearch.match import FunctionAgent, Play, Reported, Resign, TimeControl, Turn, function_agent
from advsearch.match.resigning import Resigning
from advsearch.specs import reference_in
from advsearch.values import loss_in, win_in


@pytest.fixture
def turn(stones_file: str) -> Turn:
    game = advsearch.load_game(f"{stones_file}:Stones(size=5)")
    return Turn(game, game.initial(), 0, game.initial(), (), Limits())


def named(text: str) -> Any:
    reference = reference_in(text)
    assert reference is not None
    return function_agent(reference, "mine")


@pytest.mark.parametrize(("function", "action"), [("takes_one", 1), ("takes_most", 3)])
def test_a_function_may_leave_out_the_limits(stones_file: str, turn: Turn, function: str, action: int) -> None:
    """A function of game and state, or of game, state and limits, is an agent."""
    assert named(f"{stones_file}:{function}").choose(turn) == Play(action)


def test_a_function_without_a_signature_is_taken_at_its_word(turn: Turn) -> None:
    """A builtin without a signature is called with game, state and limits."""
    with pytest.raises(ValueError, match="no signature"):
        inspect.signature(max)
    assert callable(named("builtins:max").function)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("of_four", "f(game, state, limits), got f(game: "),
        ("NO_FUNCTION", "f(game, state, limits), got 7"),
    ],
)
def test_what_is_no_such_function_is_refused(stones_file: str, name: str, message: str) -> None:
    """The error for an object that cannot be called with game, state and limits names its parameters."""
    with pytest.raises(PluginError) as caught:
        named(f"{stones_file}:{name}")
    assert str(caught.value).startswith(f"expected {stones_file}:{name} to be a function {message}")


def test_a_function_may_give_up(turn: Turn) -> None:
    """A function that returns Resign() resigns, and one that returns a Play may report on its search."""
    for answer in (Resign(), Play(1, reported=Reported(depth=3))):
        assert FunctionAgent(lambda *_, answer=answer: answer, "giving up").choose(turn) == answer


@pytest.mark.parametrize(
    ("answer", "given_up"),
    [
        (Play(1, reported=Reported(value=loss_in(4))), True),
        (Play(1, reported=Reported(value=win_in(4))), False),
        (Play(1, reported=Reported(depth=4)), False),
        (Play(1), False),
        (Resign(), True),
    ],
)
def test_who_resigns_does_so_at_a_proven_loss_alone(turn: Turn, answer: Any, given_up: bool) -> None:
    """An agent that may resign does so only at a proven loss, whatever else it reports."""
    agent = Resigning(FunctionAgent(lambda *_: answer, "telling"))
    assert agent.name == "telling"
    assert agent.choose(turn) == (Resign() if given_up else answer)


@pytest.mark.parametrize(
    ("limits", "clocks", "allowed"),
    [
        (Limits(), (None, None), None),
        (Limits(time_s=2), (None, None), 2),
        (Limits(), (3.0, 1.0), 3.0),
        (Limits(time_s=2), (3.0, 1.0), 2),
        (Limits(time_s=2), (1.0, 9.0), 1.0),
    ],
)
def test_an_answer_is_late_by_the_nearer_of_limit_and_clock(
    turn: Turn, limits: Any, clocks: Any, allowed: Any
) -> None:
    """An answer may take the limit of its move or the rest of its clock, whichever is less."""
    controls = (TimeControl(limits), TimeControl())
    assert Turn(turn.game, turn.state, 0, turn.start, (), Limits(), clocks, controls=controls).allowed_s == allowed
