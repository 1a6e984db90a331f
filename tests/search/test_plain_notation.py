"""Reading and writing actions and positions of games without notation."""

from __future__ import annotations

from typing import Any

import pytest

from advsearch.errors import InvalidNotation
from advsearch.notation import action_text, line_text, read_action, read_state, state_text


class Pairs:
    """A game with only the six methods. Its actions are pairs, and two of them differ only by a space."""

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return state % 2

    def actions(self, _state: int) -> list[Any]:
        return [(1, 2), (3, 4), "a b", "ab"]

    def result(self, state: int, _action: Any) -> int:
        return state + 1

    def terminal(self, _state: int) -> bool:
        return False

    def utility(self, _state: int, _player: int) -> int:
        return 0


GAME: Any = Pairs()


@pytest.mark.parametrize("text", ["(1, 2)", "(1,2)", " ( 1 , 2 ) "])
def test_blanks_do_not_matter(text: str) -> None:
    """The text of an action is its `str`, with or without the spaces that Python prints."""
    assert read_action(GAME, 0, text) == (1, 2)


def test_what_is_written_is_read_back_exactly() -> None:
    """Spaces count if they distinguish two actions."""
    assert [read_action(GAME, 0, action_text(GAME, 0, action)) for action in GAME.actions(0)] == GAME.actions(0)


@pytest.mark.parametrize("text", ["", "(1, 3)", "1, 2", "a  b"])
def test_other_texts_are_refused_with_examples(text: str) -> None:
    """A text that matches no action, or two actions, gives an error that shows how actions look."""
    with pytest.raises(
        InvalidNotation, match=r"expected one of 4 legal actions such as \(1, 2\), \(3, 4\), a b, got"
    ):
        read_action(GAME, 0, text)


def test_positions_are_printed_and_not_read() -> None:
    """Without parse_state no position can be read, and the error names what is missing."""
    assert (state_text(GAME, 7), line_text(GAME, 0, [(1, 2), "ab"])) == ("7", ("(1, 2)", "ab"))
    with pytest.raises(
        InvalidNotation, match="no notation for positions; give its class `parse_state` and `format_state`"
    ):
        read_state(GAME, "7")
