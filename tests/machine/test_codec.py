"""Values become words and come back, and what has no form is refused."""

from __future__ import annotations

import enum
import math
from typing import Any, NamedTuple

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.machine.codec import Form, Full, NoForm


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 9


class Pair(NamedTuple):
    one: Any
    other: Any


@attrs.frozen
class Node:
    name: str
    below: tuple[Any, ...] = ()


CLASSES = (None, Form(Pair, ("one", "other")), Form(Node, ("name", "below")))


def alike(one: Any, other: Any) -> bool:
    """Equal, of equal types at every depth, and iterated in the same order where Python fixes one."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict):
        return alike([*one.items()], [*other.items()])
    if isinstance(one, float):
        return one == other and math.copysign(1, one) == math.copysign(1, other)
    return bool(one == other)


@given(data=st.data())
def test_a_value_comes_back_as_it_was(functions: Any, values: Any, data: st.DataObject) -> None:
    """Decoding what was encoded gives an equal value, of the same types."""
    value = data.draw(values)
    functions.again()
    assert alike(functions.value(functions.word(value)), value)


def test_objects_come_back_as_they_were(new_functions: Any) -> None:
    """Named tuples and objects keep their class, and members of an enum their identity."""
    functions = new_functions(classes=CLASSES, constants=(Colour.RED, Colour.BLUE))
    value = [Pair(1, Node("root", (Colour.BLUE, Node("leaf")))), Colour.RED]
    found = functions.value(functions.word(value))
    assert found == value
    assert type(found[0]) is Pair
    assert found[1] is Colour.RED


@pytest.mark.parametrize(
    "value", [1j, b"bytes", object(), [object()], {1: {2: print}}, Colour.RED, Node("a"), {(1, 1j)}]
)
def test_a_value_without_a_form_is_refused(functions: Any, value: Any) -> None:
    """Numbers with an imaginary part, bytes and objects of unknown classes are refused, at any depth."""
    with pytest.raises(NoForm):
        functions.word(value)


def test_members_of_int_enums_are_ints(functions: Any) -> None:
    """A member of an IntEnum is encoded as the int that it equals."""
    assert functions.value(functions.word((Level.LOW, Level.HIGH))) == (1, 9)


def test_a_list_that_contains_itself_is_refused(functions: Any) -> None:
    """A value that contains itself is refused, instead of being followed for ever."""
    loop: list[Any] = []
    loop.append((1, loop))
    with pytest.raises(NoForm):
        functions.word(loop)


def test_a_value_that_does_not_fit_says_so(new_functions: Any) -> None:
    """An arena that is too small for a value raises `Full`, and can be used afterwards."""
    functions = new_functions(arena=4096)
    with pytest.raises(Full):
        functions.word([*range(10_000)])
    functions.again()
    with pytest.raises(Full):
        functions.word({*range(10_000)})
    functions.again()
    assert functions.value(functions.word((1, 2))) == (1, 2)


def test_literals_are_the_words_of_the_build(new_functions: Any) -> None:
    """A string that the build compares by address is encoded as that address."""
    functions = new_functions()
    word = functions.word("draw")
    functions.codec._literals["draw"] = word
    assert functions.word(("draw", "draw")) != word
    assert functions.value(functions.word("draw")) == "draw"
    assert functions.word("dr" + "aw") == word
