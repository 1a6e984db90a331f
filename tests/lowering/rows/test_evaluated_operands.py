"""Operands are evaluated where Python evaluates them, in Python's order, even if their values are not used."""

from __future__ import annotations

import pytest
from one_function import check_claim, check_errors

HEADER = """
import collections, functools, itertools
T = (5, 6, 7, 8)
"""
SAMPLES = [(3, 1, 2), (0, 1, 0), (9, 0, 4)]

NOT_USED = {
    "a member that is discarded from an empty set": "x = set()\nx.discard(T[s[0]])\nreturn 1",
    "the key of an empty dict": "x = {}\nreturn x.get(T[s[0]], 3)",
    "the key of an empty dict that grows elsewhere": "x = dict()\nreturn x.pop(T[s[0]], 3)",
    "the default of an empty dict": "x = dict()\nreturn x.get(1, 5 // s[1])",
    "the key of an empty Counter": "x = collections.Counter()\nreturn x[T[s[0]]]",
    "the factor of an empty list": "x = [] * T[s[0]]\nreturn len(x)",
    "the factor of an empty tuple": "x = T[s[0]] * ()\nreturn len(x)",
    "a character that is searched for in an empty text": "return ''.find(chr(T[s[0]]))",
    "the number in isinstance": "return isinstance(T[s[0]], int)",
    "the start of enumerate": "return len(list(enumerate((), T[s[0]])))",
    "the default of next": "return next(iter([1]), T[s[0]])",
    "the default of max": "return max([1], default=T[s[0]])",
    "the default of setdefault": "x = {1: 2}\nx.setdefault(1, T[s[0]])\nreturn 1",
    "the width of ljust": "return 'x'.ljust(0, chr(T[s[0]] + 60))",
    "the argument of bool": "return bool(T[s[0]])",
    "a condition that is always true": "if T[s[0]]:\n    pass\nreturn 1",
    "a condition that is negated": "return not T[s[0]]",
    "a condition that chooses between equal values": "return 1 if T[s[0]] else 1",
    "the first part of `and`": "return (T[s[0]] and 1) > 0",
    "the test of a loop that never runs": "while T[s[0]] > 100:\n    pass\nreturn 1",
    "the key of a list of one item": "return len(sorted([1], key=lambda v: T[s[0]]))",
    "the function of filter": "return list(filter(lambda v: T[s[0]], [1]))",
}
IN_ORDER = {
    "a key of a dict display is evaluated before its value": (
        "x = [v for v in s]\nd = {len(x): x.pop()}\nreturn d.get(3), d.get(2)"
    ),
    "the pairs of a dict display are evaluated from left to right": (
        "x = [v for v in s]\nd = {len(x): x.pop(), len(x) + 5: x.pop()}\nreturn d.get(3), d.get(7), d.get(8)"
    ),
    "a display with ** is evaluated from left to right": (
        "x = [v for v in s]\nd = {**{1: x.pop()}, x.pop() + 9: len(x)}\nreturn d.get(1), d.get(s[1] + 9)"
    ),
    "max calls its key once for each item": (
        "x = []\ndef k(v):\n    x.append(v)\n    return -v\ny = max(s, key=k)\nreturn y, x"
    ),
    "the keys of a dict are compared as a set": (
        "d = {v: 1 for v in s}\nreturn d.keys() == set(s), d.keys() == list(s), {1: 2}.keys() == {1}"
    ),
    "two deques are compared": (
        "q = collections.deque(s)\nr = collections.deque(s)\nr.append(1)\nreturn q == r, q != r, len(q + r)"
    ),
    "a list that is made from a deque is compared": (
        "q = collections.deque(s)\nq.append(5)\nreturn list(q) == [*s, 5], tuple(q) == (*s, 5), q[0] == s[0]"
    ),
}


@pytest.mark.parametrize("claim", NOT_USED)
def test_an_operand_that_is_not_used_raises_its_error(claim: str) -> None:
    """The error cell is set for those samples for which Python raises an error."""
    check_errors(HEADER, NOT_USED[claim], SAMPLES)


@pytest.mark.parametrize("claim", IN_ORDER)
def test_the_claim_holds(claim: str) -> None:
    """The lowered program gives Python's value for every sample."""
    check_claim(HEADER, IN_ORDER[claim], SAMPLES, types=True)
