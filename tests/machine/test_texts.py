"""Texts of searches, compiled over games of the gallery, return what they return in plain Python."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advsearch import limits
from advsearch.machine.compiling import Entry
from advsearch.machine.fields import STATE, VALUE
from advsearch.machine.machine_memory import seen
from advsearch.machine.program import Program, Rebuilt
from advsearch.machine.searching import CodeBudget, unit_for
from advsearch.machine.types import INT
from advsearch.machine.unit import NeedsFloats
from advsearch.machine.values import Constant
from advsearch.search.kit.fields import Machine, State
from advsearch.search.kit.line import FlatLine
from advsearch.search.kit.numbers import number
from advsearch.search.kit.orders import FlatWeights, History, Killers
from advsearch.search.kit.scale import Scale
from advsearch.search.kit.table import Table
from advsearch.search.texts.alphabeta import AlphaBeta
from advsearch.search.texts.minimax import Minimax
from advsearch.search.texts.pvs import PVS

sys.path.insert(0, str(Path(__file__).parents[1] / "gallery"))
from chomp import Chomp
from coins import Coins
from colouring import Colouring
from divisors import Divisors
from hexapawn import Hexapawn
from kalah import Kalah
from nim import Nim
from tictactoe import TicTacToe


def nothing(_game: Any, _state: Any, _player: int) -> int:
    return 0


def made(kind: Any, game: Any) -> Any:
    """A tree as plain Python uses it."""
    allowed: Any = limits.Budget.__new__(limits.Budget)
    if kind is not PVS:
        return kind(game, nothing, allowed)
    return PVS(game, nothing, allowed, table=Table(1 << 10), known_first=True, killers=Killers(99), history=History())


def for_code(kind: Any, game: Any, real: bool) -> Any:
    """The same tree with the parts that machine code has instead."""
    tree = made(kind, game)
    tree.line = FlatLine(60, 60)
    if kind is PVS:
        tree.history.own, tree.history.others = FlatWeights(12), FlatWeights(12)
    scale = tree.scale
    if real:
        tree.scale = Scale(scale.outcome, float(scale.bottom), real=True)
    elif not scale.outcome:
        tree.scale = Scale(False, -(1 << 61))
    return tree


def built(kind: Any, game: Any, samples: int = 1 << 30) -> tuple[Any, Program]:
    for real in (False, True):
        tree = for_code(kind, game, real)
        tree.budget = CodeBudget()
        unit = unit_for(game, real=real)
        del unit.samples[samples:]
        entry = Entry(kind.search, (Constant(tree), STATE, INT, VALUE, VALUE))
        try:
            return tree, Program({"search": entry}, unit=unit, kept=False)
        except NeedsFloats:
            continue
    raise AssertionError("floats in a build of floats")


def found(tree: Any, game: Any, state: Any, depth: int, search: Callable[..., bool]) -> Any:
    """All that a search of the root returns: values, lines, the number of nodes."""
    tree.root_player = game.player(state)
    actions = list(game.actions(state))
    for index, action in enumerate(actions):
        tree.roots[index].action = action
    tree.of, tree.mode, tree.wanted = len(actions), 0, 1
    finished = search(state, depth, tree.scale.bottom, tree.scale.top)
    roots = [tree.roots[index] for index in range(tree.done)]
    lines = [tree.line.read(tree.line.kept + index) for index in range(tree.done)]
    values = [(root.action, root.value, root.sure, root.inside) for root in roots]
    return finished, values, lines, tree.sure, tree.deepest, tree.budget.granted - tree.budget.left


GAMES = [
    (Chomp(), 8), (Coins(), 6), (Colouring(), 4), (Divisors(), 9), (Hexapawn(), 7), (Kalah(), 6), (Nim(), 5),
    (TicTacToe(), 5),
]  # fmt: skip


@pytest.mark.parametrize("kind", [Minimax, AlphaBeta, PVS])
@pytest.mark.parametrize(("game", "depth"), GAMES, ids=lambda one: type(one).__name__)
def test_a_compiled_text_returns_what_it_returns_in_python(kind: Any, game: Any, depth: int) -> None:
    """Values, lines of play, certainty and the number of nodes are the same."""
    state = game.initial()
    tree, program = built(kind, game)
    plain = made(kind, game)
    plain.budget = CodeBudget()
    plain.scale.real = tree.scale.real  # a search in Python learns it from the first float
    expected = found(plain, game, state, depth, plain.search)

    def search(*given: Any) -> Any:
        return program.call("search", *given)

    assert found(seen(program.memory, tree), game, state, depth, search) == expected


@pytest.mark.parametrize(("game", "depth"), GAMES, ids=lambda one: type(one).__name__)
def test_a_state_unlike_all_that_were_played_is_searched_by_a_new_build(game: Any, depth: int) -> None:
    """If the shape of the first state alone is assumed, a guard fires in most games, and the result is the same."""
    state = game.initial()
    plain = made(AlphaBeta, game)
    plain.budget = CodeBudget()
    expected = found(plain, game, state, depth, plain.search)
    tree, program = built(AlphaBeta, game, samples=1)

    def search(*given: Any) -> Any:
        return program.call("search", *given)

    try:
        got = found(seen(program.memory, tree), game, state, depth, search)
    except Rebuilt:
        got = found(seen(program.memory, tree), game, state, depth, search)
    assert got == expected


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
    tree, program = built(AlphaBeta, game)
    view = seen(program.memory, tree)
    view.budget.ceiling = 500
    finished, *_, entered = found(view, game, game.initial(), 9, lambda *given: program.call("search", *given))
    assert not finished
    assert entered == 500
