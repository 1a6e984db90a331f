"""A value that a program is given is never read as one of another type."""

from __future__ import annotations

import enum
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.lowering.refusals import Refused
from advsearch.machine.compiling import Entry
from advsearch.machine.fields import STATE, VALUE
from advsearch.machine.fitting import fits
from advsearch.machine.machine_memory import seen
from advsearch.machine.program import Program, Rebuilt
from advsearch.machine.types import BIG, FLOAT, INT, NONE, STR, Endless, join
from advsearch.machine.unit import Unit
from advsearch.machine.values import Constant
from advsearch.search.kit.fields import Action, Machine


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@attrs.frozen
class Spot:
    row: Any
    column: Any = 0


def same(value):
    return value


def second(_first, value):
    return value


def called(program: Program, *values: Any) -> Any:
    """What a program returns, built anew as often as it asks for."""
    for _ in range(4):
        try:
            return program.call("f", *values)
        except Rebuilt:
            continue
    raise AssertionError("a program is built anew without end")


SIMPLE = st.one_of(
    st.integers(-3, 3), st.integers(-(1 << 65), 1 << 65), st.booleans(), st.none(), st.floats(allow_nan=False),
    st.text("aé", max_size=2), st.sampled_from(Colour),
)  # fmt: skip
HASHED = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(tuple), st.frozensets(inner, max_size=3), st.builds(Spot, inner, inner)
    ),
    max_leaves=5,
)
VALUES = st.one_of(
    HASHED, st.lists(HASHED, max_size=3), st.sets(HASHED, max_size=3), st.dictionaries(HASHED, HASHED, max_size=2)
)


@settings(max_examples=25, deadline=None)
@given(VALUES, VALUES)
def test_a_value_of_another_type_is_the_same_after_a_new_build(first: Any, other: Any) -> None:
    """A program that knows the type of one value returns any other one as it is, by a wider build, or refuses it."""
    unit = Unit()
    unit.state.learn(unit.constants.type_of(first))
    try:
        program = Program({"f": Entry(same, (STATE,))}, unit=unit, kept=False, optimise=0)
        for value in (first, other, first):
            got = called(program, value)
            assert got == value
            assert repr(got) == repr(value) or isinstance(value, set | frozenset | dict | tuple | Spot | list)
    except Refused:
        pass


@settings(max_examples=400)
@given(VALUES, VALUES)
def test_a_value_fits_its_own_type_and_each_wider_one(one: Any, other: Any) -> None:
    """What is refused by the check has another type than the build."""
    constants = Unit().constants
    narrow = constants.type_of(one)
    assert fits(narrow)(one)
    try:
        wide = join(narrow, constants.type_of(other))
    except Endless:
        return
    assert wide is not None
    assert fits(wide)(one)
    assert fits(wide)(other)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (INT, 1.5), (INT, True), (INT, 1 << 62), (INT, None), (INT, "a"), (FLOAT, 2), (STR, ("a",)), (BIG, 0.5),
        (NONE, 3), (INT, Colour.RED), (INT, Spot(1)),
    ],
)  # fmt: skip
def test_an_argument_of_another_type_is_no_misread_word(kind: Any, value: Any) -> None:
    """The program is built anew once, and then returns the value."""
    program = Program({"f": Entry(same, (kind,))}, kept=False)
    with pytest.raises(Rebuilt):
        program.call("f", value)
    got = program.call("f", value)
    assert (got, type(got)) == (value, type(value))


def test_an_argument_without_registers_takes_its_place() -> None:
    """A value whose type is all that there is to know is still one of the arguments."""
    program = Program({"f": Entry(second, (NONE, INT))}, kept=False)
    assert program.call("f", None, 7) == 7


def test_what_has_no_form_is_refused() -> None:
    """A value that no build can hold, one too many and one too few are errors that say so."""
    program = Program({"f": Entry(same, (INT,))}, kept=False)
    with pytest.raises(Refused, match="`bytearray`"):
        program.call("f", bytearray(3))
    for wrong in ((), (1, 2)):
        with pytest.raises(TypeError, match="takes 1 value"):
            program.call("f", *wrong)
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(Refused):
        called(program, endless)
    assert program.call("f", 5) == 5


def test_a_value_of_the_search_is_of_its_number_type() -> None:
    """A float in a build of whole numbers is refused, and a whole number among floats is one of them."""
    whole = Program({"f": Entry(same, (VALUE,))}, unit=Unit(), kept=False)
    with pytest.raises(Refused, match="whole number"):
        whole.call("f", 0.5)
    real = Program({"f": Entry(same, (VALUE,))}, unit=Unit(real=True), kept=False)
    assert repr(real.call("f", 3)) == "3.0"
    with pytest.raises(Refused, match="float"):
        real.call("f", (1 << 60) + 1)


def test_a_list_that_was_changed_since_is_checked_again() -> None:
    """The types of a list are those that its items have now."""
    unit = Unit()
    state: list[Any] = [1]
    unit.state.learn(unit.constants.type_of(state))
    program = Program({"f": Entry(same, (STATE,))}, unit=unit, kept=False)
    assert called(program, state) == [1]
    state.append("two")
    assert called(program, state) == [1, "two"]


def test_types_that_were_learned_later_do_not_count() -> None:
    """The check knows what the code was built for."""
    unit = Unit()
    kind = unit.constants.type_of([1])
    check = fits(kind)
    assert check([2])
    join(kind, unit.constants.type_of(["a"]))
    assert not check(["a"])


class Holder(Machine):
    """Holds an action."""

    action: Action

    def __init__(self) -> None:
        self.action = 0

    def held(self) -> Any:
        return self.action


@pytest.mark.parametrize("value", [1.5, (1, 2), None, "abc", Colour.RED, 1 << 70, 7])
def test_an_action_of_another_type_is_no_misread_word(value: Any) -> None:
    """An action that is written for a search and is unlike all that were played leads to a new build."""
    unit, holder = Unit(), Holder()
    unit.fields.action.learn(INT)
    program = Program({"f": Entry(Holder.held, (Constant(holder),))}, unit=unit, kept=False)
    view = seen(program.memory, holder)
    try:
        view.action = value
    except Rebuilt:
        view.action = value
    assert program.call("f") == value
    with pytest.raises(Refused, match="`bytearray`"):
        view.action = bytearray(2)
