"""Numbers of several classes: True and 1 are equal, and so are 1 and 1.0, but they are not the same value."""

from __future__ import annotations

from typing import Any

import pytest
from one_function import FAILED, Lowered, check_claim, compiled_from

from advsearch.lowering.refusals import NotLowered

HEADER = """
import enum, functools, itertools, math

class Man(enum.IntEnum):
    ONE = 1
    TWO = 2

ITEMS = (True, 2, 0)
NESTED = ((1,), (True,), (1,))
"""
SAMPLES = [(3, 1, 2), (0, 1, 0), (1, 0, 4), (1, 1, 1)]
LARGE = [*SAMPLES, ((1 << 53) + 1, 1, 7), (1 << 61, 0, 1)]

CLAIMS = {
    "arithmetic of a number or a bool is right": (
        "v = max(s[0] > 0, s[1])\nw = s[1] if s[0] else s[1] > 0\n"
        "return v + w, v - w, v * w, v // 3, v % 3, -v, ~v, abs(v), v << 2, v & w, v | w, v ^ 5"
    ),
    "comparisons of a number or a bool are right": (
        "v = max(s[0] > 0, s[1])\nreturn v == 1, v == True, v < 2, v in (True, 4), v in s, [v, 2] == [1, 2], not v"
    ),
    "int gives a number that has a text": (
        "v = max(s[0] > 0, s[1])\nreturn str(int(v)), f'{int(v)}', repr(v + 0), isinstance(int(v), bool)"
    ),
    "a number or a bool is an int": "v = max(s[0] > 0, s[1])\nreturn isinstance(v, int), isinstance(v, (str, tuple))",
    "a format shows a bool as a number": "v = max(s[0] > 0, s[1])\nreturn f'{v:d}', f'{v:3}', f'{s[0] > 0:2d}'",
    "the greatest of bools is a bool": (
        "v = max(s[0] > 0, s[1] > 1)\nw = min(s[0] > 0, s[1] > 1, s[2] > 0)\nreturn str(v), f'{w}', v, w"
    ),
    "arithmetic of bools gives numbers": (
        "v = s[0] > 0\nreturn str(v % 5), str(+v), str(round(v)), str(divmod(v, 3)[1]), str(v * 1), str(v | 0)"
    ),
    "& of bools gives a bool": "v = s[0] > 0\nw = s[1] > 0\nreturn str(v & w), str(v | w), str(v ^ w)",
    "%d shows a bool as a number": "return '%d' % (s[0] > 0)",
    "the ends of a range are numbers": "r = range(s[0] > 0, 3)\nreturn str(r.start), str(r[0])",
    "an IntEnum's member has the text of a number": "v = Man.ONE if s[0] > 1 else s[1]\nreturn str(v), f'{v}', v + 1",
    "a sum that begins with False": "return sum([v > 0 for v in s], False)",
    "a sum that begins with 0.0 is a float": "return isinstance(sum([s[1], s[2]], 0.0), float)",
    "nested constants keep the classes of their items": "return NESTED[s[1]][0] + ITEMS[s[1]]",
    "a float or a number in arithmetic and comparisons": (
        "v = 2.5 if s[1] else s[2]\nreturn v + 1, v * 2, -v, abs(v), v / 2, v < 3, v == 2, int(v), math.floor(v)"
    ),
}
OF_FLOATS = {
    "a number that no float is equal to is not stored as a float": "v = 1.5 if s[1] else s[0]\nreturn v",
    "a number that no float is equal to is not an item beside floats": "x = [1.5]\nx.append(s[0])\nreturn x[1]",
    "a number that no float is equal to is not compared with a float": "return s[0] == 9007199254740992.0",
    "a number that no float is equal to is not ordered with a float": "return s[0] > 9007199254740992.0",
    "a number that no float is equal to is not searched for in floats": "return 9007199254740992.0 in s",
    "a product that may be a number is not rounded": "v = 1.5 if s[1] else s[0]\nreturn v * v",
    "a sum that may be a number is not rounded": "v = 1.5 if s[1] else s[0] // 512\nreturn v + 9007199254740991",
    "a power that may be a number is not rounded": "v = 1.5 if s[0] == 3 else s[2]\nreturn v ** 40",
    "a large float has no int": "return int(1e18 * s[2] * s[2])",
}


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # `~` of a bool, since Python 3.12
@pytest.mark.parametrize("claim", CLAIMS)
def test_the_claim_holds(claim: str) -> None:
    """The lowered program gives Python's value, of the same class, for every sample."""
    check_claim(HEADER, CLAIMS[claim], SAMPLES, types=True)


@pytest.mark.parametrize("claim", OF_FLOATS)
def test_a_number_is_never_rounded(claim: str) -> None:
    """The lowered program gives Python's value, or sets the error cell for a number that no float is equal to."""
    lines = "".join(f"    {line}\n" for line in OF_FLOATS[claim].split("\n"))
    function = compiled_from(f"{HEADER}\ndef f(s):\n{lines}")
    made = Lowered(function, LARGE)
    found = [(function(sample), made(sample)) for sample in LARGE]
    assert all(got in (expected, FAILED) for expected, got in found), found
    assert {got == FAILED for _, got in found} == {True, False}


@pytest.mark.parametrize(
    ("samples", "given"),
    [
        ([1, 2], True),
        ([True, False], 1),
        ([0.5], 1),
        ([0.5, 1], (1 << 53) + 1),
        ([frozenset({1})], frozenset({True})),
    ],
)
def test_a_state_of_another_class_is_refused(samples: list[Any], given: Any) -> None:
    """A number whose class was not in the samples is not stored as a number of another class."""
    made = Lowered(compiled_from("def f(s):\n    return s\n"), samples)
    assert [made(one) for one in samples] == samples
    with pytest.raises(Exception, match=r"expected .*, got|instead of"):
        made(given)


class Cell(int):
    """A number whose sum is not the sum of ints."""

    def __add__(self, other: Any) -> Any:
        return 7


class Plain(int):
    """A number like any other."""


def test_a_number_with_its_own_operators_is_refused() -> None:
    """A subclass of int is lowered if its operators are those of int."""
    function = compiled_from("def f(s):\n    return s + 1\n")
    assert Lowered(function, [Plain(1), Plain(3)])(Plain(3)) == 4
    with pytest.raises(NotLowered, match="an int with operators of its own"):
        Lowered(function, [Cell(1), Cell(3)])
