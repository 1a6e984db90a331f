"""Players written for the library easyAI: objects with a method `ask_move(game)`, and algorithms that are called with
the game. They can play any game."""

from __future__ import annotations

import copy
from typing import Any, Final

import attrs

from advsearch.courses.aima import listed
from advsearch.courses.course import Course
from advsearch.notation import state_text

WON: Final = 100


class EasyGame:
    """A game in one position, with the methods of easyAI's `TwoPlayerGame`. Players are numbered 1 and 2.

    `make_move` changes the position. As in easyAI, `switch_player` must be called after each move.
    """

    def __init__(self, game: Any, state: Any, players: tuple[Any, Any]) -> None:
        self._game, self._state = game, state
        self.players = list(players)
        self.current_player: int = game.player(state) + 1
        self.nmove = 1
        self._evaluate: Any = None

    # --- the players ----------------------------------------------------------------------------------------------

    @property
    def opponent_index(self) -> int:
        return 3 - self.current_player

    @property
    def player(self) -> Any:
        return self.players[self.current_player - 1]

    @property
    def opponent(self) -> Any:
        return self.players[self.opponent_index - 1]

    @property
    def nplayer(self) -> int:
        return self.current_player

    nopponent = opponent_index

    def switch_player(self) -> None:
        """Continue with the player whose turn it is in this position."""
        over = self._game.terminal(self._state)
        self.current_player = self.opponent_index if over else self._game.player(self._state) + 1

    # --- the rules ------------------------------------------------------------------------------------------------

    def possible_moves(self) -> list[Any]:
        return [] if self.is_over() else list(self._game.actions(self._state))

    def make_move(self, move: Any) -> None:
        self._state = self._game.result(self._state, move)

    def is_over(self) -> bool:
        return bool(self._game.terminal(self._state))

    def lose(self) -> bool:
        """Whether the game is over, and the current player has lost."""
        return self.is_over() and self._game.utility(self._state, self.current_player - 1) < 0

    def win(self) -> bool:
        """Whether the game is over, and the current player has won."""
        return self.is_over() and self._game.utility(self._state, self.current_player - 1) > 0

    def scoring(self) -> float:
        """The score of the position for the current player: 100 for a win, -100 for a loss, 0 for a draw, and the
        value of the game's own evaluator, within these bounds, if the game is not over."""
        if self.is_over():
            return WON * self.win() - WON * self.lose()
        if self._evaluate is None:
            self._evaluate = _evaluator_of(self._game)
        value: float = self._evaluate(self._game, self._state, self.current_player - 1)
        return max(-WON + 1, min(WON - 1, value))

    # --- other methods --------------------------------------------------------------------------------------------

    def copy(self) -> EasyGame:
        return copy.copy(self)

    def ttentry(self) -> Any:
        """A key of the position for transposition tables."""
        return self._state

    def show(self) -> None:
        print(state_text(self._game, self._state))


def _evaluator_of(game: Any) -> Any:
    from advsearch.plugins.registry import default_registry  # loads all plugins, which most players do not need

    return default_registry().default_evaluator(game)


COURSE: Final = Course(
    method="ask_move",
    view=lambda game, state, players: (EasyGame(game, state, players),),
    action=listed,
    stand_ins=dict.fromkeys(
        (
            "easyAI", "easyAI.AI", "easyAI.AI.DUAL", "easyAI.AI.HashTT", "easyAI.AI.Negamax", "easyAI.AI.SSS",
            "easyAI.AI.TranspositionTable", "easyAI.AI.TT", "easyAI.Player", "easyAI.TwoPlayerGame",
            "easyAI.TwoPlayersGame",
        ),
        "advsearch.courses.stand_ins.easy_ai",
    ),
)  # fmt: skip
ALGORITHM: Final = attrs.evolve(COURSE, method="", takes=1)
"""An algorithm of easyAI, such as `Negamax(4)`, without the object `AI_Player` around it."""
