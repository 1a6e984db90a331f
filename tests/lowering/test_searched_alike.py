"""Plain games in several styles, searched on both tiers, have the same values and enter the same positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import attrs
import pytest

from advsearch.analysis.perft import perft
from advsearch.binding import Tiered, Uncompiled, bind
from advsearch.protocol import null
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.solving import Solver


class Marks:
    """Three in a row on a text of nine characters."""

    utilities = "outcome"
    lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def initial(self) -> str:
        return "." * 9

    def player(self, state: str) -> int:
        return 0 if state.count("x") == state.count("o") else 1

    def actions(self, state: str) -> list[int]:
        return [cell for cell, mark in enumerate(state) if mark == "."]

    def result(self, state: str, action: int) -> str:
        return state[:action] + "xo"[self.player(state)] + state[action + 1 :]

    def _wins(self, state: str, mark: str) -> bool:
        return any(all(state[cell] == mark for cell in line) for line in self.lines)

    def terminal(self, state: str) -> bool:
        return "." not in state or self._wins(state, "x") or self._wins(state, "o")

    def utility(self, state: str, player: int) -> int:
        mine, other = ("x", "o") if player == 0 else ("o", "x")
        return 1 if self._wins(state, mine) else -1 if self._wins(state, other) else 0


def open_lines(game: Marks, state: str, player: int) -> int:
    """Lines without the other's mark, minus those without one's own."""
    mine, other = ("x", "o") if player == 0 else ("o", "x")
    value = 0
    for line in game.lines:
        marks = [state[cell] for cell in line]
        if other not in marks:
            value += 1
        if mine not in marks:
            value -= 1
    return value


@dataclass(frozen=True)
class Pits:
    north: tuple[int, ...]
    south: tuple[int, ...]
    stores: tuple[int, int]
    mover: int


class Sowing:
    """Sow counterclockwise; ending in one's own store is another turn. Scores are stones."""

    pits = 3

    def initial(self) -> Pits:
        return Pits((2,) * self.pits, (2,) * self.pits, (0, 0), 0)

    def player(self, state: Pits) -> int:
        return state.mover

    def terminal(self, state: Pits) -> bool:
        return not any(state.north) or not any(state.south)

    def actions(self, state: Pits) -> tuple[int, ...]:
        mine = state.south if state.mover == 0 else state.north
        return tuple(pit for pit in range(self.pits) if mine[pit] > 0)

    def result(self, state: Pits, action: int) -> Pits:
        sides = [list(state.south), list(state.north)]
        stores = list(state.stores)
        hand, side, pit = sides[state.mover][action], state.mover, action
        sides[side][pit] = 0
        again = False
        while hand > 0:
            pit += 1
            hand -= 1
            if pit == self.pits:
                if side == state.mover:
                    stores[side] += 1
                    again = hand == 0
                else:
                    hand += 1
                side, pit = 1 - side, -1
                continue
            sides[side][pit] += 1
        mover = state.mover if again else 1 - state.mover
        return replace(
            state, south=tuple(sides[0]), north=tuple(sides[1]), stores=(stores[0], stores[1]), mover=mover
        )

    def utility(self, state: Pits, player: int) -> int:
        south, north = state.stores[0] + sum(state.south), state.stores[1] + sum(state.north)
        return south - north if player == 0 else north - south


def banked(game: Sowing, state: Pits, player: int) -> float:
    """Stones in store, and a third of those in the pits."""
    value = state.stores[0] - state.stores[1] + (sum(state.south) - sum(state.north)) / 3
    return value if player == 0 else -value


@attrs.frozen
class Stones:
    black: frozenset[tuple[int, int]]
    white: frozenset[tuple[int, int]]
    turn: int = 0


class Bridge:
    """Connect one's own two sides of a board of hexagons; a flood fill tells the winner."""

    utilities = "outcome"

    def __init__(self, size: int = 3) -> None:
        self.size = size

    def initial(self) -> Stones:
        return Stones(frozenset(), frozenset())

    def player(self, state: Stones) -> int:
        return state.turn

    def actions(self, state: Stones) -> list[tuple[int, int]]:
        return [
            (row, column)
            for row in range(self.size)
            for column in range(self.size)
            if (row, column) not in state.black and (row, column) not in state.white
        ]

    def result(self, state: Stones, action: tuple[int, int]) -> Stones:
        if state.turn == 0:
            return attrs.evolve(state, black=state.black | {action}, turn=1)
        return attrs.evolve(state, white=state.white | {action}, turn=0)

    def _connects(self, stones: frozenset[tuple[int, int]], axis: int) -> bool:
        border = [stone for stone in sorted(stones) if stone[axis] == 0]
        seen = set(border)
        while border:
            row, column = border.pop()
            if (row, column)[axis] == self.size - 1:
                return True
            for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
                other = (row + down, column + right)
                if other in stones and other not in seen:
                    seen.add(other)
                    border.append(other)
        return False

    def terminal(self, state: Stones) -> bool:
        return self._connects(state.black, 0) or self._connects(state.white, 1)

    def utility(self, state: Stones, player: int) -> int:
        winner = 0 if self._connects(state.black, 0) else 1
        return 1 if player == winner else -1


def central(game: Bridge, state: Stones, player: int) -> int:
    """Stones near the middle."""
    value = 0
    for row, _ in state.black:
        value += game.size - abs(2 * row - game.size + 1)
    for _, column in state.white:
        value -= game.size - abs(2 * column - game.size + 1)
    return value if player == 0 else -value


class Row(NamedTuple):
    numbers: tuple[int, ...]
    first: int
    last: int
    difference: int
    turn: int


class Ends:
    """Take a number from either end of a row, or two at once; the greater sum wins by the difference."""

    numbers = (3, 9, 1, 4, 4, 7, 2)

    def initial(self) -> Row:
        return Row(self.numbers, 0, len(self.numbers), 0, 0)

    def player(self, state: Row) -> int:
        return state.turn

    def terminal(self, state: Row) -> bool:
        return state.first >= state.last

    def _moves(self, state: Row) -> Iterator[str]:
        yield "left"
        yield "right"
        if state.last - state.first > 2:
            yield "both"

    def actions(self, state: Row) -> tuple[str, ...]:
        return tuple(self._moves(state))

    def result(self, state: Row, action: str) -> Row:
        taken, first, last = 0, state.first, state.last
        if action in ("left", "both"):
            taken += state.numbers[first]
            first += 1
        if action in ("right", "both"):
            last -= 1
            taken += state.numbers[last]
        sign = 1 if state.turn == 0 else -1
        return state._replace(first=first, last=last, difference=state.difference + sign * taken, turn=1 - state.turn)

    def utility(self, state: Row, player: int) -> float:
        return state.difference / 2 if player == 0 else -state.difference / 2


def rest(game: Ends, state: Row, player: int) -> float:
    """What is in hand, and a fraction of the rest for the player to move."""
    value = state.difference if player == 0 else -state.difference
    left = sum(state.numbers[state.first : state.last]) / 7
    return value + (left if player == state.turn else -left)


GAMES = [(Marks(), open_lines), (Sowing(), banked), (Bridge(), central), (Ends(), rest)]
NAMES = [type(game).__name__ for game, _ in GAMES]


def positions(game: Any, number: int = 3) -> list[Any]:
    rng = random.Random(type(game).__name__)
    found = [game.initial()]
    while len(found) < number:
        state = game.initial()
        for _ in range(rng.randint(1, 5)):
            if not game.terminal(state):
                state = game.result(state, rng.choice(game.actions(state)))
        if not game.terminal(state):
            found.append(state)
    return found


def found_by(searcher: Any, game: Any, state: Any, **options: Any) -> Any:
    result = searcher.search(game, state, **options)
    return attrs.evolve(result, seconds=0.0, tier="reference")


@pytest.mark.parametrize(("game", "evaluator"), GAMES, ids=NAMES)
@pytest.mark.parametrize("make", [AlphaBeta, Minimax])
def test_searches_without_a_table_enter_the_same_positions(make: Any, game: Any, evaluator: Any) -> None:
    """Value, action, line, scores and nodes of uncompiled searches are equal, for any position, depth and
    evaluator.
    """
    for state in positions(game):
        for depth, chosen, every_action in ((1, evaluator, False), (2, null, True), (3, evaluator, False)):
            searcher = make(depth=depth, evaluator=chosen)
            expected = found_by(Tiered(searcher, "reference"), game, state, every_action=every_action)
            assert found_by(Uncompiled(searcher), game, state, every_action=every_action) == expected


@pytest.mark.needs_numba
@pytest.mark.parametrize(("game", "evaluator"), GAMES, ids=NAMES)
def test_machine_code_enters_the_same_positions(game: Any, evaluator: Any) -> None:
    """Plain alpha-beta and perft in machine code give the reference tier's results, and the search reports that it
    was compiled.
    """
    bound = bind(AlphaBeta(depth=4, evaluator=evaluator), game, at_once=False)
    assert (bound.tier, bound.why) == ("compiled", None)
    for state in positions(game):
        found = bound(state)
        assert (found.tier, found.note) == ("compiled", None)
        expected = found_by(Tiered(AlphaBeta(depth=4, evaluator=evaluator), "reference"), game, state)
        assert attrs.evolve(found, seconds=0.0, tier="reference") == expected
        counted, plain = perft(game, 3, state, tier="compiled"), perft(game, 3, state, tier="reference")
        assert counted.tier == "compiled"
        assert (counted.leaves, counted.finished, counted.nodes) == (plain.leaves, plain.finished, plain.nodes)


@pytest.mark.needs_numba
@pytest.mark.slow
@pytest.mark.parametrize(("game", "evaluator"), GAMES, ids=NAMES)
def test_deepening_has_the_values_of_plain_alphabeta(game: Any, evaluator: Any) -> None:
    """Tables keyed by packed states, and orderings, do not change any value."""
    for state in positions(game):
        found = bind(Deepening(max_depth=4, evaluator=evaluator, table=1 << 12), game, tier="compiled")(state)
        truth = found_by(
            Tiered(AlphaBeta(depth=found.depth, evaluator=evaluator), "reference"), game, state, every_action=True
        )
        assert found.note is None
        assert found.value == truth.value
        assert found.action in truth.best


@pytest.mark.needs_numba
@pytest.mark.parametrize("game", [Marks(), Bridge(), Sowing()], ids=["Marks", "Bridge", "Sowing"])
def test_the_solver_has_the_reference_provers_values(game: Any) -> None:
    """The solver finds the exact values of late positions, with states packed by the values that their cells take."""
    solver, plain = Solver(game, table_mb=16, tier="compiled"), Solver(game, tier="reference")
    for state in positions(game, 4)[1:]:
        found = solver.solve(state)
        assert (found.value, found.tier) == (plain.solve(state).value, "compiled")
