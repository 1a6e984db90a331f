"""The text of principal variation search enters the nodes of the guided search in machine code."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from advsearch import bind, limits
from advsearch.binding import Uncompiled
from advsearch.compiled import guided
from advsearch.compiled.memory import mix
from advsearch.search import AlphaBeta, pvs
from advsearch.search.kit.orders import History, Killers
from advsearch.search.kit.session import Session
from advsearch.search.kit.table import Table
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape

OPTIONS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (0, ("killers",)),
    (0, ("history",)),
    (2, ("table", "killers", "history")),
    (8, ()),
    (64, ("table", "history")),
    (1_000, ("table", "killers", "history")),
)


class ByPlace:
    """A tree whose actions are their places in the list, as the compiled tier names them."""

    def __init__(self, tree: Any) -> None:
        self._tree = tree

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tree, name)

    def actions(self, state: Any) -> tuple[int, ...]:
        return tuple(range(len(self._tree.actions(state))))

    def result(self, state: Any, action: int) -> Any:
        return self._tree.result(state, self._tree.actions(state)[action])


@pytest.mark.parametrize("ties", ["first", "random"])
def test_each_probe_is_that_of_the_guided_search(
    ties: Any, with_kernels: Callable[[Any, Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On 240 trees, with each table and order, probe after probe and in windows: value, line, facts and nodes."""
    monkeypatch.setattr(guided, "LOOKED_UP", 2)
    monkeypatch.setattr(pvs, "LOOKED_UP", 2)
    monkeypatch.setattr(Table, "place", lambda table, number: 2 * (number & table.mask))
    for seed in range(240):
        chosen = random.Random(seed)
        shape = some_shape(chosen.randint, utilities=chosen.choice(["outcome", "score"]))
        game = with_kernels(ByPlace(grow(chosen.randint, shape)), estimate)
        start = game.initial()
        slots, order = OPTIONS[seed % len(OPTIONS)]
        search = bind(Uncompiled(AlphaBeta(None, estimate, slots, order, ties, 3)), game)
        budgets = [limits.Budget(limits.Limits(nodes=None if seed % 3 else 40)) for _ in range(2)]
        guiding: Any = search.steered().start(start, budgets[0])
        moves = guiding._engine.moves
        root = game.player(start)

        def content(state: Any, game: Any = game, moves: Any = moves, root: int = root) -> int:
            hashed = int(game.player(state) != root)
            for word in moves.key(moves.encode(state)):
                hashed = mix(hashed, word)
            return hashed

        tree = pvs.PVSTree(
            game,
            estimate,
            budgets[1],
            table=Table(slots) if slots else None,
            known_first="table" in order,
            killers=Killers(pvs.PLIES) if "killers" in order else None,
            history=History() if "history" in order else None,
        )
        tree.content = content
        tree.scale.real = guiding._engine.scale.numbers.type is float
        session = Session(tree, start, budgets[1], ties, 3)
        for depth in range(1, 6):
            window = (None, None) if depth % 2 else (-1, 1)
            one, other = guiding.probe(depth, *window), session.probe(depth, *window)
            assert one == other, (seed, depth, game._game._tree)
            assert guiding.nodes == session.nodes, (seed, depth, game._game._tree)
