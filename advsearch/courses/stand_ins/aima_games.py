"""Stands in for AIMA's module `games`, with the searches that players call."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

Item = TypeVar("Item")
Cutoff = Callable[[Any, int], bool]
Evaluate = Callable[[Any], float]

inf = infinity = float("inf")


class GameState(NamedTuple):
    to_move: Any
    utility: Any
    board: Any
    moves: Any


class Game:
    """The base class of AIMA's games. A player's file may define games of its own, but matches do not use them."""

    def actions(self, state: Any) -> Any:
        raise NotImplementedError

    def result(self, state: Any, move: Any) -> Any:
        raise NotImplementedError

    def utility(self, state: Any, player: Any) -> Any:
        raise NotImplementedError

    def terminal_test(self, state: Any) -> bool:
        return not self.actions(state)

    def to_move(self, state: Any) -> Any:
        return state.to_move

    def display(self, state: Any) -> None:
        print(state)


def minimax_decision(state: Any, game: Any) -> Any:
    """Return a move that is best in the whole game tree."""
    return alpha_beta_cutoff_search(state, game, cutoff_test=lambda at, _: game.terminal_test(at))


minimax = alpha_beta_search = alphabeta_full_search = minimax_decision


def alpha_beta_cutoff_search(
    state: Any, game: Any, d: int = 4, cutoff_test: Cutoff | None = None, eval_fn: Evaluate | None = None
) -> Any:
    """Return a move that is best `d` plies deep. `eval_fn(state)` is the value for the player to move at the root."""
    mover = game.to_move(state)
    ends: Cutoff = cutoff_test or (lambda at, depth: depth >= d or game.terminal_test(at))
    worth: Evaluate = eval_fn or (lambda at: game.utility(at, mover))

    def value(at: Any, alpha: float, beta: float, depth: int) -> float:
        if ends(at, depth):
            return worth(at)
        own = game.to_move(at) == mover
        for move in game.actions(at):
            found = value(game.result(at, move), alpha, beta, depth + 1)
            alpha, beta = (max(alpha, found), beta) if own else (alpha, min(beta, found))
            if alpha >= beta:
                break
        return alpha if own else beta

    best, chosen = -inf, None
    for move in game.actions(state):
        found = value(game.result(state, move), best, inf, 1)
        if chosen is None or found > best:
            best, chosen = found, move
    return chosen


alphabeta_search = alpha_beta_cutoff_search


def random_player(game: Any, state: Any) -> Any:
    return random.choice(list(game.actions(state)))


def alpha_beta_player(game: Any, state: Any) -> Any:
    return alpha_beta_search(state, game)


alphabeta_player = minimax_player = alpha_beta_player


def query_player(_game: Any, _state: Any) -> Any:
    raise RuntimeError("a player in a match cannot ask a person; take another player than query_player")


def argmax(items: Iterable[Item], key: Callable[[Item], Any] = lambda item: item) -> Item:
    return max(items, key=key)


def argmax_random_tie(items: Iterable[Item], key: Callable[[Item], Any] = lambda item: item) -> Item:
    listed = list(items)
    random.shuffle(listed)
    return max(listed, key=key)
