"""Small programs with values that are sometimes a list and sometimes a tuple, each named for the claim it shows."""

from __future__ import annotations

from typing import Any

HELPERS_OF_EITHER = """
def given(x):
    if x > 3:
        return [1, 2]
    if x == 1:
        return (4,)
    return ()


def summed(a):
    return sum(a)


"""
TRIPLES = [(1, 2, 3), (0, 5, 5), (4, 1, 1)]

CLAIMS_OF_EITHER_CLASS: dict[str, tuple[str, list[Any]]] = {
    "names unpacked in two branches are a list and a tuple": (
        "if s[0]:\n    a, b = list(s), (1,)\nelse:\n    a, b = s, (2, 3)\nreturn tuple(x + y for x in a for y in b)",
        TRIPLES,
    ),
    "a function returns a list or a tuple": (
        "found = given(s[0])\nreturn (tuple(found), len(found), not found, [y for y in given(s[1])], summed(found))",
        TRIPLES,
    ),
    "functions of items take either": (
        "a = [1, 2] if s[0] else (3,)\n"
        "return (tuple(zip(a, s)), tuple(enumerate(a)), any(a), min(a), a.index(a[0]), a.count(1), sorted(a))",
        TRIPLES,
    ),
    "list and tuple make copies of either": (
        "a = [1, 2] if s[0] else (3,)\nb = list(a)\nb.append(4)\nc = tuple(a)\nfirst, *rest = a\n"
        "return (tuple(b), c + (5,), first, tuple(rest), a[-1], tuple(a[1:]), set(a) == {3})",
        TRIPLES,
    ),
    "a list becomes a tuple in one branch": (
        "a = list(s)\nif s[0]:\n    a = tuple(a)\nreturn (sum(a), a[1])",
        TRIPLES,
    ),
    "the items themselves are of either class": (
        "a = ([1, 2], [3]) if s[0] else [(1,), (2, 3)]\nreturn (sum(len(x) for x in a), sum(sum(x) for x in a))",
        TRIPLES,
    ),
    "a name begins as a tuple, and a loop gives it lists": (
        "a = ()\nfor x in s:\n    if x > 1:\n        a = [x, x]\nreturn (sum(a), len(a))",
        TRIPLES,
    ),
}
