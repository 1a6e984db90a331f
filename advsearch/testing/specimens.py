"""Very large games whose positions are computed when needed: long chains and perfectly ordered trees."""

from __future__ import annotations

from typing import Any, Final

import attrs

from advsearch.errors import IllegalAction
from advsearch.values import Utilities, Value


@attrs.frozen
class Chain:
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

    def result(self, state: int, action: str) -> int:
        if action not in self.actions(state):
            raise IllegalAction(f"expected one of {self.actions(state)}, got {action!r}")
        return state + 1 if action == "on" else -(state + 1)

    def terminal(self, state: int) -> bool:
        return state < 0 or state >= self.plies

    def utility(self, state: int, player: int) -> Value:
        if state >= 0:
            return self.last if player == 0 else -self.last
        # the player who took the losing action has lost, and the other is to move
        return 1 if player == self.player(state) else -1

    def evaluate(self, _state: int, _player: int) -> Value:
        return 0


@attrs.frozen
class Ordered:
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

    def player(self, state: tuple[int, int, int]) -> int:
        return state[0] % 2

    def actions(self, state: tuple[int, int, int]) -> tuple[int, ...]:
        return () if self.terminal(state) else tuple(range(self.branching))

    def result(self, state: tuple[int, int, int], action: int) -> tuple[int, int, int]:
        ply, number, value = state
        if self.terminal(state) or action not in range(self.branching):
            raise IllegalAction(f"expected an action from 0 to {self.branching - 1}, got {action!r}")
        worse = 0 if self.ties or action == 0 else 1 + (number * 7 + action * 3) % 5
        return (ply + 1, number * self.branching + action, value + (worse if ply % 2 else -worse))

    def terminal(self, state: tuple[int, int, int]) -> bool:
        return state[0] >= self.plies

    def utility(self, state: tuple[int, int, int], player: int) -> Value:
        return state[2] if player == 0 else -state[2]

    def evaluate(self, state: tuple[int, int, int], player: int) -> Value:
        return self.utility(state, player)

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


class Followed:
    """A game that records in which order a search tries the actions of each position.

    An *eager* search first makes all next states of a position, for example to sort them, and then searches the
    first. For an eager search, a position counts as searched if the search called `result` in this position.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.gone: dict[Any, list[Any]] = {}
        self.eager = False
        self.descents = 0
        """The number of calls of `result` in another position than in the call before. The first call counts too."""
        self.rounds = 0
        """The number of times that the root was searched. Iterative deepening searches the root many times."""
        self.visits = 0
        """How often the search asked for the actions, an evaluation or a utility of a position."""
        self._round: list[Any] = []
        self._from: Any = None
        self._made: list[Any] = []

    def result(self, state: Any, action: Any) -> Any:
        gone = self.gone.setdefault(state, [])
        if action not in gone:
            gone.append(action)
        if state == self.game.initial():
            self._began(action)
        if self._from is None or self._from[0] != state:
            self.descents += 1
            at_the_start = self._from is None or self._from[0] == self.game.initial()  # where deepening returns
            self.eager = self.eager or (not at_the_start and len(self._made) > 1 and state in self._made)
            self._from, self._made = (state,), []
        made = self.game.result(state, action)
        if made not in self._made:
            self._made.append(made)
        return made

    def actions(self, state: Any) -> Any:
        self.visits += 1
        return self.game.actions(state)

    def utility(self, state: Any, player: int) -> Any:
        self.visits += 1
        return self.game.utility(state, player)

    def evaluate(self, state: Any, player: int) -> Any:
        self.visits += 1
        return self.game.evaluate(state, player)

    def _began(self, action: Any) -> None:
        if action in self._round or not self._round:
            self.rounds += 1
            self._round = []
        self._round.append(action)

    @property
    def opens_all(self) -> bool:
        """Whether the search made every next state of each position in which it made one."""
        return all(len(gone) == len(self.game.actions(state)) for state, gone in self.gone.items())

    @property
    def as_listed(self) -> bool:
        return all(
            gone == [each for each in self.game.actions(state) if each in gone] for state, gone in self.gone.items()
        )

    def __getattr__(self, name: str) -> Any:
        if name == "game":  # looked up while the object is being copied
            raise AttributeError(name)
        return getattr(self.game, name)


@attrs.frozen
class Sheltered:
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

    def actions(self, state: tuple[int, int]) -> tuple[int, ...]:
        ply = state[0]
        return tuple(range(0 if ply >= _LAST else 2 if ply == 1 else self.replies if ply in (4, 6) else 1))

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        if action not in self.actions(state):
            raise IllegalAction(f"expected one of {self.actions(state)}, got {action!r}")
        if state[0] == 1:
            return (2, 0) if action else (_ENDED, 0)
        return (state[0] + 1, state[1] * self.replies + action)

    def terminal(self, state: tuple[int, int]) -> bool:
        return state[0] >= _LAST

    def utility(self, state: tuple[int, int], player: int) -> Value:
        """Return the utility. For player 0, the utility is 3 after the first action, and negative after the second
        action.
        """
        worth = 3 if state[0] == _ENDED else -1 - state[1] % 3
        return worth if player == 0 else -worth

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
