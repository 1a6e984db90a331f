"""The rules of Pentago, compared with a second version on lists of characters."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.errors import IllegalAction, InvalidSettings
from advsearch_pentago import Pentago, State
from advsearch_pentago.geometry import FAN

BOTH = ("official", "after-turn")


def check_against_plain_rules(game: Pentago, state: State, plain: Any) -> None:
    grid = plain.grid(game.format_state(state))
    assert game.terminal(state) == plain.over(grid)
    assert game.player(state) == "XO".index(plain.mover(grid))
    if plain.over(grid):
        assert game.utility(state, 0) == plain.outcome(grid) == -game.utility(state, 1)
    found = [
        (game.format_action(state, action), game.format_state(game.result(state, action)))
        for action in game.actions(state)
    ]
    assert found == [(name, plain.text(child)) for name, child in plain.children(grid)]


@given(data=st.data())
def test_play_follows_the_plain_rules(data: st.DataObject, walked: Any, plain_rules: Any) -> None:
    """In positions reached by play, the actions, their order, the next boards and the ends are those of the second
    version.
    """
    game, state = data.draw(walked)
    check_against_plain_rules(game, state, plain_rules(game.rules))


@given(data=st.data())
def test_crowded_boards_follow_the_plain_rules(
    data: st.DataObject, games: Any, arranged: Any, plain_rules: Any
) -> None:
    """On any arrangement of stones with many fives, the actions, next boards and ends are those of the second
    version.
    """
    game = data.draw(games)
    check_against_plain_rules(game, data.draw(arranged), plain_rules(game.rules))


@settings(max_examples=200)
@given(data=st.data())
def test_actions_ascend_and_end_with_the_game(data: st.DataObject, games: Any, arranged: Any) -> None:
    """Actions are strictly ascending numbers, and there are none exactly if the game is over."""
    game, state = data.draw(games), data.draw(arranged)
    actions = game.actions(state)
    assert list(actions) == sorted(set(actions))
    assert (not actions) == game.terminal(state)


@given(data=st.data())
def test_stones_tell_ply_and_empty_cells(data: st.DataObject, walked: Any) -> None:
    """The ply is the number of stones, and the cells without one are empty."""
    game, state = data.draw(walked)
    text = game.format_state(state)
    assert game.empty(state) == text.count(".")
    assert game.ply(state) == 36 - text.count(".")


@settings(max_examples=40)
@given(data=st.data())
def test_every_other_number_is_refused(data: st.DataObject, games: Any, arranged: Any) -> None:
    """Of all numbers of actions, `result` accepts exactly the legal ones."""
    game, state = data.draw(games), data.draw(arranged)
    legal = set(game.actions(state))
    for action in range(-1, FAN * 36 + 1):
        if action in legal:
            assert game.ply(game.result(state, action)) == game.ply(state) + 1
        else:
            with pytest.raises(IllegalAction):
                game.result(state, action)


@pytest.mark.parametrize("rules", BOTH)
def test_opening_facts(rules: str) -> None:
    """There are 36 cells times 8 turns at the start, and perft is 288, then 80,640."""
    game = Pentago(rules)
    children = [game.result(game.initial(), action) for action in game.actions(game.initial())]
    assert len(children) == 288
    assert sum(len(game.actions(child)) for child in children) == 80_640
    assert len(set(children)) == 36  # the turned stone may stand in any cell


def test_boards_up_to_symmetry() -> None:
    """Up to the eight symmetries there are 1, 6 and 165 boards of 0, 1 and 2 stones (girving/pentago)."""
    game = Pentago()
    layer, sizes = {game.initial()}, [1]
    for _ in range(2):
        children = {game.result(state, action) for state in layer for action in game.actions(state)}
        layer = {min((s.state(child) for s in game.symmetries()), key=lambda t: (t.x, t.o)) for child in children}
        sizes.append(len(layer))
    assert sizes == [1, 6, 165]


def test_a_five_made_by_the_placement() -> None:
    """A five by a placement is, under the official rules, one action without a turn that wins. After-turn, it is
    eight actions, of which those that keep the five win.
    """
    text = "XXXX../OOO.../....../....../....../O....."
    official, after_turn = Pentago("official"), Pentago("after-turn")
    state = official.parse_state(text)
    won = official.result(state, official.parse_action(state, "e1"))
    assert official.format_state(won) == "XXXXX./OOO.../....../....../....../O....."
    assert official.terminal(won)
    assert official.utility(won, 0) == 1
    assert len(official.actions(state)) == 8 * 27 + 1
    assert len(after_turn.actions(state)) == 8 * 28
    values = {}
    for turn in ("TL-L", "TL-R", "TR-L", "TR-R", "BL-L", "BL-R", "BR-L", "BR-R"):
        after = after_turn.result(state, after_turn.parse_action(state, f"e1-{turn}"))
        values[turn] = after_turn.utility(after, 0) if after_turn.terminal(after) else None
    assert values == {turn: 1 if turn[0] == "B" else None for turn in values}


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize(
    ("text", "utility"),
    [
        ("XXXXX./OOOOO./....../....../....../......", 0),
        ("XXXXXX/OOOO../O...../....../....../......", 1),
        ("OOOOO./XXXX../X...../X...../....../......", -1),
        ("XXOXXO/OOXOOX/XXOXXO/OOXOOX/XXOXXO/OOXOOX", 0),
    ],
)
def test_how_games_end(rules: str, text: str, utility: int) -> None:
    """Fives of both players draw, a six counts as a five, and a full board without five draws."""
    game = Pentago(rules)
    state = game.parse_state(text)
    assert game.terminal(state)
    assert (game.utility(state, 0), game.utility(state, 1)) == (utility, -utility)


@pytest.mark.parametrize("rules", BOTH)
def test_a_turn_may_hand_over_the_game(rules: str) -> None:
    """A turn that makes five of the opponent's stones loses for the player who made it."""
    game = Pentago(rules)
    state = game.parse_state("..OOO./..O.../..O.../X....X/..X.../XX....")
    assert game.player(state) == 0
    lost = game.result(state, game.parse_action(state, "f6-TL-L"))
    assert game.format_state(lost) == "OOOOO./....../....../X....X/..X.../XX...X"
    assert game.terminal(lost)
    assert game.utility(lost, 0) == -1


@pytest.mark.parametrize(
    ("rules", "text", "action", "message"),
    [
        ("official", "X", "a1-TL-L", "expected an empty cell, got 'a1-TL-L' in 'X...../......"),
        ("official", "", "c3", "expected a quadrant to turn, got 'c3' in '......"),
        ("official", "", "c3", "; say which, as in 'c3-TL-L'"),
        ("after-turn", "XXXX../OOOO..", "e1", "expected a quadrant to turn, got 'e1' in 'XXXX../OOOO../"),
        (
            "official",
            "XXXX../OOOO..",
            "e1-TL-L",
            "expected no turn, since e1 makes five and wins at once, got 'e1-TL-L'",
        ),
        ("official", "XXXX../OOOO..", "e1-TL-L", "; play 'e1'"),
        (
            "official",
            "XXXXX./OOOO..",
            "f1-TL-L",
            "expected no action, since the game is over, got 'f1-TL-L' in 'XXXXX",
        ),
    ],
)
def test_refusals_say_why(rules: str, text: str, action: str, message: str) -> None:
    """The error for an illegal action says what was expected, where, and what to play instead."""
    game = Pentago(rules)
    rows = [row.ljust(6, ".") for row in text.split("/")]
    state = game.parse_state("/".join(rows + ["......"] * (6 - len(rows))))
    with pytest.raises(IllegalAction) as refusal:
        game.result(state, game.parse_action(state, action))
    assert message in str(refusal.value)


@pytest.mark.parametrize("action", ["c3-TL-L", None, 1.0, True, -1, 324])
def test_what_is_no_action_is_refused(action: Any) -> None:
    """A value that is not the number of an action is refused, and the error shows the value."""
    game = Pentago()
    with pytest.raises(IllegalAction, match=r"expected one of actions\(state\), got "):
        game.result(game.initial(), action)


@pytest.mark.parametrize("rules", ["Official", "", None, 1])
def test_unknown_variants_are_refused(rules: Any) -> None:
    """A variant other than the two is refused."""
    with pytest.raises(InvalidSettings, match=f"expected `rules` to be 'official' or 'after-turn', got {rules!r}"):
        Pentago(rules)


def test_states_and_games_are_values() -> None:
    """Equal positions are equal and have equal hashes; games compare by their settings and cannot be changed."""
    game = Pentago()
    parse = partial(game.parse_action, game.initial())
    transposed = [
        game.result(game.result(game.result(game.initial(), a), b), c)
        for a, b, c in (
            (parse("a1-BR-L"), parse("d4-TR-L"), parse("c6-TR-R")),
            (parse("c6-TR-L"), parse("d4-TR-L"), parse("a1-TR-R")),
        )
    ]
    assert transposed[0] == transposed[1]
    assert len(set(transposed)) == 1
    assert Pentago() == Pentago("official") != Pentago("after-turn")
    assert len({Pentago(), Pentago("official"), Pentago("after-turn")}) == 2
    with pytest.raises(AttributeError):
        game.rules = "after-turn"  # type: ignore[misc]
