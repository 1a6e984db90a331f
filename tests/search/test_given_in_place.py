"""What is often given in place of a game, a searcher, a state or an evaluator is refused with the remedy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import advsearch
from advsearch import AlphaBeta, Solver, bind
from advsearch.errors import InvalidSettings
from advsearch.lowering.refusals import instead_of_impure


class Heuristic:
    """An evaluator as a method, which needs an object."""

    def score(self, game: Any, state: Any, player: int) -> int:
        return 1

    def short(self, state: Any, player: int) -> int:
        return 1


GAME = advsearch.load_game("isolation")
TEXT = "......./......./......./......./......./......./....... A"


def make_a_game() -> object:
    return GAME


GIVEN: dict[str, tuple[Callable[[], object], str]] = {
    "a class as a game": (
        lambda: bind("greedy", type(GAME)),
        r"a game, such as Isolation\(\), got the class",
    ),
    "a function as a game": (
        lambda: bind("greedy", make_a_game),  # type: ignore[arg-type]
        r"expected a game, got the function make_a_game; if it makes a game, call it first: make_a_game\(\)",
    ),
    "an object without rules": (
        lambda: bind("greedy", 3),  # type: ignore[arg-type]
        "expected a game, an object with the methods initial, .*, utility, got 3",
    ),
    "a class to the solver": (lambda: Solver(type(GAME)), "expected a game, such as"),  # type: ignore[arg-type]
    "a class as a searcher": (
        lambda: bind(AlphaBeta, GAME),  # type: ignore[arg-type]
        r"expected a searcher, such as AlphaBeta\(\), got the class AlphaBeta",
    ),
    "a number as a searcher": (lambda: bind(3, GAME), "expected a searcher, such as"),  # type: ignore[arg-type]
    "text as a state": (
        lambda: bind("greedy", GAME)(TEXT),  # type: ignore[arg-type]
        r"expected a state of isolation, got the text .*; read the text with game\.parse_state\(text\)",
    ),
    "text to lines": (lambda: next(bind("greedy", GAME).lines("x")), "got the text 'x'"),  # type: ignore[arg-type]
    "text to the solver": (lambda: Solver(GAME).solve("x"), "got the text 'x'"),
    "an unbound method": (
        lambda: AlphaBeta(2, Heuristic.score),
        r"got Heuristic\.score, a method without its object; write Heuristic\(\)\.score",
    ),
    "an unbound method of three parameters": (
        lambda: AlphaBeta(2, Heuristic.short),
        r"got Heuristic\.short, a method without its object",
    ),
    "a function of the state": (
        lambda: AlphaBeta(2, lambda state: 1),  # type: ignore
        r"function of game, state and player, got .*<lambda>\(state\)",
    ),
}


@pytest.mark.parametrize("what", GIVEN)
def test_it_is_refused_with_the_remedy(what: str) -> None:
    """Each mistake is one `InvalidSettings`, raised before anything is searched, that says what to write."""
    call, message = GIVEN[what]
    with pytest.raises(InvalidSettings, match=message) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_the_remedies_work() -> None:
    """What the messages say to write is accepted."""
    assert bind(AlphaBeta(1, Heuristic().score), GAME)(GAME.parse_state(TEXT)).action is not None
    assert bind("greedy", make_a_game())  # type: ignore[arg-type]


def test_a_print_is_removed_and_not_rewritten() -> None:
    """The advice for `print` is to remove it; the advice for a clock or a random number is another."""
    assert instead_of_impure("`print(...)` is called").startswith("remove it")
    assert instead_of_impure("the module random is used").startswith("write rules")
