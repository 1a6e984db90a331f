"""Small programs that assign one name in several places: with `:=`, in patterns, and again for another thing."""

from __future__ import annotations

from typing import Any

PAIRS: list[Any] = [(0, 1), (3, 2), (7, 3), (9, 0), (2, 2)]
NUMBER_OR_NONE = "def g(n):\n    return None if n > s[1] else n\n"

CLAIMS_OF_NAMES: dict[str, tuple[str, list[Any]]] = {
    "what follows a test with := sees the value before the test": (
        f"{NUMBER_OR_NONE}if (x := g(s[0])) is not None and x > 1:\n    return False, x == 3\n"
        "return x is None, x == 0",
        PAIRS,
    ),
    "a name keeps its value where and does not come to its :=": (
        "x = 5\nif s[0] > 2 and (x := s[1]) > 2:\n    return 1, x\nreturn 2, x",
        PAIRS,
    ),
    "a name keeps its value where or does not come to its :=": (
        "x = 5\nif s[0] > 2 or (x := s[1]) > 1:\n    return 1, x\nreturn 2, x",
        PAIRS,
    ),
    "a name keeps its value of another type": (
        "x = 5\nif s[0] > 2 and (x := 'ab'[s[1] % 2]) == 'a':\n    return True, False, 1\nreturn x == 'b', x == 5, x",
        PAIRS,
    ),
    "a name keeps its tuple": (
        "x = (s[0], 5, 6)\nif s[0] > 2 and (x := (1, 2, s[1]))[2] == 3:\n    return x, 2\nreturn x, 1",
        PAIRS,
    ),
    "a conditional expression assigns in one branch": (
        "x = 5\ny = (x := s[0] + 100) if s[1] > 1 else x + 1\nz = s[1] and (x := x + 1)\nreturn x, y, z",
        PAIRS,
    ),
    "the test of while assigns also where the loop ends": (
        f"{NUMBER_OR_NONE}x = n = 0\nwhile (x := g(n)) is not None:\n    n += 1\nreturn x is None, n",
        PAIRS,
    ),
    "a part of the test of while assigns": (
        f"{NUMBER_OR_NONE}x = 7\nn = 0\nwhile n < 9 and (x := g(n)) is not None:\n    n += x + 1\nreturn n, x",
        PAIRS,
    ),
}
