"""Equality, order, hashes and content numbers are Python's, and exact keys are equal exactly for equal values."""

from __future__ import annotations

import enum
import itertools
import math
from collections import namedtuple
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from advsearch.machine import content
from advsearch.machine.codec import Form
from advsearch.machine.layout import E_FORM, E_KEPT, E_KEY_ROOM, E_TYPE

Pair = namedtuple("Pair", "one other")


@attrs.frozen
class Node:
    name: Any
    below: Any


CLASSES = (None, Form(Pair, ("one", "other")), Form(Node, ("name", "below")))


@given(data=st.data())
def test_equality_is_python_s(functions: Any, values: Any, data: st.DataObject) -> None:
    """Two values are equal in machine code exactly if Python calls them equal."""
    one, other = data.draw(values), data.draw(values)
    functions.again()
    a, b = functions.word(one), functions.word(other)
    assert functions.eq(a, b) == functions.eq(b, a) == (one == other)
    assert functions.eq(a, functions.word(one)) == 1


@given(data=st.data())
def test_equal_numbers_of_unlike_types(functions: Any, numbers: Any, data: st.DataObject) -> None:
    """Ints of any size, floats and bools compare by value, exactly."""
    one = data.draw(numbers)
    near = [one, -one, one + 1, float(one), bool(one)]
    if math.isfinite(one):
        near += [int(one), int(one) + 1, int(float(one))]
    other = data.draw(st.one_of(numbers, st.sampled_from(near)))
    functions.again()
    a, b = functions.word(one), functions.word(other)
    assert functions.eq(a, b) == (one == other)
    assert functions.cmp(a, b) == (one > other) - (one < other)
    assert (functions.hash(a) == functions.hash(b)) >= (one == other)


@given(data=st.data())
def test_order_is_python_s(functions: Any, data: st.DataObject) -> None:
    """Tuples, lists and strings are ordered as Python orders them."""
    part = st.one_of(st.integers(-2, 2), st.just(1.0), st.booleans())
    kind = data.draw(
        st.sampled_from([st.lists(part), st.lists(part).map(tuple), st.text("aÿĀ"), st.lists(st.text("ab"))])
    )
    one, other = data.draw(kind), data.draw(kind)
    functions.again()
    assert functions.cmp(functions.word(one), functions.word(other)) == (one > other) - (one < other)
    assert functions.fault() is None


def has_text(value: Any) -> bool:
    if isinstance(value, tuple | frozenset):
        return any(map(has_text, value))
    return value is None or isinstance(value, str) or (isinstance(value, range) and len(value) < 2)


@given(data=st.data())
def test_hashes_are_cpython_s(functions: Any, hashed: Any, data: st.DataObject) -> None:
    """The hash of a value without strings and None is CPython's; equal values have equal hashes."""
    one, other = data.draw(hashed), data.draw(hashed)
    functions.again()
    mine = functions.hash(functions.word(one))
    if not has_text(one):
        assert mine == hash(one)
    if one == other:
        assert mine == functions.hash(functions.word(other))


@given(data=st.data())
def test_content_numbers_are_the_same_on_both_tiers(functions: Any, values: Any, data: st.DataObject) -> None:
    """The number of any value in machine code is the number in Python."""
    value = data.draw(values)
    functions.again()
    assert functions.number(functions.word(value)) == content.number(value)


@given(data=st.data())
def test_keys_are_equal_exactly_for_equal_values(functions: Any, values: Any, data: st.DataObject) -> None:
    """Two values have the same key if and only if they are equal and both hold the same kinds of containers."""
    one, other = data.draw(values), data.draw(values)
    functions.again()
    a, b = functions.key(functions.word(one)), functions.key(functions.word(other))
    assert a
    assert b
    assert functions.eq(a, b) == (one == other)
    assert functions.eq(a, functions.key(functions.word(one)))


@given(
    st.lists(st.one_of(st.integers(-20, 300), st.text("ab", max_size=9), st.booleans()), unique=True, max_size=12),
    st.randoms(),
)
@example([0, 255, 256, "a" * 8, "a" * 9], Random(0))
def test_keys_do_not_depend_on_the_order_of_insertion(functions: Any, members: list[Any], random: Any) -> None:
    """Sets and dicts that were filled in another order have the same key and the same number."""
    functions.again()
    mixed = [*members]
    random.shuffle(mixed)
    pairs = [({*members}, {*mixed}), (dict.fromkeys(members, 1), dict.fromkeys(mixed, 1.0))]
    for one, other in pairs:
        a, b = functions.word(one), functions.word(other)
        assert functions.eq(functions.key(a), functions.key(b))
        assert functions.number(a) == functions.number(b)


@given(data=st.data())
def test_a_kept_value_is_one_word(new_functions: Any, values: Any, data: st.DataObject) -> None:
    """Keeping a value twice gives the same word, which outlives the arena and decodes to the value."""
    functions = kept_functions(new_functions)
    found = []
    for value in data.draw(st.lists(values, max_size=5)):
        functions.again()
        word = functions.keep(functions.word(value))
        assert word == functions.keep(functions.word(value)) == functions.keep(word)
        assert functions.eq(word, functions.word(value))
        found.append((word, value))
    functions.again()
    for word, value in found:
        assert functions.value(word) == value
        if isinstance(value, dict):
            assert all(functions.dict_find(word, functions.word(key)) for key in value)


_made: list[Any] = []


def kept_functions(new_functions: Any) -> Any:
    """One instance for all examples, whose kept memory begins anew."""
    if not _made:
        _made.append(new_functions())
    _made[0].loaded.keep(1 << 18)
    return _made[0]


def test_kept_memory_grows_its_table_and_ends_with_an_error(new_functions: Any) -> None:
    """Thousands of kept values stay distinct; when the memory is full, keeping is an error, and those kept stay."""
    functions = new_functions()
    functions.loaded.keep(1 << 18)
    words = []
    for number in itertools.count():
        word = functions.keep(functions.word((number, number)))
        if not word:
            break
        words.append(word)
    assert functions.fault().code == E_KEPT
    assert len(words) > 500
    assert [functions.value(word) for word in words] == [(number, number) for number in range(len(words))]


def test_a_key_that_does_not_fit_is_an_error(functions: Any) -> None:
    """A state whose key is longer than the buffer is refused; nothing is written behind the buffer."""
    functions.again()
    for value in ((*range(1 << 14),), "a" * 100_000, {*range(20_000)}, dict.fromkeys(range(20000), (1,))):
        assert functions.key(functions.word(value)) == 0
        assert functions.fault().code == E_KEY_ROOM


def test_what_has_no_hash_or_order_is_an_error(functions: Any) -> None:
    """Lists have no hash and None has no order, as in Python; an order of sets is refused."""
    functions.again()
    functions.hash(functions.word([1]))
    assert functions.fault().code == E_TYPE
    functions.cmp(functions.word(None), functions.word(1))
    assert functions.fault().code == E_TYPE
    functions.cmp(functions.word({1}), functions.word({1, 2}))
    assert functions.fault().code == E_FORM


class Cell:
    """A plain class, whose fields are those that `__init__` assigns."""

    def __init__(self, row: int, column: int) -> None:
        self.column = column
        self.row = row


def test_objects_of_plain_classes_have_the_content_of_their_fields(new_functions: Any) -> None:
    """The number of an object of a plain class depends on each field, and is the same in machine code."""
    functions = new_functions(classes=(None, Form(Cell, ("column", "row"))))
    numbers = {functions.number(functions.word(Cell(row, column))) for row in range(9) for column in range(9)}
    assert len(numbers) == 81
    assert functions.number(functions.word(Cell(3, 4))) == content.number(Cell(3, 4))


class Square(enum.Enum):
    """Many members, so that some have content numbers above 2**61 - 1 before they are reduced."""

    A, B, C, D, E, F, G, H = range(8)


@given(st.recursive(st.sampled_from([*Square, None, 1, "ab"]), lambda inner: st.lists(inner, max_size=4).map(tuple)))
def test_numbers_of_members_are_the_same_on_both_tiers(new_functions: Any, value: Any) -> None:
    """The number of members of an enum, alone and in tuples, sets and lists, is the number in Python."""
    if len(_made) < 2:
        kept_functions(new_functions)
        _made.append(new_functions(constants=(*Square, len, Square)))
    functions = _made[1]
    functions.again()
    for each in (value, (value, value), [value], {value}, {1: value}, (len, Square)):
        assert functions.number(functions.word(each)) == content.number(each)


def test_named_tuples_equal_tuples_and_objects_only_their_class(new_functions: Any) -> None:
    """A named tuple equals the tuple of its items and hashes alike; an object equals only objects of its class."""
    functions = new_functions(classes=CLASSES)
    plain, named, node = functions.word((1, 2)), functions.word(Pair(1, 2)), functions.word(Node(1, 2))
    assert functions.eq(plain, named)
    assert functions.hash(named) == hash((1, 2))
    assert functions.eq(functions.key(plain), functions.key(named))
    assert not functions.eq(plain, node)
    assert not functions.eq(functions.key(plain), functions.key(node))
    assert functions.number(node) == content.number(Node(1, 2))


@pytest.mark.parametrize("deep", [10, 100_000])
def test_deep_values_are_an_error_and_no_crash(functions: Any, deep: int) -> None:
    """Comparing, hashing, numbering and keeping values nested too deeply is an error instead of a crash."""
    functions.again()
    one, other = (functions.new_seq(2, 0) for _ in range(2))
    for _ in range(deep):
        one, other = functions.seq_of(2, placed(functions, one), 1), functions.seq_of(2, placed(functions, other), 1)
    for call in (lambda: functions.eq(one, other), lambda: functions.hash(one), lambda: functions.number(one)):
        call()
        assert (functions.fault() is None) == (deep == 10)
    assert bool(functions.key(one)) == (deep == 10)


def placed(functions: Any, word: int) -> int:
    """The address of a word in the arena."""
    from advsearch.machine.memory import put_words

    address = functions.alloc(1)
    put_words(address, [word])
    return int(address)
