"""Stands in for the library easyAI, with the classes that players' files use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

inf = float("inf")


class TwoPlayerGame:
    """The base class of easyAI's games. A player's file may define games of its own, but matches do not use them."""


TwoPlayersGame = TwoPlayerGame


class TranspositionTable:
    """Accepted by `Negamax`, which does not need a table to find the same moves."""

    def __init__(self, own_dict: Any = None) -> None:
        self.d = {} if own_dict is None else own_dict


TT = DictTranspositionTable = HashTranspositionTable = TranspositionTable


class Negamax:
    """Searches `depth` plies. `scoring(game)` is the score for the current player, by default `game.scoring()`."""

    def __init__(
        self, depth: int, scoring: Callable[[Any], float] | None = None, win_score: float = inf, tt: Any = None
    ) -> None:
        self.depth, self.scoring, self.win_score, self.tt = depth, scoring, win_score, tt

    def __call__(self, game: Any) -> Any:
        best, chosen = -inf, None
        for move in game.possible_moves():
            found = self._after(game, move, self.depth, best, inf)
            if chosen is None or found > best:
                best, chosen = found, move
            if best >= self.win_score:
                break
        return chosen

    def _after(self, game: Any, move: Any, depth: int, alpha: float, beta: float) -> float:
        """The score of a move for the player who makes the move."""
        after = game.copy()
        after.make_move(move)
        after.switch_player()
        if after.current_player == game.current_player:
            return self._score(after, depth - 1, alpha, beta)
        return -self._score(after, depth - 1, -beta, -alpha)

    def _score(self, game: Any, depth: int, alpha: float, beta: float) -> float:
        if depth <= 0 or game.is_over():
            score = game.scoring() if self.scoring is None else self.scoring(game)
            return score * (1 + 0.001 * depth)  # a quick win is better than a slow one
        best = -inf
        for move in game.possible_moves():
            best = max(best, self._after(game, move, depth, max(alpha, best), beta))
            if best >= beta:
                break
        return best


SSS = DUAL = NonRecursiveNegamax = Negamax


class AI_Player:  # noqa: N801 - the library's name
    def __init__(self, AI_algo: Callable[[Any], Any], name: str = "AI") -> None:  # noqa: N803
        self.AI_algo, self.name = AI_algo, name
        self.move: dict[Any, Any] = {}

    def ask_move(self, game: Any) -> Any:
        return self.AI_algo(game)


class Human_Player:  # noqa: N801 - the library's name
    def __init__(self, name: str = "Human") -> None:
        self.name = name

    def ask_move(self, _game: Any) -> Any:
        raise RuntimeError("a player in a match cannot ask a person; take another player than Human_Player")
