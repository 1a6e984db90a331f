"""Players written for the library of the textbook "Artificial Intelligence: A Modern Approach" (AIMA): functions
`player(game, state)`. They can play any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from advsearch.courses.course import Course, NoMove
from advsearch.notation import action_text, state_text


class AimaState:
    """A state with the fields of AIMA's game states. Two states are equal if their positions are equal."""

    __slots__ = ("_game", "board")

    def __init__(self, game: Any, board: Any) -> None:
        self._game = game
        self.board = board
        """The state of advsearch."""

    @property
    def to_move(self) -> int:
        return int(self._game.player(self.board))

    @property
    def utility(self) -> Any:
        """The utility for player 0; 0 while the game is not over."""
        return self._game.utility(self.board, 0) if self._game.terminal(self.board) else 0

    @property
    def moves(self) -> list[Any]:
        return [] if self._game.terminal(self.board) else list(self._game.actions(self.board))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AimaState) and bool(self.board == other.board)

    def __hash__(self) -> int:
        return hash(self.board)

    def __repr__(self) -> str:
        return state_text(self._game, self.board)


class AimaGame:
    """A game with the methods of AIMA's class `Game`. The players are the numbers 0 and 1."""

    def __init__(self, game: Any) -> None:
        self._game = game

    @property
    def initial(self) -> AimaState:
        return AimaState(self._game, self._game.initial())

    def actions(self, state: AimaState) -> list[Any]:
        return state.moves

    def result(self, state: AimaState, move: Any) -> AimaState:
        return AimaState(self._game, self._game.result(state.board, move))

    def utility(self, state: AimaState, player: int) -> Any:
        return self._game.utility(state.board, player) if self._game.terminal(state.board) else 0

    def terminal_test(self, state: AimaState) -> bool:
        return bool(self._game.terminal(state.board))

    is_terminal = terminal_test

    def to_move(self, state: AimaState) -> int:
        return state.to_move

    def display(self, state: AimaState) -> None:
        print(state)


def listed(game: Any, state: Any, answer: Any) -> Any:
    """Return a player's answer if it is an action of the game."""
    actions: Sequence[Any] = game.actions(state)
    if answer not in actions:
        shown = ", ".join(action_text(game, state, action) for action in actions[:8])
        raise NoMove(f"expected one of the actions that the game lists ({shown}), got {answer!r}")
    return answer


COURSE: Final = Course(
    method="",
    takes=2,
    view=lambda game, state, _: (AimaGame(game), AimaState(game, state)),
    action=listed,
    stand_ins=dict.fromkeys(
        ("games", "games4e", "aima", "aima.games", "aima3", "aima3.games", "aimapy", "aimapy.games"),
        "advsearch.courses.stand_ins.aima_games",
    ),
)
