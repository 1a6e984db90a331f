"""The gallery's games of placing, jumping and sowing have values and counts that were derived in another way."""

from __future__ import annotations

import functools
import itertools
import random
import runpy
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
load = runpy.run_path(str(HERE / "games.py"))["load"]
counting = runpy.run_path(str(HERE / "counting.py"))
perft, solve, reachable = counting["perft"], counting["solve"], counting["reachable"]
mover_wins = counting["mover_wins"]


def walk(game: Any, seed: int) -> list[Any]:
    """The actions of a random game."""
    chance, state, played = random.Random(seed), game.initial(), []
    while not game.terminal(state):
        played.append(chance.choice(list(game.actions(state))))
        state = game.result(state, played[-1])
    return played


def test_amazons_counts_walks_and_arrows_by_hand() -> None:
    """An amazon in a corner of 4x4 has 8 walks; on a strip, the square between the two decides for the mover."""
    game = load("amazons.py:Amazons")
    assert perft(game, 1) == 8
    walked = game.result(game.initial(), (1, 1))
    assert game.player(walked) == 0
    assert (
        len(game.actions(walked)) == 10
    )  # 3 in the row, 3 in the column, 2 on each diagonal, where an amazon ends one
    assert solve(load("amazons.py:Amazons", width=2, height=1)) == -1
    assert solve(load("amazons.py:Amazons", width=3, height=1)) == 1


@pytest.mark.parametrize(("houses", "outcomes"), [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWWWWL")])
def test_kalah_has_the_outcomes_of_the_paper_that_solved_it(houses: int, outcomes: str) -> None:
    """Kalah with one to three houses has the outcomes of Irving, Donkers and Uiterwijk, Solving Kalah (2000)."""
    for seeds, expected in enumerate(outcomes[: 3 if houses == 3 else 6], start=1):
        value = solve(load("kalah.py:Kalah", houses=houses, seeds=seeds))
        assert "LDW"[(value > 0) - (value < 0) + 1] == expected


def test_mancala_sows_and_captures_as_a_hand_does() -> None:
    """Seeds are sown one by one and never lost; twos and threes on the far side are captured from the end back."""
    game = load("mancala.py:Mancala")
    start = type(game.initial())((0, 0, 5, 1, 2, 1))
    after = game.result(start, 2)
    assert after.pits == (1, 1, 0, 2, 3, 2)
    assert after.scores == (0, 0)
    start = type(game.initial())((0, 0, 3, 1, 2, 1))
    assert game.result(start, 2)[:2] == ((0, 0, 0, 0, 0, 0), (7, 0))
    start = type(game.initial())((0, 0, 13, 0, 0, 0))
    assert game.result(start, 2)[:2] == ((2, 2, 2, 0, 2, 2), (3, 0))
    for seed in range(20):
        state = game.initial()
        for action in walk(game, seed):
            state = game.result(state, action)
            assert sum(state.pits) + sum(state.scores) == 18


def test_konane_opens_and_jumps_by_hand() -> None:
    """Konane on 4x4 has 4 openings and 12 pairs of them. A stone may continue to jump, and takes every stone that it
    jumped.
    """
    game = load("konane.py:Konane")
    assert [perft(game, 1), perft(game, 2)] == [4, 12]
    strip = load("konane.py:Konane", rows=1, columns=5)
    state = (((0, 1, None, 1, None),), 0)
    assert strip.actions(state) == [("jump", 0, 0, 0, 2), ("jump", 0, 0, 0, 4)]
    assert strip.result(state, ("jump", 0, 0, 0, 4)) == (((None, None, None, None, 0),), 1)
    assert strip.result(state, ("jump", 0, 0, 0, 2)) == (((None, None, 0, 1, None),), 1)


def test_dots_and_boxes_has_the_values_of_another_program() -> None:
    """A solver on one integer finds the same values on 1x1, 1x2, 1x3 and 2x2 boxes."""
    for across, down in [(1, 1), (2, 1), (3, 1), (2, 2)]:
        boxes = []
        upright = across * (down + 1)  # the number of the first upright edge
        for r, c in itertools.product(range(down), range(across)):
            flat = 1 << r * across + c | 1 << (r + 1) * across + c
            boxes.append(flat | 3 << upright + r * (across + 1) + c)
        edges = upright + down * (across + 1)

        @functools.cache
        def gain(drawn: int, edges: int = edges, boxes: tuple[int, ...] = tuple(boxes)) -> int:
            found = []
            for edge in range(edges):
                after = drawn | 1 << edge
                if after != drawn:
                    closed = sum(box & after == box and box & drawn != box for box in boxes)
                    found.append(closed + gain(after) if closed else -gain(after))
            return max(found, default=0)

        assert solve(load("dots_and_boxes.py:DotsAndBoxes", across=across, down=down)) == gain(0)


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (1, 7), (2, 3), (3, 3), (2, 5)])
def test_clobber_has_one_first_move_for_each_pair_of_neighbours(rows: int, columns: int) -> None:
    """In the start every two neighbours are enemies, so each pair is one move, for either player."""
    game = load("clobber.py:Clobber", rows=rows, columns=columns)
    start = game.initial()
    pairs = rows * (columns - 1) + columns * (rows - 1)
    assert len(game.actions(start)) == len(game.actions(start[:-1] + "o")) == pairs


def test_clobber_is_solved_as_on_sets() -> None:
    """A solver on sets of squares finds the same winners on boards of up to eight squares."""

    @functools.cache
    def wins(mine: frozenset[tuple[int, int]], theirs: frozenset[tuple[int, int]]) -> bool:
        for (r, c), (y, x) in itertools.product(mine, theirs):
            if abs(r - y) + abs(c - x) == 1 and not wins(theirs - {(y, x)}, mine - {(r, c)} | {(y, x)}):
                return True
        return False

    for rows, columns in [(1, 2), (1, 3), (1, 4), (1, 6), (2, 2), (2, 3), (2, 4)]:
        squares = set(itertools.product(range(rows), range(columns)))
        crosses = frozenset((r, c) for r, c in squares if (r + c) % 2 == 0)
        game = load("clobber.py:Clobber", rows=rows, columns=columns)
        assert mover_wins(game) == wins(crosses, frozenset(squares - crosses))


def test_sim_has_the_triangles_and_the_draws_of_five_points() -> None:
    """On six points 15,840 lines of play end with the fifth line. On five points only the 12 pentagons are draws."""
    assert len(load("sim.py:Sim", points=6).triangles) == 20
    game = load("sim.py:Sim")
    assert len(game.triangles) == 10
    assert [perft(game, depth) for depth in range(1, 6)] == [10, 90, 720, 5040, 30240]
    assert perft(game, 6) == (30240 - 10 * 6 * 7 * 6) * 5
    draws = [state for state in reachable(game) if game.terminal(state) and game.utility(state, 0) == 0]
    assert len(draws) == 12


def test_sim_on_six_points_is_never_drawn() -> None:
    """By Ramsey's theorem, six points always have a triangle of one colour, so Sim is never drawn."""
    game = load("sim.py:Sim", points=6)
    for seed in range(50):
        state = functools.reduce(game.result, walk(game, seed), game.initial())
        assert game.utility(state, 0) in (-1, 1)


def test_teeko_has_the_drops_and_wins_counted_by_hand() -> None:
    """In Teeko, 24 of the 84 triples of a 3x3 board win: 8 lines, and 4 triples in each of 4 squares."""
    game = load("teeko.py:Teeko")
    assert sum(game._done(triple) for triple in itertools.combinations(range(9), 3)) == 24
    assert [perft(game, depth) for depth in range(1, 7)] == [9, 72, 504, 3024, 15120, (15120 - 24 * 6 * 30) * 4]


def test_the_l_game_has_48_ls_and_65_first_moves() -> None:
    """In the L game two Ls lie on the board in 656 ways; the 65 first moves are 5 places times 13 choices for the
    neutral pieces.
    """
    path = runpy.run_path(str(HERE / "l_game.py"))
    shapes = path["all_ls"]()
    assert len(shapes) == 48
    assert sum(not a & b for a in shapes for b in shapes) == 656
    assert perft(load("l_game.py:LGame"), 1) == 65


@pytest.mark.parametrize("width", range(2, 9))
def test_on_a_strip_the_number_of_squares_between_decides(width: int) -> None:
    """On one row each step takes one of the squares between the two players, so the first player wins if their number
    is odd.
    """
    expected = 1 if width % 2 else -1
    assert solve(load("trap.py:Trap", width=width, height=1)) == expected
    assert solve(load("tron.py:Tron", columns=width, rows=1)) == expected


def test_trap_and_tron_count_steps_by_hand() -> None:
    """A king in a corner has three steps and a light cycle two. Far away, the other player has as many."""
    assert [perft(load("trap.py:Trap"), depth) for depth in (1, 2)] == [3, 9]
    assert [perft(load("tron.py:Tron"), depth) for depth in (1, 2, 3)] == [2, 4, 8]


def test_morris_counts_mills_by_hand() -> None:
    """In Morris 480 of the 6,720 ways to place five men close one of four mills; then one of two men is taken."""
    game = load("morris.py:Morris")
    counts = [8, 56, 336, 1680, 6720, (6720 - 480) * 3 + 480 * 2]
    assert [perft(game, depth) for depth in range(1, 7)] == counts


def test_col_and_snort_are_won_by_symmetry() -> None:
    """A half turn without a fixed point wins Col for the second player, and Snort if no point touches its image."""
    for width, height in [(2, 1), (4, 1), (6, 1), (4, 2), (2, 3)]:
        assert not mover_wins(load("colouring.py:Colouring", width=width, height=height))
    for width, height in [(1, 1), (3, 1), (5, 1), (7, 1), (3, 3)]:
        assert mover_wins(load("colouring.py:Colouring", width=width, height=height, snort=True))
    assert not mover_wins(load("colouring.py:Colouring", width=4, height=2, snort=True))


def test_santorini_counts_the_first_turns_by_hand() -> None:
    """In Santorini a worker in a corner of 3x3 steps to two edges with 5 sites each, or to the middle with 7."""
    game = load("santorini.py:Santorini")
    assert len(game.actions(game.initial())) == 17
    assert perft(game, 1) == 17
    city = type(game.initial())(((0, 1, 0), (1, 2, 3), (0, 0, 0)), ((0, 1), (2, 2)), 0)
    steps = {step for step, _ in game.actions(city)}
    assert steps == {(0, 0), (0, 2), (1, 0), (1, 1)}
    assert {game.utility(game.result(city, turn), 0) for turn in game.actions(city) if turn[0] == (1, 1)} == {1}


def test_quarto_on_two_by_two_is_lost_for_who_chooses_first() -> None:
    """In Quarto on 2x2 only the complement can safely be given second. The third piece shares a property with either,
    and every pair of squares is a line.
    """
    game = load("quarto.py:Quarto")
    assert solve(game) == -1
    assert [perft(game, depth) for depth in range(1, 5)] == [4, 16, 48, 144]


def test_toads_and_frogs_have_their_known_values() -> None:
    """In Toads and Frogs T_F is a star, so the player to move wins. T__F is zero, so the player to move loses."""
    for strip, first in [("T_F", True), ("T__F", False), ("_TF_", False), ("TF", False)]:
        game = load("toads_and_frogs.py:ToadsAndFrogs", strip=strip)
        assert mover_wins(game, "T:" + strip) == mover_wins(game, "F:" + strip) == first
    assert solve(load("toads_and_frogs.py:ToadsAndFrogs", strip="TTT__")) == 1


def test_coins_have_the_value_of_dynamic_programming() -> None:
    """The difference on a row of coins is the mover's best of both ends, minus what the other then gains."""

    @functools.cache
    def gain(row: tuple[int, ...]) -> int:
        return max(row[0] - gain(row[1:]), row[-1] - gain(row[:-1])) if row else 0

    for coins in [(), (5,), (3, 9, 1, 2), (8, 15, 3, 7), (3, 9, 1, 2, 7, 5, 4, 8)]:
        assert solve(load("coins.py:Coins", coins=coins)) == gain(coins)


def test_a_cop_catches_on_a_path_and_never_on_a_ring() -> None:
    """On a ring of eight squares and on a grid the robber stays away; on a path it is caught if time allows."""
    game = "cop_and_robber.py:CopAndRobber"
    assert solve(load(game, moves=20)) == -1
    assert solve(load(game, moves=20, holes=())) == -1
    assert solve(load(game, width=5, height=1, moves=20, holes=())) == 1
    assert solve(load(game, width=5, height=1, moves=3, holes=())) == -1


def test_ghost_is_won_by_the_letter_whose_only_word_the_other_completes() -> None:
    """In Ghost, after "d" the other player must complete "do"."""
    game = load("ghost.py:Ghost")
    assert solve(game) == 1
    assert solve(game, "d") == 1
    assert game.actions("do") == []
    assert sorted(game.actions("ca")) == ["b", "r"]


def test_two_programs_of_connect_four_and_of_reversi_agree() -> None:
    """The bitboard versions of Connect Four and Reversi have the counts of the plain versions, and random games
    agree.
    """
    text, bits = load("connect_four.py:ConnectFour"), load("four_bits.py:FourBits")
    assert [perft(bits, depth) for depth in range(1, 8)] == [7, 49, 343, 2401, 16807, 117649, 823536]
    plain, fills = load("othello.py:Othello", rows=8, columns=8), load("reversi_bits.py:ReversiBits")
    assert [perft(fills, depth) for depth in range(1, 7)] == [4, 12, 56, 244, 1396, 8200]
    for one, other, name in [(text, bits, lambda a: a), (plain, fills, lambda a: 64 if a == "pass" else a)]:
        for seed in range(12):
            state, twin = one.initial(), other.initial()
            for action in walk(one, seed):
                assert [name(a) for a in one.actions(state)] == list(other.actions(twin))
                state, twin = one.result(state, action), other.result(twin, name(action))
                assert one.terminal(state) == other.terminal(twin)
                assert one.terminal(state) or one.player(state) == other.player(twin)
            sign = one.utility(state, 0)
            assert (sign > 0) - (sign < 0) == other.utility(twin, 0)


def test_the_divisor_game_is_won_on_even_numbers() -> None:
    """The mover wins the divisor game exactly if the number is even; utilities are floats with quarters."""
    for n in range(1, 16):
        value = solve(load("divisors.py:Divisors", n=n))
        assert (value > 0) == (n % 2 == 0)
        assert isinstance(value, float)
    assert solve(load("divisors.py:Divisors", n=2)) == 1 + 0.25 * 11


def test_hounds_win_in_time_and_have_their_first_moves() -> None:
    """In hare and hounds the hounds have 7 first moves and the hare 3. With 30 plies the hounds win, as in Berlekamp,
    Conway and Guy.
    """
    assert [perft(load("hounds.py:Hounds"), depth) for depth in (1, 2)] == [7, 21]
    assert solve(load("hounds.py:Hounds", plies=30)) == 1


def test_green_trees_are_won_exactly_when_their_nim_value_is_not_zero() -> None:
    """By the colon principle a tree's value is the nim sum of one more than each branch's value."""

    def nimber(tree: Any) -> int:
        return functools.reduce(lambda total, branch: total ^ (1 + nimber(branch)), tree, 0)

    trees = [(), ((),), ((), ()), (((),), ((), ())), (((), ((),)), ((((),),),), ()), ((((), ()), ()), ((),))]
    for tree in trees:
        assert mover_wins(load("green_trees.py:GreenTrees", tree=tree)) == (nimber(tree) != 0)
    assert {nimber(tree) == 0 for tree in trees} == {False, True}


def test_nim_with_a_pass_is_nim_after_the_pass() -> None:
    """Nim without its pass is plain Nim; with it, one heap is won, and two heaps agree with a search on pairs."""

    @functools.cache
    def wins(a: int, b: int, free: bool) -> bool:
        if a == b == 0:
            return False
        after = [(x, b, free) for x in range(a)] + [(a, y, free) for y in range(b)] + [(a, b, False)] * free
        return any(not wins(*state) for state in after)

    game = load("nim_pass.py:NimWithPass")
    for a, b, free in itertools.product(range(6), range(6), (False, True)):
        state = game.initial()._replace(heaps=(a, b), pass_left=free)
        assert mover_wins(game, state) == wins(a, b, free)
        assert free or wins(a, b, free) == (a != b)
