"""The eight symmetries are a group, and keep the rules."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch_pentago import Pentago, State
from advsearch_pentago.geometry import FAN

EIGHT = Pentago().symmetries()
ACTIONS = range(FAN * 36)


def actions_of(symmetry: Any) -> tuple[int, ...]:
    return tuple(symmetry.action(action) for action in ACTIONS)


def test_there_are_eight_and_the_identity_comes_first() -> None:
    """The eight symmetries have different names and effects, and the first is the identity."""
    assert len({symmetry.name for symmetry in EIGHT}) == len({actions_of(symmetry) for symmetry in EIGHT}) == 8
    assert actions_of(EIGHT[0]) == tuple(ACTIONS)


def test_they_are_a_group() -> None:
    """The composition of two symmetries is a third, each has an inverse, and each permutes the actions."""
    images = {actions_of(symmetry) for symmetry in EIGHT}
    for first in images:
        assert sorted(first) == list(ACTIONS)
        assert {tuple(second[action] for action in first) for second in images} == images


@settings(max_examples=50)
@given(data=st.data())
def test_states_and_actions_compose_alike(data: st.DataObject, arranged: Any) -> None:
    """If two symmetries compose to a third on actions, they do so on states."""
    state = data.draw(arranged)
    third = {actions_of(symmetry): symmetry for symmetry in EIGHT}
    for first in EIGHT:
        for second in EIGHT:
            both = third[tuple(second.action(first.action(action)) for action in ACTIONS)]
            assert second.state(first.state(state)) == both.state(state)


@settings(max_examples=50)
@given(data=st.data())
def test_the_rules_are_the_same_in_the_mirror(data: st.DataObject, walked: Any) -> None:
    """The actions of an image are the images of the actions, and results, ends and players correspond."""
    game, state = data.draw(walked)
    for symmetry in game.symmetries():
        image: State = symmetry.state(state)
        assert game.player(image) == game.player(state)
        assert game.terminal(image) == game.terminal(state)
        assert sorted(game.actions(image)) == sorted(map(symmetry.action, game.actions(state)))
        for action in game.actions(state)[::7]:
            after = symmetry.state(game.result(state, action))
            assert game.result(image, symmetry.action(action)) == after
            if game.terminal(after):
                assert game.utility(after, 0) == game.utility(game.result(state, action), 0)


def test_names_say_what_happens() -> None:
    """The images of a1-TL-L under each symmetry are those worked out by hand."""
    game = Pentago()
    action = game.parse_action(game.initial(), "b1-TL-L")
    moved = {symmetry.name: game.format_action(game.initial(), symmetry.action(action)) for symmetry in EIGHT}
    assert moved == {
        "identity": "b1-TL-L",
        "quarter turn clockwise": "f2-TR-L",
        "half turn": "e6-BR-L",
        "quarter turn counter-clockwise": "a5-BL-L",
        "mirror left and right": "e1-TR-R",
        "mirror top and bottom": "b6-BL-R",
        "mirror in the falling diagonal": "a2-TL-R",
        "mirror in the rising diagonal": "f5-BR-R",
    }
