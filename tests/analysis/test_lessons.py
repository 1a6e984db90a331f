"""Exercises: right answers are right, and of wrong ones the first is named."""

from __future__ import annotations

import math
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch import AlphaBeta, InvalidNotation, InvalidSettings
from advsearch.analysis.lessons import Mistake, Reply, first_mistake, positions_of
from advsearch.analysis.tracing import Trace, trace
from advsearch.notation import action_text
from advsearch.testing.exercises import Trees, known_trees

GAME = Trees()
DEPTH = 6


def lesson(start: str) -> tuple[Trace, Any]:
    state = GAME.parse_state(start)
    return trace(GAME, state, AlphaBeta(), DEPTH), positions_of(GAME, state, DEPTH)


def right(traced: Trace, positions: Any) -> dict[int, Reply]:
    """The answers of a learner who does what the search did."""
    numbers = {(each.parent, each.name): each.number for each in positions}
    place: dict[int, int] = {}
    answers: dict[int, Reply] = {}
    for node in traced.nodes:
        above = None if node.parent is None else traced.nodes[node.parent]
        place[node.number] = (
            0 if above is None else numbers[place[above.number], action_text(GAME, above.state, node.action)]
        )
        if not node.leaf:
            low, high = node.window
            answers[place[node.number]] = Reply(
                node.value, -math.inf if low is None else low, math.inf if high is None else high
            )
            for action in node.cut:
                answers[numbers[place[node.number], action_text(GAME, node.state, action)]] = Reply(cut=True)
    return answers


STARTS = st.sampled_from([*known_trees(), *(f"seed {n} of {m} plies" for n in range(40) for m in (2, 3, 4))])


@given(STARTS, st.booleans())
def test_what_the_search_does_is_right(start: str, windows: bool) -> None:
    """The answers of the search have no mistake."""
    traced, positions = lesson(start)
    assert first_mistake(GAME, traced, positions, right(traced, positions), windows=windows) is None


@given(STARTS, st.data())
def test_one_wrong_answer_is_the_first_mistake(start: str, data: st.DataObject) -> None:
    """If one value, window or tick is wrong, it is named; nothing after it is."""
    traced, positions = lesson(start)
    answers = right(traced, positions)
    number = data.draw(st.sampled_from(sorted(answers)))
    good = answers[number]
    changes: dict[str, Any] = {"cut": not good.cut}
    if good.value is not None:
        changes = {
            "value": good.value + data.draw(st.sampled_from([1, -1, 0.5])),
            "cut": True,
            "low": -77,
            "high": None,
        }
    name = data.draw(st.sampled_from(sorted(changes)))
    if number == 0 and name == "cut":
        return
    answers[number] = attrs.evolve(good, **{name: changes[name]})
    found = first_mistake(GAME, traced, positions, answers, windows=True)
    assert isinstance(found, Mistake)
    assert found.number == number
    assert positions[number].name in found.text


def test_mistakes_in_words() -> None:
    """A mistake is explained without the answer."""
    traced, positions = lesson("three-ply-of-russell-and-norvig")
    answers = right(traced, positions)
    assert "a1 is missing" in str(first_mistake(GAME, traced, positions, {}))
    pruned = {number: attrs.evolve(each, cut=False) for number, each in answers.items()}
    found = first_mistake(GAME, traced, positions, pruned)
    assert found is not None
    assert found.text == "c2 is pruned: min already has 2 at a2, and max has 3 elsewhere."


def test_trees_from_a_seed_are_the_same_everywhere() -> None:
    """A seed is one tree, and a position of a tree is read back from its text."""
    state = GAME.parse_state("seed 7 of 4 plies")
    assert [GAME.format_action(state, each) for each in GAME.actions(state)][:2] == ["a", "p"]
    child = GAME.result(state, GAME.actions(state)[1])
    assert GAME.parse_state(GAME.format_state(child)) == child
    for text in ("seed", "seed 5 of 9 plies", "no such tree", "win-in-one-beats-win-in-three"):
        with pytest.raises(InvalidNotation, match="expected 'seed 7' or one of"):
            GAME.parse_state(text)


def test_a_tree_that_is_too_large() -> None:
    """A tree beyond the bound is refused before anything is drawn."""
    import advsearch

    game = advsearch.load_game("pentago")
    with pytest.raises(InvalidSettings, match="at most 120 positions"):
        positions_of(game, game.initial(), 2)
