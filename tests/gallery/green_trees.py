"""Green Hackenbush on trees: cut an edge, and all that hangs on it falls.

A tree is a nested tuple of its branches.
"""

from dataclasses import dataclass

import advsearch


@dataclass(frozen=True)
class Garden:
    tree: tuple
    mover: int


def edges(tree):
    """How many edges a tree has."""
    return sum(1 + edges(branch) for branch in tree)


def without(tree, number):
    """The tree without the edge of this number; an edge is counted before the edges that hang on it."""
    kept = []
    for branch in tree:
        size = 1 + edges(branch)
        if number == 0:
            pass
        elif 0 < number < size:
            kept.append(without(branch, number - 1))
        else:
            kept.append(branch)
        number -= size
    return tuple(kept)


class GreenTrees:
    utilities = "outcome"

    def __init__(self, tree=(((), ((),)), ((((),),),), ())):
        self.tree = tree

    def initial(self):
        return Garden(self.tree, 0)

    def player(self, garden):
        return garden.mover

    def actions(self, garden):
        return range(edges(garden.tree))

    def result(self, garden, action):
        if not isinstance(action, int) or action not in self.actions(garden):
            raise advsearch.IllegalAction(f"expected the number of an edge, got {action!r}")
        return Garden(without(garden.tree, action), 1 - garden.mover)

    def terminal(self, garden):
        return garden.tree == ()

    def utility(self, garden, player):
        return -1 if garden.mover == player else 1
