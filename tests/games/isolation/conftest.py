"""Boards, walks and arbitrary positions for every test of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import pytest
from advsearch_isolation import UNPLACED, Isolation, State
from hypothesis import strategies as st

Position: TypeAlias = tuple[Isolation, State]


@st.composite
def _games(draw: st.DrawFn) -> Isolation:
    side = st.integers(1, 11)
    return Isolation(draw(side), draw(side), draw(st.sampled_from(["knight", "queen"])))


@st.composite
def _arbitrary(draw: st.DrawFn) -> Position:
    """Any position there is: holes anywhere, each token placed or not, either side to move, any ply."""
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
    """A position reached by play from the start."""
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
