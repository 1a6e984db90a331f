"""A build of nothing but the runtime, whose functions the tests call with Python values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from advsearch.machine.building import Build
from advsearch.machine.codec import Codec
from advsearch.machine.layout import FROZEN, SET
from advsearch.machine.loaded import Fault, Loaded
from advsearch.machine.raw import runtime


class Functions:
    """The runtime's functions over Python values: `functions.concat(TUPLE, word, word)` takes and returns words."""

    def __init__(self, arena: int = 1 << 24, **more: Any) -> None:
        self.loaded = Loaded(Build(text="", entries=(), runtime=tuple(runtime().names())))
        self.loaded.begin(arena)
        self.codec = Codec(self.loaded, **more)

    def __getattr__(self, name: str) -> Callable[..., int]:
        if name not in runtime():
            raise AttributeError(name)
        return lambda *words: self.loaded.direct(name, *words)

    def word(self, value: Any) -> int:
        return self.codec.encode(value)

    def value(self, word: int) -> Any:
        return self.codec.decode(word)

    def fault(self) -> Fault | None:
        """The error of the calls since the last time, which is forgotten."""
        found = self.loaded.fault()
        self.loaded.forgive()
        return found

    def again(self) -> None:
        """Free the arena."""
        self.loaded.rewind()
        self.loaded.forgive()

    def order(self, row: int) -> list[Any]:
        """The members of a set or the keys of a dict, in their order."""
        found: list[Any] = self.value(self.items_list(row))
        return found


SETS = {set: SET, frozenset: FROZEN}


@pytest.fixture(scope="session")
def functions() -> Functions:
    return Functions()


@pytest.fixture(scope="session")
def new_functions() -> Callable[..., Functions]:
    """Makes an instance of its own, for example with little memory."""
    return Functions


INTS = st.one_of(
    st.integers(-10, 10),
    st.integers(-(1 << 70), 1 << 70),
    st.sampled_from(
        [(1 << 61) - 1, 1 << 61, -(1 << 61), (1 << 62) - 1, 1 << 62, -(1 << 62), -(1 << 62) - 1, -1, 1 << 63]
    ),
)
FLOATS = st.one_of(st.floats(allow_nan=False), st.integers(-5, 5).map(float), INTS.map(float))
NUMBERS = st.one_of(INTS, FLOATS, st.booleans())
TEXTS = st.one_of(st.text("ab", max_size=5), st.text(max_size=12), st.text("aÿĀ😀", max_size=6))
HASHED = st.recursive(
    st.one_of(NUMBERS, TEXTS, st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(tuple),
        st.frozensets(inner, max_size=6),
        st.builds(range, *[st.integers(-9, 9)] * 2, st.integers(1, 3)),
    ),
    max_leaves=8,
)
VALUES = st.recursive(
    HASHED,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.sets(HASHED, max_size=8),
        st.dictionaries(HASHED, inner, max_size=6),
        st.lists(inner, max_size=3).map(tuple),
    ),
    max_leaves=8,
)


@pytest.fixture(scope="session")
def numbers() -> st.SearchStrategy[Any]:
    return NUMBERS


@pytest.fixture(scope="session")
def hashed() -> st.SearchStrategy[Any]:
    return HASHED


@pytest.fixture(scope="session")
def values() -> st.SearchStrategy[Any]:
    return VALUES
