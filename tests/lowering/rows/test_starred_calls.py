"""Calls such as `f(*items)`, where the number of items is known only at run time."""

from __future__ import annotations

import pytest
from one_function import check_claim, check_errors, lowered

from advsearch.lowering.refusals import NotLowered

_HEADER = """
from typing import NamedTuple


class Wall(NamedTuple):
    x: int
    y: int
    across: bool


class Part(NamedTuple):
    x: int
    y: int = 2


def digits(a, b, c):
    return a * 100 + b * 10 + c


def grown(items):
    items.append(1)
    return [list(items), list(items)]
"""
_ITEMS = [(1, 2, 3), (4, 5, 6, 7), (8,), (9, 3), (7, 1, 2)]


@pytest.mark.parametrize(
    "body",
    [
        "return Wall(*s)",
        "return digits(*s)",
        "return digits(7, *s)",
        "return digits(*s[1:], 5)",
        "return (lambda a, b: a - b)(*s)",
        "def minus(a, b):\n    return a - b\nreturn minus(*s)",
        "match s:\n    case (9, *rest):\n        return digits(1, 2, *rest)\n    case (4, *rest):\n"
        "        return digits(*rest)\n    case (8, *rest):\n        return digits(*rest)\nreturn 0",
    ],
)
def test_a_star_gives_the_arguments_that_a_function_needs(body: str) -> None:
    """A function without default values needs a known number of items; any other number is an error at run time."""
    check_errors(_HEADER, body, _ITEMS)


def test_a_star_gives_the_fields_of_a_member_of_a_set() -> None:
    """Items of a tuple that also contains a word are numbers where the class of a set's members has numbers."""
    check_claim(
        _HEADER,
        "a = (('go', 1, 2), ('wall', 1, 2, True), ('wall', 1, 2, False))[s]\nw = {Wall(1, 2, s > 1)}\n"
        "match a:\n    case ('go', x, y):\n        w = w | {Wall(x, y, True)}\n"
        "    case ('wall', *place):\n        w = w | {Wall(*place)}\nreturn w, len(w), Wall(1, 2, False) in w",
        [0, 1, 2],
    )


def test_a_number_or_a_word_is_found_among_words() -> None:
    """A tuple with a number or a word may be a member of a set of tuples with words."""
    check_claim(
        "",
        "x = (('a', 'b', 3)[s], 1)\nreturn x in {('a', s + 1), ('b', 1)}, x in {(3, s - 1), (2, 1)}",
        [0, 1, 2],
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return Part(*s)", "the length of x is not known"),
        ("return digits(*s, *s)", "the length of x is not known"),
        ("x = list(s)\ny = list(zip(*grown(x)))\nreturn len(x), y", "contains a starred value"),
        ("x = list(s)\nreturn [*grown(x)], len(x)", "contains a starred value"),
    ],
)
def test_a_star_with_an_unclear_number_of_items_is_refused(body: str, message: str) -> None:
    """A function with default values, two stars, and a list that the call of another function changes are refused."""
    with pytest.raises(NotLowered, match=message):
        lowered(_HEADER, body, _ITEMS)
