"""What players see of a game, and what their answers mean, agrees with the game's own methods."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import advsearch
from advsearch.courses.aima import AimaGame, AimaState
from advsearch.courses.course import NoMove
from advsearch.courses.easy_ai import EasyGame
from advsearch.plugins.registry import default_registry
from advsearch_isolation.courses.players import BOARD, STATE, from_action, from_cell

SEVEN = advsearch.load_game("isolation")
WIDE = advsearch.load_game("isolation(width=11, height=9)")
PENTAGO = advsearch.load_game("pentago")


def walk(game: Any, seed: int, plies: int) -> Any:
    """The state after some random plies, or the end of the game."""
    rng, state = random.Random(seed), game.initial()
    for _ in range(plies):
        if game.terminal(state):
            break
        state = game.result(state, rng.choice(game.actions(state)))
    return state


walks = {"seed": st.integers(0, 2**32), "plies": st.integers(0, 40)}


@pytest.mark.parametrize(("game", "course", "meaning"), [(SEVEN, BOARD, from_cell), (WIDE, STATE, from_action)])
@given(**walks)
def test_each_legal_answer_is_one_action(game: Any, course: Any, meaning: Any, seed: int, plies: int) -> None:
    """The legal answers of a course are the game's actions, one by one, and anything else is refused."""
    state = walk(game, seed, plies)
    (seen,) = course.view(game, state, ("one", "two"))
    answers = seen.get_legal_moves() if course is BOARD else seen.actions()
    assert sorted(meaning(game, state, answer) for answer in answers) == sorted(game.actions(state))
    for wrong in (None, "d4", (99, 99), (-1, -1), 3.5, [1, 2], 10**6):
        if wrong not in answers:
            with pytest.raises(NoMove, match="got "):
                meaning(game, state, wrong)


@given(**walks)
def test_the_7x7_board_knows_its_players(seed: int, plies: int) -> None:
    """The players of a board are the given objects, and its list of cells shows what is open and where they are."""
    state = walk(SEVEN, seed, plies)
    one, two = object(), object()
    (board,) = BOARD.view(SEVEN, state, (one, two))
    assert (board.active_player, board.inactive_player) == ((two, one) if state.turn else (one, two))
    assert board.get_opponent(one) is two
    assert board.copy().get_opponent(two) is one
    cells = board._board_state
    assert cells[:49].count(0) == len(board.get_blank_spaces()) == SEVEN.empty(state)
    for player, index in ((one, cells[-1]), (two, cells[-2])):
        assert board.get_player_location(player) == (None if index is None else (index % 7, index // 7))
    if SEVEN.terminal(state):
        assert board.is_loser(board.active_player)
        assert board.is_winner(board.inactive_player)
        assert board.utility(board.inactive_player) == float("inf")


@pytest.mark.parametrize("game", [SEVEN, PENTAGO])
@given(**walks)
def test_aima_sees_the_game(game: Any, seed: int, plies: int) -> None:
    """AIMA's methods say what the game's methods say, and equal positions are equal states."""
    state = walk(game, seed, plies)
    seen, rules = AimaState(game, state), AimaGame(game)
    assert seen == AimaState(game, state)
    assert hash(seen) == hash(state)
    assert rules.terminal_test(seen) == game.terminal(state)
    if game.terminal(state):
        assert (rules.actions(seen), seen.utility) == ([], game.utility(state, 0))
        return
    assert seen.to_move == rules.to_move(seen) == game.player(state)
    action = rules.actions(seen)[-1]
    assert rules.result(seen, action) == AimaState(game, game.result(state, action))


@pytest.mark.parametrize("game", [SEVEN, PENTAGO])
@given(**walks)
def test_easy_ai_sees_the_game(game: Any, seed: int, plies: int) -> None:
    """easyAI's methods say what the game's methods say, for the current player."""
    state = walk(game, seed, plies)
    seen = EasyGame(game, state, ("one", "two"))
    assert seen.is_over() == game.terminal(state)
    assert seen.player == ("one", "two")[game.player(state)]
    if seen.is_over():
        utility = game.utility(state, game.player(state))
        assert (seen.win(), seen.lose(), seen.scoring()) == (utility > 0, utility < 0, 100 * utility)
        return
    action = seen.possible_moves()[0]
    after = seen.copy()
    after.make_move(action)
    after.switch_player()
    assert after.ttentry() == game.result(state, action)
    assert seen.ttentry() == state
    assert -100 < seen.scoring() < 100


def test_courses_are_found_by_the_game() -> None:
    """A game has the courses that its package registers, and other games have none of them."""
    assert default_registry().courses_of(SEVEN) == [BOARD, STATE]
    assert default_registry().courses_of(PENTAGO) == []
