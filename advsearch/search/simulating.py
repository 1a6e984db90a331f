"""What runs a search that grows a tree, keeps the tree between moves, and says what it has found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from advsearch import limits
from advsearch.errors import InvalidSettings
from advsearch.limits import Request
from advsearch.protocol import AnyGame
from advsearch.results import Line, Result, RootLine
from advsearch.search.kit.budget import Budget
from advsearch.search.kit.grown import MOST_WANTED, GrownTree
from advsearch.search.returned import player_of, root_actions
from advsearch.search.searcher import finished_game, root_entered
from advsearch.values import MAX_PLIES, Value, is_proven, outcome_value

FIRST_PORTION: Final = 64
"""A line is reported after so many steps, after twice as many more, and so on."""
PLIES_APART: Final = 2
"""The kept tree is searched for the new position so many plies below its root."""
LOOKED_AT: Final = 1_000
"""How many positions of the kept tree are compared with the new one, those below the most visited actions first."""


class Simulating:
    """A bound search that grows a tree, and may keep it."""

    def __init__(
        self, game: AnyGame, make: Callable[[AnyGame, limits.Budget], GrownTree], steps: int | None, unlimited: int
    ) -> None:
        """Make a search that takes at most so many steps; None for as many as the limits allow, and `unlimited` if
        there is no limit either."""
        self.game = game
        self.make = make
        self.steps = steps
        self.unlimited = unlimited
        self._kept: list[tuple[GrownTree, Any]] = []

    def forget(self) -> None:
        """Forget the tree of the last move."""
        self._kept.clear()

    def __call__(self, state: Any, request: Request, /) -> Result:
        budget, game = request.budget(), self.game
        if game.terminal(state):
            return finished_game(game, state, budget)
        tree = self._planted(state, budget, request.actions)
        many = self.steps
        if many is None:
            many = self.unlimited if budget.limits == limits.NO_LIMITS and request.stop is None else limits.NEVER
        portion, going = FIRST_PORTION, True
        while going and many > 0:
            portion = min(portion, many)
            going = tree.search(state, portion)
            many -= portion
            portion *= 2
            solved = tree.nodes[0].low == tree.nodes[0].high
            if request.report is not None and tree.nodes[0].visits:
                request.report(shown_line(tree, request, budget.seconds()))
            if solved:
                break
        if budget.limits.only_a_clock and request.actions is None:
            self._kept[:] = [(tree, state)]
        return shown_result(tree, state, request, budget)

    def _planted(self, state: Any, budget: limits.Budget, some: tuple[Any, ...] | None) -> GrownTree:
        """Return the tree to search: a new one, or the part of the kept one that begins with `state`. A search of
        some root actions has a tree of its own."""
        player = player_of(self.game, state)
        wanted = [] if some is None else root_actions(self.game, state, some)
        kept = self._kept.pop() if self._kept and budget.limits.only_a_clock and some is None else None
        self._kept.clear()
        if kept is not None and kept[0].root_player == player:
            tree, before = kept
            place = tree_place(tree, before, state)
            if place is not None:
                tree.cut(place)
                tree.budget = Budget(budget)
                return tree
        tree = self.make(self.game, budget)
        tree.root_player = player
        if len(wanted) > MOST_WANTED:
            raise InvalidSettings(
                f"expected `actions` to be at most {MOST_WANTED:,} root actions, got {len(wanted):,}"
            )
        for index, action in enumerate(wanted):
            tree.wanted[index].action = action
        tree.of = len(wanted)
        tree.deepest = MAX_PLIES if budget.limits.depth is None else budget.limits.depth
        return tree


def tree_place(tree: GrownTree, root: Any, state: Any) -> int | None:
    """Return the number of the node at most two plies below the root that has a state, or None."""
    nodes, game, left = tree.nodes, tree.game, LOOKED_AT
    level = [(0, root)]
    for plies in range(PLIES_APART + 1):
        below: list[tuple[int, Any]] = []
        for index, each in level:
            if each == state:
                return index
            if plies < PLIES_APART and left > 0:
                found = sorted(children(tree, index), key=lambda child: -nodes[child].visits)[:left]
                below.extend((child, game.result(each, nodes[child].action)) for child in found)
                left -= len(found)
        level = below
    return None


def children(tree: GrownTree, index: int) -> range:
    node = tree.nodes[index]
    return range(node.first, node.first + node.children)


# --- what a tree says -----------------------------------------------------------------------------------------------


def value_of(tree: GrownTree, index: int, above: int) -> Value:
    """Return the value of a node for the player at the root, `above` plies below whom it is."""
    node, sign = tree.nodes[index], 1 if tree.root_player == 0 else -1
    if node.low == node.high:
        utility = sign * node.low + 0
        if isinstance(utility, float) and utility.is_integer():
            utility = int(utility)  # machine code has bounds in floats
        return outcome_value(utility, min(MAX_PLIES, node.plies + above)) if tree.outcome else utility
    return sign * tree.mean(index) + 0.0


def best_child(tree: GrownTree, at: int) -> int | None:
    """Return the child to play. A child that is proven worse than another is out; of those that are not proven, the
    most visited one is compared with the best proven one. If a win is proven, no child is played that may not win."""
    nodes = tree.nodes
    node = nodes[at]
    sign = 1 if node.mover == 0 else -1
    secured = node.low if sign == 1 else -node.high
    proven: int | None = None
    most, open_ones = 0, list[int]()
    for index in children(tree, at):
        child = nodes[index]
        low, high, visits = child.low, child.high, child.visits
        if sign == -1:
            low, high = -high, -low
        if low == high:
            if low == secured and (proven is None or sooner(tree, index, proven, won=low > 0)):
                proven = index
        elif high > secured and visits >= most and (low > 0 or secured <= 0):
            if visits > most:
                most, open_ones = visits, []
            open_ones.append(index)
    if not open_ones:
        return proven
    found = open_ones[0] if len(open_ones) == 1 else max(open_ones, key=lambda index: sign * tree.mean(index))
    if proven is None:
        return found
    return found if sign * tree.mean(found) > secured and most > 0 else proven


def sooner(tree: GrownTree, one: int, other: int, *, won: bool) -> bool:
    plies, others = tree.nodes[one].plies, tree.nodes[other].plies
    return plies < others if won else plies > others


def ranked(tree: GrownTree, index: int, sign: int) -> tuple[int, float]:
    return tree.nodes[index].visits, sign * tree.mean(index)


def pv_from(tree: GrownTree, index: int | None) -> tuple[Any, ...]:
    """Return the line of play that begins with the action to a node."""
    line = []
    while index is not None:
        line.append(tree.nodes[index].action)
        index = best_child(tree, index) if tree.nodes[index].children and tree.nodes[index].visits else None
    return tuple(line)


def root_lines(tree: GrownTree, many: int) -> tuple[RootLine, ...]:
    """Return the best root actions, the one to play first and then the most visited ones."""
    best, found = best_child(tree, 0), []
    sign = 1 if tree.root_player == 0 else -1
    others = list[int]()
    if many > 1:
        others = [index for index in children(tree, 0) if index != best]
        others.sort(key=lambda index: ranked(tree, index, sign), reverse=True)
    for index in ([] if best is None else [best, *others])[:many]:
        solved = tree.nodes[index].low == tree.nodes[index].high
        value = value_of(tree, index, 1)
        exact = solved and not (tree.outcome and is_proven(value))
        found.append(RootLine(tree.nodes[index].action, value, pv_from(tree, index), exact, solved))
    return tuple(found)


def shown(tree: GrownTree, request: Request) -> dict[str, Any]:
    """Return what lines and results have in common."""
    lines = root_lines(tree, request.lines)
    value: Value = lines[0].value if lines else 0.0
    solved = tree.nodes[0].low == tree.nodes[0].high
    every = [
        (tree.nodes[index].action, tree.nodes[index].visits, value_of(tree, index, 1)) for index in children(tree, 0)
    ]
    return {
        "value": value_of(tree, 0, 0) if solved else value,
        "nodes": tree.budget.entered,
        "pv": lines[0].pv if lines else (),
        "depth": len(lines[0].pv) if lines else 0,
        "exact": solved and not (tree.outcome and is_proven(value)),
        "proven": solved,
        "lines": lines,
        "scores": tuple((action, worth) for action, _, worth in every) if request.every_action else None,
        "visits": tuple(every),
    }


def shown_line(tree: GrownTree, request: Request, seconds: float) -> Line:
    return Line(seconds=seconds, **shown(tree, request))


def shown_result(tree: GrownTree, state: Any, request: Request, budget: limits.Budget) -> Result:
    if not tree.nodes[0].children:
        action = root_actions(tree.game, state, request.actions)[0]
        return Result(action, 0, depth=0, nodes=root_entered(budget), seconds=budget.seconds())
    found = shown(tree, request)
    return Result(found["pv"][0], seconds=budget.seconds(), **found)
