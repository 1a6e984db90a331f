"""The law of a build compares machine code with the game's own methods."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from advsearch.lowering.faults import Differs
from advsearch.machine.law import Witness, entries, hold
from advsearch.machine.program import Program
from advsearch.machine.searching import unit_for

sys.path.insert(0, str(Path(__file__).parents[1] / "gallery"))
from amazons import Amazons
from dots_and_boxes import DotsAndBoxes
from kalah import Kalah
from nim import Nim
from tictactoe import TicTacToe


def mover(game: Any, state: Any, player: int) -> float:
    return 0.5 if game.player(state) == player else -0.25


@pytest.mark.parametrize(
    "game", [Amazons(), DotsAndBoxes(), Kalah(), Nim(), TicTacToe()], ids=lambda g: type(g).__name__
)
def test_games_hold_the_law(game: Any) -> None:
    """Machine code gives the same terminal states, utilities, players, actions, results and evaluations."""
    witness = Witness(game, mover)
    program = Program(entries(witness), unit=unit_for(game), kept=False)
    assert hold(witness, program.unit.samples, program.call) > 20


class Forgetful(Nim):
    """A game whose code is not what Python runs."""

    def result(self, state: Any, action: Any) -> Any:
        return super().result(state, action)


def test_a_difference_is_found() -> None:
    """If machine code gives another result than the game, the law says where."""
    game = Forgetful()
    witness = Witness(game, mover)
    program = Program(entries(witness), unit=unit_for(game), kept=False)
    Forgetful.result = lambda self, state, action: Nim().initial()  # type: ignore[method-assign]
    with pytest.raises(Differs, match="the compiled rules of nim differ in player, actions and results at"):
        hold(witness, program.unit.samples, program.call)
