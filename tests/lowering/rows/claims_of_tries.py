"""Small programs with `try` statements whose handlers only raise another error."""

from __future__ import annotations

from typing import Any

HEADER = """
TRIED = {0: 3, 3: 5, 6: 1}


def tried(n):
    try:
        x = TRIED[n]
    except KeyError as error:
        message = f"no {n}"
        raise ValueError(message) from error
    else:
        x += 1
    return x


def tried_walk(n):
    for i in range(n):
        try:
            if i == 2:
                continue
            if i == 5:
                break
            yield i
        except ValueError:
            raise
        else:
            yield i + 100

"""

CLAIMS_OF_TRIES: dict[str, tuple[str, list[Any]]] = {
    "a handler that raises another error, and else": ("return tried(s) * 10 + tried(6)", [0, 3, 6]),
    "break and continue in try skip else": ("return tuple(tried_walk(s))", [0, 1, 3, 9]),
    "an assignment that may not fit": (
        "try:\n    a, b = ((1, 2), (3, 4), (5, s))[s % 3]\nexcept (TypeError, ValueError):\n"
        "    raise ValueError(s) from None\nreturn a + b",
        [0, 1, 2, 5],
    ),
    "try in try, and finally": (
        "try:\n    try:\n        x = TRIED[s]\n    except KeyError:\n        raise ValueError from None\n"
        "    finally:\n        y = 2\nexcept ValueError:\n    if s > 2:\n        raise\n    else:\n"
        "        raise KeyError\nreturn x + y",
        [0, 3, 6],
    ),
    "finally without except": ("x = 0\ntry:\n    x = 1\nfinally:\n    x += 1\nreturn x + s", [0, 3]),
    "try in a loop": (
        "n = 0\nfor i in range(s):\n    try:\n        n += TRIED[i % 2 * 3]\n    except KeyError:\n        raise\n"
        "return n",
        [0, 1, 5],
    ),
}
ERRORS_IN_TRIES: dict[str, tuple[str, list[Any]]] = {
    "a look-up whose handler raises": ("return tried(s)", [0, 1, 3]),
    "a handler that raises in one of two ways": (
        "try:\n    return (3, 5, 1)[s]\nexcept IndexError:\n    if s > 4:\n        raise\n    else:\n"
        "        raise ValueError from None",
        [0, 2, 3, 5],
    ),
}
