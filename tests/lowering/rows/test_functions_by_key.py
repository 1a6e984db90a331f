"""Functions that are chosen at run time: by a key of a constant dict, or by a condition."""

from __future__ import annotations

import pytest
from one_function import check_claim, check_errors, lowered

from advsearch.lowering.refusals import NotLowered

_HEADER = """
import functools


def plus(x, y):
    return x + y


def times(x, y):
    return x * y


def both(x, y):
    yield x
    yield y


def counted(x, y):
    for i in range(x):
        yield i + y


@functools.cache
def minus(x, y):
    return x - y


def one(x):
    return x


def grow(items):
    items.append(1)


def grow_twice(items):
    items.append(2)
    grow(items)


def grow_deep(items):
    grow(items)


BY_LETTER = {"a": plus, "b": times, "c": minus}
SOME = {"a": plus, "b": times}
BY_NUMBER = {0: both, 1: counted, 5: counted}
UNLIKE = {"a": plus, "b": one}
GROWING = {"a": grow_deep, "b": grow_twice}
"""
_SAMPLES = [(0, 2, 3), (1, 4, 5), (2, 7, 1)]


@pytest.mark.parametrize(
    "body",
    [
        "return BY_LETTER['abc'[s[0]]](s[1], s[2])",
        "return SOME.get('abc'[s[0]], minus)(s[1], s[2])",
        "return list(BY_NUMBER[s[0] % 2](s[1], s[2])), sorted(set(BY_NUMBER[s[0] % 2](s[2], s[1])))",
        "k = 'abc'[s[0]]\nf = BY_LETTER[k]\nr = 0\nfor i in s:\n    k = 'a'\n    r += f(i, 2)\nreturn r",
        "r = 0\nfor i in s:\n    f = BY_LETTER['abc'[i % 3]]\n    r = f(r, i)\nreturn r",
        "return {0: plus, 1: plus, 2: minus, 3: plus, 7: times}[s[1] - 2 if s[0] < 2 else 7](s[1], s[2])",
        "return list(map(BY_LETTER['abc'[s[0]]], s, s))",
    ],
)
def test_a_key_chooses_a_function(body: str) -> None:
    """A function of a constant dict is called with the arguments, whatever the key is."""
    check_claim(_HEADER, body, _SAMPLES)


def test_a_key_without_a_function_is_an_error() -> None:
    """A missing key sets the error cell."""
    check_errors(_HEADER, "return SOME['abc'[s[0]]](s[1], s[2])", _SAMPLES)
    check_errors(_HEADER, "return sorted(BY_NUMBER[s[0]](1, 2))", _SAMPLES)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return UNLIKE['ab'[s[0] % 2]](s[1], s[2])", "a condition chooses between functions"),
        ("t = list(s)\nu = t\nGROWING['ab'[s[0] % 2]](t)\nreturn len(u)", "changes an argument is chosen"),
        ("t = list(s)\nu = t\n(grow if s[0] else grow_twice)(t)\nreturn len(u)", "changes an argument is chosen"),
    ],
)
def test_functions_that_differ_in_more_than_their_result_are_refused(body: str, message: str) -> None:
    """Chosen functions have the same number of parameters, and change no argument, which may have another name."""
    with pytest.raises(NotLowered, match=message):
        lowered(_HEADER, body, _SAMPLES)
