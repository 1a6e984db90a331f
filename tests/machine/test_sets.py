"""Sets are CPython's: the same members, the same order of iteration, the same results of `pop`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advsearch.machine import set_tables
from advsearch.machine.layout import FROZEN, GONE, NONE, SET

SMALL = st.one_of(
    st.integers(0, 40),
    st.integers(-(1 << 40), 1 << 40),
    st.tuples(st.integers(-3, 9), st.integers(0, 9)),
    st.floats(-4, 4),
    st.frozensets(st.integers(0, 20), max_size=9),
    st.booleans(),
    st.just(()),
)
MEMBERS = st.lists(SMALL, max_size=40)
CHANGES = st.lists(
    st.tuples(st.sampled_from(["add", "discard", "pop", "|=", "-=", "&=", "^=", "clear", "copy"]), SMALL, MEMBERS),
    max_size=30,
)


def change(own: set[Any], how: str, member: Any, others: list[Any]) -> tuple[set[Any], Any]:
    """Python's set after a change, and what the change returns."""
    if how == "pop":
        return own, own.pop() if own else None
    if how == "copy":
        return own.copy(), None
    if how in ("add", "discard"):
        getattr(own, how)(member)
    elif how == "clear":
        own.clear()
    elif how == "|=":
        own |= {*others}
    elif how == "-=":
        own -= {*others}
    elif how == "&=":
        own &= {*others}
    else:
        own ^= {*others}
    return own, None


def compiled_change(functions: Any, row: int, how: str, member: Any, others: list[Any]) -> tuple[int, Any]:
    """The set of the runtime after the same change."""
    if how == "pop":
        return row, functions.value(functions.set_pop(row)) if functions.size(row) else None
    if how == "copy":
        return functions.set_copy(SET, row), None
    if how in ("add", "discard"):
        getattr(functions, f"set_{how}")(row, functions.word(member))
    elif how == "clear":
        functions.set_clear(row)
    else:
        name = {"|=": "set_merge", "-=": "set_less", "&=": "set_keep_common", "^=": "set_toggle"}[how]
        getattr(functions, name)(row, added(functions, others))
    return row, None


def added(functions: Any, members: list[Any]) -> int:
    """A set to which members were added one after another."""
    row = functions.new_set(SET, 8)
    for member in members:
        functions.set_add(row, functions.word(member))
    return int(row)


@given(MEMBERS, CHANGES)
def test_changes_keep_the_order_of_cpython(functions: Any, members: list[Any], changes: list[Any]) -> None:
    """After any changes, a set is iterated in CPython's order, and pops what CPython pops."""
    functions.again()
    own, row = {*members}, added(functions, members)
    for how, member, others in changes:
        own, expected = change(own, how, member, others)
        row, popped = compiled_change(functions, row, how, member, others)
        assert (popped, functions.order(row)) == (expected, [*own])
    assert functions.fault() is None


@given(MEMBERS, MEMBERS, st.sets(SMALL, max_size=4))
def test_operators_keep_the_order_of_cpython(functions: Any, one: list[Any], two: list[Any], gone: set[Any]) -> None:
    """`|`, `&`, `-` and `^` give sets in CPython's order, of sets that had members removed too."""
    functions.again()
    a, b = {*one}, {*two}
    x, y = added(functions, one), added(functions, two)
    for member in gone:
        a.discard(member)
        functions.set_discard(x, functions.word(member))
    assert functions.order(functions.set_or(SET, x, y)) == [*(a | b)]
    assert functions.order(functions.set_and(SET, x, y)) == [*(a & b)]
    assert functions.order(functions.set_minus(SET, x, y)) == [*(a - b)]
    assert functions.order(functions.set_xor(SET, x, y)) == [*(a ^ b)]
    assert functions.subset(x, y) == (a <= b)
    assert functions.disjoint(x, y) == a.isdisjoint(b)
    frozen = functions.set_copy(FROZEN, x)
    assert functions.order(frozen) == [*frozenset(a)]
    assert functions.hash(frozen) == hash(frozenset(a))


@given(MEMBERS, CHANGES, CHANGES)
def test_an_encoded_set_is_that_set(functions: Any, members: list[Any], before: list[Any], after: list[Any]) -> None:
    """A set of any history has its own order in machine code, and keeps it through further changes."""
    functions.again()
    own = {*members}
    for how, member, others in before:
        own, _ = change(own, how, member, others)
    row = functions.word(own)
    assert functions.order(row) == [*own]
    assert functions.order(functions.word(frozenset(own))) == [*frozenset(own)]
    for how, member, others in after:
        own, expected = change(own, how, member, others)
        row, popped = compiled_change(functions, row, how, member, others)
        assert (popped, functions.order(row)) == (expected, [*own])


@given(st.sets(SMALL, max_size=30), st.sets(SMALL, max_size=9))
def test_a_set_can_be_filled_slot_by_slot(functions: Any, own: set[Any], gone: set[Any]) -> None:
    """A set whose slots are written one by one, as its table in CPython has them, has its order and its hashes."""
    functions.again()
    own -= gone
    table = set_tables.table_of(own)
    assert table is not None
    row = functions.new_set(SET, len(table.slots))
    for i, slot in enumerate(table.slots):
        if isinstance(slot, set_tables.Removed):
            functions.set_place(row, i, GONE, -1)
        elif slot is not None:
            assert set_tables.has_fixed_hash(slot[1])
            functions.set_place(row, i, functions.word(slot[1]), slot[0])
    functions.set_placed(row, len(own), sum(slot is not None for slot in table.slots), table.finger)
    assert functions.order(row) == [*own]
    assert all(functions.set_has(row, functions.word(member)) for member in own)
    assert all((member in own) == functions.set_has(row, functions.word(member)) for member in gone)


def test_sets_of_texts_are_encoded_by_their_members(functions: Any) -> None:
    """A set whose hashes depend on a seed has its members and can be changed."""
    functions.again()
    value = {*map(str, range(50)), 1, None, ("a", 2)}
    row = functions.word(value)
    assert functions.value(row) == value
    assert all(functions.set_has(row, functions.word(member)) for member in value)


def test_sets_are_encoded_where_tables_cannot_be_read(functions: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a Python whose sets have another form, the members are added one after another."""
    functions.again()
    monkeypatch.setattr(set_tables, "_READABLE", False)
    assert functions.value(functions.word({39, 7, 1})) == {39, 7, 1}


@given(st.lists(st.integers(0, 300_000), max_size=8), st.integers(0, 70_000))
def test_large_sets_grow_as_cpython_s(functions: Any, more: list[int], count: int) -> None:
    """A set of tens of thousands of members, which grows by another factor, has CPython's order."""
    functions.again()
    members = [number * 7 % 100_003 for number in range(count)] + more
    row = functions.word(members)
    made = functions.set_of_items(SET, functions.data(row), len(members))
    assert functions.order(made) == [*set(members)]


def test_a_full_arena_is_an_error_and_no_crash(new_functions: Any) -> None:
    """A set that does not fit into the arena reports the error, and what it has can still be read."""
    functions = new_functions(arena=2000)
    row = functions.new_set(SET, 8)
    results = [functions.set_add(row, number << 1 | 1) for number in range(500)]
    assert 0 in results
    assert functions.fault() is not None
    assert {*functions.codec.decode(row)} <= {*range(500)}
    assert functions.set_remove(row, 1) == NONE
