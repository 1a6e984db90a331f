"""Sets are CPython's: the same members, the same order of iteration, the same results of `pop`."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from advsearch.machine.layout import FROZEN, NONE, SET

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
