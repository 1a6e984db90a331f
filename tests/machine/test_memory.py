"""Memory that grows in place, and code that asks for too much."""

from __future__ import annotations

from typing import Any

import pytest

from advsearch.machine.layout import E_MEMORY, LIST, STRING, TUPLE
from advsearch.machine.memory import Block, bytes_at, put_bytes

HUGE = 1 << 61


def test_an_arena_grows_where_it_is(new_functions: Any) -> None:
    """After `more`, a list that did not fit does, and what was in the arena is where it was."""
    functions = new_functions()
    functions.loaded.begin(1 << 14, 1 << 22)
    before = functions.word((1, "two"))
    assert functions.new_list(1 << 12) == 0
    assert functions.fault().code == E_MEMORY
    assert functions.loaded.more()
    assert functions.loaded.more()
    row = functions.new_list(1 << 12)
    assert row
    for number in range(1 << 12):
        functions.append(row, number << 1 | 1)
    assert functions.value(row) == [*range(1 << 12)]
    assert functions.value(before) == (1, "two")


def test_an_arena_grows_to_its_end_and_no_further(new_functions: Any) -> None:
    """`more` returns False once the reserved space is used, and memory behind it is never given."""
    functions = new_functions()
    functions.loaded.begin(1 << 14, 1 << 20)
    steps = 0
    while functions.loaded.more():
        steps += 1
    assert steps == 6
    assert functions.alloc((1 << 17) + 1) == 0
    assert functions.fault().code == E_MEMORY
    assert functions.alloc(1 << 16)


@pytest.mark.parametrize("count", [HUGE, HUGE << 1, -HUGE, 1 << 40])
def test_sizes_beyond_all_memory_are_an_error(functions: Any, count: int) -> None:
    """Repeating, and making lists, of more items than there is memory for, is an error instead of a crash."""
    functions.again()
    ten = {LIST: [*range(10)], TUPLE: (*range(10),), STRING: "0123456789"}
    for header, value in ten.items():
        word = functions.repeat(header, functions.word(value), count)
        assert (functions.size(word) == 0) if count < 0 else (word == 0 and functions.fault().code == E_MEMORY)
    if count > 0:
        assert functions.new_list(count) == 0
        assert functions.fault().code == E_MEMORY


@pytest.mark.parametrize("size", [0, 1, 100, 5 << 20])
def test_a_block_is_zeros_that_can_be_written(size: int) -> None:
    """A new block is zero up to its size, can be written up to its end, and cleared."""
    block = Block(size)
    assert bytes_at(block.address, size) == bytes(size)
    put_bytes(block.address, b"\xff" * size)
    assert bytes_at(block.address, size) == b"\xff" * size
    block.clear()
    assert bytes_at(block.address, size) == bytes(size)
    assert block.address % 64 == 0
