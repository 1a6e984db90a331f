"""Lists that are only gone through, and what functions return that make the same list or set at each call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from advsearch.machine.compiling import Entry
from advsearch.machine.program import Program
from advsearch.machine.types import INT, Row


def edges() -> list[str]:
    return [f"h{number}" for number in range(3)]


def walls(number: int) -> set[int]:
    return {number, number + 1}


def rows() -> list[list[int]]:
    return [[1], [2]]


def read(n: int) -> Any:
    return (
        "h1" in edges(), [edge + "x" for edge in edges()], len(edges()), walls(2) <= {1, 2, 3, n}, n in walls(3),
        sorted(walls(4)), edges() == ["h0", "h1", "h2"], walls(1) == {1, 2}, walls(n) >= walls(3), set(walls(5)),
        [number for number in walls(7) if number > n], tuple(edges()), max(walls(2)),
    )  # fmt: skip


def changed(n: int) -> Any:
    mine, other = edges(), edges()
    mine.append(str(n))
    both = walls(1)
    both |= {n}
    for row in rows():
        row.append(n)
    return mine, other, both, walls(1), list(rows()), walls(1) | {n}


def bits(word: int) -> tuple[int, ...]:
    assert word >= 0, "a set"
    found = []
    while word:
        least = word & -word
        found.append(least.bit_length() - 1)
        word ^= least
    return tuple(found)


def cells(word: int) -> tuple[int, ...]:
    return bits(word & 1023)


def either(word: int) -> list[int]:
    if word < 0:
        return []
    return list(cells(word)) if word % 2 else [7, *cells(word)]


def handed_out(n: int) -> Any:
    total, first = 0, -1
    for cell in either(n):
        if first < 0:
            first = cell
        total += cell * cell
        if total > 500:
            break
    return total, first, [cell for cell in cells(abs(n)) if cell != 3], any(cell == 2 for cell in either(n))


def failed_first(n: int) -> Any:
    found = []
    try:
        for cell in bits(n):
            found.append(cell)
    except AssertionError:
        found.append(-1)
    return found


def counted_down(n: int) -> Any:
    return trees(abs(n) % 6, 1), turned(n % 2, abs(n) % 5, n), again(abs(n) % 4, n % 3)


def trees(depth: int, ply: int) -> int:
    total = ply
    for child in range(3):
        if depth == 0:
            total += child
        else:
            total += trees(depth - 1, ply + 1) - child
    return total


def turned(one: int, depth: int, other: int) -> int:
    if depth == 0:
        return one * 7 + other
    return turned(other, depth - 1, 3) - turned(depth, depth - 1, depth)


def again(depth: int, n: int) -> int:
    def inner(k: int) -> int:
        if k == 0:
            return again(depth - 1, n) if depth else 1
        return inner(k - 1) + 1

    return inner(n)


def nested(n: int) -> Any:
    return [(x, y) for x in reach(n) for y in reach(x) if next(reach(y), None) is not None]


def reach(n: int) -> Iterator[int]:
    for step in (1, 2):
        if n + step < 9:
            yield n + step


@pytest.mark.parametrize("function", [read, changed, handed_out, failed_first, counted_down, nested])
def test_what_is_read_once_is_what_python_reads(function: Callable[[int], Any]) -> None:
    """Lists are handed out without being made, constant results are not made again, and neither shows."""
    program = Program({"f": Entry(function, (INT,))}, kept=False)
    for n in (-9, -1, 0, 1, 2, 3, 5, 6, 77, 1023, 4096):
        assert program.call("f", n) == function(n)


def sliced(row: tuple[int, ...], low: int, high: int) -> Any:
    total = 0
    for number in row[low:high]:
        total = total * 3 + number
    found = [number for number in row[low:] if number in row[:high]]
    return (
        total,
        found,
        3 in row[low:high],
        5 not in row[-2:],
        tuple(x + 1 for x in row[1:-1]),
        row[high:] == row[low:],
    )


@pytest.mark.parametrize("count", [0, 1, 3, 12])
def test_slices_that_are_read_are_those_of_python(count: int) -> None:
    """Ends beyond the tuple, and ends counted from its end."""
    program = Program({"f": Entry(sliced, (Row(INT), INT, INT))}, kept=False)
    row = tuple(range(count))
    for low in (-13, -5, -2, 0, 1, 4, 12, 20):
        for high in (-20, -4, -1, 0, 2, 5, 11, 13):
            assert program.call("f", row, low, high) == sliced(row, low, high)
