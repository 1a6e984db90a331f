"""The rules of Isolation, compared with a second program that uses only coordinates and sets."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.errors import IllegalAction, InvalidSettings
from advsearch.protocol import Game, HasEmpty, HasNotation, HasPly, HasScene
from advsearch_isolation import UNPLACED, Isolation, State

Cell: TypeAlias = tuple[int, int]
After: TypeAlias = Callable[[Isolation, Sequence[str]], State]

STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
JUMPS = [(x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x * y) == 2]


def reachable(moves: str, blanks: set[Cell], token: Cell | None) -> set[Cell]:
    """The moves of the second program."""
    if token is None:
        return set(blanks)
    if moves == "knight":
        return {(token[0] + x, token[1] + y) for x, y in JUMPS} & blanks
    found = set()
    for x, y in STEPS:
        cell = (token[0] + x, token[1] + y)
        while cell in blanks:
            found.add(cell)
            cell = (cell[0] + x, cell[1] + y)
    return found


def oracle_perft(
    moves: str, blanks: set[Cell], mover: Cell | None, waiting: Cell | None, depth: int
) -> tuple[int, int]:
    """The number of positions at `depth` or finished sooner, and the number of those that are finished."""
    targets = reachable(moves, blanks, mover)
    if not targets or depth == 0:
        return 1, int(not targets)
    counts = [oracle_perft(moves, blanks - {cell}, waiting, cell, depth - 1) for cell in targets]
    return sum(leaves for leaves, _ in counts), sum(finished for _, finished in counts)


def perft(game: Isolation, state: State, depth: int) -> tuple[int, int]:
    if game.terminal(state) or depth == 0:
        return 1, int(game.terminal(state))
    counts = [perft(game, game.result(state, action), depth - 1) for action in game.actions(state)]
    return sum(leaves for leaves, _ in counts), sum(finished for _, finished in counts)


def as_cells(game: Isolation, mask: int) -> set[Cell]:
    return {(i % game.width, i // game.width) for i in range(game.width * game.height) if mask >> i & 1}


def as_cell(game: Isolation, number: int) -> Cell | None:
    return None if number == UNPLACED else (number % game.width, number // game.width)


@pytest.mark.parametrize("moves", ["knight", "queen"])
@pytest.mark.parametrize(
    ("width", "height", "depth"),
    [(1, 1, 3), (1, 5, 6), (2, 2, 4), (3, 3, 6), (2, 5, 4), (4, 3, 4), (3, 5, 4), (5, 5, 3), (7, 7, 2), (11, 9, 2)],
)
def test_perft_agrees_with_brute_force(width: int, height: int, depth: int, moves: Any) -> None:
    """From the empty board, leaves and finished games agree with an independent count at every depth."""
    game = Isolation(width, height, moves)
    blanks = {(x, y) for x in range(width) for y in range(height)}
    for plies in range(depth + 1):
        assert perft(game, game.initial(), plies) == oracle_perft(moves, blanks, None, None, plies)


@given(data=st.data())
def test_arbitrary_positions_agree_with_brute_force(
    data: st.DataObject, arbitrary: st.SearchStrategy[tuple[Isolation, State]]
) -> None:
    """From positions with any holes, tokens and side to move, two plies of play agree with an independent count."""
    game, state = data.draw(arbitrary)
    blanks = as_cells(game, state.open)
    mover, waiting = as_cell(game, state.mover), as_cell(game, state.waiting)
    depth = 2 if len(blanks) < 30 else 1
    assert perft(game, state, depth) == oracle_perft(game.moves, blanks, mover, waiting, depth)
    for player, token in ((state.turn, mover), (1 - state.turn, waiting)):
        assert as_cells(game, game.reach(state, player)) == reachable(game.moves, blanks, token)


@pytest.mark.parametrize(
    ("game", "opening", "counts"),
    [
        (Isolation(5, 5, "queen"), ["c1", "c5"], [11, 113, 1136, 10304]),
        (Isolation(), ["c3", "e5"], [8, 64, 272, 1102, 4232]),
    ],
)
def test_perft_agrees_with_a_variant_engine(
    game: Isolation, opening: list[str], counts: list[int], after: After
) -> None:
    """From these openings the numbers of positions at each depth are those of pyffish 0.0.90."""
    level = [after(game, opening)]
    for count in counts:
        level = [game.result(state, action) for state in level for action in game.actions(state)]
        assert len(level) == count


def test_first_plies_of_the_course_board() -> None:
    """The course board has 49 first plies and 49 * 48 positions after the second, none of them finished."""
    game = Isolation()
    assert [perft(game, game.initial(), depth) for depth in (1, 2)] == [(49, 0), (49 * 48, 0)]


def test_the_stuck_side_to_move_loses(after: After) -> None:
    """On 3x3 the centre has no knight's move, so a player there loses on its turn."""
    game = Isolation(3, 3)
    state = after(game, ["b2", "a1"])
    assert game.actions(state) == ()
    assert game.terminal(state)
    assert (game.utility(state, 0), game.utility(state, 1)) == (-1, 1)


def test_a_stuck_waiting_side_does_not_end_the_game(after: After) -> None:
    """If B is stuck and A is to move, the game is not over, although its winner is known."""
    game = Isolation(3, 3)
    state = after(game, ["a1", "b2"])
    assert game.moves_of(state, 1) == ()
    assert not game.terminal(state)
    state = game.result(state, game.actions(state)[0])
    assert game.terminal(state)
    assert game.utility(state, 0) == 1


def test_no_open_cell_to_place_on_loses() -> None:
    """On a board of one cell A takes the cell, and B, who cannot place, has lost."""
    game = Isolation(1, 1)
    state = game.result(game.initial(), 0)
    assert game.terminal(state)
    assert game.utility(state, 1) == -1


def test_a_queen_stops_before_any_closed_cell() -> None:
    """A queen neither enters nor crosses cells that are blocked or hold the other token."""
    game = Isolation(5, 3, "queen")
    state = game.parse_state("A.#../.#.../..B.. A")
    assert [game.format_action(state, action) for action in game.actions(state)] == ["b1", "a2", "a3"]


def test_a_token_that_never_was_placed_moves_by_its_rules() -> None:
    """On the board of an early course, B counts as being on a1 without a placement, so its first ply can only be b3
    or c2.
    """
    game = Isolation()
    state = game.parse_state("B....../......./......./......./......./......./....... A 0")
    assert len(game.actions(state)) == 48
    state = game.result(state, game.parse_action(state, "d4"))
    assert [game.format_action(state, action) for action in game.actions(state)] == ["c2", "b3"]
    assert game.ply(state) == 1


@given(data=st.data())
def test_play_obeys_the_protocol(data: st.DataObject, walked: st.SearchStrategy[tuple[Isolation, State]]) -> None:
    """Actions are in ascending order and empty exactly at the end, and each takes a cell, passes the turn and counts
    as a ply.
    """
    game, state = data.draw(walked)
    actions = game.actions(state)
    assert list(actions) == sorted(set(actions))
    assert game.terminal(state) == (not actions)
    assert game.utility(state, 0) == -game.utility(state, 1)
    for action in actions:
        after = game.result(state, action)
        assert after == game.result(state, action)
        assert hash(after) == hash(game.result(state, action))
        assert game.player(after) == 1 - game.player(state)
        assert game.ply(after) == game.ply(state) + 1
        assert set(game.blank_cells(state)) - set(game.blank_cells(after)) == {action}
        assert game.location(after, game.player(state)) == action
        assert game.location(after, game.player(after)) == game.location(state, game.player(after))


@given(data=st.data())
def test_everything_but_the_actions_is_illegal(
    data: st.DataObject, arbitrary: st.SearchStrategy[tuple[Isolation, State]]
) -> None:
    """`result` refuses every number that is not a legal action, in every position."""
    game, state = data.draw(arbitrary)
    action = data.draw(st.integers(-3, game.width * game.height + 3) | st.integers())
    if action in game.actions(state):
        assert game.result(state, action) != state
    else:
        with pytest.raises(IllegalAction):
            game.result(state, action)


@pytest.mark.parametrize(
    ("text", "action", "message"),
    [
        ("..A../...../B.... A", 0, "expected a move of A (a2, e2, b3, d3), got a1 in '..A../...../B.... A'"),
        ("..A../..#../B.... B", 7, "expected a move of B (b1), got c2 in '..A../..#../B.... B'"),
        ("###../#..../B.... A", 10, "expected an open cell, got a3 in '###../#..../B.... A'"),
        ("..A../...../B.... B", "b1", "expected a move of B (b1, c2), got 'b1' in '..A../...../B.... B'"),
        ("..A../...../B.... A", -1, "expected a move of A (a2, e2, b3, d3), got -1 in '..A../...../B.... A'"),
        ("..A../...../B.... A", 15, "expected a move of A (a2, e2, b3, d3), got 15 in '..A../...../B.... A'"),
        ("..A../...../B.... A", True, "expected a move of A (a2, e2, b3, d3), got True in '..A../...../B.... A'"),
        (
            "A####/#####/B#### A",
            3,
            "expected no action, as A is stuck and the game is over, got d1 in 'A####/#####/B#### A'",
        ),
    ],
)
def test_illegal_actions_are_explained(text: str, action: Any, message: str) -> None:
    """The error of `result` names the legal actions, the given one, and the position."""
    game = Isolation(5, 3)
    state = game.parse_state(text)
    with pytest.raises(IllegalAction) as caught:
        game.result(state, action)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"width": 0}, "expected `width` to be a whole number from 1 to 11, got 0"),
        ({"width": 12}, "expected `width` to be a whole number from 1 to 11, got 12"),
        ({"height": 7.0}, "expected `height` to be a whole number from 1 to 11, got 7.0"),
        ({"height": "7"}, "expected `height` to be a whole number from 1 to 11, got '7'"),
        ({"width": True}, "expected `width` to be a whole number from 1 to 11, got True"),
        ({"moves": "rook"}, "expected `moves` to be 'knight' or 'queen', got 'rook'"),
        ({"moves": ["queen"]}, "expected `moves` to be 'knight' or 'queen', got ['queen']"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    """An impossible board is a one-line error that names the setting."""
    with pytest.raises(InvalidSettings) as caught:
        Isolation(**settings)
    assert str(caught.value) == message


def test_a_game_is_its_settings() -> None:
    """Games with equal settings are equal, have equal hashes and texts, and can be pickled."""
    game = Isolation(width=11, height=9)
    assert repr(game) == "Isolation(width=11, height=9, moves='knight')"
    assert game == Isolation(11, 9)
    assert hash(game) == hash(Isolation(11, 9))
    assert game != Isolation(9, 11)
    travelled = pickle.loads(pickle.dumps(game))
    assert travelled == game
    assert travelled.actions(travelled.initial()) == game.actions(game.initial())


def test_the_protocols_are_met() -> None:
    """The game has the required methods and every optional ability that it declares."""
    game = Isolation()
    assert isinstance(game, Game)
    assert isinstance(game, HasNotation)
    assert isinstance(game, HasPly)
    assert isinstance(game, HasEmpty)
    assert isinstance(game, HasScene)
    assert callable(game.symmetries)


def test_heuristics_can_ask() -> None:
    """Moves of either player, locations, blank cells and coordinates can be computed in any position."""
    game = Isolation(3, 2)
    state = game.parse_state("A../##. B")
    assert game.moves_of(state, 0) == (5,)
    assert game.moves_of(state, 1) == (1, 2, 5)
    assert (game.mobility(state, 0), game.mobility(state, 1)) == (1, 3)
    assert (game.location(state, 0), game.location(state, 1)) == (0, None)
    assert game.blank_cells(state) == (1, 2, 5)
    assert game.empty(state) == 3
    assert game.coordinates(5) == (2, 1)
    assert game.ply(state) == 3


@pytest.mark.parametrize(
    ("game", "leaves"), [(Isolation(3, 3), 184), (Isolation(4, 3), 1320), (Isolation(3, 3, "queen"), 34584)]
)
def test_complete_trees(game: Isolation, leaves: int) -> None:
    """The complete trees of small boards have the number of leaves in the README, all of them finished games."""
    assert perft(game, game.initial(), game.width * game.height) == (leaves, leaves)
