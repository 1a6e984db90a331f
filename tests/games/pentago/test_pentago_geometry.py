"""Compares the tables with the board that they describe."""

from __future__ import annotations

import itertools
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from advsearch_pentago import geometry
from advsearch_pentago.geometry import BITS, CELLS, DIAGONALS, FILES, FIVES, FULL, LINES, ROWS, cells_of, set_of

SETS = st.integers(0, FULL)


def test_every_cell_has_a_bit_of_its_own() -> None:
    """The 36 one-cell sets have different bits and fill the board."""
    assert len(set(BITS)) == CELLS
    assert all(bit.bit_count() == 1 for bit in BITS)
    assert set_of(range(CELLS)) == sum(BITS) == FULL == (1 << 36) - 1


def test_the_layout_is_the_one_drawn() -> None:
    """Each row of the drawing in the docstring lists the bits of that row's cells."""
    drawing = str(geometry.__doc__).splitlines()
    drawn = [
        line.split("BL")[0].split("TL")[0] for line in drawing if line.strip()[:2] in {f"{n} " for n in range(1, 7)}
    ]
    numbers = [[int(word) for word in line.replace("|", " ").split()[1:]] for line in drawn]
    assert len(numbers) == 6
    for row, bits in enumerate(numbers):
        assert [1 << bit for bit in bits] == list(BITS[6 * row : 6 * row + 6])


@given(SETS)
def test_sets_and_cells_are_the_same_thing(stones: int) -> None:
    """The cells of a set are listed in ascending order, and make the same set again."""
    cells = cells_of(stones)
    assert cells == sorted(set(cells))
    assert set_of(cells) == stones


@given(SETS, st.integers(0, 7))
def test_a_turn_is_a_quarter_turn_of_its_quadrant(stones: int, turn: int) -> None:
    """The stones of the turned quadrant move by a quarter turn, and all others stay."""
    quadrant, right = divmod(turn, 2)
    top, left = 3 * (quadrant // 2), 3 * (quadrant % 2)
    image = set()
    for cell in cells_of(stones):
        row, column = divmod(cell, 6)
        if top <= row < top + 3 and left <= column < left + 3:
            # measured from the quadrant's middle, clockwise takes (down, right) to (right, -down)
            down, across = row - top - 1, column - left - 1
            down, across = (across, -down) if right else (-across, down)
            row, column = top + 1 + down, left + 1 + across
        image.add(6 * row + column)
    assert set(cells_of(geometry.turned(stones, turn))) == image


def test_there_are_32_lines_of_five() -> None:
    """There are 32 lines of five, 12 across, 12 down and 8 diagonal, each exactly once."""
    straight = set()
    for start, (down, right) in itertools.product(range(CELLS), ((0, 1), (1, 0), (1, 1), (1, -1))):
        cells = [(start // 6 + i * down, start % 6 + i * right) for i in range(5)]
        if all(0 <= row < 6 and 0 <= column < 6 for row, column in cells):
            straight.add(set_of(6 * row + column for row, column in cells))
    assert len(straight) == 32
    assert set(FIVES) == straight
    assert len(FIVES) == 32


def test_lines_of_straights_are_those_a_five_fits_on() -> None:
    """The 18 lines of straights are 6 rows, 6 columns and 6 diagonals in order along the board, and each five is on
    exactly one.
    """
    assert [len(group) for group in (ROWS, FILES, DIAGONALS, LINES)] == [6, 6, 6, 18]
    steps: list[Any] = [{b - a for a, b in itertools.pairwise(line)} for line in LINES]
    assert steps == [{1}] * 6 + [{6}] * 6 + [{7}] * 3 + [{5}] * 3
    assert sorted(len(line) for line in DIAGONALS) == [5, 5, 5, 5, 6, 6]
    for five in FIVES:
        assert sum(five & set_of(line) == five for line in LINES) == 1


@given(SETS)
def test_patterns_read_along_the_lines(stones: int) -> None:
    """Bit i of a line's byte is set if the i-th cell of the line has a stone."""
    expected = [sum(1 << i for i, cell in enumerate(line) if stones & BITS[cell]) for line in LINES]
    assert list(geometry.line_patterns(stones)) == expected


@given(SETS | st.sampled_from(FIVES), SETS, SETS)
def test_fives_and_fours_are_found(stones: int, and_a: int, and_b: int) -> None:
    """`has_five` is true exactly for sets that cover a line of five, and `lines_lacking_one` has the lines of which a
    set covers four cells. `THROUGH` has exactly the lines through a cell.
    """
    for sample in (stones, stones | and_a & and_b, stones & (and_a | and_b)):
        covered = [(sample & five).bit_count() for five in FIVES]
        assert geometry.has_five(sample) == (max(covered) == 5)
        assert geometry.lines_lacking_one(sample) == sum(1 << line for line, n in enumerate(covered) if n >= 4)
    for line, five in enumerate(FIVES):
        assert [through >> line & 1 for through in geometry.THROUGH] == [five & bit != 0 for bit in BITS]
