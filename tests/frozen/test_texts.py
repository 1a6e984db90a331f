"""The text of each search, run as plain Python, gives the recorded results of both tiers.

Where a search has no table and no order, these are the recorded lines of both tiers. Where it has, they are the lines
of the compiled tier, and the text takes the recorded tier's place in a table's buckets for a state, so that it loses
the same entries.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from advsearch.compiled.engine import kernels_of
from advsearch.compiled.memory import mix
from advsearch.compiled.moves import moves_of
from advsearch.search.kit.table import Table
from advsearch.search.pvs import Guided, PVSTree

HERE = Path(__file__).parent
MOST_NODES = 20_000
"""Lines of more nodes are left out here; `python tests/frozen/searches.py compare` has them all."""


@pytest.fixture(scope="module")
def searches() -> ModuleType:
    spec = importlib.util.spec_from_file_location("frozen_searches", HERE / "searches.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def same_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """States have the places in tables that the compiled tier gave them."""
    before = Guided.open
    known: dict[Any, Any] = {}

    def opened(searcher: Guided, game: Any, state: Any, budget: Any) -> Any:
        session: Any = before(searcher, game, state, budget)
        tree = session.tree
        if isinstance(tree, PVSTree):
            if game not in known:
                known[game] = moves_of(kernels_of(game))
            moves, root = known[game], game.player(state)
            sided = not getattr(tree.evaluate, "antisymmetric", False)

            def content(position: Any) -> int:
                hashed = int(sided and game.player(position) != root)
                for word in moves.key(moves.encode(position)):
                    hashed = mix(hashed, word)
                return hashed

            tree.content = content
        return session

    monkeypatch.setattr(Guided, "open", opened)
    monkeypatch.setattr(Table, "place", lambda table, number: 2 * (number & table.mask))


def plain(search: str) -> bool:
    """Whether nothing in a search has a table or an order, so that both tiers always searched alike."""
    words = ("table=", "order=", "deepening", "isolation-", "compass", "pentago-best", "fewer-nodes", "hybrid")
    return not any(word in search for word in words)


@pytest.mark.needs_numba
@pytest.mark.usefixtures("same_places")
@pytest.mark.parametrize("beginning", ["isolation", "pentago", "connect4"])
def test_texts_give_the_recorded_results(searches: ModuleType, beginning: str) -> None:
    """Action, value, depth, nodes, line, scores and exactness are those of each recorded line."""
    games = {spec: game for spec, _, game in searches.games(beginning)}
    compared = 0
    for line in searches.frozen(beginning):
        asked = line["search"]
        compiled = "tier=compiled" in asked
        unfit = "error" in line or not isinstance(line["plies"], int) or line["game"] not in games
        if unfit or line["nodes"] > MOST_NODES or not (compiled or ("tier=reference" in asked and plain(asked))):
            continue
        game = games[line["game"]]
        seed = dict(searches.POSITIONS[line["game"]])[line["plies"]]
        state = searches.position(game, line["plies"], seed)
        again = asked.replace("tier=compiled", "tier=reference")
        found = searches.answer(game, state, again, line["limits"], line["every"])
        recorded = {**searches.UNSAID, **line}
        assert {key: recorded[key] for key in found if key != "tier"} == {
            key: value for key, value in found.items() if key != "tier"
        }, (asked, line["plies"])
        compared += 1
    assert compared > 100 or not games
