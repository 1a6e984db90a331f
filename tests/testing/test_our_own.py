"""The built-in searchers and games break no law."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import pytest

import advsearch
from advsearch.binding import Tiered
from advsearch.limits import Budget
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.search.alphabeta import search_window
from advsearch.search.kit.table import LOWER, UPPER
from advsearch.testing import check_game, check_searcher, estimate
from advsearch.testing.calls import is_searcher
from advsearch.testing.catalogue import SEARCH_LAWS
from advsearch.testing.naming import evaluators_of

EVERY = ("table", "killers", "history")


def windowed(tree: Any, depth: int, alpha: Any, beta: Any) -> Any:
    """The built-in alpha-beta as a function with a window."""
    return search_window(tree, tree.initial(), depth, alpha, beta, AlphaBeta(evaluator=estimate)).value


class OpenTable:
    """The built-in alpha-beta as a function whose last table can be read."""

    def __init__(self) -> None:
        self.session: Any = None

    def __call__(self, tree: Any, depth: int) -> tuple[Any, Any]:
        state = tree.initial()
        if tree.terminal(state):
            return AlphaBeta().search(tree, state).value, None
        self.session = AlphaBeta(evaluator=estimate, table=100, order=EVERY).open(tree, state, Budget())
        found = self.session.probe(depth)
        return found.value, found.action

    def entries(self) -> Iterator[tuple[Any, int, Any, Any]]:
        """States, the depths to which they were searched, and the bounds on their values for the mover at the
        root.
        """
        game = self.session.game
        for row in self.session.tree.table.rows.rows.values():
            if not row.search:
                continue
            low, high = row.value if row.kind & LOWER else -inf, row.value if row.kind & UPPER else inf
            if game.player(row.key) == game.player(game.initial()):
                yield row.key, row.depth, low, high
            else:
                yield row.key, row.depth, -high, -low


open_table = OpenTable()

SEARCHERS: dict[str, tuple[Any, dict[str, Any]]] = {
    "minimax": (Minimax(), {"ties": "first"}),
    "alphabeta": (AlphaBeta(), {"ties": "first", "prunes": True}),
    "alphabeta with everything": (AlphaBeta(table=100, order=EVERY), {"prunes": True}),
    "alphabeta with drawn ties": (AlphaBeta(ties="random", seed=4), {}),
    "deepening": (Deepening(), {"prunes": True}),
    "deepening with aspiration": (Deepening(aspiration=1), {}),
    "deepening over minimax": (Deepening(Minimax()), {}),
    "a window": (windowed, {"window": "soft", "distances": True}),
    "a table": (open_table, {"entries": open_table.entries, "distances": True}),
}
TIERED: dict[str, Any] = {
    "alphabeta": AlphaBeta(),
    "alphabeta with everything": AlphaBeta(table=100, order=EVERY),
    "deepening": Deepening(),
    "minimax": Minimax(),
    "alphabeta with a tiny table": AlphaBeta(table=2, order=EVERY),
    "deepening with aspiration": Deepening(aspiration=1),
    "alphabeta with drawn ties": AlphaBeta(ties="random", seed=4),
}
# tests/games/isolation checks the board of 11x9 squares, in the default profile
GAMES = (
    "isolation(width=7, height=7)",
    "pentago",
    "isolation(width=3, height=3)",
    "isolation(width=5, height=4, moves=queen)",
    "isolation(width=11, height=11)",
    "pentago(rules=after-turn)",
)
QUICK = 12
"""The number of trees for each law. The default profile runs with `-m slow`, and CI checks registered entries with
`fast`."""
SEARCHER_LAWS = [law.name for law in SEARCH_LAWS]


@pytest.mark.parametrize("name", SEARCHERS)
def test_our_searchers_break_no_law(name: str) -> None:
    """Each built-in searcher, with its options, obeys every law that applies, on a dozen trees and the reference
    tier. Compiled forms are tested in `test_forms`.
    """
    searcher, settings = SEARCHERS[name]
    if is_searcher(searcher):
        searcher = Tiered(searcher, "reference")
    assert len(check_searcher(searcher, profile=QUICK, **settings).tried) >= 17


@pytest.mark.parametrize("spec", GAMES)
def test_our_games_break_no_law(spec: str) -> None:
    """Each built-in game obeys every law in the fast profile, at several sizes and in every variant, with evaluators
    and kernels.
    """
    game = advsearch.load_game(spec)
    assert len(check_game(game, evaluators=evaluators_of(game, every=True), profile="fast").tried) >= 30


@pytest.mark.needs_numba
@pytest.mark.parametrize("name", TIERED)
def test_our_tiers_agree(name: str) -> None:
    """Each compiled search returns what the reference tier and minimax return."""
    check_searcher(Tiered(TIERED[name]), profile=QUICK, only=["tiers agree"])


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHERS)
def test_our_searchers_break_no_law_in_the_default_profile(name: str) -> None:
    """The built-in searchers break no law in the default profile."""
    searcher, settings = SEARCHERS[name]
    check_searcher(searcher, **settings)


@pytest.mark.slow
@pytest.mark.parametrize("spec", GAMES)
def test_our_games_break_no_law_in_the_default_profile(spec: str) -> None:
    """The built-in games break no law in the default profile."""
    game = advsearch.load_game(spec)
    check_game(game, evaluators=evaluators_of(game, every=True))


@pytest.mark.slow
@pytest.mark.needs_numba
@pytest.mark.parametrize("name", TIERED)
def test_our_tiers_agree_in_the_default_profile(name: str) -> None:
    """The tiers agree in the default profile."""
    check_searcher(Tiered(TIERED[name]), only=["tiers agree"])


@pytest.mark.nightly
@pytest.mark.parametrize("law", SEARCHER_LAWS)
@pytest.mark.parametrize("name", SEARCHERS)
def test_our_searchers_break_no_law_all_night(name: str, law: str) -> None:
    """The built-in searchers break no law on 50,000 trees; `python tests/testing/nightly.py` runs them in pieces."""
    searcher, settings = SEARCHERS[name]
    check_searcher(searcher, profile="nightly", only=[law], **settings)


@pytest.mark.nightly
@pytest.mark.needs_numba
@pytest.mark.parametrize("name", TIERED)
def test_our_tiers_agree_all_night(name: str) -> None:
    """The tiers agree on 50,000 games."""
    check_searcher(Tiered(TIERED[name]), profile="nightly", only=["tiers agree"])


@pytest.mark.nightly
@pytest.mark.parametrize("spec", GAMES)
def test_our_games_break_no_law_all_night(spec: str) -> None:
    """The built-in games break no law on 50,000 positions."""
    game = advsearch.load_game(spec)
    check_game(game, evaluators=evaluators_of(game, every=True), profile="nightly")
