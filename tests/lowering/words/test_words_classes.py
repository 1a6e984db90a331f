"""The class of a number over words: a word does not show whether its number is a bool in Python."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from test_words_expressions import joined, lowered, words

ROWS = [{"a": a, "b": 5, "c": 1, "d": 2, "e": e} for a in range(8) for e in (0, 1, 9)]
RIGHT = [
    "v = a > 1\nreturn int(isinstance(v, bool)) + 2 * isinstance(v, int)",
    "v = +(a > 1)\nreturn v + int(isinstance(v, int))",
    "v = max(a > 0, e)\nreturn int(isinstance(v, int)) + v",
    "v = a > 1 if e else a\nreturn int(isinstance(v, (tuple, str))) + v",
    "v = (a > 1) % 5\nreturn v * 3",
]
REFUSED = [
    "v = a > 1 if e else a\nreturn int(isinstance(v, bool))",
    "v = max(a > 0, e)\nreturn int(isinstance(v, bool))",
    "v = (a, e > 1)[b & 1]\nreturn int(isinstance(v, bool))",
    "v = +(a > 1)\nreturn int(isinstance(v, bool))",
    "v = a > 1 or e\nreturn int(type(v) is bool)",
]


def program(text: str) -> tuple[Any, Any]:
    lines = ["def program(a, b, c, d, e):", *("    " + line for line in text.split("\n"))]
    names: dict[str, Any] = {}
    exec("\n".join(lines), names)
    tree = ast.parse("\n".join(lines)).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return names["program"], lowered(text, tree.body)


@pytest.mark.parametrize("text", RIGHT)
def test_a_number_that_may_be_a_bool_is_right(text: str) -> None:
    """Arithmetic, and tests whose answers are the same for an int and a bool, give Python's value."""
    function, found = program(text)
    assert found is not None
    for row in ROWS:
        assert joined(found(*words(row))) == function(**row), row


@pytest.mark.parametrize("text", REFUSED)
def test_the_class_of_a_number_that_may_be_a_bool_is_refused(text: str) -> None:
    """A test whose answer differs for an int and a bool is not lowered over words."""
    assert program(text)[1] is None
