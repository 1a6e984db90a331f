"""Kernels for trees, so that a search that is compiled with a game's kernels can search any tree.

A tree is stored in a block of memory, and a state is two words: the address of the block, and the number of a node.
All trees of whole numbers have the same kernels, which are compiled once; all trees with floats have another set of
kernels.

The block begins with six numbers for each node: the player to move, the number of moves, the place of the node's
children in the block, the utility for player 0, and an evaluation for each player. The block ends with the numbers of
the children of all nodes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import attrs

from advsearch.compiled import build
from advsearch.compiled.memory import Memory, as_floats, get, get_float
from advsearch.kernels import ONGOING, KernelSet, Words, by_place
from advsearch.testing.compiled_trees import KEPT, LARGEST, LONGEST, TreeInWords, tree_in_words
from advsearch.testing.trees import Tree, estimate
from advsearch.values import Utilities, Value


class TreeBlock(int):
    """The block of memory with a tree. The object is an `int`: the address of the block. When no state refers to the
    object, the memory is freed.

    Machine code reads the block's numbers from the memory at the block's address. Python code reads the block's
    numbers by index, as from a list.
    """

    values: list[Value]
    memory: Memory | None

    def __new__(cls, values: list[Value], memory: Memory | None = None) -> TreeBlock:
        """Make a block. `memory` is a copy of `values` for machine code; it is None if no machine code is used."""
        self = super().__new__(cls, id(values) if memory is None else memory.address)
        self.values, self.memory = values, memory
        return self

    def __getitem__(self, index: int) -> Value:
        return self.values[index]

    def __deepcopy__(self, _memo: dict[int, Any]) -> TreeBlock:
        """Return the same object, because copies of a state share the tree's block."""
        return self


@attrs.frozen
class TreePlace:
    """A state of a `KernelTree`: the block that stores the tree, and the number of a node of the tree."""

    block: TreeBlock = attrs.field(repr=False)
    node: int


def _words_of(state: TreePlace) -> Words:
    return (state.block, state.node)


def _actions(s: Words) -> int:
    return (1 << get(s[0], 6 * s[1] + 1)) - 1


def _apply(s: Words, action: int) -> Words:
    return (s[0], get(s[0], get(s[0], 6 * s[1] + 2) + action))


def _stays(s: Words, action: int) -> bool:
    return get(s[0], 6 * s[1]) == get(s[0], 6 * get(s[0], get(s[0], 6 * s[1] + 2) + action))


def _node(s: Words) -> int:
    """Return the key of a state in transposition tables: the number of the node, without the address of the block."""
    return s[1]


def _outcome(s: Words, cells: int) -> int:
    if cells:
        return ONGOING
    utility = get(s[0], 6 * s[1] + 3)
    return -utility if get(s[0], 6 * s[1]) else utility


def _evaluate(s: Words, cells: int, side: int) -> int:  # noqa: ARG001 - a kernel's signature
    turn = get(s[0], 6 * s[1])
    return get(s[0], 6 * s[1] + 4 + (1 - turn if side else turn))


def _outcome_in_floats(s: Words, cells: int) -> float:
    if cells:
        return float(ONGOING)
    utility = get_float(s[0], 6 * s[1] + 3)
    return -utility if get(s[0], 6 * s[1]) else utility


def _evaluate_in_floats(s: Words, cells: int, side: int) -> float:  # noqa: ARG001
    turn = get(s[0], 6 * s[1])
    return get_float(s[0], 6 * s[1] + 4 + (1 - turn if side else turn))


def _kernels(outcome: Callable[..., Any], evaluate: Callable[..., Any]) -> KernelSet:
    return KernelSet(
        encode=_words_of,
        action=by_place,
        words=2,
        longest=LONGEST,
        actions=_actions,
        apply=_apply,
        outcome=outcome,
        stays=_stays,
        pack=_node,
        utmost=LARGEST,
        evaluators={estimate: evaluate},
    )


_WHOLE: Final = _kernels(_outcome, _evaluate)
_FLOATS: Final = _kernels(_outcome_in_floats, _evaluate_in_floats)


@attrs.frozen(eq=False, repr=False)
class KernelTree:
    """A tree as a game with kernels. Two games with the same kernels are equal, so that the kernels are compiled only
    once.
    """

    tree: Tree
    floats: bool
    block: TreeBlock
    names: dict[str, Any]
    """For a tree that was made from a small game, a dictionary from names to the game's actions; otherwise `{}`."""
    name: str = "tree"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KernelTree):
            return NotImplemented
        return (self.floats, self.utilities) == (other.floats, other.utilities)

    def __hash__(self) -> int:
        return hash((self.floats, self.utilities))

    @property
    def utilities(self) -> Utilities:
        return self.tree.utilities

    def kernels(self) -> KernelSet:
        return _FLOATS if self.floats else _WHOLE

    def initial(self) -> TreePlace:
        return TreePlace(self.block, 0)

    def player(self, state: TreePlace) -> int:
        return self.tree.nodes[state.node].turn

    def actions(self, state: TreePlace) -> tuple[Any, ...]:
        actions = self.tree.actions(self.tree.state_of(state.node))
        return tuple(self.names[action.name] for action in actions) if self.names else actions

    def result(self, state: TreePlace, action: Any) -> TreePlace:
        place = self.actions(state).index(action)
        return TreePlace(self.block, self.tree.nodes[state.node].moves[place][1])

    def terminal(self, state: TreePlace) -> bool:
        return not self.tree.nodes[state.node].moves

    def utility(self, state: TreePlace, player: int) -> Value:
        return self.tree.utility(self.tree.state_of(state.node), player)

    def evaluate(self, state: TreePlace, player: int) -> Value:
        return self.block[6 * state.node + 4 + player]

    def __repr__(self) -> str:
        return repr(self.tree)


@lru_cache(maxsize=KEPT)
def with_kernels(game: Any) -> KernelTree:
    """Return a tree or a small game as a game with kernels. Raise `NoKernels` if the game cannot have kernels."""
    small = tree_in_words(game)
    return KernelTree(small.tree, small.floats, _block(small), small.names)


def _block(small: TreeInWords) -> TreeBlock:
    tree, floats, size = small.tree, small.floats, len(small.tree.nodes)
    values: list[Value] = [0] * (6 * size)
    values[0::6] = [node.turn for node in tree.nodes]
    values[1::6] = [len(node.moves) for node in tree.nodes]
    numbers = (small.utilities, *small.estimates)
    for place, each in enumerate(numbers, start=3):
        values[place::6] = each
    for index, node in enumerate(tree.nodes):
        values[6 * index + 2] = len(values)
        values.extend(to for _, to in node.moves)
    if build.available() is not None:
        return TreeBlock(values)
    memory = Memory(len(values))
    memory.cells[:] = memoryview(array("q", [0 if isinstance(value, float) else value for value in values]))
    if floats:
        cells = as_floats(memory.cells)
        for place, each in enumerate(numbers, start=3):
            cells[place : 6 * size : 6] = memoryview(array("d", each))
    return TreeBlock(values, memory)
