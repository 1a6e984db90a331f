"""Boards, walks and arbitrary positions for the tests of Isolation."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import strategies as st

from advsearch_isolation import UNPLACED, Isolation, State

Position: TypeAlias = tuple[Isolation, State]


@st.composite
def _games(draw: st.DrawFn) -> Isolation:
    side = st.integers(1, 11)
    return Isolation(draw(side), draw(side), draw(st.sampled_from(["knight", "queen"])))


@st.composite
def _arbitrary(draw: st.DrawFn) -> Position:
    """Any position: with holes, each token placed or not, either side to move, and any ply."""
    game = draw(_games())
    size = game.width * game.height
    open_cells = draw(st.integers(0, (1 << size) - 1))
    tokens = draw(st.lists(st.integers(0, size - 1), unique=True, max_size=2))
    tokens = draw(st.permutations([*tokens, UNPLACED, UNPLACED][:2]))
    for cell in tokens:
        if cell != UNPLACED:
            open_cells &= ~(1 << cell)
    ply = draw(st.just(size - open_cells.bit_count()) | st.integers(0, 9_999 - open_cells.bit_count()))
    return game, State(open_cells, tokens[0], tokens[1], draw(st.integers(0, 1)), ply)


@st.composite
def _walked(draw: st.DrawFn) -> Position:
    """A position reached by random play from the start."""
    game = draw(_games())
    state = game.initial()
    for choice in draw(st.lists(st.integers(0, 120), max_size=30)):
        actions = game.actions(state)
        if not actions:
            break
        state = game.result(state, actions[choice % len(actions)])
    return game, state


@pytest.fixture(scope="session")
def games() -> st.SearchStrategy[Isolation]:
    return _games()


@pytest.fixture(scope="session")
def arbitrary() -> st.SearchStrategy[Position]:
    return _arbitrary()


@pytest.fixture(scope="session")
def walked() -> st.SearchStrategy[Position]:
    return _walked()


@pytest.fixture(scope="session")
def after() -> Callable[[Isolation, Sequence[str]], State]:
    """The state after actions given as text."""

    def play(game: Isolation, actions: Sequence[str]) -> State:
        state = game.initial()
        for text in actions:
            state = game.result(state, game.parse_action(state, text))
        return state

    return play


class CourseBoard:
    """The 7x7 course board as its heuristics see it, made only from the text of a position."""

    JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))

    def __init__(self, text: str) -> None:
        rows, self.active, *ply = text.split()
        lines = rows.split("/")
        self.height, self.width = len(lines), len(lines[0])
        signs = {(r, c): sign for r, line in enumerate(lines) for c, sign in enumerate(line)}
        self.blanks = [cell for cell, sign in signs.items() if sign == "."]
        self.locations = {sign: cell for cell, sign in signs.items() if sign in "AB"}
        self.move_count = int(ply[0]) if ply else len(signs) - len(self.blanks)

    def get_blank_spaces(self) -> list[tuple[int, int]]:
        return list(self.blanks)

    def get_opponent(self, player: str) -> str:
        return "B" if player == "A" else "A"

    def get_player_location(self, player: str) -> tuple[int, int] | None:
        return self.locations.get(player)

    def get_legal_moves(self, player: str | None = None) -> list[tuple[int, int]]:
        location = self.locations.get(player or self.active)
        if location is None:
            return list(self.blanks)
        landings = [(location[0] + r, location[1] + c) for r, c in self.JUMPS]
        return [cell for cell in landings if cell in self.blanks]

    def is_loser(self, player: str) -> bool:
        return player == self.active and not self.get_legal_moves()

    def is_winner(self, player: str) -> bool:
        return player != self.active and not self.get_legal_moves()


@pytest.fixture(scope="session")
def course_board() -> type[CourseBoard]:
    return CourseBoard


@st.composite
def _course_positions(draw: st.DrawFn) -> State:
    """Positions with both knights on 7x7, with many or few open cells."""
    mover, waiting = draw(st.lists(st.integers(0, 48), unique=True, min_size=2, max_size=2))
    cells = draw(st.permutations([cell for cell in range(49) if cell not in (mover, waiting)]))
    open_cells = cells[: draw(st.integers(0, 47) | st.integers(8, 16))]
    ply = draw(st.just(49 - len(open_cells)) | st.integers(0, 49))
    return State(sum(1 << cell for cell in open_cells), mover, waiting, draw(st.integers(0, 1)), ply)


@pytest.fixture(scope="session")
def course_positions() -> st.SearchStrategy[State]:
    return _course_positions()


@pytest.fixture(scope="session")
def report() -> Callable[[str, str], Any]:
    """A function of a report as it was printed: `report("report_000", "custom_score")`."""
    typed = {path.stem: runpy.run_path(str(path)) for path in (Path(__file__).parent / "reports").glob("*.py")}
    return lambda document, function: typed[document][function]
