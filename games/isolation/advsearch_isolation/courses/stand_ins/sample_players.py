"""Stands in for the module `sample_players` of both courses. If both courses have a class of one name, the class here
has the methods of both.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

Score: TypeAlias = Callable[[Any, Any], float]


# --- scores of the 7x7 course -------------------------------------------------------------------------------------


def null_score(game: Any, player: Any) -> float:
    return float(game.utility(player))


def open_move_score(game: Any, player: Any) -> float:
    return float(game.utility(player)) or float(len(game.get_legal_moves(player)))


def improved_score(game: Any, player: Any) -> float:
    own, theirs = game.get_legal_moves(player), game.get_legal_moves(game.get_opponent(player))
    return float(game.utility(player)) or float(len(own) - len(theirs))


def center_score(game: Any, player: Any) -> float:
    row, column = game.get_player_location(player) or (game.height / 2, game.width / 2)
    return float(game.utility(player)) or float((game.height / 2 - row) ** 2 + (game.width / 2 - column) ** 2)


# --- players ------------------------------------------------------------------------------------------------------


class BasePlayer:
    """A player of the 11x9 course."""

    def __init__(self, player_id: int = 0) -> None:
        self.player_id = player_id
        self.timer: Any = None
        self.queue: Any = None
        self.context: Any = None
        self.data: Any = None

    def get_action(self, state: Any) -> None:
        raise NotImplementedError


class DataPlayer(BasePlayer):
    """A player whose attribute `data` is read from the file data.pickle beside the player's file, if there is one.
    The file is as trusted as the player, who runs in the same process."""

    def __init__(self, player_id: int = 0) -> None:
        super().__init__(player_id)
        if Path("data.pickle").is_file():
            self.data = pickle.loads(Path("data.pickle").read_bytes())


class RandomPlayer(BasePlayer):
    def get_move(self, game: Any, _time_left: Any) -> Any:
        return random.choice(game.get_legal_moves())

    def get_action(self, state: Any) -> None:
        self.queue.put(random.choice(state.actions()))


class GreedyPlayer(BasePlayer):
    """Looks one ply ahead, with `score_fn` on the board of the 7x7 course, and with its own liberties on the state of
    the 11x9 course."""

    def __init__(self, player_id: int = 0, score_fn: Score = open_move_score) -> None:
        super().__init__(player_id)
        self.score = score_fn

    def get_move(self, game: Any, _time_left: Any) -> Any:
        return max(game.get_legal_moves(), key=lambda move: self.score(game.forecast_move(move), self))

    def get_action(self, state: Any) -> None:
        def liberties(action: Any) -> int:
            after = state.result(action)
            return len(after.liberties(after.locs[self.player_id]))

        self.queue.put(max(state.actions(), key=liberties))
