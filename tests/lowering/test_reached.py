"""A counter in the rules is found before the rules are called, however it is hidden."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import pytest
from countdown import Countdown

from advsearch.lowering import derive
from advsearch.lowering.refusals import NotLowered

TICKS = itertools.cycle((1, 2))
MET: list[Any] = []


class Counter:
    """An object that counts how often it is called, converted to bool, or read as an attribute."""

    count = 0

    def __call__(self) -> int:
        self.count += 1
        return self.count

    def __bool__(self) -> bool:
        self.count += 1
        return self.count % 7 != 0

    def __get__(self, owner: Any, kind: Any) -> int:
        Counter.count += 1
        return self.count


COUNTER = Counter()


class Calls(Countdown):
    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0 or COUNTER() > 5000


class AsksForTruth(Countdown):
    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0 or not COUNTER


class Reads(Countdown):
    read = Counter()

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0 or self.read > 5000


class Asks(Countdown):
    asked = 0

    @property
    def questions(self) -> int:
        Asks.asked += 1
        return Asks.asked

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0 or self.questions > 5000


class Missing(Countdown):
    def __getattr__(self, name: str) -> int:
        MET.append(name)
        return len(MET)

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0 or self.questions > 5000


class Ticks(Countdown):
    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0 or next(TICKS) > 5000


class PartOfNext(Countdown):
    tick = functools.partial(next, TICKS)

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0 or self.tick() > 5000


class CountsInAList(Countdown):
    counts = [0]  # noqa: RUF012

    def bump(self) -> int:
        self.counts.__setitem__(0, self.counts[0] + 1)
        return self.counts[0]

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] == 0 or self.bump() > 5000


class Remembers(Countdown):
    @staticmethod
    @functools.cache
    def double(number: int) -> int:
        return 2 * number

    def terminal(self, state: tuple[int, int]) -> bool:
        return self.double(state[0]) == 0 or self.double.cache_info().misses > 5000


class Defaults(Countdown):
    def terminal(self, state: tuple[int, int], met: list[Any] = []) -> bool:  # noqa: B006
        met.append(state)
        return state[0] == 0 or len(met) > 5000


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Calls, "the attribute `count` is assigned"),
        (AsksForTruth, "the attribute `count` is assigned"),
        (Reads, "the attribute `count` is assigned"),
        (Asks, "the attribute `asked` is assigned"),
        (Missing, "`MET` is changed"),
        (Ticks, "`TICKS` is an iterator, which continues at each use"),
        (PartOfNext, "`self.tick` uses an iterator, which continues at each call"),
        (CountsInAList, "`self.counts.__setitem__` is changed"),
        (Remembers, "`self.double.cache_info` depends on how often the cache was used"),
        (Defaults, "`met.append` changes"),
    ],
)
def test_a_counter_that_shows_late_is_refused(kind: type[Countdown], said: str) -> None:
    """Rules that would change after thousands of calls are refused for the counter that they use."""
    with pytest.raises(NotLowered, match=rf"test_reached.py:\d+: {said}"):
        derive(kind())
