"""With far too little memory, everything ends with an error and nothing crashes; what is left is whole."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from advsearch.machine.codec import Full
from advsearch.machine.layout import (
    DICT,
    E_FORM,
    E_KEPT,
    E_KEY,
    E_MEMORY,
    E_RECURSION,
    E_TYPE,
    FROZEN,
    LIST,
    SET,
    STRING,
    TUPLE,
)

EXPECTED = {E_MEMORY, E_KEPT, E_KEY, E_TYPE, E_FORM, E_RECURSION}
"""Of these, recursion: containers are put into one another here, so that some contain themselves."""
SIZES = st.one_of(st.integers(100, 3000), st.integers(3000, 60_000))
_made: list[Any] = []


def instance(new_functions: Any, arena: int) -> Any:
    """One instance, whose memory begins anew."""
    if not _made:
        _made.append(new_functions())
    functions = _made[0]
    functions.loaded.begin(arena // 8 * 8)
    functions.loaded.keep(1 << 14)
    functions.loaded.forgive()
    return functions


def calls_of(functions: Any, value: Any, word: int, other: int) -> list[Any]:
    """What can be done with a value, as functions without parameters."""
    found = [
        lambda: functions.keep(word),
        lambda: functions.key(word),
        lambda: functions.number(word),
        lambda: functions.repr_of(word),
        lambda: functions.eq(word, other),
        lambda: functions.cmp(word, word),
    ]
    if isinstance(value, set | frozenset):
        header = SET if isinstance(value, set) else FROZEN
        found += [
            lambda: functions.set_add(word, 12345),
            lambda: functions.set_copy(header, word),
            lambda: functions.set_or(header, word, word),
            lambda: functions.set_xor(header, word, word),
            lambda: functions.set_pop(word) if value else 0,
            lambda: functions.items_list(word),
        ]
    elif isinstance(value, dict):
        found += [
            lambda: functions.dict_set(word, 12345, other),
            lambda: functions.dict_copy(word),
            lambda: functions.dict_merge(word, word),
            lambda: functions.dict_pop_item(word) if value else 0,
        ]
    elif isinstance(value, list | tuple):
        header = LIST if isinstance(value, list) else TUPLE
        found += [
            lambda: functions.concat(header, word, word),
            lambda: functions.repeat(header, word, 5),
            lambda: functions.cut_step(header, word, 0, 0, -1, 0, 0),
            lambda: functions.join(0, word),
        ]
        if isinstance(value, list):
            found += [
                lambda: functions.append(word, other),
                lambda: functions.insert(word, 1, other),
                lambda: functions.extend(word, functions.data(word), functions.size(word)),
                lambda: functions.sort_row(word),
            ]
    elif isinstance(value, str):
        found += [
            lambda: functions.concat(STRING, word, word),
            lambda: functions.repeat(STRING, word, 7),
            lambda: functions.items_list(word),
        ]
    elif type(value) is int:
        found += [
            lambda: functions.int_mul(word, word),
            lambda: functions.int_pow(word, 201),
            lambda: functions.int_text(word),
        ]
    return found


@settings(max_examples=60)
@given(arena=SIZES, seed=st.integers(0, 1 << 32), data=st.data())
def test_nothing_crashes_with_too_little_memory(
    new_functions: Any, values: Any, arena: int, seed: int, data: st.DataObject
) -> None:
    """Each function either succeeds or reports an error that fits, again and again, until nothing fits any more."""
    functions, random = instance(new_functions, arena), Random(seed)
    try:
        given_values = data.draw(st.lists(values, min_size=1, max_size=4))
        words = [functions.word(value) for value in given_values]
    except Full:
        return
    for _ in range(60):
        i = random.randrange(len(words))
        other = next((word for word in words if word != words[i]), 3)
        call = random.choice(calls_of(functions, given_values[i], words[i], other))
        result = call()
        fault = functions.fault()
        if fault is not None:
            assert fault.code in EXPECTED
            assert result in (0, 1, -1) or fault.code == E_RECURSION
    for word, value in zip(words, given_values, strict=True):
        if not isinstance(value, list | set | dict | frozenset):
            assert functions.value(word) == value


def test_a_set_and_a_dict_stay_whole_when_they_cannot_grow(new_functions: Any) -> None:
    """Members and keys that were added before memory ran out are found; those that failed are not there."""
    functions = instance(new_functions, 4000)
    row, table = functions.new_set(SET, 8), functions.new_dict()
    added = [number for number in range(400) if functions.set_add(row, number << 1 | 1)]
    assert functions.fault().code == E_MEMORY
    keys = [number for number in range(400) if functions.dict_set(table, number << 1 | 1, DICT << 1 | 1)]
    assert functions.fault().code == E_MEMORY
    assert functions.value(row) == {*added}
    assert functions.value(table) == dict.fromkeys(keys, DICT)
    assert len(added) < 400
    assert len(keys) < 400
