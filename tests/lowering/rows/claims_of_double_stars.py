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
    "a dict with keys known only at run time names fields": (
        "t, c = Pits(s, 2), {}\nif s > 2:\n    c['name'] = 'y'\nif s % 2:\n    c['first'] = 7\n"
        "d = {'first': 3} if s > 2 else {'name': 'z'}\ne = dict(n0=s)\nif s % 3:\n    e['n1'] = 5\n"
        "return (t._replace(**c), t._replace(second=s, **c), t._replace(**d), "
        "dataclasses.replace(Numbered(0, 1), **e))",
        NUMBERS,
    ),
    "a chosen dict names fields": (
        "k, t = 'abc'[s % 3], Pits(s, 2)\n"
        "c = {'a': {'first': s + 1}, 'b': {'second': 5}, 'c': {'name': 'y', 'first': 9}}[k]\n"
        "if k == 'b' and s > 2:\n    c['name'] = 'z'\n"
        "return t._replace(**c), attrs.evolve(Half(s), **{'a': {'a': 4}, 'b': {'b': s}, 'c': {}}[k])",
        [0, 1, 2, 3, 4],
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
    "a field that a dict names in addition to a keyword": (
        "c = {}\nif s > 2:\n    c['second'] = 3\nreturn Pits(s, 2)._replace(second=5, **c)",
        NUMBERS,
    ),
    "a key of a dict that is no field": (
        "c = {'first': s}\nif s > 2:\n    c['third'] = 3\nreturn Pits(s, 2)._replace(**c)",
        NUMBERS,
    ),
    "the private name of a field in a dict": (
        "c = {'b': s}\nif s > 2:\n    c['_a'] = 3\nreturn attrs.evolve(Half(s, 2), **c)",
        NUMBERS,
    ),
    "a field that is named twice": (
        "return Pits(s, 2)._replace(second=5, **{('first', 'second')[s % 2]: 9})",
        NUMBERS,
    ),
}
