"""Finite games whose positions are all listed, so that the true values can be computed.

A `Tree` is a game of the protocol. Several lines of play may lead to the same position, also after different numbers
of plies. The same player may move twice in a row. If `cyclic` is true, positions may repeat.

The states are chosen to reveal errors of searches. Equal states are different objects. Different states may have
equal hashes. Two trees may have equal states with different values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

import attrs

from advsearch.errors import IllegalAction, InvalidNotation, InvalidSettings
from advsearch.testing.report import NotTried
from advsearch.values import Utilities, Value

MOVERS: Final = ("max", "min")
"""The names of the players 0 and 1 in texts."""


@attrs.frozen(repr=False, eq=False, slots=True)
class TreeState:
    """A position: a number (`place`), and the player to move. Two states are equal if both the number and the player
    are equal.
    """

    place: int
    turn: int
    salt: int = 0
    """A number that changes only the hash of the state. With the salt -1, all states have the same hash."""

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not TreeState:
            return NotImplemented
        return self.place == other.place and self.turn == other.turn

    def __hash__(self) -> int:
        return 7 if self.salt < 0 else hash((self.place, self.turn, self.salt))

    def __repr__(self) -> str:
        return f"{self.place}{MOVERS[self.turn]}"


@attrs.frozen(repr=False, slots=True)
class TreeAction:
    """An action with a name. Actions of different positions may have the same name."""

    name: str
    salt: int = attrs.field(default=0, eq=False)

    def __hash__(self) -> int:
        return 7 if self.salt < 0 else hash((self.name, self.salt))

    def __repr__(self) -> str:
        return self.name


@attrs.frozen
class Node:
    """A position in a tree's list of nodes."""

    place: int
    turn: int
    moves: tuple[tuple[str, int], ...] = ()
    """For each action, a pair: the action's name, and the index of the node to which the action leads."""
    utility: Value = 0
    """The utility for player 0, if the node has no moves."""
    estimates: tuple[Value, Value] = (0, 0)
    """The results of `evaluate` for player 0 and for player 1. The two numbers are independent of each other."""


@attrs.frozen(eq=False)
class Tree:
    """A game that is given by a list of nodes. The first node is the start."""

    nodes: tuple[Node, ...]
    utilities: Utilities = "score"
    salt: int = 0
    cyclic: bool = False
    """Whether positions may repeat. A search of a cyclic tree is bounded only by its depth."""
    name: str = "tree"

    def __attrs_post_init__(self) -> None:
        if len(self._index) != len(self.nodes):
            raise InvalidSettings("expected nodes that differ in `place` or `turn`, got two equal nodes")
        if not self.cyclic and self.height < 0:
            raise InvalidSettings("expected a tree without cycles, got a cycle; to allow cycles, set cyclic=True")

    # --- the protocol -------------------------------------------------------------------------------------------

    def initial(self) -> TreeState:
        return self.state_of(0)

    def player(self, state: TreeState) -> int:
        return state.turn

    def actions(self, state: TreeState) -> tuple[TreeAction, ...]:
        return tuple(self._moves[self.index_of(state)])

    def result(self, state: TreeState, action: TreeAction) -> TreeState:
        index = self.index_of(state)
        try:
            return self.state_of(self._targets[index][action.name])  # equal actions may have other hashes
        except (KeyError, AttributeError, TypeError):
            names = " ".join(name for name, _ in self.nodes[index].moves) or "none, the game is over"
            raise IllegalAction(f"expected an action of {state!r} ({names}), got {action!r}") from None

    def terminal(self, state: TreeState) -> bool:
        return not self.nodes[self.index_of(state)].moves

    def utility(self, state: TreeState, player: int) -> Value:
        node = self.nodes[self.index_of(state)]
        if node.moves:
            raise InvalidSettings(f"expected a finished game, got {state!r}")
        return node.utility if player == 0 else -node.utility

    def evaluate(self, state: TreeState, player: int) -> Value:
        """Return the evaluation of a position for a player."""
        return self.nodes[self.index_of(state)].estimates[player]

    # --- notation -----------------------------------------------------------------------------------------------

    def format_state(self, state: TreeState) -> str:
        return repr(state)

    def parse_state(self, text: str) -> TreeState:
        for index, node in enumerate(self.nodes):
            if text == f"{node.place}{MOVERS[node.turn]}":
                return self.state_of(index)
        raise InvalidNotation(f"expected a position of the tree such as '{self.initial()!r}', got {text!r}")

    def format_action(self, state: TreeState, action: TreeAction) -> str:
        del state
        return action.name

    def parse_action(self, state: TreeState, text: str) -> TreeAction:
        for action in self.actions(state):
            if action.name == text:
                return action
        raise InvalidNotation(f"expected an action of {state!r}, got {text!r}")

    # --- the tree as an object ------------------------------------------------------------------------------------

    @cached_property
    def _index(self) -> dict[tuple[int, int], int]:
        return {(node.place, node.turn): index for index, node in enumerate(self.nodes)}

    @cached_property
    def _moves(self) -> tuple[dict[TreeAction, int], ...]:
        return tuple({TreeAction(name, self.salt): to for name, to in node.moves} for node in self.nodes)

    @cached_property
    def _targets(self) -> tuple[dict[str, int], ...]:
        return tuple(dict(node.moves) for node in self.nodes)

    def index_of(self, state: TreeState) -> int:
        try:
            return self._index[state.place, state.turn]
        except (KeyError, AttributeError):
            raise InvalidSettings(f"expected a state of this tree, got {state!r}") from None

    def state_of(self, index: int) -> TreeState:
        """Return the state of a node. The state is a new object at every call, so that a search that compares states
        with `is` fails.
        """
        node = self.nodes[index]
        return TreeState(node.place, node.turn, self.salt)

    @cached_property
    def bottom_up(self) -> tuple[int, ...]:
        """The nodes that can be reached from the start. Children come before their parents, except in a cycle."""
        order: list[int] = []
        opened: set[int] = set()
        stack = [(0, False)]
        while stack:
            index, closing = stack.pop()
            if closing:
                order.append(index)
            elif index not in opened:
                opened.add(index)
                stack.append((index, True))
                stack.extend((child, False) for _, child in self.nodes[index].moves)
        return tuple(order)

    @cached_property
    def height(self) -> int:
        """The number of plies of the longest line of play. If the tree has a cycle, the number is -1."""
        heights: dict[int, int] = {}
        for index in self.bottom_up:
            below = [heights.get(child) for _, child in self.nodes[index].moves]
            if None in below:
                return -1
            heights[index] = max((1 + h for h in below if h is not None), default=0)
        return heights[0]

    @property
    def alternates(self) -> bool:
        """Whether the players always take turns, also at the end: in a finished game, it would be the turn of the
        player who did not take the last action."""
        return all(self.nodes[to].turn != node.turn for node in self.nodes for _, to in node.moves)

    @property
    def repeats(self) -> bool:
        """Whether a player can move twice in a row."""
        nodes = self.nodes
        return any(nodes[to].turn == node.turn and nodes[to].moves for node in nodes for _, to in node.moves)

    @property
    def mirrors(self) -> bool:
        """Whether every evaluation for one player is the negated evaluation for the other."""
        return all(node.estimates[0] == -node.estimates[1] for node in self.nodes)

    @property
    def shares(self) -> bool:
        """Whether several actions lead to the same position, or two positions differ only in the player to move."""
        ends = [to for node in self.nodes for _, to in node.moves]
        return len(set(ends)) < len(ends) or len({node.place for node in self.nodes}) < len(self.nodes)

    @property
    def size(self) -> int:
        """The number of positions that can be reached from the start."""
        return len(self.bottom_up)

    def salted(self, salt: int) -> Tree:
        """Return the same game with other hashes of states and actions; with the salt -1 all hashes are equal."""
        return attrs.evolve(self, salt=salt)

    def shifted(self, by: int) -> Tree:
        """Return the same game with new states: `by` is added to the `place` of each state."""
        return attrs.evolve(self, nodes=tuple(attrs.evolve(node, place=node.place + by) for node in self.nodes))

    def rooted(self, index: int) -> Tree:
        """Return the same game with another position as the start."""
        order = [index, *(other for other in range(len(self.nodes)) if other != index)]
        return self.keeping(order)

    def keeping(self, order: Iterable[int]) -> Tree:
        """Return a tree with only the nodes `order`, and the start `order[0]`. Actions to other nodes are removed,
        and a node that loses all its actions becomes a finished game.
        """
        kept = list(order)
        place = {old: new for new, old in enumerate(kept)}
        nodes = []
        for old in kept:
            node = self.nodes[old]
            moves = tuple((name, place[to]) for name, to in node.moves if to in place)
            nodes.append(attrs.evolve(node, moves=moves))
        return attrs.evolve(self, nodes=tuple(nodes))

    def pruned(self) -> Tree:
        """Return the same game without positions that cannot be reached from the start."""
        reached = set(self.bottom_up)
        if len(reached) == len(self.nodes):
            return self
        return self.keeping(index for index in range(len(self.nodes)) if index in reached)

    def reordered(self, order: Mapping[int, Iterable[int]]) -> Tree:
        """Return the same game with the actions of some nodes in another order."""
        nodes = list(self.nodes)
        for index, positions in order.items():
            moves = nodes[index].moves
            nodes[index] = attrs.evolve(nodes[index], moves=tuple(moves[position] for position in positions))
        return attrs.evolve(self, nodes=tuple(nodes))

    def smaller(self) -> Iterator[Tree]:
        """Yield trees that are one step simpler, such as trees with one action less. The simplest trees come
        first."""
        from advsearch.testing.reducing import simpler

        return simpler(self)

    def __str__(self) -> str:
        from advsearch.testing.tree_text import print_tree

        return print_tree(self)

    def __repr__(self) -> str:
        """Return an expression that makes the same tree, so that a counterexample can be pasted into a test."""
        return f"read_tree({str(self)!r})"

    def dot(self) -> str:
        """Return the tree in Graphviz's DOT language."""
        from advsearch.testing.tree_drawing import dot_of

        return dot_of(self)

    def svg(self) -> str:
        """Return the tree as an SVG picture for a web page or a notebook."""
        from advsearch.testing.tree_drawing import svg_of

        return svg_of(self)

    def _repr_svg_(self) -> str:
        return self.svg()


def estimate(game: Any, state: Any, player: int) -> Value:
    """Return `game.evaluate(state, player)`. Laws give searchers the evaluator `estimate`."""
    value: Value = game.evaluate(state, player)
    return value


@attrs.define(eq=False)
class Draft:
    """A position of a tree that is being made. Its actions lead to other drafts, and may share them."""

    turn: int
    moves: list[tuple[str, Draft]] = attrs.field(factory=list)
    utility: Value = 0
    estimates: tuple[Value, Value] = (0, 0)
    place: int | None = None
    """The `place` of the position; None for its number in the tree."""


def tree_of(start: Draft, **fields: Any) -> Tree:
    """Return the tree of a draft and of all that can be reached from it, in the order of the actions. `fields` are
    those of `Tree`, such as `utilities`."""
    places: dict[int, int] = {}
    drafts: list[Draft] = []
    stack = [start]
    while stack:
        draft = stack.pop()
        if id(draft) not in places:
            places[id(draft)] = len(drafts)
            drafts.append(draft)
            stack.extend(to for _, to in reversed(draft.moves))
    nodes = []
    for index, draft in enumerate(drafts):
        moves = tuple((name, places[id(to)]) for name, to in draft.moves)
        place = index if draft.place is None else draft.place
        nodes.append(Node(place, draft.turn, moves, draft.utility, draft.estimates))
    return Tree(tuple(nodes), **fields)


def as_tree(
    game: Any, start: Any, *, most: float = math.inf, named: Callable[[Any], str] = repr
) -> tuple[Tree, dict[str, Any]]:
    """Return a small game as a tree with the root `start`, and a dictionary from the tree's actions to the game's
    actions.
    """
    drafts = {start: Draft(game.player(start))}
    states = [start]
    names: dict[str, Any] = {}
    for state in states:
        draft = drafts[state]
        for action in () if game.terminal(state) else game.actions(state):
            child = game.result(state, action)
            if child not in drafts:
                drafts[child] = Draft(game.player(child))
                states.append(child)
            draft.moves.append((named(action), drafts[child]))
            names[named(action)] = action
        if len(states) > most:
            raise NotTried(f"the game has too many positions to be written as a tree (more than {most:,})")
        if draft.moves:
            draft.estimates = game.evaluate(state, 0), game.evaluate(state, 1)
        else:
            draft.utility = game.utility(state, 0)
    return tree_of(drafts[start], utilities=game.utilities), names
