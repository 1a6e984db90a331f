"""Ranges: start, stop and step as values."""

from advsearch.machine.layout import (
    E_VALUE,
    LENGTH,
    RANGE,
    RANGE_START,
    RANGE_STEP,
    RANGE_STOP,
    RANGE_WORDS,
)
from advsearch.machine.runtime.memory import alloc, fail
from advsearch.machine.words import Word, load, quotient, store


def new_range(start: int, stop: int, step: int) -> Word:
    if step == 0:
        return fail(E_VALUE)
    row = alloc(RANGE_WORDS)
    store(row, RANGE)
    store(row + LENGTH, 3)
    store(row + RANGE_START, start << 1 | 1)
    store(row + RANGE_STOP, stop << 1 | 1)
    store(row + RANGE_STEP, step << 1 | 1)
    return row


def range_size(row: int) -> int:
    start = load(row + RANGE_START) >> 1
    stop = load(row + RANGE_STOP) >> 1
    step = load(row + RANGE_STEP) >> 1
    if step > 0 and start < stop:
        return quotient(stop - start - 1, step) + 1
    if step < 0 and start > stop:
        return quotient(start - stop - 1, -step) + 1
    return 0


def same_range(one: int, other: int) -> int:
    size = range_size(one)
    if size != range_size(other):
        return 0
    if size > 0 and load(one + RANGE_START) != load(other + RANGE_START):
        return 0
    return size < 2 or load(one + RANGE_STEP) == load(other + RANGE_STEP)


def range_item(row: int, i: int) -> int:
    """The number at a place that exists."""
    return (load(row + RANGE_START) >> 1) + i * (load(row + RANGE_STEP) >> 1)


def range_place(row: int, number: int) -> int:
    """The place of a number in a range, or -1."""
    size = range_size(row)
    start = load(row + RANGE_START) >> 1
    step = load(row + RANGE_STEP) >> 1
    far = number - start
    if step < 0:
        far = -far
        step = -step
    if far < 0 or far % step != 0 or far // step >= size:
        return -1
    return far // step
