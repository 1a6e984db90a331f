"""The take-away games of the gallery have the lost positions that theory predicts."""

from __future__ import annotations

import itertools
import runpy
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
load = runpy.run_path(str(HERE / "games.py"))["load"]
counting = runpy.run_path(str(HERE / "counting.py"))
mover_wins, solve = counting["mover_wins"], counting["solve"]

GOLDEN = (1 + 5**0.5) / 2


def test_nim_is_won_exactly_when_the_nim_sum_is_not_zero() -> None:
    """Bouton's theorem holds for all heaps up to 4, 4 and 5."""
    memory: dict[Any, bool] = {}
    game = load("nim.py:Nim")
    for heaps in itertools.product(range(5), range(5), range(6)):
        assert mover_wins(game, (*heaps, 0), memory) == (reduce(xor, heaps) != 0)


def test_misere_nim_is_nim_but_for_the_end() -> None:
    """In misère Nim, a position with a heap above 1 is won if the nim sum is not zero, any other if the number of
    ones is even.
    """
    for heaps in itertools.product(range(4), repeat=3):
        if any(heaps):
            game = load("misere_nim.py:MisereNim", start=heaps)
            expected = reduce(xor, heaps) != 0 if max(heaps) > 1 else sum(heaps) % 2 == 0
            assert mover_wins(game) == expected


def test_subtract_a_square_has_the_lost_numbers_of_the_encyclopedia_of_sequences() -> None:
    """The lost numbers of subtract-a-square, up to 100, begin as in A030193."""
    game = load("subtract_square.py:SubtractASquare")
    memory: dict[Any, bool] = {}
    lost = [stones for stones in range(101) if not mover_wins(game, (stones, True), memory)]
    assert lost == [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95]


def test_wythoffs_queen_is_lost_on_the_golden_pairs() -> None:
    """The lost squares are the floors of k times the golden ratio and k times its square."""
    game = load("wythoff.py:Wythoff")
    start, memory = game.initial(), {}
    golden = {(int(k * GOLDEN), int(k * GOLDEN**2)) for k in range(10)}
    for x, y in itertools.product(range(10), range(14)):
        lost = not mover_wins(game, start._replace(x=x, y=y), memory)
        assert lost == ((min(x, y), max(x, y)) in golden)


def nimbers(options: Any, size: int) -> list[int]:
    """The nim values of heaps 0 to size, if options(n) yields the tuples of heaps that n may become."""
    values: list[int] = []
    for n in range(size + 1):
        reached = {reduce(xor, (values[part] for part in parts), 0) for parts in options(n)}
        values.append(next(value for value in itertools.count() if value not in reached))
    return values


def test_grundys_game_is_won_exactly_when_its_nim_value_is_not_zero() -> None:
    """The nim values up to 16 are those of the literature, and agree with the rules for single heaps and pairs."""
    values = nimbers(lambda n: [(a, n - a) for a in range(1, n) if a < n - a], 16)
    assert values == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3]
    game, memory = load("grundy.py:Grundy"), {}
    for a in range(1, 13):
        assert mover_wins(game, ((a,), 0), memory) == (values[a] != 0)
        for b in range(1, min(a, 6) + 1):
            assert mover_wins(game, ((a, b), 0), memory) == (values[a] != values[b])


def test_kayles_is_won_exactly_when_its_nim_value_is_not_zero() -> None:
    """The nim values of Kayles up to 11 are those of the literature. Two rows with a gap are won unless they are
    equal.
    """
    values = nimbers(lambda n: [(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)], 11)
    assert values == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    game, memory = load("kayles.py:Kayles"), {}
    for a, b in itertools.product(range(6), repeat=2):
        state = "I" * a + "." + "I" * b + " A"
        assert mover_wins(game, state, memory) == (values[a] != values[b])


def test_euclids_game_is_won_exactly_above_the_golden_ratio() -> None:
    """In Euclid's game the mover wins if the numbers are equal or their ratio exceeds the golden ratio."""
    for a in range(1, 25):
        for b in range(1, a + 1):
            assert mover_wins(load("euclid.py:Euclid", a=a, b=b)) == (a == b or a / b > GOLDEN)


def test_chomp_is_won_by_the_first_player_and_lost_on_two_rows_that_differ_by_one() -> None:
    """The first player wins every bar of Chomp with more than one square. With two rows, the lost positions are k
    over k - 1.
    """
    for rows, cols in [(1, 5), (2, 2), (2, 5), (3, 3), (3, 4)]:
        assert mover_wins(load("chomp.py:Chomp", rows=rows, cols=cols))
    game, memory = load("chomp.py:Chomp", rows=2, cols=6), {}
    for top in range(1, 7):
        for bottom in range(top + 1):
            board = tuple(tuple(c < length for c in range(6)) for length in (top, bottom))
            assert mover_wins(game, (board, 0), memory) == (bottom != top - 1)


def test_notakto_on_one_board_is_won_by_the_centre_alone() -> None:
    """The first player wins Notakto on one board, and only by playing in the centre."""
    game = load("notakto.py:Notakto")
    assert [bit for bit in game.actions(0) if solve(game, game.result(0, bit)) == 1] == [1 << 4]


@pytest.mark.parametrize(
    ("width", "height", "won"), [(2, 2, False), (4, 2, False), (3, 2, True), (4, 3, True), (4, 4, False)]
)
def test_cram_is_won_by_symmetry(width: int, height: int, won: bool) -> None:
    """The second player wins Cram on boards with two even sides, the first on boards with one even and one odd
    side.
    """
    assert mover_wins(load("cram.py:Cram", width=width, height=height)) == won
