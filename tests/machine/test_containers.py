"""Lists, tuples, dicts and ranges do what Python's do, step by step."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from advsearch.machine.layout import E_INDEX, E_KEY, E_VALUE, LIST, TUPLE

ITEMS = st.one_of(st.integers(-2, 2), st.sampled_from([True, 1.0, "a", "ab", (1,), None]))
PLACES = st.integers(-9, 9)
LIST_STEPS = st.lists(
    st.tuples(st.sampled_from(["append", "insert", "pop", "remove", "extend", "flip"]), PLACES, ITEMS), max_size=25
)
KEYS = st.one_of(st.integers(-4, 40), st.text("ab", max_size=2), st.tuples(st.integers(0, 2)), st.floats(0, 3))
DICT_STEPS = st.lists(
    st.tuples(st.sampled_from(["set", "del", "pop item", "clear", "merge", "copy"]), KEYS, ITEMS), max_size=60
)


def tried(call: Any) -> Any:
    """What a call returns, or the error that it raises."""
    try:
        return call()
    except (IndexError, KeyError, ValueError) as error:
        return type(error)


def answer(functions: Any, word: int) -> Any:
    """The value of a word, or the error for a call that failed."""
    if word:
        return functions.value(word)
    return {E_INDEX: IndexError, E_KEY: KeyError, E_VALUE: ValueError}[functions.fault().code]


@given(st.lists(ITEMS, max_size=6), LIST_STEPS)
def test_changes_of_lists(functions: Any, own: list[Any], steps: list[Any]) -> None:
    """After any changes, and after those that fail, a list is Python's list."""
    functions.again()
    row = functions.word(own)
    for how, i, item in steps:
        word = functions.word(item)
        if how in ("append", "remove"):
            expected = tried(lambda: getattr(own, how)(item))  # noqa: B023
            found = getattr(functions, how)(row, word)
            assert answer(functions, found) == expected or (how == "remove" and found and expected is None)
        elif how == "insert":
            own.insert(i, item)
            functions.insert(row, i, word)
        elif how == "pop":
            expected = tried(lambda: own.pop(i))  # noqa: B023
            assert repr(answer(functions, functions.pop(row, i))) == repr(expected)
        elif how == "extend":
            own.extend(own)
            functions.extend(row, functions.data(row), functions.size(row))
        else:
            own.reverse()
            functions.flip(functions.data(row), functions.size(row))
        assert repr(functions.value(row)) == repr(own)
        if len(own) > 200:
            break


@given(st.lists(ITEMS, max_size=9), st.lists(ITEMS, max_size=4), PLACES, PLACES, PLACES, ITEMS, st.booleans())
def test_items_and_slices(
    functions: Any, own: list[Any], other: list[Any], i: int, j: int, step: int, item: Any, as_list: bool
) -> None:
    """Items, slices, concatenation, repetition, search and count of lists and tuples are Python's."""
    functions.again()
    kind, header = (list, LIST) if as_list else (tuple, TUPLE)
    value, row = kind(own), functions.word(kind(own))

    def same(word: int, expected: Any) -> bool:
        return repr(functions.value(word)) == repr(expected)

    assert repr(answer(functions, functions.item(row, i))) == repr(tried(lambda: value[i]))
    assert same(functions.cut(header, row, i, j), value[i:j])
    if step:
        assert same(functions.cut_step(header, row, i, j, step, 1, 1), value[i:j:step])
        assert same(functions.cut_step(header, row, 0, 0, step, 0, 0), value[::step])
        assert same(functions.cut_step(header, row, i, 0, step, 1, 0), value[i::step])
        assert same(functions.cut_step(header, row, 0, j, step, 0, 1), value[:j:step])
    assert same(functions.concat(header, row, functions.word(kind(other))), value + kind(other))
    assert same(functions.repeat(header, row, i), value * i)
    word = functions.word(item)
    assert functions.find_item(row, word) == (value.index(item) if item in value else -1)
    assert functions.count_item(row, word) == value.count(item)
    assert functions.contains(row, word) == (item in value)
    assert functions.truth(row) == bool(value)
    assert functions.size(row) == len(value)
    assert functions.items_list(row)
    assert functions.fault() is None


def dict_step(own: dict[Any, Any], how: str, key: Any, item: Any) -> tuple[dict[Any, Any], Any]:
    if how == "set":
        own[key] = item
    elif how == "del":
        return own, tried(lambda: own.pop(key))
    elif how == "pop item":
        return own, tried(own.popitem)
    elif how == "clear":
        own.clear()
    elif how == "merge":
        own.update({key: item, 1: key})
    else:
        return copy.copy(own), None
    return own, None


def compiled_step(functions: Any, row: int, how: str, key: Any, item: Any) -> tuple[int, Any]:
    if how == "del":
        return row, answer(functions, functions.dict_del(row, functions.word(key)))
    if how == "pop item":
        return row, answer(functions, functions.dict_pop_item(row))
    if how == "copy":
        return functions.dict_copy(row), None
    if how == "set":
        functions.dict_set(row, functions.word(key), functions.word(item))
    elif how == "clear":
        functions.dict_clear(row)
    else:
        functions.dict_merge(row, functions.word({key: item, 1: key}))
    return row, None


@given(DICT_STEPS)
def test_changes_of_dicts(functions: Any, steps: list[Any]) -> None:
    """After any changes, a dict has Python's keys in Python's order, with the key that came first of equal ones."""
    functions.again()
    own: dict[Any, Any] = {}
    row = functions.new_dict()
    for how, key, item in steps:
        own, expected = dict_step(own, how, key, item)
        row, found = compiled_step(functions, row, how, key, item)
        assert repr(found) == repr(expected)
        assert repr(functions.value(row)) == repr(own)
        assert repr(functions.order(row)) == repr([*own])
        assert answer(functions, functions.dict_get(row, functions.word(key))) == tried(lambda: own[key])  # noqa: B023


@given(st.lists(st.integers(0, 4000), max_size=400))
def test_large_dicts(functions: Any, keys: list[int]) -> None:
    """A dict of hundreds of keys finds each of them, and nothing else."""
    functions.again()
    row = functions.new_dict()
    for i, key in enumerate(keys):
        functions.dict_set(row, key << 1 | 1, i << 1 | 1)
    own = {key: i for i, key in enumerate(keys)}
    assert functions.value(row) == own
    assert all(bool(functions.dict_find(row, key << 1 | 1)) == (key in own) for key in range(0, 4000, 7))


@given(st.builds(range, PLACES, PLACES, PLACES.filter(bool)), PLACES, ITEMS)
def test_ranges(functions: Any, own: range, i: int, item: Any) -> None:
    """Ranges have Python's length, items and members."""
    functions.again()
    row = functions.word(own)
    assert functions.size(row) == len(own)
    assert functions.truth(row) == bool(own)
    assert answer(functions, functions.item(row, i)) == tried(lambda: own[i])
    assert functions.contains(row, functions.word(item)) == (item in own)
    assert functions.order(row) == [*own]
    assert functions.eq(row, functions.new_range(own.start, own.stop, own.step))
    assert functions.new_range(1, 2, 0) == 0
    assert functions.fault().code == E_VALUE


@given(
    st.lists(st.one_of(st.tuples(ITEMS, ITEMS), st.tuples(ITEMS, ITEMS, ITEMS), KEYS), max_size=30),
    ITEMS,
    ITEMS,
    ITEMS,
)
def test_tuples_in_registers_are_found(functions: Any, members: list[Any], one: Any, two: Any, three: Any) -> None:
    """A tuple that stands in registers is found in a set and in a dict exactly if Python finds it."""
    functions.again()
    for key in [
        (one, two),
        (one, two, three),
        *(each for each in members if isinstance(each, tuple) and len(each) > 1),
    ]:
        words = [functions.word(each) for each in key]
        row, table = functions.word({*members}), functions.word(dict.fromkeys(members, 1))
        assert bool(getattr(functions, f"set_find_t{len(key)}")(row, *words)) == (key in {*members})
        assert bool(getattr(functions, f"dict_find_t{len(key)}")(table, *words)) == (key in members)
        assert getattr(functions, f"hash_t{len(key)}")(*words) == functions.hash(functions.word(key))
