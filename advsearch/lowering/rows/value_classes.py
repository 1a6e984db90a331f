"""Whether `==` and `<` of a game's class only compare the fields. `__eq__` is called with test objects, whose fields
can only be compared.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, Final

from advsearch.lowering.rows import book as books
from advsearch.lowering.rows.types import field_names
from advsearch.lowering.source import Method, class_attribute

# For a class with at most this many fields, all combinations of probes are tried.
_EVERY: Final = 6
# dataclasses and attrs give their functions file names that begin like this.
_GENERATED: Final = ("<string>", "<attrs ")


class _Other(Exception):
    """Raised if a method uses a field without comparing it."""


class _Probe:
    # A test value for one field of an object.
    __slots__ = ("at", "number")

    def __init__(self, at: object, number: int) -> None:
        self.at, self.number = at, number

    def _compare(self, other: Any, how: Callable[[int, int], bool]) -> bool:
        if not isinstance(other, _Probe) or other.at != self.at:
            raise _Other
        return how(self.number, other.number)

    def __eq__(self, other: object) -> bool:
        return self._compare(other, operator.eq)

    def __ne__(self, other: object) -> bool:
        return self._compare(other, operator.ne)

    __lt__ = functools.partialmethod(_compare, how=operator.lt)
    __le__ = functools.partialmethod(_compare, how=operator.le)
    __gt__ = functools.partialmethod(_compare, how=operator.gt)
    __ge__ = functools.partialmethod(_compare, how=operator.ge)

    def __bool__(self) -> bool:
        raise _Other

    def __iter__(self) -> Iterator[_Probe]:
        # So `tuple(x.cells) == tuple(y.cells)` counts as a comparison of the field `cells`.
        yield _Probe((self.at, 0), self.number)
        yield _Probe((self.at, 1), self.number)

    __hash__ = None  # type: ignore[assignment]


def _probed(kind: type, signs: tuple[int, ...]) -> Any:
    return books.made(kind, [_Probe(at, sign) for at, sign in enumerate(signs)])


def _signs(count: int, values: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if count <= _EVERY:
        yield from itertools.product(values, repeat=count)
        return
    yield (0,) * count
    for at, sign in itertools.product(range(count), values):
        yield (*(0,) * at, sign, *(0,) * (count - at - 1))
        for other in values:
            yield (*(0,) * at, sign, *(other,) * (count - at - 1))


def _agrees(kind: type, how: Callable[[Any, Any], Any], values: tuple[int, ...]) -> bool:
    count = len(field_names(kind))
    try:
        for signs in _signs(count, values):
            one, other = _probed(kind, signs), _probed(kind, (0,) * count)
            if how(one, other) is not how(signs, (0,) * count):
                return False
    except Exception:  # a method that raises an error does not only compare fields
        return False
    return True


@functools.lru_cache(maxsize=1_024)
def compares_fields(kind: Any) -> bool:
    return _agrees(kind, operator.eq, (0, 1)) and _agrees(kind, operator.ne, (0, 1))


@functools.lru_cache(maxsize=1_024)
def orders_fields(kind: Any) -> bool:
    """Whether `<` compares the fields of objects in order."""
    return all(_agrees(kind, how, (-1, 0, 1)) for how in (operator.lt, operator.le, operator.gt, operator.ge))


@functools.lru_cache(maxsize=1_024)
def is_member(kind: Any) -> bool:
    """Whether objects can be members of a set that stores only their fields."""
    hashed = kind.__hash__ is not None and kind.__hash__ is not object.__hash__
    return kind is tuple or (hashed and compares_fields(kind))


@functools.lru_cache(maxsize=1_024)
def refuses_others(kind: Any) -> bool:
    """Whether `point == 3` returns False, without an error."""
    if special(kind, "__eq__") is None:
        return True
    try:
        one = _probed(kind, (0,) * len(field_names(kind)))
        return all((one == other) is False for other in (None, 0, "", (), (one,), object()))
    except Exception:
        return False


@functools.lru_cache(maxsize=4_096)
def special(kind: Any, name: str) -> FunctionType | None:
    """The special method `name` if the author wrote it; else None."""
    found = class_attribute(kind, name)
    function: Any = found.function if isinstance(found, Method) else None
    if function is None or function.__code__.co_filename.startswith(_GENERATED) or function.__module__ == "enum":
        return None
    return function  # type: ignore[no-any-return]
