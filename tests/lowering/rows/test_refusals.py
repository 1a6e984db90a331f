"""A construct that cannot be lowered is refused with its line and what to write instead."""

from __future__ import annotations

from typing import Any

import pytest
from one_function import Lowered, compiled_from
from refusals_of_lists import CASES_OF_LISTS
from refusals_of_numbers import CASES_OF_NUMBERS, HEADER_OF_NUMBERS

from advsearch.lowering.refusals import NotLowered

CASES: dict[str, tuple[str, str]] = {
    "try": (
        "try:\n        return s[0]\n    except IndexError:\n        return 0",
        "`try` is not supported; test with `if` first, instead of catching the error",
    ),
    "with": ("with open('x') as file:\n        return 0", "`with` is not supported; write the statements without it"),
    "nonlocal": (
        "n = 0\n    def g():\n        nonlocal n\n        n += 1\n    g()\n    return n",
        "`nonlocal` is not supported; pass the outer variable as an argument, and return its new value",
    ),
    "global": (
        "global N\n    N = 1\n    return 0",
        "`global` is not supported; pass the outer variable as an argument, and return its new value",
    ),
    "print": (
        "print(s)\n    return 0",
        "`print(...)` is called; remove it; to look at one position, call the function in a program of its own",
    ),
    "random": (
        "return random.random()",
        "`random.random` is a function of the module random, whose results may differ; "
        "write rules that depend on their arguments alone, so that a state has the same value in every search",
    ),
    "time": (
        "return time.time()",
        "`time.time` is a function of the module time, whose results may differ; "
        "write rules that depend on their arguments alone, so that a state has the same value in every search",
    ),
    "hash": (
        "return hash(s)",
        "`hash(...)` is called; "
        "write rules that depend on their arguments alone, so that a state has the same value in every search",
    ),
    "del": (
        "x = list(s)\n    del x[:1]\n    return x[0]",
        "`del` is not supported; make a new list without the item",
    ),
    "del of a tuple's item": (
        "del s[0]\n    return 0",
        "`del` deletes an item of a tuple of 3; make a list or dict first",
    ),
    "a copy of a dict": (
        "d = {x: 1 for x in s}\n    return d.popitem()",
        "`.popitem` of a dict is not supported; use a tuple or list, with indices as keys",
    ),
    "a loop over a dict made from a set": (
        "d = {x: 1 for x in set(s)}\n    for x in d:\n        if x > s[0]:\n            return x\n    return 0",
        "a loop runs over a set, whose order is not defined; loop over sorted(...)",
    ),
    "a dict with pairs of a set": (
        "d = {x: 1 for x in s}\n    d.update({(x, 2) for x in s})\n    return len(d)",
        "a dict gets the pairs of a set, whose order is not defined; write sorted(...) around the set",
    ),
    "a dict of lists": (
        "return len(dict((x, [x]) for x in s))",
        "the values of a dict are lists or sets, which is not supported; "
        "use a dict of tuples: table[key] = (*table.get(key, ()), item)",
    ),
    "a dict and a list": (
        "d = {x: 1 for x in s}\n    d = d | s\n    return len(d)",
        "the operator `|` gets a dict and a value that is not a dict; write dict(...) around that value",
    ),
    "an import": (
        "import math\n    return 0",
        "an import inside a function is not supported; import at the top of the file",
    ),
    "a built-in class": (
        "return tuple(bytes(s))",
        "a call of `bytes` is not supported; docs/kernels.md lists the supported calls",
    ),
    "a class": (
        "class A:\n        pass\n    return 0",
        "a class inside a function is not supported; write the class at the top level of the file",
    ),
    "an iterator over a name that changes": (
        "z = zip(s, s)\n    s = [1]\n    return list(z)",
        "`z` is an iterator over `s`, which is assigned before the iterator is read; "
        "write tuple(...) around the iterator",
    ),
    "a second name for a dict": (
        "d = dict((x, 1) for x in s)\n    e = d\n    e[1] = 2\n    return len(d)",
        "`e` is a second name for the dict `d`; make a copy: dict(d)",
    ),
    "a dict of threes": (
        "return len(dict([(x, x, 1) for x in s]))",
        "a dict is made from a tuple of 3; make the dict from pairs",
    ),
    "a word or a tuple as a text": (
        "m = 'pass' if s[0] else (1, 2)\n    return len(f'{m}')",
        "'pass' or a tuple of 2 is converted to a string; use the value itself",
    ),
    "a word or some items as a condition": (
        "m = 'pass' if s[0] else s[: s[1] % 3]\n    return 1 if m else 0",
        "'pass' or a tuple is used as a condition; write a comparison",
    ),
    "the length of a character or a tuple": (
        "m = chr(s[0] * 1000) if s[1] else (1, 2)\n    return len(m)",
        "the length or class of a character or a tuple of 2 is read; use values of one type",
    ),
    "a := inside a comprehension": (
        "y = 0\n    z = [y for x in s if (y := x + 1) > 2]\n    return y + len(z)",
        "`y` is assigned with := inside a comprehension; write a loop",
    ),
    "a := of one name in two parts": (
        "if s[0] and (x := s[1]) and (x := s[2]):\n        return x\n    return 0",
        "`x` is assigned twice with := in one expression; use two names",
    ),
    "a word or a tuple and a text": (
        "m = 'pass' if s[0] else (1, 2)\n    return m == f'pas{s[0]}'",
        "`m == f'pas{s[0]}'` is sometimes 'pass' or a tuple of 2 and sometimes a string; use values of one type",
    ),
    "a word or a tuple and a number or a word": (
        "m = 'pass' if s[0] else (1, 2)\n    n = 'pass' if s[1] else 3\n    return m == n",
        "`m == n` is sometimes 'pass' or a tuple of 2 and sometimes an int or 'pass'; use values of one type",
    ),
    "a generator that is read twice": (
        "g = (x for x in s)\n    return sum(g) + sum(g)",
        "`g` is an iterator and is read more than once; write tuple(...) around the iterator",
    ),
    "zip that is read twice": (
        "g = zip(s, s)\n    return len(tuple(g)) + len(tuple(g))",
        "`g` is an iterator and is read more than once; write tuple(...) around the iterator",
    ),
    "an iterator that a loop leaves": (
        "g = enumerate(s)\n    for i, x in g:\n        if x > 1:\n            break\n    return len(tuple(g))",
        "`g` is an iterator and is read more than once; write tuple(...) around the iterator",
    ),
    "a generator in each turn of a loop": (
        "g = (x for x in s)\n    n = 0\n    for i in range(2):\n        n += sum(g)\n    return n",
        "`g` is an iterator and is read more than once; write tuple(...) around the iterator",
    ),
    "a generator as an argument": (
        "def twice(g):\n        return sum(g) + sum(g)\n    return twice(x for x in s)",
        "the parameter `g` is an iterator and is read more than once; write tuple(...) around the iterator",
    ),
    "a generator that sees a later name": (
        "n = 1\n    g = (x + n for x in s)\n    n = 10\n    return sum(g)",
        "`g` is a generator that uses `n`, which changes; write tuple(...) around the iterator",
    ),
    "a step of None": ("return s[0:2:None][0]", "the step of a slice is not a constant; write a constant step"),
    "a star beside a change": (
        "x = list(s)\n    y = [*x, x.pop(), *x]\n    return len(y)",
        "one expression contains a starred value and changes a list; change the list on a line of its own",
    ),
    "one list twice": (
        "x = [[0] * 2] * 3\n    return x[0][0]",
        "a product of a list of lists repeats the same inner lists; write [[...] for _ in range(n)]",
    ),
    "a list inside a tuple": (
        "x = list(s)\n    y = (x, 1)\n    x.append(2)\n    return len(y[0])",
        "a list becomes part of another value, which would change with the list; write tuple(...) or list(...) "
        "around the list",
    ),
    "a list of the caller inside a result": (
        "def h(x):\n        return x, 1\n    g = [s[0]]\n    t = h(g)\n    g.append(2)\n    return len(t[0])",
        "`t` is a tuple that contains the list `g`; unpack the tuple: a, b = ...",
    ),
    "two names of a list inside a result": (
        "def h():\n        a = [s[0]]\n        b = a\n        return a, b\n    x, y = h()\n    return len(y)",
        "a list becomes part of another value, which would change with the list; write tuple(...) or list(...) "
        "around the list",
    ),
    "a list inside a result and in a part of it": (
        "def h():\n        a = [s[0]]\n        return a, (a, 1)\n    x, y = h()\n    return len(y[0])",
        "a list becomes part of another value, which would change with the list; write tuple(...) or list(...) "
        "around the list",
    ),
    "a part of a list in a result": (
        "def h():\n        a = [[s[0]], [1]]\n        b = a[0]\n        return a, b\n    return len(h()[1])",
        "a list becomes part of another value, which would change with the list; write tuple(...) or list(...) "
        "around the list",
    ),
    "a known iterator that is read in each turn of a loop": (
        "g = product((1, 2), (3,))\n    for i in range(2):\n        for a, b in g:\n            i += a\n    return i",
        "`g` is an iterator and is read more than once; write tuple(...) around the iterator",
    ),
    "combinations of five": (
        "return len(list(combinations(s, 5)))",
        "this call of combinations is not supported; write nested loops with `yield`",
    ),
    "a loop over what a function gives of a list that the loop changes": (
        "x = list(s)\n    for y in enumerate(x):\n        x.append(1)\n    return 0",
        "the loop over `x` changes `x`; loop over list(x), or use while",
    ),
    "a loop that changes its list": (
        "x = list(s)\n    for y in x:\n        x.append(y)\n    return 0",
        "the loop over `x` changes `x`; loop over list(x), or use while",
    ),
    "the order of a set": (
        "return [x for x in frozenset(y % 3 for y in s)]",
        "a list is made from a set, whose order is not defined; write sorted(...) around the set",
    ),
    "a loop over a set": (
        "z = 0\n    for x in {y % 3 for y in s}:\n        z = z * 3 + x\n    return z",
        "a loop runs over a set, whose order is not defined; loop over sorted(...)",
    ),
    "two constants from a loop over a set": (
        "for x in {y % 3 for y in s}:\n        for z in (1, 2):\n            if x > z:\n                return 5\n"
        "        if x < 1:\n            return 6\n    return 7",
        "a loop runs over a set, whose order is not defined; loop over sorted(...)",
    ),
    "the last item of a loop over a set": (
        "x = 7\n    for x in {y % 3 for y in s}:\n        pass\n    return x",
        "a loop runs over a set, whose order is not defined; loop over sorted(...)",
    ),
    "a count that a loop over a set looks at": (
        "n = 0\n    for x in {y % 3 for y in s}:\n        if n < 3:\n            n += x\n    return n",
        "a loop runs over a set, whose order is not defined; loop over sorted(...)",
    ),
    "a set given to a recursion behind starred arguments": (
        "def fill(x, n, m):\n        if x in m or x > n: return 0\n        m.add(x)\n"
        "        return fill(x + 1, n, m)\n    m = {y for y in s}\n    fill(*(s[0], 4), m)\n    return len(m)",
        "a function changes its argument `m`; change a copy: set(m)",
    ),
    "pop of a set": (
        "x = {y % 3 for y in s}\n    n = 0\n    while x:\n        n = n * 2 + x.pop()\n    return n",
        "pop is called on a set, whose order is not defined; remove the smallest member, min(...), instead",
    ),
    "a set or a frozenset": (
        "x = set() if s[0] else frozenset()\n    x.add(1)\n    return len(x)",
        "the code changes a value that is either a set or a frozenset; write set(...) around the value",
    ),
    "a frozenset": (
        "x = frozenset(y % 3 for y in s)\n    x.add(1)\n    return len(x)",
        "a frozenset is changed; make a new frozenset with |, & or -",
    ),
    "a tuple of any length and a NamedTuple": (
        "return s[: s[1]] if s[0] else Three(1, 2, 3)",
        "`s[:s[1]] if s[0] else Three(1, 2, 3)` is sometimes a tuple and sometimes a Three; use values of one type",
    ),
    "a name that a loop uses again, and that is read after it": (
        "x = 5\n    for k in range(s[1]):\n        x = [k]\n    return x",
        "a value is sometimes an int and sometimes a list; use values of one type",
    ),
    "two kinds": (
        "return s[0] if s[1] else [1]",
        "`s[0] if s[1] else [1]` is sometimes an int and sometimes a list; use values of one type",
    ),
    "a method that is not there": (
        "return 'abc'[s[0]].encode()",
        "`.encode` of a string is not supported; docs/kernels.md lists the supported calls",
    ),
    "is of texts": (
        "return 'abc'[s[0]] is 'abc'[s[1]]",
        "`is` compares values that may be equal but not identical; write ==",
    ),
    "a dict that is made in a loop gives arguments": (
        "d = {k: s[0] for k in ('a', 'b')}\n    return dict(**d)['a']",
        "a call contains **x, but the keys of x are not known; name the arguments one by one",
    ),
    "a key of ** is not known": (
        "return dict(**{('a', 'b')[s[0] % 2]: 1})['a']",
        "a call contains **x, but a key of x is not a constant; name the arguments one by one",
    ),
    "a counter": (
        "COUNTS.append(1)\n    return len(COUNTS)",
        "`COUNTS.append` changes a constant object, such as a list of the module; return a new value",
    ),
    "an attribute of an object": (
        "BOX.value = s[0]\n    return 0",
        "`BOX.value` is changed; make a new object with attrs.evolve, dataclasses.replace or _replace",
    ),
    "floats and None in a list": (
        "x = [1.5 if y > 1 else None for y in s]\n    z = list(x)\n    return 0 if z[0] is None else 1",
        "`list(x)` is not supported: a stored value may be a float or None; "
        "use ints, strings, tuples, or objects of these",
    ),
    "floor division of floats": (
        "return (s[0] / 2) // 1",
        "// or % is used with floats; use whole numbers, or * and /",
    ),
    "a format": ("return f'{s[0]:{s[1]}d}'", "the format of an f-string is not a constant; write a constant format"),
    "a comparison of what is a range or a list": (
        "return (range(s[0]) if s[1] else [0]) == [0]",
        "`(range(s[0]) if s[1] else [0]) == [0]` is sometimes a list or tuple and sometimes a list; "
        "use values of one type",
    ),
    "async": ("return (await s)", "await"),
}

HEADER = f"""{HEADER_OF_NUMBERS}
from collections import Counter
import random
import time
from dataclasses import dataclass
from itertools import combinations, product
from typing import NamedTuple

COUNTS = []


class Box:
    value = 0


class Three(NamedTuple):
    a: int
    b: int
    c: int


BOX = Box()


ITEMS = [1, 2]


@dataclass(frozen=True)
class Held:
    items: list


HELD = Held([1, 2])


def change(x):
    x.append(1)
    return len(x)


def both(x, y):
    x[0] = y[0] + 1
    return y[0]


def inner(x, y):
    x[0][0] = 9
    return y[0]


def asked(x, key):
    x[0] = 9
    return key(1)




class Rows(NamedTuple):
    rows: tuple

    def __getitem__(self, i):
        return list(self.rows[i])


"""
SAMPLES = [(0, 1, 2), (2, 2, 1)]


def refusals_of(text: str, samples: list[Any]) -> NotLowered:
    with pytest.raises(NotLowered) as caught:
        Lowered(compiled_from(text), samples)
    return caught.value


ALL_CASES = {**CASES, **CASES_OF_LISTS, **CASES_OF_NUMBERS}


@pytest.mark.parametrize("name", [name for name in ALL_CASES if name != "async"])
def test_a_refused_construct_says_what_to_write_instead(name: str) -> None:
    """The message names the construct and its line in the file."""
    body, message = ALL_CASES[name]
    error = refusals_of(f"{HEADER}def f(s):\n    {body}\n", SAMPLES)
    assert message in str(error)
    assert all(one.line > 0 and one.file for one in error.refusals)


def test_all_refusals_are_reported_at_once() -> None:
    """A second and a third refused construct are named after the first."""
    caught = "try:\n        pass\n    except ValueError:\n        pass"
    body = f"x = print(s)\n    y = time.time()\n    {caught}\n    return 0"
    error = refusals_of(f"{HEADER}def f(s):\n    {body}\n", SAMPLES)
    assert [one.line - error.refusals[0].line for one in error.refusals] == [0, 1, 2]


def test_a_state_without_cells_is_refused() -> None:
    """States of dicts, bytes and functions have no cells."""
    for state in ({"a": 1}, b"ab", len):
        error = refusals_of("def f(s):\n    return 0\n", [state])
        assert "a state or action" in str(error)
