"""Correct searchers of various authors, which share no code, break no law."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from advsearch.search.alphabeta import AlphaBeta, search_window
from advsearch.testing import LawBroken, check_searcher, estimate

INF = math.inf


@contextmanager
def deep_stack(plies: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 2 * plies + 1_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def fail_hard(tree: Any, depth: int, alpha: Any = -INF, beta: Any = INF) -> Any:
    """Fail-hard alpha-beta with a table of bounds by state and depth; a value is limited to the window."""
    me = tree.player(tree.initial())
    bounds: dict[Any, list[Any]] = {}

    def search(state: Any, left: int, low: Any, high: Any) -> Any:
        if tree.terminal(state):
            return min(max(tree.utility(state, me), low), high)
        if left == 0:
            return min(max(tree.evaluate(state, me), low), high)
        known = bounds.setdefault((state, left), [-INF, INF])
        if known[0] >= high:
            return high
        if known[1] <= low:
            return low
        if known[0] == known[1]:
            return known[0]
        a, b = low, high
        for action in tree.actions(state):
            child = tree.result(state, action)
            if tree.player(state) == me:
                a = max(a, search(child, left - 1, a, b))
            else:
                b = min(b, search(child, left - 1, a, b))
            if a >= b:
                break
        value = a if tree.player(state) == me else b
        if value > low:
            known[0] = max(known[0], value)
        if value < high:
            known[1] = min(known[1], value)
        return value

    start = tree.initial()
    with deep_stack(depth):
        if tree.terminal(start) or alpha != -INF or beta != INF:
            return search(start, depth, alpha, beta), None
        best, chosen = -INF, None
        for action in tree.actions(start):
            value = search(tree.result(start, action), depth - 1, best, INF)
            if chosen is None or value > best:
                best, chosen = value, action
        return best, chosen


def mtdf(tree: Any, depth: int) -> Any:
    """MTD(f) with the first guess 0, over a fail-soft search with memory, for integers and floats."""
    me = tree.player(tree.initial())
    lower: dict[Any, Any] = {}
    upper: dict[Any, Any] = {}
    choice: dict[Any, Any] = {}

    def probe(state: Any, left: int, test: Any) -> Any:
        """A lower bound of the value, at least `test`; or an upper bound below `test`."""
        key = (state, left)
        if lower.get(key, -INF) >= test:
            return lower[key]
        if upper.get(key, INF) < test:
            return upper[key]
        if tree.terminal(state):
            value = tree.utility(state, me)
        elif not left:
            value = tree.evaluate(state, me)
        elif tree.player(state) == me:
            value = -INF
            for action in tree.actions(state):
                found = probe(tree.result(state, action), left - 1, test)
                if found > value:
                    value = found
                    if value >= test:
                        choice[key] = action
                        break
        else:
            value = INF
            for action in tree.actions(state):
                value = min(value, probe(tree.result(state, action), left - 1, test))
                if value < test:
                    break
        if value >= test:
            lower[key] = value
        else:
            upper[key] = value
        return value

    def drive(left: int) -> Any:
        low, high, value = -INF, INF, 0
        while low < high:
            just_above = math.nextafter(value, INF) if isinstance(value, float) else value + 1
            test = value if value > low else just_above
            value = probe(tree.initial(), left, test)
            low, high = (value, high) if value >= test else (low, value)
        return value

    start = tree.initial()
    with deep_stack(depth):
        if tree.terminal(start):
            return tree.utility(start, me), None
        value = drive(depth)
        action = choice.get((start, depth))
        if action is None:  # the root was never above the last test, so one more search finds the action
            probe(start, depth, value)
            action = choice[start, depth]
        return value, action


def solver(game: Any, state: Any) -> Any:
    """A plain solver with a memo, to the end of the game, without recursion."""
    values: dict[Any, Any] = {}
    stack = [state]
    while stack:
        top = stack[-1]
        if top in values:
            stack.pop()
        elif game.terminal(top):
            values[top] = game.utility(top, 0)
        else:
            children = [game.result(top, action) for action in game.actions(top)]
            missing = [child for child in children if child not in values]
            if missing:
                stack.extend(missing)
            else:
                values[top] = (min if game.player(top) else max)(values[child] for child in children)
    sign = -1 if game.player(state) else 1
    best = [a for a in game.actions(state) if values[game.result(state, a)] == values[state]]
    return sign * values[state], best[0] if best else None


@pytest.mark.parametrize(
    ("searcher", "settings", "laws"),
    [
        (fail_hard, {"window": "hard", "prunes": True}, 19),
        (mtdf, {"prunes": True, "infinite": False}, 18),
        (solver, {}, 12),
    ],
    ids=["fail-hard alpha-beta with a table", "MTD(f)", "a memoised solver"],
)
def test_a_correct_searcher_breaks_no_law(searcher: Any, settings: Any, laws: int) -> None:
    """Every law that applies holds, and most of them apply."""
    report = check_searcher(searcher, profile="fast", **settings)
    assert len(report.tried) >= laws, str(report)


def test_what_is_declared_is_what_is_judged() -> None:
    """A correct fail-soft search that is declared fail-hard breaks a law."""

    def fail_soft(tree: Any, depth: int, alpha: Any, beta: Any) -> Any:
        return search_window(tree, tree.initial(), depth, alpha, beta, AlphaBeta(evaluator=estimate)).value

    check_searcher(fail_soft, window="soft", distances=True, only=["the window's inequalities"], profile="fast")
    with pytest.raises(LawBroken, match="the window's inequalities"):
        check_searcher(fail_soft, window="hard", distances=True, only=["the window's inequalities"])


def shuffled(tree: Any, depth: int) -> Any:
    """NegaScout that tries actions in another order than the game; values are the mover's, negated when the turn
    passes.
    """
    dice = random.Random(0)
    start = tree.initial()
    me = tree.player(start)

    def scout(state: Any, left: int, low: Any, high: Any) -> tuple[Any, Any]:
        mover = tree.player(state)
        if tree.terminal(state) or not left:
            worth = tree.utility(state, me) if tree.terminal(state) else tree.evaluate(state, me)
            return (worth if mover == me else -worth), None
        best, chosen = -INF, None
        actions = list(tree.actions(state))
        for action in dice.sample(actions, len(actions)):
            child = tree.result(state, action)
            sign = 1 if tree.player(child) == mover else -1

            def look(low: Any, high: Any, child: Any = child, sign: int = sign) -> Any:
                ends = (low, high) if sign > 0 else (-high, -low)
                return sign * scout(child, left - 1, *ends)[0]

            bound = max(low, best)
            value = look(bound, high if chosen is None else min(high, bound + 1))
            if chosen is not None and bound + 1 <= value < high:
                value = look(bound, high)
            if chosen is None or value > best:
                best, chosen = value, action
            if best >= high:
                break
        return best, chosen

    return scout(start, depth, -INF, INF)


def backwards(tree: Any, depth: int) -> Any:
    """Alpha-beta that tries the actions from the last to the first."""
    start = tree.initial()
    me = tree.player(start)

    def search(state: Any, left: int, low: Any, high: Any) -> tuple[Any, Any]:
        if tree.terminal(state) or not left:
            return (tree.utility if tree.terminal(state) else tree.evaluate)(state, me), None
        found: list[Any] = []
        for action in reversed(tree.actions(state)):
            value = search(tree.result(state, action), left - 1, low, high)[0]
            found.append((value, action))
            if tree.player(state) == me:
                low = max(low, value)
            else:
                high = min(high, value)
            if low >= high:
                break
        choose = max if tree.player(state) == me else min
        return choose(found, key=lambda pair: pair[0])

    return search(start, depth, -INF, INF)


@pytest.mark.parametrize("searcher", [shuffled, backwards])
def test_a_search_may_take_actions_in_an_order_of_its_own(searcher: Any) -> None:
    """A search may try actions in another order than the game. Then its effort is tested on trees with equal
    values.
    """
    report = check_searcher(searcher, prunes=True, profile="fast")
    assert {law.law: law.examples for law in report.laws}["the minimal tree"] == 2
