"""A search may take any member of a work set if the order does not affect the result."""

from __future__ import annotations

import textwrap

import pytest
from one_function import check_claim, lowered

from advsearch.lowering.refusals import NotLowered

_HELPERS = """
def around(x):
    return [x * 7 % 41, x * 11 % 43, x + 1, 40, 33]
def pairs(p):
    a, b = p
    return [(b, a), (a, (b + 1) % 5), ((a * 2) % 5, b)]
def spread(seen, todo, s):
    while todo:
        x = todo.pop()
        for y in around(x):
            if y in s and y not in seen:
                seen.add(y)
                todo.add(y)
def flood(seen, todo, goal):
    while todo:
        x = todo.pop()
        if x == goal: return True
        for y in around(x):
            if y < 44 and y not in seen:
                seen.add(y)
                todo.add(y)
    return False
"""
_START = "seen, todo = {s[0]}, {s[0]}\n"
_TAKE = "while todo:\n    x = todo.pop()\n"
_FRESH = "    fresh = {y for y in around(x) if y < 50} - seen\n"
_GROW = "    seen |= fresh\n    todo |= fresh\n"
_LOOP = "    for y in around(x):\n        if y < 44 and y not in seen:\n"
_ADD = "            seen.add(y)\n            todo.add(y)\n"

FREE = {
    "a whole set": f"{_START}{_TAKE}{_FRESH}{_GROW}return seen",
    "a whole set by update": f"{_START}{_TAKE}{_FRESH}    todo.update(fresh)\n    seen.update(fresh)\nreturn seen",
    "one member after the other": f"{_START}{_TAKE}{_LOOP}{_ADD}return seen, todo",
    "the work set first": (
        f"{_START}{_TAKE}    for y in around(x):\n        if y not in seen and y < 44:\n            todo.add(y)\n"
        "            seen.add(y)\nreturn len(seen)"
    ),
    "the start is not known": f"seen, todo = set(), {{s[0], s[1]}}\n{_TAKE}{_LOOP}{_ADD}return seen",
    "a name for a neighbour": (
        f"{_START}{_TAKE}    for d in (3, 5):\n        for e in (1, 2):\n            y = x * d % 41 + e\n"
        f"            if y not in seen and y % 9:\n{textwrap.indent(_ADD, '    ')}return seen"
    ),
    "pairs": (
        "seen, todo = {(1, s[0] % 5)}, {(1, s[0] % 5)}\nwhile todo:\n    for a, b in pairs(todo.pop()):\n"
        "        if (a, b) not in seen:\n            seen.add((a, b))\n            todo.add((a, b))\nreturn seen"
    ),
    "more than one word of members": (
        "seen, todo = {(1, s[0] % 90)}, {(1, s[0] % 90)}\nwhile todo:\n    a, b = todo.pop()\n"
        "    for p in ((a, b * 7 % 90), (b % 4, b)):\n        if p not in seen:\n            seen.add(p)\n"
        "            todo.add(p)\nreturn seen"
    ),
    "marked when taken": (
        f"{_START}{_TAKE}    seen.add(x)\n    todo |= {{y for y in around(x) if y < 44}} - seen\nreturn seen"
    ),
    "marked when taken, with a generator": (
        f"{_START}{_TAKE}    seen.add(x)\n    todo.update(y for y in around(x) if y < 44 if y not in seen)\n"
        "return seen"
    ),
    "marked when taken, in a loop": (
        f"seen, todo = set(), {{s[0]}}\n{_TAKE}    seen.add(x)\n{_LOOP}            todo.add(y)\nreturn seen"
    ),
    "a constant is returned": f"{_START}{_TAKE}    if x == 8: return True\n{_LOOP}{_ADD}return False",
    "a constant is returned for a neighbour": (
        f"{_START}{_TAKE}    for y in around(x):\n        if y == 9: return True\n"
        f"        if y < 44 and y not in seen:\n{_ADD}return False"
    ),
    "an argument": "a = {s[0]}\nspread(a, {s[0]}, s)\nreturn a",
    "a search for each item": f"n = 0\nfor z in s:\n    seen, todo = {{z}}, {{z}}\n"
    f"{textwrap.indent(_TAKE + _LOOP + _ADD, '    ')}    n += len(seen)\nreturn n",
}
DEPENDENT = {
    "a list keeps the order": f"c = []\n{_START}{_TAKE}    c.append(x)\n{_LOOP}{_ADD}return tuple(c)",
    "a list keeps the order of new members": (
        f"c = []\n{_START}{_TAKE}{_LOOP}{_ADD}            c.append(y)\nreturn tuple(c)"
    ),
    "the known members are a list": (
        f"seen, todo = [s[0]], {{s[0]}}\n{_TAKE}    fresh = {{y for y in around(x) if y < 44 if y not in seen}}\n"
        "    seen += fresh\n    todo |= fresh\nreturn tuple(seen)"
    ),
    "a number changes in each round": f"n = 0\n{_START}{_TAKE}    n = n * 3 + x\n{_LOOP}{_ADD}return n",
    "the last member is read": f"x = 0\n{_START}{_TAKE}{_LOOP}{_ADD}return x",
    "the last neighbour is read": f"y = 0\n{_START}{_TAKE}{_LOOP}{_ADD}return y",
    "the loop ends early": f"{_START}{_TAKE}    if x == 8: break\n{_LOOP}{_ADD}return todo",
    "the returned value is not constant": f"{_START}{_TAKE}    if x > 8: return x\n{_LOOP}{_ADD}return 0",
    "the returned value is a count": f"{_START}{_TAKE}    if x == 8: return len(seen)\n{_LOOP}{_ADD}return 0",
    "two values are returned": (
        f"{_START}{_TAKE}    if x == 40: return 1\n    if x == 33: return 2\n{_LOOP}{_ADD}return 0"
    ),
    "a limit": (
        f"{_START}{_TAKE}    for y in around(x):\n        if y < 44 and len(seen) < 6 and y not in seen:\n{_ADD}"
        "return seen"
    ),
    "a limit of rounds": f"n = 0\n{_START}{_TAKE}    n += 1\n    if n > 5: return seen\n{_LOOP}{_ADD}return set()",
    "a second condition": f"{_START}while todo and len(seen) < 6:\n    x = todo.pop()\n{_LOOP}{_ADD}return seen",
    "a member may return": (
        "seen, todo = {s[0]}, {s[0]}\nwhile todo:\n    x = todo.pop()\n    seen.add(x + 1)\n"
        "    todo |= {y for y in around(x) if y < 44} - seen\nreturn seen"
    ),
    "the marked name changes": (
        f"{_START}{_TAKE}    x = x * 3 % 40\n    seen.add(x)\n    todo |= {{y for y in around(x) if y < 44}} - seen\n"
        "return seen"
    ),
    "only the work set grows": f"{_START}{_TAKE}{_LOOP}            todo.add(y)\nreturn seen",
    "another member is added": (
        f"{_START}{_TAKE}{_LOOP}            seen.add(y)\n            todo.add(y % 7)\nreturn seen"
    ),
    "the members are known under another condition": (
        f"{_START}{_TAKE}    for y in around(x):\n        if y < 44 and y not in seen:\n            todo.add(y)\n"
        "            if x > y: seen.add(y)\nreturn seen"
    ),
    "a test of new members reads the taken member": (
        f"{_START}{_TAKE}    for y in around(x):\n        if y not in seen and y % (x + 1) < 20:\n{_ADD}return seen"
    ),
    "a round reads a name of the round before": (
        f"p = 0\n{_START}{_TAKE}    for y in around(x + p):\n        if y < 44 and y not in seen:\n{_ADD}"
        "    p = x\nreturn seen"
    ),
    "the neighbour of the round before": (
        f"y = 0\n{_START}{_TAKE}    z = x + y\n    for y in around(z):\n        if y < 44 and y not in seen:\n{_ADD}"
        "return seen"
    ),
    "a member is taken twice": f"{_START}{_TAKE}    if todo: todo.pop()\n{_LOOP}{_ADD}return seen",
    "members leave": f"{_START}{_TAKE}{_LOOP}{_ADD}    seen.discard(x + 2)\nreturn seen",
    "an argument after a return": "a = {s[0]}\nflood(a, {s[0]}, 9)\nreturn a",
    "an inner function reads the set": (
        "def near(x):\n    return [y for y in around(x) if len(seen) < 6]\n"
        f"{_START}{_TAKE}    for y in near(x):\n        if y < 44 and y not in seen:\n{_ADD}return seen"
    ),
    "a set without a mark": (
        "n, todo = 0, {*s}\nwhile todo:\n    x = todo.pop()\n    n = n * 2 + x\n    todo -= {x + 1}\nreturn n"
    ),
}
SAMPLES = [(33, 32, 1, 40, 8), (40, 8, 9, 41, 3), (9, 1, 33, 3, 40), (8, 40, 32, 33, 1), (1, 2, 4, 8, 16)]


@pytest.mark.parametrize("name", FREE)
def test_a_search_that_takes_the_members_in_any_order_is_lowered(name: str) -> None:
    """Each new member becomes known and is taken, and what follows from a member depends on no other member."""
    check_claim(_HELPERS, FREE[name], SAMPLES)


@pytest.mark.parametrize("name", DEPENDENT)
def test_a_search_whose_result_may_depend_on_the_order_is_refused(name: str) -> None:
    """The order shows in a list, in a count, in the last member, or in what a round keeps for the next."""
    with pytest.raises(NotLowered, match="is not defined"):
        lowered(_HELPERS, DEPENDENT[name], SAMPLES)
