"""Trees as games that the compiled tier searches.

The six methods read lists, which are written into the memory of the build before each search. All trees of whole
numbers have one build of machine code, and all trees with floats another.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Final

import attrs

from advsearch.search.kit.fields import Action, Data, Value
from advsearch.testing.report import NotTried
from advsearch.testing.trees import Node, Tree, TreeAction, as_tree
from advsearch.values import Utilities

LONGEST: Final = 3_200
"""A tree with more plies than `LONGEST` has no kernels. The longest trees are tried by the law *deep chains*."""
MOST_ACTIONS: Final = 62
LARGEST: Final = 1 << 60
"""The largest value in the kernels of a tree of whole numbers. Compiled searches need values below 2**61."""
KEPT: Final = 32
_MOST_POSITIONS: Final = 100_000


class NoKernels(NotTried):
    """Raised if a tree has no kernels, with the reason as message."""


@attrs.frozen(eq=False)
class TreeInWords:
    """A tree whose numbers fit into machine words."""

    tree: Tree
    names: dict[str, Any]
    """For a tree that was made from a small game, a dictionary from names to the game's actions; otherwise `{}`."""
    floats: bool
    utilities: list[Value]
    """The utility of each node for player 0."""
    estimates: tuple[list[Value], list[Value]]
    """The evaluation of each node for player 0, and for player 1."""


def tree_in_words(game: Any) -> TreeInWords:
    """Return a tree or a small game with numbers for machine words. Raise `NoKernels` if it has others."""
    tree, names = (game, {}) if isinstance(game, Tree) else as_tree(game, game.initial(), most=_MOST_POSITIONS)
    if tree.height > LONGEST:
        raise NoKernels(f"a tree of {tree.height:,} plies has no kernels; use a tree of at most {LONGEST:,} plies")
    if max(len(node.moves) for node in tree.nodes) > MOST_ACTIONS:
        raise NoKernels(f"a tree with more than {MOST_ACTIONS} actions at a position has no kernels")
    lists = [[_utility(tree, node) for node in tree.nodes]]
    lists += [[_estimate(tree, node, player) for node in tree.nodes] for player in (0, 1)]
    every = [value for each in lists for value in each]
    floats = any(isinstance(value, float) for value in every)
    if not all(map(_exact_in_floats if floats else _small, every)):
        raise NoKernels("the tree has no kernels, because machine words cannot store the tree's numbers exactly")
    number: Any = float if floats else int
    utilities, first, second = (list(map(number, each)) for each in lists)
    return TreeInWords(tree, names, floats, utilities, (first, second))


def _utility(tree: Tree, node: Node) -> Value:
    if node.moves:
        return 0
    return (node.utility > 0) - (node.utility < 0) if tree.utilities == "outcome" else node.utility


def _estimate(tree: Tree, node: Node, player: int) -> Value:
    if not node.moves:
        return 0
    value = node.estimates[player]
    if tree.utilities == "outcome" and (isinstance(value, int) or math.isinf(value)):
        return int(max(-LARGEST, min(LARGEST, value)))  # searches clip evaluations of outcome games far below that
    return value


def _small(value: float) -> bool:
    return -LARGEST <= value <= LARGEST


def _exact_in_floats(value: float) -> bool:
    try:
        return float(value) == value
    except OverflowError:
        return False


@attrs.frozen
class DataPlace:
    """A state of a `DataTree`: the number of a node."""

    node: int


class DataTree(Data):
    """A tree as a game whose nodes are data."""

    turns: list[int]
    firsts: list[int]
    """The number of the first move of each node, and at the end that of all moves."""
    names: list[Action]
    targets: list[int]
    ends: list[Value]
    """The utility of each node for player 0."""
    estimates: list[Value]
    """The evaluation of each node for player 0, and for player 1."""

    name: Final = "tree"

    def __init__(self, small: TreeInWords) -> None:
        self.shown: Final = small.tree
        self.floats = small.floats
        self.utilities: Utilities = small.tree.utilities
        nodes = small.tree.nodes
        self.turns = [node.turn for node in nodes]
        self.firsts = [0]
        for node in nodes:
            self.firsts.append(self.firsts[-1] + len(node.moves))
        actions = [TreeAction(name, small.tree.salt) for node in nodes for name, _ in node.moves]
        self.names = [small.names[each.name] for each in actions] if small.names else actions
        self.targets = [to for node in nodes for _, to in node.moves]
        self.ends = small.utilities
        self.estimates = [value for pair in zip(*small.estimates, strict=True) for value in pair]

    def settings(self) -> tuple[Any, ...]:
        return self.floats, self.utilities

    def __repr__(self) -> str:
        return repr(self.shown)

    def place_of(self, index: int) -> DataPlace:
        """Return the state of a node."""
        return DataPlace(index)

    # --- the protocol -------------------------------------------------------------------------------------------

    def initial(self) -> DataPlace:
        return DataPlace(0)

    def player(self, state: DataPlace) -> int:
        return self.turns[state.node]

    def actions(self, state: DataPlace) -> list[Any]:
        return [self.names[at] for at in range(self.firsts[state.node], self.firsts[state.node + 1])]

    def result(self, state: DataPlace, action: Any) -> DataPlace:
        for at in range(self.firsts[state.node], self.firsts[state.node + 1]):
            if self.names[at] == action:
                return DataPlace(self.targets[at])
        raise ValueError("expected an action of the state")

    def terminal(self, state: DataPlace) -> bool:
        return self.firsts[state.node] == self.firsts[state.node + 1]

    def utility(self, state: DataPlace, player: int) -> Value:
        value = self.ends[state.node]
        return value if player == 0 else -value

    def evaluate(self, state: DataPlace, player: int) -> Value:
        """Return the evaluation of a position for a player."""
        return self.estimates[2 * state.node + player]


@lru_cache(maxsize=KEPT)
def with_data(game: Any) -> DataTree:
    """Return a tree or a small game as data. Raise `NoKernels` if its numbers do not fit into machine words."""
    return DataTree(tree_in_words(game))
