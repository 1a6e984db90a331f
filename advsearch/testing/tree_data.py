"""Trees as data of one game, so that one build of machine code searches them all.

The six methods read lists, which are written into the memory of the build before each search. Trees of whole numbers
have one build, and trees with floats another.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import attrs

from advsearch.search.kit.fields import Action, Data, Value
from advsearch.testing.tree_kernels import KernelTree, with_kernels
from advsearch.testing.trees import Tree
from advsearch.values import Utilities

_KEPT: Final = 32


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

    def __init__(self, kernel_tree: KernelTree) -> None:
        tree: Tree = kernel_tree.tree
        self.shown: Final = kernel_tree
        self.floats = kernel_tree.floats
        self.utilities: Utilities = tree.utilities
        nodes, block = tree.nodes, kernel_tree.block
        number: Any = float if self.floats else int
        self.turns = [node.turn for node in nodes]
        self.firsts = [0]
        for node in nodes:
            self.firsts.append(self.firsts[-1] + len(node.moves))
        actions = [action for index in range(len(nodes)) for action in tree.actions(tree.state_of(index))]
        self.names = [kernel_tree.names[each.name] for each in actions] if kernel_tree.names else actions
        self.targets = [to for node in nodes for _, to in node.moves]
        self.ends = [number(block[6 * index + 3]) for index in range(len(nodes))]
        self.estimates = [number(block[6 * index + 4 + player]) for index in range(len(nodes)) for player in (0, 1)]

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


@lru_cache(maxsize=_KEPT)
def with_data(game: Any) -> DataTree:
    """Return a tree or a small game as data. Raise `NoKernels` if its numbers do not fit into machine words."""
    return DataTree(with_kernels(game))
