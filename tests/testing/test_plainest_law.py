"""A report names the plainest law that its counterexample breaks, and shows what is needed to see it again."""

from __future__ import annotations

import itertools
import random
import time
from math import inf
from typing import Any

import attrs
import pytest

from advsearch import Cell, IllegalAction, Scene, Symmetry
from advsearch.testing import LawBroken, check_game, check_searcher, read_tree
from advsearch.testing.catalogue import SEARCH_LAWS
from advsearch.testing.defining import Trials
from advsearch.testing.subjects import subject_of
from advsearch.testing.trees import Tree


def broken(thing: Any, **settings: Any) -> LawBroken:
    check = check_searcher if callable(thing) else check_game
    with pytest.raises(LawBroken) as caught:
        check(thing, **({"profile": "fast"} | settings))
    return caught.value


def minimax(worth: Any, children: Any = lambda game, state: game.actions(state), memory: Any = None) -> Any:
    """Plain minimax in which some part is exchanged for a faulty one."""

    def search(game: Any, state: Any, depth: int) -> Any:
        me = game.player(state)
        table = {} if memory is None else memory

        def visit(s: Any, left: int) -> Any:
            if game.terminal(s) or not left:
                return worth(game, s, me), None
            if memory is not None and (s, left) in table:
                return table[s, left]
            best = chosen = None
            mine = game.player(s) == me
            for action in children(game, s):
                value = visit(game.result(s, action), left - 1)[0]
                if chosen is None or (value > best if mine else value < best):
                    best, chosen = value, action
            table[s, left] = best, chosen
            return best, chosen

        return visit(state, depth)

    return search


def right(game: Any, state: Any, me: int) -> Any:
    return (game.utility if game.terminal(state) else game.evaluate)(state, me)


def for_the_mover(game: Any, state: Any, me: int) -> Any:
    """Evaluates for the player to move, as a textbook negamax does."""
    if game.terminal(state):
        return game.utility(state, me)
    mover = game.player(state)
    return game.evaluate(state, mover) * (1 if mover == me else -1)


def test_a_onesided_evaluator_is_named_as_such_on_a_tree_in_which_players_alternate() -> None:
    """A negamax that evaluates for the player to move breaks *evaluators that do not mirror*, on a tree in which no
    player moves twice, not even at the end. With `mirrors` nothing is wrong with it.
    """
    negamax = minimax(for_the_mover)
    for settings in ({"alternates": True}, {}):
        found = broken(negamax, **settings)
        assert found.law == "evaluators that do not mirror"
        assert not read_tree(str(found.case["tree"])).repeats
        if settings:
            assert read_tree(str(found.case["tree"])).alternates
    check_searcher(negamax, mirrors=True, profile="fast")


@pytest.mark.parametrize(
    ("search", "law"),
    [
        (minimax(lambda game, s, me: min(3, right(game, s, me))), "the whole tree"),
        (minimax(right, lambda game, s: list(game.actions(s))[:3]), "the whole tree"),
        (minimax(lambda game, s, me: right(game, s, me) if game.terminal(s) else 0), "the horizon"),
    ],
    ids=["values are cut at 3", "the fourth action is left out", "evaluations are 0"],
)
@pytest.mark.parametrize("first", [0, 3, 5])
def test_a_fault_of_every_tree_is_not_called_a_fault_of_special_trees(search: Any, law: str, first: int) -> None:
    """Whichever law finds the fault, the report names the law that is about the counterexample alone."""
    special = ["repeated turns", "crossed paths", "another game is another game", "the ladder", "shared positions"]
    found = broken(search, only=["the whole tree", "the horizon", *special[first:]])
    assert found.law == law
    tree = read_tree(str(found.case["tree"]))
    assert tree.alternates
    assert not tree.shares


def test_a_table_that_outlives_its_game_is_shown_with_the_search_before() -> None:
    """A fault that appears only after another search is reported with the searches that came before."""
    found = broken(minimax(right, memory={}))
    assert found.law in ("another game is another game", "searches leave nothing behind")
    assert "searched before" in found.case


def test_alternating_searches_get_only_trees_in_which_players_alternate() -> None:
    """With `alternates` and `mirrors`, every generated tree has them, finished games included."""
    subject = subject_of(minimax(right), alternates=True, mirrors=True)
    tried = 0
    for law in SEARCH_LAWS:
        if law.cases is None or subject.excuse(law):
            continue
        for case in law.cases(subject, Trials(law.name, range(12))):
            assert not isinstance(case, Tree) or (case.alternates and case.mirrors), law.name
            tried += 1
    assert tried > 200


# --- faults that an earlier kit did not find ---------------------------------------------------------------------


def between_depths(game: Any, state: Any, depth: int = 60, time_s: float | None = None) -> Any:
    """Iterative deepening that reads the clock only between depths."""
    end = inf if time_s is None else time.monotonic() + time_s
    answer = (right(game, state, game.player(state)), (game.actions(state) or (None,))[0], 0)
    for limit in range(1, depth + 1):
        if time.monotonic() > end or game.terminal(state):
            break
        answer = (*minimax(right)(game, state, limit), limit)
    return answer


def overwriting(game: Any, state: Any, depth: int) -> Any:
    """Minimax whose table, when it has 300 entries, stores new results under old keys."""

    class Full(dict[Any, Any]):
        late = 0

        def __setitem__(self, key: Any, value: Any) -> None:
            if len(self) >= 300:
                self.late += 1
                key = list(self)[self.late % 300]
            super().__setitem__(key, value)

    return minimax(right, memory=Full())(game, state, depth)


def sign_only(game: Any, state: Any, iterations: int, seed: int = 0) -> Any:
    """A sampler of flat playouts that counts wins and losses instead of adding up the scores."""
    dice, me = random.Random(seed), game.player(state)
    if game.terminal(state):
        return game.utility(state, me), None
    totals = dict.fromkeys(game.actions(state), 0)
    rounds = max(1, iterations // len(totals))
    for action in totals:
        for _ in range(rounds):
            s = game.result(state, action)
            while not game.terminal(s):
                s = game.result(s, dice.choice(list(game.actions(s))))
            totals[action] += (game.utility(s, me) > 0) - (game.utility(s, me) < 0)
    best = max(totals, key=lambda action: totals[action])
    return totals[best] / rounds, best


def test_searches_that_an_earlier_kit_let_pass_are_caught() -> None:
    """A clock read only between depths, results overwritten in a table of hundreds of entries, and samplers that use
    only the sign of a score break a law.
    """
    assert broken(between_depths, only="a clock ends any search").law == "a clock ends any search"
    assert broken(overwriting, only="many shared positions").law == "many shared positions"
    assert broken(sign_only, kind="sampling", only="more is better").law == "more is better"


@attrs.frozen
class Row:
    """Players put stones on a row of cells in turn; whoever fills the last cell wins."""

    length: int = 4

    def initial(self) -> tuple[int, ...]:
        return (0,) * self.length

    def player(self, state: tuple[int, ...]) -> int:
        return (self.length - state.count(0)) % 2

    def actions(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cell for cell, stone in enumerate(state) if not stone)

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        if action not in self.actions(state):
            raise IllegalAction(f"expected an empty cell, got {action!r}")
        return (*state[:action], self.player(state) + 1, *state[action + 1 :])

    def terminal(self, state: tuple[int, ...]) -> bool:
        return 0 not in state

    def utility(self, state: tuple[int, ...], player: int) -> int:
        return -1 if player == self.player(state) else 1


COUNTER = itertools.count()


@attrs.frozen
class Boarded(Row):
    fault: str = "ragged"

    def board(self, state: tuple[int, ...]) -> Any:
        boards = {
            "ragged": [["."] * 3, ["."] * 2],
            "empty": [],
            "numbers": [list(state)],
            "long": [["first a word that is much too long"]],
            "changing": [[str(next(COUNTER) % 100)]],
        }
        return boards[self.fault]


class BlindScene(Row):
    def scene(self, state: tuple[int, ...], _last: Any = None) -> Scene:
        cells = (Cell(i, 0, "first" if stone else "open") for i, stone in enumerate(state))
        return Scene(self.length, 1, tuple(cells))


class SceneOfOneArgument(Row):
    def scene(self, state: tuple[int, ...]) -> Scene:
        return Scene(self.length, 1, tuple(Cell(i, 0, label=str(stone)) for i, stone in enumerate(state)))


class MirrorOfFour(Row):
    def symmetries(self) -> list[Any]:
        def turned(state: tuple[int, ...]) -> tuple[int, ...]:
            return (state[3], state[2], state[1], state[0], *state[4:])

        turn = Symmetry("mirror", turned, lambda cell: 3 - cell)
        return [Symmetry("identity", lambda state: state, lambda action: action), turn]


class ThereAndBack(Row):
    """Each player moves a piece one field forwards or backwards on a ring of 40 fields."""

    def player(self, state: tuple[int, ...]) -> int:
        return state[0]

    def initial(self) -> tuple[int, ...]:
        return (0, 0, 0)

    def actions(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return (1, 5, -5, -1)

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        if action not in self.actions(state):
            raise IllegalAction(f"expected one of {self.actions(state)}, got {action!r}")
        turn, *fields = state
        fields[turn] = (fields[turn] + action) % 40
        return (1 - turn, *fields)

    def terminal(self, state: tuple[int, ...]) -> bool:
        return False


def test_games_that_an_earlier_kit_let_pass_are_caught() -> None:
    """Different positions that look the same, and symmetries that are right for one size only, break a law."""
    blind = broken(BlindScene())
    assert blind.law == "different positions look different"
    assert "whose turn it is" in str(blind)
    assert broken(MirrorOfFour()).law == "other sizes are games, too"


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("ragged", "to have 3 words"),
        ("empty", "rows of words, from the top"),
        ("numbers", "rows of words"),
        ("long", "at most 12 characters"),
        ("changing", "the same rows again"),
    ],
)
def test_boards_that_cannot_be_drawn(fault: str, expected: str) -> None:
    """A board of ragged rows, without rows, of numbers, of long words or of other words each time breaks the law."""
    found = broken(Boarded(fault=fault))
    assert found.law == "the board is a grid of words"
    assert expected in str(found)


def test_an_attribute_named_board_is_no_drawing() -> None:
    """A game may keep an object of its own in an attribute `board`: faces draw what a method returns."""

    class Kept(Row):
        board = object()

    (found,) = (each for each in check_game(Kept()).laws if each.law == "the board is a grid of words")
    assert found.untried == "the game's board is no method"


def test_a_demand_says_what_to_write() -> None:
    """A game that lacks what the kit rightly demands is told what to write."""
    assert "def scene(self, state, last=None)" in str(broken(SceneOfOneArgument()))

    class Silent(Row):
        def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
            return (*state[:action], self.player(state) + 1, *state[action + 1 :])

    assert "from advsearch import IllegalAction" in str(broken(Silent()))
    assert "  settings  length=4\n" in str(broken(Silent()))

    class Busy(Row):
        def actions(self, state: tuple[int, ...]) -> tuple[int, ...]:
            return super().actions(state) or (0,)

    assert "if self.terminal(state): return ()" in str(broken(Busy()))


def test_a_game_without_an_end_is_shown_by_a_short_line_of_play() -> None:
    """A game whose positions repeat is shown by a few actions that lead back, and by what to do."""
    found = broken(ThereAndBack(), max_plies=400)
    assert found.law == "the game ends"
    assert found.size <= 4
    assert "count the plies in the state" in str(found)
