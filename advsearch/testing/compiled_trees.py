"""Trees as games that the compiled tier searches.

A tree is data: lists, or a block of memory. All trees of whole numbers have one build of machine code, and all trees
with floats another.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import attrs

from advsearch.compiled import build
from advsearch.compiled.memory import Memory, as_floats, get, get_float
from advsearch.kernels import ONGOING, KernelSet, Words, by_place
from advsearch.search.kit.fields import Action, Data, Value
from advsearch.testing.report import NotTried
from advsearch.testing.trees import Node, Tree, as_tree, estimate
from advsearch.values import Utilities

LONGEST: Final = 3_200
"""A tree with more plies than `LONGEST` has no kernels. The longest trees are tried by the law *deep chains*."""
MOST_ACTIONS: Final = 62
LARGEST: Final = 1 << 60
"""The largest value in the kernels of a tree of whole numbers. Compiled searches need values below 2**61."""
_KEPT: Final = 32
_MOST_POSITIONS: Final = 100_000


class NoKernels(NotTried):
    """Raised if a tree has no kernels, with the reason as message."""


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


@lru_cache(maxsize=_KEPT)
def with_kernels(game: Any) -> KernelTree:
    """Return a tree or a small game as a game with kernels. Raise `NoKernels` if the game cannot have kernels."""
    tree, names = (game, {}) if isinstance(game, Tree) else as_tree(game, game.initial(), most=_MOST_POSITIONS)
    if tree.height > LONGEST:
        raise NoKernels(f"a tree of {tree.height:,} plies has no kernels; use a tree of at most {LONGEST:,} plies")
    if max(len(node.moves) for node in tree.nodes) > MOST_ACTIONS:
        raise NoKernels(f"a tree with more than {MOST_ACTIONS} actions at a position has no kernels")
    utilities = [_utility(tree, node) for node in tree.nodes]
    estimates = [_estimate(tree, node, player) for player in (0, 1) for node in tree.nodes]
    floats = any(isinstance(value, float) for value in (*utilities, *estimates))
    if not all(map(_exact_in_floats if floats else _small, (*utilities, *estimates))):
        raise NoKernels("the tree has no kernels, because machine words cannot store the tree's numbers exactly")
    return KernelTree(tree, floats, _block(tree, utilities, estimates, floats), names)


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


def _block(tree: Tree, utilities: list[Value], estimates: list[Value], floats: bool) -> TreeBlock:
    size = len(tree.nodes)
    values: list[Value] = [0] * (6 * size)
    values[0::6] = [node.turn for node in tree.nodes]
    values[1::6] = [len(node.moves) for node in tree.nodes]
    number: Any = float if floats else int
    numbers = [list(map(number, each)) for each in (utilities, estimates[:size], estimates[size:])]
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


# --- trees for texts of searches ------------------------------------------------------------------------------


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
