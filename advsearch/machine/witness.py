"""What a program is asked for the law of its build."""

from __future__ import annotations

from typing import Any

from advsearch.search.kit.fields import Machine, State


class Witness(Machine):
    """Asks a game about a state, as the text of a search does."""

    def __init__(self, game: Any, evaluate: Any) -> None:
        self.game = game
        self.evaluate = evaluate

    def finished(self, state: State) -> bool:
        """Return whether the game is over."""
        return bool(self.game.terminal(state))

    def ended(self, state: State) -> tuple[Any, Any]:
        """Return the utilities of a finished game for both players."""
        return self.game.utility(state, 0), self.game.utility(state, 1)

    def going_on(self, state: State) -> tuple[Any, list[Any]]:
        """Return the player to move, and each action with the state after it."""
        game = self.game
        return game.player(state), [(action, game.result(state, action)) for action in game.actions(state)]

    def estimate(self, state: State, player: int) -> Any:
        """Return the evaluation of an unfinished state for a player."""
        return self.evaluate(self.game, state, player)
