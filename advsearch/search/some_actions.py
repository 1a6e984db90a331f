"""Searches some root actions only, for searchers that always search all: it searches the position after each."""

from __future__ import annotations

from typing import Any

import attrs

from advsearch.limits import Limits, Request
from advsearch.protocol import AnyGame, Search, utilities_of
from advsearch.results import Result
from advsearch.search.returned import root_actions
from advsearch.values import Value, is_proven


def best_of_some(search: Search, game: AnyGame, state: Any, request: Request) -> Result | None:
    """Search the positions after `request.actions`, each with its share of the limits, and return the result of the
    root as if no other action were legal. The result is proven if each of them is. It is None if no node may be
    entered."""
    budget = request.budget()
    wanted, mover = root_actions(game, state, request.actions), game.player(state)
    nodes, best = 1, None
    exact = proven = True
    for place, action in enumerate(wanted):
        if budget.spent(nodes + 1):
            return None if best is None else attrs.evolve(best, exact=False, proven=False, nodes=nodes)
        limits = _share(request.limits, nodes, budget.seconds(), len(wanted) - place)
        after = game.result(state, action)
        found = search(after, Request(limits, request.stop))
        nodes += found.nodes
        value = _seen_above(game, found.value if game.player(after) == mover else -found.value)
        exact, proven = exact and found.exact, proven and found.proven
        if best is None or value > best.value:
            best = Result(action, value + 0, depth=found.depth + 1, nodes=nodes, pv=(action, *found.pv))
    assert best is not None
    return attrs.evolve(best, exact=exact, proven=proven, nodes=nodes, seconds=budget.seconds())


def _share(limits: Limits, nodes: int, seconds: float, many: int) -> Limits:
    """What one of so many searches may use of what is left."""
    return attrs.evolve(
        limits,
        depth=None if limits.depth is None else max(0, limits.depth - 1),
        nodes=None if limits.nodes is None else max(0, limits.nodes - nodes) // many,
        time_s=None if limits.time_s is None else max(0.0, limits.time_s - seconds) / many,
    )


def _seen_above(game: AnyGame, value: Value) -> Value:
    """The value of a position as it is one ply before."""
    if utilities_of(game) != "outcome" or not is_proven(value):
        return value
    return value - 1 if value > 0 else value + 1
