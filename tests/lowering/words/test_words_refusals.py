"""Rules that cannot become words are refused with the line and what to write instead."""

from __future__ import annotations

import re
from typing import Any

import pytest
import stranger_bitboards
from stranger_bitboards import Again

from advsearch import lowering
from advsearch.lowering.refusals import NotLowered
from advsearch.lowering.sample import sample
from advsearch.lowering.words import derive, every_refusal

COUNT = [0]
CELLS = frozenset(range(12))
LIMITS = {"low": 1, "high": 5}
ONE_ITERATOR = iter((1, 2, 3))


class Tries(Again):
    def terminal(self, state: Any) -> bool:
        try:
            return bool(state[0] == 0)
        except IndexError:
            return True


class Divides(Again):
    def terminal(self, state: Any) -> bool:
        return 4096 // (state[0] | (state[0] == 0)) == 4096 and state[0] == 0


class Shifts(Again):
    def terminal(self, state: Any) -> bool:
        return 1 << state[0] <= 1


class Indexes(Again):
    def terminal(self, state: Any) -> bool:
        return (1, 0, 0)[state[0].bit_count() - max(state[0].bit_count() - 1, 0)] == 1


class Sets(Again):
    def actions(self, state: Any) -> Any:
        return tuple(cell for cell in CELLS if state[0] >> cell & 1)


class Texts(Again):
    def terminal(self, state: Any) -> bool:
        return f"{state[0]}" == "0"


class Globals(Again):
    def terminal(self, state: Any) -> bool:
        global LIMITS
        return bool(state[0] == 0)


class Appends(Again):
    def terminal(self, state: Any) -> bool:
        COUNT.append(1)
        return bool(state[0] == 0)


class Prints(Again):
    def terminal(self, state: Any) -> bool:
        print(end="")
        return bool(state[0] == 0)


class Ticks(Again):
    ticks = 0

    def tick(self) -> int:
        self.ticks += 1
        return 0

    def terminal(self, state: Any) -> bool:
        return state[0] == self.tick()


class Powers(Again):
    def terminal(self, state: Any) -> bool:
        return state[0] == 0 or (state[0] + 0.5) ** 2 < 0


class Asks(Again):
    def terminal(self, state: Any) -> bool:
        return state[0] == LIMITS["low" if state[1] else "high"] * 0


class Sorts(Again):
    def actions(self, state: Any) -> Any:
        return tuple(sorted([cell for cell in range(12) if state[0] >> cell & 1]))


class Recursive(Again):
    def left(self, pile: int) -> int:
        return 0 if pile == 0 else 1 + self.left(pile & pile - 1)

    def terminal(self, state: Any) -> bool:
        return self.left(state[0]) == 0


class ReadsAgain(Again):
    def terminal(self, state: Any) -> bool:
        stones = (cell for cell in range(12) if state[0] >> cell & 1)
        return not any(stones) and not any(stones)


class ZipsAgain(Again):
    def terminal(self, state: Any) -> bool:
        pairs = zip((1, 2), (3, 4), strict=True)
        return state[0] == 0 and sum(one for one, _ in pairs) == 3


class PassesOn(Again):
    def none(self, stones: Any) -> bool:
        return not any(stones) and not list(stones)

    def terminal(self, state: Any) -> bool:
        return state[0] == 0 or self.none(cell for cell in range(12) if state[0] >> cell & 1)


class SharesOne(Again):
    def terminal(self, state: Any) -> bool:
        return state[0] == 0 or any(one < 0 for one in ONE_ITERATOR)


class Floats(Again):
    def utility(self, state: Any, player: int) -> Any:
        return 0.5 if player == state[1] else -0.5


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (
            Tries,
            r"test_words_refusals.py:\d+: `try:` is not supported; test with `if` first, instead",
        ),
        (Divides, r"the divisor may be 0; test the divisor with `if` first"),
        (Shifts, r"a number is shifted by .*; test with `if` that the shift is from 0 to 512"),
        (Indexes, r"an index from .* is used for 3 items; keep the index in range"),
        (Sets, r"a loop runs over a set, whose order is not defined; sort the set"),
        (Texts, r"use integers instead of strings in states and actions"),
        (Globals, "`global LIMITS` is not supported; pass the outer variable as an argument"),
        (Appends, r"`COUNT` is changed; write rules that depend on their arguments alone"),
        (Prints, r"print"),
        (Ticks, r"the attribute `ticks` is assigned; write rules that depend on their arguments alone"),
        (Powers, r"\*\* is used with a float; write x \* x instead of x \*\* 2"),
        (Sorts, r"sorted is called with values that are not constants; write the values in their order"),
        (ReadsAgain, r"write tuple\(...\) around the iterator"),
        (ZipsAgain, r"write tuple\(...\) around the iterator"),
        (PassesOn, r"the parameter `stones` is an iterator and is read more than once; write tuple"),
        (
            SharesOne,
            r"`ONE_ITERATOR` is an iterator, which continues at each use; write rules that depend on their arguments",
        ),
        (Recursive, r"`left` calls itself; write a loop"),
        (Floats, r"`utility` does not return an integer; return integers"),
        (stranger_bitboards.Counter, r"numbers of the state may grow without end: part_0"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_a_refusal_says_what_to_write(kind: Any, message: str) -> None:
    """The refusal names the construct and a remedy."""
    game = kind()
    with pytest.raises(NotLowered, match=message):
        derive(game, sample(game, walks=3))


class Several(Again):
    """Constructs that words refuse, and one that rows refuse as well."""

    def terminal(self, state: Any) -> bool:
        left = {0: state[0]}[0]
        if state[1]:
            half = state[0] ** 0.5
            left += 1
        else:
            half = 1 << state[0]
        return super().terminal(state) or left == half

    def actions(self, state: Any) -> Any:
        three = 3 // state[1]
        with open("actions") as file:
            file.write(str(three))
        return super().actions(state)


def test_all_refusals_of_words_are_told_together() -> None:
    """Refusals after a refused statement are reported as well, in both branches and in every method, each with its
    line.
    """
    game = Several()
    met = sample(Again())
    with pytest.raises(NotLowered) as caught:
        derive(game, met)
    assert len(caught.value.refusals) == 1
    told = every_refusal(game, met, caught.value)
    assert isinstance(told, NotLowered)
    constructs = [one.construct for one in told.refusals]
    expected = ["`{0: state[0]}", "** is used", "a number is shifted", "`3 // state[1]` raises Zero", "`with open("]
    assert [len([one for one in constructs if one.startswith(each)]) for each in expected] == [1] * 5
    assert all(one.line and one.instead for one in told.refusals)


def test_refusals_of_rows_come_before_those_of_words_alone() -> None:
    """For a game that has neither form, the message lists first what both forms refuse, then what only words
    refuse.
    """
    game, met = Several(), sample(Again())
    with pytest.raises(NotLowered) as caught:
        lowering._lowered(game, met, 1, as_rows=False)
    assert [one.construct for one in caught.value.refusals] == ["`with` is not supported"]
    first, further = str(caught.value).split(
        "; for the faster form, which stores states in integers, change this as well: "
    )
    assert re.fullmatch(
        r"test_words_refusals.py:\d+: `with` is not supported; write the statements without it", first
    )
    assert further.count("test_words_refusals.py:") == 4


def test_an_evaluator_is_told_all_that_words_refuse() -> None:
    """The refusals of an evaluator are reported together."""

    def evaluator(game: Any, state: Any, player: int) -> float:
        half = state[0] ** 0.5
        whole = 1 << state[0]
        return half + whole

    kernels = derive(Again(), sample(Again()))
    assert kernels.lower is not None
    with pytest.raises(NotLowered) as caught:
        kernels.lower(evaluator)
    assert [one.construct[:9] for one in caught.value.refusals] == ["** is use", "a number "]


class Inherits(Again):
    def terminal(self, state: Any) -> bool:
        return super().terminal(state)


def test_the_method_of_a_base_class_is_lowered() -> None:
    """A method called by `super()` is lowered."""
    derive(Inherits(), sample(Inherits()))
    lowering._lowered(Inherits(), sample(Inherits()), 1, as_rows=True)


class Worded(Again):
    def initial(self) -> Any:
        return "full", 0


def test_a_state_of_text_is_no_words() -> None:
    """States that contain more than integers become rows."""
    with pytest.raises(NotLowered, match="the state contains a str; use a state of a few integers"):
        derive(Worded(), sample(Again(), walks=2).__class__("ab", ("ab",), (), (), (), 1, True, 1))
