"""Small games with symmetries and `undo`, which generated trees do not have."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Any, TypeAlias

import attrs

from advsearch.errors import IllegalAction
from advsearch.protocol import Symmetry
from advsearch.testing.report import NotTried
from advsearch.testing.trees import Node, Tree
from advsearch.values import Utilities, Value

Cells: TypeAlias = tuple[int, ...]
"""The cells of a board, row by row: 0 is an empty cell, 1 a stone of player 0, and 2 a stone of player 1."""


@attrs.frozen
class Lines:
    """A game in which the players in turn put stones on a board. The first player with `length` stones in a row,
    column or diagonal wins.

    Actions are numbers from 0, so that a search with the test `if action` fails. Boards may be rectangular.
    """

    columns: int = 3
    rows: int = 3
    length: int = 3
    start: Cells = ()
    mirrors: bool = False
    """Whether the opponent's corners count, too, so that the evaluations of the players are opposite numbers."""
    utilities: Utilities = "outcome"
    name: str = "lines"

    def initial(self) -> Cells:
        return self.start or (0,) * (self.columns * self.rows)

    def player(self, state: Cells) -> int:
        return (len(state) - state.count(0)) % 2

    def actions(self, state: Cells) -> tuple[int, ...]:
        if self._winner(state) is not None:
            return ()
        return tuple(cell for cell, stone in enumerate(state) if not stone)

    def result(self, state: Cells, action: int) -> Cells:
        if action not in self.actions(state):
            raise IllegalAction(f"expected an empty cell of {state}, got {action!r}")
        return (*state[:action], self.player(state) + 1, *state[action + 1 :])

    def undo(self, state: Cells, action: int) -> Cells:
        return (*state[:action], 0, *state[action + 1 :])

    def terminal(self, state: Cells) -> bool:
        return 0 not in state or self._winner(state) is not None

    def utility(self, state: Cells, player: int) -> Value:
        winner = self._winner(state)
        return 0 if winner is None else 1 if winner == player else -1

    def ply(self, state: Cells) -> int:
        return len(state) - state.count(0)

    def evaluate(self, state: Cells, player: int) -> Value:
        """Return the player's lines minus the opponent's lines, plus 2 for each of the player's stones in a corner. A
        line belongs to a player if it has stones of only this player.
        """
        score = 0
        for line in self._lines():
            stones = {state[cell] for cell in line} - {0}
            score += len(stones) == 1 and (1 if stones == {player + 1} else -1)
        last = self.columns * (self.rows - 1)
        for corner in {0, self.columns - 1, last, last + self.columns - 1}:
            score += 2 * (state[corner] == player + 1)
            score -= 2 * (self.mirrors and state[corner] == 2 - player)
        return score

    def symmetries(self) -> tuple[Symmetry[Cells, int], ...]:
        return tuple(self._symmetry(name, moved) for name, moved in self._moved().items())

    def _symmetry(self, name: str, moved: tuple[int, ...]) -> Symmetry[Cells, int]:
        """Return the symmetry that moves the stone on `cell` to `moved[cell]`."""

        def image(state: Cells) -> Cells:
            cells = [0] * len(state)
            for cell, stone in enumerate(state):
                cells[moved[cell]] = stone
            return tuple(cells)

        return Symmetry(name, image, lambda action: moved[action])

    def _moved(self) -> dict[str, tuple[int, ...]]:
        found = {}
        for turned, across, down in product((False, True), repeat=3):
            if turned and self.columns != self.rows:
                continue
            moved = []
            for row, column in product(range(self.rows), range(self.columns)):
                x, y = (row, column) if turned else (column, row)
                x, y = (self.columns - 1 - x if across else x), (self.rows - 1 - y if down else y)
                moved.append(y * self.columns + x)
            found[f"{'turned ' * turned}{'across ' * across}{'down' * down}".strip() or "identity"] = tuple(moved)
        return found

    def _lines(self) -> Iterator[tuple[int, ...]]:
        for row, column in product(range(self.rows), range(self.columns)):
            for over, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                last_column, last_row = column + over * (self.length - 1), row + down * (self.length - 1)
                if last_column < self.columns and 0 <= last_row < self.rows:
                    yield tuple((row + down * n) * self.columns + column + over * n for n in range(self.length))

    def _winner(self, state: Cells) -> int | None:
        for line in self._lines():
            stone = state[line[0]]
            if stone and all(state[cell] == stone for cell in line):
                return stone - 1
        return None


Piles: TypeAlias = tuple[int, int, int]
"""The counters on the two piles, and the player to move."""


@attrs.frozen
class Heaps:
    """A game in which the players take one to three counters from one of two piles. If an odd number of counters
    remains on the chosen pile, the same player moves again. The player who takes the last counter wins.
    """

    start: Piles = (4, 3, 0)
    most: int = 3
    utilities: Utilities = "score"
    name: str = "piles"

    def initial(self) -> Piles:
        return self.start

    def player(self, state: Piles) -> int:
        return state[2]

    def actions(self, state: Piles) -> tuple[tuple[int, int], ...]:
        return tuple((pile, n) for pile in (0, 1) for n in range(1, min(self.most, state[pile]) + 1))

    def result(self, state: Piles, action: tuple[int, int]) -> Piles:
        if action not in self.actions(state):
            raise IllegalAction(f"expected an action of {state}, got {action!r}")
        pile, taken = action
        left = state[pile] - taken
        turn = state[2] if left % 2 else 1 - state[2]
        return (left, state[1], turn) if pile == 0 else (state[0], left, turn)

    def undo(self, state: Piles, action: tuple[int, int]) -> Piles:
        pile, taken = action
        turn = state[2] if state[pile] % 2 else 1 - state[2]
        return (state[0] + taken, state[1], turn) if pile == 0 else (state[0], state[1] + taken, turn)

    def terminal(self, state: Piles) -> bool:
        return not (state[0] or state[1])

    def utility(self, state: Piles, player: int) -> Value:
        # both piles are even, so the turn has passed on from the player who took the last counter
        return -1 if player == state[2] else 1

    def evaluate(self, state: Piles, player: int) -> Value:
        score = (state[0] ^ state[1]) - (state[0] + state[1]) % 3
        return score if player == state[2] else -score

    def symmetries(self) -> tuple[Symmetry[Piles, tuple[int, int]], ...]:
        return (
            Symmetry("identity", lambda state: state, lambda action: action),
            Symmetry("swapped", lambda s: (s[1], s[0], s[2]), lambda action: (1 - action[0], action[1])),
        )


class OwnLists:
    """A game that keeps its lists of actions, and returns the same list at every call. If a search changes the list,
    the rules of the game change.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.lists: dict[Any, list[Any]] = {}

    def actions(self, state: Any) -> list[Any]:
        return self.lists.setdefault(state, list(self.game.actions(state)))

    def changed(self) -> Any:
        """Return a state whose list of actions was changed. Return None if no list was changed."""
        return next((state for state, own in self.lists.items() if own != list(self.game.actions(state))), None)

    def __getattr__(self, name: str) -> Any:
        if name == "game":  # looked up while the object is being copied
            raise AttributeError(name)
        return getattr(self.game, name)


def written(game: Any, start: Any, *, most: float = math.inf) -> tuple[Tree, dict[str, Any]]:
    """Return a small game as a tree with the root `start`, and a dictionary from the tree's actions to the game's
    actions.
    """
    states, places = [start], {start: 0}
    nodes: list[Node] = []
    names: dict[str, Any] = {}
    for index, state in enumerate(states):
        moves = []
        for action in () if game.terminal(state) else game.actions(state):
            child = game.result(state, action)
            if child not in places:
                places[child] = len(states)
                states.append(child)
            moves.append((repr(action), places[child]))
            names[repr(action)] = action
        if len(states) > most:
            raise NotTried(f"the game has too many positions to be written as a tree (more than {most:,})")
        utility = 0 if moves else game.utility(state, 0)
        estimates = (game.evaluate(state, 0), game.evaluate(state, 1)) if moves else (0, 0)
        nodes.append(Node(index, game.player(state), tuple(moves), utility, estimates))
    return Tree(tuple(nodes), game.utilities), names
