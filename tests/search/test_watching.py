"""What a watched search reports is what it did, and a search that is watched searches the same."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from advsearch import bind
from advsearch.errors import InvalidSettings
from advsearch.limits import Limits, Request
from advsearch.search import AlphaBeta, Deepening, Minimax
from advsearch.testing import estimate
from advsearch.testing.growing import grow, some_shape
from advsearch.watching import Began, Entered, Known, Leaf, Left

GUIDED = AlphaBeta(evaluator=estimate, table=50, order=("table", "killers", "history"))
SEARCHERS = {
    "minimax": Minimax(evaluator=estimate),
    "alphabeta": AlphaBeta(evaluator=estimate),
    "guided": GUIDED,
    "deepening": Deepening(GUIDED, aspiration=1),
}


def tree_of(seed: int) -> Any:
    chosen = random.Random(seed)
    return grow(chosen.randint, some_shape(chosen.randint, utilities=chosen.choice(["outcome", "score"])))


@attrs.define
class Open:
    """A node of the report that is not left yet."""

    entered: Entered
    children: list[Any] = attrs.Factory(list)
    known: bool = False


def check(toys: SimpleNamespace, game: Any, events: list[Any]) -> int:
    """Check each event against the game and the oracle. Return the number of nodes."""
    root = game.player(game.initial())
    path: list[Open] = []
    nodes = 0

    def worth(state: Any, depth: int, ply: int, mover: int) -> Any:
        value = toys.truth(game, state, depth, estimate, root, ply)
        return value if mover == root else -value

    for event in events:
        if isinstance(event, Began):
            assert path == []
        elif isinstance(event, Entered):
            nodes += not event.again
            assert event.ply == len(path)
            assert event.mover == game.player(event.state)
            if path:
                above = path[-1].entered
                assert game.result(above.state, event.action) == event.state
                assert event.depth == above.depth - 1
                path[-1].children.append(event.action)
            path.append(Open(event))
        elif isinstance(event, Known):
            assert event.ply == len(path) - 1
            path[-1].known = True
        elif isinstance(event, Leaf):
            nodes += 1
            above = path[-1].entered
            assert event.ply == len(path)
            assert game.result(above.state, event.action) == event.state
            assert game.terminal(event.state) == (event.why == "over")
            assert event.why == "over" or above.depth == 1
            assert event.value == worth(event.state, 0, event.ply, above.mover)
            path[-1].children.append(event.action)
        else:
            assert isinstance(event, Left)
            node = path.pop()
            entered = node.entered
            assert event.ply == entered.ply
            assert list(event.tried) == list(dict.fromkeys(node.children))
            assert (event.why == "table") == (not event.tried)
            assert event.why != "table" or node.known
            if event.why == "searched":
                assert set(event.tried) == set(game.actions(entered.state))
            if event.why == "cut":
                assert event.value >= entered.beta
                assert event.action == event.tried[-1]
            if entered.ply:
                value = worth(entered.state, entered.depth, entered.ply, entered.mover)
                low, high = entered.alpha, entered.beta
                assert (
                    event.value == value
                    or (event.value <= low and value <= event.value)
                    or (event.value >= high and value >= event.value)
                ), event
    assert path == []
    return nodes


@pytest.mark.parametrize("name", SEARCHERS)
def test_the_report_is_what_the_search_did(toys: SimpleNamespace, name: str) -> None:
    """On 250 trees, windows, order, leaves, cuts and values are right, and the result is as without a watcher."""
    for seed in range(250):
        game, depth = tree_of(seed), 1 + seed % 5
        search = bind(SEARCHERS[name], game, tier="reference")
        events: list[Any] = []
        found = search(game.initial(), Request(Limits(depth=depth), watch=events.append))
        alone = search(game.initial(), depth=depth)
        assert attrs.evolve(found, seconds=0) == attrs.evolve(alone, seconds=0)
        assert check(toys, game, events) == found.nodes


def test_a_stop_is_reported_at_each_open_node(toys: SimpleNamespace) -> None:
    """If the nodes run out, every node that was entered is left, and the last ones say why."""
    game = toys.TicTacToe()
    for nodes in range(1, 60, 3):
        events: list[Any] = []
        result = bind(AlphaBeta(depth=4), game, tier="reference")(
            game.initial(), Request(Limits(nodes=nodes), watch=events.append)
        )
        assert sum(isinstance(event, Entered | Leaf) for event in events) == result.nodes
        assert sum(isinstance(event, Entered) for event in events) == sum(isinstance(event, Left) for event in events)
        assert events[-1].why == "stopped"


@pytest.mark.needs_numba
def test_the_compiled_tier_refuses_to_be_watched() -> None:
    """Machine code reports nothing, so a watched search on the compiled tier is an error that says what to do."""
    search = bind("alphabeta(depth=2)", "isolation", tier="compiled")
    with pytest.raises(InvalidSettings, match="tier='reference'"):
        search(search.game.initial(), Request(watch=print))
