"""A set may be appended to a work list if the order of its members does not affect the result."""

from __future__ import annotations

import pytest
from one_function import check_claim, lowered

from advsearch.lowering.refusals import NotLowered

_HELPERS = """
from collections import defaultdict, deque
def around(x):
    return [x - 1, x + 1, x * 2 % 40]
def add(t, v):
    t.append(v)
    return v
def flood(seen, todo, s, goal):
    while todo:
        x = todo.pop()
        if x == goal: return True
        fresh = {y for y in around(x) if y in s} - seen
        seen |= fresh
        todo.extend(fresh)
    return False
def spread(seen, todo, s):
    while todo:
        x = todo.pop()
        fresh = {y for y in around(x) if y in s} - seen
        seen |= fresh
        todo.extend(fresh)
"""
_START = "seen, todo = {s[0]}, [s[0]]\n"
_TAKE = "while todo:\n    x = todo.pop()\n"
_FRESH = "    fresh = {y for y in around(x) if y in s} - seen\n"
_GROW = "    seen |= fresh\n    todo.extend(fresh)\n"

FREE = {
    "the members are returned": f"{_START}{_TAKE}    fresh = set(around(x)) & {{*s}} - seen\n{_GROW}return seen",
    "the comprehension skips known members": (
        f"{_START}{_TAKE}    fresh = {{y for y in around(x) if y in s if y not in seen}}\n{_GROW}return seen"
    ),
    "update, and +=": f"{_START}{_TAKE}{_FRESH}    todo += fresh\n    seen.update(fresh)\nreturn len(seen)",
    "an item is taken inside an expression": (
        f"{_START}while todo:\n    fresh = set(y for y in around(todo.pop()) if y in s) - seen\n{_GROW}return seen"
    ),
    "names for parts": (
        f"{_START}{_TAKE}    a, b = x - 1, x + 1\n    near = (y for y in (a, b) if y in s)\n"
        f"    fresh = {{y for y in near}} - seen\n{_GROW}return seen, todo"
    ),
    "a constant is returned": f"{_START}{_TAKE}    if x == 8: return True\n{_FRESH}{_GROW}return False",
    "a queue": (
        f"seen, todo = {{s[0]}}, deque([s[0]])\nwhile todo:\n    x = todo.popleft()\n{_FRESH}{_GROW}return seen"
    ),
    "the first item is taken": f"{_START}while todo:\n    x = todo.pop(0)\n{_FRESH}{_GROW}return seen, len(todo)",
    "an argument": "a = {s[0]}\nspread(a, [s[0]], s)\nreturn a",
}
DEPENDENT = {
    "a name changes in each round": f"n = 0\n{_START}{_TAKE}    n = n * 3 + x\n{_FRESH}{_GROW}return n",
    "the last item is read": f"x = 0\n{_START}{_TAKE}{_FRESH}{_GROW}return x",
    "the last set is read": f"{_START}{_TAKE}{_FRESH}{_GROW}return fresh",
    "the test asks how many are known": (
        f"{_START}{_TAKE}    fresh = {{y for y in around(x) if y in s and len(seen) < 4}} - seen\n{_GROW}return seen"
    ),
    "the test asks how many are left": (
        f"{_START}{_TAKE}    fresh = {{y for y in around(x) if y in s and len(todo) < 2}} - seen\n{_GROW}return seen"
    ),
    "two values are returned": (
        f"{_START}{_TAKE}    if x == 8: return True\n    if x == 1: return False\n{_FRESH}{_GROW}return False"
    ),
    "the returned value is not constant": f"{_START}{_TAKE}    if x == 8: return len(seen)\n{_FRESH}{_GROW}return 0",
    "the loop ends early": f"{_START}{_TAKE}    if x == 8: break\n{_FRESH}{_GROW}return seen",
    "an inner function reads the set": (
        "def near(x):\n    return [y for y in around(x) if len(seen) < 4]\n"
        f"{_START}{_TAKE}    fresh = {{y for y in near(x) if y in s}} - seen\n{_GROW}return seen"
    ),
    "a call keeps the order": f"c = [0]\n{_START}{_TAKE}    add(c, x)\n{_FRESH}{_GROW}return c",
    "the loop has a second condition": (
        f"{_START}while todo and len(seen) < 4:\n    x = todo.pop()\n{_FRESH}{_GROW}return seen"
    ),
    "the item is taken too late": (f"x = s[0]\n{_START}while todo:\n{_FRESH}    x = todo.pop()\n{_GROW}return seen"),
    "an item is taken only sometimes": (
        f"x = s[0]\n{_START}while todo:\n    x = todo.pop() if x < 99 else 3\n{_FRESH}{_GROW}return seen"
    ),
    "another set is subtracted": (
        f"old = {{s[1]}}\n{_START}{_TAKE}    fresh = {{y for y in around(x) if y in s}} - old\n{_GROW}return seen"
    ),
    "a round reads a name of the round before": (
        f"p = 0\n{_START}{_TAKE}    fresh = {{y for y in around(x + p) if y in s}} - seen\n    p = x\n"
        f"{_GROW}return seen"
    ),
    "a dict keeps the order of its reads": (
        f"d = defaultdict(int)\n{_START}{_TAKE}    fresh = {{y + d[y] for y in around(x) if y in s}} - seen\n"
        f"{_GROW}return tuple(d)"
    ),
    "an argument after a return": "a = {s[0]}\nflood(a, [s[0]], s, 8)\nreturn a",
    "the members differ from what is tested": (
        f"{_START}{_TAKE}    fresh = {{y % 40 for y in around(x) if y not in seen}}\n{_GROW}return seen"
    ),
    "the known members are a list": (
        f"seen, todo = [s[0]], [s[0]]\n{_TAKE}    fresh = {{y for y in around(x) if y in s if y not in seen}}\n"
        "    seen.extend(fresh)\n    todo.extend(fresh)\nreturn tuple(seen)"
    ),
    "members are appended twice": f"{_START}{_TAKE}{_FRESH}    todo.extend(fresh)\n{_GROW}return seen",
}
SAMPLES = [(33, 32, 1, 40, 8), (40, 8, 9, 41, 3), (9, 1, 33, 3, 40), (8, 40, 32, 33, 1), (1, 2, 4, 8, 16)]


@pytest.mark.parametrize("name", FREE)
def test_a_search_that_finds_the_same_members_in_any_order_is_lowered(name: str) -> None:
    """Each new member is appended once and taken once, and what follows from a member depends on no other member."""
    check_claim(_HELPERS, FREE[name], SAMPLES)


@pytest.mark.parametrize("name", DEPENDENT)
def test_a_search_whose_result_may_depend_on_the_order_is_refused(name: str) -> None:
    """The order shows in the last item, in the number of known members, or in what a round keeps for the next."""
    with pytest.raises(NotLowered, match="is not defined"):
        lowered(_HELPERS, DEPENDENT[name], SAMPLES)
