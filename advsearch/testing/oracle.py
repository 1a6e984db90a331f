"""Computes the true values of trees by plain minimax over all positions, for depth 0, 1, 2 and so on, without
recursion.

The oracle is written to be easy to verify, and shares no code with any search: it uses no windows, tables or
orderings.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import attrs

from advsearch.testing.trees import Tree
from advsearch.values import Value, clip_evaluation, outcome_value, towards_root

Layer: TypeAlias = "list[Value]"
"""A list with the value of each node of a tree."""


@attrs.frozen
class Verdict:
    """The correct result of a search of a tree to some depth."""

    value: Value
    actions: tuple[tuple[str, Value], ...]
    """The root actions with their values, in the game's order. If the game is over or the depth is 0, the tuple is
    empty."""

    @property
    def best(self) -> tuple[str, ...]:
        return tuple(name for name, value in self.actions if value == self.value)


class Oracle:
    """The true values of a tree's positions at every depth, for the player to move at the start.

    Values are utilities. With `distances`, the value of a win or a loss also counts the plies to the end (see
    `advsearch.values`). If the tree has other `utilities` than `outcome`, `distances` has no effect.
    """

    def __init__(self, tree: Tree, *, distances: bool, root: int | None = None) -> None:
        self.tree = tree
        self.root_player = tree.nodes[0].turn if root is None else root
        self.distances = distances and tree.utilities == "outcome"
        self._layers: list[Layer] = [self._horizon()]

    def layer(self, depth: int) -> Layer:
        """Return the value of a search to the given depth, for every position."""
        while len(self._layers) <= depth:
            self._layers.append(self._above(self._layers[-1]))
        return self._layers[depth]

    def verdict(self, depth: int, index: int = 0) -> Verdict:
        """Return the result of a search of the position `index` to the depth `depth`."""
        value = self.layer(depth)[index]
        node = self.tree.nodes[index]
        if not depth or not node.moves:
            return Verdict(value, ())
        below = self.layer(depth - 1)
        return Verdict(value, tuple((name, self.up(below[to])) for name, to in node.moves))

    def full(self) -> Verdict:
        """Return the result of a search to the end of the game."""
        return self.verdict(self.tree.height)

    def _horizon(self) -> Layer:
        sign = 1 if self.root_player == 0 else -1
        values: Layer = []
        for node in self.tree.nodes:
            if node.moves:
                estimate = node.estimates[self.root_player]
                values.append(clip_evaluation(estimate) if self.distances else estimate)
            else:
                utility = sign * node.utility
                values.append(outcome_value(utility, 0) if self.distances else utility)
        return values

    def _above(self, below: Layer) -> Layer:
        """Return the values of all positions at one depth from the values `below` at the preceding depth. The value
        of a position is the best value of its actions.
        """
        values = list(self._layers[0])
        above = [self.up(value) for value in below] if self.distances else below
        for index, node in enumerate(self.tree.nodes):
            if node.moves:
                best = max if node.turn == self.root_player else min
                values[index] = best([above[to] for _, to in node.moves])
        return values

    def up(self, value: Value) -> Value:
        """Convert a child's value to the parent's value. A win or a loss is one ply further away from the parent than
        from the child."""
        return towards_root(value, 1) if self.distances else value


DRAW: Final = 0


def forced_wins(tree: Tree) -> frozenset[int]:
    """Return the positions in which the player to move at the start can force a win. Endless play does not count as a
    win.
    """
    player = tree.nodes[0].turn
    sign = 1 if player == 0 else -1
    won = {index for index, node in enumerate(tree.nodes) if not node.moves and sign * node.utility > 0}
    grown = True
    while grown:
        grown = False
        for index, node in enumerate(tree.nodes):
            if index in won or not node.moves:
                continue
            below = [to in won for _, to in node.moves]
            if any(below) if node.turn == player else all(below):
                won.add(index)
                grown = True
    return frozenset(won)


def nodes_of_full_search(tree: Tree, depth: int) -> int:
    """Return the number of positions that plain minimax without a table enters, from the start to the given depth."""
    counts = [1] * len(tree.nodes)
    for _ in range(depth):
        counts = [1 + sum([counts[to] for _, to in node.moves]) for node in tree.nodes]
    return counts[0]
