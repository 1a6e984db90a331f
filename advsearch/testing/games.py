"""Small games with symmetries and `undo`, and very large games whose positions are computed when they are needed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product
from typing import Any, Final, TypeAlias

import attrs

from advsearch.errors import IllegalAction
from advsearch.protocol import Symmetry
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


# --- games by the ply -------------------------------------------------------------------------------------------


class ByPly:
    """A large game in which the players take turns, and whose actions are the numbers below `width(state)`. A
    subclass has the positions: `follow` returns the next one, and `worth` the value of one for player 0.
    """

    utilities: Utilities

    def player(self, state: Any) -> int:
        return int(state[0] % 2)

    def width(self, state: Any) -> int:
        raise NotImplementedError

    def follow(self, state: Any, action: int) -> Any:
        raise NotImplementedError

    def worth(self, state: Any) -> Value:
        raise NotImplementedError

    def actions(self, state: Any) -> tuple[Any, ...]:
        return tuple(range(self.width(state)))

    def result(self, state: Any, action: Any) -> Any:
        if action not in self.actions(state):
            raise IllegalAction(f"expected one of {self.actions(state)}, got {action!r}")
        return self.follow(state, action)

    def terminal(self, state: Any) -> bool:
        return not len(self.actions(state))

    def utility(self, state: Any, player: int) -> Value:
        return self.worth(state) if player == 0 else -self.worth(state)

    def evaluate(self, state: Any, player: int) -> Value:
        """Return the evaluation of a state for a player."""
        return self.utility(state, player)


@attrs.frozen
class Chain(ByPly):
    """A long game of `plies` plies, in which every position has one action. With `comb`, every position has a second
    action, which loses immediately.

    A state is the number of plies played, or a negative number after the losing action. `last` is the utility for
    player 0 after the last ply.
    """

    plies: int
    comb: bool = False
    last: int = 0
    utilities: Utilities = "score"

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return abs(state) % 2

    def actions(self, state: int) -> tuple[str, ...]:
        if self.terminal(state):
            return ()
        return ("stop", "on") if self.comb else ("on",)

    def terminal(self, state: int) -> bool:
        return state < 0 or state >= self.plies

    def follow(self, state: int, action: Any) -> int:
        return state + 1 if action == "on" else -(state + 1)

    def worth(self, state: int) -> Value:
        # the player who took the losing action has lost, and the other is to move
        return self.last if state >= 0 else 1 - 2 * self.player(state)

    def evaluate(self, _state: Any, _player: int) -> Value:
        return 0


@attrs.frozen
class Ordered(ByPly):
    """A uniform tree in which the best action always comes first.

    A state is a tuple: the number of plies played, the index of the position among all positions of this ply, and the
    value for player 0.
    """

    branching: int
    plies: int
    ties: bool = False
    """Whether all positions have the same value. An efficient search cuts off at equal values, and does not search an
    equally good action a second time."""
    utilities: Utilities = "score"

    def initial(self) -> tuple[int, int, int]:
        return (0, 0, 3)

    def width(self, state: tuple[int, int, int]) -> int:
        return self.branching if state[0] < self.plies else 0

    def follow(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        ply, number, value = state
        worse = 0 if self.ties or action == 0 else 1 + (number * 7 + action * 3) % 5
        return (ply + 1, number * self.branching + action, value + (worse if ply % 2 else -worse))

    def worth(self, state: tuple[int, int, int]) -> Value:
        return state[2]

    @property
    def all_positions(self) -> int:
        """The number of positions that plain minimax enters, without the root."""
        return sum(self.branching**ply for ply in range(1, self.plies + 1))

    @property
    def interior(self) -> int:
        """The number of positions in which plain minimax tries actions. The root is counted."""
        return sum(self.branching**ply for ply in range(self.plies))

    @property
    def minimal_interior(self) -> int:
        """The smallest number of positions in which a correct search tries actions. The root is counted."""
        return 1 + attrs.evolve(self, plies=self.plies - 1).minimal_positions

    @property
    def minimal_positions(self) -> int:
        """The smallest number of positions that a correct search enters, without the root. For each ply, theorem 2 of
        Knuth and Moore (1975) gives the number of positions at this ply.
        """
        return sum(
            self.branching ** -(-ply // 2) + self.branching ** (ply // 2) - 1 for ply in range(1, self.plies + 1)
        )


@attrs.frozen
class Sheltered(ByPly):
    """A game in which a search enters few positions only if it passes bounds down over several plies. Player 0 has
    two actions. The first action ends the game. The second action is worse, as every line of play after it shows.
    After the second action, positions at the plies 4 and 6 have forty actions. All other positions after the second
    action have one action.

    A state is a tuple: the number of plies played, and the index of the position. With `late`, the game begins with
    an additional ply, at which player 1 has only one action.
    """

    replies: int = 40
    late: bool = False
    utilities: Utilities = "score"

    def initial(self) -> tuple[int, int]:
        return (0 if self.late else 1, 0)

    def player(self, state: tuple[int, int]) -> int:
        return (state[0] + 1) % 2

    def width(self, state: tuple[int, int]) -> int:
        ply = state[0]
        return 0 if ply >= _LAST else 2 if ply == 1 else self.replies if ply in (4, 6) else 1

    def follow(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        if state[0] == 1:
            return (2, 0) if action else (_ENDED, 0)
        return (state[0] + 1, state[1] * self.replies + action)

    def worth(self, state: tuple[int, int]) -> Value:
        """Return 3 after the first action, and a negative number after the second action."""
        return 3 if state[0] == _ENDED else -1 - state[1] % 3

    def evaluate(self, _state: tuple[int, int], player: int) -> Value:
        return -1 if player == 0 else 1

    @property
    def plies(self) -> int:
        return _LAST if self.late else _LAST - 1

    @property
    def minimal_positions(self) -> int:
        """The smallest number of positions that a correct search enters, without the root. The search enters one
        position at each ply, and one more after the action that ends the game.
        """
        return self.plies + 1

    @property
    def minimal_interior(self) -> int:
        return self.plies


_LAST: Final = 7
_ENDED: Final = 8


@attrs.frozen
class Vast(ByPly):
    """A game too large to search to the end, with `plies` plies. `widths` has the number of actions at each ply, and
    the last number holds for all later plies.

    A state is a pair: the number of plies played, and a pseudo-random number that identifies the position.
    """

    widths: tuple[int, ...]
    wait_s: float = 0.0
    """The number of seconds that a call of `result` sleeps."""
    quick: int = 0
    """The number of plies at the start at which `result` does not sleep."""
    plies: int = 50
    utilities: Utilities = "score"
    name: str = "vast"

    def initial(self) -> tuple[int, int]:
        return (0, 1)

    def width(self, state: tuple[int, int]) -> int:
        return self.widths[min(state[0], len(self.widths) - 1)] if state[0] < self.plies else 0

    def follow(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        ply, drawn = state
        if self.wait_s and ply >= self.quick:
            time.sleep(self.wait_s)
        return (ply + 1, (drawn * 48271 + action + 1) % 2147483647)

    def worth(self, state: tuple[int, int]) -> Value:
        return state[1] % 17 - 8
