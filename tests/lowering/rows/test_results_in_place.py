"""Lists made in the cells of the result never overwrite a value that is still needed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from one_function import FAILED, Lowered, compiled_from

HEADER = """
import attrs
import dataclasses
from typing import NamedTuple


@attrs.frozen
class Position:
    board: tuple
    mover: int
    other: tuple = (0,) * 6


@dataclasses.dataclass(frozen=True)
class Sheet:
    mover: int
    text: str


class Both(NamedTuple):
    left: tuple
    right: tuple


def swapped(board):
    return tuple(reversed(board))


def doubled(board, mover):
    return Position(tuple(2 * x for x in board), mover)


"""
IN_PLACE = {
    "a tuple of a list": """
        board = list(s[0])
        board[s[1]] = 7
        return tuple(board)
    """,
    "a field of an object": """
        board = list(s[0])
        board[s[1]] = 7
        return Position(tuple(board), 1 - s[1])
    """,
    "a field by its name, behind another": """
        board = list(s[0])
        board[0], board[-1] = board[-1], board[0]
        return Position(mover=s[1], other=tuple(board), board=s[0])
    """,
    "a text behind a number": """
        cells = ["ab"[x % 2] for x in s[0]]
        cells[s[1]] = "c"
        return Sheet(s[1], "".join(cells))
    """,
    "two lists in one result": """
        one = list(s[0])
        two = [x + 1 for x in one]
        one[0] = 5
        return Both(tuple(one), tuple(two))
    """,
}
ELSEWHERE = {
    "two lists that change places": """
        one = list(s[0])
        two = [x + 1 for x in s[0]]
        if s[1] > 1:
            return Both(tuple(two), tuple(one))
        return Both(tuple(one), tuple(two))
    """,
    "another result made from the list": """
        board = list(s[0])
        board[0] = 9
        if s[1] > 1:
            return Position(tuple(x + board[0] for x in board), 0)
        return Position(tuple(board), 1)
    """,
    "the list read for a later field": """
        board = list(s[0])
        board[1] = 4
        return Position(swapped(board), board[1], tuple(board))
    """,
    "a function of the list": """
        board = list(s[0])
        board[2] = 8
        if s[1] == 2:
            return doubled(board, board[2])
        return Position(tuple(board), 1)
    """,
    "a second list with the items of the first": """
        board = list(s[0])
        board[0] = 6
        before = tuple(board)
        board[0] = s[1]
        if s[1] % 2:
            return Position(before, 0)
        return Position(tuple(board), 1)
    """,
    "an inner function that sees the list": """
        board = list(s[0])

        def turned():
            return tuple(board[len(board) - 1 - i] for i in range(len(board)))

        board[0] = 6
        if s[1] % 2:
            return Position(turned(), 0)
        return Position(tuple(board), 1)
    """,
    "a list made twice": """
        board = list(s[0])
        before = tuple(board)
        board = [x + 1 for x in before]
        return Position(tuple(board), 0, before)
    """,
    "a list made in a loop, the last one returned": """
        best = s[0]
        for x in range(3):
            board = list(best)
            board[x] += board[x + 1]
            best = tuple(board)
        return Position(best, s[1], s[0])
    """,
    "a loop that reads the list it returns": """
        board = list(s[0])
        turned = enumerate(board)
        board[0] = s[1]
        return Position(tuple(x + i for i, x in turned), 1)
    """,
}


def lowered(text: str) -> tuple[Any, Lowered, list[Any]]:
    chance = random.Random(1)
    samples = [(tuple(chance.randrange(4) for _ in range(6)), mover) for mover in range(4) for _ in range(4)]
    function = compiled_from(f"{HEADER}def f(s):{text}")
    return function, Lowered(function, samples), samples


@pytest.mark.parametrize("what", [*IN_PLACE, *ELSEWHERE])
def test_a_result_made_in_place_is_what_python_returns(what: str) -> None:
    """A function returns what Python returns, wherever its lists are made."""
    function, derived, samples = lowered((IN_PLACE | ELSEWHERE)[what])
    for each in samples:
        found = derived(each)
        assert found != FAILED
        assert found == function(each)


@pytest.mark.parametrize("what", IN_PLACE)
def test_a_list_that_becomes_part_of_the_result_has_no_cells_of_its_own(what: str) -> None:
    """A list that becomes part of the result takes no other cells."""
    _, derived, _ = lowered(IN_PLACE[what])
    _, _, body = derived.text.split("def f(")[1].split("\ndef ")[0].partition(":\n")
    assert "= target" in body
    assert "free" not in body
