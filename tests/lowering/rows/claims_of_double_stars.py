"""Small programs with `**` in calls and in dict displays."""

from __future__ import annotations

from typing import Any

HEADER = """
import attrs
from typing import NamedTuple

OPTIONS = {"n": 3, "m": 4}


class Pits(NamedTuple):
    first: int = 0
    second: int = 0
    name: str = "x"


@attrs.frozen
class Half:
    _a: int
    b: int = 2


@dataclasses.dataclass(frozen=True)
class Numbered:
    n0: int
    n1: int


def digits(n, m=1, k=0):
    return n * 100 + m * 10 + k

"""
NUMBERS = [0, 1, 3, 6]
CLAIMS_OF_DOUBLE_STARS: dict[str, tuple[str, list[Any]]] = {
    "_replace replaces the field of the mover": (
        "t = Pits(s, 2)\nreturn t._replace(**{t._fields[s % 2]: 99}), "
        "t._replace(second=4, **{'first': 98}), t._replace(**{('first', 'name')[s % 2]: 9, 'second': 3})",
        NUMBERS,
    ),
    "attrs.evolve names fields without their underscore": (
        "return attrs.evolve(Half(s, 2), **{('a', 'b')[s % 2]: 99})",
        NUMBERS,
    ),
    "the name of a field is formatted": (
        "return dataclasses.replace(Numbered(s, s), **{f'n{s % 2}': 7})",
        NUMBERS,
    ),
    "functions get named arguments from dicts": (
        "o = {'n': s, 'k': 2}\nreturn (digits(**OPTIONS), digits(s, **{'k': 3}), digits(*(s, 2), **{'k': 3}), "
        "digits(**o), digits(**{**OPTIONS, 'k': 5}), min([3, s], **{'default': 4}))",
        NUMBERS,
    ),
    "objects are made from dicts": (
        "return Pits(**{'first': s, 'second': 3}), Numbered(**dict(n0=s, n1=1))",
        NUMBERS,
    ),
    "dict is called with named values": (
        "d = dict(a=s, b=2)\nd['a'] += 1\nreturn d['a'], tuple(d), len(d)",
        NUMBERS,
    ),
    "constant dicts are merged": (
        "d = {**OPTIONS, 'k': 5}\ne = {**OPTIONS}\ne['n'] = s\n"
        "return d['k'], e['n'], e['m'], len(e), OPTIONS['n'], {'n': 1, **OPTIONS}['n'], {**OPTIONS, 'k': s}['k']",
        NUMBERS,
    ),
}
ERRORS_WITH_DOUBLE_STARS: dict[str, tuple[str, list[Any]]] = {
    "a field that does not exist": ("return Pits(s, 2)._replace(**{('first', 'bad')[s % 2]: 99})", NUMBERS),
    "the private name of a field": ("return attrs.evolve(Half(s, 2), **{('_a', 'b')[s % 2]: 99})", NUMBERS),
    "a field that is named twice": (
        "return Pits(s, 2)._replace(second=5, **{('first', 'second')[s % 2]: 9})",
        NUMBERS,
    ),
}
