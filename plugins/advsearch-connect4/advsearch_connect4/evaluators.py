"""Static evaluators of Connect Four. Each evaluation is strictly between -1 and 1. On boards with an even number of
cells the least win is worth 1, so no evaluation exceeds a win, and every evaluation is better than a loss."""

from __future__ import annotations

from functools import cache

from advsearch.protocol import Terms, evaluator

from advsearch_connect4.board import all_lines
from advsearch_connect4.game import ConnectFour
from advsearch_connect4.state import State


def _threats(game: ConnectFour, state: State, player: int) -> float:
    cells = game.board.completing(state[player], game.empty_cells(state))
    return cells.bit_count() / (game.width * game.height)


def _threats_terms(game: ConnectFour, state: State, player: int) -> Terms:
    return {"own threats": _threats(game, state, player), "opponent's threats": -_threats(game, state, 1 - player)}


@evaluator(antisymmetric=True, terms=_threats_terms)
def threats(game: ConnectFour, state: State, player: int) -> float:
    """The number of empty cells that would complete a four of the player, minus the number of those that would
    complete a four of the opponent, divided by the number of all cells."""
    return _threats(game, state, player) - _threats(game, state, 1 - player)


def _lines(game: ConnectFour, state: State, player: int) -> float:
    every = all_lines(game.width, game.height)
    opponent = state[1 - player]
    return sum(not line & opponent for line in every) / (len(every) + 1)


def _lines_terms(game: ConnectFour, state: State, player: int) -> Terms:
    return {"own lines": _lines(game, state, player), "opponent's lines": -_lines(game, state, 1 - player)}


@evaluator(antisymmetric=True, terms=_lines_terms)
def lines(game: ConnectFour, state: State, player: int) -> float:
    """The number of lines of four without a stone of the opponent, minus the number of those without a stone of the
    player, divided by the number of all lines plus one."""
    return _lines(game, state, player) - _lines(game, state, 1 - player)


@cache
def by_weight(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Pairs of a weight and the cells with this weight. The weight of a cell is the number of lines of four through
    it.
    """
    every = all_lines(width, height)
    cells: dict[int, int] = {}
    for number in range(width * (height + 1)):
        weight = sum(line >> number & 1 for line in every)
        cells[weight] = cells.get(weight, 0) | 1 << number
    cells.pop(0, None)
    return tuple(sorted(cells.items()))


def _center(game: ConnectFour, state: State, player: int) -> float:
    weights = by_weight(game.width, game.height)
    total = sum(weight * cells.bit_count() for weight, cells in weights)
    return sum(weight * (state[player] & cells).bit_count() for weight, cells in weights) / (total + 1)


def _center_terms(game: ConnectFour, state: State, player: int) -> Terms:
    return {"own stones": _center(game, state, player), "opponent's stones": -_center(game, state, 1 - player)}


@evaluator(antisymmetric=True, terms=_center_terms)
def center(game: ConnectFour, state: State, player: int) -> float:
    """The sum of the weights of the player's stones, minus the sum of the opponent's, divided by the sum of the
    weights of all cells plus one. A stone's weight is the number of lines of four through its cell."""
    return _center(game, state, player) - _center(game, state, 1 - player)
