"""Static evaluators of Connect Four. All evaluations are strictly between -1 and 1. If the number of cells is even, a
win is worth at least 1, and all evaluations are smaller."""

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
    """The player's threats minus the opponent's threats, divided by the number of cells. A threat of a player is an
    empty cell that would complete four in a row."""
    return _threats(game, state, player) - _threats(game, state, 1 - player)


def _lines(game: ConnectFour, state: State, player: int) -> float:
    every = all_lines(game.width, game.height)
    opponent = state[1 - player]
    return sum(not line & opponent for line in every) / (len(every) + 1)


def _lines_terms(game: ConnectFour, state: State, player: int) -> Terms:
    return {"own lines": _lines(game, state, player), "opponent's lines": -_lines(game, state, 1 - player)}


@evaluator(antisymmetric=True, terms=_lines_terms)
def lines(game: ConnectFour, state: State, player: int) -> float:
    """The player's open lines minus the opponent's open lines, divided by (1 + the number of all lines). A line of
    four cells is open for a player if the other player has no stone on it."""
    return _lines(game, state, player) - _lines(game, state, 1 - player)


@cache
def by_weight(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """For each weight, a pair: the weight, and the set of the cells with this weight. The weight of a cell is the
    number of lines of four through the cell.
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
    """The weight of the player's stones minus the weight of the opponent's stones, divided by (1 + the weight of all
    cells). The weight of a stone is the number of lines of four through its cell."""
    return _center(game, state, player) - _center(game, state, 1 - player)
