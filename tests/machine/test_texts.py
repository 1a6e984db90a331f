"""Texts of searches, compiled over games of the gallery, return what they return in plain Python."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from advsearch.machine.compiling import Entry
from advsearch.machine.fields import STATE
from advsearch.machine.machine_memory import seen
from advsearch.machine.program import Program
from advsearch.machine.searching import unit_for
from advsearch.machine.values import Constant
from advsearch.search.alphabeta import AlphaBetaTree
from advsearch.search.kit.fields import Machine, State
from advsearch.search.kit.numbers import number
from advsearch.search.minimax import MinimaxTree
from advsearch.search.pvs import PVSTree

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "gallery"))
from chomp import Chomp
from coins import Coins
from colouring import Colouring
from divisors import Divisors
from hexapawn import Hexapawn
from kalah import Kalah
from nim import Nim
from searched import answered, built, expected, found
from tictactoe import TicTacToe

GAMES = [
    (Chomp(), 8), (Coins(), 6), (Colouring(), 4), (Divisors(), 9), (Hexapawn(), 7), (Kalah(), 6), (Nim(), 5),
    (TicTacToe(), 5),
]  # fmt: skip


@pytest.mark.parametrize("kind", [MinimaxTree, AlphaBetaTree, PVSTree])
@pytest.mark.parametrize(("game", "depth"), GAMES, ids=lambda one: type(one).__name__)
def test_a_compiled_text_returns_what_it_returns_in_python(kind: Any, game: Any, depth: int) -> None:
    """Values, lines of play, certainty and the number of nodes are the same."""
    state = game.initial()
    tree, program = built(kind, game)
    assert answered(tree, program, game, state, depth) == expected(kind, game, state, depth, tree.scale.real)


@pytest.mark.parametrize(("game", "depth"), GAMES, ids=lambda one: type(one).__name__)
def test_a_state_unlike_all_that_were_played_is_searched_by_a_new_build(game: Any, depth: int) -> None:
    """If the shape of the first state alone is assumed, a guard fires in most games, and the result is the same."""
    state = game.initial()
    tree, program = built(AlphaBetaTree, game, samples=1)
    assert answered(tree, program, game, state, depth) == expected(AlphaBetaTree, game, state, depth, tree.scale.real)


class Numbered(Machine):
    """Asks for the content number of a state."""

    def asked(self, state: State) -> int:
        return number(state)


@pytest.mark.parametrize("game", [game for game, _ in GAMES], ids=lambda one: type(one).__name__)
def test_content_numbers_are_the_same_in_machine_code(game: Any) -> None:
    """States of Enum members, strings, objects and sets have the number that they have in Python."""
    unit = unit_for(game)
    program = Program({"asked": Entry(Numbered.asked, (Constant(Numbered()), STATE))}, unit=unit, kept=False)
    for state in unit.samples[:50]:
        assert program.call("asked", state) == number(state)


def test_a_ceiling_of_nodes_stops_a_search() -> None:
    """A search that may not enter more nodes ends, says that it did not finish, and keeps what it has."""
    game = Nim()
    tree, program = built(AlphaBetaTree, game)
    view = seen(program.memory, tree)
    view.budget.ceiling = 500
    finished, *_, entered = found(view, game, game.initial(), 9, lambda *given: program.call("search", *given))
    assert not finished
    assert entered == 500
