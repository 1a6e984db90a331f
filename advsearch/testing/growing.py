"""Generates game trees from a source of choices.

A choice is a whole number, such as the number of actions of a position, and 0 is always the simplest choice. A check
of a searcher draws the choices from a seeded `random.Random`. For the tests that a user writes, Hypothesis draws the
choices. Small choices give small trees, so that Hypothesis shrinks a failing tree to a small one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeAlias, get_args

import attrs

from advsearch.testing.defining import Cases, grown
from advsearch.testing.subjects import Subject
from advsearch.testing.trees import Node, Tree
from advsearch.values import Utilities, Value

Choose: TypeAlias = Callable[[int, int], int]
"""A function that chooses a whole number between two bounds, both included."""

Numbers: TypeAlias = Literal["outcome", "equal", "few", "small", "wide", "fractions", "floats", "huge"]
NUMBERS: Final[tuple[Numbers, ...]] = get_args(Numbers)

_BIG: Final = (
    0,
    1,
    9_999,
    10**6,
    10**9 - 1,
    10**9,
    10**9 + 1,
    2**31,
    10**12,
    2**53,
    2**63 - 1,
    2**63,
    10**18,
    10**30,
)
_PALETTES: Final[dict[Numbers, tuple[Value, ...]]] = {
    "outcome": (0, 1, -1),
    "equal": (7,),
    "few": (0, 1, -1, 2),
    "small": (0, 1, -1, 2, -2, 3, -3, 4, -4),
    "wide": tuple(sign * number for number in range(0, 1_000, 7) for sign in (1, -1)),
    "fractions": tuple(sign * number / 4 for number in range(9) for sign in (1, -1)),
    "floats": tuple(sign * number * 0.1 for number in range(40) for sign in (1, -1)),
    "huge": tuple(sign * number for number in _BIG for sign in (1, -1)),
}
_INFINITE: Final[tuple[Value, ...]] = (0, 1, -1, 10**9, -(10**9), 10**12, float("inf"), float("-inf"))
_LATTICE_HEIGHT: Final = 7
_LATTICE_MOVES: Final = 4  # over 7 plies, 16,384 lines of play through some 30 positions: enough for plain minimax
_SIZES: Final = ((1, 4), (2, 5), (3, 4), (4, 3), (3, 5), (5, 3), (4, 4), (6, 2), (8, 2), (12, 1))
"""Sizes of trees: the number of plies, and the largest number of actions per position."""
_LATTICES: Final = ((3, 3), (4, 3), (5, 3), (6, 3), (4, 4), (5, 4), (7, 2))
_NAMES: Final = "abcdefghijklmnopqrstuvwxyz"

Estimates: TypeAlias = Literal["none", "few", "numbers", "onesided", "adversarial", "infinite"]
Turns: TypeAlias = Literal["alternate", "any", "strict"]


@attrs.frozen
class Shape:
    """The properties that generated trees have."""

    height: int = 4
    branching: int = 3
    nodes: int = 90
    """The approximate limit on the number of nodes."""
    numbers: Numbers = "small"
    utilities: Utilities = "score"
    estimates: Estimates = "few"
    """The kind of evaluations. With `none`, all evaluations are 0. With `few`, evaluations are 0, 1 or -1. With
    `numbers`, evaluations are drawn from the same numbers as utilities. With `onesided`, the evaluations for the two
    players are independent. With `adversarial`, the evaluation of each position is the position's minimax value
    with the opposite sign. With `infinite`, some evaluations are infinite."""
    turns: Turns = "any"
    """With `strict` the players always take turns. With `alternate` the players take turns, but if positions are
    shared, a player may move twice in a row. With `any` a player may always move twice in a row."""
    early_ends: bool = True
    sharing: bool = True
    """Whether several paths may lead to the same position. The paths may have different lengths."""
    lattice: bool = False
    """Whether the tree consists of layers with few positions each. An action leads to the next layer or skips one
    layer, so many paths lead to the same position."""
    cyclic: bool = False
    salt: int = 0


def action_name(number: int) -> str:
    """Return the name of an action with this number: a to z, then a1, b1 and so on."""
    rounds, letter = divmod(number, len(_NAMES))
    return _NAMES[letter] + (str(rounds) if rounds else "")


def grow(choose: Choose, shape: Shape) -> Tree:
    """Generate a tree of a given shape from a source of choices."""
    return _Grower(choose, shape).tree()


class _Grower:
    def __init__(self, choose: Choose, shape: Shape) -> None:
        self.choose = choose
        self.shape = shape
        self.nodes: list[Node] = []
        self.closed: list[int] = []
        """Nodes with a finished subtree. An action to a node in `closed` makes no cycle."""
        self.twinned: set[int] = set()

    def tree(self) -> Tree:
        turn = self.choose(0, 1)
        if self.shape.lattice:
            self._lattice(turn)
        else:
            self._node(self.shape.height, turn, root=True)
        tree = Tree(tuple(self.nodes), self.shape.utilities, self.shape.salt, self.shape.cyclic).pruned()
        return _with_lies(tree) if self.shape.estimates == "adversarial" else tree

    def _node(self, plies: int, turn: int, *, root: bool = False) -> int:
        shape = self.shape
        index = len(self.nodes)
        place = self._place(index, turn)
        self.nodes.append(Node(place, turn))
        full = plies <= 0 or len(self.nodes) >= shape.nodes
        least = 0 if shape.early_ends and not root else 1
        width = 0 if full else self.choose(least, shape.branching)
        first = self.choose(0, 3) if width else 0
        moves = []
        for number in range(width):
            moves.append((action_name(first + number), self._child(plies, turn)))
        if width:
            self.nodes[index] = Node(place, turn, tuple(moves), estimates=self._estimates())
        else:
            self.nodes[index] = self._end(place, turn)
        self.closed.append(index)
        return index

    def _lattice(self, turn: int) -> None:
        """Generate a tree of layers. An action leads to the next layer or skips one layer. The last layer has
        finished games.
        """
        shape = self.shape
        width = 2 + self.choose(0, 2)
        layers: list[list[int]] = [[0]]
        for ply in range(1, min(shape.height, _LATTICE_HEIGHT) + 1):
            first = 1 + (ply - 1) * width
            layers.append(list(range(first, first + width)))
        for ply, layer in enumerate(layers):
            within_reach = [to for following in layers[ply + 1 : ply + 3] for to in following]
            for index in layer:
                mover = self.choose(0, 1) if shape.turns == "any" else (turn + ply) % 2
                place = index
                if shape.turns == "any" and self._may_be_twin(index, layer, mover):
                    place = self.nodes[index - 1].place
                early = shape.early_ends and ply and self.choose(0, 7) == 7
                self.nodes.append(self._in_lattice(place, mover, [] if early else within_reach, width))

    def _may_be_twin(self, index: int, layer: list[int], mover: int) -> bool:
        """Whether a node gets the same `place` as the preceding node of its layer. Nodes with the same `place`
        (twins) must have different players to move.
        """
        if index == layer[0] or self.choose(0, 3) != 3:
            return False
        neighbour = self.nodes[index - 1]
        return neighbour.turn != mover and neighbour.place == index - 1

    def _in_lattice(self, place: int, mover: int, within_reach: list[int], width: int) -> Node:
        if not within_reach:
            return self._end(place, mover)
        count = self.choose(1, max(2, min(self.shape.branching, _LATTICE_MOVES)))
        targets = []
        for _ in range(count):
            far = self.choose(0, 3) == 3 and len(within_reach) > width and self.shape.turns != "strict"
            targets.append(
                within_reach[self.choose(width if far else 0, len(within_reach) - 1 if far else width - 1)]
            )
        first = self.choose(0, 3)
        moves = tuple((action_name(first + n), to) for n, to in enumerate(dict.fromkeys(targets)))
        return Node(place, mover, moves, estimates=self._estimates())

    def _end(self, place: int, turn: int) -> Node:
        """A finished game. The evaluation of a finished game is wrong on purpose, because no search should evaluate a
        finished game.
        """
        utility = self._pick(_PALETTES[self.shape.numbers])
        estimates = (0, 0) if self.shape.estimates == "none" else (-utility, utility) if utility else (1, -1)
        return Node(place, turn, utility=utility, estimates=estimates)

    def _child(self, plies: int, turn: int) -> int:
        shape = self.shape
        if shape.cyclic and self.choose(0, 3) == 3 and (known := self._fitting(range(len(self.nodes)), turn)):
            return known[self.choose(0, len(known) - 1)]
        if shape.sharing and self.choose(0, 3) == 3 and (closed := self._fitting(self.closed, turn)):
            return closed[self.choose(0, len(closed) - 1)]
        again = shape.turns == "any" and self.choose(0, 2) == 2
        return self._node(plies - 1, turn if again else 1 - turn)

    def _fitting(self, indices: Sequence[int], turn: int) -> Sequence[int]:
        """Return the nodes to which an action of the player `turn` may lead."""
        if self.shape.turns != "strict":
            return indices
        return [index for index in indices if self.nodes[index].turn != turn]

    def _place(self, index: int, turn: int) -> int:
        """Return the `place` of a new node. For most nodes, the `place` is `index`, which no other node has. Some
        nodes share the `place` of an earlier node, in which the other player is to move.
        """
        if self.shape.turns == "any" and self.closed and self.choose(0, 7) == 7:
            other = self.closed[self.choose(0, len(self.closed) - 1)]
            node = self.nodes[other]
            if node.turn != turn and node.place not in self.twinned:
                self.twinned.add(node.place)
                return node.place
        return index

    def _estimates(self) -> tuple[Value, Value]:
        kind = self.shape.estimates
        if kind in ("none", "adversarial"):
            return 0, 0
        palette: tuple[Value, ...] = (0, 1, -1)
        if kind == "infinite":
            palette = _INFINITE
        elif kind == "numbers":
            palette = _PALETTES[self.shape.numbers]
        first = self._pick(palette)
        return first, self._pick(palette) if kind == "onesided" else -first

    def _pick(self, palette: tuple[Value, ...]) -> Value:
        return palette[self.choose(0, len(palette) - 1)]


def _with_lies(tree: Tree) -> Tree:
    """Return the tree with misleading evaluations: the evaluation of a position is its negated true value."""
    worth: dict[int, Value] = {}
    nodes = list(tree.nodes)
    for index in tree.bottom_up:
        node = nodes[index]
        below = [worth.get(to, 0) for _, to in node.moves]
        worth[index] = (max if node.turn == 0 else min)(below) if below else node.utility
        if below:
            nodes[index] = attrs.evolve(node, estimates=(-worth[index], worth[index]))
    return attrs.evolve(tree, nodes=tuple(nodes))


def some_shape(
    choose: Choose,
    *,
    utilities: Utilities = "score",
    floats: bool = True,
    cyclic: bool = False,
    lattice: bool | None = None,
) -> Shape:
    """Return a random shape, from flat and wide to deep and narrow, with random kinds of values."""
    height, branching = _SIZES[choose(0, len(_SIZES) - 1)]
    numbers: Numbers = "outcome"
    if utilities == "score":
        whole: tuple[Numbers, ...] = ("small", "outcome", "few", "equal", "wide")
        kinds: tuple[Numbers, ...] = (*whole, "fractions", "floats") if floats else whole
        numbers = kinds[choose(0, len(kinds) - 1)]
    kinds_of_estimates: tuple[Estimates, ...] = ("few", "numbers", "onesided", "adversarial", "none")
    if utilities == "outcome":
        kinds_of_estimates += ("infinite",)
    lattice = choose(0, 3) == 3 if lattice is None else lattice
    if lattice:
        height, branching = _LATTICES[choose(0, len(_LATTICES) - 1)]
    return Shape(
        height=height,
        branching=branching,
        numbers=numbers,
        utilities=utilities,
        estimates=kinds_of_estimates[choose(0, len(kinds_of_estimates) - 1)],
        turns="any" if choose(0, 2) else "alternate",
        early_ends=bool(choose(0, 1)),
        sharing=bool(choose(0, 2)),
        lattice=lattice,
        cyclic=cyclic,
        salt=(0, 1, 2, -1)[choose(0, 3)],
    )


def growing(**fixed: Any) -> Cases:
    """Return a function that generates random trees. The arguments fix some properties, such as `turns="any"`; the
    other properties are random."""

    def grow_one(rng: random.Random, subject: Subject) -> Tree:
        choose = rng.randint
        utilities: Utilities = fixed.get("utilities") or (
            "outcome" if subject.can("distances") and choose(0, 1) else "score"
        )
        changes = {name: value(rng) if callable(value) else value for name, value in fixed.items()}
        lattice = changes.pop("lattice", None)
        shape = some_shape(choose, utilities=utilities, floats=subject.can("floats"), lattice=lattice)
        if shape.utilities == "outcome":
            changes.pop("numbers", None)
        if not subject.can("turns"):
            changes["turns"] = "strict"
        shape = attrs.evolve(shape, **changes)
        if shape.estimates == "onesided" and not subject.can("onesided"):
            shape = attrs.evolve(shape, estimates="numbers")
        return grow(choose, shape)

    return grown(grow_one)


def mostly(rng: random.Random) -> bool:
    """Return True with a probability of two thirds. With `growing(lattice=mostly)`, two thirds of the trees are
    lattices."""
    return rng.random() < 2 / 3
