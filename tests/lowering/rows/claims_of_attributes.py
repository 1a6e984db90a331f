"""Small programs with `getattr`, whose attribute names may be known only at run time."""

from __future__ import annotations

from typing import Any

HEADER = """
class Hands(NamedTuple):
    left: int = 1
    right: int = 1
    LIMIT = 7

    @property
    def dead(self):
        return self.left == 0 and self.right == 0

    @property
    def half(self):
        return 12 // self.left

    def total(self):
        return self.left + self.right


@attrs.frozen
class Pile:
    pile1: int
    pile22: tuple
    both: str = "ab"


@attrs.frozen
class Other:
    left: int
    up: int


class Settings:
    a = 3
    b = 4


SETTINGS = Settings()
"""
STATES = [(2, 3, "left"), (0, 1, "right"), (4, 4, "left"), (0, 0, "right")]
A = "a, b, n = s\n"

CLAIMS_OF_ATTRIBUTES: dict[str, tuple[str, list[Any]]] = {
    "the name of a field": (
        f"{A}h = Hands(a, b)\nreturn getattr(h, n), [getattr(h, one) for one in Hands._fields]",
        STATES,
    ),
    "a constant name of a field, a method or a constant": (
        f"{A}h = Hands(a, b)\nreturn getattr(h, 'left'), getattr(h, 'total')(), getattr(h, 'LIMIT', 5), "
        "getattr(h, 'no', 5)",
        STATES,
    ),
    "the name of a property, which runs only if it is meant": (
        f"{A}h = Hands(a, b)\nm = 'half' if a else n\nk = 'dead' if a else 'LIMIT'\n"
        "return getattr(h, m), int(getattr(h, k))",
        STATES,
    ),
    "the name of a property that is made at run time": (
        f"{A}h = Hands(a, b)\nm, k = 'half' if a else 'left', 'dead' if b else 'left'\n"
        "return getattr(h, m[:2] + m[2:]), int(getattr(h, k[:2] + k[2:]))",
        STATES,
    ),
    "a field that only one of two classes has": (
        f"{A}return getattr(Hands(a, b) if a else Other(a, b), 'up' if a == 0 else n)",
        STATES,
    ),
    "the name of a setting": (f"{A}return getattr(SETTINGS, 'a' if n == 'left' else 'b')", STATES),
    "a name that is put together": (
        f"{A}return (getattr(Pile(a, (b, a)), 'pile' + ('1' if a > b else '22')),), "
        "getattr(Hands(a, b), n[:2] + n[2:])",
        STATES,
    ),
    "a default for a name that no attribute has": (
        f"{A}h = Hands(a, b)\nm = 'no' if a == 0 else n\n"
        "return getattr(h, m, 77), getattr(h, m, None), getattr(h, n + 'x', 7)",
        STATES,
    ),
    "attributes of different types": (
        f"{A}return getattr(Pile(a, (b, a)), 'both' if a == 0 else 'pile22')",
        STATES,
    ),
    "names are assigned again later": (
        f"{A}h = Hands(a, b)\nx = getattr(h, n)\nn = 'left'\nh = Hands(9, 9)\nreturn x, getattr(h, n)",
        STATES,
    ),
    "a call inside a call": (f"{A}return getattr(Hands(getattr(Hands(a, b), n), b), n)", STATES),
    "numbers and words at one place of a list of actions, from a sum": (
        f"{A}h = Hands(a, b)\nmore = [('split', one, sum(h) - one) for one in range(sum(h) + 1)]\n"
        "return [('tap', n, 'left')] + more",
        STATES,
    ),
}
ERRORS_WITH_ATTRIBUTES: dict[str, tuple[str, list[Any]]] = {
    "an attribute that does not exist": (f"{A}return getattr(Hands(a, b), n if a else 'no')", STATES),
    "one of two classes lacks the attribute": (
        f"{A}return getattr(Hands(a, b) if a > b else Other(a, b), n)",
        [*STATES, (3, 1, "right")],
    ),
    "None lacks the attribute": (f"{A}return getattr(Hands(a, b) if a >= b else None, n)", STATES),
    "a name that is None, or a number": (
        f"{A}return getattr(Hands(a, b), n if a else None), getattr(Hands(a, b), n if a else 4)",
        STATES,
    ),
    "a property that raises an error": (f"{A}return getattr(Hands(a, b), 'half' if a or b else n)", STATES),
}
