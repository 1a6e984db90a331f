"""The public names of `import advsearch`, and loading by strings."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import advsearch
from advsearch.plugins.entries import NamedEvaluator
from advsearch.specs import Spec


def test_every_public_name_is_there() -> None:
    """Every name in `__all__` can be imported."""
    assert [name for name in advsearch.__all__ if not hasattr(advsearch, name)] == []
    assert sorted(advsearch.__all__) == advsearch.__all__
    with pytest.raises(AttributeError, match="module 'advsearch' has no attribute 'solver'"):
        advsearch.solver  # noqa: B018


def test_the_solver_is_loaded_when_asked_for() -> None:
    """`advsearch.Solver` loads the package for solving, and `import advsearch` does not."""
    program = (
        "import sys, advsearch\n"
        "before = 'advsearch.solving' in sys.modules\n"
        "advsearch.Solver\n"
        "print(before, 'advsearch.solving' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout == "False True\n"


@pytest.mark.needs_numba
def test_machine_code_does_what_the_function_does() -> None:
    """A third-party searcher gets its functions compiled by `advsearch.machine_code`; a function that cannot be
    compiled is an error.
    """

    def twice(number: int) -> int:
        return 2 * number

    def no(number: int) -> object:
        return {}[number]

    assert advsearch.machine_code(twice, (0,), "twice")(21) == 42
    with pytest.raises(advsearch.CompiledTierUnavailable, match="numba cannot compile no: "):
        advsearch.machine_code(no, (0,), "no")


def test_kernels_of_rules_in_plain_python() -> None:
    """A third-party searcher gets a game's rules and an evaluator as functions over words from
    `advsearch.load_kernels`; a game whose states are rows of cells gives an error."""
    game: Any = advsearch.load_game("pentago")
    chances = advsearch.load_evaluator("chances", game)
    kernels, kernel = advsearch.load_kernels(game, chances)
    state = game.result(game.initial(), 0)
    words = kernels.encode(state)
    assert [kernels.action(number) for number in kernels.each_action(words)] == list(game.actions(state))
    assert kernel(words, kernels.actions(words), 1) == chances(game, state, 0) != 0
    assert advsearch.load_kernels(game)[1](words, 0, 0) == 0
    with pytest.raises(advsearch.CompiledTierUnavailable, match="expected a game with states of a few machine words"):
        advsearch.load_kernels(Rows())


class Rows:
    """Each player marks one of a list's cells; the second player wins."""

    def initial(self) -> Any:
        return (".",) * 4, 0

    def player(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[int]:
        return [cell for cell, mark in enumerate(state[0]) if mark == "."]

    def result(self, state: Any, action: int) -> Any:
        board = list(state[0])
        board[action] = "xo"[state[1]]
        return tuple(board), 1 - state[1]

    def terminal(self, state: Any) -> bool:
        return "." not in state[0]

    def utility(self, state: Any, player: int) -> int:
        return 1 if player == 1 else -1


def test_games_by_text_and_by_keyword() -> None:
    """Settings in the string and as keywords make the same game."""
    assert advsearch.load_game("isolation(width=5, height=6)") == advsearch.load_game("isolation", width=5, height=6)


def test_a_searcher_by_text_searches() -> None:
    """A searcher's evaluators are looked up in the game at the search, and limits stop it."""
    game = advsearch.load_game("isolation(width=4, height=4)")
    searcher = advsearch.load_searcher("alphabeta(depth=3, evaluator=improved, tier=reference)")
    result = searcher.search(game, game.initial(), limits=advsearch.Limits(depth=2))
    assert (result.depth, result.tier) == (2, "reference")
    assert result.action in game.actions(game.initial())
    unknown = advsearch.load_searcher("greedy(evaluator=no-such)")
    with pytest.raises(advsearch.UnknownName, match="unknown evaluator of isolation 'no-such'; installed: "):
        unknown.search(game, game.initial())


def test_an_evaluator_by_text() -> None:
    """`load_evaluator` returns the function with a name."""
    game = advsearch.load_game("isolation")
    assert advsearch.load_evaluator("null", game)(game, game.initial(), 0) == 0
    improved = advsearch.load_evaluator("improved", game)
    assert NamedEvaluator(Spec("improved")).bind(game) == improved


@pytest.mark.parametrize("spec", ["minimax", "alphabeta", "pvs", "deepening", "greedy", "random"])
def test_every_searcher_of_ours_loads_with_its_defaults(spec: str) -> None:
    """Every built-in searcher in the documentation loads with its defaults and returns a result within a budget."""
    game = advsearch.load_game("isolation(width=3, height=3)")
    result = advsearch.load_searcher(spec, tier="reference").search(
        game, game.initial(), limits=advsearch.Limits(nodes=200)
    )
    assert result.action in game.actions(game.initial())
